"""Chapter 617a. Roulette: many wagers at once, a wheel, no decisions."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Annotated, ClassVar

import msgspec

from pitboss.equipment.wheel import Wheel
from pitboss.events import (
    Announced,
    Event,
    IrregularityReported,
    Marked,
    Moved,
    Noted,
    Paid,
    RoundClosed,
    RoundOpened,
)
from pitboss.game import IrregularityKind, RoundStart
from pitboss.money import Cents, Money, Odds, dollars, winnings
from pitboss.procedure import (
    DEALER,
    Election,
    Irregularity,
    Option,
    Procedure,
    Refusal,
    Refused,
    ask,
    betting_window,
    draw,
)
from pitboss.submission import Filed, RulesSubmission
from pitboss.wagers import Book, Posted, Spots, Terms, Wager, WagerKind, collected, paid

# § 617a.1.  Ball, wheel and table; a double zero wheel used as a single zero wheel.

# fmt: off
SINGLE_ZERO = Wheel.of("wheel", "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26")  # 617a.1(c)
DOUBLE_ZERO = Wheel.of("wheel", "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2")  # 617a.1(d)
# fmt: on
RED = frozenset(str(n) for n in (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36))  # I-617a-02
NUMBERS = tuple(str(n) for n in range(1, 37))


class WheelInUse(StrEnum):
    """617a.1(c)–(e)."""

    DOUBLE = "double"
    SINGLE = "single"
    DOUBLE_AS_SINGLE = "double_as_single"


def colour(pocket: str) -> str:
    """617a.1(c)–(d): the zeros are green, the others alternately red and black."""
    return "green" if pocket in ("0", "00") else "red" if pocket in RED else "black"


# § 617a.3.  Placement of wagers.

INSIDE = (
    "straight",
    "split",
    "three_numbers",
    "four_numbers",
    "first_five_numbers",
    "six_numbers",
    "five_adjacent_number",
)

WAGERS = (
    WagerKind("straight", "Straight Wager", "617a.3(e)(1)", "one number", pays="617a.4(a)", group="inside"),
    WagerKind(
        "split",
        "Split Wager",
        "617a.3(e)(2)",
        "either of two neighbouring numbers",
        pays="617a.4(a)",
        group="inside",
    ),
    WagerKind(
        "three_numbers",
        "Three Numbers Wager",
        "617a.3(e)(3)",
        "any of a row of three",
        pays="617a.4(a)",
        group="inside",
    ),
    WagerKind(
        "four_numbers",
        "Four Numbers Wager",
        "617a.3(e)(4)",
        "any of four that share a corner",
        pays="617a.4(a)",
        group="inside",
    ),
    WagerKind(
        "first_five_numbers",
        "First Five Numbers Wager",
        "617a.3(e)(5)",
        "0, 00, 1, 2 or 3",
        pays="617a.4(a)",
        group="inside",
    ),
    WagerKind(
        "six_numbers",
        "Six Numbers Wager",
        "617a.3(e)(6)",
        "any of two neighbouring rows",
        pays="617a.4(a)",
        group="inside",
    ),
    WagerKind(
        "column",
        "Column Wager",
        "617a.3(e)(7)",
        "any of a column of twelve",
        pays="617a.4(a)",
        group="outside",
    ),
    WagerKind("dozen", "Dozen Wager", "617a.3(e)(8)", "any of twelve in sequence", pays="617a.4(a)", group="outside"),
    WagerKind("red", "Red Wager", "617a.3(e)(9)", "any red number", pays="617a.4(a)", group="outside"),
    WagerKind("black", "Black Wager", "617a.3(e)(10)", "any black number", pays="617a.4(a)", group="outside"),
    WagerKind("odd", "Odd Wager", "617a.3(e)(11)", "any odd number", pays="617a.4(a)", group="outside"),
    WagerKind(
        "even",
        "Even Wager",
        "617a.3(e)(12)",
        "any even number but the zeros",
        pays="617a.4(a)",
        group="outside",
    ),
    WagerKind("one_to_eighteen", "1–18 Wager", "617a.3(e)(13)", "1 to 18", pays="617a.4(a)", group="outside"),
    WagerKind(
        "nineteen_to_thirty_six",
        "19–36 Wager",
        "617a.3(e)(14)",
        "19 to 36",
        pays="617a.4(a)",
        group="outside",
    ),
    WagerKind(
        "five_adjacent_number",
        "Five Adjacent Number Wager",
        "617a.3(e)(1)(i)",
        "five neighbours on the wheel, a Straight Wager on each",
        option="five_adjacent_number_wager",
        pays="617a.4(a)",
        group="inside",
    ),
)
KINDS = {kind.name: kind for kind in WAGERS}


def covered(wheel: WheelInUse, *, trio_and_four: bool = False) -> dict[tuple[str, str], tuple[str, ...]]:
    """617a.3(e)(1)–(14): every wager of the layout with the numbers it covers. None contains a covered 00 (I-617a-04)."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}

    def add(kind: str, numbers: tuple[str, ...]) -> None:
        if "00" not in numbers or wheel is WheelInUse.DOUBLE:
            found[kind, "-".join(numbers)] = numbers

    def numbers(*these: int) -> tuple[str, ...]:
        return tuple(str(n) for n in these)

    for number in ("0", "00", *NUMBERS):
        add("straight", (number,))
    # The zeros touch the first row; a single zero stands over all of it.
    beside = {"0": ("1", "2", "3")} if wheel is WheelInUse.SINGLE else {"0": ("1", "2"), "00": ("2", "3")}
    for zero, touching in beside.items():
        for number in touching:
            add("split", (zero, number))
    add("split", ("0", "00"))
    for n in range(1, 37):
        if n % 3:
            add("split", numbers(n, n + 1))
        if n <= 33:
            add("split", numbers(n, n + 3))
            if n % 3:
                add("four_numbers", numbers(n, n + 1, n + 3, n + 4))
    for trio in (("0", "1", "2"), ("0", "00", "2"), ("00", "2", "3")):
        add("three_numbers", trio)
    if trio_and_four and wheel is WheelInUse.SINGLE:  # I-617a-03
        add("three_numbers", ("0", "2", "3"))
        add("four_numbers", ("0", "1", "2", "3"))
    for first in range(1, 37, 3):
        add("three_numbers", numbers(first, first + 1, first + 2))
        if first < 34:
            add("six_numbers", numbers(*range(first, first + 6)))
    if wheel is WheelInUse.DOUBLE:  # I-617a-05
        found["first_five_numbers", ""] = ("0", "00", "1", "2", "3")
    for n in range(3):
        found["column", str(n + 1)] = numbers(*range(n + 1, 37, 3))
        found["dozen", str(n + 1)] = numbers(*range(12 * n + 1, 12 * n + 13))
    found["red", ""] = tuple(n for n in NUMBERS if n in RED)
    found["black", ""] = tuple(n for n in NUMBERS if n not in RED)
    found["odd", ""] = tuple(n for n in NUMBERS if int(n) % 2)
    found["even", ""] = tuple(n for n in NUMBERS if int(n) % 2 == 0)
    found["one_to_eighteen", ""] = numbers(*range(1, 19))
    found["nineteen_to_thirty_six", ""] = numbers(*range(19, 37))
    return found


