"""Rounds in a house that is searched (``searching``): wherever cards lie hidden, everything that leaves it is looked through."""

import asyncio
import io
import itertools
import logging
import random
import shutil
import tempfile
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any

from pitboss.game import Game
from pitboss.house.founding import Plan
from pitboss.procedure import Refused, Window
from pitboss.testkit.random_play import tender
from pitboss.wagers import WAGER
from soak.simulation.loop import VirtualLoop
from soak.simulation.run import MEMORY, PRACTICE
from soak.simulation.world import World, only_seeded
from tests.house.desk import _elect, random_round
from tests.secrecy.searching import NAME, Sitting

A_SITTING, MOVES = 2, 300  # rounds, and moves until one is given up


def scan(
    game: Game,
    seed: int,
    *,
    rounds: int = A_SITTING,
    share: float = 1.0,
    planted: AbstractContextManager[Any] | None = None,
) -> Sitting:
    """Some rounds of a game, looked through; a ``Leak`` names what was found. ``share``: of all that could be asked."""
    folder = Path(tempfile.mkdtemp(prefix="pitboss-secrecy-", dir=MEMORY if MEMORY.is_dir() else None))
    loop, pick = VirtualLoop(), random.Random(f"{game.name} {seed}")
    world = World(seed, folder, [Plan(NAME, game.name, game.title, PRACTICE)], loop)
    root, ours = logging.getLogger(), logging.getLogger("pitboss")
    levels, handlers = (root.level, ours.level), root.handlers[:]
    written = io.StringIO()
    root.handlers = [logging.StreamHandler(written)]
    for logger in (root, ours):  # everything that could be written, whatever the house was told to write
        logger.setLevel(logging.DEBUG)
    try:
        with only_seeded(world), planted or nullcontext():
            found: Sitting = loop.run(_sit(world, pick, rounds, share, written))
            return found
    finally:
        root.handlers = handlers
        for logger, level in zip((root, ours), levels, strict=True):
            logger.setLevel(level)
        shutil.rmtree(folder)


async def _sit(world: World, pick: random.Random, rounds: int, share: float, written: io.StringIO) -> Sitting:
    current = asyncio.current_task()
    assert current is not None
    world.drivers.add(current)
    await world.open()
    sitting = Sitting(world, pick, share)
    sitting.log = written
    players = await sitting.begin()
    for number in range(rounds):
        for seat in players:
            sitting.host(NAME).presence.out_of_reach.pop(seat, None)
        try:
            await (random_round(sitting, NAME, players, pick) if number % 2 else plain_round(sitting, players, pick))
        except Refused:  # nobody has chips left for what the round needs
            break
        sitting.over()
    await world.close()
    return sitting


async def plain_round(sitting: Sitting, players: dict[int, Any], pick: random.Random) -> None:
    """Everyone lays the least on the first two wagers that they are offered, so that cards are dealt; then anything lawful."""
    number = sitting.table(NAME).state.felt.number + (sitting.table(NAME).round is None)
    laid: set[tuple[int, str]] = set()
    for _ in range(MOVES):
        table = sitting.table(NAME)
        play = table.round
        if table.state.felt.number > number or (play is None and table.state.felt.number == number):
            return
        session = pick.choice(list(players.values()))
        if play is not None and not isinstance(play.pending, Window):
            await _elect(sitting, NAME, players, play.elections(), pick)
            continue
        for one, kind in itertools.product(players, table.game.wagers[:2]):
            offers = play.pending.menu.offers(one) if play is not None and isinstance(play.pending, Window) else ()
            offered = [offer for offer in offers if (offer.says, offer.wager) == (WAGER, kind.name)]
            if offered and (one, kind.name) not in laid:
                laid.add((one, kind.name))
                with suppress(Refused):
                    await sitting.say(NAME, players[one], tender(one, pick.choice(offered), lambda n: 0))
        with suppress(Refused):
            await sitting.do(NAME, session, do="ready")
