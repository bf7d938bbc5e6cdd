"""Which entries of a table belong to the evidence on some of its rounds: the rounds, and whatever they rest on.

Cards come from a shuffle whose seed was committed to earlier, and words of players count from the commitment on. So a round is
taken together with everything since the commitments that decided it: one unbroken chain. Before it stand the rules in force and
who was there, after it what opened its seeds, corrected it, was reported about it or says who a patron was. Nothing of a round in
progress is taken: of what was written after the rounds, only kinds of entry that are never sealed.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.journal import Entry
from pitboss.procedure import Refusal, Refused

MOST_ROUNDS = 100
ALL = 1 << 30
PROMISES = ("pledged", "committed")
OPENING = ("revealed",)
ABOUT_ROUNDS = ("incident", "correction_proposed", "correction_decided", "owed_settled", "patron_identified")
BEFORE = ("founded", "rules_changed", "rules_adopted", "assigned", "released")


class Gathered(msgspec.Struct, frozen=True):
    """The entries in their order, and the first and last entry of each round that was asked for."""

    entries: tuple[Entry, ...]
    rounds: dict[int, tuple[int, int]]

    @property
    def last(self) -> int:
        """The end of the last of the rounds."""
        return max(last for _, last in self.rounds.values())


def gather(store: Store, table: str, rounds: Iterable[int]) -> Gathered:
    """Everything that the evidence on these rounds consists of, or a refusal where one of them is not over."""
    asked = sorted(set(rounds))
    if not 1 <= len(asked) <= MOST_ROUNDS:
        raise Refused(Refusal.MALFORMED, f"Expected 1 to {MOST_ROUNDS} rounds, not {len(asked)}.", "")
    places = {number: _place(store, table, number) for number in asked}
    found: dict[int, Entry] = {}
    for first, last in places.values():
        begins = _deciding(store, table, first, last)
        if found.keys() >= {begins, last}:
            continue
        found |= {entry.sequence: entry for entry in store.entries(table, begins, last)}
        found |= {entry.sequence: entry for entry in _before(store, table, begins)}
    later = _later(store, table, list(found.values()), asked, max(last for _, last in places.values()))
    found |= {entry.sequence: entry for entry in later}
    return Gathered(tuple(found[sequence] for sequence in sorted(found)), places)


def decoded(entry: Entry) -> Any:
    return entries.DECODERS[entry.kind].decode(entry.payload)


def _place(store: Store, table: str, number: int) -> tuple[int, int]:
    found = store.history.round(table, number)
    if found is not None:
        return found
    latest = store.history.entries_of(table, ("round", "ended", "unplayed"), None, 1)
    if latest and latest[0].kind == "round" and decoded(latest[0]).start.number == number:
        raise Refused(
            Refusal.STALE, f"Round {number} of {table} is in progress; evidence is given on rounds that are over.", ""
        )
    raise Refused(Refusal.NOT_FOUND, f"{table} has no closed round {number}.", "")


def _deciding(store: Store, table: str, first: int, last: int) -> int:
    """The first of the entries that decided a round: where its seed, that of its cards or its source was committed to."""
    begins, needed = first, {decoded(next(store.entries(table, first, first))).serial}
    shoes: set[str] = {made.shoe for made in _committed(store.entries(table, first, last))}
    own = [made.source for made in _committed(store.entries(table, first, last))]
    needed |= set(own)
    mixes = bool(shoes or store.history.entries_of(table, ("committed",), first, 1))
    for entry in store.history.entries_of(table, PROMISES, first, ALL):
        made = decoded(entry)
        if isinstance(made, entries.Committed) and made.shoe not in shoes:  # the shuffle that was in use when it began
            shoes.add(made.shoe)
            needed.add(made.source)
            begins = min(begins, entry.sequence)
        elif isinstance(made, entries.Pledged) and {made.serial, made.shuffles} & needed:
            needed -= {made.serial, made.shuffles}
            begins = min(begins, entry.sequence)
        if not needed - {0} and (shoes or not mixes):
            break
    return _not_inside_a_round(store, table, begins)


def _committed(found: Iterable[Entry]) -> list[entries.Committed]:
    return [decoded(entry) for entry in found if entry.kind == "committed"]


def _not_inside_a_round(store: Store, table: str, sequence: int) -> int:
    """The beginning of the round that an entry is in, else the entry itself."""
    before = store.history.entries_of(table, ("round", "ended", "unplayed"), sequence, 1)
    return before[0].sequence if before and before[0].kind == "round" else sequence


def _before(store: Store, table: str, sequence: int) -> list[Entry]:
    """Rules in force, and who sat and stood there, when an entry was made."""
    latest: dict[tuple[str, ...], Entry] = {}
    for entry in reversed(store.history.entries_of(table, BEFORE, sequence, ALL)):
        made = decoded(entry)
        if isinstance(made, entries.Assigned):
            latest["assigned", made.person, made.role] = entry
        elif isinstance(made, entries.Released):
            latest.pop(("assigned", made.person, made.role), None)
        else:
            latest[entry.kind,] = entry
    for entry in store.history.arrivals(table):
        if entry.sequence >= sequence:
            break
        made = decoded(entry)
        if isinstance(made, entries.SeatMoved):
            latest["seat", str(made.to)] = entry
            came = latest.pop(("seat", str(made.seat)), None)
            if came is not None:  # who they are stands where they first sat down
                latest["came", str(entry.sequence)] = came
        elif isinstance(made, entries.Left | entries.Unboxed):
            latest.pop(("seat", str(made.seat)), None)
        else:
            latest["seat", str(made.seat)] = entry
    return list(latest.values())


def _later(store: Store, table: str, found: Sequence[Entry], rounds: Sequence[int], last: int) -> list[Entry]:
    """What was written about the rounds: seeds of theirs that were opened later, corrections, incidents, who the patrons were."""
    promised = {decoded(entry).serial for entry in found if entry.kind == "committed"}
    promised |= {decoded(entry).shuffles for entry in found if entry.kind == "pledged"}
    later = [e for e in store.history.entries_of(table, OPENING, None, ALL) if e.sequence > last]
    kept = [entry for entry in later if decoded(entry).serial in promised]
    numbers: set[int] = set()
    patrons = {decoded(entry).patron for entry in found if entry.kind == "seated"}
    for entry in reversed(store.history.entries_of(table, ABOUT_ROUNDS, None, ALL)):
        made = decoded(entry)
        if isinstance(made, entries.IncidentReported):
            about = bool(set(made.rounds) & set(rounds))
        elif isinstance(made, entries.CorrectionProposed):
            about = made.round in rounds
            numbers |= {made.number} if about else set()
        elif isinstance(made, entries.PatronIdentified):
            about = made.patron in patrons
        else:
            about = made.number in numbers
        if about:
            kept.append(entry)
    return kept
