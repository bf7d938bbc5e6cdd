"""docs/library.md: every example gives what is printed there, and none is longer than ten lines."""

import doctest
import re
from pathlib import Path

import pytest

import pitboss

PAGE = (Path(__file__).parents[2] / "docs" / "library.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
LINES = 10  # of an example, at most


def test_every_example_gives_what_is_printed(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other, in one session, beside the record that they verify."""
    monkeypatch.chdir(record.parent)
    names: dict[str, object] = {}
    runner, told = doctest.DocTestRunner(verbose=False), list[str]()
    for number, block in enumerate(BLOCKS, 1):
        example = doctest.DocTestParser().get_doctest(block, names, f"example {number}", "docs/library.md", 0)
        runner.run(example, out=told.append, clear_globs=False)
        names = example.globs
    assert not told, "".join(told)
    assert runner.tries > len(BLOCKS)


def test_every_block_is_an_example() -> None:
    """No block of the page is one that nothing runs."""
    assert len(BLOCKS) == len(re.findall(r"^```\w+", PAGE, re.MULTILINE))
    assert all(">>>" in block for block in BLOCKS)


@pytest.mark.parametrize("block", BLOCKS, ids=range(1, len(BLOCKS) + 1))
def test_an_example_has_ten_lines_at_the_most(block: str) -> None:
    typed = [line for line in block.splitlines() if line.startswith((">>>", "..."))]
    assert len(typed) <= LINES


@pytest.mark.parametrize("name", sorted({*pitboss.__all__} - {"__version__"}))
def test_the_page_names_everything_that_is_public(name: str) -> None:
    """So that nobody has to find a name by reading the source."""
    assert re.search(rf"\b{name}\b", PAGE)
