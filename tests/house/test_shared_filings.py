"""A filing that is approved at one process for a table of another, which stands still or dies right then: it reaches the table
once, and is shown as in force when it is, never before."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.house.commands.put_in_force import PutInForce
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.host import rights
from pitboss.house.host.sessions import Session
from pitboss.house.house import House
from pitboss.house.people.demonstration import credential_of
from pitboss.house.people.entries import FilingDecided, FilingDrafted, FilingFiled, FilingWithdrawn
from pitboss.house.sharing.leases import Leases
from pitboss.house.sharing.units import HOUSE
from pitboss.house.wire.filing_register import places
from pitboss.journal import Actor
from pitboss.procedure import Refused
from pitboss.roles import Role
from pitboss.submission import made_choices, submit
from tests.house.live import PRACTICE, until
from tests.house.postgres import Server, expire, needs_postgres
from tests.house.test_shared_faults import vanish
from tests.house.two_processes import a_process, leases_of

pytestmark = needs_postgres
PLANS = [Plan(f"wheel-{n}", "roulette", "Roulette", PRACTICE) for n in range(2)]
MANAGER_OF, BOARD = Actor("M-1", "Ann", "manager"), Actor("B-1", "Bob", "board")
KEY = "put-in-force-0000000000000001"


class Paused:
    """A process that stands still: it renews nothing and hears nothing, and what it wanted to write waits."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self._leases, self._goes_on = leases_of(house), threading.Event()
        self._still, self.writes = threading.Event(), threading.Event()
        hears, transaction = Leases._hear, house.store._transaction

        def deaf(leases: Leases) -> None:
            if leases is leases_of(house):
                self._still.set()
                self._goes_on.wait()
            hears(leases)

        def waits(parts: list[Any]) -> Exception | None:
            self.writes.set()
            self._goes_on.wait()
            return transaction(parts)

        monkeypatch.setattr(Leases, "_hear", deaf)
        monkeypatch.setattr(house.store, "_transaction", waits)

    async def loses_everything(self) -> None:
        """It stands still for longer than a lease lasts."""
        await until(self._still.is_set)
        expire(self._leases)

    def go_on(self) -> None:
        self._goes_on.set()


async def approved(house: House) -> str:
    game = catalogue.game("roulette")
    chosen = made_choices(game.example().chosen)
    rules, id = submit(game.rules, chosen | {"minimum": 2}), house.register.filings.next_id
    await house.register.enter(
        FilingDrafted(id, "roulette", "other rules", rules.chosen, rules.hash("roulette"), MANAGER_OF),
        FilingFiled(id, f"2026-{id}", "2026-01-05", MANAGER_OF),
        FilingDecided(id, True, "2026-01-19", BOARD),
    )
    return id


def put_in_force(house: House, table: str, filing: str, key: str = KEY) -> "asyncio.Future[Any]":
    host = house.hosts[table]
    manager = rights.current_session(host, Session(hash="manager", person=credential_of(Role.MANAGER)))
    command = PutInForce(key=key, filing=filing)
    return host.do(manager, command)


def changes(house: House, table: str) -> list[str]:
    return [entry.kind for entry in house.store.entries(table) if entry.kind.startswith("rules_")]


async def two(address: str, files: Path) -> tuple[House, House, str]:
    """The process that leads, another one, and a table of that."""
    houses = [
        a_process(address, files, Path(f"/{name}"), Opening(PLANS, demonstration=True)) for name in ("first", "second")
    ]
    for house in houses:
        await house.open()
    await until(lambda: all(len(house.hosts) == 1 for house in houses))
    return houses[0], houses[1], next(iter(houses[1].hosts))


def live(work: Callable[[], Any]) -> None:
    asyncio.run(work())


