"""The record on request: the list of past rounds, one round in full, and the export that ``pitboss verify`` reads."""

from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any, cast

import msgspec

from pitboss import catalogue, editions, law
from pitboss.events import AnyEvent, Noted, Settlement, visible
from pitboss.game import Game
from pitboss.house.host.sessions import AUDIT, PLAYER, Session
from pitboss.house.protocol.records import RoundDetail, RoundStep, RoundSummary, Seed
from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.house.table.recovery import seeds_in
from pitboss.house.table.set_hands import SetHandsReader
from pitboss.house.wire.round_marks import Marks
from pitboss.journal import GENESIS, Actor, Entry, Step, digest
from pitboss.procedure import CHANCE, FLOOR, Answer, Refusal, Refused, Who

MOST_ROUNDS = 200
MOST_CHANGES = 500  # of a table's rules, looked at for those of one round
FOREVER = 1 << 62
CARDS = (b'"event":"shuffled"', b'"event":"burned"', b'"event":"dealt"')
Tenure = tuple[int, int, int]  # a seat or box, and the entries between which a player held it


def rounds(
    store: Store, table: str, before: int | None, limit: int, marks: Callable[[int, int, int], Marks] = lambda *_: ()
) -> list[RoundSummary]:
    """Closed rounds, latest first; ``marks`` tells those of a round from its number and its first and last entry."""
    rows = store.history.rounds(table, before or FOREVER, max(1, min(limit, MOST_ROUNDS)))
    return [
        RoundSummary(n, opened, closed, result, wagers, paid, bool(void), marks(n, first, last))
        for n, first, last, opened, closed, result, wagers, paid, void in rows
    ]


def round_detail(
    store: Store, table: str, number: int, session: Session, running: tuple[int, int] | None, laid: SetHandsReader
) -> RoundDetail:
    """One round as this session may see it. ``running`` is the round in progress and its first entry, if any."""
    row = next((row for row in store.history.rounds(table, number + 1, 1) if row[0] == number), None)
    supervisor = session.role in (AUDIT, FLOOR)
    if row is not None:
        first, last = row[1], row[2]
    elif running is not None and running[0] == number and supervisor:
        first, last = running[1], None
    else:
        raise Refused(Refusal.NOT_FOUND, f"This table has no closed round {number}.", "")
    found = list(store.entries(table, first, last))
    began = entries.DECODERS["round"].decode(found[0].payload)
    assert isinstance(began, entries.Began)
    everything = supervisor and row is not None
    held = held_by(store, table, session)
    named = everything or not any(word in bytes(entry.payload) for entry in found for word in CARDS)
    steps = [
        _step(entry, _viewer_ids(session, held, entry), laid, everything=everything)
        if entry.kind == "step"
        else _correction(entry, named=named, everything=everything)
        for entry in found
        if entry.kind in ("step", "corrected")
    ]
    seeds = _seeds(store, table, found, began)
    deciding = seeds[-1] if seeds else Seed("", "", "")
    return RoundDetail(
        round=number,
        replay=row is not None,
        submission_hash=began.submission,
        edition=_edition(store, table, began),
        version=began.version,
        commitment=deciding.commitment,
        seed=deciding.seed,
        seeds=tuple(seeds),
        steps=tuple(steps),
        settlements=tuple(event for step in steps for event in step.events if isinstance(event, Settlement)),
        chain_ok=_linked(store, table, found),
    )


def _edition(store: Store, table: str, began: entries.Began) -> str:
    """The text that a round was played by, in words; as it was filed, where a record from before editions says nothing."""
    game, choices = _filed(store, table, began.submission)
    return editions.in_words(game.chapter, began.edition or str(choices.get("edition") or ""))


def _filed(store: Store, table: str, submission: str) -> tuple[Game, Mapping[str, Any]]:
    """The game of a table, and the choices with a hash."""
    founded, choices = None, dict[str, Any]()
    for entry in store.history.entries_of(table, ("founded",), None, 1):
        founded = entries.DECODERS["founded"].decode(entry.payload)
    assert isinstance(founded, entries.Founded)
    if founded.submission == submission:
        choices = founded.choices
    else:
        for entry in store.history.entries_of(table, ("rules_changed",), None, MOST_CHANGES):
            made = entries.DECODERS["rules_changed"].decode(entry.payload)
            if isinstance(made, entries.RulesChanged) and made.submission == submission:
                choices = made.choices
    return catalogue.game(founded.game), choices


def held_by(store: Store, table: str, session: Session) -> list[Tenure]:
    """When the player of a session held which seats: what was dealt there before or after stays hidden from them."""
    if session.role != PLAYER or not session.active:
        return []
    return next((one.held for one in sittings(store, table) if one.seat == session.seat and not one.over), [])


class SeatStay:
    """From when a player sat down until they gave the seat up: the seats and boxes that were theirs, wherever they moved."""

    def __init__(self, seated: entries.Seated, now: int) -> None:
        self.seat, self.purse, self.over = seated.seat, seated.purse, False
        self.held: list[Tenure] = [(seated.seat, now, FOREVER)]

    def take(self, seat: int, now: int) -> None:
        self.held.append((seat, now, FOREVER))

    def give_up(self, seats: Container[int], now: int) -> None:
        self.held = [(seat, since, now if seat in seats and to == FOREVER else to) for seat, since, to in self.held]


