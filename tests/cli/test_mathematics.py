"""The mathematician's commands: PAR sheets and simulation from the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.mathematics.kit import every_edge, runner
from pitboss.mathematics.kit.edge import Edge
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


def test_simulate_plays_before_exact_edges_are_worked_out(pitboss: Pitboss, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exact edge may take longer than the rounds: nobody waits for it before they start."""
    order, played = list[str](), runner.simulate

    def rounds(*asked: Any, **rest: Any) -> list[runner.Point]:
        order.append("rounds")
        return played(*asked, **rest)

    def edges(*asked: Any) -> list[Edge]:
        order.append("edges")
        return []

    monkeypatch.setattr(runner, "simulate", rounds)
    monkeypatch.setattr(every_edge, "edges_kept", edges)
    status, out, _ = pitboss("simulate", "roulette", "--rounds", "1000")
    assert (status, order, "exact" in out) == (0, ["rounds", "edges"], False)


def test_simulate_tells_the_interval_that_it_names(pitboss: Pitboss) -> None:
    """What stands behind ± is what --precision means by it: 95 of 100 such intervals hold the edge."""
    words = ("simulate", "big-six-wheel", "--rounds", "2000", "--seed", "9")
    record = json.loads(pitboss(*words, "--json")[1].splitlines()[0])
    sentence = pitboss(*words)[1].splitlines()[0]
    assert float(record["half_width"]) == pytest.approx(1.96 * float(record["standard_error"]), abs=1e-7)
    assert f"{record['house_edge']} ± {record['half_width']} (95 %) over 2,000 rounds" in sentence


def test_simulate_is_the_same_on_two_workers(pitboss: Pitboss) -> None:
    """The same seed, the same lines."""
    words = ("simulate", "roulette", "--rounds", "3000000", "--seed", "9", "--json")
    assert pitboss(*words)[1] == pitboss(*words, "--workers", 2)[1] != ""


def test_simulate_plays_the_strategy_that_is_named(pitboss: Pitboss) -> None:
    """By the kernel's name or its strategy, beside the exact edge of that play; another name is refused."""
    words = ("simulate", "casino-war", "--rounds", "2e5", "--json", "--strategy")
    status, out, _ = pitboss(*words, "always surrender")
    assert status == 0
    initial = json.loads(out.splitlines()[0])
    assert (initial["kernel"], out) == ("surrender", pitboss(*words, "surrender")[1])
    assert float(initial["exact"]) > 0.03
    assert float(initial["errors_apart"]) < 4
    status, out, err = pitboss(*words, "both")
    assert (status, err) == (2, "")
    assert "there are: war, surrender" in json.loads(out)["refused"]["sentence"]


def test_simulate_tells_of_a_wager_that_was_never_decided(pitboss: Pitboss) -> None:
    """One throw decides no Place Bet, unless it is a seven: nothing is divided by nothing."""
    status, out, _ = pitboss("simulate", "craps", "--rounds", "1")
    assert status == 0
    assert "supplemental_come_bet: not decided once" in out


