"""A shared house when a line is cut, the leader dies or a lease is lost at the worst moment; with a real server."""

import asyncio
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pitboss.house.shared import SharedHouse
from pitboss.house.sharing.leases import Leases
from pitboss.house.storage.postgres import PostgresStore
from pitboss.house.storage.store import StorageFailed
from pitboss.journal import Journal
from pitboss.procedure import Refused
from pitboss.roles import Role
from soak.crash import plans
from tests.house.postgres import Server, needs_postgres, server

pytestmark = needs_postgres
NOW = "2026-01-01T00:00:00.000Z"


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    with server() as running:
        yield running


@pytest.fixture
def address(postgres: Server, request: pytest.FixtureRequest) -> str:
    return postgres.new_database(request.node.name[:60])


async def until(holds: Callable[[], object], seconds: float = 15.0) -> None:
    for _ in range(int(seconds / 0.02)):
        if holds():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not come to that")


def a_process(address: str, files: Path, name: str, tables: int = 1, **settings: Any) -> SharedHouse:
    return SharedHouse(address, files, Leases(address, name, f"/{name}"), plans=plans(tables), **settings)


async def vanish(house: SharedHouse) -> None:
    """As when a process dies: nothing is given up or written any more."""
    for task in house._tasks:
        task.cancel()
    for host in house.hosts.values():
        await host.stop()
    await house.people.close()
    house.leases._ends.set()
    await asyncio.to_thread(house.leases._thread.join)  # type: ignore[union-attr]


# --- the store


def test_a_commit_whose_line_is_cut_is_told_as_it_ended(address: str, tmp_path: Path) -> None:
    """The server's side of the line is ended again and again, before, during and after the end of a transaction."""
    over = threading.Event()

    async def write() -> None:
        storage, journal, cut = PostgresStore(address, tmp_path), Journal("one"), 0
        cutter = threading.Thread(target=_cut_again_and_again, args=(address, storage, over))
        cutter.start()
        for number in range(40):
            before = journal.sequence, journal.head
            entry = journal.append("noted", {"number": number}, NOW)
            try:
                await storage.commit([storage.sealed(entry)])
            except StorageFailed:
                journal.sequence, journal.head, cut = *before, cut + 1
        over.set()
        cutter.join()
        assert cut
        assert [entry.sequence for entry in storage.entries("one")] == list(range(1, journal.sequence + 1))
        storage.close()

    asyncio.run(write())


def _cut_again_and_again(address: str, storage: PostgresStore, over: threading.Event) -> None:
    chance = random.Random(5)
    with psycopg.connect(address, autocommit=True) as line:
        while not over.wait(chance.uniform(0.0005, 0.01)):
            writer = storage._raw_writer
            if not writer.closed:
                line.execute("SELECT pg_terminate_backend(%s)", (writer.info.backend_pid,))


# --- who leads


def test_a_new_leader_knows_who_was_invited_and_who_guessed(address: str, tmp_path: Path) -> None:
    """What the one before it did since this process began: an invitation used there is none here, a new one is."""

    async def live() -> None:
        first = a_process(address, tmp_path, "first", demonstration=True)
        await first.open()
        boss = next(one for one in first.register.people.values() if Role.ADMINISTRATOR in one.roles)
        _, used = await first.people.add(boss, "Ann Old", "P-1", (Role.PLAYER,))
        second = a_process(address, tmp_path, "second")
        await second.open()
        await first.people.accept(used, password="correct horse battery")
        _, fresh = await first.people.add(boss, "Bob New", "P-2", (Role.PLAYER,))
        with pytest.raises(Refused, match="do not belong together"):
            await first.people.sign_in("P-1", "a guess", "10.0.0.1")
        await vanish(first)
        await until(lambda: second.leads and second.cage.leads)  # type: ignore[attr-defined]
        with pytest.raises(Refused, match="was used"):
            await second.people.accept(used, password="another password altogether")
        assert second.people.attempts.failing() == first.people.attempts.failing() == 2  # of a name and of an address
        assert await second.people.accept(fresh, password="correct horse battery")
        await second.close()
        first.store.close()

    asyncio.run(live())
