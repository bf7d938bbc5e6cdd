"""Several processes of a house on one database, under one seed: their own code for leases and writing, on a model of PostgreSQL.

Each process renews its leases and writes what clients ask for, each in a greenlet; whoever waits for a lock or for time lets the
others go on. Processes stand still and wake, connections are cut in the midst of a commit, the server crashes and its settings are
changed. What was acknowledged is there once, in an order that explains every answer; and when nothing goes wrong any more,
everything is served. A setting may be switched off in the midst of a transaction, too.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from types import SimpleNamespace
from typing import Any
from unittest import mock

import greenlet
import msgspec
import psycopg

from pitboss.house.sharing.leases import Leases
from pitboss.house.storage import dialect, postgres
from pitboss.house.storage.postgres import PostgresWriter
from pitboss.house.storage.seal import Sealer
from pitboss.house.storage.store import ENTRY, _Part
from soak.simulation.linearizable import Operation, Saw, Wrote, is_linearizable
from soak.simulation.linearizable import table as record_of_table
from soak.simulation.postgres_model import LAST, Answer, Model, Session, Transaction

ADDRESS = "postgresql://model/house"
JOURNALS = ("house", "T1", "T2", "T3")
PROCESSES, LEASE, BEAT, THINKING = 3, 3.0, 0.4, 0.1  # as a house has them by default
CUT = 0.003  # how often a connection breaks at a statement
LATENCY = (0.0002, 0.01)
EVERY = 4.0  # seconds between two disturbances, on average
QUIET = 15.0  # seconds at the end, in which nothing goes wrong
CONVERGED = 8.0  # seconds after the last disturbance, from which on everything is served
STANDSTILL = 2.0  # seconds after which the server ends a transaction whose client stands still


class Found(msgspec.Struct, frozen=True):
    """What a run came to."""

    seed: int
    broken: tuple[str, ...]
    acknowledged: int
    refused: int
    seen: int
    done: dict[str, int]


class Machines:
    """The clock, the server, and whose turn it is."""

    def __init__(self, seed: int) -> None:
        self.pick, self.model = random.Random(seed), Model()
        self.model.units = {name: name for name in JOURNALS}
        self.hub = greenlet.getcurrent()
        self.due: dict[Any, float] = {}  # greenlets, and when they go on
        self.waiting: dict[Any, list[Transaction]] = {}
        self.processes: list[Process] = []
        self.history: dict[str, list[Operation]] = defaultdict(list)
        self.acknowledged: list[tuple[str, int, str]] = []  # journal, entry, and what was asked for
        self.last_ack: dict[str, float] = {}
        self.refused = 0
        self.cuts = True
        self.done = Counter[str]()
        self.broken: list[str] = []

    # --- turns

    def employ(self, work: Callable[[], None]) -> Any:
        made = greenlet.greenlet(work, self.hub)
        self.due[made] = self.model.now
        return made

    def sleep(self, seconds: float) -> None:
        self.due[greenlet.getcurrent()] = self.model.now + seconds
        self.hub.switch()

    def wait(self, on: list[Transaction]) -> None:
        self.waiting[greenlet.getcurrent()] = on
        self.hub.switch()

    def run(self, until: float) -> None:
        while self.model.now < until:
            for one, on in list(self.waiting.items()):
                if all(each.number in self.model.ended for each in on) or self._is_cut(one):
                    del self.waiting[one]
                    self.due[one] = self.model.now
            ready = {one: max(at, self._wakes(one)) for one, at in self.due.items()}
            if not ready:
                break
            at = min(ready.values())
            if at >= until:
                break
            self.model.now = max(self.model.now, at)
            self._end_transactions_that_stand_still()
            one = self.pick.choice([one for one, when in ready.items() if when <= self.model.now])
            del self.due[one]
            one.switch()
        self.model.now = max(self.model.now, until)

    def _wakes(self, one: Any) -> float:
        return next((process.wakes for process in self.processes if one in process.greenlets), 0.0)

    def _is_cut(self, one: Any) -> bool:
        process = next(process for process in self.processes if one in process.greenlets)
        return any(session.closed for session in process.sessions if session.by is one)

    def _end_transactions_that_stand_still(self) -> None:
        for process in self.processes:
            if process.wakes - self.model.now > 0 and self.model.now - process.stopped > STANDSTILL:
                for session in process.sessions:
                    if session.begun is not None:
                        session.cut()

    def connect(self, address: str, **_: object) -> "Wire":
        process = next(one for one in self.processes if greenlet.getcurrent() in one.greenlets)
        made = Wire(self, greenlet.getcurrent())
        process.sessions = [one for one in process.sessions if not one.closed] + [made]
        self.sleep(self.pick.uniform(*LATENCY))
        return made

    # --- what goes wrong

    def disturb(self) -> None:
        off = "off" in self.model.settings.values()
        what = self.pick.choice((*["pause"] * 4, "kill", "crash", "settings", *["settings"] * 2 * off))
        self.done[what] += 1
        process = self.pick.choice(self.processes)
        if what == "pause":
            process.stopped, process.wakes = self.model.now, self.model.now + self.pick.uniform(0.2, 3 * LEASE)
        elif what == "kill":
            process.die()
        elif what == "crash":
            self.model.crash()
        else:
            settings, was_off = self.model.settings, "off" in self.model.settings.values()
            settings.update(dict.fromkeys(settings, "on"))
            if not was_off:
                settings[self.pick.choice(list(settings))] = "off"

    def check(self) -> None:
        rows = self.model.tables["journal"]
        committed = {key: row.committed[2] for key, row in rows.items() if row.committed is not None}
        for journal, sequence, said in self.acknowledged:
            if committed.get((journal, sequence)) != said.encode():
                self.broken.append(f"entry {sequence} of {journal} was acknowledged, and is not there")
        for said_once, times in Counter(committed.values()).items():
            if times > 1:
                self.broken.append(f"{said_once!r} was carried out {times} times")
        for name, history in self.history.items():
            if not is_linearizable(history, record_of_table, 0):
                self.broken.append(f"no order explains what the clients of {name} were answered")
        for name in JOURNALS:
            if self.last_ack.get(name, 0.0) < self.model.now - QUIET + CONVERGED:
                self.broken.append(f"{name} is not served, though nothing goes wrong any more")


class Wire(Session):
    """A connection on which a statement takes time, and which breaks now and then: before the server has heard it, or after."""

    def __init__(self, machines: Machines, by: Any) -> None:
        super().__init__(machines.model, machines.wait)
        self.by, self._machines = by, machines

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def execute(self, statement: str, values: Any = ()) -> Answer:
        machines, pick = self._machines, self._machines.pick
        machines.sleep(pick.uniform(*LATENCY))
        breaks = machines.cuts and pick.random() < CUT * (10 if statement == "COMMIT" else 1)
        if breaks and pick.random() < 0.5:
            self.cut()
        found = super().execute(statement, values)
        if breaks:
            machines.done["cut"] += 1
            self.cut()
            raise psycopg.OperationalError("the connection was lost")
        return found


class Process:
    """One that serves: its leases, and what it writes under them."""

    def __init__(self, machines: Machines, number: int) -> None:
        self.machines, self.name, self.lives = machines, f"p{number}", 0
        self.wakes = self.stopped = 0.0
        self.sessions: list[Wire] = []
        self.greenlets: list[Any] = []
        self.begin()

    def begin(self) -> None:
        self.lives += 1
        self.leases = Leases(ADDRESS, f"{self.name}.{self.lives}", self.name)
        self.leases.ready = True
        self.known: dict[str, tuple[int, int]] = {}  # by journal: under which fence it was read, and its last entry
        self.greenlets = [self.machines.employ(self.keep), self.machines.employ(self.write)]

    def die(self) -> None:
        """All of it is gone; another takes its place."""
        for one in self.greenlets:
            self.machines.due.pop(one, None)
            self.machines.waiting.pop(one, None)
        for session in self.sessions:
            session.cut()
        self.begin()

    def keep(self) -> None:
        while True:
            with suppress(psycopg.Error):
                self.leases.look()
            self.machines.sleep(BEAT)

    def write(self) -> None:
        machines, pick = self.machines, self.machines.pick
        writer: PostgresWriter | None = None
        while True:
            machines.sleep(pick.expovariate(1 / THINKING))
            journal = pick.choice(JOURNALS)
            fence = self.leases.held.get(journal)
            if fence is None:
                continue
            try:
                if writer is None:
                    writer = PostgresWriter(ADDRESS, Sealer(bytes(32)), self.leases)
                if self.known.get(journal, (0, 0))[0] != fence:  # it is rebuilt from the record
                    row = self._reading(writer).execute(LAST, (journal,)).fetchone()
                    assert row is not None
                    self.known[journal] = fence, row[0]
            except psycopg.Error:
                continue
            if pick.random() < 0.3:
                self._show(journal)
            else:
                self._carry_out(journal, writer)

    def _reading(self, writer: PostgresWriter) -> Any:
        if writer.raw.closed:
            writer.raw = postgres.connect_to(ADDRESS, writes=True)
        return writer.raw

    def _show(self, journal: str) -> None:
        """Somebody opens a connection: the process shows what it has, while it may say that it has it."""
        began = self.machines.model.now
        self.machines.sleep(self.machines.pick.uniform(*LATENCY))
        if self.leases.where(journal) == "here" and journal in self.known:
            self.machines.history[journal].append(
                Operation(began, self.machines.model.now, Saw(self.known[journal][1]))
            )

    def _carry_out(self, journal: str, writer: PostgresWriter) -> None:
        machines, began = self.machines, self.machines.model.now
        fence, last = self.known[journal]
        said = f"{self.leases.name} {began:.9f} {journal}"
        entry = (journal, last + 1, "2026-11-16T00:00:00.000Z", "x", said.encode(), 0, bytes(32))
        failure = writer.transaction([_Part([(ENTRY, entry)], None)])
        if failure is not None:
            machines.refused += 1
            self.known.pop(journal, None)
            return
        self.known[journal] = fence, last + 1
        machines.acknowledged.append((journal, last + 1, said))
        machines.last_ack[journal] = machines.model.now
        machines.history[journal].append(Operation(began, machines.model.now, Wrote(last + 1)))


@contextmanager
def in_the_model(machines: Machines) -> Iterator[None]:
    """Leases and writers of the house reach the model, and its clock."""
    time = SimpleNamespace(monotonic=lambda: machines.model.now, sleep=machines.sleep)
    up_to_date = SimpleNamespace(is_outdated=lambda raw: False)
    with (
        mock.patch("pitboss.house.sharing.leases.connect_to", machines.connect),
        mock.patch("pitboss.house.storage.postgres.connect_to", machines.connect),
        mock.patch("pitboss.house.sharing.leases.time", time),
        mock.patch("pitboss.house.sharing.leases.LEASE_SECONDS", LEASE),
        mock.patch("pitboss.house.storage.postgres.time", time),
        mock.patch("pitboss.house.storage.postgres.servers_of", return_value=up_to_date),
    ):
        yield


def simulate(seed: int, seconds: float = 60.0, broken: AbstractContextManager[object] | None = None) -> Found:
    """So many seconds in which something goes wrong, and some in which nothing does."""
    import logging

    machines = Machines(seed)
    level = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with in_the_model(machines), broken or nullcontext():
            machines.processes = []
            for number in range(PROCESSES):
                machines.processes.append(Process(machines, number))
            while machines.model.now < seconds:
                machines.run(min(seconds, machines.model.now + machines.pick.expovariate(1 / EVERY)))
                machines.disturb()
            machines.cuts = False
            machines.model.settings = dict.fromkeys(machines.model.settings, "on")
            for process in machines.processes:
                process.wakes = 0.0
            machines.run(machines.model.now + QUIET)
            machines.check()
    finally:
        logging.disable(level)
    return Found(
        seed,
        tuple(machines.broken),
        len(machines.acknowledged),
        machines.refused,
        sum(isinstance(one.what, Saw) for history in machines.history.values() for one in history),
        dict(machines.done),
    )


def looks_at_settings_late() -> AbstractContextManager[object]:
    """Settings are looked at when a connection is made, and not in each transaction."""
    return mock.patch("pitboss.house.storage.postgres.check_durable")


def looks_at_settings_early() -> AbstractContextManager[object]:
    """Settings are looked at when a transaction begins, and not where it ends."""
    return mock.patch("pitboss.house.storage.postgres.UNCHANGED", dialect.NOW)


def believes_in_a_lost_commit() -> AbstractContextManager[object]:
    """A commit whose end was not heard of is taken for done."""
    return mock.patch.object(PostgresWriter, "_was_committed", return_value=True)


def has_everything_for_ever() -> AbstractContextManager[object]:
    """A process that stood still shows what it had, without asking whether it still has it."""
    return mock.patch.object(Leases, "where", lambda self, unit: "here" if unit in self.held else "")


CONTROLS: dict[str, tuple[Callable[[], AbstractContextManager[object]], str]] = {
    "looks at settings early": (looks_at_settings_early, "was acknowledged, and is not there"),
    "looks at settings late": (looks_at_settings_late, "was acknowledged, and is not there"),
    "believes in a lost commit": (believes_in_a_lost_commit, "was acknowledged, and is not there"),
    "has everything for ever": (has_everything_for_ever, "no order explains"),
}
SEEDS = 10


def seeds_until_found(name: str, most: int = SEEDS) -> int:
    """After how many seeds a broken house is found out; 0: it is not."""
    broken, word = CONTROLS[name]
    for seed in range(1, most + 1):
        if any(word in sentence for sentence in simulate(seed, broken=broken()).broken):
            return seed
    return 0
