"""The incidents of a table from its record: as a list for the pit console, and each as a report to print."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from pitboss.house.commands.incident import KINDS
from pitboss.house.host.host import Host
from pitboss.house.people.entries import UNNAMED, HouseNamed
from pitboss.house.protocol.pit import IncidentBook, IncidentRecord
from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.house.wire.view import open_corrections, owed_lines
from pitboss.journal import Entry
from pitboss.paper.document import Document
from pitboss.paper.incident_report import CorrectionMade, Incident, RoundPlayed, incident_report
from pitboss.paper.particulars import Particulars
from pitboss.procedure import Refusal, Refused

MOST = 200  # incidents listed, the latest
ALL = 1 << 30
SEATED = ("seated", "left", "seat_moved")


def book(host: Host) -> IncidentBook:
    """What was reported at a table, the latest first."""
    table, store = host.require_table(), host.house.store
    made = _corrections(store, host.name)
    return IncidentBook(
        kinds=KINDS,
        incidents=tuple(
            _record(entry, made) for entry in store.history.entries_of(host.name, ("incident",), None, MOST)
        ),
        corrections=open_corrections(table),
        owed=owed_lines(table),
    )


def report(host: Host, number: int) -> Document:
    """One incident as a document."""
    table, store = host.require_table(), host.house.store
    found = (_decoded(entry) for entry in store.history.entries_of(host.name, ("incident",), None, ALL))
    entry, incident = next(((entry, one) for entry, one in found if one.number == number), (None, None))
    if entry is None or incident is None:
        raise Refused(
            Refusal.NOT_FOUND, f"Expected an incident from 1 to {table.state.disputes.reported}, not {number}.", ""
        )
    named = host.house.register.named_as or UNNAMED
    names = _names(store, host.name, entry.sequence)
    summary = Incident(
        number=incident.number,
        kind=incident.kind,
        words=incident.words,
        by=str(incident.by),
        time=local_time(entry.time, named),
        seats=tuple(_who(seat, names.get(seat, "")) for seat in incident.seats),
        people=incident.people,
        rounds=tuple(_rounds(store, host.name, incident.rounds, named)),
        corrections=tuple(
            _made(proposed, at, decided, named)
            for proposed, at, decided in _corrections(store, host.name)
            if proposed.incident == number
        ),
    )
    filing = host.house.register.filings.known.get(table.state.filing.filing)
    particulars = Particulars(
        holder=named.holder,
        licence=named.licence,
        address=named.address,
        tables=(host.name,),
        title=table.state.filing.founded.title,
        filing=filing.number if filing is not None else "",
    )
    return incident_report(table.game, table.rules, summary, particulars)


Correction = tuple[entries.CorrectionProposed, str, tuple[str, entries.CorrectionDecided] | None]


def _corrections(store: Store, table: str) -> list[Correction]:
    """Every correction, when it was proposed, and what was decided, when."""
    found = [
        _decoded(entry)
        for entry in store.history.entries_of(table, ("correction_decided", "correction_proposed"), None, ALL)
    ]
    decided = {one.number: (entry.time, one) for entry, one in found if entry.kind == "correction_decided"}
    return [
        (one, entry.time, decided.get(one.number))
        for entry, one in reversed(found)
        if entry.kind == "correction_proposed"
    ]


def _decoded(entry: Entry) -> tuple[Entry, Any]:
    return entry, entries.DECODERS[entry.kind].decode(entry.payload)


def _record(entry: Entry, made: list[Correction]) -> IncidentRecord:
    _, one = _decoded(entry)
    corrections = tuple(
        _correction(proposed, decided) for proposed, _, decided in made if proposed.incident == one.number
    )
    return IncidentRecord(
        one.number, one.kind, one.words, entry.time, str(one.by), one.rounds, one.seats, one.people, corrections
    )


def _correction(proposed: entries.CorrectionProposed, decided: tuple[str, entries.CorrectionDecided] | None) -> str:
    what = f"Round {proposed.round} {'void' if proposed.void else 'corrected'}, proposed by {proposed.by.name}"
    if decided is None:
        return f"{what}: waits for a second person."
    return f"{what}: {'agreed' if decided[1].agreed else 'dropped'} by {decided[1].by.name}."


def _made(
    proposed: entries.CorrectionProposed,
    at: str,
    decided: tuple[str, entries.CorrectionDecided] | None,
    named: HouseNamed,
) -> CorrectionMade:
    then = ""
    if decided is not None:
        time, one = decided
        then = f"{'Agreed' if one.agreed else 'Dropped'}: {one.by}, {local_time(time, named)}."
        then += f" {one.reason}" if one.reason else ""
    return CorrectionMade(
        number=proposed.number,
        round=proposed.round,
        void=proposed.void,
        reason=proposed.reason if proposed.reason.endswith((".", "!", "?")) else f"{proposed.reason}.",
        proposed=f"{proposed.by}, {local_time(at, named)}",
        lines=tuple((_who(line.seat, line.player), line.amount) for line in proposed.lines),
        decided=then,
    )


def _names(store: Store, table: str, before: int) -> dict[int, str]:
    """Who sat where before an entry."""
    names: dict[int, str] = {}
    for entry in reversed(store.history.entries_of(table, SEATED, before, ALL)):
        _, one = _decoded(entry)
        if entry.kind == "seated":
            names[one.seat] = one.name
        elif entry.kind == "left":
            names.pop(one.seat, None)
        elif one.seat in names:
            names[one.to] = names.pop(one.seat)
    return names


def _who(seat: int, name: str) -> str:
    return f"{name}, seat {seat}" if name else f"seat {seat}"


def _rounds(store: Store, table: str, numbers: tuple[int, ...], named: HouseNamed) -> Iterator[RoundPlayed]:
    """The rounds that are over; one that is not has nothing settled to tell of."""
    for number in numbers:
        for row in store.history.rounds(table, number + 1, 1):
            if row[0] == number:
                _, _, _, opened, closed, result, wagered, paid, void = row
                yield RoundPlayed(
                    number, local_time(opened, named), local_time(closed, named), result, wagered, paid, bool(void)
                )


def local_time(stamp: str, named: HouseNamed) -> str:
    """A time of the record on the clock of the house."""
    at = datetime.fromisoformat(stamp).astimezone(ZoneInfo(named.zone))
    return at.strftime("%Y-%m-%d %H:%M:%S %Z")
