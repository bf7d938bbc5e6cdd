"""What is shown at a table of every game: CPU and bytes of what changed in a view, for each of six players after every command.

Lawful wagers and answers at random, at a practice table without a network. The crowd of ``crowd`` plays roulette; here a game
whose views cost more than those of the others would be seen.
"""

import random
import tempfile
import time
from functools import partial
from pathlib import Path

import msgspec

from bench.measure import Measured
from pitboss import catalogue
from pitboss.house.founding import Plan
from pitboss.house.protocol.changes import Difference
from pitboss.house.table.entries import Settings
from pitboss.house.wire.view import parts
from tests.house.desk import Desk, random_round
from tests.house.desk import run as in_a_loop

ROUNDS, SEATS, SEED = 15, 6, 58
SETTINGS = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=10**8)


def run() -> dict[str, float | str]:
    found: dict[str, float | str] = {}
    for name in catalogue.games():
        with tempfile.TemporaryDirectory() as folder:
            times, sizes, largest = in_a_loop(partial(_shown, Path(folder) / "house.db", name))
        found[f"microseconds of a view's change, {name}"] = Measured(times)
        found[f"bytes of a view's change, {name}"] = Measured(sizes)
        found[f"bytes of the largest change of a view, {name}"] = largest
    return found


async def _shown(database: Path, name: str) -> tuple[list[float], list[float], int]:
    """Of each round the mean for a player and command: microseconds, and bytes; and the most bytes at once."""
    times, sizes, largest = list[float](), list[float](), 0
    async with Desk(database, [Plan("t", name, name, SETTINGS)]) as desk:
        host = desk.host("t")
        sitting = [await desk.sit("t") for _ in range(min(SEATS, desk.table("t").rules.posted.seats))]
        told = [(player, Difference()) for player in sitting]
        for player, difference in told:
            difference.whole(parts(host, player))
        spent = sent = views = 0.0

        async def look() -> None:
            nonlocal spent, sent, views, largest
            for player, difference in told:
                begun = time.process_time()
                change = msgspec.json.encode(difference.since(parts(host, player)))
                spent, sent, views = spent + time.process_time() - begun, sent + len(change), views + 1
                largest = max(largest, len(change)) if times else 0  # the first round warms caches and tells all offers

        pick, players = random.Random(SEED), {player.seat: player for player in sitting}
        for number in range(ROUNDS + 1):
            spent = sent = views = 0.0
            await random_round(desk, "t", players, pick, look)
            if views and number:
                times.append(1e6 * spent / views)
                sizes.append(sent / views)
    return times, sizes, largest
