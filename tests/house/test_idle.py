"""A house in which nothing happens does nothing."""

import asyncio
from pathlib import Path

import pytest

from pitboss.house.founding import Plan
from pitboss.house.host.host import Host
from pitboss.house.table.entries import Settings
from tests.house.desk import Desk, run


@pytest.mark.parametrize("game", ["blackjack", "go-fore-it", "roulette"])
def test_a_table_that_waits_for_its_first_player_takes_no_turns(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has a turn when it opens, and not again until somebody comes."""
    turns, turn = list[str](), Host._turn

    async def counted(self: Host, jobs: list[object]) -> None:
        turns.append(self.name)
        await turn(self, jobs)  # type: ignore[arg-type]

    monkeypatch.setattr(Host, "_turn", counted)

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(game, game, game, Settings())]) as desk:
            await asyncio.sleep(0.2)
            assert len(turns) <= 3
            await desk.sit(game)
            await desk.until_asked(game)

    run(work)
