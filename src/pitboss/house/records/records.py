"""The record, ready to be searched: index, archive and questions of one database, each in its turn.

Reading the record, archiving and asking happen in threads, never on the loop. One thread at a time brings the index up to
date or archives; questions run beside it on what was there when they began.
"""

import asyncio
import csv
import io
import logging
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from typing import Any, TypeVar

import msgspec

from pitboss.house.clock import Clock
from pitboss.house.people.register import HOUSE_JOURNAL
from pitboss.house.protocol.board import (
    DecisionQuery,
    DecisionsFound,
    FundsAndMeters,
    MeterChange,
    RoundFunds,
    RoundQuery,
    RoundsFound,
)
from pitboss.house.protocol.ratings import RatingLine, RatingQuery
from pitboss.house.records import search, statement
from pitboss.house.records.archive import Archive, DayManifest, archive_of
from pitboss.house.records.arrow import Live
from pitboss.house.records.days import Days
from pitboss.house.records.filed import Filed, look_up
from pitboss.house.records.index import Index, IndexProgress, IndexStopped, index_of
from pitboss.house.records.ratings import WagerEdges, rate
from pitboss.house.storage.store import Store
from pitboss.house.table.entries import Settings
from pitboss.house.table.hours import day_of
from pitboss.procedure import Refusal, Refused

log = logging.getLogger("pitboss")

EVERY = 60.0  # seconds between two looks at the record
PATIENCE = 15.0  # seconds that a question waits for an index that is being built
AT_ONCE = 2  # questions
LINES = 500  # of an export, at a time
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a cell begins that a sheet would take for a formula
_funds = msgspec.json.Decoder(tuple[RoundFunds, ...])
_meters = msgspec.json.Decoder(tuple[MeterChange, ...])
T = TypeVar("T")
FindEdges = Callable[[Filed], Awaitable[WagerEdges]]


class Unwatched(Exception):
    """The rows of a day could not be looked at now."""


