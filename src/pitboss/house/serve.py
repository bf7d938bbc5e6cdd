"""``pitboss serve``: opens a house on an address and prints the links to it."""

import logging
import os
import socket
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import uvicorn

from pitboss.house.house import PACE, House, Plan
from pitboss.house.storage.seal import Unsafe
from pitboss.house.wire.server import application

FRAME_BYTES = 16_384
CONNECTIONS = 5_000
PING_SECONDS, PONG_SECONDS = 1.5, 3.5  # together: how soon a dead connection is noticed and closed
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def serve(
    database: Path,
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    names: Iterable[str] = (),
    plans: Iterable[Plan] | None = None,
    pragmas: Mapping[str, str] | None = None,
    pace: float = PACE,
    mathematics: bool = True,
    say: Callable[[str], None] = print,
) -> None:
    """Serve until interrupted. On a loopback address only requests to that address or to ``names`` are served, else any.

    ``mathematics``: compute every edge right away, rather than when a page first asks.
    """
    os.umask(0o077)  # files that the house writes are readable by its own user only
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    with closing(_listen(host, port)) as listener:
        house = House(Path(database), plans, pragmas=pragmas, pace=pace)
        place = f"http://{_spoken(host)}:{listener.getsockname()[1]}"
        known = (*LOOPBACK, *names) if host in LOOPBACK else tuple(names)

        def opened() -> None:
            say(welcome(house, place))
            if mathematics:
                house.edge_worker.prepare(house.founded.values())

        app = application(house, names=known, opened=opened)
        with suppress(KeyboardInterrupt):
            uvicorn.Server(configuration(app)).run(sockets=[listener])


def configuration(app: Any) -> uvicorn.Config:
    """The server settings, the same for people and for tests."""
    return uvicorn.Config(
        app,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
    )


def welcome(house: House, place: str) -> str:
    """The address for players, and the links for staff."""
    lines = [f"The house is open: {place}", ""]
    for role, table, token in house.role_tokens():
        if role == "audit":
            lines.append(f"  {role:8}{place}/audit#token={token}")
        else:
            at = table or next(iter(house.hosts), "")
            lines.append(f"  {role:8}{place}/table/{at}?role={role}#token={token}")
    return "\n".join([*lines, "", "The floor's token is valid at every table. Press Ctrl-C to close the house."])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)  # many may connect at once, and wait rather than be rejected
    except OSError as error:
        listener.close()
        raise Unsafe(f"The address {host}:{port} cannot be used: {error.strerror}.") from None
    return listener


def _spoken(host: str) -> str:
    return f"[{host}]" if ":" in host else "127.0.0.1" if host == "0.0.0.0" else host
