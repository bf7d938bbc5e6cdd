"""Settling wagers: paid at their odds, collected whole or by half, given back where a hand is void."""

from enum import StrEnum
from typing import Any, Protocol

import msgspec

from pitboss.events import Collected, Paid, Settlement
from pitboss.money import Odds, PayoutRounding, half
from pitboss.seating import Seat
from pitboss.submission import Choice
from pitboss.wagers import Wager, collected, paid, returned


class Paying(Protocol):
    """What a Rules Submission says about payouts that are not a whole number of cents or chips."""

    @property
    def payout_rounding(self) -> PayoutRounding: ...


def decided(wager: Wager, odds: Odds | None, rules: Paying, *, pays: str, loses: str, outcome: str = "") -> Settlement:
    """The settlement of a wager that won at these odds (under ``pays``) or lost (under ``loses``)."""
    if odds is None:
        return collected(wager, cite=loses, outcome=outcome)
    return won(wager, odds, rules, cite=pays, outcome=outcome)


def won(wager: Wager, odds: Odds, rules: Paying, *, cite: str, outcome: str = "") -> Paid:
    """A wager paid at these odds; what they do not pay in whole cents or chips follows the breakage filed (I-GEN-06, I-GEN-41)."""
    return paid(wager, odds, cite=cite, outcome=outcome, rounding=rules.payout_rounding)


class DeadHand(StrEnum):
    """Which wagers of a hand that is called dead go back: all, or the original one alone, as the text names it."""

    ALL_WAGERS = "all_wagers"
    ORIGINAL_WAGER = "original_wager"


ODD_CENT = Choice("I-GEN-07", "Whether the odd cent of a wager that is surrendered goes to the house.", added=True)


def half_lost(wager: Wager, *, cite: str, outcome: str = "", odd_to_house: bool = False) -> Collected:
    """Half of the wager is collected and half goes back; an odd cent goes back unless filed otherwise (I-GEN-07)."""
    returned_half, _ = half(wager.amount, odd_to_house=odd_to_house)
    return msgspec.structs.replace(collected(wager, cite=cite, outcome=outcome), returned=returned_half)


def given_back(seat: Seat, up: dict[Any, Wager], *, cite: str, outcome: str) -> tuple[Settlement, ...]:
    """Return every wager that a seat still has up, and take it off ``up``."""
    keys = [key for key, wager in up.items() if wager.seat == seat]
    return tuple(returned(up.pop(key), cite=cite, outcome=outcome) for key in keys)
