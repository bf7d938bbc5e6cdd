"""One house on three machines, with two databases and a balancer, in network namespaces: cut off, killed, promoted.

Each machine has a network of its own (``soak.network``), a clock of its own (libfaketime, where it is there: half an hour ahead,
half an hour behind) and no folder in common with another. Players come through nginx, which sends anybody anywhere. Disturbances:
any pair cut off, one way or both; slow links; kill -9 of a process, of a machine, of the standby, of the primary; a process that
stands still; a primary that is cut off and promoted past in the midst of commits. Nothing that was acknowledged may be
lost, nothing done twice, no table played at two places; everybody plays on within five seconds of what a person or the network
mended. Control: a house whose commits do not wait for the standby loses play when its primary dies, and that is found out.
"""

import asyncio
import ctypes
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import psycopg

from pitboss.house.process import promoting
from pitboss.house.sharing.leases import LEASE_SECONDS
from pitboss.house.storage import machines as keys
from pitboss.house.storage import standby
from pitboss.house.storage.postgres import connect_to, key_of_house
from pitboss.house.storage.seal import Unsafe
from soak.crash import Outcome, Patron, free_port, plans, progress
from soak.network import OUTSIDE, Machines, why_not
from soak.shared import judge, with_signal
from tests.house.postgres import USER, Server, _new_folder
from tools.bootstrap import FAKETIME, find_unpacked

DISTURBANCES, TABLES, SEATS = 1_000, 6, 2
PLAYED_ON_SECONDS = 5.0
HELD_SECONDS = 8.0  # for which a disturbance lasts where nobody can play through it
HANGS_SECONDS = 120.0  # no machine is as busy as that
HOUSES, DATABASES = ("m1", "m2", "m3"), ("d1", "d2")
PORT, PEERS = 8000, 7600
SKEW_SECONDS = {"m2": 1_800, "m3": -1_800}
# A connection that was cut off is found dead, and tried again, well within five seconds.
REPLICATION = {
    "wal_sender_timeout": "3s", "wal_receiver_timeout": "3s", "wal_retrieve_retry_interval": "500ms",
    "wal_keep_size": "256MB", "max_connections": "100", "tcp_user_timeout": "3s",
}  # fmt: skip
BALANCER = """daemon off; worker_processes 1; pid {folder}/pid; events {{ worker_connections 512; }} {user}
http {{
    access_log off; {temporary}
    upstream houses {{ {servers} }}
    map $http_upgrade $kind {{ default upgrade; "" ""; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://houses;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $kind;
            proxy_connect_timeout 1s;
            proxy_next_upstream error timeout;
        }}
    }}
}}
"""


class Database(Server):
    """A server of PostgreSQL on a machine of its own."""

    def __init__(self, network: Machines, name: str) -> None:
        self.network, self.name = network, name
        super().__init__(_new_folder(), listen_addresses=network.at(name), **REPLICATION)
        with (self.folder / "data" / "pg_hba.conf").open("a") as rights:
            rights.write("host all all 10.77.0.0/16 trust\nhost replication all 10.77.0.0/16 trust\n")

    def follow(self, primary: "Database") -> None:
        """Begin again as a standby of another."""
        shutil.rmtree(self.folder / "data")
        follows = f"host={self.network.at(primary.name)} user={USER} application_name={self.name}"
        silence = "connect_timeout=2 keepalives_idle=1 keepalives_interval=1 keepalives_count=2 tcp_user_timeout=3000"
        data = str(self.folder / "data")
        self._run("pg_basebackup", "--no-sync", "-c", "fast", "-R", "-d", f"{follows} {silence}", "-D", data)
        self.start()

    def _within(self, command: list[str]) -> list[str]:
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        return [*self.network.within(self.name), *as_user, *command]

    def _as_user(self) -> dict[str, object]:
        return {}


