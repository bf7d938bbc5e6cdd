"""A house on one, two and three machines beside one process: what a command and a round cost, and how long people wait.

The machines are processes of this one computer, each with a folder, a key and an address of its own. They reach each other over
TLS, as over a network that takes no time, and people come to them through nginx, whose CPU is not counted. On two cores more
machines cannot be faster; what they cost beside one is what to look at. ``CROWD=50x6`` measures that crowd alone.
"""

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from bench.crowd import PAUSES, figures
from bench.crowd import UNHURRIED as PEOPLE
from bench.shared import SECONDS, Served, _play, _wait_until_shared_out
from pitboss.house.storage import machines
from pitboss.house.storage.postgres import connect_to, key_of_house
from soak.crash import free_port, until_up
from soak.machines import BALANCER
from tests.house.postgres import find_postgres, server
from tools.bootstrap import find_unpacked

MACHINES, ROUNDS_AT = (1, 2, 3), 8  # tables at which rounds are counted
PORTS = 100  # between two machines: each has the port that it is given, and those after it


class Spread:
    """A house on several machines; ``place`` is the balancer's."""

    def __init__(self, place: str, served: list[Served]) -> None:
        self.place, self._served = place, served

    def spent(self) -> float:
        return sum(one.spent() for one in self._served)


def run() -> dict[str, float | str]:
    if find_postgres() is None or find_unpacked("nginx") is None:
        return {"PostgreSQL or nginx": "not installed"}
    wanted = os.environ.get("CROWD", "")
    found: dict[str, float | str] = {}
    with server(max_connections="100") as database:
        for count in MACHINES:
            with _spread(database.new_database(f"rounds_{count}"), "practice", ROUNDS_AT, count) as house:
                before = house.spent()
                played = asyncio.run(_play(house.place, ROUNDS_AT))
                found[f"durable rounds/s, {ROUNDS_AT} tables, {count} machines"] = played / SECONDS
                found[f"CPU of a round, ms, {ROUNDS_AT} tables, {count} machines"] = (
                    1000 * (house.spent() - before) / max(played, 1)
                )
            for tables, seats, kind in PEOPLE:
                if wanted in ("", f"{tables}x{seats}"):
                    with _spread(database.new_database(f"crowd_{tables}_{count}"), kind, tables, count) as house:
                        crowd = figures(house, tables, seats, hurried=False, pause=PAUSES[kind])
                    found |= {f"{what}, {count} machines": figure for what, figure in crowd.items()}
    return found


@contextmanager
def _spread(address: str, kind: str, tables: int, count: int) -> Iterator[Spread]:
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder, ports, parents = Path(name), [free_port() for _ in range(count)], []
        for number, port in enumerate(ports):
            files = folder / f"m{number}" / "files"
            if number:
                with connect_to(address, writes=True) as connection:
                    key = key_of_house(address, folder / "m0" / "files")
                    machines.admit(connection, key, f"m{number}", machines.own_public(files))
            command = [
                sys.executable,
                "-m",
                "bench.shared",
                address,
                str(files.parent),
                str(port),
                kind,
                str(tables),
                "1",
            ]
            reached = f"127.0.0.1:{_free_range()}"
            files.parent.mkdir(exist_ok=True)
            parents.append(
                subprocess.Popen([*command, reached], cwd=Path(__file__).parents[1], stdout=subprocess.DEVNULL)
            )
            stack.callback(parents[-1].wait, 60)
            stack.callback(parents[-1].send_signal, signal.SIGTERM)
            if not number:
                _wait_until_shared_out(address, tables, 1)  # it founds the house
        _wait_until_shared_out(address, tables, count)
        place = stack.enter_context(_balanced(folder, ports))
        yield Spread(place, [Served(place, parent.pid) for parent in parents])


_ranges = iter(range(20_000, 60_000, PORTS))
_free_range = partial(next, _ranges)


@contextmanager
def _balanced(folder: Path, ports: list[int]) -> Iterator[str]:
    own = free_port()
    temporary = "".join(f"{one}_temp_path {folder};" for one in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    servers = "".join(f"server 127.0.0.1:{port};" for port in ports)
    user = "user root;" if os.geteuid() == 0 else ""
    text = BALANCER.format(folder=folder, port=own, temporary=temporary, servers=servers, user=user)
    (folder / "nginx.conf").write_text(text.replace("worker_connections 512", "worker_connections 16384"))
    nginx = find_unpacked("nginx")
    assert nginx is not None
    balancer = subprocess.Popen([nginx, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")])
    try:
        asyncio.run(until_up(own))
        yield f"http://127.0.0.1:{own}"
    finally:
        balancer.terminate()
        balancer.wait()
