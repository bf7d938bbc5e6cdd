"""Kill the house again and again while people play, and see that nothing acknowledged is lost or done twice.

Clients keep the key of each command and send it again until it is answered, as the page does. After every restart
each of them finds its acknowledged wagers where they were; at the end the whole record is verified, and every key
that was acknowledged stands in it exactly once.
"""

import asyncio
import importlib
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from pitboss import catalogue
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.house import House
from pitboss.house.protocol.changes import Follower
from pitboss.house.protocol.greeting import WIRE_VERSION
from pitboss.house.serve import Network, Operation, serve
from pitboss.house.storage.seal import token_hash
from pitboss.house.storage.store import SESSION, TABLE, Store
from pitboss.house.table.entries import COMMAND_NAME, Settings
from pitboss.house.table.verify import verify
from pitboss.house.workers.workers import Workers
from tests.house.no_edges import follow_without_edges

KILLS, TABLES, SEATS = 1000, 8, 2
HALT_SECONDS = 20.0
CONTROL_KILLS = 100  # at most, of a house that is broken on purpose
PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, absence_seconds=0.5)
GAMES = {"roulette": "red", "go-fore-it": "front_9"}
UNREACHABLE = (OSError, WebSocketException, EOFError, TimeoutError)


def plans(tables: int) -> list[Plan]:
    games = [list(GAMES)[n % len(GAMES)] for n in range(tables)]
    return [Plan(f"{game}-{n}", game, game, PRACTICE) for n, game in enumerate(games)]


def nursery(database: str, port: int, tables: int, *, early: bool) -> None:
    """Forks a house for every line it reads, and tells its process id; imports are paid for once.

    ``early`` is the broken house: it acknowledges before it has written.
    """
    catalogue.games()
    for module in ("http.httptools_impl", "websockets.websockets_sansio_impl"):
        importlib.import_module(f"uvicorn.protocols.{module}")
    Workers.follow = follow_without_edges  # type: ignore[method-assign, assignment]  # nobody here looks at edges
    if early:
        _acknowledge_early()
    for _ in sys.stdin:
        process = os.fork()
        if not process:
            sys.stdin.close()
            opening, network = Opening(plans(tables)), Network(port=port)
            serve(Path(database), opening, network, Operation(mathematics=False), lambda _: None)
            os._exit(0)
        print(process, flush=True)
        os.waitpid(process, 0)


class Houses:
    """Starts houses on one database, one after the other."""

    def __init__(self, folder: Path, port: int, tables: int, *, early: bool) -> None:
        given = [str(folder / "house.db"), str(port), str(tables), "early" if early else ""]
        self._nursery = subprocess.Popen(
            [sys.executable, "-m", "soak.crash", *given],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1],
        )  # fmt: skip
        self._process = 0

    def start(self) -> None:
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        self._nursery.stdin.write("start\n")
        self._nursery.stdin.flush()
        self._process = int(self._nursery.stdout.readline())

    def kill(self) -> None:
        os.kill(self._process, signal.SIGKILL)

    def close(self) -> None:
        self.kill()
        assert self._nursery.stdin is not None
        self._nursery.stdin.close()
        self._nursery.wait(10)


def _acknowledge_early() -> None:
    transaction, commit = Store._transaction, Store.commit

    def slow(self: Store, parts: Any) -> Any:
        time.sleep(0.2)  # longer than a busy machine takes from an acknowledgement to the kill
        return transaction(self, parts)

    def at_once(self: Store, writes: Any) -> Any:
        writing = commit(self, writes)
        if any(sql in (TABLE, SESSION) for sql, _ in writes):
            return writing
        done = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done

    Store._transaction, Store.commit = slow, at_once  # type: ignore[method-assign]