def five_adjacent(wheel: WheelInUse) -> dict[tuple[str, str], tuple[str, ...]]:
    """617a.3(e)(1)(i)–(iii), I-617a-06: by centre, five neighbours on the wheel itself; never through a dead 00."""
    device = SINGLE_ZERO if wheel is WheelInUse.SINGLE else DOUBLE_ZERO
    windows = {("five_adjacent_number", centre): device.adjacent(centre, 5) for centre in device.order}
    return {key: five for key, five in windows.items() if wheel is not WheelInUse.DOUBLE_AS_SINGLE or "00" not in five}


# § 617a.4.  Payout odds.

FLOORS: Mapping[str, Odds] = {
    name: Odds.parse(odds)
    for name, odds in {
        "straight": "35 to 1",
        "split": "17 to 1",
        "three_numbers": "11 to 1",
        "four_numbers": "8 to 1",
        "first_five_numbers": "6 to 1",
        "six_numbers": "5 to 1",
        "column": "2 to 1",
        "dozen": "2 to 1",
        "red": "1 to 1",
        "black": "1 to 1",
        "odd": "1 to 1",
        "even": "1 to 1",
        "one_to_eighteen": "1 to 1",
        "nineteen_to_thirty_six": "1 to 1",
    }.items()
}  # 617a.4(a): no less than these (I-617a-01)


