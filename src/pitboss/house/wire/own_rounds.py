"""A visitor's own rounds as the record tells them, at every table that they brought chips to: what was bet, and what came back.

Whose they are the cage knows: a seat is bought with the chips of a purse. Only rounds that are over are told, only what was
settled at a seat or box while it was theirs, and nothing of anybody else.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from litestar import get

from pitboss.events import Charged, Event, Refunded, Settlement, Transferred
from pitboss.faces import FACE_DOWN
from pitboss.house.cage.deposits import deposit_of
from pitboss.house.house import House
from pitboss.house.protocol.purse import OwnRound
from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.house.wire.access import EVERYBODY, AnyRequest
from pitboss.house.wire.archive import FOREVER, Tenure, sittings
from pitboss.house.wire.open_table import owner_of
from pitboss.journal import Entry, Step
from pitboss.ledger import Ledger
from pitboss.procedure import CHANCE

MOST = 200  # rounds that are told; each is read and opened from the record once
MOST_TABLES = 40  # where somebody was last
REMEMBERED = 10_000  # rounds of anybody, so that who looks again costs nothing

Place = tuple[str, int, int]  # a table, a round, and the entry with which the stay began
Row = tuple[
    str, str, int, int, int, list[Tenure]
]  # when it was over, table, round, its first and last entry, what was held


class OwnRounds:
    """Reads the record for one visitor at a time, in a thread."""

    def __init__(self, house: House) -> None:
        self._house, self._turn = house, asyncio.Lock()
        self._known: OrderedDict[Place, OwnRound | None] = OrderedDict()

    async def of(self, purse: str) -> tuple[OwnRound, ...]:
        """The last rounds of a visitor, the oldest first."""
        visited = {
            own: list(self._house.cage.visited.get(own, ()))[-MOST_TABLES:]
            for own in (purse, deposit_of(purse))
            if purse
        }
        if not any(visited.values()):
            return ()
        async with self._turn:
            return await asyncio.to_thread(self._read, visited)

    def _read(self, visited: dict[str, list[str]]) -> tuple[OwnRound, ...]:
        store = self._house.store
        found = (row for purse, tables in visited.items() for table in tables for row in _rows(store, table, purse))
        rows = sorted(found, reverse=True)[:MOST]
        titles = {table: store.table(table)[1:3] for table in {row[1] for row in rows}}
        rounds = [self._own_round(store, row, *titles[row[1]]) for row in reversed(rows)]
        return tuple(one for one in rounds if one is not None)

    def _own_round(self, store: Store, row: Row, game: str, title: str) -> OwnRound | None:
        at, table, number, first, last, held = row
        place = table, number, held[0][1]
        if place not in self._known:
            self._known[place] = _came_to(
                store.entries(table, first, last), held, OwnRound(table, title, game, number, at, 0, 0)
            )
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        self._known.move_to_end(place)
        return self._known[place]


def _rows(store: Store, table: str, purse: str) -> Iterator[Row]:
    """The rounds of a table that were going on while the visitor sat there; by each of their stays."""
    stays = [one.held for one in sittings(store, table) if one.purse == purse]
    if not stays:
        return
    for number, first, last, _, closed, *_ in store.history.rounds(table, FOREVER, MOST):
        for held in stays:
            if any(since < last and first < until for _, since, until in held):
                yield closed, table, number, first, last, held


def _came_to(found: Iterator[Entry], held: list[Tenure], blank: OwnRound) -> OwnRound | None:
    """A round with its amounts; None where nothing of the visitor's was decided in it."""
    settled = staked = net = 0
    for sequence, event in _events(found):
        seats = {seat for seat, since, until in held if since < sequence < until}
        match event:
            case Settlement() if event.seat in seats:
                settled, staked = settled + 1, staked + event.stake
                net += event.returned - event.stake - event.taken
            case Charged() if event.seat in seats:
                net -= event.amount
            case Refunded() if event.seat in seats:
                net += event.amount
            case Transferred():  # to a bank of their own and back
                racks = {Ledger().rack(seat) for seat in seats}
                net += event.amount * ((event.target in racks) - (event.source in racks))
    return (
        OwnRound(blank.table, blank.title, blank.game, blank.round, blank.at, staked, net) if settled or net else None
    )


def _events(found: Iterator[Entry]) -> list[tuple[int, Event]]:
    """What happened in a round, without what followed from an outcome that was taken back."""
    events: list[tuple[int, Event]] = []
    before = 0  # how many there were before the outcome that was entered last
    for entry in found:
        if entry.kind == "corrected":
            del events[before:]
        elif entry.kind == "step":
            step = entries.DECODERS["step"].decode(entry.payload)
            assert isinstance(step, Step)
            if any(answer.by == CHANCE and answer.says != FACE_DOWN for answer in step.answers):
                before = len(events)
            events += [(entry.sequence, event) for event in step.events]
    return events


def routes(house: House) -> list[Any]:
    own = OwnRounds(house)

    @get("/api/purse/rounds", access=EVERYBODY)
    async def rounds(request: AnyRequest) -> tuple[OwnRound, ...]:
        """One's own last rounds that are over, at all tables, the oldest first; by the purse that the chips came out of."""
        return await own.of(owner_of(house, request))

    return [rounds]