def test_simulate_says_beforehand_that_a_plot_cannot_be_written(pitboss: Pitboss, tmp_path: Path) -> None:
    """Before the rounds are played, not after."""
    status, out, err = pitboss("simulate", "roulette", "--rounds", "1e14", "--plot", tmp_path / "none" / "way.svg")
    assert (status, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("rounds", ["0", "-5", "lots", "1.5"])
def test_simulate_wants_a_number_of_rounds(pitboss: Pitboss, rounds: str) -> None:
    """Anything but a whole number of rounds is refused in one sentence."""
    status, _, err = pitboss("simulate", "roulette", f"--rounds={rounds}")
    assert status == 2
    assert f"Expected a number of rounds such as 1e9 or 1000000, at most 1e15, not {rounds!r}." in err


def test_strategy_prints_the_chart_of_the_filed_rules(pitboss: Pitboss, tmp_path: Path) -> None:
    """As lines, as JSON, as a page and as a PDF; a game without one says so."""
    status, out, _ = pitboss("strategy", "go-fore-it")
    assert status == 0
    assert "10        B  B  B  B  F  F  F  F  F   F" in out.splitlines()
    chart = json.loads(pitboss("strategy", "go-fore-it", "--json")[1])
    assert chart["grids"][0]["rows"][9] == {"head": "10", "cells": list("BBBBFFFFFF")}
    page, pdf = tmp_path / "chart.html", tmp_path / "chart.pdf"
    assert (
        pitboss("strategy", "go-fore-it", "--out", page)[0] == pitboss("strategy", "go-fore-it", "--out", pdf)[0] == 0
    )
    assert "<td>B</td>" in page.read_text(encoding="utf-8")
    assert pdf.read_bytes().startswith(b"%PDF")
    status, _, err = pitboss("strategy", "roulette")
    assert (status, "no chart" in err) == (2, True)


def test_edge_tells_one_wager_or_all(pitboss: Pitboss) -> None:
    """One record a wager as JSON; a wager that the game has not is refused, and so is no game at all."""
    records = [json.loads(line) for line in pitboss("edge", "over-under", "--json")[1].splitlines()]
    assert [record["wager"] for record in records] == ["ante", "over_23", "under_18", "bonus"]
    (only,) = pitboss("edge", "over-under", "--wager", "bonus", "--json")[1].splitlines()
    assert json.loads(only) == records[-1]
    assert [bool(record["covariance"]) for record in records] == [True, False, False, True]
    assert (
        "bonus: the covariance of two boxes is -0.01119; deviation of a round by boxes: 2: 3.30"
        in pitboss("edge", "over-under")[1]
    )
    assert [[other["wager"] for other in record["beside"]] for record in records] == [["bonus"], [], [], []]
    assert "ante (optimal): the covariance with bonus on the same hand is 1.859076." in pitboss("edge", "over-under")[1]
    assert pitboss("edge", "over-under", "--wager", "gopher")[0] == 2
    assert pitboss("edge")[0] == pitboss("edge", "over-under", "--all")[0] == 2


def test_edge_and_simulation_at_a_stake(pitboss: Pitboss, tmp_path: Path) -> None:
    """I-GEN-41: $5 on the 6 in dollar chips costs one in eleven; what is no amount is refused in one sentence."""
    filed = tmp_path / "chips.toml"
    filed.write_text('game = "craps"\nunit = "1.00"\nbreakage = "down_to_chip"\n', encoding="utf-8")
    words = ("edge", "craps", "--submission", filed, "--wager", "place_bet_to_win")
    line = next(line for line in pitboss(*words)[1].splitlines() if "place_bet_to_win 6" in line)
    assert [part.strip() for part in line.split("  ") if "%" in part][:3] == [
        "1.5152 % (1/66)",
        "9.0909 % at $5.00",
        "9.0909 % at $1.00",
    ]
    record = json.loads(pitboss(*words, "--stake", "6", "--json")[1].splitlines()[2])
    assert (record["on"], record["at_stake"]["house_edge_fraction"]) == ("6", "1/66")
    status, _, error = pitboss(*words, "--stake", "nothing")
    assert (status, error.strip()) == (2, "--stake: Expected an amount such as 5.00, not 'nothing'.")
    played = pitboss("simulate", "craps", "--submission", filed, "--stake", "5", "--rounds", "2e5", "--json")[
        1
    ].splitlines()
    place = next(json.loads(line) for line in played if '"place_bet_to_win 6"' in line)
    assert (place["stake"], place["exact"]) == ("5.00", "0.09090909")
    assert float(place["errors_apart"]) < 5
    assert pitboss("edge", "--all", "--stake", "5")[0] == 2


def test_warm_judges_a_decision_of_each_game(pitboss: Pitboss) -> None:
    """Or says that there is none."""
    status, out, _ = pitboss("warm", "over-under")
    assert status == 0
    assert out.startswith("Over/Under: ready after ")
    status, _, err = pitboss("warm", "roulette")
    assert (status, err.startswith("In Roulette nobody decides anything")) == (2, True)
