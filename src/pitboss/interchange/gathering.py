"""Rounds from journals: of a database that a house has open or not, or of an exported record.

What is in a line comes from the entries of the round. A table is folded beside them, as recovery does it, only to know what state
each round began with; where an entry does not replay by the rules that are installed, the lines go on without a state, up to
the next snapshot that was kept. The database is read in short pieces and never written to (``storage.reading``).
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.events import Event
from pitboss.faces import FACE_DOWN
from pitboss.house.people import entries as house_entries
from pitboss.house.people.register import HOUSE_JOURNAL
from pitboss.house.records.days import Days
from pitboss.house.storage.reading import Reader
from pitboss.house.storage.seal import Sealer
from pitboss.house.table import entries, snapshot
from pitboss.house.table.seating import SEATS, follow, seating
from pitboss.house.table.table import Table
from pitboss.interchange.rounds import PlayedRound, Rules, Sitting, acts, drawn, placed, settled
from pitboss.journal import Entry, Report, Step
from pitboss.procedure import CHANCE, Answer, Refusal, Refused
from pitboss.submission import made_choices

CARDS = frozenset(DECK_WITH_JOKER)
Heard = Callable[[int, int], None]  # how many entries were read, of how many


class Wanted(msgspec.Struct, frozen=True):
    """Which rounds, and what of them. ``last`` None: to the end. ``day``: the gaming day in which they were closed."""

    tables: tuple[str, ...] = ()
    first: int = 1
    last: int | None = None
    day: str = ""
    names: bool = False
    events: bool = False

    def has(self, number: int) -> bool:
        return number >= self.first and (self.last is None or number <= self.last)


class _Round:
    """What is gathered of a round until it is over."""

    def __init__(self, began: entries.Began, time: str, state: Any) -> None:
        self.began, self.time, self.state = began, time, state
        self.seats: dict[int, Sitting] = {}  # those who were there, from the beginning or later
        self.history: list[Answer | Report] = []
        self.events: list[Event] = []
        self.before_outcome = (0, 0)  # how many acts and events there were before the last outcome


class TableRounds:
    """One table's journal, entry by entry; ``take`` gives a round when it is over."""

    def __init__(self, name: str, wanted: Wanted) -> None:
        self.name, self._wanted = name, wanted
        self._founded: entries.Founded | None = None
        self._seating = seating(name)  # goes on where the table cannot be folded
        self._table: Table | None = Table(name)
        self._round: _Round | None = None
        self._waiting: list[PlayedRound] = []

    def resume(self, body: bytes) -> None:
        """Go on from a snapshot that was kept of the table."""
        self._table = table = snapshot.restore(self.name, body, {})
        self._founded = table.state.filing.founded
        self._seating = snapshot.restore(self.name, body, {})

    @property
    def is_replayed(self) -> bool:
        return self._table is not None

    @property
    def is_between_rounds(self) -> bool:
        return self._round is None

    @property
    def is_waiting(self) -> bool:
        """Whether a round is over that is not returned yet."""
        return bool(self._waiting)

    @property
    def number(self) -> int:
        """The round that is in progress; 0 between rounds."""
        return self._round.began.start.number if self._round is not None else 0

    def take(self, entry: Entry) -> list[PlayedRound]:
        """Apply an entry; the rounds that are complete with it.

        A round after which a card lies face down on the table for the next hand is returned when that one is over too.
        """
        decoder = entries.DECODERS.get(entry.kind)
        made: Any = decoder.decode(entry.payload) if decoder is not None else None
        if self._founded is None and not isinstance(made, entries.Founded):
            raise Refused(Refusal.MALFORMED, f"The rounds of {self.name} can be read from its whole record only.", "")
        if isinstance(made, entries.Began):
            self._begin(made, entry.time)
        over = isinstance(made, entries.Ended)
        found = self._ended(made, entry.time) if isinstance(made, entries.Ended) else None
        self._follow(entry)
        self._note(made)
        if type(made) in SEATS:
            follow(self._seating, entry, made)
            self._look()
        if not over:
            return []
        ready, self._waiting = self._waiting, []
        if found is not None and self._table is not None and waits(_plain(self._table.state.felt.state)):
            self._waiting = [found]
        return ready if self._waiting or found is None else [*ready, found]

    # --- the table beside it

    def _follow(self, entry: Entry) -> None:
        """Fold the table, so that the state before the next round is known."""
        if self._table is not None:
            try:
                self._table.replay(entry)
            except Refused:
                self._table = None  # played by other rules than are installed

    def _begin(self, made: entries.Began, time: str) -> None:
        state = _plain(self._table.state.felt.state) if self._table is not None else None
        self._round = _Round(made, time, state)
        self._look()

    def _look(self) -> None:
        """Note who is there in this round; their names are kept only where that was asked for."""
        now, seats = self._round, self._seating.state.seats
        if now is None:
            return
        for seat in (*seats.players, *seats.boxes):
            name = seats.patron_at(seats.holder(seat)).name if self._wanted.names else ""
            now.seats[seat] = Sitting(seat, seats.boxes.get(seat, 0), name, seats.patron(seat))

    def _note(self, made: Any) -> None:
        """Take from an entry what later lines say."""
        now = self._round
        match made:
            case Step() if now is not None:
                if any(answer.by == CHANCE and answer.says != FACE_DOWN for answer in made.answers):
                    now.before_outcome = len(now.history), len(now.events)
                now.history += [*made.answers, *([made.report] if made.report is not None else ())]
                now.events += made.events
            case entries.Corrected() if now is not None:
                acts_before, events_before = now.before_outcome
                del now.history[acts_before:], now.events[events_before:]
            case entries.Ended() | entries.Unplayed():
                self._round = None
            case entries.Founded():
                self._founded = made
            case entries.RulesChanged() if self._founded is not None:
                self._founded = msgspec.structs.replace(self._founded, choices=made.choices, submission=made.submission)
            case entries.SettingsChanged() if self._founded is not None:
                self._founded = msgspec.structs.replace(self._founded, settings=made.settings)

    # --- a round that is over

    def _ended(self, made: entries.Ended, time: str) -> PlayedRound | None:
        now, founded = self._round, self._founded
        if now is None or founded is None or not self._wanted.has(made.round):
            return None
        history, events = now.history, now.events
        play = self._table.round if self._table is not None else None
        if play is not None and self._table is not None:  # with the faces of cards that were turned later
            history, events = list(play.history), list(self._table.play.events)
        return PlayedRound(
            pitboss_round=1,
            game=founded.game,
            rules=Rules(now.began.submission, made_choices(founded.choices), now.began.version, now.began.edition),
            round=made.round,
            start=now.began.start,
            history=acts(history),
            settlements=settled(events),
            table=self.name,
            opened=now.time,
            closed=time,
            result=made.result,
            void=made.void,
            seats=tuple(now.seats[seat] for seat in sorted(now.seats)),
            wagers=placed(events),
            chance=drawn(history),
            state=now.state if play is not None else None,
            face_down=founded.settings.chance == "entered",
            events=tuple(events) if self._wanted.events else (),  # type: ignore[arg-type]
        )