class HouseMachine:
    """A machine that serves the house: its supervisor and one process."""

    def __init__(self, network: Machines, name: str, folder: Path, given: list[str], policy: str) -> None:
        self.network, self.name, self.folder = network, name, folder / name
        self.folder.mkdir()
        self._given, self._policy = given, policy
        self._parent: subprocess.Popen[bytes] | None = None

    @property
    def files(self) -> Path:
        return self.folder / "files"

    def start(self) -> None:
        address, tables = self._given
        house = [sys.executable, "-m", "soak.shared_house", address, str(self.folder), str(PORT), tables, "1"]
        reached = f"{self.network.at(self.name)}:{PEERS}"
        with (self.folder / "log").open("ab") as log:
            self._parent = subprocess.Popen(
                [*self.network.within(self.name), *house, str(LEASE_SECONDS), "", reached, self._policy],
                cwd=Path(__file__).parents[1], stdout=log, stderr=log, env={**os.environ, **_clock(self.name)},
            )  # fmt: skip

    def process(self) -> int | None:
        """The process that serves."""
        assert self._parent is not None
        with suppress(OSError):
            children = Path(f"/proc/{self._parent.pid}/task/{self._parent.pid}/children").read_text().split()
            return int(children[0]) if children else None
        return None

    def signal_process(self, what: signal.Signals) -> None:
        if (process := self.process()) is not None:
            with_signal(process, what)

    def kill(self) -> None:
        """The whole machine: nobody gives up for it what it had."""
        if self._parent is not None:
            process = self.process()
            self._parent.kill()
            self._parent.wait()
            if process is not None:
                with_signal(process, signal.SIGKILL)

    def close(self) -> None:
        if self._parent is not None and self._parent.poll() is None:
            self.signal_process(signal.SIGCONT)
            self._parent.terminate()
            try:
                self._parent.wait(HANGS_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()


def _clock(name: str) -> dict[str, str]:
    """What shows a machine another time of day than the others."""
    library = find_unpacked(FAKETIME)
    if library is None or name not in SKEW_SECONDS:
        return {}
    return {"LD_PRELOAD": library, "FAKETIME": f"{SKEW_SECONDS[name]:+d}", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}


class Campaign:
    """The house with its machines, databases, balancer and players."""

    def __init__(self, seed: int, tables: int = TABLES, seats: int = SEATS, policy: str = "wait") -> None:
        self.outcome, self.pick, self.tables = Outcome(), random.Random(seed), tables
        self.waits: dict[str, list[float]] = defaultdict(list)  # by kind, until everybody had played on
        self.folder = Path(tempfile.mkdtemp(prefix="pitboss-machines-"))
        self.network = Machines([*HOUSES, *DATABASES])
        _enter(self.network.space(OUTSIDE))
        self.databases = {name: Database(self.network, name) for name in DATABASES}
        self.primary, self.standby = DATABASES
        hosts = ",".join(self.network.at(name) for name in DATABASES)
        self.address = f"postgresql://{USER}@{hosts}/casino"
        self._under = standby.under(policy, self.address)
        self.houses = {
            name: HouseMachine(self.network, name, self.folder, [self.address, str(tables)], policy) for name in HOUSES
        }
        self.port = free_port()
        self.patrons = [Patron(plan.name, self.port, seed * 1000 + n) for plan in plans(tables) for n in range(seats)]
        for patron in self.patrons:
            patron.patience = 2.0  # nobody tells them that a link was cut
        self._over = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_judged = False
        self._balancer: subprocess.Popen[bytes] | None = None

    async def begin(self, *, waits: bool = True) -> None:
        first, other = (self.databases[name] for name in (self.primary, self.standby))
        first.start()
        with psycopg.connect(first.address, autocommit=True) as line:
            line.execute("CREATE DATABASE casino TEMPLATE template0")
        other.follow(first)
        if waits:
            self._wait_for_standby()
        founding, *others = self.houses.values()
        founding.start()
        await _until((founding.files / "house.key").exists)
        await _until(self._is_laid_out)
        for one in others:
            with connect_to(self._under, writes=True) as connection:
                key = key_of_house(self.address, founding.files)
                keys.admit(connection, key, one.name, keys.own_public(one.files))
            one.start()
        await _until(self._is_shared_out)  # a table at which somebody plays stays where it is
        self._balance()
        self._tasks = [asyncio.create_task(patron.play(self._over)) for patron in self.patrons]
        await _until(lambda: all(patron.answered > 1 for patron in self.patrons))

    def _is_shared_out(self) -> bool:
        """Whether every machine has a table."""
        with psycopg.connect(f"postgresql://{USER}@/casino?host={self.first}") as line:
            owners = "SELECT count(DISTINCT owner) FROM leases WHERE unit <> 'house' AND owner <> ''"
            row = line.execute(f"{owners} AND expires > clock_timestamp()").fetchone()
        return row is not None and row[0] == len(HOUSES)

    def _is_laid_out(self) -> bool:
        with suppress(psycopg.Error), psycopg.connect(f"postgresql://{USER}@/casino?host={self.first}") as line:
            return bool(line.execute("SELECT 1 FROM leases WHERE unit = 'house' AND owner <> ''").fetchone())
        return False

    @property
    def first(self) -> Path:
        return self.databases[self.primary].folder

    def _wait_for_standby(self) -> None:
        with psycopg.connect(self.databases[self.primary].address, autocommit=True) as line:
            line.execute("SET synchronous_commit = local")
            line.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{self.standby}'")
            line.execute("SELECT pg_reload_conf()")

    def _balance(self) -> None:
        folder = self.folder / "balancer"
        folder.mkdir()
        temporary = "".join(
            f"{one}_temp_path {folder};" for one in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        servers = "".join(f"server {self.network.at(name)}:{PORT} max_fails=1 fail_timeout=1s;" for name in HOUSES)
        user = "user root;" if os.geteuid() == 0 else ""
        text = BALANCER.format(folder=folder, port=self.port, temporary=temporary, servers=servers, user=user)
        (folder / "nginx.conf").write_text(text)
        nginx = find_unpacked("nginx")
        assert nginx is not None
        self._balancer = subprocess.Popen([nginx, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")])

    # --- disturbances

    async def played_on(self, seconds: float = HANGS_SECONDS) -> float:
        """Seconds until everybody was answered again: twice, for one answer may have been on its way."""
        before, began = [patron.answered + 1 for patron in self.patrons], time.monotonic()
        await _until(lambda: all(p.answered > b for p, b in zip(self.patrons, before, strict=True)), seconds)
        return time.monotonic() - began

    async def disturb(self, kind: str) -> None:
        await progress(self.patrons, self.pick.randint(1, 2 * len(self.patrons)))
        mend = await getattr(self, kind)()
        with suppress(TimeoutError):  # nobody can play through it: then it is mended
            waited = await self.played_on(HELD_SECONDS)
            self.waits[f"{kind}, meanwhile"].append(waited)
            if mend is not None:
                await asyncio.sleep(self.pick.choice((0.0, 0.0, 1.0, 4.0)))  # as long as leases last, or not
        if mend is not None:
            await mend()
            waited = await self.played_on()
            self.waits[f"{kind}, mended"].append(waited)
        self.outcome.kills += 1

    async def cut(self) -> Callable[[], Awaitable[None]]:
        one, other = self.pick.sample(self.network.names, 2)
        self.network.cut(one, other, both=self.pick.random() < 0.5)
        return self._heal

    async def slow(self) -> Callable[[], Awaitable[None]]:
        self.network.slow(self.pick.choice(self.network.names))
        return self._heal

    async def kill_process(self) -> None:
        self.houses[self.pick.choice(HOUSES)].signal_process(signal.SIGKILL)

    async def kill_machine(self) -> Callable[[], Awaitable[None]]:
        machine = self.houses[self.pick.choice(HOUSES)]
        machine.kill()

        async def back() -> None:
            machine.start()

        return back

    async def pause(self) -> Callable[[], Awaitable[None]]:
        machine = self.houses[self.pick.choice(HOUSES)]
        process = machine.process()
        machine.signal_process(signal.SIGSTOP)

        async def wake() -> None:
            if process is not None:
                with_signal(process, signal.SIGCONT)

        return wake

    async def kill_standby(self) -> Callable[[], Awaitable[None]]:
        follower = self.databases[self.standby]
        await asyncio.to_thread(follower.crash)

        async def back() -> None:
            await asyncio.to_thread(follower.start)

        return back

    async def fail_over(self) -> Callable[[], Awaitable[None]]:
        """The primary dies, or is cut off alive, in the midst of commits; somebody promotes the standby."""
        primary, other = self.databases[self.primary], self.databases[self.standby]
        if dies := self.pick.random() < 0.5:
            await asyncio.to_thread(primary.crash)
        else:
            for name in self.network.names:
                if name != self.primary:
                    self.network.cut(self.primary, name, both=True)
        server = f"{self.network.at(self.standby)}:5432"
        await asyncio.to_thread(promoting.promote, self.address, server, alone=True, gone=True)
        self.primary, self.standby = self.standby, self.primary

        async def follow() -> None:
            if not dies:
                await self._heal()  # the old primary is reached again, and nobody may write to it
                await self.played_on()
                await asyncio.to_thread(primary.crash)
            await asyncio.to_thread(primary.follow, other)
            await asyncio.to_thread(promoting.wait_for, self.address, f'"{self.standby}"')

        return follow

    async def _heal(self) -> None:
        self.network.heal()

    # --- the end

    async def end(self) -> Outcome:
        """Close the house, and hold its record against what the players were told."""
        await self._leave()
        for machine in self.houses.values():
            await asyncio.to_thread(machine.close)
        await judge((self._under, self.houses["m2"].files), self.folder, self.tables, self.patrons, self.outcome)
        self._is_judged = True
        return self.outcome

    async def close(self) -> None:
        await self._leave()
        self.network.heal()
        for machine in self.houses.values():
            machine.kill()
        for database in self.databases.values():
            database.stop(signal.SIGQUIT)
            shutil.rmtree(database.folder, ignore_errors=True)
        if self._balancer is not None:
            self._balancer.terminate()  # a killed master would leave its workers
            self._balancer.wait()
        self.network.close()
        if self._is_judged and self.outcome.clean:  # else the logs are wanted
            shutil.rmtree(self.folder)

    async def _leave(self) -> None:
        self._over.set()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=15)
        for task in self._tasks:
            task.cancel()


def _enter(space: str) -> None:
    """Go into a namespace with this process; threads that are started from now on are in it, too."""
    with open(f"/run/netns/{space}") as file:
        if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), 0):
            raise OSError(ctypes.get_errno(), "the namespace could not be entered")


async def _until(holds: Callable[[], object], seconds: float = HANGS_SECONDS) -> None:
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(f"after {seconds:.0f} s")
        await asyncio.sleep(0.01)


# Of twenty disturbances, how many are of each kind.
KINDS = {"cut": 7, "slow": 2, "kill_process": 3, "kill_machine": 2, "pause": 1, "kill_standby": 2, "fail_over": 3}


async def campaign(
    kinds: list[str] | None = None, *, count: int = 0, seed: int = 1, tables: int = TABLES, seats: int = SEATS,
    say: Callable[[str], None] = lambda _: None,
) -> Campaign:  # fmt: skip
    """These kinds, or so many at random; what came of it."""
    play, enough = Campaign(seed, tables, seats), asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, enough.set)  # what was done is judged
    try:
        await play.begin()
        for number in range(count or len(kinds or ())):
            kind = kinds[number] if kinds else play.pick.choices(list(KINDS), list(KINDS.values()))[0]
            if enough.is_set():
                break
            await play.disturb(kind)
            said = ", ".join(f"{one} {waits[-1]:.2f} s" for one, waits in play.waits.items() if one.startswith(kind))
            say(f"  {number + 1} {said}")
        await play.end()
        return play
    finally:
        await play.close()


