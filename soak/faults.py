"""The disk fails at every call of a wager and of a settlement, one call after the other.

Whoever sent the command is refused by a sentence, the table stands still as it was, recovers by itself, and takes the same
command under the same key once. Control: a house that does not look whether it could write is found out.
"""

import asyncio
import logging
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any
from unittest import mock

from pitboss.house.founding import Plan
from pitboss.house.host.host import RETRY
from pitboss.house.storage.store import Store
from soak.simulation.checks import ACKNOWLEDGED, Checks, Commands
from soak.simulation.disk import FULL, IO_READ, IO_SYNC, IO_WRITE, READ, SYNC, WRITE, available
from soak.simulation.loop import VirtualLoop
from soak.simulation.network import request
from soak.simulation.run import MEMORY, PRACTICE
from soak.simulation.world import World, only_seeded
from tests.house.desk import fingerprint

WAGERS = {"roulette": "red", "go-fore-it": "front_9", "sic-bo": "small_bet"}
FAULTS = {
    "write error": (WRITE, IO_WRITE), "disk full": (WRITE, FULL), "sync error": (SYNC, IO_SYNC), "read error": (READ, IO_READ)
}  # fmt: skip
MOST = 500  # calls of one command, which no command comes near


class Outcome:
    """How often each fault was met, and what was wrong."""

    def __init__(self) -> None:
        self.refused, self.absorbed = Counter[str](), Counter[str]()
        self.wrong: list[str] = []


class Player:
    """Sends one command after the other at one table, by HTTP."""

    def __init__(self, world: World, game: str, found: Outcome, commands: Commands) -> None:
        self.world, self.game, self.found, self.commands = world, game, found, commands
        self.keys, self.token = 0, ""

    async def sit(self) -> None:
        reply = await request(self.world.app, f"/api/tables/{self.game}/seats", {"key": "a-seat-for-the-faults"})
        self.token = reply.json()["token"]

    def _command(self, wagers: bool) -> dict[str, Any]:
        table = self.world.house.hosts[self.game].require_table()
        play = table.round
        what: dict[str, Any] = {"do": "ready"}
        asked = play.questions(1) if play is not None else []
        if asked and asked[0].options:
            what = {"do": "answer", "says": (asked[0].default or asked[0].options[0]).says}
        elif wagers:
            what = {"do": "answer", "says": "wager", "wager": WAGERS[self.game], "amount": 500}
        self.keys += 1
        return what | {
            "key": f"fault-{self.keys:08d}", "round": table.state.felt.number + (play is None), "question": play.asked if play
            else 0
        }  # fmt: skip

    async def send(self, command: dict[str, Any]) -> tuple[int, str]:
        reply = await request(self.world.app, f"/api/tables/{self.game}/do", command, token=self.token)
        if reply.status == 200 and command["do"] == "answer":
            self.commands.told[self.game, self.token, command["key"]] = ACKNOWLEDGED
        return reply.status, "" if reply.status == 200 else reply.json()["refused"]["sentence"]

    async def trial(self, fault: str, at: int, wagers: bool) -> bool:
        """One command during which one call fails; whether there was such a call."""
        host, (kind, code) = self.world.house.hosts[self.game], FAULTS[fault]
        before, command, left = fingerprint(host.require_table()), self._command(wagers), [at]

        def fail(call: str, name: str) -> int | None:
            left[0] -= call == kind
            return code if call == kind and left[0] == -1 else None

        self.world.disk.before = fail
        status, sentence = await self.send(command)
        self.world.disk.before = lambda call, name: None
        if left[0] >= 0:
            return False
        place = f"{self.game}, {fault} at call {at}"
        if status == 200:
            self.found.absorbed[fault] += 1  # such as a log that is written back another time
            return True
        self.found.refused[fault] += 1
        at_the_door = fault == "read error" and status == 500  # who it is could not be looked up: no table was asked
        self._is(bool(sentence) and (status == 503 or at_the_door), f"{place}: {status} {sentence}")
        await asyncio.sleep(2 * RETRY)
        self._is(not host.suspension.sentence, f"{place}: does not recover: {host.suspension.sentence}")
        self._is(host.table is not None and fingerprint(host.table) == before, f"{place}: something changed")
        again, sentence = await self.send(command)
        self._is(again == 200, f"{place}: the same command afterwards: {again} {sentence}")
        return True

    def _is(self, right: bool, sentence: str) -> None:
        if not right:
            self.found.wrong.append(sentence)

    async def every_call(self, fault: str, wagers: bool, most: int) -> None:
        """The calls of a wager, or of what follows until the round is over."""
        for at in range(most):
            if self.world.house.hosts[self.game].require_table().round is None:
                await self.send(self._command(False))  # the next round, which opens by itself after any fault
            if not wagers:
                await self.send(self._command(True))
            if not await self.trial(fault, at, wagers):
                return


def campaign(games: tuple[str, ...] = tuple(WAGERS), most: int = MOST, *, control: bool = False) -> Outcome:
    """Every fault at every call, in each of these games."""
    folder = Path(tempfile.mkdtemp(prefix="pitboss-faults-", dir=MEMORY if MEMORY.is_dir() else None))
    loop, found, level = VirtualLoop(), Outcome(), logging.root.manager.disable
    world = World(1, folder, [Plan(game, game, game, PRACTICE) for game in games], loop)
    world.reads = True
    logging.disable(logging.CRITICAL)
    try:
        with only_seeded(world), careless() if control else nullcontext():
            loop.run(_run(world, found, games, most))
    finally:
        logging.disable(level)
        shutil.rmtree(folder)
    return found


async def _run(world: World, found: Outcome, games: tuple[str, ...], most: int) -> None:
    current = asyncio.current_task()
    assert current is not None
    world.drivers.add(current)
    await world.open()
    commands = Commands()
    for game in games:
        player = Player(world, game, found, commands)
        await player.sit()
        for fault in FAULTS:
            for wagers in (True, False):
                await player.every_call(fault, wagers, most)
    checks = Checks(world, commands)
    await world.close()
    await world.open()
    checks.record(world.folder)
    found.wrong += checks.broken
    await world.close()


@contextmanager
def careless() -> Iterator[None]:
    """Control: a store that reports success whatever became of the write."""
    transaction = Store._transaction

    def ignored(self: Store, parts: Any) -> None:
        transaction(self, parts)

    with mock.patch.object(Store, "_transaction", ignored):
        yield


def main() -> None:
    if not available():
        raise SystemExit("  the SQLite of this Python cannot be reached: its disk cannot be made to fail")
    if not campaign(("roulette",), control=True).wrong:
        raise SystemExit("  a house that does not look whether it could write was not found out")
    found = campaign()
    print(
        f"  refused and recovered {dict(found.refused)}, without consequence {dict(found.absorbed)}, wrong {len(found.wrong)}"
    )
    if found.wrong:
        raise SystemExit("\n".join(found.wrong[:10]))


if __name__ == "__main__":
    main()
