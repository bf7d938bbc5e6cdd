"""Incidents that are in no chapter's list, announcements, and corrections of what was settled: by two persons (I-GEN-40)."""

from typing import TYPE_CHECKING

from pitboss.events import Charged, Event, Refunded, Settlement, Transferred
from pitboss.house.host import rights
from pitboss.house.host.sessions import Session
from pitboss.house.protocol.commands import Command
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.journal import Step
from pitboss.money import dollars
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

KINDS = ("late_bet", "dispute", "wrong_payout", "chips_moved", "spill", "medical", "disturbance", "equipment", "other")
CITE = "I-GEN-40"


def announce(host: "Host", session: Session, command: Command) -> None:
    """Tell everyone at the table something."""
    table = host.require_table()
    actor = rights.require(host, session, "announce")
    words = _words(command.words, "Say what is to be announced.")
    table.enter(entries.Announcement(words, actor, command.key))
    host.announce(words, "")


def report(host: "Host", session: Session, command: Command) -> None:
    """Something happened that no chapter speaks of."""
    table = host.require_table()
    actor = rights.require(host, session, "write incident")
    if command.name not in KINDS:
        raise Refused(Refusal.MALFORMED, f"Expected one of {', '.join(KINDS)}, not {command.name!r}.", "")
    for number in command.rounds:
        if not 1 <= number <= table.number:
            raise Refused(Refusal.NOT_FOUND, f"This table has played rounds 1 to {table.number}, not {number}.", "")
    words = _words(command.words, "Say what happened.")
    people = tuple(" ".join(name.split()) for name in command.people if name.strip())
    table.enter(
        entries.IncidentReported(
            table.reported + 1, command.name, words, actor, command.rounds, command.seats, people, command.key
        )
    )


def propose(host: "Host", session: Session, command: Command) -> None:
    """Propose to put right what a round settled: amounts by seat, or, where none are stated, the whole round void."""
    table = host.require_table()
    actor = rights.require(host, session, "propose correction")
    if len(command.rounds) != 1:
        raise Refused(Refusal.MALFORMED, "A correction is of one round; name it.", CITE)
    number = command.rounds[0]
    if number < 1 or number > table.number or (number == table.number and table.round is not None):
        raise Refused(Refusal.NOT_FOUND, f"Round {number} has not been settled.", CITE)
    if number in {one.round for one in table.corrections_open.values()}:
        raise Refused(Refusal.STALE, f"A correction of round {number} waits for a second person already.", CITE)
    if command.number > table.reported:
        raise Refused(Refusal.NOT_FOUND, f"There is no incident {command.number} at this table.", CITE)
    reason = _words(command.reason, "Say why the round has to be corrected.")
    lines = [(line.seat, line.amount) for line in command.lines if line.amount]
    void = not command.lines
    if void:
        if table.corrected_rounds.get(number):
            raise Refused(Refusal.STALE, f"Round {number} was corrected already; state the amounts by seat.", CITE)
        lines = sorted(undone(host, table, number).items())
    if not lines:
        raise Refused(Refusal.MALFORMED, f"Nothing was won or lost in round {number} that could be given back.", CITE)
    if len({seat for seat, _ in lines}) < len(lines):
        raise Refused(Refusal.MALFORMED, "A correction names each seat once.", CITE)
    made = tuple(entries.Adjustment(seat, amount, player_in(table, seat, number)) for seat, amount in lines)
    table.enter(
        entries.CorrectionProposed(table.proposed + 1, number, made, reason, actor, void, command.number, command.key)
    )


def decide(host: "Host", session: Session, command: Command) -> None:
    """A second person agrees to a correction, and it is paid; or somebody drops it."""
    table = host.require_table()
    actor = rights.require(host, session, "decide correction")
    proposed = table.corrections_open.get(command.number)
    if proposed is None:
        raise Refused(Refusal.STALE, f"No correction {command.number} waits for a decision.", CITE)
    if not command.agreed:
        table.enter(entries.CorrectionDecided(command.number, False, actor, command.reason, command.key))
        return
    if actor.credential == proposed.by.credential:
        raise Refused(Refusal.NOT_LAWFUL, f"{actor.name} proposed it; a second person has to agree.", CITE)
    for line in proposed.lines:
        rack = table.rack(line.seat)
        if line.amount < 0 and table.players.get(line.seat) == line.player and rack + line.amount < 0:
            raise Refused(
                Refusal.NOT_ENOUGH_CHIPS,
                f"Seat {line.seat} has ${dollars(rack)} in the rack; ${dollars(-line.amount)} cannot be taken.",
                CITE,
            )
    table.enter(entries.CorrectionDecided(command.number, True, actor, command.reason, command.key))
    what = "is void: its wagers are given back" if proposed.void else "is corrected"
    host.announce(f"Round {proposed.round} {what}. {proposed.reason}", CITE)


def undone(host: "Host", table: Table, number: int) -> dict[int, int]:
    """For each seat, what it takes to undo what a round won, lost and charged."""
    found: dict[int, int] = {}
    for event in _events(host, table, number):
        if isinstance(event, Transferred) or (isinstance(event, Settlement) and event.against):
            raise Refused(
                Refusal.LOCKED, f"A player banked in round {number}; state the amounts of the correction by seat.", CITE
            )
        if isinstance(event, Settlement):
            later = event.deferred or event.prepaid
            change = event.stake - event.returned + (0 if later else event.vigorish)
        elif isinstance(event, Charged):
            change = event.amount
        elif isinstance(event, Refunded):
            change = -event.amount
        else:
            continue
        if event.seat:
            found[event.seat] = found.get(event.seat, 0) + change
    return {seat: amount for seat, amount in found.items() if amount}


def _events(host: "Host", table: Table, number: int) -> list[Event]:
    if number == table.number:
        return list(table.events)
    row = host.store.round(host.name, number)
    if row is None:
        raise Refused(Refusal.NOT_FOUND, f"Round {number} is not in the record of this table.", CITE)
    steps = (
        entries.DECODERS[entry.kind].decode(entry.payload)
        for entry in host.store.entries(host.name, row[0], row[1])
        if entry.kind == "step"
    )
    return [event for step in steps if isinstance(step, Step) for event in step.events]


def player_in(table: Table, seat: int, number: int) -> str:
    """The name of the player who sat at a seat in a round, while they still sit there; else empty."""
    _, arrived, _ = table.arrived.get(seat, (0, 0, 0))
    return table.players.get(seat, "") if arrived <= number else ""


def _words(text: str, otherwise: str) -> str:
    words = " ".join(text.split())
    if not words:
        raise Refused(Refusal.MALFORMED, otherwise, "")
    return words
