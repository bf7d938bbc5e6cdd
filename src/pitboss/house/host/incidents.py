"""Incidents that are in no chapter's list, announcements, and corrections of what was settled: by two persons (I-GEN-40)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from pitboss.events import Charged, Event, MeterMoved, Refunded, Settlement, Transferred, Wagered
from pitboss.house.host import owed, rights
from pitboss.house.host.managing import stated
from pitboss.house.host.sessions import Session
from pitboss.house.protocol.commands import Command
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.journal import Step
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

KINDS = ("late_bet", "dispute", "wrong_payout", "chips_moved", "spill", "medical", "disturbance", "equipment", "other")
CITE = "I-GEN-40"


def announce(host: "Host", session: Session, command: Command) -> None:
    """Tell everyone at the table something."""
    table = host.require_table()
    actor = rights.require(host, session, "announce")
    words = stated(command.words, "Say what is to be announced.")
    table.enter(entries.Announcement(words, actor, command.key))
    host.announce(words, "")


def report(host: "Host", session: Session, command: Command) -> None:
    """Something happened that no chapter speaks of."""
    table = host.require_table()
    actor = rights.require(host, session, "write incident")
    if command.name not in KINDS:
        raise Refused(Refusal.MALFORMED, f"Expected one of {', '.join(KINDS)}, not {command.name!r}.", "")
    _check_rounds(table, command.rounds)
    _check_seats(table, command.seats)
    words = stated(command.words, "Say what happened.")
    people = tuple(" ".join(name.split()) for name in command.people if name.strip())
    table.enter(
        entries.IncidentReported(
            table.state.disputes.reported + 1,
            command.name,
            words,
            actor,
            command.rounds,
            command.seats,
            people,
            command.key,
        )
    )


def _check_rounds(table: Table, rounds: Iterable[int]) -> None:
    for number in rounds:
        if not table.state.felt.number:
            words = f"No round has been played at this table yet; leave round {number} out."
        elif 1 <= number <= table.state.felt.number:
            continue
        elif table.state.felt.number == 1:
            words = f"This table has played round 1 only, not round {number}."
        else:
            words = f"This table has played rounds 1 to {table.state.felt.number}, not round {number}."
        raise Refused(Refusal.NOT_FOUND, words, "")


def _check_seats(table: Table, seats: Iterable[int]) -> None:
    most = table.rules.posted.seats
    for seat in seats:
        if not 1 <= seat <= most:
            raise Refused(Refusal.NO_SUCH_SEAT, f"This table has seats 1 to {most}, not seat {seat}.", "")


def propose(host: "Host", session: Session, command: Command) -> None:
    """Propose to put right what a round settled: amounts by seat, or, where none are stated, the whole round void."""
    table = host.require_table()
    actor = rights.require(host, session, "propose correction")
    if len(command.rounds) != 1:
        raise Refused(Refusal.MALFORMED, "A correction is of one round; name it.", CITE)
    number = command.rounds[0]
    row = host.store.round(host.name, number)
    if row is None:
        raise Refused(Refusal.NOT_FOUND, f"Round {number} has not been settled at this table.", CITE)
    steps = _steps(host, *row)
    events = [event for _, found in steps for event in found]
    if number in {one.round for one in table.state.disputes.corrections_open.values()}:
        raise Refused(Refusal.STALE, f"A correction of round {number} waits for a second person already.", CITE)
    if command.number > table.state.disputes.reported:
        raise Refused(Refusal.NOT_FOUND, f"There is no incident {command.number} at this table.", CITE)
    reason = stated(command.reason, "Say why the round has to be corrected.")
    lines = [(line.seat, line.amount) for line in command.lines if line.amount]
    void, earlier = not command.lines, table.state.disputes.corrected_rounds.get(number)
    if earlier and (void or not command.agreed):
        raise Refused(
            Refusal.STALE,
            f"Round {number} was corrected already (correction {earlier}); say that this comes on top of it, by seat.",
            CITE,
        )
    if void:
        lines = sorted(undone(events, number).items())
    if not lines:
        raise Refused(Refusal.MALFORMED, f"Nothing was won or lost in round {number} that could be given back.", CITE)
    if len({seat for seat, _ in lines}) < len(lines):
        raise Refused(Refusal.MALFORMED, "A correction names each seat once.", CITE)
    played = _played(steps)
    for seat, _ in lines:
        if seat not in played:
            seats = ", ".join(map(str, sorted(played))) or "none"
            raise Refused(Refusal.NO_SUCH_SEAT, f"Seat {seat} did not play in round {number}; played: {seats}.", CITE)
    made = tuple(
        entries.Adjustment(seat, amount, owed.patron(host, table, seat, played[seat]).name) for seat, amount in lines
    )
    table.enter(
        entries.CorrectionProposed(
            table.state.disputes.proposed + 1, number, made, reason, actor, void, command.number, command.key
        )
    )


def decide(host: "Host", session: Session, command: Command) -> None:
    """A second person agrees to a correction, and it is paid; or somebody drops it."""
    table = host.require_table()
    actor = rights.require(host, session, "decide correction")
    proposed = table.state.disputes.corrections_open.get(command.number)
    if proposed is None:
        raise Refused(Refusal.STALE, f"No correction {command.number} waits for a decision.", CITE)
    if not command.agreed:
        table.enter(entries.CorrectionDecided(command.number, False, actor, command.reason, command.key))
        return
    rights.require(host, session, "decide correction", first=(proposed.by,))
    payees = _payees(host, table, proposed)
    owed.check_racks(table, payees)
    table.enter(entries.CorrectionDecided(command.number, True, actor, command.reason, command.key, payees))
    what = "is void: its wagers are given back" if proposed.void else "is corrected"
    host.announce(f"Round {proposed.round} {what}. {proposed.reason}", CITE)


def _payees(host: "Host", table: Table, proposed: entries.CorrectionProposed) -> tuple[entries.Payee, ...]:
    """For each line the person whom it concerns, wherever they are by now (I-GEN-44)."""
    row = host.store.round(host.name, proposed.round)
    assert row is not None, "a round that was settled stays in the record"
    played = _played(_steps(host, *row))
    return tuple(
        owed.payee(table, owed.patron(host, table, line.seat, played[line.seat]), proposed.number, line)
        for line in proposed.lines
    )


def undone(events: Iterable[Event], number: int) -> dict[int, int]:
    """For each seat, what it takes to undo what a round won, lost and charged."""
    found: dict[int, int] = {}
    charged: set[tuple[int, str, str, int]] = set()
    for event in events:
        if isinstance(event, Transferred | MeterMoved) or (isinstance(event, Settlement) and event.against):
            what = "A progressive meter moved" if isinstance(event, MeterMoved) else "A player banked"
            raise Refused(
                Refusal.LOCKED, f"{what} in round {number}; state the amounts of the correction by seat.", CITE
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


def _steps(host: "Host", first: int, last: int) -> Steps:
    found = (
        (entry.sequence, entries.DECODERS[entry.kind].decode(entry.payload))
        for entry in host.store.entries(host.name, first, last)
        if entry.kind == "step"
    )
    return [(sequence, cast(tuple[Event, ...], made.events)) for sequence, made in found if isinstance(made, Step)]


def _played(steps: Steps) -> dict[int, int]:
    """Every seat that wagered or was settled with in a round, and the entry that tells of it last: whoever held it then."""
    return {
        event.seat: sequence
        for sequence, events in steps
        for event in events
        if isinstance(event, Wagered | Settlement)
    }
