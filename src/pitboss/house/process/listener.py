"""The address that a house listens on: opened by itself, or inherited from whoever started it."""

import os
import socket

from pitboss.house.storage.seal import Unsafe

BACKLOG = 2048  # many may connect at once, and wait rather than be rejected
FIRST_PASSED = 3  # the first file descriptor that systemd passes on


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on an address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise Unsafe(f"The address {host}:{port} cannot be used: {error.strerror}.") from None
    return listener


def passed_by_systemd() -> socket.socket | None:
    """The socket of a ``.socket`` unit, which stays open while the house is started again."""
    count, meant_for = os.environ.pop("LISTEN_FDS", ""), os.environ.pop("LISTEN_PID", "")
    os.environ.pop("LISTEN_FDNAMES", None)
    if meant_for != str(os.getpid()) or not count.isdigit() or int(count) == 0:
        return None
    if int(count) != 1:
        raise Unsafe(f"A house listens on one address; systemd passed {count} sockets.")
    return inherited(FIRST_PASSED)


def inherited(descriptor: int) -> socket.socket:
    """A listening socket that came with the process; what this process starts does not get it."""
    os.set_inheritable(descriptor, False)
    return socket.socket(fileno=descriptor)


def is_at(listener: socket.socket, host: str, port: int) -> bool:
    """Whether a socket listens on that address; port 0 is any."""
    found = listener.getsockname()
    return bool(found[0] == host and port in (0, found[1]))