class Records:
    """The searchable record of one database that is open."""

    def __init__(self, store: Store, clock: Clock | None = None) -> None:
        self._store, self._clock = store, clock or Clock()
        self.archive = Archive(archive_of(store.path))
        self._index: Index | None = None
        self._live: Live | None = None
        self._days = Days()
        self._lock = threading.Lock()  # around index and archive
        self._asking = asyncio.Semaphore(AT_ONCE)
        self._updating: asyncio.Task[None] | None = None
        self._noted: list[str] = []
        self._closed = False
        self.before_archiving: Callable[[], Awaitable[None]] | None = None  # looks at the rows of a day that is over

    @property
    def progress(self) -> IndexProgress:
        """How much of the record has been read."""
        return self._index.progress if self._index is not None else IndexProgress()

    @property
    def notes(self) -> tuple[str, ...]:
        """What had to be rebuilt since the house opened, and why."""
        return tuple(self._noted)

    def close(self) -> None:
        """Stop reading the record, and let go of the files."""
        self._closed = True
        if self._index is not None:
            self._index.stopping = True
        with self._lock:
            if self._index is not None:
                self._index.close()
            self._index = self._live = None

    # --- in a thread

    def update(self) -> None:
        """Bring the index up to date."""
        with self._lock:
            self._update()

    def _update(self) -> Index:
        if self._closed:
            raise IndexStopped
        index = self._index
        if index is None:
            index = self._index = Index(index_of(self._store.path))
            self._live = Live(index.connection)
            self._agree(index)
        try:
            self._days = index.bring_up_to_date(self._store, self.archive.archived())
        finally:
            for note in (*self.archive.notes, *index.notes):
                log.warning("%s", note)
                self._noted.append(note)
            self.archive.notes, index.notes = [], []
        return index

    def _agree(self, index: Index) -> None:
        """Every row is to be in the index or in the archive, and in one of them."""
        self.archive.check(self._store)
        archived = self.archive.days()
        if gone := index.left() - archived.keys():
            index.notes.append(f"The archive of {', '.join(sorted(gone))} is not there any more: the index is rebuilt.")
            index.forget()
        for day in index.days():  # a house that was stopped between the two had not taken them out yet
            if day in archived:
                self.archive.forget(index, archived[day])

    def source(self) -> search.Source:
        """What there is to search, as of the last update."""
        with self._lock:
            assert self._live is not None, "it is searched after an update"
            tables = tuple(row[0] for row in self._store.tables())
            return search.Source(
                self._live.tables(),
                self.archive,
                self.archive.forms(),
                tables,
                (HOUSE_JOURNAL, *tables),
                self._versions(),
            )

    def _versions(self) -> tuple[str, ...]:
        assert self._index is not None
        archived = (version for day in self.archive.days().values() for version in day.versions)
        return tuple(sorted({*archived, *self._index.versions()}))

    def today(self) -> str:
        """The gaming day that is not over."""
        filed = self._days.filed[-1]
        return day_of(datetime.fromtimestamp(self._clock.seconds(), UTC), filed.zone, filed.begins).date

    def archive_until(self, until: str = "") -> list[DayManifest]:
        """Archive every gaming day that is over, or those up to a day."""
        with self._lock:
            index = self._update()
            known, today = self.archive.days(), self.today()
            days = [day for day in index.days() if day < today and day not in known and (not until or day <= until)]
            return [self.archive.write(index, day) for day in days]

    # --- on the loop

    async def keep(self) -> None:
        """For as long as the house is open: the index follows the record, and each gaming day is archived when it is over."""
        while True:
            try:
                until = await self._looked_until()
                for manifest in await asyncio.to_thread(self.archive_until, until):
                    log.info("%s is archived: %s rounds", manifest.day, manifest.sums["rounds"]["rows"])
            except IndexStopped:
                return
            except Exception:  # it is tried again; play does not depend on it
                log.exception("the record could not be indexed or archived")
            await asyncio.sleep(EVERY)

    async def _looked_until(self) -> str:
        """The last day that may be archived; empty: every day that is over. A day whose rows could not be looked at waits for
        another one: an archive is not looked at any more."""
        if self.before_archiving is None:
            return ""
        await asyncio.to_thread(self.update)
        try:
            await self.before_archiving()
        except Unwatched as failure:
            log.error("%s It is tried again, and the last day is archived later.", failure)
            return (date.fromisoformat(self.today()) - timedelta(days=2)).isoformat()
        return ""

    async def _ready(self) -> None:
        """Until the index is up to date, or a refusal that says how far it is."""
        if self._updating is None or self._updating.done():
            self._updating = asyncio.create_task(asyncio.to_thread(self.update))
        done, _ = await asyncio.wait({self._updating}, timeout=PATIENCE)
        if not done:
            percent = self.progress.percent
            raise Refused(
                Refusal.UNAVAILABLE,
                f"The record is being indexed, {percent} % of it is read; ask again in a moment.",
                "",
            )
        await self._updating

    async def _ask(self, question: Callable[[search.Source], T]) -> T:
        await self._ready()
        async with self._asking:
            return await asyncio.to_thread(lambda: question(self.source()))

    async def find_rounds(self, query: RoundQuery) -> RoundsFound:
        return await self._ask(lambda source: search.find_rounds(source, query))

    async def find_decisions(self, query: DecisionQuery) -> DecisionsFound:
        return await self._ask(lambda source: search.find_decisions(source, query))

    async def rounds_csv(self, query: RoundQuery) -> AsyncIterator[bytes]:
        """Everything that a query finds, as CSV. A query that is no good is refused before the first line."""
        return await self._csv(lambda source: search.export_rounds(source, query))

    async def decisions_csv(self, query: DecisionQuery) -> AsyncIterator[bytes]:
        return await self._csv(lambda source: search.export_decisions(source, query))

    async def _csv(self, lines: Callable[[search.Source], Iterator[list[Any]]]) -> AsyncIterator[bytes]:
        found = await self._ask(lambda source: lines(source))
        first = await asyncio.to_thread(lambda: sheet(islice(found, LINES)))
        return _pieces(first, found)

    async def ratings(self, query: RatingQuery, edges: FindEdges, *, names: bool) -> list[RatingLine]:
        """What patrons played; of each submission ``edges`` finds what its wagers give the house. Tables for practice are left
        out, unless they are asked for."""
        sat, staked = await self._ask(lambda source: search.rated(source, query, self.rated_tables()))
        played = {one.submission: (one.table, one.game) for one in staked}
        known: dict[str, WagerEdges] = {}
        for submission, (table, game) in played.items():
            filed = await asyncio.to_thread(look_up, self._store, submission, table, game)
            known[submission] = await edges(filed) if filed is not None else {}
        return list(rate(sat, staked, known, query.by, names=names))

    async def played_by(
        self, person: str, tables: tuple[str, ...], since: str, until: str, latest: int
    ) -> tuple[list[statement.Played], list[statement.Played]]:
        """What somebody with an account played: by gaming day and table, and the latest rounds."""
        return await self._ask(lambda source: statement.played(source, person, tables, since, until, latest))

    def rated_tables(self) -> tuple[str, ...]:
        """Every table but those for practice."""
        rows = ((row[0], msgspec.json.decode(row[4], type=Settings)) for row in self._store.tables())
        return tuple(name for name, settings in rows if not settings.practice)

    async def report_rows(self, statement: str, first: str, last: str) -> list[dict[str, Any]]:
        """What a statement of a report finds in the rows of some gaming days; tables for practice are left out."""
        tables = self.rated_tables()
        return await self._ask(lambda source: search.report_rows(source, statement, first, last, tables))

    async def versions(self) -> tuple[str, ...]:
        """Every rules version under which a round was played, in order."""
        return await self._ask(lambda source: source.versions)

    async def round_state(self, table: str, number: int) -> FundsAndMeters:
        """Funds and meters at the start and the end of a round that is over."""
        closed = next((row[4] for row in self._store.history.rounds(table, number + 1, 1) if row[0] == number), None)
        found = None
        if closed is not None:
            found = await self._ask(lambda source: search.round_row(source, table, number, self._days.of(closed)))
        if found is None:
            raise Refused(Refusal.NOT_FOUND, f"{table} has no closed round {number}.", "")
        return FundsAndMeters(table, number, _funds.decode(found[0]), _meters.decode(found[1]))


async def _pieces(first: bytes, found: Iterator[list[Any]]) -> AsyncIterator[bytes]:
    piece = first
    while piece:
        yield piece
        piece = await asyncio.to_thread(lambda: sheet(islice(found, LINES)))


def rating_sheet(lines: Iterable[RatingLine]) -> bytes:
    """Ratings as CSV, the first line with the names of the columns."""
    return sheet(iter([list(RatingLine.__struct_fields__), *(list(msgspec.structs.astuple(one)) for one in lines)]))


def sheet(lines: Iterator[list[Any]]) -> bytes:
    """Lines as CSV. A text that a spreadsheet would take for a formula gets an apostrophe before it: names are typed by
    patrons, and opened by the Board."""
    text = io.StringIO()
    csv.writer(text).writerows(
        [f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell for cell in line] for line in lines
    )
    return text.getvalue().encode()
