"""§§ 617a.1, 617a.3, 617a.4: the wheel, what may be wagered where, what it pays, and what is filed."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property
from typing import Annotated, ClassVar

import msgspec

from pitboss.equipment.wheel import Wheel
from pitboss.events import Paid
from pitboss.families.settling import won
from pitboss.money import Money, Odds, winnings
from pitboss.procedure import Refusal, Refused
from pitboss.submission import Choice, Covers, RulesSubmission, betting_positions
from pitboss.wagers import Posted, Spots, Terms, Wager, WagerKind

# § 617a.1.  Ball, wheel and table; a double zero wheel used as a single zero wheel.

# fmt: off
SINGLE_ZERO = Wheel.of("wheel",
    "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26")  # 617a.1(c)
DOUBLE_ZERO = Wheel.of("wheel",
    "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2")  # 617a.1(d)
# fmt: on
RED_NUMBERS = frozenset(
    str(n) for n in (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)
)  # I-617a-02
NUMBERS = tuple(str(n) for n in range(1, 37))


class WheelInUse(StrEnum):
    """617a.1(c)–(e): a double zero wheel, a single zero wheel, or the first used as the second."""

    DOUBLE = "double"
    SINGLE = "single"
    DOUBLE_AS_SINGLE = "double_as_single"


def colour(pocket: str) -> str:
    """617a.1(c)–(d): the zeros are green, the others alternately red and black."""
    return "green" if pocket in ("0", "00") else "red" if pocket in RED_NUMBERS else "black"


# § 617a.3.  Placement of wagers.

STRAIGHT, SPLIT, THREE_NUMBERS, FOUR_NUMBERS = "straight", "split", "three_numbers", "four_numbers"
FIRST_FIVE, SIX_NUMBERS, FIVE_ADJACENT = "first_five_numbers", "six_numbers", "five_adjacent_number"
COLUMN, DOZEN, RED, BLACK, ODD, EVEN = "column", "dozen", "red", "black", "odd", "even"
LOW, HIGH = "one_to_eighteen", "nineteen_to_thirty_six"

PAYS = "617a.4(a)"
WAGERS = (
    WagerKind(STRAIGHT, "Straight Wager", "617a.3(e)(1)", "one number", pays=PAYS, group="inside"),
    WagerKind(SPLIT, "Split Wager", "617a.3(e)(2)", "either of two neighbouring numbers", pays=PAYS, group="inside"),
    WagerKind(THREE_NUMBERS, "Three Numbers Wager", "617a.3(e)(3)", "any of a row of three", pays=PAYS, group="inside"),
    WagerKind(FOUR_NUMBERS, "Four Numbers Wager", "617a.3(e)(4)", "any of four that share a corner", pays=PAYS, group="inside"),
    WagerKind(FIRST_FIVE, "First Five Numbers Wager", "617a.3(e)(5)", "0, 00, 1, 2 or 3", pays=PAYS, group="inside"),
    WagerKind(SIX_NUMBERS, "Six Numbers Wager", "617a.3(e)(6)", "any of two neighbouring rows", pays=PAYS, group="inside"),
    WagerKind(COLUMN, "Column Wager", "617a.3(e)(7)", "any of a column of twelve", pays=PAYS, group="outside"),
    WagerKind(DOZEN, "Dozen Wager", "617a.3(e)(8)", "any of twelve in sequence", pays=PAYS, group="outside"),
    WagerKind(RED, "Red Wager", "617a.3(e)(9)", "any red number", pays=PAYS, group="outside"),
    WagerKind(BLACK, "Black Wager", "617a.3(e)(10)", "any black number", pays=PAYS, group="outside"),
    WagerKind(ODD, "Odd Wager", "617a.3(e)(11)", "any odd number", pays=PAYS, group="outside"),
    WagerKind(EVEN, "Even Wager", "617a.3(e)(12)", "any even number but the zeros", pays=PAYS, group="outside"),
    WagerKind(LOW, "1–18 Wager", "617a.3(e)(13)", "1 to 18", pays=PAYS, group="outside"),
    WagerKind(HIGH, "19–36 Wager", "617a.3(e)(14)", "19 to 36", pays=PAYS, group="outside"),
    WagerKind(
        FIVE_ADJACENT, "Five Adjacent Number Wager", "617a.3(e)(1)(i)", "five neighbours on the wheel, a Straight Wager on each",
        option="five_adjacent_number_wager", pays=PAYS, group="inside",
    ),
)  # fmt: skip
KINDS = {kind.name: kind for kind in WAGERS}
EVEN_MONEY = (RED, BLACK, ODD, EVEN, LOW, HIGH)
PARTS = 5  # 617a.3(e)(1)(iii): equal chips of a Five Adjacent Number Wager

Spot = tuple[str, str]  # a kind of wager, and where it is made


def covered(wheel: WheelInUse, *, trio_and_four: bool = False) -> dict[Spot, tuple[str, ...]]:
    """617a.3(e)(1)–(14): every wager of the layout with its numbers. Where 00 is covered, no wager has it (I-617a-04)."""
    found: dict[Spot, tuple[str, ...]] = {}

    def add(kind: str, numbers: tuple[str, ...]) -> None:
        if "00" not in numbers or wheel is WheelInUse.DOUBLE:
            found[kind, "-".join(numbers)] = numbers

    def numbers(*these: int) -> tuple[str, ...]:
        return tuple(str(n) for n in these)

    for number in ("0", "00", *NUMBERS):
        add(STRAIGHT, (number,))
    # The zeros touch the first row; a single zero touches all of it.
    beside = {"0": ("1", "2", "3")} if wheel is WheelInUse.SINGLE else {"0": ("1", "2"), "00": ("2", "3")}
    for zero, touching in beside.items():
        for number in touching:
            add(SPLIT, (zero, number))
    add(SPLIT, ("0", "00"))
    for n in range(1, 37):
        if n % 3:
            add(SPLIT, numbers(n, n + 1))
        if n <= 33:
            add(SPLIT, numbers(n, n + 3))
            if n % 3:
                add(FOUR_NUMBERS, numbers(n, n + 1, n + 3, n + 4))
    for trio in (("0", "1", "2"), ("0", "00", "2"), ("00", "2", "3")):
        add(THREE_NUMBERS, trio)
    if trio_and_four and wheel is WheelInUse.SINGLE:  # I-617a-03
        add(THREE_NUMBERS, ("0", "2", "3"))
        add(FOUR_NUMBERS, ("0", "1", "2", "3"))
    for first in range(1, 37, 3):
        add(THREE_NUMBERS, numbers(first, first + 1, first + 2))
        if first < 34:
            add(SIX_NUMBERS, numbers(*range(first, first + 6)))
    if wheel is WheelInUse.DOUBLE:  # I-617a-05
        found[FIRST_FIVE, ""] = ("0", "00", "1", "2", "3")
    for n in range(3):
        found[COLUMN, str(n + 1)] = numbers(*range(n + 1, 37, 3))
        found[DOZEN, str(n + 1)] = numbers(*range(12 * n + 1, 12 * n + 13))
    found[RED, ""] = tuple(n for n in NUMBERS if n in RED_NUMBERS)
    found[BLACK, ""] = tuple(n for n in NUMBERS if n not in RED_NUMBERS)
    found[ODD, ""] = tuple(n for n in NUMBERS if int(n) % 2)
    found[EVEN, ""] = tuple(n for n in NUMBERS if int(n) % 2 == 0)
    found[LOW, ""] = numbers(*range(1, 19))
    found[HIGH, ""] = numbers(*range(19, 37))
    return found


def five_adjacent(wheel: WheelInUse) -> dict[Spot, tuple[str, ...]]:
    """617a.3(e)(1)(i)–(iii), I-617a-06: by centre, five neighbours on the wheel; never across a 00 that is not in play."""
    device = SINGLE_ZERO if wheel is WheelInUse.SINGLE else DOUBLE_ZERO
    windows = {(FIVE_ADJACENT, centre): device.adjacent(centre, PARTS) for centre in device.order}
    return {key: five for key, five in windows.items() if wheel is not WheelInUse.DOUBLE_AS_SINGLE or "00" not in five}


# § 617a.4.  Payout odds.

FLOORS: Mapping[str, Odds] = {
    name: Odds.least(odds)
    for name, odds in {
        STRAIGHT: "35 to 1",
        SPLIT: "17 to 1",
        THREE_NUMBERS: "11 to 1",
        FOUR_NUMBERS: "8 to 1",
        FIRST_FIVE: "6 to 1",
        SIX_NUMBERS: "5 to 1",
        COLUMN: "2 to 1",
        DOZEN: "2 to 1",
        RED: "1 to 1",
        BLACK: "1 to 1",
        ODD: "1 to 1",
        EVEN: "1 to 1",
        LOW: "1 to 1",
        HIGH: "1 to 1",
    }.items()
}  # 617a.4(a): no less than these (I-617a-01)

SEATS = 8  # I-617a-16: at most


class Rules(RulesSubmission, frozen=True, kw_only=True):
    """What a certificate holder files for Roulette."""

    floors: ClassVar[Mapping[str, Odds]] = FLOORS

    wheel: Annotated[WheelInUse, Choice("617a.1(c)", "The wheel in use.")] = WheelInUse.DOUBLE
    seats: Annotated[int, betting_positions("I-617a-16", SEATS)] = SEATS
    five_adjacent_number_wager: Annotated[
        bool, Choice("617a.3(e)(1)(i)", "Whether the Five Adjacent Number Wager is offered.")
    ] = False
    payouts: Annotated[
        Mapping[str, Odds], Choice("617a.4(a)", "Odds above those of the text, by wager.", floors="floors")
    ] = msgspec.field(default_factory=dict)
    single_zero_trio_and_four: Annotated[
        bool, Choice("I-617a-03", "Whether a single zero layout also lists 0-2-3 and 0-1-2-3.")
    ] = False
    value_chips: Annotated[bool, Choice("I-617a-07", "Whether value chips may be wagered beside Roulette chips.")] = (
        False
    )
    inside_total_minimum: Annotated[
        Money | None,
        Choice("I-617a-12", "A minimum for a player's inside wagers together, instead of for each.", 1),
    ] = None
    outside_each_minimum: Annotated[Money | None, Choice("I-617a-12", "The minimum of each outside wager.", 1)] = None

    @classmethod
    def wager_names(cls) -> tuple[str, ...]:
        return tuple(KINDS)

    def check(self) -> None:
        if self.single_zero_trio_and_four and self.wheel is not WheelInUse.SINGLE:
            raise Refused(
                Refusal.FORBIDDEN_CHOICE,
                "single_zero_trio_and_four needs wheel = 'single': those areas exist on no other layout.",
                "617a.3(e)(3)(i)",
            )

    @property
    def device(self) -> Wheel:
        return SINGLE_ZERO if self.wheel is WheelInUse.SINGLE else DOUBLE_ZERO

    def odds(self, kind: str) -> Odds:
        """617a.4(a): the filed odds, else the floor. Five Adjacent is five Straight Wagers."""
        return self._odds[STRAIGHT if kind == FIVE_ADJACENT else kind]

    @cached_property
    def _odds(self) -> Mapping[str, Odds]:
        return {name: self.payouts.get(name, floor).never_below(floor) for name, floor in FLOORS.items()}

    @cached_property
    def covers(self) -> Covers:
        """Every spot this table offers, with the numbers it covers."""
        spots = covered(self.wheel, trio_and_four=self.single_zero_trio_and_four)
        return spots | five_adjacent(self.wheel) if self.five_adjacent_number_wager else spots

    @cached_property
    def winners(self) -> Mapping[str, frozenset[Spot]]:
        """For each compartment, the spots that win on it."""
        return {
            pocket: frozenset(spot for spot, numbers in self.covers.items() if pocket in numbers)
            for pocket in self.device.order
        }

    @cached_property
    def spots(self) -> Spots:
        return {(kind, on): self._terms(KINDS[kind], on) for kind, on in self.covers}

    def _terms(self, kind: WagerKind, on: str) -> Terms:
        terms = self.terms(kind, on, odds=(self.odds(kind.name),))
        if kind.name == FIVE_ADJACENT:  # five equal chips, each as large as the inside minimum
            own, step = self.limits.get(kind.name), PARTS * self.chip
            # I-617a-12: where inside wagers count together, no Straight Wager has a minimum of its own
            each = self.least(STRAIGHT) if self.inside_total_minimum is None else self.step
            least = own.minimum if own and own.minimum else PARTS * each
            top = self.most(STRAIGHT)  # of each of the five numbers
            most = own.maximum if own and own.maximum else None if top is None else PARTS * top
            return msgspec.structs.replace(
                terms, least=max(least, step), most=most, step=step, step_cite="617a.3(e)(1)(iii)", parts=PARTS
            )
        if kind.group == "inside" and self.inside_total_minimum is not None:
            return msgspec.structs.replace(terms, least=self.step)
        if kind.group == "outside" and self.outside_each_minimum is not None:
            return msgspec.structs.replace(terms, least=self.outside_each_minimum)
        return terms

    @cached_property
    def posted(self) -> Posted:
        """617a.3: spoken wagers with cash are refused; value chips are accepted where that was filed."""
        return msgspec.structs.replace(
            POSTED, seats=self.seats, forms=("", "value_chips") if self.value_chips else ("",)
        )


POSTED = Posted(
    seats=SEATS,
    limits="617a.1(f)(3)",
    chips="617a.3(a)",
    closed="617a.5(b)",
    seated="617a.3(b)",
)


def wins(kind: str, on: str, pocket: str, rules: Rules) -> bool:
    """617a.4(b)–(c), I-617a-11: whether the spot covers the compartment; on a zero all outside wagers lose."""
    return (kind, on) in rules.winners[pocket]


def pay(wager: Wager, pocket: str, rules: Rules) -> Paid:
    """617a.4(a): what a winning wager is paid; of Five Adjacent only the part on the number wins (617a.3(e)(1)(iii))."""
    odds = rules.odds(wager.kind)
    if wager.kind != FIVE_ADJACENT:
        return won(wager, odds, rules, cite="617a.4(a)", outcome=pocket)
    part = wager.amount // PARTS
    due = part + winnings(part, odds, rules.payout_rounding)
    return Paid(wager.seat, wager.kind, wager.on, wager.amount, due, odds.text, pocket, cite="617a.4(a)")
