"""Mathematics in a process of its own: a process that dies is followed by another, and what is known stays known."""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.table.entries import Founded
from pitboss.house.workers import worker
from pitboss.house.workers.worker import WorkerCache
from tests.house.live import until

MINUTE = 60.0

# Answers a line for a line; over "mortal" it dies in the middle of a line, as long as the file `well` is missing.
MORTAL = """
import os, pathlib, sys
for line in sys.stdin:
    with open("started", "a") as file:
        file.write(str(os.getpid()) + "\\n")
    if '"mortal"' in line and not pathlib.Path("well").exists():
        sys.stdout.write("[1, 2")
        sys.stdout.flush()
        os._exit(9)
    sys.stdout.write("[]\\n")
"""


def table(submission: str) -> Founded:
    return Founded("roulette", "Roulette", {}, submission, "")


@pytest.fixture
def with_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Run a scene with a mortal module, which rests for a minute after the first failure, by the clock of the loop."""
    (tmp_path / "mortal.py").write_text(MORTAL, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(worker, "FIRST_REST", MINUTE)
    monkeypatch.setattr(worker, "LONGEST_REST", 10 * MINUTE)
    monkeypatch.setattr(worker, "PATIENCE", 120.0)

    def run(scene: Callable[[WorkerCache], Coroutine[Any, Any, None]]) -> None:
        async def scened() -> None:
            known = WorkerCache("mortal")
            await scene(known)
            await known.close()

        asyncio.run(scened())

    return run


def pass_by(seconds: float) -> None:
    """Move the clock of the loop on: how long a machine takes for anything decides nothing here."""
    loop = asyncio.get_running_loop()
    now = loop.time
    loop.time = lambda: now() + seconds  # type: ignore[method-assign]


def processes() -> int:
    """How many of them were asked something."""
    return len(set(Path("started").read_text(encoding="utf-8").split()))


def test_a_process_that_died_is_followed_by_another(with_worker: Callable[..., None]) -> None:
    """One who asks again after a while is answered, once the module is well; half a line was never known."""

    async def scene(known: WorkerCache) -> None:
        assert await known.ask(table("mortal")) is None
        pass_by(MINUTE)
        assert await known.ask(table("mortal")) is None
        Path("well").touch()
        pass_by(2 * MINUTE)
        assert await known.ask(table("mortal")) == b"[]\n"
        assert await known.ask(table("mortal")) == b"[]\n"
        assert processes() == 3

    with_worker(scene)


def test_whoever_failed_is_left_alone_for_a_while(with_worker: Callable[..., None]) -> None:
    """Asking at once starts no process; each failure makes the rest twice as long."""

    async def scene(known: WorkerCache) -> None:
        for _ in range(5):
            assert await known.ask(table("mortal")) is None
        assert processes() == 1
        pass_by(MINUTE)
        for _ in range(5):
            assert await known.ask(table("mortal")) is None
        assert processes() == 2
        pass_by(1.5 * MINUTE)
        assert await known.ask(table("mortal")) is None
        assert processes() == 2

    with_worker(scene)


def test_a_death_costs_the_other_tables_nothing(
    with_worker: Callable[..., None],
) -> None:
    """What was found before it is kept, what was to follow is found by the next process, in the same go."""

    async def scene(known: WorkerCache) -> None:
        await known.prepare([table("first"), table("mortal"), table("last")])
        assert processes() == 2
        for submission, line in (("first", b"[]\n"), ("mortal", None), ("last", b"[]\n")):
            assert await known.ask(table(submission)) == line
        assert processes() == 2

    with_worker(scene)


def test_tables_besides_one_that_is_under_way_are_begun(with_worker: Callable[..., None]) -> None:
    """Several are wanted and one of them is being worked out: the others are begun all the same."""

    async def scene(known: WorkerCache) -> None:
        Path("well").touch()
        begun = known.prepare([table("first")])
        await asyncio.gather(begun, known.prepare([table("first"), table("last")]))
        assert await known.ask(table("last")) == b"[]\n"
        assert Path("started").read_text(encoding="utf-8").count("\n") == 2

    with_worker(scene)


def test_a_module_that_cannot_be_started_is_no_disaster(
    with_worker: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No process to be had: nothing is known, and one who asks later is answered."""

    async def scene(known: WorkerCache) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(sys, "executable", "/nowhere/python")
            assert await known.ask(table("first")) is None
        pass_by(MINUTE)
        assert await known.ask(table("first")) == b"[]\n"

    with_worker(scene)


def test_whoever_waits_is_served_without_asking_again(with_worker: Callable[..., None]) -> None:
    """A page that is open when the process dies gets its figures: they are computed again by themselves."""

    async def scene(known: WorkerCache) -> None:
        known.is_awaited = lambda submission: submission == "mortal"  # type: ignore[method-assign]
        assert await known.ask(table("mortal")) is None
        Path("well").touch()
        pass_by(MINUTE)
        await until(lambda: known.known(table("mortal")))
        assert known.known(table("mortal")) == b"[]\n"
        assert processes() == 2
        await known.prepare([])  # its turn comes when the process before it is done

    with_worker(scene)