def test_a_filing_reaches_a_table_once_though_its_process_stands_still(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the command and the disk."""

    async def work() -> None:
        first, second, table = await two(postgres.new_database("paused"), tmp_path)
        filing = await approved(first)
        await until(lambda: filing in second.register.filings.known)
        paused = Paused(second, monkeypatch)
        asked = put_in_force(second, table, filing)
        await until(paused.writes.is_set)
        assert (await places(first)).in_force == {}, "it is not on the disk"
        await paused.loses_everything()
        await until(lambda: table in first.hosts)
        assert (await places(first)).in_force == {}
        await put_in_force(first, table, filing)  # under the same key, as whoever heard nothing asks again
        paused.go_on()
        with pytest.raises(Refused, match="another process"):
            await asked
        await check_once(first, table, filing)
        await second.close()
        await first.close()

    live(work)


def test_a_filing_reaches_a_table_once_though_its_process_dies(postgres: Server, tmp_path: Path) -> None:
    """After it was written, before anybody was told."""

    async def work() -> None:
        first, second, table = await two(postgres.new_database("died"), tmp_path)
        filing = await approved(first)
        await put_in_force(second, table, filing)
        await vanish(second)
        assert (await places(first)).in_force == {filing: (table,)}, "it is on the disk, whoever has the table"
        await until(lambda: table in first.hosts)
        await check_once(first, table, filing)
        await first.close()
        second.store.close()

    live(work)


async def check_once(house: House, table: str, filing: str) -> None:
    await put_in_force(house, table, filing)  # once more, under the same key: it was done
    assert changes(house, table) == ["rules_scheduled", "rules_changed"]
    assert (await places(house)).in_force == {filing: (table,)}


def test_what_was_approved_or_withdrawn_a_moment_ago_counts_at_every_process(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process of the table has not heard of it yet."""

    async def work() -> None:
        first, second, table = await two(postgres.new_database("heard"), tmp_path)
        monkeypatch.setattr(leases_of(second), "changed", lambda: None)
        filing = await approved(first)
        await put_in_force(second, table, filing)
        assert changes(first, table) == ["rules_scheduled", "rules_changed"]
        other = await approved(first)
        second.allowances.refresh()
        await first.register.enter(FilingWithdrawn(other, "not wanted", MANAGER_OF))
        with pytest.raises(Refused, match="withdrawn"):
            await put_in_force(second, table, other, KEY[::-1])
        await second.close()
        await first.close()

    live(work)


def test_a_process_that_stood_still_shows_nothing_before_it_has_looked(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It led the house, and another does by now: what it remembers of filings and tables may be over."""

    async def work() -> None:
        first, second, _ = await two(postgres.new_database("stale"), tmp_path)
        assert leases_of(first).where(HOUSE) == "here"
        paused = Paused(first, monkeypatch)
        await paused.loses_everything()
        await until(lambda: second.processes.leads and len(second.hosts) == 2)
        assert first.processes.leads, "as it believes"
        assert leases_of(first).where(HOUSE) == "", "and yet it answers nobody"
        paused.go_on()
        await until(lambda: leases_of(first).where(HOUSE) == "/second")
        await first.close()
        await second.close()

    live(work)


def test_what_is_being_written_is_not_shown(postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of this very process: a reply waits for the disk."""

    async def work() -> None:
        first, second, _ = await two(postgres.new_database("written"), tmp_path)
        table, filing = next(iter(first.hosts)), await approved(first)
        goes_on, transaction = threading.Event(), first.store._transaction

        def waits(parts: list[Any]) -> Exception | None:
            goes_on.wait()
            return transaction(parts)

        monkeypatch.setattr(first.store, "_transaction", waits)
        asked = put_in_force(first, table, filing)
        await until(lambda: first.hosts[table].busy)
        shown = asyncio.ensure_future(places(first))
        await asyncio.sleep(0.1)
        assert not shown.done()
        goes_on.set()
        await asked
        assert (await shown).in_force == {filing: (table,)}
        await second.close()
        await first.close()

    live(work)
