"""The model of PostgreSQL's transactions and locks beside a real server, with the same statements in the same order, drawn at
random; and processes of a house on it (``soak.simulation.machines``)."""

import queue
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import greenlet
import psycopg
import pytest

from pitboss.house.sharing import leases
from pitboss.house.storage import dialect
from pitboss.house.storage.postgres import PostgresStore
from pitboss.house.storage.store import ENTRY, TAIL
from soak.simulation import machines
from soak.simulation.postgres_model import HOLDS, LAST, Model, Session, Transaction
from tests.house.live import wait_for
from tests.house.postgres import Server, needs_postgres

SESSIONS, STEPS = 3, 40
GOOD, OVER = 30.0, -30.0  # seconds for which a lease is taken: one that is good, and one that is over at once
UNITS = ("house", "T")
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE pid = %s AND wait_event_type = 'Lock'"
Step = tuple[str, tuple[Any, ...]]
WAITS = "waits"


def drawn(pick: random.Random, name: str, inside: bool) -> Step:
    """A statement of the house."""
    unit = pick.choice(UNITS)
    if inside and pick.random() < 0.35:
        return pick.choice(("COMMIT", "COMMIT", "ROLLBACK")), ()
    if not inside and pick.random() < 0.5:
        return "BEGIN", ()
    entry = (unit, pick.randrange(1, 4), "2026-11-16T00:00:00.000Z", "x", b"{}", 0, bytes(32))
    return pick.choice(
        (
            (HOLDS, (unit, pick.randrange(1, 4))),
            (HOLDS, (unit, pick.randrange(1, 3))),
            (leases.RENEW, (pick.choice((GOOD, OVER)), name)),
            (leases.CLAIM_NEW, (name, pick.choice((GOOD, OVER)), [unit])),
            (leases.LOCK, ([unit],)),
            (leases.CLAIM, (name, pick.choice((GOOD, OVER)), [unit])),
            (leases.RELEASE, ([unit], name)),
            (dialect.worded(ENTRY), entry),
            (dialect.worded(ENTRY), entry),
            (dialect.worded(TAIL), (unit, pick.randrange(9), bytes(16))),
            (dialect.WRITTEN, (name, pick.randrange(9))),
            (LAST, (unit,)),
        )
    )


def told(work: Callable[[], Any], statement: str) -> Any:
    """What came of a statement, as the house sees it."""
    try:
        found = work()
    except psycopg.Error as error:
        return type(error).__name__
    asks = statement.startswith("SELECT") or "RETURNING" in statement
    return sorted(map(tuple, found.fetchall())) if asks else "done"


class OfTheModel:
    """A session of the model, which can be left waiting."""

    def __init__(self, model: Model) -> None:
        self.session = Session(model, self._wait)
        self.waits_for: list[Transaction] = []
        self._hub = greenlet.getcurrent()
        self._doing: Any = None

    def _wait(self, on: list[Transaction]) -> None:
        self.waits_for = on
        self._hub.switch(WAITS)

    def begin(self, step: Step) -> Any:
        self._doing = greenlet.greenlet(lambda: told(lambda: self.session.execute(*step), step[0]), self._hub)
        return self._doing.switch()

    def go_on(self, model: Model) -> Any:
        if any(one.number not in model.ended for one in self.waits_for):
            return WAITS
        return self._doing.switch()


class OfTheServer:
    """A session of a real server, in a thread of its own."""

    def __init__(self, address: str) -> None:
        self.connection = psycopg.connect(address, autocommit=True)
        self.pid = self.connection.info.backend_pid
        self._asked, self.answers = queue.SimpleQueue[Step | None](), queue.SimpleQueue[Any]()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while (step := self._asked.get()) is not None:
            statement, values = step
            given: Any = values or None
            answer = told(lambda given=given, text=statement: self.connection.execute(text, given), statement)  # type: ignore[misc]
            self.answers.put(answer)

    def begin(self, step: Step, watch: "psycopg.Connection[Any]") -> Any:
        """What came of it; ``WAITS`` where the server says that it waits for a lock."""
        self._asked.put(step)
        wait_for(lambda: not self.answers.empty() or self.is_waiting(watch))
        return WAITS if self.answers.empty() else self.answers.get()

    def is_waiting(self, watch: "psycopg.Connection[Any]") -> bool:
        row = watch.execute(WAITING, (self.pid,)).fetchone()
        return row is not None and bool(row[0])

    def close(self) -> None:
        self._asked.put(None)
        self._thread.join()
        self.connection.close()


def closes_a_circle(sessions: dict[str, OfTheModel], waiting: set[str], name: str) -> bool:
    """Whether somebody for whom this session would wait waits for it: the server ends one of them, after a second."""
    own, seen, ahead = sessions[name].session.begun, set[str](), [name]
    while ahead:
        for other in sessions[ahead.pop()].waits_for:
            for one in waiting - seen:
                if sessions[one].session.begun is other:
                    seen.add(one)
                    ahead.append(one)
    return any(own in sessions[one].waits_for for one in seen)


@needs_postgres
@pytest.mark.parametrize("seed", range(4))
def test_the_model_does_what_the_server_does(seed: int, postgres: Server, address: str, tmp_path: Path) -> None:
    """Every answer, every refusal, and who waits for whom, statement by statement."""
    PostgresStore(address, tmp_path).close()
    pick, model = random.Random(seed), Model()
    names = [f"p{number}" for number in range(SESSIONS)]
    of_model = {name: OfTheModel(model) for name in names}
    of_server = {name: OfTheServer(address) for name in names}
    waiting, seen = set[str](), set[str]()
    with psycopg.connect(address, autocommit=True) as watch:
        for _ in range(STEPS):
            free = [name for name in names if name not in waiting]
            name = pick.choice(free)
            step = drawn(pick, name, of_model[name].session.begun is not None)
            expected = of_model[name].begin(step)
            if expected == WAITS and closes_a_circle(of_model, {*waiting, name}, name):
                break  # the server would end one of them: which one is not the model's to say
            found = of_server[name].begin(step, watch)
            assert found == expected, (name, step, found, expected)
            seen.add(str(found) if isinstance(found, str) else "rows")
            if expected == WAITS:
                waiting.add(name)
            released = True
            while released:  # one that goes on may end, and let the next go on
                released = False
                for one in sorted(waiting):
                    if (answer := of_model[one].go_on(model)) != WAITS:
                        wait_for(lambda one=one: not of_server[one].answers.empty())  # type: ignore[misc]
                        assert of_server[one].answers.get() == answer, one
                        waiting.remove(one)
                        released = True
            for one in waiting:
                assert of_server[one].answers.empty(), one
                assert of_server[one].is_waiting(watch), one
        for real in of_server.values():
            watch.execute("SELECT pg_terminate_backend(%s)", (real.pid,))
    for real in of_server.values():
        real.close()
    assert {"rows", "done"} <= seen


def test_processes_keep_what_they_acknowledged_whatever_goes_wrong() -> None:
    """The house's own leases and writers on the model: paused, killed, cut off in a commit, on a server that crashes."""
    for seed in (1, 3):
        found = machines.simulate(seed)
        assert not found.broken
        assert found.acknowledged > 100
        assert found.seen > 50
        assert {"pause", "cut", "crash"} <= found.done.keys()
    assert machines.simulate(1, 10) == machines.simulate(1, 10)


@pytest.mark.parametrize("name", machines.CONTROLS)
def test_a_house_of_several_processes_that_is_wrong_is_found_out(name: str) -> None:
    """Control: settings that are looked at late, as a former version did; and other mistakes."""
    assert 1 <= machines.seeds_until_found(name) <= machines.SEEDS
