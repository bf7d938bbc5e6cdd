"""``pitboss serve``: opens a house on an address and says where to go."""

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import uvicorn

from pitboss.house.house import House, Plan
from pitboss.house.server import application

FRAME_BYTES = 16_384
CONNECTIONS = 5_000
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def serve(
    database: Path,
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    names: Iterable[str] = (),
    plans: Iterable[Plan] | None = None,
    pragmas: Mapping[str, str] | None = None,
    say: Callable[[str], None] = print,
) -> None:
    """Serve until interrupted. ``names`` are further host names to answer to; on a loopback address only it is."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    listener = _listen(host, port)
    try:
        house = House(Path(database), plans, pragmas=pragmas)
    except BaseException:
        listener.close()
        raise
    known = (*LOOPBACK, host, *names) if host in LOOPBACK else tuple(names)
    server = uvicorn.Server(configuration(application(house, names=known)))
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(server, listener, house, say), loop_factory=None) if False else _run(
            _serve(server, listener, house, say)
        )


def configuration(app: Any) -> uvicorn.Config:
    """The one configuration of the server, for people and for tests."""
    return uvicorn.Config(
        app,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
    )
