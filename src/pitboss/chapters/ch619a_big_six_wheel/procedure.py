"""§ 619a.2: one round of play, and what may go wrong with it."""

from collections.abc import Iterator

import msgspec

from pitboss.chapters.ch619a_big_six_wheel.rules import KINDS, WHEEL, Malfunction, Rules
from pitboss.events import Announced, Event, IrregularityReported, Noted, RoundClosed, RoundOpened, RoundVoided, Shown
from pitboss.families.settling import won
from pitboss.game import IrregularityKind, RoundStart, StaffQuestion
from pitboss.procedure import DEALER, Election, Irregularity, Option, Procedure, ask, betting_window, draw
from pitboss.roles import Role
from pitboss.wagers import Book, Wager, collected, returned

# § 619a.2.  Wagers and rotation of the wheel.


class Table(msgspec.Struct, frozen=True):
    """The state between rounds: the symbol last spun."""

    last: str = ""


def open_table(rules: Rules) -> Table:
    return Table()


def play(state: Table, rules: Rules, start: RoundStart) -> Procedure[Table]:
    """One round: wagers, the call, the spin (again while it is not valid), losing wagers collected, winning wagers paid."""
    yield RoundOpened(start.number, cite="619a.2(a)")
    book = Book(rules.spots, rules.posted, KINDS, rounding=rules.payout_rounding, players=start.names)
    last = state.last
    try:
        yield from betting_window(book, "619a.1(g)(2)")
        yield Announced("no more bets", cite="619a.2(a)")  # before the spin, so no wager is made during it (I-GEN-14)
        last = yield from spin(rules)
    except Irregularity as fault:
        yield from void(fault, list(book.wagers()), rules)
    else:
        yield tuple(settlement(list(book.wagers()), last, rules))
    yield RoundClosed(start.number, cite="619a.2(e)")
    return Table(last)


def spin(rules: Rules) -> Procedure[str]:
    """(b)–(d) The symbol at the clapper after a valid spin; a spin that is not valid is repeated, and wagers stand."""
    while True:
        symbol = ""
        try:
            symbol = yield from draw(WHEEL.device, WHEEL.weights, "619a.2(b)", independent=True)
            yield Shown(WHEEL.device, symbol, cite="619a.2(c)")
            yield from ask(VALID_SPIN)
        except Irregularity as fault:
            yield from respin(fault, symbol, rules)
        else:
            return symbol


VALID_SPIN = Election(DEALER, "valid spin", (Option("valid_spin"),), "619a.2(b)", Option("valid_spin"), courtesy=True)
STAFF_QUESTIONS = (StaffQuestion(VALID_SPIN.kind, (Role.DEALER,), VALID_SPIN.cite),)


def settlement(wagers: list[Wager], symbol: str, rules: Rules) -> Iterator[Event]:
    """(c), (e) Collect every losing wager, then pay every winning one, in the order of the layout."""
    for wager in wagers:
        if wager.on != symbol:
            yield collected(wager, cite="619a.2(e)", outcome=symbol)
    for wager in wagers:
        if wager.on == symbol:
            yield won(wager, rules.odds(symbol), rules, cite="619a.3", outcome=symbol)


# --- irregularities: the chapter has no section on them ----------------------------------------------------

IRREGULARITIES = (
    IrregularityKind(
        "clapper_between",
        "Clapper at rest between two sections",
        "619a.2(d)",
        "The spin is void: wagers stand, spin again.",
    ),
    IrregularityKind(
        "under_three_revolutions",
        "Wheel made fewer than three revolutions",
        "619a.2(b)",
        "Not a valid spin: wagers stand, spin again.",
    ),
    IrregularityKind(
        "wheel_malfunction",
        "Wheel malfunctioned",
        "I-619a-05",
        "The round is void and all wagers are returned, unless the house filed that the wheel is spun again.",
    ),
)


def remedies(rules: Rules) -> dict[str, str]:
    """I-619a-05: what was filed for a wheel that fails."""
    again = rules.malfunction is Malfunction.RESPIN
    return {
        "wheel_malfunction": "Wagers stand, spin again." if again else "The round is void and all wagers are returned."
    }


REMEDIES = {kind.name: kind for kind in IRREGULARITIES}


def reported(fault: Irregularity) -> Event:
    kind = REMEDIES[fault.kind]
    return IrregularityReported(kind.name, kind.remedy, cite=kind.cite)


def respin(fault: Irregularity, symbol: str, rules: Rules) -> Procedure[None]:
    """619a.2(b), (d), I-619a-03, -04: the result of the spin is void; the section before it does not count."""
    again = fault.kind in ("clapper_between", "under_three_revolutions")
    if not again and (fault.kind != "wheel_malfunction" or rules.malfunction is Malfunction.VOID):
        raise fault
    yield reported(fault)
    if symbol:
        yield Noted(f"the clapper was at {symbol}; void", cite=REMEDIES[fault.kind].cite)


def void(fault: Irregularity, wagers: list[Wager], rules: Rules) -> Procedure[None]:
    """I-619a-05: after a failure of the wheel every wager goes back."""
    if fault.kind != "wheel_malfunction" or rules.malfunction is Malfunction.RESPIN:
        raise fault
    yield reported(fault)
    yield RoundVoided("wheel malfunction", cite="I-619a-05")
    yield tuple(returned(wager, cite="I-619a-05", outcome="void") for wager in wagers)
