"""Leases: which process has which unit. The database keeps them, by its own clock.

A process renews what it has several times in the life of a lease. Where it does not, because it died or is paused, another
takes the unit over under the next number (the fence). Every transaction that writes a journal names the number under which it
does, and the database refuses one that is not the latest: a process that wakes up after it was given up can write nothing,
whatever it believes.

One thread renews, claims and listens, apart from the loop of the house, which may be busy for longer than a lease lasts.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

import msgspec
import psycopg

from pitboss.house.sharing.units import HOUSE, Row, unit_of
from pitboss.house.storage import dialect
from pitboss.house.storage.postgres import CHANGED, OF_THE_HOUSE, connect_to
from pitboss.house.storage.seal import Unsafe
from pitboss.house.storage.store import LeaseLost

log = logging.getLogger("pitboss")

# A process that died is given up by whoever started it; one on a machine that is busy keeps what it has.
LEASE_SECONDS = 3.0
BEAT_SECONDS = 0.4  # between two renewals
ASKED_SECONDS = 0.2  # between two looks that somebody asked for
SET_SECONDS = 0.5  # by which the clock of the database may seem to run unevenly
LOCK_MS = 400  # a claim does not wait longer for a transaction of the owner before

HERE = """INSERT INTO processes VALUES (%s, %s, %s, clock_timestamp() + %s * interval '1 second')
    ON CONFLICT (name) DO UPDATE SET ready = excluded.ready, expires = excluded.expires
    RETURNING extract(epoch FROM clock_timestamp())::double precision"""
# Expired; or the clock of the database was set back while its owner was gone or stood still: whoever is there renews several times
# a second.
OVER = "(expires < clock_timestamp() OR expires > clock_timestamp() + interval '1 minute')"
RENEW = (
    "UPDATE leases SET expires = clock_timestamp() + %s * interval '1 second' WHERE owner = %s RETURNING unit, fence"
)
CLAIM_NEW = """INSERT INTO leases SELECT unit, %s, 1, clock_timestamp() + %s * interval '1 second'
    FROM unnest(%s::text[]) AS unit ON CONFLICT DO NOTHING RETURNING unit, fence"""
# Once it is locked, whoever wrote under it has ended, or is refused from now on; one that is being written under is left for the
# next look.
LOCK = f"""SELECT unit FROM leases WHERE unit = ANY(%s) AND ({OVER} OR owner = '') ORDER BY unit
    FOR UPDATE SKIP LOCKED"""
CLAIM = f"""UPDATE leases SET owner = %s, fence = fence + 1, expires = clock_timestamp() + %s * interval '1 second'
    WHERE unit = ANY(%s) AND ({OVER} OR owner = '') RETURNING unit, fence"""
RELEASE = "UPDATE leases SET owner = '' WHERE unit = ANY(%s) AND owner = %s"
STANDING = f"""SELECT u.unit, coalesce(l.owner, ''), coalesce({OVER}, TRUE)
    FROM (SELECT DISTINCT unit FROM units) u LEFT JOIN leases l USING (unit)"""
PRESENT = f"SELECT name, address, ready FROM processes WHERE NOT {OVER}"
OF_THE_HOUSE_NOW = f"SELECT owner FROM leases WHERE unit = %s AND NOT {OVER}"


def give_up(database: str, name: str) -> None:
    """Give up what a process had that is not there any more, for it: nobody has to wait until that expires. What it wrote last may
    still be being committed; whoever takes over waits for that."""
    try:
        with connect_to(database, writes=True) as connection:
            _leave(connection, name)
    except (psycopg.Error, Unsafe) as error:
        log.warning("the leases of a process that ended were not given up, and expire: %s", error)


def _leave(connection: "psycopg.Connection[Any]", name: str) -> None:
    connection.execute("UPDATE leases SET owner = '' WHERE owner = %s", (name,))
    connection.execute("DELETE FROM processes WHERE name = %s", (name,))
    connection.execute(f"NOTIFY {CHANGED}")


class Present(msgspec.Struct, frozen=True):
    """A process that is there. ``ready``: it serves."""

    name: str
    address: str
    ready: bool


class UnitOwners(msgspec.Struct, frozen=True):
    """How the house is shared out now: the process of each unit ("": nobody's), and the processes that are there."""

    owners: Mapping[str, str]
    processes: Mapping[str, Present]

    def share(self) -> int:
        """How many units a process has when each has about as many."""
        there = sum(1 for one in self.processes.values() if one.ready) or 1
        return -(-sum(1 for unit in self.owners if unit != HOUSE) // there)


class DatabaseClock:
    """The clock by which leases run, as this process hears it."""

    def __init__(self) -> None:
        self.read: Callable[[float, float], None] = lambda now, late: None  # called with what it says
        self._ahead: tuple[float, float] | None = None  # of this process's, at least and at most
        self._trusted_from = 0.0

    def is_trusted(self) -> bool:
        """Whether what seems to be over by it is over: else it was set, and not everybody has renewed by it."""
        return time.monotonic() >= self._trusted_from

    def hear(self, now: float, asked: float) -> None:
        """What the clock of the database says. Where it was set, nothing is claimed until everybody has had time to renew by it: to
        this process their leases seem to be over."""
        heard = time.monotonic()
        self.read(now, heard - asked)
        before, self._ahead = self._ahead, (now - heard, now - asked)
        if before is not None and (
            self._ahead[1] < before[0] - SET_SECONDS or self._ahead[0] > before[1] + SET_SECONDS
        ):
            log.error("the clock of the database was set by about %.0f s", self._ahead[0] - before[0])
            self.distrust()

    def distrust(self) -> None:
        """Nothing is claimed until everybody has had time to renew."""
        self._trusted_from = time.monotonic() + LEASE_SECONDS

    def was_set(self, connection: "psycopg.Connection[Any]") -> bool:
        """Whether that may be why leases seem to be over: it may have happened since this look began."""
        asked = time.monotonic()
        row = connection.execute(cast("Any", dialect.NOW)).fetchone()
        assert row is not None
        self.hear(row[0], asked)
        return not self.is_trusted()


class Leases:
    """What this process has. ``gained`` and ``lost`` are called in its thread, with units; ``changed`` when the house's own
    record has grown."""

    def __init__(self, database: str, name: str, address: str) -> None:
        self.database, self.name, self.address = database, name, address
        self.held: dict[str, int] = {}  # unit → fence; never changed but replaced, for other threads read it
        self.units: dict[str, str] = {}  # journal → unit
        self.standing = UnitOwners({}, {})
        self.ready = False  # whether tables are to be claimed
        self.gained: Callable[[list[str]], None] = lambda units: None
        self.lost: Callable[[list[str]], None] = lambda units: None
        self.changed: Callable[[], None] = lambda: None
        self.looked: Callable[[], None] = lambda: None  # after every look at who has what
        self.clock = DatabaseClock()
        self._renewed_at = 0.0
        self._looked_at = 0.0
        self._ends = threading.Event()
        self._acting = threading.RLock()
        self._thread: threading.Thread | None = None
        self._connection: psycopg.Connection[Any] | None = None
        self._ear: psycopg.Connection[Any] | None = None  # on which it waits, so that nobody waits for it

    # --- under which number something is written

    def fences(self, journals: Iterable[str]) -> list[tuple[str, int]]:
        """As ``storage.postgres.Holding`` wants them."""
        wanted = {self.unit(journal) or HOUSE for journal in journals}  # the house writes a table that it is founding
        held = self.held
        found = [(unit, held[unit]) for unit in wanted if unit in held]
        if len(found) != len(wanted):
            raise LeaseLost
        return found

    def unit(self, journal: str) -> str:
        """The unit of a table; empty where none is known."""
        return HOUSE if journal in OF_THE_HOUSE else self.units.get(journal, "")

    def where(self, unit: str) -> str:
        """The address of the process that has a unit; empty where nobody is known to have it, "here" where this one does. A process
        that stood still may have lost what it had: until it has looked it says nothing of it, and shows nobody what is over."""
        if unit in self.held:
            return "here" if time.monotonic() - self._renewed_at < LEASE_SECONDS else ""
        there = self.standing.processes.get(self.standing.owners.get(unit, ""))
        return there.address if there is not None else ""

    # --- the thread

    def start(self) -> None:
        """Be there from now on, and claim the house if nobody has it."""
        self.look()
        self._thread = threading.Thread(target=self._keep, name="leases", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Give everything up at once, so that nobody has to wait until it expires."""
        self._ends.set()
        if self._thread is not None:
            self._thread.join()
        try:
            with self._acting:
                connection = self._connected()
                _leave(connection, self.name)
                self.held = {}
                connection.close()
            if self._ear is not None:
                self._ear.close()
        except psycopg.Error as error:
            log.warning("the leases were not given up, and expire: %s", error)

    def _keep(self) -> None:
        away = False
        while not self._ends.is_set():
            try:
                self._hear()
                self.look()
                away = False
            except Exception as error:  # the database is away, or something else that must not end the renewing
                if not away:
                    log.warning("the leases could not be renewed: %s", str(error).partition("\n")[0])
                away = True
                self._ends.wait(BEAT_SECONDS / 2)

    def _hear(self) -> None:
        """Wait for the next beat, or for a word of another process."""
        if self._ear is None or self._ear.closed:
            self._ear = connect_to(self.database)
            self._ear.execute(f"LISTEN {CHANGED}")
            self.changed()  # whatever was said while nobody listened
        for _ in self._ear.notifies(timeout=BEAT_SECONDS, stop_after=1):
            self.changed()

    def look_again(self) -> None:
        """For whoever asks for a table that is not known: look, but not more often than something can have changed."""
        with self._acting:  # whoever asked meanwhile has looked for all
            if time.monotonic() - self._looked_at >= ASKED_SECONDS:
                self.look()

    def look(self) -> None:
        """Renew what this process has, see what it lost, and claim what nobody has."""
        with self._acting:
            before = dict(self.held)
            try:
                self._renew(self._connected())
            finally:  # reported in order, though the connection may have broken meanwhile
                self._notify(before)
        self.looked()

    def _renew(self, connection: "psycopg.Connection[Any]") -> None:
        began = self._looked_at = time.monotonic()
        row = connection.execute(HERE, (self.name, self.address, self.ready, LEASE_SECONDS)).fetchone()
        if row is not None:
            self.clock.hear(row[0], began)
        if time.monotonic() - began > LEASE_SECONDS:  # it acknowledged nothing to anybody: its standby was away
            self.clock.distrust()
        renewed = dict(connection.execute(RENEW, (LEASE_SECONDS, self.name)).fetchall())
        if (late := time.monotonic() - began) > LEASE_SECONDS / 2:
            log.warning("the database took %.1f s to renew the leases", late)
        self._renewed_at = began
        self.held = renewed  # without what it lost, and with what another process gave to this one
        self.units = dict(connection.execute("SELECT journal, unit FROM units").fetchall())
        self._see(connection)
        self._claim(connection)

    def _notify(self, before: Mapping[str, int]) -> None:
        """What went and what came since; a unit may have done both."""
        if lost := [unit for unit, fence in before.items() if self.held.get(unit) != fence]:
            log.error("another process has taken over %s", ", ".join(lost))
            self.lost(lost)
        if new := [unit for unit, fence in self.held.items() if before.get(unit) != fence]:
            self.gained(new)

    def _see(self, connection: "psycopg.Connection[Any]") -> None:
        there = {name: Present(name, address, ready) for name, address, ready in connection.execute(PRESENT).fetchall()}
        rows = connection.execute(STANDING).fetchall()
        owners = {unit: "" if over else owner for unit, owner, over in rows}
        house = connection.execute(cast("Any", OF_THE_HOUSE_NOW), (HOUSE,))
        self.standing = UnitOwners(owners | {HOUSE: str((house.fetchone() or ("",))[0])}, there)

    def _claim(self, connection: "psycopg.Connection[Any]") -> None:
        """Take what nobody has: the house first, tables up to a fair share while others are there to take the rest."""
        free = [unit for unit, owner in self.standing.owners.items() if not owner]
        mine = sum(1 for unit in self.held if unit != HOUSE)
        room = self.standing.share() - mine if self.ready else 0
        wanted = [HOUSE] * (HOUSE in free) + [unit for unit in free if unit != HOUSE][: max(0, room)]
        if wanted and self.clock.is_trusted():
            self._take(connection, wanted)

    def _take(self, connection: "psycopg.Connection[Any]", wanted: list[str]) -> None:
        """All at once: a process with fifty tables is taken over in one transaction."""
        try:
            with connection.transaction():
                connection.execute(f"SET LOCAL lock_timeout = {LOCK_MS}")
                new = dict(connection.execute(CLAIM_NEW, (self.name, LEASE_SECONDS, wanted)).fetchall())
                locked = [unit for (unit,) in connection.execute(LOCK, (wanted,)).fetchall()]
                if locked and not self.clock.was_set(connection):
                    new |= dict(connection.execute(CLAIM, (self.name, LEASE_SECONDS, locked)).fetchall())
        except psycopg.errors.LockNotAvailable:  # another process is claiming a new unit
            return
        self.held = {**self.held, **new}

    # --- tables that come, and units that go to others

    def assign(self, rows: Iterable[Row]) -> None:
        """Give every table that has none its unit; it stays the same for good."""
        rows = list(rows)
        with self._acting:
            connection = self._connected()
            known = dict(connection.execute("SELECT journal, unit FROM units").fetchall())
            for row in rows:
                if row[0] not in known:
                    known[row[0]] = unit_of(row, rows)
                    connection.execute(
                        "INSERT INTO units VALUES (%s, %s) ON CONFLICT DO NOTHING", (row[0], known[row[0]])
                    )
            self.units = known
            connection.execute(f"NOTIFY {CHANGED}")

    def release(self, units: Sequence[str]) -> None:
        """Give units up whose tables this process has stopped. Where the database did not hear of it, they are gained again at the
        next look."""
        with self._acting:
            self.held = {unit: fence for unit, fence in self.held.items() if unit not in units}
            try:
                connection = self._connected()
                connection.execute(RELEASE, (list(units), self.name))
                connection.execute(f"NOTIFY {CHANGED}")
            except (psycopg.Error, Unsafe) as error:
                log.warning("%s may not have been given up: %s", ", ".join(units), str(error).partition("\n")[0])

    def too_many(self) -> int:
        """By how many units this process has more than its share, while another has less."""
        counts = dict.fromkeys((name for name, one in self.standing.processes.items() if one.ready), 0)
        for unit, owner in self.standing.owners.items():
            if owner in counts and unit != HOUSE:
                counts[owner] += 1
        mine = counts.get(self.name, 0)
        return mine - self.standing.share() if counts and min(counts.values()) + 1 < mine else 0

    def _connected(self) -> "psycopg.Connection[Any]":
        if self._connection is None or self._connection.closed:
            self._connection = connect_to(self.database, writes=True)
        return self._connection