class Rules(RulesSubmission, frozen=True, kw_only=True):
    """What a certificate holder files for Roulette."""

    floors: ClassVar[Mapping[str, Odds]] = FLOORS

    wheel: Annotated[WheelInUse, Filed("617a.1(c)", "The wheel in use.")] = WheelInUse.DOUBLE
    five_adjacent_number_wager: Annotated[
        bool, Filed("617a.3(e)(1)(i)", "Whether the Five Adjacent Number Wager is offered.")
    ] = False
    payouts: Annotated[
        Mapping[str, Odds], Filed("617a.4(a)", "Odds above those of the text, by wager.", floors="floors")
    ] = msgspec.field(default_factory=dict)
    single_zero_trio_and_four: Annotated[
        bool, Filed("I-617a-03", "Whether a single zero layout also lists 0-2-3 and 0-1-2-3.")
    ] = False
    value_chips: Annotated[bool, Filed("I-617a-07", "Whether value chips may be wagered beside Roulette chips.")] = (
        False
    )
    inside_total_minimum: Annotated[
        Money | None,
        Filed("I-617a-12", "A minimum for a player's inside wagers together, instead of for each.", 1),
    ] = None
    outside_each_minimum: Annotated[Money | None, Filed("I-617a-12", "The minimum of each outside wager.", 1)] = None

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
        name = "straight" if kind == "five_adjacent_number" else kind
        return self.payouts.get(name) or FLOORS[name]

    @cached_property
    def covers(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """Every spot this table offers, with the numbers it covers."""
        spots = covered(self.wheel, trio_and_four=self.single_zero_trio_and_four)
        return spots | five_adjacent(self.wheel) if self.five_adjacent_number_wager else spots

    @cached_property
    def winners(self) -> Mapping[str, frozenset[tuple[str, str]]]:
        """For each compartment, the spots that win on it."""
        return {
            pocket: frozenset(spot for spot, numbers in self.covers.items() if pocket in numbers)
            for pocket in self.device.order
        }

    @cached_property
    def spots(self) -> Spots:
        return {(kind, on): self._terms(KINDS[kind], on) for kind, on in self.covers}

    def _terms(self, kind: WagerKind, on: str) -> Terms:
        least, step, cite, parts = self.least(kind.name), self.unit or 1, "I-623a-36", 1
        if kind.name == "five_adjacent_number":  # five equal chips, each as large as the inside minimum
            own = self.limits.get(kind.name)
            fifth = own.minimum if own and own.minimum else 5 * self.least("straight")
            least, step, cite, parts = max(fifth, 5 * self.chip), 5 * self.chip, "617a.3(e)(1)(iii)", 5
        elif kind.group == "inside" and self.inside_total_minimum is not None:
            least = self.chip if self.unit else 1
        elif kind.group == "outside" and self.outside_each_minimum is not None:
            least = self.outside_each_minimum
        return Terms(kind, on, least, self.most(kind.name), step, cite, (self.odds(kind.name),), parts=parts)


POSTED = Posted(seats=8, limits="617a.1(f)(3)", chips="617a.3(a)", closed="617a.5(b)", seated="617a.3(b)")


def book_for(rules: Rules) -> Book:
    """617a.3: an empty layout. Spoken wagers with cash are refused; chips stay where they are put."""
    forms = ("", "value_chips") if rules.value_chips else ("",)
    posted = msgspec.structs.replace(POSTED, forms=forms)
    closing = inside_minimum(rules.inside_total_minimum) if rules.inside_total_minimum is not None else None
    return Book(rules.spots, posted, KINDS, breakage=rules.breakage, closing=closing)


def inside_minimum(least: Cents) -> Callable[[Book], None]:
    """I-617a-12: a player's inside wagers together meet the posted minimum."""

    def closing(book: Book) -> None:
        totals: dict[int, Cents] = {}
        for wager in book.wagers():
            if wager.kind in INSIDE:
                totals[wager.seat] = totals.get(wager.seat, 0) + wager.amount
        for seat, total in totals.items():
            if total < least:
                raise Refused(
                    Refusal.BELOW_MINIMUM,
                    f"Seat {seat}'s inside wagers come to ${dollars(total)}; together they must be at least ${dollars(least)}.",
                    "617a.1(f)(3)",
                )

    return closing


def wins(kind: str, on: str, pocket: str, rules: Rules) -> bool:
    """617a.4(b)–(c), I-617a-11: whether the spot covers the compartment; on a zero all outside wagers lose."""
    return (kind, on) in rules.winners[pocket]


def pay(wager: Wager, pocket: str, rules: Rules) -> Paid:
    """617a.4(a): what a winning wager is paid."""
    odds = rules.odds(wager.kind)
    if wager.kind == "five_adjacent_number":  # 617a.3(e)(1)(iii): only the fifth on the number wins
        fifth = wager.amount // 5
        due = fifth + winnings(fifth, odds, rules.breakage, rules.chip)
        return Paid(wager.seat, wager.kind, wager.on, wager.amount, due, odds.text, pocket, cite="617a.4(a)")
    return paid(wager, odds, cite="617a.4(a)", outcome=pocket, breakage=rules.breakage, chip=rules.chip)


# § 617a.5.  Rotation of wheel and ball.


class Table(msgspec.Struct, frozen=True):
    """Nothing at a roulette table outlasts the spin but the last number."""

    last: str = ""


def open_table(rules: Rules) -> Table:
    return Table()


def play(state: Table, rules: Rules, start: RoundStart) -> Procedure[Table]:
    """One round: wagers, the spin (again after "no spin"), the marker, losers collected, winners paid."""
    yield RoundOpened(start.number, cite="617a.5(a)")
    book = book_for(rules)
    pocket = None
    while pocket is None:
        yield from betting(book)
        pocket = yield from spin(rules)
    yield tuple(settlement(list(book.wagers()), pocket, rules))
    yield RoundClosed(start.number, cite="617a.5(e)")
    return Table(pocket)


def settlement(wagers: list[Wager], pocket: str, rules: Rules) -> Iterator[Event]:
    """617a.5(c)–(e): announce and mark, move winning fifths, collect every loser, then pay every winner."""
    yield Announced(f"{pocket} {colour(pocket)}", cite="617a.5(c)")
    yield Marked("point marker", pocket, cite="617a.5(c)")
    winning, zero = rules.winners[pocket], pocket in ("0", "00")
    winners = [wager for wager in wagers if (wager.kind, wager.on) in winning]
    for wager in winners:
        if wager.kind == "five_adjacent_number":
            yield Moved(wager.seat, wager.kind, wager.on, pocket, wager.amount // 5, cite="617a.5(d)")
    for wager in wagers:
        if (wager.kind, wager.on) not in winning:
            cite = "617a.4(b)" if zero and wager.kind in EVEN_MONEY else "617a.5(e)"
            yield collected(wager, cite=cite, outcome=pocket)
    for wager in winners:
        yield pay(wager, pocket, rules)


EVEN_MONEY = ("red", "black", "odd", "even", "one_to_eighteen", "nineteen_to_thirty_six")


def betting(book: Book) -> Procedure[None]:
    """617a.5(b), I-617a-10: wagers are taken while the ball circles, until the call; a bad spin changes nothing."""
    while True:
        try:
            yield from betting_window(book, "617a.3(a)")
        except Irregularity as fault:
            yield from no_spin(fault)
        else:
            yield Announced("no more bets", cite="617a.5(b)")
            return


def spin(rules: Rules) -> Procedure[str | None]:
    """617a.5(a): a pocket, certified by the dealer as a valid spin; None after "no spin"."""
    pocket = ""
    try:
        pocket = yield from draw("wheel", rules.device.weights, "617a.5(a)", independent=True)
        yield from ask(VALID_SPIN)
    except Irregularity as fault:
        yield from no_spin(fault, pocket)
        return None
    if pocket == "00" and rules.wheel is WheelInUse.DOUBLE_AS_SINGLE:
        yield Announced("no spin", cite="617a.4(c)(2)")
        return None
    return pocket


VALID_SPIN = Election(DEALER, "valid spin", (Option("valid_spin"),), "617a.5(a)", Option("valid_spin"), courtesy=True)


# § 617a.6.  Irregularities.

IRREGULARITIES = (
    IrregularityKind(
        "ball_spun_same_direction",
        "Ball spun with the wheel",
        "617a.6(a)",
        "No spin: lift the ball if it can be done; wagers stand, betting reopens, spin again.",
    ),
    IrregularityKind(
        "ball_under_four_revolutions",
        "Ball made fewer than four revolutions",
        "617a.6(b)",
        "No spin: inspect the ball, replace it if damaged; wagers stand, betting reopens, spin again.",
        facts=("ball_damaged",),
    ),
    IrregularityKind(
        "ball_left_wheel",
        "Ball left the wheel",
        "617a.6(c)",
        "No spin: inspect the ball, replace it if damaged; wagers stand, betting reopens, spin again.",
        facts=("ball_damaged",),
    ),
    IrregularityKind(
        "foreign_object",
        "Foreign object in the wheel",
        "617a.6(d)",
        "No spin: lift the ball if it can be done; wagers stand, betting reopens, spin again.",
    ),
)
REMEDIES = {kind.name: kind for kind in IRREGULARITIES}


def no_spin(fault: Irregularity, pocket: str = "") -> Procedure[None]:
    """617a.6, I-617a-08, -09: whatever the ball shows is void; the wagers stand."""
    kind = REMEDIES.get(fault.kind)
    if kind is None:
        raise fault
    yield IrregularityReported(kind.name, kind.remedy, cite=kind.cite)
    yield Announced("no spin", cite=kind.cite)
    if pocket:
        yield Noted(f"the ball came to rest in {pocket}; void", cite="I-617a-09")
    if kind.facts:
        yield Noted("ball inspected", cite=kind.cite)
        if fault.facts.get("ball_damaged"):
            yield Noted("floorperson supplied a new ball", cite=kind.cite)
