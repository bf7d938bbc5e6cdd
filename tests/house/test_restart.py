"""A restart by SIGHUP while people play: nobody is turned away, nothing acknowledged is lost, a broken successor changes
nothing."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pitboss.house.process import supervisor
from pitboss.house.process.listener import listen
from pitboss.house.protocol.greeting import WIRE_VERSION
from soak.crash import Outcome, Patron, judge, plans
from tests.house.live import PATIENCE

TABLES = 2
SERVE = """
import os, signal, sys
from pathlib import Path
from pitboss.house.floor import Opening
from pitboss.house.serve import Network, Operation, serve
from soak.crash import plans

database = Path(sys.argv[1])
if database.with_name("house.db.broken").exists():
    sys.exit("These settings are wrong.")

def say(text):
    print("open", os.getpid(), flush=True)
    eager = database.with_name("house.db.eager")
    if eager.exists():
        eager.unlink()
        os.kill(os.getpid(), signal.SIGHUP)

network = Network(port=int(sys.argv[2]), names=("house.example",))
serve(database, Opening(plans(2)), network, Operation(mathematics=False), say)
"""


class House:
    """A house in a process of its own, and its successors."""

    def __init__(self, folder: Path) -> None:
        with listen("127.0.0.1", 0) as free:
            self.port: int = free.getsockname()[1]
        self.database = folder / "house.db"
        self.log = folder / "log.txt"
        with self.log.open("w") as log:
            self._first = subprocess.Popen(
                [sys.executable, "-c", SERVE, str(self.database), str(self.port)],
                stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True, cwd=Path(__file__).parents[2],
            )  # fmt: skip
        self.process = self.next()

    def next(self) -> int:
        """The process that opened the house now."""
        assert self._first.stdout is not None
        line = self._first.stdout.readline().split()
        assert line[:1] == ["open"], self.log.read_text()
        self.process = int(line[1])
        return self.process

    def hang_up(self) -> None:
        os.kill(self.process, signal.SIGHUP)

    def get(self, path: str) -> int:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE) as reply:
            return int(reply.status)

    def close(self) -> None:
        os.kill(self.process, signal.SIGTERM)
        deadline = time.monotonic() + PATIENCE
        while _runs(self.process) and time.monotonic() < deadline:
            self._first.poll()
            time.sleep(0.02)
        with suppress(ProcessLookupError):  # whatever a test that failed left of them
            os.killpg(self._first.pid, signal.SIGKILL)
        self._first.wait(PATIENCE)
        assert self._first.stdout is not None
        self._first.stdout.close()


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    yield found
    found.close()


def test_nothing_acknowledged_is_lost_in_a_restart(tmp_path: Path) -> None:
    """Players go on through two restarts; each finds its wagers, and every acknowledged key stands in the record once."""
    house = House(tmp_path)
    patrons = [Patron(plan.name, house.port, seed) for seed, plan in enumerate(plans(TABLES) * 2)]

    async def campaign() -> None:
        over = asyncio.Event()
        tasks = [asyncio.create_task(patron.play(over)) for patron in patrons]
        for _ in range(2):
            await _answers(patrons, 40)
            house.hang_up()
            before = house.process
            assert await asyncio.to_thread(house.next) != before
        await _answers(patrons, 40)
        over.set()
        await asyncio.wait(tasks, timeout=PATIENCE)

    asyncio.run(campaign())
    house.close()
    outcome = Outcome()
    asyncio.run(judge(tmp_path, TABLES, patrons, outcome))
    assert outcome.clean, (outcome.lost, outcome.twice, outcome.complaints)
    assert outcome.acknowledged > 40
    assert outcome.rounds > 5


async def _answers(patrons: list[Patron], more: int) -> None:
    goal, deadline = sum(patron.answered for patron in patrons) + more, time.monotonic() + PATIENCE
    while sum(patron.answered for patron in patrons) < goal:
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


def test_nobody_is_turned_away_while_the_house_changes_hands(house: House) -> None:
    """Requests without a pause, each on a connection of its own: all are answered. A line is told that the service restarts."""

    async def work() -> tuple[int, int, float]:
        answers: list[int] = []
        over = asyncio.Event()

        async def ask() -> None:
            while not over.is_set():
                answers.append(await asyncio.to_thread(house.get, "/health/live"))

        place = f"ws://127.0.0.1:{house.port}/ws/tables/roulette-0"
        origin = f"http://127.0.0.1:{house.port}"
        asking = asyncio.create_task(ask())
        async with connect(place, origin=origin, open_timeout=PATIENCE) as line:  # type: ignore[arg-type]
            await line.send(json.dumps({"hello": {"version": WIRE_VERSION}}))
            await line.recv()
            house.hang_up()
            with pytest.raises(ConnectionClosed) as closed:
                await _hear_out(line)
        began = time.monotonic()
        async with connect(place, origin=origin, open_timeout=PATIENCE) as line:  # type: ignore[arg-type]
            await line.send(json.dumps({"hello": {"version": WIRE_VERSION}}))
            assert "view" in json.loads(await line.recv())
        gap = time.monotonic() - began
        over.set()
        await asking  # a refused connection would raise here
        assert closed.value.rcvd is not None
        return len(answers), closed.value.rcvd.code, gap

    answered, code, gap = asyncio.run(work())
    house.next()
    print(f"the line was away for {gap * 1000:.0f} ms")
    assert answered > 5
    assert code == 1012
    assert gap < PATIENCE


async def _hear_out(line: ClientConnection) -> None:
    while True:
        await asyncio.wait_for(line.recv(), PATIENCE)


def test_a_successor_that_cannot_start_changes_nothing(house: House) -> None:
    """The house goes on in the same process and logs it; once the mistake is mended, the next restart succeeds."""
    mistake = house.database.with_name("house.db.broken")
    mistake.touch()
    before = house.process
    house.hang_up()
    deadline = time.monotonic() + PATIENCE
    while "the house goes on" not in house.log.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert "These settings are wrong." in house.log.read_text()
    assert house.get("/health/ready") == 200
    mistake.unlink()
    house.hang_up()
    assert house.next() != before
    assert house.get("/health/ready") == 200


def test_a_socket_of_systemd_is_used(tmp_path: Path) -> None:
    """The first socket passed on is listened on, whatever the settings say; READY is told when the house is open."""
    code = (
        "import os, sys; os.dup2(int(sys.argv[1]), 3); os.environ.update(LISTEN_FDS='1', LISTEN_PID=str(os.getpid())); "
        "os.execv(sys.executable, [sys.executable, '-m', 'pitboss.cli', 'serve', '--database', sys.argv[2], '--log', 'json'])"
    )
    told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    told.bind(str(tmp_path / "notify"))
    told.settimeout(PATIENCE)
    with told, listen("127.0.0.1", 0) as listener:
        process = subprocess.Popen(
            [sys.executable, "-c", code, str(listener.fileno()), str(tmp_path / "house.db")],
            pass_fds=[listener.fileno()], env={**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify")},
            stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            assert told.recv(100).decode() == supervisor.READY
            with urllib.request.urlopen(
                f"http://127.0.0.1:{listener.getsockname()[1]}/health/ready", timeout=PATIENCE
            ) as reply:
                assert reply.status == 200
        finally:
            process.terminate()
            said, logged = process.communicate(timeout=PATIENCE)
    assert said == ""
    opened = json.loads(logged.splitlines()[0])
    assert opened["message"].endswith("the links are in house.db.links, beside the database")
    kept = tmp_path / "house.db.links"
    assert kept.stat().st_mode & 0o077 == 0
    link = next(line for line in kept.read_text().splitlines() if "#invitation=" in line)
    assert link.partition("=")[2] not in logged


def test_a_restart_may_be_asked_for_as_soon_as_the_house_says_that_it_is_open(tmp_path: Path) -> None:
    """The very moment in which it says so: a signal that nobody hears would end the process."""
    (tmp_path / "house.db.eager").touch()
    house = House(tmp_path)
    try:
        assert house.process != house.next()
        assert house.get("/health/ready") == 200
    finally:
        house.close()
