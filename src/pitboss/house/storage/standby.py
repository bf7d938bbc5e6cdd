"""Several servers of PostgreSQL with one record: a primary, and standbys that follow it. Which of them is the primary, and what is
acknowledged without a standby.

An address with several hosts names them. Every promotion begins a new timeline; a house that has seen one writes to no server with
a lower one, which is a primary of former times. Threads of their own look at every server, because a commit may wait for a standby
for ever: where one was promoted, all connections to the primary before it are cut, and whoever waited on one asks the new primary
what became of it.

Under the policy ``wait`` nothing is acknowledged before a standby has it on its disk: PostgreSQL waits for that, and the house
looks with each transaction whether it is set to do so. An operator who promotes the last standby says so (``ALONE``). Under
``go-on`` a commit waits for the primary alone, and what a standby did not have yet is lost with the primary.
"""

import contextlib
import logging
import os
import socket
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from pitboss.house.storage.seal import Unsafe

log = logging.getLogger("pitboss")

WAIT, GO_ON = "wait", "go-on"
POLICIES = (WAIT, GO_ON)
LOCAL = "-c synchronous_commit=local"  # of a session that does not wait for a standby
AT_A_STANDBY = ("on", "remote_apply")  # the settings under which a commit is on a standby's disk
ALONE = "alone"  # the document that an operator leaves at a primary that has no standby for the time being
TIMELINE = "timeline"  # the file in which a machine keeps the highest timeline that it has seen
LOOK_SECONDS = 0.4
ANSWER_SECONDS = 2  # for which a server that does not answer is waited for; less than two the driver does not take
GRACE_SECONDS = 0.5  # for which others are waited for when one has answered
STANDING = """SELECT CASE WHEN pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' THEN 0
    ELSE ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::integer END"""

Connection = psycopg.Connection[Any]


def hosts_of(parts: dict[str, Any]) -> list[dict[str, str]]:
    """The servers that an address names."""
    names = {one: str(parts.get(one) or "").split(",") for one in ("host", "hostaddr", "port")}
    count = max(map(len, names.values()))
    return [
        {one: found[number if len(found) > 1 else 0] for one, found in names.items() if any(found)}
        for number in range(count)
    ]


def at(parts: dict[str, Any], host: dict[str, str], **more: Any) -> str:
    """What reaches one of the servers, whatever it is."""
    kept = {name: value for name, value in parts.items() if name not in ("host", "hostaddr", "port")}
    return make_conninfo(**{**kept, **host, "connect_timeout": ANSWER_SECONDS, "target_session_attrs": "any", **more})


def waits(parts: dict[str, Any]) -> bool:
    """Whether whoever opens this address acknowledges nothing before a standby has it."""
    return len(hosts_of(parts)) > 1 and LOCAL not in str(parts.get("options") or "")


def under(policy: str, address: str) -> str:
    """The address under a policy."""
    if policy == WAIT:
        return address
    options = conninfo_to_dict(address).get("options") or ""
    return make_conninfo(address, options=f"{options} {LOCAL}".strip())


def check_waits(connection: Connection, commit: str, names: str) -> None:
    """Refuse a primary that acknowledges what no standby has; ``commit`` and ``names`` as the server is set."""
    if commit in AT_A_STANDBY and names:
        return
    if commit not in AT_A_STANDBY:
        raise Unsafe(
            f"The database runs with synchronous_commit = {commit}, under which play can be acknowledged that no standby has; "
            "set it to on, or serve with --standby go-on."
        )
    if connection.execute("SELECT 1 FROM documents WHERE name = %s", (ALONE,)).fetchone() is None:
        raise Unsafe(
            "The database waits for no standby (synchronous_standby_names is empty), so that acknowledged play would be lost with "
            "its machine; name a standby there, or serve with --standby go-on."
        )


