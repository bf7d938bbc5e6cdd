"""The annex's register, and the house rules for its code."""

import ast
import pkgutil
import re
from pathlib import Path

import pytest

from pitboss import law
from pitboss.annexes import notice
from pitboss.annexes.notice.register import gists, look_up, markdown, register

ROOT = Path(notice.__file__).parent
SOURCES = sorted(ROOT.glob("*.py"))
CITE = re.compile(r"(?:143\.31(?:\([0-9a-z]+\))+(?:#\d)?|143\.32|I-143-\d\d)")
TESTS = {
    node.name
    for path in Path(__file__).parent.glob("test_*.py")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    if isinstance(node, ast.FunctionDef)
}


def test_every_provision_of_the_section_is_accounted_for() -> None:
    """Forty lines and twenty-four readings, each once."""
    ids = [line.id for line in register().provision]
    assert len(ids) == len(set(ids)) == 40
    assert [line.id for line in register().reading] == [f"I-143-{n:02}" for n in range(1, 26)]
    assert "143.31" not in law.chapters()  # the games' registers are counted without it


@pytest.mark.parametrize("line", register().provision, ids=lambda line: line.id)
def test_every_provision_names_its_code_and_its_tests(line: law.Provision) -> None:
    """A rule names code and tests that are there."""
    assert line.status == "rule"
    assert line.gist.endswith(".")
    assert line.code
    assert line.tests
    for place in line.code:
        pkgutil.resolve_name(place)
    assert set(line.tests) <= TESTS, set(line.tests) - TESTS


@pytest.mark.parametrize("path", [*SOURCES, ROOT / "example.toml", ROOT / "143.31.toml"], ids=lambda path: path.name)
def test_every_citation_exists(path: Path) -> None:
    """Whatever is cited stands in the register; a heading such as (a) or (c) may be cited for all under it."""
    for cite in CITE.findall(path.read_text(encoding="utf-8")):
        assert cite in gists() or any(line.startswith((f"{cite}#", f"{cite}(")) for line in gists()), cite


def test_every_reading_is_relied_on() -> None:
    """A reading that no code cites decides nothing."""
    code = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    assert [line.id for line in register().reading if line.id not in code] == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_clock_and_no_float(path: Path) -> None:
    """Every day is a fact and every number exact: no today, no now, no float."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.Attribute) and node.attr in ("today", "now", "time")), node.lineno
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), node.lineno
        assert not (isinstance(node, ast.Name) and node.id == "float"), node.lineno


def test_lookup() -> None:
    """A citation brings its own line and those under it, and no others."""
    assert [row for row in look_up("143.31(d)").splitlines() if row.startswith("143")] == [
        "143.31(d)  (rule)",
        *(f"143.31(d)({n})  (rule)" for n in ("i", "ii", "iii", "iv", "v")),
    ]
    assert look_up("143.31(a)").count("(rule)") == 5
    assert "Ohlson" in look_up("I-143-01")
    assert look_up().count("(rule)") == 40
    assert look_up("143.31(z)") == ""


def test_the_page_tells_every_reading() -> None:
    """The page of the annex ends with the readings as the register has them."""
    page = Path(__file__).parents[2] / "docs" / "annex-143.31.md"
    assert page.read_text(encoding="utf-8").endswith(f"## Readings\n\n{markdown()}")


def test_the_letter_names_the_text_that_it_relies_on() -> None:
    """I-143-25: a proposal is called PROPOSED, with its document."""
    last = register().edition[-1]
    assert (last.status, last.document) == ("proposed", "Pa.B. Doc. No. 19-1054")
