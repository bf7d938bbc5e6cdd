"""A house with a past for all tests of this room: random rounds of every game, the snapshots kept close together."""

import random
from pathlib import Path

import pytest

from pitboss import catalogue
from pitboss.house.founding import Plan
from pitboss.house.host import dealer
from pitboss.house.workers.workers import Workers
from pitboss.interchange.gathering import Wanted, of_database
from pitboss.interchange.rounds import PlayedRound
from tests.cli.conftest import pitboss
from tests.house.desk import Desk, run
from tests.house.no_edges import follow_without_edges
from tests.house.recorded import PRACTICE, play

__all__ = ["pitboss"]

ROUNDS = 6
CLOSE = 4  # rounds between two snapshots that are kept


@pytest.fixture(scope="package")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three players at a table of each game; one of them is in the middle of a round when the house closes."""
    path = tmp_path_factory.mktemp("interchange") / "house.db"
    plans = [Plan(f"{game}-1", game, catalogue.game(game).title, PRACTICE) for game in catalogue.games()]

    async def work() -> None:
        async with Desk(path, plans, entropy=random.Random(20).randbytes) as desk:
            for game in catalogue.games():
                await play(desk, f"{game}-1", ROUNDS, f"{game} told")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Workers, "follow", follow_without_edges)
        patch.setattr(dealer, "WAYPOINTS", CLOSE)
        run(work)
    return path


@pytest.fixture(scope="package")
def told(database: Path) -> dict[str, list[PlayedRound]]:
    """Every round of it with all its events, by game."""
    found: dict[str, list[PlayedRound]] = {}
    for played in of_database(database, Wanted(events=True, names=True)):
        found.setdefault(played.game, []).append(played)
    return found
