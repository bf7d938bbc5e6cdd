"""A round that is over is played again by the rules that played it, from the last snapshot that was kept before it."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.house.host import dealer
from pitboss.house.protocol.board import RoundReplayed
from pitboss.house.storage.forms import opened_waypoint, sealed_waypoint
from pitboss.house.table.replay_all import TableReplayed, replay_database
from pitboss.house.table.versions import running
from pitboss.journal import Actor
from pitboss.procedure import Refused
from tests.house.desk import Desk, run
from tests.house.recorded import SITTING, a_house, play
from tests.house.sending import leave_table
from tests.house.test_rules_versions import OTHER, other_rules

EVERY, ROUNDS = 4, 11
GAMES = ("roulette", "blackjack", "craps", "pai-gow-poker")
BOARD = Actor("B-1", "Bo", "board")


@pytest.fixture(autouse=True)
def often() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dealer, "WAYPOINTS", EVERY)
        yield


def change_waypoint(desk: Desk, table: str, round_number: int, name: str, value: object) -> None:
    """What somebody with the key of the house could do: write another snapshot of a table."""
    store = desk.house.store
    with closing(sqlite3.connect(store.path, isolation_level=None)) as file:
        for sequence, body in file.execute(
            "SELECT sequence, body FROM waypoints WHERE table_id = ?", (table,)
        ).fetchall():
            snapshot = json.loads(opened_waypoint(store.sealer, table, sequence, body))
            if snapshot["number"] == round_number:
                made = json.dumps({**snapshot, name: value}).encode()
                sealed = sealed_waypoint(store.sealer, table, sequence, made)
                file.execute("UPDATE waypoints SET body = ? WHERE sequence = ?", (sealed, sequence))


def test_any_round_is_played_again_by_its_rules(tmp_path: Path) -> None:
    """From a snapshot at most ``EVERY`` rounds before it, whatever the game; and the snapshots are those of the record."""

    async def work() -> None:
        async with a_house(tmp_path / "house.db", GAMES) as desk:
            for game in GAMES:
                name = f"{game}-1"
                await play(desk, name, ROUNDS, game)
                found: dict[int, RoundReplayed] = {
                    number: await desk.house.recall.replay(name, number) for number in range(1, ROUNDS + 1)
                }
                for number, one in found.items():
                    assert one.as_recorded, one.sentence
                    assert one.versions == (running().rules.version,)
                    assert one.rounds == (number - 1) % EVERY + 1, "no more is played than lies after the snapshot"
                    assert f"round {number}: entries" in one.sentence.lower()
                with pytest.raises(Refused, match="is not over, or was never played"):
                    await desk.house.recall.replay(name, ROUNDS + 5)
            verdicts = await asyncio.to_thread(lambda: list(replay_database(tmp_path / "house.db")))
            assert {one.table: one.found.rounds for one in verdicts if isinstance(one, TableReplayed)} == {
                f"{game}-1": ROUNDS for game in GAMES
            }

    run(work)


def test_what_does_not_lead_to_the_record_is_found(tmp_path: Path) -> None:
    """A snapshot with other funds differs in the first round that they matter to; and from the table that its record leads to."""

    async def work() -> None:
        async with a_house(tmp_path / "house.db", ("roulette",)) as desk:
            await play(desk, "roulette-1", ROUNDS, "planted")
            change_waypoint(desk, "roulette-1", 2 * EVERY, "number", 2 * EVERY + 1)
            before = await desk.house.recall.replay("roulette-1", 2 * EVERY)
            after = await desk.house.recall.replay("roulette-1", 2 * EVERY + 1)
            assert before.as_recorded
            assert not after.as_recorded
            assert after.sentence
            with pytest.raises(
                Refused, match=r"The snapshot that is kept after entry \d+ of roulette-1 is not the table"
            ):
                await asyncio.to_thread(lambda: list(replay_database(tmp_path / "house.db")))
            await desk.house.record.verify(BOARD, replay=True)
            assert desk.house.record.verification.state.state == "failed"
            assert "is not the table that its record leads to" in desk.house.record.verification.state.sentence

    run(work)


def test_a_round_of_former_rules_is_played_by_the_package_that_is_kept(tmp_path: Path) -> None:
    """And one whose rules are not kept is said to be so, not passed over."""

    async def before() -> None:
        async with a_house(tmp_path / "house.db", ("roulette",)) as desk:
            await play(desk, "roulette-1", 2, "former")
            for session in SITTING[desk]["roulette-1"].values():
                await leave_table(desk.host("roulette-1"), session, desk.key())

    async def after() -> None:
        async with a_house(tmp_path / "house.db", ("roulette",)) as desk:
            desk.keys = iter(range(10**6, 10**9))
            await play(desk, "roulette-1", 1, "later")
            former = await desk.house.recall.replay("roulette-1", 2)
            assert former.as_recorded
            assert former.versions == (running().rules.version,)
            later = await desk.house.recall.replay("roulette-1", desk.table("roulette-1").state.felt.number)
            assert not later.as_recorded
            assert f"played by the rules {OTHER[:12]}" in later.sentence

    run(before)
    with other_rules():
        run(after)


def test_verification_on_demand_plays_every_round_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_house(tmp_path / "house.db", GAMES[:2]) as desk:
            for game in GAMES[:2]:
                await play(desk, f"{game}-1", EVERY + 1, game)
            await desk.house.record.verify(BOARD, replay=True)
            state = desk.house.record.verification.state
            assert (state.state, state.done) == ("done", 1.0)
            assert f"{2 * (EVERY + 1)} rounds were played again, all as recorded" in state.sentence

    run(work)
