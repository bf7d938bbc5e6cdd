"""§§ 625a.5 and 625a.7: one round, from the shake to the last payment, and what may go wrong."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec

from pitboss.chapters.ch625a_sic_bo.rules import DICE, KINDS, Rules, Shaker, odds, paid_under, triple
from pitboss.equipment.dice import faces, throws
from pitboss.events import (
    COUNT,
    Announced,
    DeviceStatus,
    Event,
    Marked,
    Replaced,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    Shown,
)
from pitboss.families.irregularities import irregularity_event
from pitboss.families.settling import won
from pitboss.game import DEALER_OR_FLOOR, FLOOR_ONLY, IrregularityKind, RoundStart, StaffQuestion
from pitboss.procedure import (
    DEALER,
    FLOOR,
    Election,
    Irregularity,
    Option,
    Procedure,
    ask,
    attest,
    betting_window,
    draw,
)
from pitboss.roles import Role
from pitboss.wagers import Book, Wager, collected, returned

T = TypeVar("T")

# § 625a.5.  Procedures for opening and dealing the game.

LEAST_SHAKES = 3  # 625a.5(b)(1)
LIGHTS = "lights"
ELECTRICAL_DEVICE, AUTOMATED_SHAKER = "electrical device", "automated shaker"  # in ``DeviceStatus`` events


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
REPAIRED, NOT_REPAIRED = Option("repaired"), Option("not_repaired")
# Asked when the wagers are settled, and as long as the answer is no at the opening of the next round: gaming has ceased.
FIXED = Election(FLOOR, ELECTRICAL_DEVICE, (NOT_REPAIRED, REPAIRED), "625a.7(b)", NOT_REPAIRED, courtesy=True)
FIXED_AT_LAST = Election(FLOOR, ELECTRICAL_DEVICE, (REPAIRED,), "625a.7(b)")


class Table(msgspec.Struct, frozen=True):
    """The state between rounds."""

    shaker: Shaker  # the one in use
    last: str = ""
    stopped: bool = False  # gaming has ceased until the electrical device is fixed


class Progress(msgspec.Struct):
    """How far a round has come, which decides what 625a.7 orders. It changes during the round."""

    shaker: Shaker
    tossed: bool  # 625a.7(b): an automated shaker tosses at the start; of a manual one it counts once it is uncovered
    replaced: bool = False  # a manual shaker is used in place of the automated one that was filed
    uncovering: bool = False
    lit: bool = True  # whether the electrical device works
    returned: bool = False  # the automated shaker works again, from the next round on


def open_table(rules: Rules) -> Table:
    return Table(rules.shaker)


def play(state: Table, rules: Rules, start: RoundStart) -> Procedure[Table]:
    """One round: the shake, wagers until the reveal, the dice, the lights, losing wagers collected, winning wagers paid."""
    yield RoundOpened(start.number, cite="625a.5(b)")
    if state.stopped:  # everybody at the table is told why nothing goes on
        yield Announced("no game until the floor says that the electrical device is repaired", cite="625a.7(b)")
        yield from ask(FIXED_AT_LAST)
        yield DeviceStatus(ELECTRICAL_DEVICE, True, cite="625a.7(b)")
    automated = state.shaker is Shaker.AUTOMATED
    at = Progress(state.shaker, tossed=automated, replaced=not automated and rules.shaker is Shaker.AUTOMATED)
    book = Book(rules.spots, rules.posted, KINDS, rounding=rules.payout_rounding, players=start.names)
    last = state.last
    yield from begin_to_shake(at.shaker)
    try:
        last = yield from shake_and_reveal(book, at)
    except Irregularity as fault:
        yield from void(fault, list(book.wagers()), at)
    else:
        if not at.lit:
            yield from ask(PRESENT)
        yield tuple(settlement(list(book.wagers()), last, rules, lit=at.lit))
    if not at.lit:
        yield from ask_whether_fixed(at)
    if at.returned:
        yield Replaced("dice", "automated shaker in use again", cite="625a.2(b)")
    yield RoundClosed(start.number, cite="625a.5(f)")
    return Table(Shaker.AUTOMATED if at.returned else at.shaker, last, stopped=not at.lit)


def begin_to_shake(shaker: Shaker) -> Procedure[None]:
    """(b) The round begins with the dice being mixed."""
    if shaker is Shaker.MANUAL:
        what, cite, says = "covered the shaker and began to shake it", "625a.5(b)(1)", "shaking"
    else:
        what, cite, says = "activated the automated shaker", "625a.5(b)(2)", "activated"
    yield from attest(DEALER, what, cite, kind="shaker", says=says)


def shake_and_reveal(book: Book, at: Progress) -> Procedure[str]:
    """(b)–(d) Wagers are taken during the shake and close just before the dice are shown (I-625a-07)."""
    yield from unless_told(lambda: betting_window(book, "625a.4(a)"), at)
    yield Announced("no more bets", cite="625a.5(c)")
    if at.shaker is Shaker.MANUAL:
        yield from ask(SHAKES)
    at.uncovering = True
    throw = yield from unless_told(lambda: draw("dice", throws(DICE), "625a.5(d)", independent=True), at)
    at.tossed = True
    yield Shown("dice", throw, cite="625a.5(d)")
    yield from unless_told(lambda: ask(VALUES), at)  # before the values are called: dice not flat have none
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
        "Dice tossed or shown: settle with a floorperson present, then stop until it is fixed. Earlier: return all wagers and "
        "stop.",
    ),
    IrregularityKind(
        "automated_shaker_malfunction",
        "Automated shaker malfunctioned",
        "625a.7(c)",
        "The round is void and all wagers are returned; an unusable shaker is emptied and covered or signed before a manual one "
        "is used.",
        facts=("unusable",),
    ),
    IrregularityKind(
        "automated_shaker_returned",
        "Automated shaker repaired or replaced",
        "625a.7(d)",
        "Take off the cover or sign; the automated shaker is used again from the next round on, with dice of its own.",
        by=FLOOR_ONLY,
    ),
)
REMEDIES = {kind.name: kind for kind in IRREGULARITIES}


def reported(fault: Irregularity) -> Event:
    return irregularity_event(REMEDIES[fault.kind], fault)


def unless_told(step: Callable[[], Procedure[T]], at: Progress) -> Procedure[T]:
    """Take a step, again after a report that does not void the round.

    (b) Once the dice are tossed, a failure of the electrical device does not stop the round. (d) An automated shaker
    that was out of order may come back at any time.
    """
    while True:
        try:
            return (yield from step())
        except Irregularity as fault:
            if fault.kind == "illumination_failure" and at.tossed and at.lit:
                yield from lights_out(fault, at)
            elif fault.kind == "automated_shaker_returned" and at.replaced and not at.returned:
                yield reported(fault)
                yield DeviceStatus(AUTOMATED_SHAKER, True, cite="625a.7(d)")
                at.returned = True
            else:
                raise


def lights_out(fault: Irregularity, at: Progress) -> Procedure[None]:
    """(b) The electrical device is out of order until the floor says that it was fixed."""
    at.lit = False
    yield reported(fault)
    yield DeviceStatus(ELECTRICAL_DEVICE, False, cite="625a.7(b)")


def ask_whether_fixed(at: Progress) -> Procedure[None]:
    """(b) Gaming ceases; where the device was fixed at once, the next round opens as usual."""
    answer = yield from ask(FIXED)
    if answer.says == REPAIRED.says:
        at.lit = True
        yield DeviceStatus(ELECTRICAL_DEVICE, True, cite="625a.7(b)")


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
    if fault.kind == "illumination_failure":
        cite = "I-625a-06"
        yield from lights_out(fault, at)
    else:
        yield reported(fault)
    if fault.kind == "dice_not_flat":
        yield Announced("no roll", cite=cite)
    yield RoundVoided(fault.kind.replace("_", " "), cite=cite)
    yield tuple(returned(wager, cite=cite, outcome="void") for wager in wagers)
    if fault.kind == "automated_shaker_malfunction" and fault.facts.get("unusable"):
        yield from take_manual_shaker(at)


def take_manual_shaker(at: Progress) -> Procedure[None]:
    """(d) In later rounds too, until the automated shaker is reported to be in order; its dice have a day (625a.2(b))."""
    what = "removed the dice and covered the automated shaker, or put a sign on it"
    yield from attest(DEALER, what, "625a.7(d)", kind="shaker out of order", says="covered_or_signed")
    yield (
        DeviceStatus(AUTOMATED_SHAKER, False, cite="625a.7(d)"),
        Replaced("dice", "manual shaker in use", cite="625a.2(b)"),
    )
    at.shaker = Shaker.MANUAL


STAFF_QUESTIONS = (
    StaffQuestion("shaker", (Role.DEALER,), "625a.5(b)"),
    StaffQuestion(SHAKES.kind, (Role.DEALER,), SHAKES.cite),
    StaffQuestion(VALUES.kind, (Role.DEALER,), VALUES.cite),
    StaffQuestion(PRESENT.kind, FLOOR_ONLY, PRESENT.cite),
    StaffQuestion(FIXED.kind, FLOOR_ONLY, FIXED.cite),
    StaffQuestion("shaker out of order", DEALER_OR_FLOOR, "625a.7(d)"),
)
