"""Every game of the catalogue through the house: played at random, rebuilt at every step, verified from its export."""

import random
from pathlib import Path

import pytest

from pitboss.house.founding import Plan
from pitboss.house.table.entries import Settings
from pitboss.house.table.recovery import rebuild
from pitboss.house.table.verify import verify
from pitboss.house.wire import archive
from pitboss.procedure import Window
from tests import kin
from tests.house.desk import Desk, check, fingerprint, random_round, run

PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=1_000_000)
ROUNDS = 6


@pytest.mark.parametrize("game", kin.names())
def test_any_game_is_played_rebuilt_and_verified(game: str, tmp_path: Path) -> None:
    """Random lawful play; after every round the table rebuilt from the store equals the one in memory."""
    name = f"{game}-practice"

    async def work() -> None:
        pick = random.Random(game)
        async with Desk(tmp_path / "house.db", [Plan(name, game, game, PRACTICE)]) as desk:
            players = {s.seat: s for s in [await desk.sit(name) for _ in range(3)]}
            played, settled = 0, 0
            while played < ROUNDS or not settled:
                await random_round(desk, name, players, pick)
                played, settled = played + 1, settled + len(desk.table(name).play.settlements)
                assert played < 10 * ROUNDS
                assert fingerprint(rebuild(desk.house.store, name)) == fingerprint(desk.table(name))
            table = desk.table(name)
            lines = archive.export(desk.house.store, name, table.play.first if table.round is not None else None)
            (tmp_path / "record.jsonl").write_bytes(b"".join(lines))
        verdict = verify(tmp_path / "record.jsonl")
        assert len(verdict.rounds) >= ROUNDS
        assert sum(r.recomputed + r.unopened for r in verdict.rounds) > 0
        assert str(verdict).count("\n") >= ROUNDS

    run(work)


@pytest.mark.parametrize("game", kin.names())
def test_an_interrupted_round_resumes_where_it_was(game: str, tmp_path: Path) -> None:
    """After every single command the house is closed and opened again; the round goes on as if nothing happened."""
    name = f"{game}-practice"
    plans = [Plan(name, game, game, PRACTICE)]

    async def work() -> None:
        pick, database = random.Random(f"{game} again"), tmp_path / "house.db"
        async with Desk(database, plans) as desk:
            players = {s.seat: s for s in [await desk.sit(name) for _ in range(2)]}
            await random_round(desk, name, players, pick)
            original = desk.do
            phases = set()

            async def interrupted(table: str, session: object, key: str = "", **what: object) -> object:
                reply = await original(table, session, key, **what)  # type: ignore[arg-type]
                host = desk.host(name)
                before = fingerprint(host.require_table())
                play = host.require_table().round
                asked = play.pending if play is not None else None
                phases.add(type(asked).__name__)
                if what.get("do") == "ready" and isinstance(asked, Window):
                    return reply  # who is ready is asked again after a restart
                host.recover()
                assert not host.suspension.sentence
                assert fingerprint(host.require_table()) == before
                check(host.require_table())
                return reply

            desk.do = interrupted  # type: ignore[method-assign, assignment]
            await random_round(desk, name, players, pick)
            await random_round(desk, name, players, pick)
            goes_on = bool(desk.table(name).state.felt.up)  # then the next round was opened at once
            assert {"Window", *(() if goes_on else ("NoneType",))} <= phases

    run(work)
