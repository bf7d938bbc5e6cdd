"""One simulation: a house, its guests, and everything that goes wrong, from one seed."""

import asyncio
import hashlib
import logging
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path

import msgspec

from pitboss import catalogue
from pitboss.house.founding import Plan
from pitboss.house.table.entries import Settings
from soak.simulation.checks import ACKNOWLEDGED, REFUSED, UNKNOWN, Checks, Commands
from soak.simulation.loop import VirtualLoop
from soak.simulation.people import Floorperson, Guest, Official, Onlooker, Patron
from soak.simulation.world import FAULTS, World, only_seeded

SIZES, PATRONS = (1, 2, 3, 4, 6, 8), 3  # tables of a house, and patrons at each
DISTURBED = 300.0  # seconds between two disturbances, on average
FAILING = 30.0  # seconds that a failing disk is looked at
MEMORY = Path("/dev/shm")
TIMED = Settings(betting_seconds=12, election_seconds=10, settled_seconds=3, absence_seconds=20)
PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, absence_seconds=20)
Broken = Callable[[World], AbstractContextManager[object]]
Disturb = Callable[[World, Checks, float], Awaitable[Counter[str]]]


class Outcome(msgspec.Struct, frozen=True):
    """What a run came to. ``digest`` is the hash of everything that happened and of every frame that was sent."""

    seed: int
    games: tuple[str, ...]
    digest: str
    heads: dict[str, str]  # of each table's journal
    database: str  # the hash of the file
    broken: tuple[str, ...]
    trace: tuple[str, ...]  # its last lines
    virtual: float  # seconds
    cpu: float
    rounds: int
    frames: int
    converged: int  # open connections that showed what a new one would be shown
    hidden: int  # events that hid something from the reader of a frame, summed over frames
    steps: int  # commits after which the chips were counted
    commands: dict[str, int]
    disturbed: dict[str, int]

    @property
    def table_hours(self) -> float:
        """Hours of all tables together."""
        return len(self.games) * self.virtual / 3600


def simulate(
    seed: int,
    hours: float = 0.5,
    *,
    games: tuple[str, ...] = (),
    every: float = DISTURBED,
    broken: Broken | None = None,
    disturb: Disturb | None = None,
) -> Outcome:
    """Play for so many virtual hours, or until a promise is broken; about ``every`` seconds something goes wrong.

    ``games``: one table of each, else of some that the seed chooses. ``broken``: a house that is wrong on purpose. ``disturb``:
    what goes wrong instead of power, disk, clock and network.
    """
    began, loop = time.process_time(), VirtualLoop()
    folder = Path(tempfile.mkdtemp(prefix="pitboss-simulation-", dir=MEMORY if MEMORY.is_dir() else None))
    pick, choice = random.Random(f"{seed}/plans"), random.Random(f"{seed}/games")
    chosen = games or tuple(choice.choice(sorted(catalogue.games())) for _ in range(choice.choice(SIZES)))
    plans = [
        Plan(f"{game}-{n}", game, catalogue.game(game).title, PRACTICE if pick.random() < 0.25 else TIMED)
        for n, game in enumerate(chosen)
    ]
    world = World(seed, folder, plans, loop, every_room=False)
    level = logging.root.manager.disable
    logging.disable(logging.CRITICAL)  # what goes wrong on purpose would fill the log
    try:
        with only_seeded(world), broken(world) if broken is not None else nullcontext():
            found: Outcome = loop.run(
                _run(world, hours * 3600, chosen, disturb or partial(_disturb, every=every), began)
            )
            return found
    finally:
        logging.disable(level)
        shutil.rmtree(folder)


async def _run(world: World, seconds: float, games: tuple[str, ...], disturb: Disturb, began: float) -> Outcome:
    commands = Commands()
    checks = Checks(world, commands)
    current = asyncio.current_task()
    assert current is not None
    world.drivers.add(current)
    await world.open()
    guests: list[Guest] = [
        Patron(world, p.name, f"{p.name}-p{n}", commands) for p in world.plans for n in range(PATRONS)
    ]
    guests += [Floorperson(world, "floor"), Onlooker(world, "onlooker"), Official(world, "board")]
    for guest in guests:
        world.employ(guest.live())
    disturbed = await disturb(world, checks, seconds)
    world.over = True
    rounds = sum(host.table.state.felt.number for host in world.house.hosts.values() if host.table is not None)
    checks.record(world.folder)
    checks.linearizable()
    people = [task for task in world.drivers if task is not current]
    failures = [task.exception() for task in people if task.done() and not task.cancelled()]
    for task in people:
        task.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    heads = {name: host.table.journal.head for name, host in world.house.hosts.items() if host.table is not None}
    world.disk.before = lambda call, name: None
    await world.close()
    for failure in failures:
        if failure is not None:
            raise failure
    told = {what: commands.count(what) for what in (ACKNOWLEDGED, REFUSED, UNKNOWN)}
    database = hashlib.sha256((world.place / "house.db").read_bytes()).hexdigest()
    return Outcome(
        world.seed, games, world.digest, heads, database, tuple(checks.broken), tuple(world.trace), world.loop.time(),
        time.process_time() - began, rounds, checks.frames, checks.converged, checks.hidden, checks.steps, told, dict(disturbed),
    )  # fmt: skip


async def _disturb(world: World, checks: Checks, seconds: float, every: float) -> Counter[str]:
    """Until the time is over, something goes wrong now and then; after every restart the whole record is looked through, and after
    everything that leaves connections open those are compared with new ones."""
    pick, done = world.source("disturbances"), Counter[str]()
    while world.loop.time() < seconds and not world.over:
        wait = world.loop.time() + pick.expovariate(1 / every)
        while world.loop.time() < min(wait, seconds) and not world.over:
            await asyncio.sleep(5.0)
        if world.over:
            break
        what = pick.choice(("power", "power", "kill", "restart", "fault", "clock", "network"))
        done[what] += 1
        world.note(what)
        if what == "power":
            await world.cut_power(pick.randrange(40))
        elif what == "kill":
            await world.kill(pick.randrange(40))
        elif what == "restart":
            await world.close()
        elif what == "fault":
            world.fail_soon(pick.randrange(20), pick.choice((1, 1, 3, 30)), pick.choice(FAULTS))
            await recovered(world, checks)
        elif what == "clock":
            world.clock.offset += pick.choice((-7200.0, -3600.0, -2.0, 2.0, 3600.0))
        else:
            for line in list(world.lines):
                line.break_off(silent=pick.random() < 0.7)
        if world.dark:
            checks.forget()
            await asyncio.sleep(pick.uniform(0.5, 60.0))
            await world.open()
            checks.record(world.folder, whole=False)
        else:
            await checks.converge()
    return done


async def recovered(world: World, checks: Checks) -> None:
    """Look on while a disk fails: a table that stands still shows it, and one that goes on again shows that."""
    until, stood = world.loop.time() + FAILING, set[str]()
    while world.loop.time() < until and not world.over:
        await asyncio.sleep(0.1)
        now = {name for name, host in world.house.hosts.items() if host.suspension.sentence}
        if now != stood:
            await checks.converge(now ^ stood)
        stood = now