async def unreplicated(seed: int = 1) -> Outcome:
    """Control: commits do not wait for the standby, which is cut off for a while when the primary dies."""
    play = Campaign(seed, 3, 1, "go-on")
    try:
        await play.begin(waits=False)
        play.network.cut(*DATABASES, both=True)
        await progress(play.patrons, 20)
        await asyncio.to_thread(play.databases[play.primary].crash)
        server = f"{play.network.at(play.standby)}:5432"
        await asyncio.to_thread(promoting.promote, play.address, server, alone=True, gone=True)
        play.primary, play.standby = play.standby, play.primary
        with suppress(TimeoutError):
            await play.played_on(30.0)
        return await play.end()
    finally:
        play.outcome.complaints.clear()
        await play.close()


def put(play: Campaign) -> None:
    outcome = play.outcome
    print(
        f"  {outcome.kills} disturbances, {outcome.acknowledged} acknowledged, {outcome.rounds} rounds, "
        f"lost {outcome.lost}, twice {outcome.twice}, {len(outcome.complaints)} complaints"
    )
    for kind, waits in sorted(play.waits.items()):
        print(
            f"  {kind}: {len(waits)}, played on after {statistics.median(waits):.2f} s (median), {max(waits):.2f} s (longest)"
        )
    for complaint in outcome.complaints[:5]:
        print(f"  {complaint}")


def main() -> None:
    if reason := why_not():
        print(f"  not run: {reason}")
        return
    count = int(os.environ.get("DISTURBANCES", DISTURBANCES))
    control = asyncio.run(unreplicated())
    print(f"  control: {control.lost} of {control.acknowledged} lost where nobody waits for the standby")
    if not control.lost:
        raise SystemExit("  a house whose commits do not wait for the standby was not found out")
    play = asyncio.run(campaign(count=count, say=lambda text: print(text, flush=True)))
    put(play)
    longest = max(max(waits) for kind, waits in play.waits.items() if kind.endswith("mended"))
    if not play.outcome.clean or longest > PLAYED_ON_SECONDS:
        raise SystemExit("soak: machines failed")


if __name__ == "__main__":  # some disturbances by name: for the suite, and whoever looks into one
    try:
        put(found := asyncio.run(campaign(sys.argv[1:], tables=3, seats=1)))
    except Unsafe as error:
        raise SystemExit(str(error)) from error
    raise SystemExit(0 if found.outcome.clean else 1)
