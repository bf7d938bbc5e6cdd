"""A shared house when a line is cut, the leader dies or a lease is lost at the worst moment; with a real server."""

import asyncio
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from pitboss.house.storage.postgres import PostgresStore
from pitboss.house.storage.store import StorageFailed
from pitboss.journal import Journal
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
