"""Several processes of one house: one that starts them, and starts one again that has died.

What a process had that died is anybody's at once: whoever started it says so to the database, and nobody waits for a lease to
expire. They share the socket that listens, so that whichever is free takes the next connection. SIGTERM ends all of them; SIGHUP
restarts them one after the other, each only when the one before serves again, so that somebody always answers.
"""

import logging
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

from pitboss.house.floor import Opening
from pitboss.house.house import House
from pitboss.house.process import supervisor
from pitboss.house.process.listener import inherited
from pitboss.house.shared.processes import SharedProcesses, shared_house
from pitboss.house.sharing.leases import Leases, give_up
from pitboss.house.sharing.peers import NETWORK, Address
from pitboss.house.storage.seal import Unsafe
from pitboss.house.wire.forwarding import Forwarding

log = logging.getLogger("pitboss")

PASSED = "PITBOSS_PART"  # number, file descriptors of listener and of the pipe that says "serves", its name, the folder of sockets
AGAIN_SECONDS = 0.5  # before a process that died is started again
MOST_SECONDS = 15.0  # between two starts of one that dies again and again
STOPPING_SECONDS = 15.0
SERVING_SECONDS = 90.0  # until a restart goes on with the next process, whatever became of this one
MOST = 64
HIGHEST_PORT = 65_535
WORD = b"serves"


class ProcessPart:
    """This process, where it is one of several."""

    def __init__(self, number: int, listener: socket.socket, serving: int, reached_at: Path) -> None:
        self.number, self.listener, self._serving = number, listener, serving
        self._socket = reached_at

    @staticmethod
    def from_environment() -> "ProcessPart | None":
        passed = os.environ.pop(PASSED, "")
        if not passed:
            return None
        number, listener, serving, name, folder = passed.split(",", 4)
        os.set_inheritable(int(serving), False)
        threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
        return ProcessPart(int(number), inherited(int(listener)), int(serving), Path(folder) / name)

    def house(self, database: str, files: Path, opening: Opening, reached_at: str = "") -> House:
        """``reached_at`` is the address by which other machines reach this one, with the port of its first process."""
        name, at = self._socket.name, str(self._socket)
        if reached_at:
            first = reachable(reached_at)
            at = str(msgspec.structs.replace(first, port=first.port + self.number, name=name))
        self._processes = SharedProcesses(Leases(database, name, at))
        self._processes.serves = self._serves
        return shared_house(database, files, self._processes, opening)

    def forwarding(self, app: Any) -> Any:
        return Forwarding(app, self._processes)

    def _serves(self) -> None:
        """Tell the process that started this one."""
        try:
            os.write(self._serving, WORD)
        except OSError:
            log.warning("the process that started this one is gone")


def reachable(text: str) -> Address:
    """``host:port`` as it is given to ``pitboss serve``."""
    try:
        address = Address.read(f"{NETWORK}{text}/")
    except ValueError:
        address = Address()
    if not address.host or not 1 <= address.port <= HIGHEST_PORT - MOST:
        raise Unsafe(
            f"The address for the other machines of the house is {text!r}; it has to be a host and a port, such as "
            f"10.0.0.5:7600, with a port from 1 to {HIGHEST_PORT - MOST}."
        )
    return address


def _end_with(parent: int) -> None:
    """End when the process that started this one is gone: nobody would start it again, or stop it."""
    while os.getppid() == parent:
        time.sleep(1.0)
    log.error("the process that started this one is gone; this one ends too")
    os.kill(os.getpid(), signal.SIGTERM)


def run(listener: socket.socket, processes: int, database: str) -> None:
    """Start so many processes of a house, and see to it that they run, until SIGTERM or Ctrl-C."""
    if not 1 <= processes <= MOST:
        raise Unsafe(f"A house is served by 1 to {MOST} processes, not by {processes}.")
    folder = Path(tempfile.mkdtemp(prefix="pitboss-"))  # short: the name of a socket has to fit
    try:
        _Several(listener, processes, folder, database).run()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class _Child:
    """A process that was started, and whether it serves."""

    def __init__(self, number: int, listener: socket.socket, folder: Path) -> None:
        self.number, self.name = number, f"{number}-{secrets.token_hex(4)}"
        self.is_over = False  # its end was seen
        heard, saying = os.pipe()
        passed = (listener.fileno(), saying)
        environment = {**os.environ, PASSED: f"{number},{listener.fileno()},{saying},{self.name},{folder}"}
        self.process = subprocess.Popen([sys.executable, *sys.orig_argv[1:]], env=environment, pass_fds=passed)
        os.close(saying)
        self.serves = threading.Event()
        self.started = time.monotonic()
        threading.Thread(target=self._hear, args=(heard,), daemon=True).start()

    def _hear(self, heard: int) -> None:
        if os.read(heard, len(WORD)) == WORD:
            self.serves.set()
        os.close(heard)


class _Several:
    def __init__(self, listener: socket.socket, count: int, folder: Path, database: str) -> None:
        self._listener, self._count, self._folder, self._database = listener, count, folder, database
        self._children: dict[int, _Child] = {}
        self._deaths: dict[int, int] = {}
        self._stops = self._restarts = self._served = False

    def run(self) -> None:
        for one in (signal.SIGTERM, signal.SIGINT):
            signal.signal(one, self._stop)
        signal.signal(signal.SIGHUP, self._restart)
        for number in range(self._count):
            self._start(number)
        notified = False
        while not self._stops:
            time.sleep(0.05)
            self._look()
            if not notified and all(child.serves.is_set() for child in self._children.values()):
                supervisor.notify(supervisor.READY)
                notified = True
            if self._restarts:
                self._restarts = False
                self._restart_all()
        self._end(self._children.values())

    def _stop(self, *_: int | FrameType | None) -> None:
        self._stops = True

    def _restart(self, *_: int | FrameType | None) -> None:
        self._restarts = True

    def _start(self, number: int) -> None:
        self._children[number] = _Child(number, self._listener, self._folder)

    def _look(self) -> None:
        for number, child in list(self._children.items()):
            status = child.process.poll()
            if status is None:
                if child.serves.is_set():
                    self._deaths[number], self._served = 0, True
                continue
            if not child.is_over:
                child.is_over = True
                threading.Thread(target=give_up, args=(self._database, child.name), daemon=True).start()
            if status == 2 and not self._served:  # a mistake in the settings, which it has told
                self._end(one for one in self._children.values() if one is not child)
                raise SystemExit(2)
            died = self._deaths[number] = self._deaths.get(number, 0) + 1
            if time.monotonic() - child.started >= min(MOST_SECONDS, AGAIN_SECONDS * 2 ** (died - 1)):
                log.error("process %d of the house ended with status %s; it is started again", number, status)
                self._start(number)
            else:
                self._deaths[number] -= 1

    def _restart_all(self) -> None:
        """One after the other, so that somebody always answers."""
        for number in list(self._children):
            log.info("process %d of the house is started again", number)
            self._end([self._children[number]])
            self._start(number)
            until = time.monotonic() + SERVING_SECONDS
            while not self._children[number].serves.wait(0.05) and time.monotonic() < until and not self._stops:
                if self._children[number].process.poll() is not None:
                    break

    def _end(self, children: Iterable[_Child]) -> None:
        ending = list(children)
        for child in ending:
            if child.process.poll() is None:
                child.process.terminate()
        for child in ending:
            try:
                child.process.wait(STOPPING_SECONDS)
            except subprocess.TimeoutExpired:
                child.process.kill()
                child.process.wait()
