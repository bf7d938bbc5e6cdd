"""Purses under races, crashes and full disks: never below zero, and every transfer is made once."""

import asyncio
import multiprocessing
import os
import random
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.house import record_keeper
from pitboss.house import work as house_work
from pitboss.house.cage import entries
from pitboss.house.cage.cage import Cage
from pitboss.house.cage.purses import OPENING, in_purses
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.host.host import Host
from pitboss.house.house import House
from pitboss.house.storage.audit import NotInOrder
from pitboss.house.storage.store import StorageFailed, Store
from pitboss.ledger import CAGE
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role
from soak.cage import campaign
from tests.house.desk import Desk, random_round, run
from tests.house.live import PATIENCE, PRACTICE, until
from tests.house.purses import ME, PLANS, A, B, balance, counted, kinds, leave, sit

# --- races


def test_one_purse_many_hands(tmp_path: Path) -> None:
    """Sixty-four want a tenth each of what a purse holds: ten get it, and the others a sentence."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            found = await asyncio.gather(
                *(desk.house.cage.send(ME, A, OPENING // 10) for _ in range(64)), return_exceptions=True
            )
            assert sum(isinstance(one, entries.ChipsOut) for one in found) == 10
            assert sum(isinstance(one, Refused) for one in found) == 54
            assert balance(desk) == 0
            assert len({one.key for one in found if isinstance(one, entries.ChipsOut)}) == 10

    run(work)


def test_no_race_brings_a_purse_below_zero(tmp_path: Path) -> None:
    """Ten trials with 64 clients at 16 tables; a thousand in ``python -m soak cage``."""
    outcome = asyncio.run(campaign(tmp_path / "house.db", 10))
    assert not outcome.complaint
    assert outcome.trials == 10
    assert outcome.seated > 50
    assert outcome.refused > 50
    assert counted(tmp_path / "house.db") == outcome.found


def test_the_campaign_catches_a_cage_that_looks_first_and_takes_later(tmp_path: Path) -> None:
    """Control: a purse that is overdrawn is found, while the house runs and from the record alone."""
    outcome = asyncio.run(campaign(tmp_path / "house.db", 5, hasty=True))
    assert outcome.complaint == "a purse holds less than nothing"
    with pytest.raises(NotInOrder, match=r"Entry \d+ of the cage cannot be applied: the purse visitor \d holds"):
        counted(tmp_path / "house.db")


def test_chips_are_conserved_in_random_play(tmp_path: Path) -> None:
    """Real tables of three games, visitors who come and go: the ledgers of the tables and the cage tell the same."""
    games = ("roulette", "blackjack", "casino-war")
    plans = [Plan(game, game, game, PRACTICE) for game in games]
    pick = random.Random(7)

    async def work() -> None:
        async with Desk(tmp_path / "house.db", plans) as desk:
            for _ in range(4):
                for game in games:
                    players = [await sit(desk, game, 0, f"guest {n}") for n in range(2)]
                    for _ in range(2):
                        await random_round(desk, game, {one.seat: one for one in players}, pick)
                    for one in players:
                        await leave(desk, game, one)
                cage = desk.house.cage
                at_tables = -sum(table.state.ledger.balance(CAGE) for table in desk.house.tables())
                assert cage.given == in_purses(cage) + at_tables
        found = counted(tmp_path / "house.db")
        assert found.given == 2 * OPENING
        assert found.lost != 0

    run(work)


# --- what comes between two steps


def killed(work: Callable[[], Awaitable[None]]) -> None:
    """Do it in a process that is killed at the end of it, without closing anything."""

    def child() -> None:
        asyncio.run(_then_die(work))

    process = multiprocessing.get_context("fork").Process(target=child)
    process.start()
    process.join(60)
    assert process.exitcode == 9


async def _then_die(work: Callable[[], Awaitable[None]]) -> None:
    await work()
    os._exit(9)


def dies_after(monkeypatch: pytest.MonkeyPatch, of: type, name: str) -> None:
    """The process dies right after this was done."""
    done = getattr(of, name)

    async def dies(self: Any, *given: Any, **more: Any) -> Any:
        await done(self, *given, **more)
        os._exit(9)

    monkeypatch.setattr(of, name, dies)


@pytest.mark.parametrize("step", ["sent", "seated", "bought for", "bought", "left"])
def test_a_crash_between_two_steps_is_settled_when_the_house_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """A killed process: chips that a table did not take are back in the purse, those that it took are there, once."""
    database = tmp_path / "house.db"

    async def dies() -> None:
        async with Desk(database, PLANS) as desk:
            with monkeypatch.context() as patched:
                if step == "sent":
                    dies_after(patched, Cage, "send")
                session = await sit(desk, A, 5_000)
                if step == "seated":
                    os._exit(9)
                if step == "bought for":
                    dies_after(patched, Cage, "send")
                if step.startswith("bought"):
                    await desk.house.cashier.buy(desk.host(A), session, desk.key())
                    os._exit(9)
                patched.setattr(Cage, "bring_back", lambda *_: os._exit(9))
                await leave(desk, A, session)

    killed(dies)
    before = counted(database)
    assert before.on_the_way == {"sent": 5_000, "bought for": 100_000, "left": 5_000}.get(step, 0)

    async def opens() -> None:
        async with Desk(database, PLANS) as desk:
            at_table = {"seated": 5_000, "bought for": 5_000, "bought": 105_000}.get(step, 0)
            await until(lambda: balance(desk) == OPENING - at_table)  # it is done as soon as the house is open
            assert sum(desk.table(A).state.ledger.chips(seat) for seat in desk.table(A).state.seats.players) == at_table
            written = len(kinds(desk))
            await desk.house.cashier.settle_all()  # there is nothing left to settle
            assert len(kinds(desk)) == written
            assert counted(database).on_the_way == 0
            for seat in list(desk.table(A).state.seats.players):
                floor = desk.person(Role.PIT_MANAGER, A)
                await desk.do(A, floor, do="free_seat", seat=seat, reason="the end")
            await desk.house.cashier.brought_back()
            assert balance(desk) == OPENING
            assert counted(database).in_purses == OPENING

    run(opens)


def test_a_full_disk_between_two_steps_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table cannot write, then the cage cannot: the visitor is told, and has every chip when the disk has room again."""
    failing: list[str] = []
    written = Store._transaction

    def full(self: Store, parts: list[Any]) -> Exception | None:
        about = {values[3] for part in parts for sql, values in part.writes if "INTO journal" in sql}
        if failing and about & set(failing):
            return StorageFailed("The record could not be written: the disk is full.")
        return written(self, parts)

    monkeypatch.setattr(Store, "_transaction", full)

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            failing[:] = ["seated", "chips_returned"]
            with pytest.raises(Refused, match="the disk is full"):
                await sit(desk, A, 5_000)
            assert counted(tmp_path / "house.db").on_the_way == 5_000
            failing[:] = ["chips_out"]
            with pytest.raises(StorageFailed):
                await sit(desk, B, 5_000)
            assert balance(desk) == OPENING - 5_000
            failing.clear()
            await desk.settle(A, 10)
            await desk.house.cashier.settle_all()
            assert balance(desk) == OPENING
            session = await sit(desk, A, 7_000)
            failing[:] = ["chips_back"]
            await leave(desk, A, session)
            assert counted(tmp_path / "house.db").on_the_way == 7_000
            failing.clear()
            await desk.house.cashier.settle_all()
            assert balance(desk) == OPENING
            assert counted(tmp_path / "house.db").lost == 0

    run(work)


