"""§§ 625a.1–625a.4 and 625a.6: shaker and dice, what may be wagered, what it pays, and what is filed."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from typing import Annotated

import msgspec

from pitboss.equipment.dice import faces, throws
from pitboss.money import Odds
from pitboss.submission import Choice, RulesSubmission, betting_positions
from pitboss.wagers import Paytable, Posted, Spots, Terms, WagerKind

# § 625a.1.  Sic Bo table; Sic Bo shaker; physical characteristics.


class Shaker(StrEnum):
    """625a.1(d)(1)–(2)."""

    MANUAL = "manual"
    AUTOMATED = "automated"


# § 625a.2.  Dice; number of dice.

DICE = 3  # 625a.2(a)


# § 625a.3.  Wagers.

WAGERS = (
    WagerKind("three_of_a_kind", "Three of a Kind", "625a.3(1)", "this number on all three dice", pays="625a.6(a)"),
    WagerKind("two_of_a_kind", "Two of a Kind", "625a.3(2)", "this number on two dice", pays="625a.6(a)"),
    WagerKind("any_three_of_a_kind", "Any Three of a Kind", "625a.3(3)", "any number on all three", pays="625a.6(a)"),
    WagerKind("total_value_bet", "Total Value Bet", "625a.3(4)", "this total of the three dice", pays="625a.6(a)"),
    WagerKind("two_dice_combination", "Two Dice Combination", "625a.3(5)", "both of these numbers", pays="625a.6(a)"),
    WagerKind("small_bet", "Small Bet", "625a.3(6)", "a total of 4 to 10, but no triple", pays="625a.6(a)"),
    WagerKind("big_bet", "Big Bet", "625a.3(7)", "a total of 11 to 17, but no triple", pays="625a.6(a)"),
    WagerKind("one_of_a_kind", "One of a Kind", "625a.3(8)", "this number on one die or more", pays="625a.6(b)"),
)
KINDS = {kind.name: kind for kind in WAGERS}
NUMBERS = tuple("123456")
SMALL, BIG = range(4, 11), range(11, 18)  # 625a.3(6)–(7)


def triple(dice: Sequence[int]) -> bool:
    """Whether all three dice show the same number."""
    return dice.count(dice[0]) == DICE


def wins(kind: str, on: str, dice: Sequence[int], *, pair_in_triple: bool = True) -> bool:
    """625a.3(1)–(8): whether the wager wins. ``pair_in_triple``: a triple also shows its number on two dice (I-625a-01)."""
    match kind:
        case "three_of_a_kind":
            return dice.count(int(on)) == 3
        case "two_of_a_kind":
            return dice.count(int(on)) == 2 or (pair_in_triple and dice.count(int(on)) == 3)
        case "any_three_of_a_kind":
            return triple(dice)
        case "total_value_bet":
            return sum(dice) == int(on)  # a triple too (I-625a-02)
        case "two_dice_combination":
            return all(int(number) in dice for number in on.split("-"))  # once, whatever the third (I-625a-03)
        case "small_bet":
            return sum(dice) in SMALL and not triple(dice)
        case "big_bet":
            return sum(dice) in BIG and not triple(dice)
        case "one_of_a_kind":
            return int(on) in dice
    raise AssertionError(f"{kind} is not a wager of this chapter")


# § 625a.6.  Payout odds: exactly these (I-625a-09).

PAYOUTS = Paytable.of(
    "625a.6(a)",
    three_of_a_kind="150 to 1",
    two_of_a_kind="8 to 1",
    any_three_of_a_kind="24 to 1",
    two_dice_combination="5 to 1",
    small_bet="1 to 1",
    big_bet="1 to 1",
)
TOTALS: Mapping[str, Odds] = {
    str(total): Odds.parse(f"{pays} to 1")
    for total, pays in zip(range(4, 18), (50, 18, 14, 12, 8, 6, 6, 6, 6, 8, 12, 14, 18, 50), strict=True)
}  # 625a.6(a); 3 and 18 have no odds and are not offered (I-625a-10)
ONE_OF_A_KIND = tuple(Odds.parse(odds) for odds in ("1 to 1", "2 to 1", "3 to 1"))  # 625a.6(b), by how many dice match
ONE_OF_A_KIND_CITES = ("625a.6(b)(1)", "625a.6(b)(2)", "625a.6(b)(3)")

SPOTS: tuple[tuple[str, str], ...] = (
    *(("three_of_a_kind", number) for number in NUMBERS),
    *(("two_of_a_kind", number) for number in NUMBERS),
    ("any_three_of_a_kind", ""),
    *(("total_value_bet", total) for total in TOTALS),
    *(("two_dice_combination", f"{low}-{high}") for low, high in combinations(NUMBERS, 2)),
    ("small_bet", ""),
    ("big_bet", ""),
    *(("one_of_a_kind", number) for number in NUMBERS),
)


def odds(kind: str, on: str, dice: Sequence[int]) -> Odds:
    """625a.6: what a winning wager is paid; One of a Kind by how many dice match, not added up (I-625a-04)."""
    if kind == "total_value_bet":
        return TOTALS[on]
    if kind == "one_of_a_kind":
        return ONE_OF_A_KIND[dice.count(int(on)) - 1]
    return PAYOUTS[kind]


def paid_under(kind: str, on: str, dice: Sequence[int]) -> str:
    """The provision that sets the odds."""
    return ONE_OF_A_KIND_CITES[dice.count(int(on)) - 1] if kind == "one_of_a_kind" else "625a.6(a)"


# § 625a.4.  Placement of wagers.

SEATS = 12  # I-625a-11: at most


class Rules(RulesSubmission, frozen=True, kw_only=True):
    """What a certificate holder files for Sic Bo."""

    shaker: Annotated[Shaker, Choice("625a.1(d)", "The shaker in use.")] = Shaker.MANUAL
    seats: Annotated[int, betting_positions("I-625a-11", SEATS)] = SEATS
    two_of_a_kind_wins_on_triple: Annotated[
        bool, Choice("I-625a-01", "Whether Two of a Kind also wins when all three dice show its number.")
    ] = True

    @classmethod
    def wager_names(cls) -> tuple[str, ...]:
        return tuple(KINDS)

    @cached_property
    def spots(self) -> Spots:
        return {(kind, on): self._terms(KINDS[kind], on) for kind, on in SPOTS}

    def _terms(self, kind: WagerKind, on: str) -> Terms:
        pays = ONE_OF_A_KIND if kind.name == "one_of_a_kind" else (odds(kind.name, on, ()),)
        return self.terms(kind, on, odds=pays)

    @cached_property
    def posted(self) -> Posted:
        return msgspec.structs.replace(POSTED, seats=self.seats)

    @cached_property
    def winners(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """For each throw, the areas of the layout that win on it: what the electrical device lights."""
        pair_in_triple = self.two_of_a_kind_wins_on_triple
        return {
            throw: tuple(spot for spot in SPOTS if wins(*spot, faces(throw), pair_in_triple=pair_in_triple))
            for throw in throws(DICE)
        }


POSTED = Posted(
    seats=SEATS,
    limits="I-GEN-34",
    chips="625a.4(a)",  # value chips or plaques; no spoken wagers with cash
    closed="625a.5(c)",
    seated="625a.3",
    forms=("", "value_chips", "plaques"),
)
