"""The examples of docs/drills.md say what they say, and its tables name what there is."""

import doctest
import inspect
import re
from pathlib import Path

from pitboss.cli import drills
from pitboss.drills.kinds import Kind

DOCUMENT = Path(__file__).parents[2] / "docs" / "drills.md"


def test_the_examples_of_the_document() -> None:
    tried = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert tried.attempted > 8
    assert tried.failed == 0


def test_the_tables_name_every_kind_and_every_option() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    first = re.findall(r"^\| `(\w+)`", text, re.MULTILINE)
    assert first == [str(kind) for kind in Kind]
    for option in inspect.signature(drills.drill).parameters.keys() - {"game"}:
        assert f"--{option}" in text
