"""docs/promises.toml names tests and campaigns that exist, and the pages are what it gives."""

import re
from pathlib import Path

from tools import promises

ROOT = Path(__file__).parent.parent
ROWS = {row["number"]: row for row in promises.promises()}


def missing(names: list[str]) -> list[str]:
    """Those of the tests, as docs/promises.toml names them, that do not exist."""
    absent = []
    for name in names:
        file, test = name.split("::")
        source = ROOT / "tests" / f"{file}.py"
        text = source.read_text(encoding="utf-8") if source.is_file() else ""
        if not text or (test != "*" and f"def test_{test}(" not in text):
            absent.append(name)
    return absent


def test_every_promise_has_a_row() -> None:
    assert sorted(ROWS) == list(range(1, 41))


def test_every_test_that_is_named_exists() -> None:
    named = [
        test for row in ROWS.values() for part in ("tests", "controls") for test in row.get(part, []) if "::" in test
    ]
    assert len(named) > 60
    assert missing(named) == []


def test_a_name_that_does_not_exist_is_found() -> None:
    assert missing(["house/test_crash::no_such_test", "house/test_no_such_file::*"]) == [
        "house/test_crash::no_such_test",
        "house/test_no_such_file::*",
    ]


def test_every_campaign_that_is_named_exists() -> None:
    named = {name for row in ROWS.values() for name in row.get("campaigns", [])}
    named |= {
        name.removeprefix("soak/") for row in ROWS.values() for name in row.get("controls", []) if "::" not in name
    }
    assert len(named) > 15
    for name in named:
        assert (ROOT / "soak" / f"{name}.py").is_file() or (ROOT / "soak" / name / "__init__.py").is_file(), name


def test_every_promise_has_a_proof_and_says_where_it_has_no_control() -> None:
    for number, row in ROWS.items():
        assert row.get("tests") or row.get("campaigns"), number
        assert row.get("controls") or row.get("broken") or "No control" in row["gap"], number


def test_the_pages_are_what_the_data_gives() -> None:
    for name, text in (("promises.md", promises.page()), ("proofs.md", promises.proofs())):
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text, f"docs/{name}: run python -m tools.promises"


def test_a_manager_reads_the_page_in_five_minutes() -> None:
    for number, row in ROWS.items():
        assert max(len(row[part]) for part in ("promise", "shown") if part in row) <= 120, number
        assert len(row.get("gap", "")) <= 120, number
    assert len(re.findall(r"\w+", promises.page())) < 1300  # 260 words a minute
