"""Filings studied: what choices contribute sums to the change, sweeps say why a value is unlawful, solutions are the fewest."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.mathematics.studies.solving import read_range
from tests.cli.conftest import Pitboss
from tests.cli.conftest import pitboss as run

__all__ = ["run"]

WHEELS = {"double": Fraction(1, 19), "single": Fraction(1, 37), "double_as_single": Fraction(1, 37)}


def by_wager(found: pitboss.Comparison) -> dict[tuple[str, str], Any]:
    return {(each.wager, each.on): each for each in found.wagers}


def test_contributions_sum_to_the_whole_change() -> None:
    """Vigorish of Buy and Lay Bets by two choices at once, and what neither touches stays."""
    filed = pitboss.games()["craps"].example().every_choice
    one = {**filed, "vigorish_collected": "at_wager", "vigorish_rate": "5"}
    found = by_wager(pitboss.compare("craps", one, {**one, "vigorish_collected": "on_win", "vigorish_rate": "4"}))
    for each in found.values():
        if each.change is not None:
            assert sum((part.edge for part in each.contributions), Fraction(0)) == each.change
    assert not found["pass_bet", ""].contributions
    assert {part.choices for part in found["buy_bet", "4"].contributions} == {
        ("vigorish_collected",),
        ("vigorish_rate",),
    }


def test_a_comparison_has_the_edges_of_both_and_the_win_per_hour() -> None:
    """617a.1(c): the single wheel halves the edge on red; at $10 and 60 rounds an hour it is 600 times the edge."""
    found = pitboss.compare("roulette", {"wheel": "double"}, {"wheel": "single"}, stake="10.00", pace=60)
    red = by_wager(found)["red", ""]
    assert (red.one.house_edge, red.other.house_edge) == (Fraction(1, 19), Fraction(1, 37))
    assert red.one.win_per_hour == Fraction(600_00, 19)
    assert red.one.hit_rate == Fraction(9, 19)
    (part,) = red.contributions
    assert (part.choices, part.before, part.after, part.cites) == (("wheel",), ("double",), ("single",), ("617a.1(c)",))
    row = next(row for row in found.rows() if row["wager"] == "red")
    assert row["change"] == row["by wheel"] == Fraction(1, 37) - Fraction(1, 19)


def test_choices_that_are_unlawful_apart_are_changed_together() -> None:
    """617a.1(c), 617a.4: a trio of the single zero is offered on no double wheel."""
    one, other = {"wheel": "double"}, {"wheel": "single", "single_zero_trio_and_four": True}
    found = by_wager(pitboss.compare("roulette", other, one))
    red = found["red", ""]
    assert sum((part.edge for part in red.contributions), Fraction(0)) == red.change
    assert red.contributions[0].choices[0] == "wheel"


def test_a_wager_that_only_one_offers_has_no_change() -> None:
    found = by_wager(
        pitboss.compare(
            "minibaccarat", {"dragon_bonus": True, "vigorish_collection": "at_payout"}, {"dragon_bonus": False}
        )
    )
    bonus = next(each for (wager, _), each in found.items() if wager == "dragon_bonus")
    assert (bonus.other, bonus.change, bonus.contributions) == (None, None, ())


def test_a_sweep_has_every_value_and_why_one_is_unlawful() -> None:
    """627a.3(a): six to eight decks where cards are shuffled by hand; others are refused with the provision."""
    found = pitboss.sweep("minibaccarat", "decks", rules={"decks": 8}, wager="tie")
    lawful = {each.value: each for each in found.values if each.figures}
    assert set(lawful) == {6, 7, 8}
    assert all(each.cite == "627a.3(a)" for each in found.values if each.refused)
    for decks in lawful:
        edge = pitboss.edge("minibaccarat", "tie", rules={"decks": decks}).house_edge
        assert next(row for row in found.rows() if row["decks"] == decks)["house_edge"] == edge
    assert [each.value for each in found.values if each.filed] == [8]


def test_a_sweep_through_named_values_and_words() -> None:
    wheels = pitboss.sweep("roulette", "wheel", wager="red")
    assert {row["wheel"]: row["house_edge"] for row in wheels.rows()} == WHEELS
    one = pitboss.sweep("roulette", "wheel", ["single"], wager="red")
    assert [row["house_edge"] for row in one.rows()] == [Fraction(1, 37)]
    assert wheels.to_frame()["house_edge"].round(4).tolist() == [0.0526, 0.0270, 0.0270]


def test_the_fewest_changes_that_reach_a_range() -> None:
    """None where it is there already; one where one does; the provisions are named."""
    here = pitboss.solve("roulette", "red", "0.05", "0.06")
    assert [each.changes for each in here.solutions] == [()]
    found = pitboss.solve("roulette", "red", "0.025", "0.03")
    assert {each.changes for each in found.solutions} == {(("wheel", "single"),), (("wheel", "double_as_single"),)}
    for each in found.solutions:
        assert each.cites == ("617a.1(c)",)
        assert each.house_edge == pitboss.edge("roulette", "red", rules=dict(each.changes)).house_edge


def test_two_changes_where_one_is_not_enough() -> None:
    """627a: of minibaccarat's Banker's Hand no single choice reaches this; decks and EZ Baccarat together do."""
    rules = {"decks": 8}
    of = {**rules, "ez_baccarat": True, "decks": 6}
    wanted = pitboss.edge("minibaccarat", "bankers_hand", rules=of).house_edge
    found = pitboss.solve("minibaccarat", "bankers_hand", wanted, wanted, rules=rules)
    assert all(len(each.changes) == 2 for each in found.solutions)
    assert (("decks", 6), ("ez_baccarat", True)) in {tuple(sorted(each.changes)) for each in found.solutions}


@pytest.mark.parametrize(
    ("call", "why", "words"),
    [
        (lambda: pitboss.sweep("roulette", "whel"), "unknown_choice", "did you mean wheel"),
        (lambda: pitboss.sweep("roulette", "unit"), "malformed", "cannot be listed"),
        (lambda: pitboss.sweep("roulette", "wheel", ["single"] * 65), "malformed", "65 values are too many"),
        (lambda: pitboss.sweep("roulette", "wheel", ["triple"]), "forbidden_choice", "No value of wheel is lawful here"),
        (lambda: pitboss.sweep("roulette", "wheel", wager="ante"), "unknown_wager", "there are: straight"),
        (lambda: pitboss.sweep("roulette", "wheel", pace=0), "malformed", "1 to 3600 rounds"),
        (lambda: pitboss.compare("roulette", {"wheel": "triple"}), "forbidden_choice", "it takes one of"),
        (lambda: pitboss.solve("roulette", "ante", 0, 1), "unknown_wager", "there are: straight"),
        (lambda: pitboss.solve("roulette", "red", "0.1", "0.2"), "cannot_happen", "the nearest edge is 5.2632 %"),
        (lambda: pitboss.solve("roulette", "red", "0.2", "0.1"), "malformed", "from the lower edge to the higher"),
        (lambda: pitboss.solve("roulette", "red", "0.1", "0.2", changes=9), "malformed", "1 to 3 changes"),
    ],
)  # fmt: skip
def test_what_cannot_be_studied_is_refused(call: Any, why: str, words: str) -> None:
    """In one sentence with what is allowed."""
    with pytest.raises(pitboss.Refused) as refused:
        call()
    assert refused.value.why == why
    assert words in refused.value.sentence


def test_a_range_is_read_in_percent() -> None:
    assert list(read_range("2.5..3")) == [Fraction(1, 40), Fraction(3, 100)]
    assert list(read_range("5 %")) == [Fraction(1, 20)] * 2
    for text in ("", "x", "1..2..3", "1/0"):
        with pytest.raises(pitboss.Refused, match=r"^Expected a range in percent"):
            list(read_range(text))


def test_the_commands(run: Pitboss, tmp_path: Path) -> None:
    """``compare``, ``sweep`` with its plot and ``solve``, as a person reads them."""
    one, other, plot = tmp_path / "a.toml", tmp_path / "b.toml", tmp_path / "wheel.svg"
    one.write_text('game = "roulette"\nwheel = "double"\n', encoding="utf-8")
    other.write_text('game = "roulette"\nwheel = "single"\n', encoding="utf-8")
    _, said, _ = run("compare", one, other, "--wager", "red")
    assert said.startswith("They differ in: wheel.\n")
    assert "5.2632 %" in said
    assert "-2.5605 %" in said
    _, said, _ = run("sweep", "roulette", "--choice", "wheel", "--wager", "red", "--plot", plot)
    assert [line.split()[0] for line in said.splitlines()] == ["wheel", *WHEELS]
    assert plot.read_text(encoding="utf-8").count("<rect") == 3
    _, said, _ = run("solve", "roulette", "--wager", "red", "--edge", "2.5..3")
    assert "wheel = single " in said
    status, _, error = run("compare", one, tmp_path / "none.toml")
    assert status != 0
    assert "none.toml" in error
