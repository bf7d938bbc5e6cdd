"""The power fails in the middle of play: whatever was acknowledged is there, and the house opens again by itself.

A house plays under ``soak.simulation``, and at random calls to its disk an image is kept of what a power cut would leave: unsynced
sectors lost, torn, out of order. Every image is opened; each of its records has to replay, chips have to add up, and every command
that was acknowledged before the cut is there once. Controls: under SQLite's NORMAL acknowledged play is lost, under OFF files
cannot be read.
"""

import asyncio
import logging
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from unittest import mock

import msgspec

from pitboss.house.founding import Plan
from pitboss.house.house import House
from pitboss.house.storage.seal import Unsafe
from pitboss.house.storage.store import StorageFailed
from soak.simulation.checks import ACKNOWLEDGED, Checks, Commands
from soak.simulation.disk import available
from soak.simulation.loop import VirtualLoop
from soak.simulation.people import Patron
from soak.simulation.run import MEMORY, PRACTICE
from soak.simulation.world import World, only_seeded

CUTS, CONTROL_CUTS, A_HOUSE = 2000, 100, 100  # cuts in all, under each control, and of one house
EVERY = 12  # calls to the disk between two cuts, on average
BEFORE = 20  # commands that are acknowledged before the first cut
GAMES = ("roulette", "go-fore-it", "blackjack", "craps")
CHECKPOINT = "60"  # pages of the write-ahead log after which it is written back, so that cuts fall into that too


class Outcome(msgspec.Struct):
    """What was found in the images."""

    cuts: int = 0
    whole: int = 0
    lost: int = 0  # opened, and something acknowledged is not there, or does not replay
    unreadable: int = 0
    acknowledged: int = 0  # commands, in the last image of each house
    sentences: list[str] = []

    def add(self, other: "Outcome") -> None:
        for name in ("cuts", "whole", "lost", "unreadable", "acknowledged"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.sentences = self.sentences + other.sentences


Look = Callable[[House], list[str]]


def campaign(
    cuts: int,
    synchronous: str = "FULL",
    *,
    seed: int = 1,
    games: tuple[str, ...] = GAMES,
    plans: Sequence[Plan] = (),
    look: Look = lambda house: [],
    before: int = BEFORE,
) -> Outcome:
    """So many cuts, of one house after the other: with a table of each game, or these tables. ``look`` says what else is wrong with
    a house that was opened after a cut."""
    plans = plans or [Plan(f"{game}-{n}", game, game, PRACTICE) for n, game in enumerate(games)]
    found, logged = Outcome(), logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        while found.cuts < cuts:
            found.add(_one_house(min(A_HOUSE, cuts - found.cuts), synchronous, seed, plans, look, before))
            seed += 1
    finally:
        logging.disable(logged)
    return found


def _one_house(cuts: int, synchronous: str, seed: int, plans: Sequence[Plan], look: Look, before: int) -> Outcome:
    folder = Path(tempfile.mkdtemp(prefix="pitboss-power-", dir=MEMORY if MEMORY.is_dir() else None))
    loop = VirtualLoop()
    world = World(seed, folder, list(plans), loop)
    world.pragmas = {"synchronous": synchronous} | ({"wal_autocheckpoint": CHECKPOINT} if synchronous == "FULL" else {})
    safe: AbstractContextManager[object] = (
        nullcontext() if synchronous == "FULL" else mock.patch("pitboss.house.storage.store.NEEDED", {})
    )
    try:
        with only_seeded(world), safe:
            found: Outcome = loop.run(_cut_and_look(world, cuts, look, before))
            return found
    finally:
        shutil.rmtree(folder)


async def _cut_and_look(world: World, cuts: int, look: Look, before: int) -> Outcome:
    current = asyncio.current_task()
    assert current is not None
    world.drivers.add(current)
    commands = Commands()
    await world.open()
    for plan in world.plans:
        for n in range(2):
            world.employ(Patron(world, plan.name, f"{plan.name}-p{n}", commands).live())
    while commands.count(ACKNOWLEDGED) < before:
        await asyncio.sleep(1.0)
    told = _keep_images(world, commands, cuts)
    while len(told) < cuts:
        await asyncio.sleep(5.0)
    world.over = True
    people = [task for task in world.drivers if task is not current]
    for task in people:
        task.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    await world.close()
    found = Outcome(acknowledged=sum(what == ACKNOWLEDGED for what in told[-1].values()))
    for n, known in enumerate(told, 1):
        world.incarnation = n
        commands.told = known
        await _look(world, Checks(world, commands), found, look)
    return found


def _keep_images(world: World, commands: Commands, cuts: int) -> list[dict[tuple[str, str, str], str]]:
    """From now on images are kept; the list is of what everyone had been told at each of them."""
    pick, told = world.source("cuts"), list[dict[tuple[str, str, str], str]]()

    def before(call: str, name: str) -> None:
        if len(told) < cuts and pick.random() < 1 / EVERY:
            told.append(dict(commands.told))
            world.disk.image(world.folder / f"{len(told)}", pick)

    world.disk.before = before
    return told


async def _look(world: World, checks: Checks, found: Outcome, look: Look) -> None:
    """Open what a cut left."""
    found.cuts += 1
    try:
        await world.open()
    except (Unsafe, StorageFailed) as error:
        found.unreadable += 1
        found.sentences.append(f"cut {world.incarnation}: {error}")
        world.disk.__exit__()
        return
    checks.record(world.folder)
    for host in world.house.hosts.values():
        if host.table is not None:
            checks.chips(host.table)
    suspended = [host.suspension.sentence for host in world.house.hosts.values() if host.suspension.sentence]
    also = look(world.house)
    await world.close()
    wrong = [*checks.broken, *suspended, *also]
    found.lost, found.whole = found.lost + bool(wrong), found.whole + (not wrong)
    found.sentences += [f"cut {world.incarnation}: {sentence}" for sentence in wrong[:3]]
    shutil.rmtree(world.place)


def main() -> None:
    if not available():
        raise SystemExit("  the SQLite of this Python cannot be reached: its disk cannot be simulated")
    for mode in ("NORMAL", "OFF"):
        control = campaign(CONTROL_CUTS, mode)
        print(
            f"  control, synchronous {mode}: of {control.cuts} cuts {control.lost} lost something, "
            f"{control.unreadable} could not be read",
            flush=True,
        )
        if 2 * (control.lost + control.unreadable) < control.cuts:
            raise SystemExit(f"  synchronous {mode} was not found out")
    found = campaign(CUTS)
    print(
        f"  {found.cuts} cuts under FULL: {found.whole} whole, {found.lost} lost, {found.unreadable} unreadable",
        flush=True,
    )
    if found.whole != found.cuts:
        raise SystemExit("\n".join(found.sentences[:10]))


if __name__ == "__main__":
    main()