class Patron:
    """One who plays on, whatever happens to the house."""

    def __init__(self, table: str, port: int, seed: int) -> None:
        self.table, self.game, self.port = table, table.rpartition("-")[0], port
        self.pick = random.Random(seed)
        self.token, self.seat = "", 0
        self.patience = 10.0  # seconds until a line that says nothing is given up
        self.seen: Follower
        self.keys = (f"{table}-{seed}-{n:08d}" for n in range(10**8))
        self.unanswered: dict[str, Any] | None = None
        self.acked: list[str] = []
        self.answered = 0
        self.staked: dict[int, int] = {}  # by round, what was acknowledged
        self.complaints: list[str] = []

    async def play(self, over: asyncio.Event) -> None:
        while not over.is_set():
            with suppress(*UNREACHABLE):
                if not self.token:
                    await self._sit()
                place: Any = {
                    "uri": f"ws://127.0.0.1:{self.port}/ws/tables/{self.table}",
                    "origin": f"http://127.0.0.1:{self.port}",
                }
                # A process that stands still answers no farewell: whoever gives its line up does not wait for that.
                async with connect(**place, open_timeout=5, close_timeout=0.5, max_size=None) as line:
                    await self._talk(line, over)
            await asyncio.sleep(0.005)

    async def _sit(self) -> None:
        """The key of the seat is the same at every attempt, so the seat is taken once."""
        body = json.dumps({"key": f"seat-{self.table}-{id(self):x}"}).encode()
        address = f"http://127.0.0.1:{self.port}/api/tables/{self.table}/seats"
        request = urllib.request.Request(address, body, {"Content-Type": "application/json"})

        def ask() -> Any:
            with urllib.request.urlopen(request, timeout=5) as reply:
                return json.load(reply)

        reply = await asyncio.to_thread(ask)
        self.token, self.seat = reply["token"], reply["seat"]

    async def _talk(self, line: Any, over: asyncio.Event) -> None:
        await line.send(json.dumps({"hello": {"token": self.token, "version": WIRE_VERSION}}))
        message: dict[str, Any] = {}
        while "view" not in message:  # a beat may come before it where the table waits for its database
            message = json.loads(await asyncio.wait_for(line.recv(), self.patience))
            if "refused" in message:
                self.complaints.append(message["refused"]["sentence"])
        self.seen = Follower(message["view"])
        view = self.seen.view
        self._find_wagers(view)
        if self.unanswered is not None:
            view = await self._send(line, view, self.unanswered)
        while not over.is_set():
            view = await self._send(line, view, self._next(view))

    def _find_wagers(self, view: dict[str, Any]) -> None:
        """After a restart: what was acknowledged in this round is still up, and no more than was sent."""
        if view["blocked"]:
            self.complaints.append(view["blocked"])
        if view["phase"] == "betting":
            up = sum(w["amount"] for w in view["wagers"] if w["seat"] == self.seat)
            sure = self.staked.get(view["round"], 0)
            maybe = 500 if self.unanswered and _staked(self.unanswered) == view["round"] else 0
            if up not in (sure, sure + maybe):
                self.complaints.append(f"{self.table} round {view['round']}: {up} is up, {sure} was acknowledged")

    def _next(self, view: dict[str, Any]) -> dict[str, Any]:
        return self._choice(view) | {"round": view["round"] + (not view["question"]), "question": view["question"]}

    def _choice(self, view: dict[str, Any]) -> dict[str, Any]:
        if view["you"]["questions"]:
            says = self.pick.choice(view["you"]["questions"][0]["options"])["says"]
            return {"do": "answer", "says": says}
        mine = any(w["seat"] == self.seat for w in view["wagers"])
        if view["phase"] == "betting" and (not mine or self.pick.random() < 0.3) and view["you"]["rack"] >= 1000:
            return {"do": "answer", "says": "wager", "wager": GAMES[self.game], "amount": 500}
        return {"do": "ready"}

    async def _send(self, line: Any, view: dict[str, Any], command: dict[str, Any]) -> dict[str, Any]:
        command.setdefault("key", next(self.keys))
        self.unanswered = command
        await line.send(json.dumps(command))
        answered = False
        while not answered:
            message = json.loads(await asyncio.wait_for(line.recv(), self.patience))
            view = self.seen.take(message.get("change", {}))
            if message.get("ack") == command["key"]:
                if command["do"] == "answer":
                    self.acked.append(command["key"])
                if staked := _staked(command):
                    self.staked[staked] = self.staked.get(staked, 0) + 500
                answered = True
            elif message.get("refused", {}).get("key") == command["key"]:
                if "suspended" in message["refused"]["sentence"]:
                    self.complaints.append(message["refused"]["sentence"])
                answered = True
        self.unanswered = None
        self.answered += 1
        with suppress(TimeoutError):  # the view that goes with it
            while True:
                message = json.loads(await asyncio.wait_for(line.recv(), 0.08))
                view = self.seen.take(message.get("change", {}))
                if "change" in message:
                    break
        return view


def _staked(command: dict[str, Any]) -> int:
    """The round a command wagers in; 0 if it is no wager."""
    return command["round"] if command.get("says") == "wager" else 0


class Outcome:
    """What a campaign came to."""

    def __init__(self) -> None:
        self.kills = self.acknowledged = self.rounds = self.lost = self.twice = 0
        self.complaints: list[str] = []
        self.downtime: list[float] = []
        self.seconds = 0.0

    @property
    def clean(self) -> bool:
        return not (self.lost or self.twice or self.complaints)