class Servers:
    """The servers of one address, as this process has met them."""

    def __init__(self, hosts: Sequence[dict[str, str]]) -> None:
        self.hosts = list(hosts)
        self.timeline = 0  # the highest that was seen
        self._primary = 0
        self._kept: Path | None = None
        self._open: weakref.WeakKeyDictionary[Connection, int] = weakref.WeakKeyDictionary()
        self._lock, self._ends = threading.Lock(), threading.Event()
        self._text: Callable[[dict[str, str]], str] = lambda host: ""
        self._watching: list[threading.Thread] = []

    def keep(self, path: Path) -> None:
        """Remember the timeline in a file, over restarts too."""
        self._kept = path
        with contextlib.suppress(FileNotFoundError, ValueError):
            self.timeline = max(self.timeline, int(path.read_text()))

    def connect(self, text: Callable[[dict[str, str]], str]) -> Connection:
        """A connection to the primary. ``text`` is what a server of these is reached by."""
        with contextlib.suppress(psycopg.Error):
            connection, timeline = _at(text(self.hosts[self._primary]))
            if timeline and timeline >= self.timeline:
                return self._met(self._primary, connection, timeline)
            connection.close()
        return self._found(text)

    def is_outdated(self, connection: Connection) -> bool:
        return self._open.get(connection, self.timeline) < self.timeline

    def _found(self, text: Callable[[dict[str, str]], str]) -> Connection:
        """Ask all of them at once; the primary is the one with the highest timeline."""
        asking = ThreadPoolExecutor(len(self.hosts))
        asked = {asking.submit(_at, text(host)): number for number, host in enumerate(self.hosts)}
        asking.shutdown(wait=False)
        until, left = time.monotonic() + ANSWER_SECONDS + GRACE_SECONDS, set(asked)
        best: tuple[int, int, Connection] | None = None
        said: list[str] = []
        while left and time.monotonic() < until:
            done, left = wait(left, until - time.monotonic(), return_when=FIRST_COMPLETED)
            for one in done:
                if (error := one.exception()) is not None:
                    said.append(f"{host_words(self.hosts[asked[one]])}: {str(error).strip().partition(chr(10))[0]}")
                    continue
                connection, timeline = one.result()
                if timeline < max(self.timeline, 1) or (best is not None and timeline <= best[0]):
                    connection.close()
                    continue
                if best is not None:
                    best[2].close()
                best = timeline, asked[one], connection
                until = min(until, time.monotonic() + GRACE_SECONDS)
        for one in left:
            one.add_done_callback(lambda late: None if late.exception() else late.result()[0].close())
        if best is None:
            seen = f" as new as timeline {self.timeline}, which this house has seen" if self.timeline else ""
            away = f" ({'; '.join(said)})" if said else ""
            raise psycopg.OperationalError(f"none of the servers that answer is a primary{seen}{away}")
        return self._met(best[1], best[2], best[0])

    def _met(self, number: int, connection: Connection, timeline: int) -> Connection:
        self._open[connection] = timeline
        self._see(number, timeline)
        return connection

    def _see(self, number: int, timeline: int) -> None:
        with self._lock:
            if timeline <= self.timeline and (timeline < self.timeline or number == self._primary):
                return
            before, self.timeline, self._primary = self.timeline, timeline, number
            if self._kept is not None and timeline > before:
                part = self._kept.with_name(f".{self._kept.name}.{os.getpid()}")
                part.write_text(f"{timeline}\n")
                part.replace(self._kept)
            old = [connection for connection, met in list(self._open.items()) if met < timeline]
        if before and timeline > before:
            log.error(
                "the database at %s was promoted: timeline %d after %d",
                host_words(self.hosts[number]),
                timeline,
                before,
            )
        for connection in old:
            _cut(connection)

    # --- looking at each of them

    def watch(self, text: Callable[[dict[str, str]], str]) -> None:
        """From now on look whether one of them was promoted."""
        if len(self.hosts) > 1 and not self._watching:
            self._ends.clear()
            for number, host in enumerate(self.hosts):
                name = f"server {host_words(host)}"
                self._watching.append(
                    threading.Thread(target=self._look, args=(number, text(host)), name=name, daemon=True)
                )
                self._watching[-1].start()

    def end(self) -> None:
        self._ends.set()
        for thread in self._watching:
            thread.join()
        self._watching = []

    def _look(self, number: int, text: str) -> None:
        connection: Connection | None = None
        while not self._ends.wait(LOOK_SECONDS):
            try:
                if connection is None or connection.closed:
                    connection = psycopg.connect(text, autocommit=True)
                if (timeline := _timeline(connection)) > self.timeline:
                    self._see(number, timeline)
            except psycopg.Error:
                if connection is not None:
                    connection.close()
        if connection is not None:
            connection.close()


def _at(text: str) -> tuple[Connection, int]:
    connection = psycopg.connect(text, autocommit=True)
    try:
        return connection, _timeline(connection)
    except BaseException:
        connection.close()
        raise


def _timeline(connection: Connection) -> int:
    """On which timeline a server writes; 0 where it takes no writes."""
    row = connection.execute(STANDING).fetchone()
    return int(row[0]) if row is not None else 0


def _cut(connection: Connection) -> None:
    """End a connection on which another thread may be waiting."""
    with contextlib.suppress(psycopg.Error, OSError), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


def host_words(host: dict[str, str]) -> str:
    return f"{host.get('host') or host.get('hostaddr') or 'this machine'}:{host.get('port') or 5432}"
