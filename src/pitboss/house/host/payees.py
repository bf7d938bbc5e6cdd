"""To whom a correction goes: the person, wherever they are by now; and what is owed until it is settled (I-GEN-44)."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, cast

import msgspec

from pitboss.authority import right_of
from pitboss.events import Charged, Event, MeterMoved, Refunded, Settlement, Transferred, Wagered
from pitboss.house.cage.deposits import deposit_of
from pitboss.house.host import money, patrons, rights
from pitboss.house.host.task import StaffTask
from pitboss.house.protocol.tasks import TaskAct, TaskChoice
from pitboss.house.table import entries
from pitboss.house.table.disputes import Owed
from pitboss.house.table.seats import Patron
from pitboss.house.table.table import Table
from pitboss.journal import Step
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

CITE, CORRECTED = "I-GEN-44", "I-GEN-40"
SITTING = ("seated", "left", "seat_moved", "boxed", "unboxed")  # kinds of entry by which a seat or box changes hands


class Receiver(msgspec.Struct, frozen=True):
    """Somebody who sat down at a table. ``seat`` is theirs now; 0: they left. ``patron`` is their number here."""

    name: str
    person: str = ""
    purse: str = ""
    seat: int = 0
    patron: int = 0
    card: str = ""


UNKNOWN = Receiver("")


def receiver(host: "Host", table: Table, seat: int, sequence: int) -> Receiver:
    """Who held a seat or box when an entry was written, and where they sit now."""
    since: list[tuple[str, Any]] = []  # what came after it, the latest first
    for entry in patrons.latest(host, table, *SITTING):
        made: Any = entries.DECODERS[entry.kind].decode(entry.payload)
        if entry.sequence > sequence:
            since.append((entry.kind, made))
        elif entry.kind == "boxed" and made.seat == seat:
            seat = made.holder
        elif entry.kind == "seat_moved" and made.to == seat:
            since.append((entry.kind, made))
            seat = made.seat
        elif entry.kind == "seated" and made.seat == seat:
            known = patrons.patron_of(host, table, made.patron) or made  # who the floor may have identified since
            now = _seat_now(seat, since)
            return Receiver(known.name, known.person, made.purse, now, made.patron, known.card)
    return UNKNOWN


def _seat_now(seat: int, since: list[tuple[str, Any]]) -> int:
    """Where somebody sits who sat down in a seat; 0 where they left."""
    for kind, made in reversed(since):
        if made.seat != seat:
            continue
        if kind == "left":
            return 0
        if kind == "seat_moved":
            seat = made.to
    return seat


def payee(table: Table, who: Receiver, correction: int, line: entries.Adjustment) -> entries.Payee:
    """To whom a line of a correction goes: rack, else purse, else owed. From one who left nothing is taken but what they bring."""
    seat = who.seat or (_back_at(table, who) if line.amount > 0 else 0)
    if seat:
        return entries.Payee(line.amount, who.name, seat, patron=who.patron)
    if line.amount > 0 and who.purse:
        key = f"correction {table.name} {correction} {line.seat}"  # no other line of a correction has it
        return entries.Payee(line.amount, who.name, purse=who.purse, transfer=key, patron=who.patron)
    return entries.Payee(line.amount, who.name, purse=who.purse, patron=who.patron)


def _back_at(table: Table, who: Receiver) -> int:
    """Where somebody who left has sat down again, by their number, account, purse or card; 0: nowhere here."""
    here = table.state.seats
    return (here.seat_of(who.patron) if who.patron else 0) or here.seat_known_as(who.person, who.purse, who.card)


def check_payee(host: "Host", table: Table, owed: Owed, seat: int) -> None:
    """Refuse the rack of somebody who is known to be another than to whom it is owed."""
    whose = patrons.patron_of(host, table, owed.patron) if owed.patron else None
    there = table.state.seats.patron_at(seat)
    if whose is None or table.state.seats.patron(seat) == owed.patron or not (_is_known(whose) and _is_known(there)):
        return
    if not there.is_known_as(whose.person, whose.purse, whose.card):
        words = f"Seat {seat} has {there.name}; it is a matter of {whose.name}, patron {owed.patron} here."
        raise Refused(Refusal.ONE_POSITION, words, CITE)


def _is_known(patron: Patron) -> bool:
    return bool(patron.person or patron.purse or patron.card)


def check_racks(table: Table, payees: tuple[entries.Payee, ...]) -> None:
    """Refuse to take more from somebody at the table than their rack has."""
    taken: dict[int, Cents] = {}
    for one in payees:
        if one.seat:
            taken[one.seat] = taken.get(one.seat, 0) + one.amount
    for seat, amount in taken.items():
        check_rack(table, seat, amount)


def check_rack(table: Table, seat: int, amount: Cents) -> None:
    rack = table.state.ledger.chips(seat)
    if amount < 0 and rack + amount < 0:
        words = f"Seat {seat} has ${dollars(rack)} in the rack; ${dollars(-amount)} cannot be taken."
        raise Refused(Refusal.NOT_ENOUGH_CHIPS, words, CITE)


def sentence(name: str, seat: int, round: int, amount: Cents) -> str:
    """What somebody is owed, or owes."""
    who = f"{name or 'The patron'}, seat {seat} in round {round},"
    return f"{who} is owed ${dollars(amount)}" if amount > 0 else f"{who} owes ${dollars(-amount)}"


def payees(host: "Host", table: Table, proposed: entries.CorrectionProposed) -> tuple[entries.Payee, ...]:
    """For each line the person whom it concerns, wherever they are by now (I-GEN-44)."""
    row = host.house.store.history.round(host.name, proposed.round)
    assert row is not None, "a round that was settled stays in the record"
    by_seat = played(steps(host, *row))
    return tuple(
        payee(
            table,
            _with_deposit(host, table, receiver(host, table, line.seat, by_seat[line.seat])),
            proposed.number,
            line,
        )
        for line in proposed.lines
    )


def _with_deposit(host: "Host", table: Table, who: Receiver) -> Receiver:
    """Where the house keeps its book, whoever has an account has a deposit, however they sat down."""
    if not who.person or who.purse or money.book_of(host, table) is None:
        return who
    return msgspec.structs.replace(who, purse=deposit_of(who.person))


def tasks(host: "Host", table: Table) -> Iterator[StaffTask]:
    """Corrections that wait for a second person, and what earlier ones left owed."""
    disputes, known = table.state.disputes, rights.rights_of(table)
    for proposed in disputes.corrections_open.values():
        refused = _cannot_agree(host, table, proposed)
        void = "is void, and its wagers are given back" if proposed.void else "is corrected"
        changes = "; ".join(f"seat {line.seat} {_signed(line.amount)}" for line in proposed.lines)
        look = f"Agree: round {proposed.round} {void}: {changes}."
        agree = () if refused else (TaskChoice("Agree", {"agreed": True}, second_look=look),)
        yield StaffTask(
            kind="correction",
            name=str(proposed.number),
            title=f"Decide on the correction of round {proposed.round}",
            right=right_of(known, "decide correction"),
            cite=CORRECTED,
            excluded=(proposed.by.credential,),
            changes=f"Round {proposed.round} {void}: {changes}. {proposed.reason} ({proposed.by.name}) {refused}".strip(),
            act=TaskAct(
                "Decide",
                {"do": "decide_correction", "number": proposed.number},
                choices=(*agree, TaskChoice("Drop it", {"agreed": False})),
                page=f"/pit#tables/{table.name}",
            ),
        )
    for owed in disputes.owed:
        verb = "Pay" if owed.amount > 0 else "Collect"
        at_cage, about = money.book_of(host, table) is not None, f"{table.name} {owed.number} {owed.seat}"
        able = money.drawers_with(host, max(0, owed.amount)) if at_cage else ()
        window = {"do": "at_window", "act": f"{verb.lower()} owed", "about": about, "name": owed.name}
        at_table = {"do": "settle_owed", "number": owed.number, "seat": owed.seat}
        yield StaffTask(
            kind="owed",
            name=f"{owed.number} {owed.seat}",
            title=f"{verb} ${dollars(abs(owed.amount))}: {owed.name or 'the patron'} of round {owed.round}",
            right=right_of(known, "pay owed" if at_cage else "settle owed"),
            cite=CITE,
            since=owed.since,
            urgency="later",
            only=able,
            waits_for="First a cashier is handed a drawer with that much cash." if at_cage and not able else "",
            changes=sentence(owed.name, owed.seat, owed.round, owed.amount) + ".",
            act=TaskAct(
                "Handed over", window if at_cage else at_table, path=f"/api/tables/{table.name}/book" if at_cage else ""
            ),
        )


def _cannot_agree(host: "Host", table: Table, proposed: entries.CorrectionProposed) -> str:
    """Why nobody can agree to a correction now, as a sentence: what it takes is not there. Empty where somebody can."""
    if all(line.amount >= 0 for line in proposed.lines):
        return ""
    try:
        check_racks(table, payees(host, table, proposed))
    except Refused as refusal:
        return refusal.sentence
    return ""


def _signed(amount: Cents) -> str:
    return f"{'+' if amount > 0 else '−'}${dollars(abs(amount))}"


def undone(events: Iterable[Event], number: int) -> dict[int, int]:
    """For each seat, what it takes to undo what a round won, lost and charged."""
    found: dict[int, int] = {}
    charged: set[tuple[int, str, str, int]] = set()
    for event in events:
        if isinstance(event, Transferred | MeterMoved) or (isinstance(event, Settlement) and event.against):
            what = "A progressive meter moved" if isinstance(event, MeterMoved) else "A player banked"
            raise Refused(
                Refusal.LOCKED, f"{what} in round {number}; state the amounts of the correction by seat.", CORRECTED
            )
        if isinstance(event, Settlement):
            # vigorish that is charged apart: later, for which this makes up, or with the wager in this round or an earlier one
            apart = event.prepaid and (event.seat, event.wager, event.on, event.hand) in charged
            change = event.stake - event.returned + (0 if apart else event.vigorish)
        elif isinstance(event, Charged):
            charged.add((event.seat, event.wager, event.on, event.hand))
            change = event.amount
        elif isinstance(event, Refunded):
            change = -event.amount
        else:
            continue
        if event.seat:
            found[event.seat] = found.get(event.seat, 0) + change
    return {seat: amount for seat, amount in found.items() if amount}


Steps = list[tuple[int, tuple[Event, ...]]]  # the number of an entry, and the events in it


def steps(host: "Host", first: int, last: int) -> Steps:
    found = (
        (entry.sequence, entries.DECODERS[entry.kind].decode(entry.payload))
        for entry in host.house.store.entries(host.name, first, last)
        if entry.kind == "step"
    )
    return [(sequence, cast(tuple[Event, ...], made.events)) for sequence, made in found if isinstance(made, Step)]


def played(steps: Steps) -> dict[int, int]:
    """Every seat that wagered or was settled with in a round, and the entry that tells of it last: whoever held it then."""
    return {
        event.seat: sequence
        for sequence, events in steps
        for event in events
        if isinstance(event, Wagered | Settlement)
    }
