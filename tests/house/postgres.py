"""Real PostgreSQL servers for tests: each in a temporary folder, on a socket there, with nothing on the network."""

import atexit
import contextlib
import functools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pitboss.house.sharing.leases import Leases
from tests.memory import scratch
from tools.bootstrap import find_postgres as find_postgres

USER = "pitboss"
SETTINGS = {"listen_addresses": "", "max_connections": "60", "shared_buffers": "16MB", "autovacuum": "off"}


needs_postgres = pytest.mark.skipif(
    find_postgres() is None,
    reason="PostgreSQL is not installed: apt-get install postgresql (make setup does it as root)",
)


def _new_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="pg", dir=scratch() or "/tmp"))  # either way the name of a socket is short


@functools.cache
def _place_of_the_first() -> Path:
    """Where this process makes its first database; the others are copies of it, in a tenth of the time."""
    folder = _new_folder()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


class Server:
    """One server. It does not run as root, which PostgreSQL refuses."""

    def __init__(self, folder: Path, *, base: Any = None, **settings: str) -> None:
        self.folder, self._settings = folder, {**SETTINGS, **settings}
        self._process: subprocess.Popen[bytes] | None = None
        bin = find_postgres()
        assert bin is not None
        self._bin = bin
        self._user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        if self._user is not None:
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)
        if base is not None:
            follows = f"host={base.folder} user={USER} application_name={folder.name}"
            self._run("pg_basebackup", "--no-sync", "-c", "fast", "-R", "-d", follows, "-D", str(folder / "data"))
            return
        first = _place_of_the_first()
        made = first / "data"
        if not made.exists():
            if self._user is not None:
                os.chown(first, self._user.pw_uid, self._user.pw_gid)
            self._run("initdb", "--no-sync", "-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C", "-D", str(made))
        subprocess.run(["cp", "-a", str(made), str(folder / "data")], check=True)

    @property
    def address(self) -> str:
        return f"postgresql://{USER}@/postgres?host={self.folder}"

    def start(self) -> None:
        told = [part for name, value in self._settings.items() for part in ("-c", f"{name}={value}")]
        command = self._within(
            [str(self._bin / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder), *told]
        )
        log = (self.folder / "log").open("ab")
        self._process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, **self._as_user())
        log.close()
        for _ in range(2400):
            with contextlib.suppress(psycopg.Error), psycopg.connect(self.address, connect_timeout=2):
                return
            time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text()[-2000:])

    def crash(self) -> None:
        """As when the machine of the database loses its power, but for its disk: every process of it dies at once."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for left in ("data/postmaster.pid", f".s.PGSQL.{5432}", f".s.PGSQL.{5432}.lock"):
            (self.folder / left).unlink(missing_ok=True)
        self._process = None

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def new_database(self, name: str) -> str:
        """The address of a new, empty database."""
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
        return f"postgresql://{USER}@/{name}?host={self.folder}"

    def standby(self) -> "Server":
        """Another server, which follows this one; under the name of its folder, for ``synchronous_standby_names``."""
        folder = _new_folder()
        made = Server(folder, base=self, **self._settings)
        made.start()
        return made

    def _within(self, command: list[str]) -> list[str]:
        """A command as it is run where this server is."""
        return command

    def _as_user(self) -> dict[str, Any]:
        return {} if self._user is None else {"user": self._user.pw_uid, "group": self._user.pw_gid}

    def _run(self, program: str, *arguments: str) -> None:
        command = self._within([str(self._bin / program), *arguments])
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder, **self._as_user())


@contextlib.contextmanager
def server(**settings: str) -> Iterator[Server]:
    """A server that runs, with some settings; gone at the end."""
    folder = _new_folder()
    made = Server(folder, **settings)
    made.start()
    try:
        yield made
    finally:
        made.stop(signal.SIGQUIT)  # at once: what is not on the disk yet need not go there
        shutil.rmtree(folder, ignore_errors=True)


def expire(leases: Leases) -> None:
    """As when a process has renewed nothing for longer than a lease lasts: what it has can be taken over, as it may know itself."""
    leases._renewed_at = float("-inf")
    with psycopg.connect(leases.database, autocommit=True) as line:
        for table, name in (("leases", "owner"), ("processes", "name")):
            over = "clock_timestamp() - interval '1 second'"
            line.execute(f"UPDATE {table} SET expires = {over} WHERE {name} = %s", (leases.name,))