async def campaign(
    kills: int = KILLS, tables: int = TABLES, seats: int = SEATS, *, seed: int = 1, early: bool = False
) -> Outcome:
    """Kill a house so many times at random moments; say what was lost. With ``early`` it ends when that is noticed."""
    pick, outcome, began = random.Random(seed), Outcome(), time.monotonic()
    folder = Path(tempfile.mkdtemp(prefix="pitboss-crash-"))
    port = free_port()
    houses = Houses(folder, port, tables, early=early)
    patrons = [Patron(plan.name, port, seed * 1000 + n) for plan in plans(tables) for n in range(seats)]
    over = asyncio.Event()
    await asyncio.to_thread(houses.start)
    await until_up(port)
    tasks = [asyncio.create_task(patron.play(over)) for patron in patrons]
    try:
        for _ in range(kills):
            await progress(patrons, pick.randint(1, 3 * len(patrons)))
            await asyncio.sleep(pick.choice((0.0, pick.uniform(0.0, 0.1))))
            houses.kill()
            down = time.monotonic()
            await asyncio.to_thread(houses.start)
            await until_up(port)
            outcome.downtime.append(time.monotonic() - down)
            outcome.kills += 1
            if early and any(patron.complaints for patron in patrons):
                break  # found out: more kills would show nothing new
        await progress(patrons, len(patrons))
    finally:
        over.set()
        await asyncio.wait(tasks, timeout=15)
        for task in tasks:
            task.cancel()
        await asyncio.to_thread(houses.close)
    await judge(folder, tables, patrons, outcome)
    shutil.rmtree(folder)
    outcome.seconds = time.monotonic() - began
    return outcome


async def progress(patrons: list[Patron], more: int) -> None:
    """Until so many more commands were answered, or somebody complains; a busy machine takes its time, and a halt is given up."""
    goal, patience = sum(p.answered for p in patrons) + more, time.monotonic() + HALT_SECONDS
    while sum(p.answered for p in patrons) < goal and time.monotonic() < patience:
        if any(p.complaints for p in patrons):
            return
        await asyncio.sleep(0.002)


async def judge(folder: Path, tables: int, patrons: list[Patron], outcome: Outcome) -> None:
    """Open the house once more and hold its record against what the patrons were told."""
    house = House(Store(folder / "house.db"), Opening(plans(tables)))
    await house.open()
    examine(house, folder, patrons, outcome)
    await house.close()


def examine(house: House, folder: Path, patrons: list[Patron], outcome: Outcome) -> None:
    """Hold the record of a house that is open against what the patrons were told."""
    for name, host in house.hosts.items():
        if host.suspension.sentence:
            outcome.complaints.append(host.suspension.sentence)
            continue
        entries = list(house.store.entries(name))
        (folder / "record.jsonl").write_bytes(b"".join(json_line(entry) for entry in entries))
        verdict = verify(folder / "record.jsonl")
        outcome.rounds += len(verdict.rounds)
        keys = Counter(json.loads(bytes(e.payload)).get("key", "") for e in entries if e.kind in ("step", "seated"))
        mine = [p for p in patrons if p.table == name]
        name_of = house.store.sealer.token
        sent = [
            COMMAND_NAME + name_of(f"command {name}/{token_hash(patron.token)[:16]}/{key}")
            for patron in mine
            for key in patron.acked
        ]
        outcome.acknowledged += len(sent)
        outcome.lost += sum(keys[key] == 0 for key in sent)
        outcome.twice += sum(count > 1 for key, count in keys.items() if key)
        outcome.complaints += [complaint for patron in mine for complaint in patron.complaints]
        if sum(host.require_table().state.ledger.balances.values()) or any(rack < 0 for rack in verdict.racks.values()):
            outcome.complaints.append(f"{name}: the chips do not add up")


def json_line(entry: Any) -> bytes:
    return bytes(msgspec.json.encode(entry)) + b"\n"


async def until_up(port: int) -> None:
    """Until the house answers."""
    for _ in range(2000):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.005)
            continue
        writer.write(b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n")
        writer.close()
        return
    raise TimeoutError("the house does not come up")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def main() -> None:
    if asyncio.run(campaign(CONTROL_KILLS, tables=2, early=True)).clean:
        raise SystemExit("  a house that acknowledges before it has written was not found out")
    outcome = asyncio.run(campaign())
    downtime = sorted(outcome.downtime)
    print(
        f"  {outcome.kills} kills in {outcome.seconds:.0f} s: {outcome.acknowledged} commands acknowledged, "
        f"{outcome.rounds} rounds settled, {outcome.lost} lost, {outcome.twice} done twice, "
        f"{len(outcome.complaints)} complaints; back after {downtime[len(downtime) // 2] * 1000:.0f} ms (median)"
    )
    for complaint in outcome.complaints[:10]:
        print(f"    {complaint}")
    if not outcome.clean:
        raise SystemExit(1)


if __name__ == "__main__":
    nursery(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), early=sys.argv[4] == "early")
