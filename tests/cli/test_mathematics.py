"""The mathematician's commands: PAR sheets and simulation from the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Pitboss


def test_par_writes_pdf_and_html(pitboss: Pitboss, tmp_path: Path) -> None:
    """By the ending of the file: a PDF, or a page."""
    pdf, page = tmp_path / "par.pdf", tmp_path / "par.html"
    assert pitboss("par", "go-fore-it", "--out", pdf)[0] == 0
    assert pitboss("par", "go-fore-it", "--out", page)[0] == 0
    assert pdf.read_bytes().startswith(b"%PDF")
    assert "PAR sheet" in page.read_text(encoding="utf-8")


def test_simulate_sets_estimates_beside_the_exact_edge(pitboss: Pitboss, tmp_path: Path) -> None:
    """One record a wager, with seed, rounds, standard error and the exact edge; and a plot."""
    plot = tmp_path / "way.svg"
    status, out, _ = pitboss("simulate", "go-fore-it", "--rounds", "2e6", "--seed", "7", "--json", "--plot", plot)
    assert status == 0
    records = [json.loads(line) for line in out.splitlines()]
    assert [record["wager"] for record in records] == ["front_9", "skins", "gopher"]
    assert all(record["rounds"] == 2_000_000 and float(record["errors_apart"]) < 5 for record in records)
    assert plot.read_text(encoding="utf-8").count("<svg") == 1


def test_simulate_is_the_same_on_two_workers(pitboss: Pitboss) -> None:
    """The same seed, the same lines."""
    words = ("simulate", "roulette", "--rounds", "3000000", "--seed", "9", "--json")
    assert pitboss(*words)[1] == pitboss(*words, "--workers", 2)[1] != ""


@pytest.mark.parametrize("rounds", ["0", "-5", "lots", "1.5"])
def test_simulate_wants_a_number_of_rounds(pitboss: Pitboss, rounds: str) -> None:
    """Anything but a whole number of rounds is refused in one sentence."""
    status, _, err = pitboss("simulate", "roulette", f"--rounds={rounds}")
    assert status == 2
    assert "no number of rounds" in err


def test_strategy_prints_the_chart_of_the_filed_rules(pitboss: Pitboss) -> None:
    """Blackjack has a chart with a row for every total and pair; a game without one says so."""
    status, out, _ = pitboss("strategy", "blackjack")
    assert status == 0
    rows = {line[:10].strip(): line[10:].split() for line in out.splitlines()}
    assert rows["pair 8"] == ["P"] * 10
    assert rows["hard 11"][0] == "D"
    assert rows["soft 19"] == ["S"] * 10
    status, _, err = pitboss("strategy", "roulette")
    assert (status, "no chart" in err) == (2, True)
