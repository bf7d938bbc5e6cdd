"""One client with sixty sockets sends as fast as it can: what do the others notice? And thousands that say nothing.

A real server process, real sockets. Players at their own tables wager at a human pace from one address while the attacker,
in a process and at an address of its own, fills ten other tables and writes without waiting for replies. Reported is how long
a wager takes to be acknowledged, alone and under the flood, with the load of the machine; the promise is 250 ms for 99 of
100. Control: the same without fair turns must be worse than with them.
"""

import asyncio
import json
import multiprocessing
import os
import resource
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.protocol.changes import Follower
from pitboss.house.protocol.greeting import WIRE_VERSION
from pitboss.house.serve import Network, Operation, serve
from pitboss.house.table.entries import Settings
from pitboss.house.wire.limits import MANY, UNLIMITED, ClientLimits
from pitboss.house.wire.server import DEFAULT_LIMITS

SOCKETS, PLAYERS, SECONDS, PACE = 60, 8, 30.0, 0.25  # seconds between two wagers of a player
SILENT = 5_000
PROMISE = 0.250  # seconds
PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=10_000_000)
PLAYER_ADDRESS, ATTACKER_ADDRESS, SILENT_ADDRESS = "127.0.0.1", "127.0.0.2", "127.0.0.3"
ATTACKED = 10  # tables


def plans() -> list[Plan]:
    return [
        *(Plan(f"quiet-{n}", "roulette", "Roulette", PRACTICE) for n in range(PLAYERS)),
        *(Plan(f"flooded-{n}", "roulette", "Roulette", PRACTICE) for n in range(ATTACKED)),
    ]


def _serve(database: str, port: int, limits: ClientLimits) -> None:
    operation = Operation(mathematics=False, limits=limits)
    serve(Path(database), Opening(plans()), Network(port=port), operation, lambda _: None)


@contextmanager
def house(folder: Path, limits: ClientLimits = DEFAULT_LIMITS) -> Iterator[tuple[int, int]]:
    """A house in a process of its own; its port and the process."""
    port = _free_port()
    process = multiprocessing.get_context("spawn").Process(
        target=_serve, args=(str(folder / "house.db"), port, limits), daemon=True
    )
    process.start()
    try:
        deadline = time.monotonic() + 60
        while True:
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert process.pid is not None
        yield port, process.pid
    finally:
        process.kill()
        process.join()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


async def _seat(port: int, table: str, address: str) -> str:
    transport = httpx.AsyncHTTPTransport(local_address=address, verify=False)
    async with httpx.AsyncClient(transport=transport, timeout=30) as client:
        reply = await client.post(
            f"http://127.0.0.1:{port}/api/tables/{table}/seats", json={"key": f"seat-{os.urandom(8).hex()}"}
        )
        assert reply.status_code == 201, reply.text
        return str(reply.json()["token"])


def _line(port: int, table: str, address: str) -> Any:
    return connect(
        f"ws://127.0.0.1:{port}/ws/tables/{table}",
        origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
        local_addr=(address, 0),
        open_timeout=60,
        max_size=None,
    )


async def player(port: int, table: str, token: str, until: float, took: list[float]) -> None:
    """Wagers, and is ready, at a human pace; every acknowledgement is timed."""
    keys = os.urandom(6).hex()
    async with _line(port, table, PLAYER_ADDRESS) as line:
        await line.send(json.dumps({"hello": {"token": token, "version": WIRE_VERSION}}))
        seen = Follower(json.loads(await line.recv())["view"])
        number = 0
        while time.monotonic() < until:
            number += 1
            view = seen.view
            wagers = view["phase"] == "betting" and not view["wagers"]
            what: dict[str, Any] = (
                {"do": "answer", "says": "wager", "wager": "red", "amount": 500} if wagers else {"do": "ready"}
            )
            key = f"{keys}-{number:012d}"
            moment = {"round": view["round"] + (not view["question"]), "question": view["question"]}
            begun = time.monotonic()
            await line.send(json.dumps(what | moment | {"key": key}))
            answered = False
            while not answered or time.monotonic() < begun + PACE:
                try:
                    message = json.loads(await asyncio.wait_for(line.recv(), 30 if not answered else PACE))
                except TimeoutError:
                    break
                seen.take(message.get("change", {}))
                if key in (message.get("ack"), message.get("refused", {}).get("key")):
                    took.append(time.monotonic() - begun)
                    answered = True


async def _attack(port: int, table: str, all_there: asyncio.Barrier, seconds: float, sent: list[int]) -> None:
    with suppress(OSError, WebSocketException, AssertionError):  # whoever is shut out attacks no more
        token = await _seat(port, table, ATTACKER_ADDRESS)
        async with _line(port, table, ATTACKER_ADDRESS) as line:
            await line.send(json.dumps({"hello": {"token": token, "version": WIRE_VERSION}}))
            seen = Follower(json.loads(await line.recv())["view"])

            async def read() -> None:
                with suppress(WebSocketException):
                    async for message in line:
                        found = json.loads(message)
                        if "change" in found:
                            seen.take(found["change"])

            reading = asyncio.create_task(read())
            number = 0
            with suppress(asyncio.BrokenBarrierError):
                await all_there.wait()
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                view, number = seen.view, number + 1
                moment = {"round": view["round"] + (not view["question"]), "question": view["question"]}
                wager = {"do": "answer", "says": "wager", "wager": "red", "amount": 500}
                what = {"do": "ready"} if number % 8 == 0 else wager
                await line.send(json.dumps(what | moment | {"key": f"{id(line):x}-{number:09d}"}))
                sent[0] += 1
                await asyncio.sleep(0)
            reading.cancel()


