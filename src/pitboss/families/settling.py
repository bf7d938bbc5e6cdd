"""Settling wagers: paid at their odds or collected; given back where a hand is void."""

from typing import Any

from pitboss.events import Settlement
from pitboss.money import Odds
from pitboss.seating import Seat
from pitboss.submission import RulesSubmission
from pitboss.wagers import Wager, collected, paid, returned


def decided(
    wager: Wager, odds: Odds | None, rules: RulesSubmission, *, pays: str, loses: str, outcome: str = ""
) -> Settlement:
    """The settlement of a wager that won at these odds (under ``pays``) or lost (under ``loses``)."""
    if odds is None:
        return collected(wager, cite=loses, outcome=outcome)
    return paid(wager, odds, cite=pays, outcome=outcome, breakage=rules.breakage, chip=rules.chip)


def given_back(seat: Seat, up: dict[Any, Wager], *, cite: str, outcome: str) -> tuple[Settlement, ...]:
    """All that a seat still has up is returned and no longer up."""
    keys = [key for key, wager in up.items() if wager.seat == seat]
    return tuple(returned(up.pop(key), cite=cite, outcome=outcome) for key in keys)