def test_what_is_just_being_done_is_not_settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look for chips on the way, in the very moment between two steps, waits for the second."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            taken, looks = Host.do, list[asyncio.Task[None]]()

            def do(self: Host, *given: Any) -> Any:
                looks.append(asyncio.get_running_loop().create_task(desk.house.cashier.settle_all()))
                return taken(self, *given)

            monkeypatch.setattr(Host, "do", do)
            session = await sit(desk, A, 5_000)
            await asyncio.gather(*looks)
            assert (balance(desk), desk.table(A).state.ledger.chips(session.seat)) == (OPENING - 5_000, 5_000)
            assert "chips_returned" not in kinds(desk)

    run(work)


def test_a_cage_that_is_being_moved_gets_the_chips_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever leaves meanwhile has left, the house can close, and the chips are in the purse once they are settled."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            session = await sit(desk, A, 5_000)
            with monkeypatch.context() as moving:
                moving.setattr(desk.house.cage, "bring_back", _moved)
                await leave(desk, A, session)
            assert balance(desk) == OPENING - 5_000
            await desk.house.cashier.settle_all()
            assert balance(desk) == OPENING

    run(work)


async def _moved(*_: Any) -> None:
    raise Refused(Refusal.UNAVAILABLE, "The cage is being moved to another process of the house; try again.", "")


def test_what_is_done_again_and_again_outlives_a_database_that_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Heads are made and chips are settled once it answers again, though it failed in another way than by not writing."""
    monkeypatch.setattr(record_keeper, "HEAD_SECONDS", 0.02)
    monkeypatch.setattr(house_work, "CHIP_SECONDS", 0.02)
    tried = Counter[str]()

    def away(name: str) -> Callable[..., Any]:
        def fails(*_: Any, **__: Any) -> Any:
            tried[name] += 1
            raise sqlite3.OperationalError("the server closed the connection unexpectedly")

        return fails

    async def work() -> None:
        house = House(Store(tmp_path / "house.db"), Opening(PLANS))
        monkeypatch.setattr(house.record.log, "make", away("head"))
        monkeypatch.setattr(house.cashier, "settle_all", away("chips"))
        await house.open()
        while min(tried["head"], tried["chips"]) < 2:
            await asyncio.sleep(0.01)
        monkeypatch.undo()
        await house.close()

    asyncio.run(asyncio.wait_for(work(), PATIENCE))
