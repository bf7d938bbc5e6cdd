"""``pitboss serve``: opens a house on an address and prints the links to it."""

import logging
import os
import socket
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import uvicorn

from pitboss.house.floorplan.file import FloorFile
from pitboss.house.founding import Plan
from pitboss.house.house import PACE, House
from pitboss.house.people.demonstration import DEMO
from pitboss.house.people.invitations import link
from pitboss.house.people.passkeys import LOOPBACK
from pitboss.house.storage.seal import Unsafe
from pitboss.house.wire.server import application

FRAME_BYTES = 16_384
CONNECTIONS = 5_000
PING_SECONDS, PONG_SECONDS = 1.5, 3.5  # together: how soon a dead connection is noticed and closed


def serve(
    database: Path,
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    names: Iterable[str] = (),
    plans: Iterable[Plan] | None = None,
    floor: FloorFile | None = None,
    apply_floor: bool = False,
    pragmas: Mapping[str, str] | None = None,
    pace: float = PACE,
    mathematics: bool = True,
    demonstration: bool = False,
    holder: str = "",
    say: Callable[[str], None] = print,
) -> None:
    """Serve until interrupted. On a loopback address only requests to that address or to ``names`` are served, else any.

    ``mathematics``: compute every edge right away, rather than when a page first asks. ``demonstration``: a new house gets
    made-up people, one for each role, and prints a link for each. ``holder``: whose name the layouts of new tables bear.
    """
    os.umask(0o077)  # files that the house writes are readable by its own user only
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    with closing(_listen(host, port)) as listener:
        house = House(
            Path(database),
            plans,
            floor=floor,
            apply_floor=apply_floor,
            pragmas=pragmas,
            pace=pace,
            demonstration=demonstration,
            holder=holder,
        )
        place = f"http://{spoken_host(host)}:{listener.getsockname()[1]}"
        known = (*LOOPBACK, *names) if host in LOOPBACK else tuple(names)

        def opened(invitation: str | None) -> None:
            say(welcome(house, place, invitation))
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


def welcome(house: House, place: str, invitation: str | None = None) -> str:
    """The address, the link to become administrator of a new house, and in a demonstration a link for each person."""
    lines = [f"The house is open: {place}"]
    if house.differences:
        how = "could not be applied now" if house.applied else "was not applied; --apply does, or the manager's desk"
        lines += ["", f"The floor file and the house differ. What differs {how}:"]
        lines += [f"  {sentence}" for sentence in house.differences]
    if invitation is not None:
        lines += ["", "To become its administrator, within a day:", f"  {place}{link(invitation)}"]
    founded = house.register.founded
    if founded is not None and founded.demonstration:
        lines += ["", "This is a demonstration. Everyone in it is made up; each link signs in as one of them:"]
        for person in house.register.people.values():
            if person.active and person.credential.startswith(DEMO):
                token = house.people.demonstration_token(person)
                lines.append(f"  {person.roles[0].title:15}{place}/sign-in#demo={token}")
    return "\n".join([*lines, "", "Press Ctrl-C to close the house."])


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


def spoken_host(host: str) -> str:
    """The name to reach an address by; this machine as localhost, because passkeys need a name."""
    if host in (*LOOPBACK, "0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
