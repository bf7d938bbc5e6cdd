"""Rounds settled again under another edition or reading: what differs, for whom, by which provisions, and what cannot be said."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from pitboss.chapters.ch686a_over_under import Edition, procedure, rules
from pitboss.events import Settlement
from pitboss.interchange.otherwise import (
    ChangedSettlement,
    ComparedRound,
    NotComparable,
    OtherwiseTotals,
    settle_otherwise,
)
from pitboss.interchange.rounds import PlayedRound
from pitboss.interchange.scenarios import from_scenario
from pitboss.money import Odds
from pitboss.procedure import Refused
from tests.golden.regenerate import HERE

PROPOSED = {"edition": "2019-proposed"}


def golden(game: str, name: str) -> list[PlayedRound]:
    return list(from_scenario((HERE / game / f"{name}.toml").read_text(encoding="utf-8")))


def compared(rounds: list[PlayedRound], other: Mapping[str, Any]) -> tuple[list[ChangedSettlement], OtherwiseTotals]:
    """Every difference, and the sums; none of them may be left out for not being comparable."""
    totals, changed = OtherwiseTotals(), list[ChangedSettlement]()
    for one in settle_otherwise(rounds, other):
        assert isinstance(one, ComparedRound), one
        totals.add(one)
        changed += one.changed
    return changed, totals


OVER_UNDER = sorted(path.stem for path in (HERE / "over-under").glob("*.toml") if not path.stem.startswith("refused"))


@pytest.mark.parametrize("name", OVER_UNDER)
def test_i_686a_10_the_two_editions_settle_alike(name: str) -> None:
    """Every golden play of Over/Under, irregularities included."""
    other = {"edition": "2021"} if name == "proposed_2019" else PROPOSED
    changed, totals = compared(golden("over-under", name), other)
    assert not changed
    assert totals.rounds > 0


@pytest.fixture
def control(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition that pays 2 to 1 on the Ante and the wager beside it, put in the place of the proposal."""
    as_written = procedure.settle

    def settle(seat: int, total: int, up: Any, filed: rules.Rules) -> Iterator[Settlement]:
        with monkeypatch.context() as patched:
            if filed.edition is Edition.PROPOSED_2019:
                doubled = Odds.parse("2 to 1")
                patched.setattr(
                    procedure, "side_pays", lambda side, points: doubled if rules.side_pays(side, points) else None
                )
            yield from list(as_written(seat, total, up, filed))

    monkeypatch.setattr(procedure, "settle", settle)


@pytest.mark.usefixtures("control")
def test_a_control_edition_that_pays_otherwise_is_found() -> None:
    """To the cent: 27 wins Over 23 at seat 1, the others lose; what is lost, and the Bonus Wager, does not change."""
    changed, totals = compared(golden("over-under", "over_under_surrender"), PROPOSED)
    won = [(one.seat, one.wager, one.stake, one.before, one.after) for one in changed]
    assert won
    for _, wager, stake, before, after in won:
        assert wager in ("ante", "over_23", "under_18")
        assert (before, after) == (2 * stake, 3 * stake)
    assert {(one.cite_before, one.cite_after) for one in changed} == {("686a.8(a)", "686a.8(a)")}
    assert totals.more == sum(stake for _, _, stake, _, _ in won)
    assert sum(totals.patrons.values()) == totals.more


def test_a_reading_with_other_odds_says_amounts_and_provisions() -> None:
    """I-633a-01: with King's Bounty alone under the limit both awards are whole, by the provisions that pay them."""
    text = """
game = "blackjack"
[submission]
split_aces = "one_card"
lucky_ladies = true
kings_bounty = true
payout_limit = "25000.00"
limits = {lucky_ladies = {maximum = "25.00"}, kings_bounty = {maximum = "25.00"}}
[[round]]
wagers = [{seat = 1, wager = "blackjack", amount = "10.00"}, {seat = 1, wager = "lucky_ladies", amount = "16.00"},
          {seat = 2, wager = "blackjack", amount = "10.00"}, {seat = 2, wager = "kings_bounty", amount = "24.00"}]
chance = ["2C", "QH", "KS", "KD", "QH", "KS", "AC"]
"""
    rounds = list(from_scenario(text))
    changed, totals = compared(rounds, {"payout_limit_covers": "kings_bounty"})
    found = {one.wager: (one.before, one.after, one.cite_before, one.cite_after) for one in changed}
    assert found == {
        "lucky_ladies": (1_001_600, 1_601_600, "633a.13(m)", "633a.13(c)"),
        "kings_bounty": (1_502_400, 2_402_400, "633a.13(m)", "633a.13(h)"),
    }
    assert (totals.changed, totals.more) == (2, 1_500_000)
    back = list(settle_otherwise(rounds, {"payout_limit_per": "table"}, base={"payout_limit_covers": "kings_bounty"}))
    assert [one.changed for one in back if isinstance(one, ComparedRound)] == [()]


def test_where_somebody_is_asked_otherwise_nobody_knows() -> None:
    """A table without the Bonus Wager would not have taken it; one with surrender at the Switch asks more (I-633a-07)."""
    (one, *_) = settle_otherwise(golden("over-under", "bonus"), {"bonus_wager": False})
    assert isinstance(one, NotComparable)
    assert one.why.startswith("What was answered does not fit: The Bonus Wager is not offered")
    found = list(settle_otherwise(golden("blackjack", "switch_to_a_blackjack"), {"surrender_at_switch": True}))
    assert [one.why for one in found if isinstance(one, NotComparable)] == [
        "Seat 1 is asked otherwise: decision (surrender, double_down, stand, draw)."
    ]


def test_a_choice_that_no_game_here_has_is_refused() -> None:
    """What was asked would otherwise look like nothing had differed; rounds of other games are only passed over."""
    with pytest.raises(Refused, match="No round here is of a game with edition: they are of roulette"):
        list(
            settle_otherwise(
                golden("roulette", sorted(p.stem for p in (HERE / "roulette").glob("*.toml"))[0]), PROPOSED
            )
        )
    mixed = [
        *golden("over-under", "totals"),
        *golden("big-six-wheel", next((HERE / "big-six-wheel").glob("*.toml")).stem),
    ]
    assert len(list(settle_otherwise(mixed, PROPOSED))) == len(golden("over-under", "totals"))


def test_every_recorded_game_settles_as_it_was(told: dict[str, list[PlayedRound]]) -> None:
    """Played side by side with itself, every recorded round of every game comes to the same."""
    for rounds in told.values():
        changed, totals = compared(rounds[:5], {"breakage": rounds[0].rules.choices["breakage"]})
        assert not changed
        assert totals.settlements == sum(len(one.settlements) for one in rounds[:5])
