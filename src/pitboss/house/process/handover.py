"""A restart during which nobody is turned away: SIGHUP starts a successor, which takes over the address.

The successor starts while the house goes on: it reads its settings, loads the program, and says when it is ready. Only then does
the house close its lines and release the database; the successor, which waited for that, opens it. Whoever connects meanwhile waits
in the queue of the address, which is open all the time. A successor that cannot start (a mistake in the settings, a broken
installation) changes nothing: the house goes on and logs why.

Two pipes tell each other: one on which the successor says that it is ready, one whose closing tells it that the
house is closed, also if the house dies.
"""

import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable

from pitboss.house.process import supervisor
from pitboss.house.process.listener import inherited
from pitboss.house.storage.seal import Unsafe

log = logging.getLogger("pitboss")

PASSED = (
    "PITBOSS_HANDOVER"  # the file descriptors that a successor gets: listener, ready, closed; and whether it is fixed
)
WORD = b"ready"
STARTING_SECONDS = 120.0  # until a successor that says nothing is given up


class Handover:
    """The side of the house that is to be succeeded. The listener is its own; a ``fixed`` one counts whatever the settings
    say, because systemd holds it. ``close`` asks the server to stop."""

    def __init__(self, listener: socket.socket, close: Callable[[], None], *, fixed: bool = False) -> None:
        self._listener, self._close, self._fixed = listener, close, fixed
        self._successor: subprocess.Popen[bytes] | None = None
        self._ready = self._closed = -1
        self._patience: asyncio.TimerHandle | None = None
        self.under_way = False  # a successor waits for the house to be closed
        if not _has_terminal():
            signal.signal(
                signal.SIGHUP, lambda *_: None
            )  # until the house is open; left alone, it would end the process

    def watch(self) -> None:
        """Hear SIGHUP from now on. In a terminal it means that the terminal was closed, and the house with it."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGHUP, self._close if _has_terminal() else self.begin)

    def begin(self) -> None:
        """Start a successor, unless one is starting."""
        if self._successor is not None:
            log.warning("a restart is under way already")
            return
        self._ready, saying = os.pipe()
        waiting, self._closed = os.pipe()
        passed = (self._listener.fileno(), saying, waiting)
        environment = {**os.environ, PASSED: ",".join(map(str, (*passed, int(self._fixed))))}
        command = [sys.executable, *sys.orig_argv[1:]]
        try:
            self._successor = subprocess.Popen(command, env=environment, pass_fds=passed)
        except OSError as error:
            log.error("no successor could be started: %s", error)
            self._give_up()
            return
        finally:
            os.close(saying)
            os.close(waiting)
        log.info("a successor is starting")
        loop = asyncio.get_running_loop()
        loop.add_reader(self._ready, self._heard)
        self._patience = loop.call_later(STARTING_SECONDS, self._give_up)

    def _heard(self) -> None:
        if os.read(self._ready, len(WORD)) != WORD:
            self._give_up()
            return
        self._stop_listening()
        self.under_way = True
        log.info("the successor is ready; the house closes for it")
        self._close()

    def _give_up(self) -> None:
        """The successor did not get as far as taking over."""
        self._stop_listening()
        os.close(self._closed)
        if self._successor is not None:
            self._successor.kill()
            log.error("the successor did not start (exit status %s); the house goes on", self._successor.wait())
        self._successor = None

    def _stop_listening(self) -> None:
        asyncio.get_running_loop().remove_reader(self._ready)
        os.close(self._ready)
        if self._patience is not None:
            self._patience.cancel()

    def complete(self) -> None:
        """The house is closed and its database released: a successor that is ready goes on, one that is not ends too."""
        self._listener.close()
        if self._successor is None:
            return
        if self.under_way:
            supervisor.notify(f"MAINPID={self._successor.pid}")
            os.close(self._closed)
        else:
            self._successor.kill()
            self._successor.wait()


class Succession:
    """The side of the successor."""

    def __init__(self, listener: socket.socket, ready: int, closed: int, *, fixed: bool) -> None:
        self.listener, self.fixed, self._ready, self._closed = listener, fixed, ready, closed

    @staticmethod
    def from_environment() -> "Succession | None":
        """What a house passed on to its successor; None where this process was started by itself."""
        passed = os.environ.pop(PASSED, "")
        if not passed:
            return None
        listener, ready, closed, fixed = map(int, passed.split(","))
        for one in (ready, closed):
            os.set_inheritable(one, False)
        return Succession(inherited(listener), ready, closed, fixed=bool(fixed))

    def wait(self) -> None:
        """Say that everything is loaded, and wait until the house before is closed."""
        try:
            os.write(self._ready, WORD)
        except BrokenPipeError:
            raise Unsafe("The house that this one was to succeed ended meanwhile.") from None
        os.close(self._ready)
        os.read(self._closed, 1)  # nothing is written to it: it ends
        os.close(self._closed)


def _has_terminal() -> bool:
    try:
        os.close(os.open("/dev/tty", os.O_RDWR))
    except OSError:
        return False
    return True
