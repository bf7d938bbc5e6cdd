"""Health and versions: whether the house works, what runs here, and a hash of the rules that decide."""

import asyncio
import hashlib
import platform
import sqlite3
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from pitboss import __version__
from pitboss.house.alarms.conditions import DISK_LOW
from pitboss.house.alarms.watching import disk_free
from pitboss.house.cage.purses import CAGE_JOURNAL
from pitboss.house.host.host import Host
from pitboss.house.house import House
from pitboss.house.people.register import HOUSE_JOURNAL
from pitboss.house.protocol.administration import ClockJump, Health, Ready, TableHealth, TableState, Versions
from pitboss.house.table.entries import ClockChanged

SILENT_SECONDS = 3.0  # until a database that acknowledges nothing counts as one that cannot be written to
UNWRITTEN = "The record cannot be written."
FRESH = 1.0  # seconds for which a look at the disk counts: anyone may ask
JUMPS = 200  # looked at; every table notes a change of the clock for itself
SHOWN_JUMPS = 10
RULES_APART_FROM = ("house", "web", "__pycache__")


class Watcher:
    """Looks after one house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._looked = float("-inf")
        self._writes = True
        self._lock = asyncio.Lock()

    async def health(self) -> Health:
        """No secrets: anyone may ask."""
        house, loop = self._house, asyncio.get_running_loop()
        async with self._lock:
            if loop.time() >= self._looked + FRESH:
                try:
                    self._writes = await asyncio.wait_for(house.store.alive(), SILENT_SECONDS)
                except TimeoutError:
                    self._writes = False
                self._looked = loop.time()
        states = [state_of(host) for host in house.hosts.values()]
        suspended, low = states.count("suspended"), disk_free(self._house) < DISK_LOW
        broken = not self._writes or (bool(states) and suspended == len(states))
        return Health(
            status="failing" if broken else "attention" if suspended or low else "ok",
            version=__version__,
            writes=self._writes,
            tables=len(states),
            open=states.count("open"),
            suspended=suspended,
            disk_low=low,
        )

    async def ready(self) -> Ready:
        """Whether people can play here, and if not, why not."""
        found = await self.health()
        if not found.writes:
            return Ready(False, self._house.store.not_durable or UNWRITTEN)
        if found.status == "failing":
            return Ready(False, "Every table is suspended.")
        return Ready(True)

    def tables(self) -> tuple[TableHealth, ...]:
        house = self._house
        return tuple(
            TableHealth(
                name,
                house.founded[name].title,
                state_of(host),
                host.suspension.sentence,
                house.store.history.last_time(name),
            )
            for name, host in house.hosts.items()
        )

    def last_write(self) -> str:
        """The last entry in any journal."""
        store = self._house.store
        return max(
            (store.history.last_time(name) for name in (HOUSE_JOURNAL, CAGE_JOURNAL, *self._house.hosts)), default=""
        )

    def database_bytes(self) -> int:
        path = self._house.store.path
        files = (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm")))
        return sum(file.stat().st_size for file in files if file.exists())

    def clock_jumps(self) -> tuple[ClockJump, ...]:
        """Each change once, though every table notes it: within the same second by about as much."""
        found: dict[tuple[str, int], ClockJump] = {}
        for time, payload in self._house.store.history.clock_changes(JUMPS):
            by = msgspec.json.decode(payload, type=ClockChanged).milliseconds
            found.setdefault((time[:19], round(by / 1000)), ClockJump(time, by))
        return tuple(found.values())[:SHOWN_JUMPS]


def state_of(host: Host) -> TableState:
    """``open``, ``closed``, ``suspended`` or ``retired``."""
    if host.suspension.sentence or host.table is None:
        return "suspended"
    if host.table.state.standing.retired:
        return "retired"
    return "open" if host.table.state.standing.open else "closed"


def versions(opened: str) -> Versions:
    return Versions(
        __version__,
        platform.python_version(),
        sqlite3.sqlite_version,
        platform.platform(terse=True),
        rules_hash(),
        opened,
    )


@cache
def rules_hash() -> str:
    """SHA-256 over the code and data of the rules: every file of the package but those of house and pages."""
    found = hashlib.sha256()
    for name, file in sorted(_files(resources.files("pitboss"), "")):
        body = file.read_bytes()
        found.update(f"{name}\n{len(body)}\n".encode() + body)
    return found.hexdigest()


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            if entry.name not in RULES_APART_FROM:
                yield from _files(entry, f"{path}{entry.name}/")
        else:
            yield f"{path}{entry.name}", entry