def _plain(state: Any) -> Any:
    """A state as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(state))


def waits(state: Any) -> bool:
    """Whether a card lies on the table for the next hand, by the state between two rounds."""
    if isinstance(state, str):
        return state in CARDS
    if isinstance(state, Mapping):
        return any(waits(one) for name, one in state.items() if name != "missing")
    return isinstance(state, list | tuple) and any(map(waits, state))


# --- a database


def of_database(
    database: Path, wanted: Wanted, *, sealer: Sealer | None = None, heard: Heard = lambda read, of: None
) -> Iterator[PlayedRound]:
    """The rounds of a database, in use or not: table by table, each in its order. Its key has to lie beside it."""
    sealer = sealer or Sealer.read(database.with_name(database.name + ".key"))
    with closing(Reader(database, sealer)) as reader:
        names = reader.tables()
        if unknown := sorted(set(wanted.tables) - set(names)):
            raise Refused(Refusal.UNKNOWN_TABLE, f"There is no table {unknown[0]}; there are: {', '.join(names)}.", "")
        names = [name for name in names if not wanted.tables or name in wanted.tables]
        days = days_of(reader) if wanted.day else None
        ends = {name: (reader.snapshot(name) or (0, b""))[0] for name in names}
        read, whole = 0, sum(ends.values())
        for name in names:
            for played, sequence in _of_table(reader, name, wanted, days):
                heard(read + min(sequence, ends[name]), whole)
                if played is not None:
                    yield played
            read += ends[name]
            heard(read, whole)


def _of_table(reader: Reader, name: str, wanted: Wanted, days: Days | None) -> Iterator[tuple[PlayedRound | None, int]]:
    """The rounds of one table, and how far its journal has been read."""
    fold, kept = TableRounds(name, wanted), reader.waypoints(name)
    after = _begin_near(reader, name, wanted, days, kept)
    if after:
        fold.resume(reader.waypoint(name, after))
    known = set(kept)
    for entry in reader.entries(name, after + 1):
        for played in fold.take(entry):
            day = days.of(played.closed) if days is not None else ""
            if wanted.day and day > wanted.day:
                return
            if day == wanted.day:
                yield played, entry.sequence
        if entry.kind == "ended":
            yield None, entry.sequence
        if not fold.is_replayed and entry.sequence in known and fold.is_between_rounds:
            fold.resume(reader.waypoint(name, entry.sequence))
        if wanted.last is not None and fold.number > wanted.last and not fold.is_waiting:
            return


def _begin_near(reader: Reader, name: str, wanted: Wanted, days: Days | None, kept: list[int]) -> int:
    """The last snapshot that was kept before all rounds that are wanted, by halving; 0: from the founding on."""
    low, high = 0, len(kept)
    while low < high:
        middle = (low + high) // 2
        sequence = kept[middle]
        early = _number(reader.waypoint(name, sequence)) < wanted.first
        if not early and days is not None:
            entry = next(reader.entries(name, sequence, sequence))
            early = days.of(entry.time) < wanted.day
        low, high = (middle + 1, high) if early else (low, middle)
    return kept[low - 1] if low else 0


class _Numbered(msgspec.Struct, frozen=True):
    number: int


def _number(body: bytes) -> int:
    """The last round before a snapshot."""
    return msgspec.json.decode(body, type=_Numbered).number


def days_of(reader: Reader) -> Days:
    """When the gaming days of a house begin, by its own journal."""
    days = Days()
    for entry in reader.entries(HOUSE_JOURNAL):
        if entry.kind == house_entries.NAMES[house_entries.HouseNamed]:
            days.name(msgspec.json.decode(entry.payload, type=house_entries.HouseNamed), entry.time)
    return days
