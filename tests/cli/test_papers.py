"""Papers from the command line: for a game, or for a table of a floor file, as PDF or page."""

from pathlib import Path

import pytest

from tests.cli.conftest import Pitboss

FLOOR = """
[house]
holder = "Harbor Lights"
licence = "F-12"
[[pit]]
name = "A"
[[table]]
number = "{number}"
pit = "A"
game = "over-under"
title = "Over and Under"
limits = {{ minimum = "25.00", maximum = "300.00" }}
"""


def test_a_paper_of_a_table_has_its_number_holder_and_limits(pitboss: Pitboss, tmp_path: Path) -> None:
    """The floor file says whose it is and what the table posts; a table that it does not have is refused."""
    floor, out = tmp_path / "floor.toml", tmp_path / "signs.html"
    floor.write_text(FLOOR.format(number="207"), encoding="utf-8")
    status, _, err = pitboss("signs", "--floor", floor, "--table", "207", "--effective", "2026-12-01", "--out", out)
    assert (status, err) == (0, "")
    for words in ("Harbor Lights", "Over and Under · Table 207", "Minimum $25", "Maximum $300", "2026-12-01"):
        assert words in out.read_text(encoding="utf-8")
    for number in ("", "208"):
        status, _, err = pitboss("signs", "--floor", floor, *(("--table", number) if number else ()))
        assert (status, err) == (2, f"Expected --table with a table of floor.toml, not {number!r}; there are: 207.\n")


@pytest.mark.parametrize(
    ("words", "allowed"),
    [
        (("guide", "roulette", "--out", "x.txt"), ".pdf or .html"),
        (("par", "roulette", "--out", "x.svg"), ".pdf or .html"),
        (("layout", "roulette", "--out", "x.html"), ".svg or .pdf"),
        (("strategy", "go-fore-it", "--out", "x.doc"), ".txt, .pdf or .html"),
        (("simulate", "roulette", "--plot", "x.png"), ".svg"),
    ],
)
def test_a_name_that_would_not_tell_what_is_in_the_file_is_refused(
    pitboss: Pitboss, words: tuple[str, ...], allowed: str
) -> None:
    status, out, err = pitboss(*words)
    assert (status, out, err) == (2, "", f"Expected a file ending in {allowed}, not {words[-1]!r}.\n")


@pytest.mark.parametrize("option", [("--felt-colour", "#ff0000"), ("--width", "90"), ("--bleed", "0.5")])
def test_what_belongs_to_a_print_is_refused_for_a_drawing(pitboss: Pitboss, option: tuple[str, ...]) -> None:
    """An SVG has neither size nor colours of its own: what was asked for is not passed over."""
    status, out, err = pitboss("layout", "roulette", *option)
    assert (status, out) == (2, "")
    assert err == "Size, bleed and colours are those of a print; name a file that ends in .pdf with --out.\n"


def test_the_holder_of_a_filed_submission_stands(pitboss: Pitboss, tmp_path: Path) -> None:
    """A name from the command line goes onto an example, and never over the name in a filing."""
    filed = tmp_path / "filed.toml"
    filed.write_text('game = "over-under"\nadjacent_boxes = 1\nholder = "Harbor Lights"\n', encoding="utf-8")
    assert "ELSEWHERE" in pitboss("layout", "over-under", "--holder", "Elsewhere")[1]
    assert "HARBOR LIGHTS" in pitboss("layout", "over-under", "--submission", filed)[1]
    status, _, err = pitboss("layout", "over-under", "--submission", filed, "--holder", "Elsewhere")
    assert status == 2
    assert "filed by 'Harbor Lights', not by 'Elsewhere'" in err
