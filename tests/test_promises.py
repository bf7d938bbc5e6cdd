"""docs/promises.md names tests and campaigns that exist, and has a row for every promise."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
TABLES = TEXT[TEXT.index("## Money") :]
ROWS = {int(row[1]): row for row in re.finditer(r"^\| (\d+) \|(.*)\|$", TABLES, re.MULTILINE)}


def test_every_promise_has_a_row() -> None:
    assert sorted(ROWS) == list(range(1, 41))


def test_every_test_that_is_named_exists() -> None:
    named = re.findall(r"`((?:\w+/)*test_\w+)::(\w+|\*)`", TABLES)
    assert len(named) > 60
    for file, test in named:
        source = ROOT / "tests" / f"{file}.py"
        assert source.is_file(), file
        assert test == "*" or f"def test_{test}(" in source.read_text(encoding="utf-8"), f"{file}::{test}"


def test_every_campaign_that_is_named_exists() -> None:
    for name in set(re.findall(r"`soak (\w+)`", TABLES)):
        assert (ROOT / "soak" / f"{name}.py").is_file() or (ROOT / "soak" / name / "__init__.py").is_file(), name


def test_a_promise_without_proof_says_so() -> None:
    for number, row in ROWS.items():
        assert "::" in row[2] or "`soak" in row[2] or "**nothing**" in row[2], number
