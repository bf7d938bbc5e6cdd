"""§§ 617a.3, 617a.5, 617a.6: one spin, from the first wager to the last payment, and what may go wrong."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from pitboss.chapters.ch617a_roulette.rules import (
    EVEN_MONEY,
    FIVE_ADJACENT,
    KINDS,
    PARTS,
    Rules,
    WheelInUse,
    colour,
    pay,
)
from pitboss.events import Announced, Attested, Event, Marked, Moved, Noted, Replaced, RoundClosed, RoundOpened
from pitboss.families.irregularities import irregularity_event
from pitboss.game import FLOOR_ONLY, IrregularityKind, RoundStart, StaffQuestion
from pitboss.money import Cents, dollars
from pitboss.procedure import (
    DEALER,
    FLOOR,
    Election,
    Irregularity,
    Option,
    Procedure,
    Refusal,
    Refused,
    ask,
    attest,
    betting_window,
    draw,
)
from pitboss.roles import Role
from pitboss.wagers import Book, Wager, collected

# § 617a.3.  Placement of wagers.


def book_for(rules: Rules, start: RoundStart) -> Book:
    """617a.3: the book of an empty layout."""
    closing = inside_minimum(rules.inside_total_minimum) if rules.inside_total_minimum is not None else None
    return Book(rules.spots, rules.posted, KINDS, rounding=rules.payout_rounding, closing=closing, players=start.names)


def inside_minimum(least: Cents) -> Callable[[Book], None]:
    """I-617a-12: a player's inside wagers together meet the posted minimum."""

    def closing(book: Book) -> None:
        totals: dict[int, Cents] = {}
        for wager in book.wagers():
            if KINDS[wager.kind].group == "inside":
                totals[wager.seat] = totals.get(wager.seat, 0) + wager.amount
        for seat, total in totals.items():
            if total < least:
                raise Refused(
                    Refusal.BELOW_MINIMUM,
                    f"Seat {seat}'s inside wagers come to ${dollars(total)}; together they must be at least ${dollars(least)}.",
                    "617a.1(f)(3)",
                )

    return closing


# § 617a.5.  Rotation of wheel and ball.


class Table(msgspec.Struct, frozen=True):
    """The state between rounds: the number last spun."""

    last: str = ""


def open_table(rules: Rules) -> Table:
    return Table()


def play(state: Table, rules: Rules, start: RoundStart) -> Procedure[Table]:
    """One round: wagers, the spin (again after "no spin"), the marker, losing wagers collected, winning wagers paid."""
    yield RoundOpened(start.number, cite="617a.5(a)")
    book = book_for(rules, start)
    pocket = None
    while pocket is None:
        yield from betting(book)
        pocket = yield from spin(rules)
    yield tuple(settlement(list(book.wagers()), pocket, rules))
    yield RoundClosed(start.number, cite="617a.5(e)")
    return Table(pocket)


def settlement(wagers: list[Wager], pocket: str, rules: Rules) -> Iterator[Event]:
    """617a.5(c)–(e): announce and mark, move winning parts, collect every losing wager, then pay every winning one."""
    yield Announced(f"{pocket} {colour(pocket)}", cite="617a.5(c)")
    yield Marked("point marker", pocket, cite="617a.5(c)")
    winning, zero = rules.winners[pocket], pocket in ("0", "00")
    winners = [wager for wager in wagers if (wager.kind, wager.on) in winning]
    for wager in winners:
        if wager.kind == FIVE_ADJACENT:
            yield Moved(wager.seat, wager.kind, wager.on, pocket, wager.amount // PARTS, cite="617a.5(d)")
    for wager in wagers:
        if (wager.kind, wager.on) not in winning:
            cite = "617a.4(b)" if zero and wager.kind in EVEN_MONEY else "617a.5(e)"
            yield collected(wager, cite=cite, outcome=pocket)
    for wager in winners:
        yield pay(wager, pocket, rules)


def betting(book: Book) -> Procedure[None]:
    """617a.5(b), I-617a-10: wagers are taken while the ball circles, until the call; they stay up after a bad spin."""
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
    """617a.6, I-617a-08, -09: the result of the spin is void; the wagers stand."""
    kind = REMEDIES.get(fault.kind)
    if kind is None:
        raise fault
    yield irregularity_event(kind, fault)
    yield Announced("no spin", cite=kind.cite)
    if pocket:
        yield Noted(f"the ball came to rest in {pocket}; void", cite="I-617a-09")
    if kind.facts:
        yield from ball_inspected(kind.cite, damaged=bool(fault.facts.get("ball_damaged")))


WHOLE, DAMAGED = "ball_undamaged", "ball_damaged"


def ball_inspected(cite: str, *, damaged: bool) -> Procedure[None]:
    """(b)–(c) The dealer looks at the ball; a floorperson or above is asked for another where it is damaged.

    ``damaged``: what was reported of it, which stands unless the dealer finds otherwise.
    """
    usual = Option(DAMAGED if damaged else WHOLE)
    found: Any = yield Election(DEALER, "ball inspection", (Option(WHOLE), Option(DAMAGED)), cite, usual, courtesy=True)
    damaged = found.says == DAMAGED
    what = f"inspected the ball: {'damaged' if damaged else 'no damage'}"
    yield Attested(found.by, what, automatic=found.automatic, cite=cite)
    if damaged:
        yield from attest(FLOOR, "supplied a new ball", cite, kind="new ball")
        yield Replaced("ball", "damaged", cite=cite)


STAFF_QUESTIONS = (
    StaffQuestion(VALID_SPIN.kind, (Role.DEALER,), VALID_SPIN.cite),
    StaffQuestion("ball inspection", (Role.DEALER,), "617a.6(b)"),
    StaffQuestion("new ball", FLOOR_ONLY, "617a.6(b)"),
)
