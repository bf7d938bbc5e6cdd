"""Chapter 625a. Sic Bo: three dice in a shaker, eight kinds of wager, a table that lights up what has won."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from typing import Annotated, TypeVar

import msgspec

from pitboss.equipment.dice import faces, throws
from pitboss.events import (
    COUNT,
    Announced,
    Event,
    IrregularityReported,
    Marked,
    Noted,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    Shown,
)
from pitboss.families.settling import won
from pitboss.felt import Area, Box, Felt, Inscription, Place
from pitboss.game import CheckItem, Checklist, Duty, Game, IrregularityKind, RoundStart, Sign
from pitboss.money import Money, Odds
from pitboss.procedure import DEALER, FLOOR, Election, Irregularity, Option, Procedure, ask, betting_window, draw
from pitboss.submission import Choice, RulesSubmission
from pitboss.wagers import Book, Paytable, Posted, Spots, Terms, Wager, WagerKind, collected, returned

T = TypeVar("T")

# § 625a.1.  Sic Bo table; Sic Bo shaker; physical characteristics.


class Shaker(StrEnum):
    """625a.1(d)(1)–(2)."""

    MANUAL = "manual"
    AUTOMATED = "automated"


# § 625a.2.  Dice; number of dice.

DICE = 3  # 625a.2(a)
DAY, MONTH = 24, 28 * 24  # 625a.2(b), in hours; the shortest month, so that no month is ever exceeded


def duties(rules: "Rules", state: "Table | None" = None) -> tuple[Duty, ...]:
    """625a.2(b): by the shaker in use, which after 625a.7(d) is a manual one whatever was filed."""
    shaker = rules.shaker if state is None else state.shaker
    hours = MONTH if shaker is Shaker.AUTOMATED else DAY
    return (Duty("dice_change", "Change the dice", "625a.2(b)", hours),)


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


class Rules(RulesSubmission, frozen=True, kw_only=True):
    """What a certificate holder files for Sic Bo."""

    shaker: Annotated[Shaker, Choice("625a.1(d)", "The shaker in use.")] = Shaker.MANUAL
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

    @property
    def posted(self) -> Posted:
        return POSTED

    @cached_property
    def winners(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """For each throw, the areas of the layout that win on it: what the electrical device lights."""
        pair_in_triple = self.two_of_a_kind_wins_on_triple
        return {
            throw: tuple(spot for spot in SPOTS if wins(*spot, faces(throw), pair_in_triple=pair_in_triple))
            for throw in throws(DICE)
        }


SEATS = 12  # places around the table; the chapter has no number
POSTED = Posted(
    seats=SEATS,
    limits="I-GEN-34",
    chips="625a.4(a)",  # value chips or plaques; no spoken wagers with cash
    closed="625a.5(c)",
    seated="625a.3",
    forms=("", "value_chips", "plaques"),
)


# § 625a.5.  Procedures for opening and dealing the game.

LEAST_SHAKES = 3  # 625a.5(b)(1)
LIGHTS = "lights"
STARTED = {
    Shaker.MANUAL: Noted("shaker covered and being shaken", cite="625a.5(b)(1)"),
    Shaker.AUTOMATED: Noted("automated shaker activated", cite="625a.5(b)(2)"),
}


def _only(to: str, kind: str, says: str, cite: str, *, courtesy: bool) -> Election:
    """A question with one answer, which is also its default."""
    return Election(to, kind, (Option(says),), cite, Option(says), courtesy=courtesy)


SHAKES = Election(
    DEALER,
    "shakes",
    (Option("shakes", least=LEAST_SHAKES, most=99, unit=COUNT),),
    "625a.5(b)(1)",
    Option("shakes", least=LEAST_SHAKES, most=LEAST_SHAKES, unit=COUNT),
    courtesy=True,
)
VALUES = _only(DEALER, "values of the dice", "values_called", "625a.5(d)", courtesy=True)
PRESENT = _only(FLOOR, "present at the settlement", "present", "625a.7(b)", courtesy=False)
REPAIRED = Election(FLOOR, "electrical device", (Option("repaired"),), "625a.7(b)")  # no default: gaming has ceased


class Table(msgspec.Struct, frozen=True):
    """The state between rounds."""

    shaker: Shaker  # the one in use
    last: str = ""
    stopped: bool = False  # gaming has ceased until the electrical device is fixed


class Progress(msgspec.Struct):
    """How far a round has come, which decides what 625a.7 orders. It changes during the round."""

    shaker: Shaker
    tossed: bool  # 625a.7(b): an automated shaker tosses at the start; of a manual one it counts once it is uncovered
    uncovering: bool = False
    lit: bool = True  # whether the electrical device works


def open_table(rules: Rules) -> Table:
    return Table(rules.shaker)


def play(state: Table, rules: Rules, start: RoundStart) -> Procedure[Table]:
    """One round: the shake, wagers until the reveal, the dice, the lights, losing wagers collected, winning wagers paid."""
    yield RoundOpened(start.number, cite="625a.5(b)")
    if state.stopped:
        yield from ask(REPAIRED)
    at = Progress(state.shaker, tossed=state.shaker is Shaker.AUTOMATED)
    book = Book(rules.spots, rules.posted, KINDS, breakage=rules.breakage)
    last = state.last
    try:
        last = yield from shake_and_reveal(book, at)
    except Irregularity as fault:
        yield from void(fault, list(book.wagers()), at)
    else:
        if not at.lit:
            yield from ask(PRESENT)
        yield tuple(settlement(list(book.wagers()), last, rules, lit=at.lit))
    yield RoundClosed(start.number, cite="625a.5(f)")
    return Table(at.shaker, last, stopped=not at.lit)


def shake_and_reveal(book: Book, at: Progress) -> Procedure[str]:
    """(b)–(d) Wagers are taken during the shake and close just before the dice are shown (I-625a-07)."""
    yield STARTED[at.shaker]
    yield from by_eye_if_unlit(lambda: betting_window(book, "625a.4(a)"), at)
    yield Announced("no more bets", cite="625a.5(c)")
    if at.shaker is Shaker.MANUAL:
        yield from ask(SHAKES)
    at.uncovering = True
    throw = yield from by_eye_if_unlit(lambda: draw("dice", throws(DICE), "625a.5(d)", independent=True), at)
    at.tossed = True
    yield Shown("dice", throw, cite="625a.5(d)")
    yield from by_eye_if_unlit(lambda: ask(VALUES), at)  # before the values are called: dice not flat have none
    yield Announced(", ".join(throw.split()), cite="625a.5(d)")
    return throw


def settlement(wagers: list[Wager], throw: str, rules: Rules, *, lit: bool) -> Iterator[Event]:
    """(d)–(f) Light every winning area, collect every losing wager, pay every winning one, then clear the lights."""
    winning, dice = rules.winners[throw], faces(throw)
    collects = "625a.5(e)" if lit else "625a.7(b)"
    if lit:
        yield Marked(LIGHTS, ", ".join(f"{kind} {on}".rstrip() for kind, on in winning), cite="625a.5(d)")
    for wager in wagers:
        if (wager.kind, wager.on) not in winning:
            barred = wager.kind in ("small_bet", "big_bet") and triple(dice)  # 625a.3(6)–(7)
            yield collected(wager, cite=KINDS[wager.kind].cite if barred else collects, outcome=throw)
    for wager in wagers:
        if (wager.kind, wager.on) in winning:
            pays, cite = odds(wager.kind, wager.on, dice), paid_under(wager.kind, wager.on, dice)
            yield won(wager, pays, rules, cite=cite, outcome=throw)
    if lit:
        yield Marked(LIGHTS, "", cite="625a.5(f)")


# § 625a.7.  Irregularities.

IRREGULARITIES = (
    IrregularityKind(
        "dice_not_flat",
        "Dice not flat on the bottom of the shaker",
        "625a.7(a)",
        "No roll: all wagers are returned; there is no second shake.",
    ),
    IrregularityKind(
        "illumination_failure",
        "Electrical device or display failed",
        "625a.7(b)",
        "Dice tossed or shown: settle with a floorperson present, then stop until it is fixed. Earlier: return all wagers and stop.",
    ),
    IrregularityKind(
        "automated_shaker_malfunction",
        "Automated shaker malfunctioned",
        "625a.7(c)",
        "The round is void and all wagers are returned; an unusable shaker is emptied and covered or signed before a manual one is used.",
        facts=("unusable",),
    ),
)
REMEDIES = {kind.name: kind for kind in IRREGULARITIES}


def reported(fault: Irregularity) -> Event:
    kind = REMEDIES[fault.kind]
    return IrregularityReported(kind.name, kind.remedy, cite=kind.cite)


def by_eye_if_unlit(step: Callable[[], Procedure[T]], at: Progress) -> Procedure[T]:
    """(b) Once the dice are tossed, a failure of the electrical device does not stop the round: the step is repeated."""
    while True:
        try:
            return (yield from step())
        except Irregularity as fault:
            if fault.kind != "illumination_failure" or not at.tossed or not at.lit:
                raise
            at.lit = False
            yield reported(fault)


def void(fault: Irregularity, wagers: list[Wager], at: Progress) -> Procedure[None]:
    """(a), (c), (d), I-625a-05, -06: the round is void and every wager goes back, where that can happen now."""
    possible = {
        "dice_not_flat": at.uncovering,
        "illumination_failure": not at.tossed,
        "automated_shaker_malfunction": at.shaker is Shaker.AUTOMATED,
    }
    if not possible.get(fault.kind, False):
        raise fault
    cite = REMEDIES[fault.kind].cite
    yield reported(fault)
    if fault.kind == "dice_not_flat":
        yield Announced("no roll", cite=cite)
    elif fault.kind == "illumination_failure":
        cite, at.lit = "I-625a-06", False
    yield RoundVoided(fault.kind.replace("_", " "), cite=cite)
    yield tuple(returned(wager, cite=cite, outcome="void") for wager in wagers)
    if fault.kind == "automated_shaker_malfunction" and fault.facts.get("unusable"):
        yield Noted("dice removed; automated shaker covered or signed out of order", cite="625a.7(d)")
        at.shaker = Shaker.MANUAL  # in later rounds too, as the automated shaker is out of order


# --- paper: layout, signs, inspections ---------------------------------------------------------------------

LEFT, WIDTH = 20, 1260
ROWS = {"top": 150, "totals": 366, "pairs": 506, "ones": 626}


def felt(rules: Rules) -> Felt:
    """625a.1(b)–(c): an area for every wager, which lights up when it wins, and the odds of all of them."""
    return Felt(
        WIDTH + 2 * LEFT,
        740,
        "Sic Bo",
        tuple(_areas()),
        (Place("dice", "dice", Box(550, 20, 200, 84, 16), "SHAKER"),),
        (
            Inscription(285, 44, "PITBOSS CASINO", "625a.1(c)(1)", 24),
            Inscription(285, 76, "SIC BO", "625a.1(c)(1)", 20),
            *(Inscription(x, y, text, "625a.1(c)(3)", 16) for x, y, text in _odds_texts()),
        ),
    )


def _odds_texts() -> Iterator[tuple[int, int, str]]:
    """625a.1(c)(3): above each block what it pays; a total bears its own odds."""
    for x in (326, 974):
        yield x, 134, f"TWO OF A KIND {PAYOUTS['two_of_a_kind']}"
    for x in (110, 1190):
        yield x, 134, "no triple"
    yield 650, 134, f"THREE OF A KIND {PAYOUTS['three_of_a_kind']}"
    yield 650, 350, "TOTAL VALUE BETS"
    yield 650, 490, f"TWO DICE COMBINATIONS {PAYOUTS['two_dice_combination']}"
    one, two, three = ONE_OF_A_KIND
    yield 650, 610, f"ONE OF A KIND  {one} on one die  ·  {two} on two dice  ·  {three} on three dice"


def _areas() -> Iterator[Area]:
    """The blocks from left to right and from top to bottom."""
    top = ROWS["top"]
    small, big, any_three = (PAYOUTS[kind] for kind in ("small_bet", "big_bet", "any_three_of_a_kind"))
    yield _area("small_bet", "", Box(LEFT, top, 180, 180, 16), f"SMALL\n4 to 10\npays {small}", "black")
    yield _area("big_bet", "", Box(LEFT + 1080, top, 180, 180, 16), f"BIG\n11 to 17\npays {big}", "red")
    for n, number in enumerate(NUMBERS):
        x = LEFT + 180 + 84 * n + (396 if n > 2 else 0)
        yield _area("two_of_a_kind", number, Box(x, top, 84, 180), f"{number} {number}")
        box = Box(LEFT + 432 + 66 * n, top, 66, 90)
        yield _area("three_of_a_kind", number, box, f"{number}\n{number}\n{number}")
        yield _area("one_of_a_kind", number, Box(LEFT + 210 * n, ROWS["ones"], 210, 90), number)
    box = Box(LEFT + 432, top + 90, 396, 90)
    yield _area("any_three_of_a_kind", "", box, f"ANY THREE OF A KIND\npays {any_three}", "green")
    for n, (total, pays) in enumerate(TOTALS.items()):
        yield _area("total_value_bet", total, Box(LEFT + 90 * n, ROWS["totals"], 90, 100), f"{total}\n{pays}")
    for n, (low, high) in enumerate(combinations(NUMBERS, 2)):
        box = Box(LEFT + 84 * n, ROWS["pairs"], 84, 80)
        yield _area("two_dice_combination", f"{low}-{high}", box, f"{low} · {high}")


def _area(kind: str, on: str, box: Box, label: str, tint: str = "") -> Area:
    return Area(kind, on, box, label, cite=KINDS[kind].cite, tint=tint, name=f"{KINDS[kind].title} {on}".rstrip())


def signs(rules: Rules) -> tuple[Sign, ...]:
    """625a.1(c)(3), where the odds are not on the layout; 625a.7(d), ready for the automated shaker."""
    lines = [f"{KINDS[kind].title} {pays}" for kind, pays in PAYOUTS.lines]
    lines += [f"Total Value Bet of {total} {pays}" for total, pays in TOTALS.items()]
    lines += [f"One of a Kind {', '.join(map(str, ONE_OF_A_KIND))} on one, two, three dice"]
    found = [Sign("625a.1(c)(3)", f"Payout odds: {'; '.join(lines)}.")]
    if rules.shaker is Shaker.AUTOMATED:
        found.append(Sign("625a.7(d)", "This automated Sic Bo shaker is out of order."))
    return tuple(found)


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """625a.1, 625a.5(a): the table may not open before the floorperson has signed both."""
    return (
        Checklist("equipment", "Table, shaker and dice", "625a.1(d)", ("floorperson",), _equipment(rules)),
        Checklist("opening", "Opening inspection", "625a.5(a)", ("floorperson",), _opening(rules)),
    )


def _equipment(rules: Rules) -> tuple[CheckItem, ...]:
    manual = rules.shaker is Shaker.MANUAL
    built = "625a.1(d)(1)(i)" if manual else "625a.1(d)(2)(i)"
    items = [
        CheckItem("625a.1(a)", "Drop box and tip box are attached where approved."),
        CheckItem("625a.1(b)", "The display shows every wager; the electrical device has laboratory approval."),
        CheckItem(built, "A transparent compartment holds the dice, and a separate opaque cover hides them."),
        CheckItem("625a.1(d)(1)(ii)" if manual else built, "The shaker can be sealed or locked."),
        CheckItem("625a.2(a)", "There are three dice, and they are in the shaker."),
    ]
    if manual:
        items += [
            CheckItem("625a.1(d)(1)", "The manual shaker is built so that the game cannot be tampered with."),
            CheckItem("625a.1(d)(1)(iii)", "The shaker bears the certificate holder's name or logo."),
        ]
    else:  # no name or logo is needed on it (I-625a-08)
        items += [
            CheckItem("625a.1(d)(2)", "The automated shaker has laboratory approval."),
            CheckItem("625a.1(d)(2)(iii)", "The automated shaker stands where approved."),
        ]
    return tuple(items)


def _opening(rules: Rules) -> tuple[CheckItem, ...]:
    """625a.5(a)(1)–(2): three entries, and of an automated shaker three operations."""
    nth = ("First", "Second", "Third")
    items = [CheckItem("625a.5(a)(1)", f"{n} value entered: every winning combination lit up.") for n in nth]
    if rules.shaker is Shaker.AUTOMATED:
        items += [
            CheckItem("625a.5(a)(2)", f"{n} operation of the shaker: the dice were properly tossed.") for n in nth
        ]
    return tuple(items)


def example() -> Rules:
    return Rules(minimum=Money(100), maximum=Money(10_000))


GAME = Game(
    name="sic-bo",
    title="Sic Bo",
    chapter="625a",
    equipment="three dice in a shaker, and a layout that lights up",
    about="Wager on what three shaken dice will show.",
    rules=Rules,
    wagers=WAGERS,
    irregularities=IRREGULARITIES,
    state=Table,
    closed="625a.5(c)",
    open=open_table,
    play=play,
    felt=felt,
    signs=signs,
    duties=duties,
    duties_now=duties,
    checklists=checklists,
    example=example,
)