def sittings(store: Store, table: str) -> list[SeatStay]:
    """Everybody who sat at a table, and who sits there, the first one first."""
    found: list[SeatStay] = []
    there: dict[int, SeatStay] = {}  # by the seat that is theirs now
    for entry in store.history.arrivals(table):
        made: Any = entries.DECODERS[entry.kind].decode(entry.payload)
        now = entry.sequence
        if isinstance(made, entries.Seated):
            there[made.seat] = SeatStay(made, now)
            found.append(there[made.seat])
        elif isinstance(made, entries.Boxed):
            there[made.holder].take(made.seat, now)
        elif isinstance(made, entries.Unboxed):
            for one in there.values():
                one.give_up((made.seat,), now)
        elif isinstance(made, entries.SeatMoved):
            moved = there[made.to] = there.pop(made.seat)
            moved.give_up((made.seat,), now)
            moved.take(made.to, now)
            moved.seat = made.to
        elif isinstance(made, entries.Left) and (gone := there.pop(made.seat, None)) is not None:
            gone.give_up({seat for seat, *_ in gone.held}, now)
            gone.over = True
    return found


def _viewer_ids(session: Session, held: list[Tenure], entry: Entry) -> tuple[Who, ...]:
    return session.viewer_ids(seat for seat, since, until in held if since < entry.sequence < until)


def _step(entry: Entry, viewer_ids: tuple[Who, ...], laid: SetHandsReader, *, everything: bool) -> RoundStep:
    step = entries.DECODERS["step"].decode(entry.payload)
    assert isinstance(step, Step)
    events: list[AnyEvent] = [
        cast(AnyEvent, event if everything else visible(event, *viewer_ids)) for event in step.events
    ]
    answers = (
        step.answers
        if everything
        else tuple(_seen(answer, viewer_ids) for answer in step.answers if answer.by != CHANCE)
    )
    cites = dict.fromkeys(event.cite for event in events)
    read = {str(n): hands for n, event in enumerate(events) if (hands := laid.read(event)) is not None}
    gists = {cite: law.gist(cite) for cite in cites}
    person = step.person if everything else None
    return RoundStep(entry.sequence, entry.time, answers, step.report, tuple(events), read, gists, person)


def _correction(entry: Entry, *, named: bool, everything: bool) -> RoundStep:
    """An outcome that was taken back, in the form of a step; a card that may have been face down is not named."""
    made = entries.DECODERS["corrected"].decode(entry.payload)
    assert isinstance(made, entries.Corrected)
    what = f"{made.outcome} on the {made.device}" if named else f"a card from the {made.device}"
    note = Noted(f"{what} was entered by mistake and taken back", cite="I-GEN-40")
    person = made.by if everything and isinstance(made.by, Actor) else None
    return RoundStep(entry.sequence, entry.time, (), None, (note,), {}, {note.cite: law.gist(note.cite)}, person)


def _seen(answer: Answer, viewer_ids: tuple[Who, ...]) -> Answer:
    """An answer; the cards that someone else chose are left out."""
    return answer if answer.by in viewer_ids else msgspec.structs.replace(answer, cards=())


def _seeds(store: Store, table: str, found: list[Entry], began: entries.Began) -> list[Seed]:
    """The commitments that decided this round, its own first, with the seeds that have been opened."""
    commitments = {began.serial: ("round", began.commitment)} if began.serial else {}
    before = store.history.committed_before(table, found[0].sequence) if _draws_at_once(found) else None
    for entry in [before, *found] if before is not None else found:
        if entry.kind == "committed":
            made = entries.DECODERS["committed"].decode(entry.payload)
            assert isinstance(made, entries.Committed)
            commitments[made.serial] = (made.shoe, made.commitment)
    opened = seeds_in(found)
    if any(serial not in opened for serial in commitments):
        opened |= seeds_in(store.history.revealed_after(table, found[-1].sequence))
    return [
        Seed(device, committed, opened[serial].hex() if serial in opened else "")
        for serial, (device, committed) in commitments.items()
    ]


def _draws_at_once(found: list[Entry]) -> bool:
    """Whether this round drew a card before a shuffle of its own: then an earlier shuffle decided it."""
    for entry in found:
        if entry.kind == "committed":
            return False
        if entry.kind == "step" and b'"by":"chance"' in bytes(entry.payload):
            return True
    return False


def _linked(store: Store, table: str, found: list[Entry]) -> bool:
    """Whether these entries match their hashes and follow the entry before them."""
    first = found[0]
    before = next(store.entries(table, first.sequence - 1, first.sequence - 1), None)
    head = before.hash if before is not None else GENESIS
    for entry in found:
        body = bytes(entry.payload)
        if (
            entry.previous != head
            or digest(entry.table, entry.sequence, entry.time, entry.kind, body, head) != entry.hash
        ):
            return False
        head = entry.hash
    return True


def export(store: Store, table: str, running: int | None) -> Iterator[bytes]:
    """The journal as lines of JSON, up to the round in progress, whose first entry is given."""
    for entry in store.entries(table, 1, running - 1 if running is not None else None):
        yield msgspec.json.encode(entry) + b"\n"