def _attacker(port: int, sockets: int, seconds: float, told: Any) -> None:
    async def work() -> None:
        sent, all_there = [0], asyncio.Barrier(sockets + 1)
        work = [
            asyncio.create_task(_attack(port, f"flooded-{n % ATTACKED}", all_there, seconds, sent))
            for n in range(sockets)
        ]
        with suppress(TimeoutError, asyncio.BrokenBarrierError):
            await asyncio.wait_for(all_there.wait(), 60)
        told.put(0)
        await asyncio.wait(work)
        told.put(sent[0])

    asyncio.run(work())


def _spin(told: Any) -> None:
    """As busy as the attacker, and no business with the house: it takes the same part of the machine."""
    told.put(0)
    while True:
        json.loads(json.dumps({"key": os.urandom(8).hex()}))


def measure(port: int, seconds: float, sockets: int, players: int = PLAYERS) -> tuple[list[float], int]:
    """How long each acknowledgement of the players took while so many sockets flood the house; and how much was sent."""
    context = multiprocessing.get_context("spawn")
    told: Any = context.Queue()
    if sockets:
        attacker = context.Process(target=_attacker, args=(port, sockets, seconds + 3, told), daemon=True)
    else:
        attacker = context.Process(target=_spin, args=(told,), daemon=True)
    took: list[float] = []
    loop = asyncio.new_event_loop()
    tokens = [loop.run_until_complete(_seat(port, f"quiet-{n}", PLAYER_ADDRESS)) for n in range(players)]
    attacker.start()
    told.get(timeout=120)  # its sockets are there

    async def play() -> None:
        until = time.monotonic() + seconds
        await asyncio.gather(*(player(port, f"quiet-{n}", token, until, took) for n, token in enumerate(tokens)))

    loop.run_until_complete(play())
    loop.close()
    sent = 0
    if sockets:
        attacker.join(seconds + 30)
        with suppress(Exception):
            sent = told.get(timeout=5)
    attacker.kill()
    attacker.join()
    return sorted(took), sent


def part(took: list[float], share: float) -> float:
    return took[min(len(took) - 1, int(len(took) * share))] if took else float("inf")


def report(name: str, took: list[float], sent: int) -> None:
    load = os.getloadavg()[0]
    print(
        f"  {name}: {len(took)} acknowledgements, p50 {part(took, 0.5) * 1000:.0f} ms, p99 {part(took, 0.99) * 1000:.0f} ms, "
        f"worst {took[-1] * 1000 if took else 0:.0f} ms; {sent:,} commands sent by the attacker; load {load:.1f}",
        flush=True,
    )


def silent(port: int, many: int = SILENT) -> tuple[int, list[float]]:
    """Open so many connections that say nothing, and keep them; how many stayed open, and how long others wait meanwhile."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, many + 1000)), hard))
    took = []
    with ExitStack() as lines, httpx.Client(verify=False, timeout=30) as client:
        found = []
        for n in range(many):
            line = socket.create_connection(("127.0.0.1", port), 30, source_address=(SILENT_ADDRESS, 0))
            found.append(lines.enter_context(closing(line)))
            if n % 100 == 99:
                begun = time.monotonic()
                reply = client.get(f"http://127.0.0.1:{port}/api/tables", headers={"Connection": "close"})
                assert reply.status_code == 200, reply.text
                took.append(time.monotonic() - begun)
        for line in found:
            line.setblocking(False)
        return sum(map(_is_open, found)), sorted(took)


def _is_open(line: socket.socket) -> bool:
    """Whether the other side has said nothing yet."""
    try:
        line.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False  # a refusal, or the end


def campaign(seconds: float = SECONDS, sockets: int = SOCKETS) -> None:
    with tempfile.TemporaryDirectory() as place, house(Path(place)) as (port, _):
        alone, _sent = measure(port, seconds, 0)
        report("players alone, on a machine as busy", alone, 0)
        flooded, sent = measure(port, seconds, sockets)
        report(f"beside {sockets} sockets", flooded, sent)
        left, took = silent(port)
        print(
            f"  {SILENT:,} silent connections, {left} left open: others wait p99 {part(took, 0.99) * 1000:.0f} ms",
            flush=True,
        )
    assert sent > 1000, "the attacker was not heard"
    promised = max(PROMISE, 2 * part(alone, 0.99))  # a busy machine makes everybody wait
    assert part(flooded, 0.99) <= promised, f"{part(flooded, 0.99)} s, {promised} s allowed"
    free = msgspec.structs.replace(UNLIMITED, at_once=MANY)
    with tempfile.TemporaryDirectory() as place, house(Path(place), free) as (port, _):
        control, sent = measure(port, seconds, sockets)
        report("control, without limits and turns", control, sent)
    assert part(control, 0.99) > 2 * part(flooded, 0.99), "the control was no worse: nothing was measured"


def main() -> None:
    campaign()


if __name__ == "__main__":
    campaign(float(sys.argv[1]) if sys.argv[1:] else SECONDS)
