"""``pitboss serve``: opens a house on an address and prints the links to it."""

import asyncio
import importlib
import logging
import os
import socket
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
import uvicorn

from pitboss import catalogue
from pitboss.house.alarms.sending import AlarmSettings
from pitboss.house.floor import Opening
from pitboss.house.house import House
from pitboss.house.people.demonstration import DEMO
from pitboss.house.people.invitations import link
from pitboss.house.people.passkeys import LOOPBACK
from pitboss.house.process import garbage_collection, logs, supervisor
from pitboss.house.process.handover import Handover, Succession
from pitboss.house.process.listener import is_at, listen, passed_by_systemd
from pitboss.house.storage.dialect import is_address
from pitboss.house.storage.seal import Unsafe
from pitboss.house.storage.store import Store
from pitboss.house.table.versions import running
from pitboss.house.wire.connection_limiter import ConnectionLimiter
from pitboss.house.wire.connections import WebSocketConnection
from pitboss.house.wire.first_hand import first_game, offers_hands
from pitboss.house.wire.limits import ClientLimits
from pitboss.house.wire.server import DEFAULT_LIMITS, application
from pitboss.house.wire.traffic import PACE
from pitboss.house.workers.drills import Under
from pitboss.house.workers.edges import edges_of
from pitboss.house.workers.hand import JudgeMadeReady
from pitboss.roles import Role

log = logging.getLogger("pitboss")

FILES = "pitboss-files"  # the folder of key, index and archives of a house whose record is in PostgreSQL
FRAME_BYTES = 16_384
CONNECTIONS = 5_000
HEAR_OUT_SECONDS = 0.3  # between the last accepted connection and the end: its request may still be on its way
PROTOCOLS = ("http.httptools_impl", "websockets.websockets_sansio_impl")
PING_SECONDS, PONG_SECONDS = 2.0, 3.0  # together: how soon a dead connection is noticed and closed


class Network(msgspec.Struct, frozen=True):
    """Where a house is reached. On a loopback address only requests to that address or to ``names`` are served, else any."""

    host: str = "127.0.0.1"
    port: int = 8000
    names: tuple[str, ...] = ()
    url: str = ""  # the address that people use, where a proxy is in front
    trusted_proxies: tuple[str, ...] = ()  # addresses or networks whose word is taken for whom they ask

    def place(self, port: int) -> str:
        """The address that people use; ``port`` is the one that was taken."""
        return self.url.rstrip("/") or f"http://{spoken_host(self.host)}:{port}"

    def known(self) -> tuple[str, ...]:
        """The hosts that are answered to; none: any."""
        return (*LOOPBACK, *self.names) if self.host in LOOPBACK else self.names


class Operation(msgspec.Struct, frozen=True):
    """How a house is run."""

    log_form: logs.Form = "text"
    metrics_token: str = ""  # lets a program read the metrics
    limits: ClientLimits = DEFAULT_LIMITS
    pace: float = PACE  # messages a second that are read of one connection
    mathematics: bool = True  # compute every edge right away, rather than when a page first asks
    files: Path = Path(FILES)  # with PostgreSQL: the folder of key and archives
    processes: int = 1  # with PostgreSQL: how many serve the house together on this machine
    address: str = ""  # with PostgreSQL: the host and first port at which other machines of the house reach this one
    standby: str = (
        "wait"  # with several servers of PostgreSQL: whether what is acknowledged waits for a standby, or "go-on"
    )
    webhook_addresses: tuple[str, ...] = ()  # where webhooks may go
    alarms: AlarmSettings = AlarmSettings()  # where alarms go


def serve(
    database: Path | str,
    opening: Opening,
    network: Network,
    operation: Operation,
    say: Callable[[str], None] = print,
) -> None:
    """Serve until interrupted. SIGHUP restarts (``process.handover``). ``database`` may be the address of a PostgreSQL server."""
    os.umask(0o077)  # files that the house writes are readable by its own user only
    logs.begin(operation.log_form)
    of_several = None
    if is_address(database):
        from pitboss.house.process import several  # a house in a file needs nothing of it
        from pitboss.house.storage import standby
        from pitboss.house.storage.postgres import checked_parts

        checked_parts(str(database))  # before any process is started
        database = standby.under(operation.standby, str(database))
        if operation.address:
            several.reachable(operation.address)
        of_several = several.ProcessPart.from_environment()
        if of_several is None:
            with closing(passed_by_systemd() or listen(network.host, network.port)) as listener:
                several.run(listener, operation.processes, str(database))
            return
    if operation.processes > 1 and of_several is None:
        raise Unsafe("Several processes serve a house whose record is in PostgreSQL: --database postgresql://…")
    succession = Succession.from_environment()
    held = passed_by_systemd() if succession is None else succession.listener if succession.fixed else None
    held = of_several.listener if of_several is not None else held
    with closing(held or _listener(succession, network.host, network.port)) as listener:
        if succession is not None:
            _load()
            succession.wait()
        if of_several is None:
            house = House(Store(Path(database)), opening)
        else:
            house = of_several.house(str(database), operation.files, opening, operation.address)
        house.webhooks.allowed, house.record.alarms.settings = operation.webhook_addresses, operation.alarms
        place = network.place(listener.getsockname()[1])

        def opened(invitations: Mapping[Role, str]) -> None:
            garbage_collection.tune_gc()
            if of_several is None:
                handover.watch()  # before anybody is told that the house is open, and may ask for a restart
            elif not house.processes.leads:
                return
            text = welcome(house, place, invitations)
            if operation.log_form == "json":
                log.info("the house is open at %s: %s", place, _kept_apart(text, house.store.path))
            else:
                say(text)
            if warning := house.record.own_witnesses.warning():
                log.warning("%s", warning)
            if operation.mathematics:
                for founded in house.founded.values():
                    house.workers.want(edges_of(founded))
                if offers_hands(house):
                    house.workers.want(JudgeMadeReady(Under(first_game(), {})))
            supervisor.notify(supervisor.READY)

        def close() -> None:
            """For a successor: accept nobody any more, and hear out those who were accepted before."""
            for accepting in server.servers:
                accepting.close()
            asyncio.get_running_loop().call_later(HEAR_OUT_SECONDS, setattr, server, "should_exit", True)

        app = application(
            house,
            names=network.known(),
            opened=opened,
            metrics_token=operation.metrics_token,
            limits=operation.limits,
            pace=operation.pace,
        )
        if of_several is not None:
            app = of_several.forwarding(app)
        server = uvicorn.Server(configuration(app, network.trusted_proxies, operation.limits))
        handover = Handover(listener.dup(), close, fixed=held is not None)
        try:
            with suppress(KeyboardInterrupt):
                server.run(sockets=[listener])
        finally:
            handover.complete()


def _listener(succession: Succession | None, host: str, port: int) -> socket.socket:
    """The one that was passed on, if it is at the address that is wanted now."""
    if succession is not None and is_at(succession.listener, host, port):
        return succession.listener
    return listen(host, port)


def _load() -> None:
    """Load what would be loaded later, while the house before this one is still open."""
    catalogue.games()
    running()
    for module in PROTOCOLS:
        importlib.import_module(f"uvicorn.protocols.{module}")


def _kept_apart(text: str, database: Path) -> str:
    """Links are secrets, and a log is read by many: they go into a file of the house's own user."""
    if "#" not in text:
        return "no link is waiting"
    file = database.with_name(database.name + ".links")
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as kept:
        kept.write(text + "\n")
    return f"the links are in {file.name}, beside the database"


def configuration(
    app: Any, trusted_proxies: Iterable[str] = (), limits: ClientLimits = DEFAULT_LIMITS
) -> uvicorn.Config:
    """The server settings, the same for people and for tests. What a proxy says of its clients counts if it is trusted."""
    trusted = list(trusted_proxies)
    return uvicorn.Config(
        app,
        loop="uvloop",
        http=ConnectionLimiter(limits, trusted).protocol(),
        ws=WebSocketConnection,
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
        proxy_headers=bool(trusted),
        forwarded_allow_ips=trusted,
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
    )


def welcome(house: House, place: str, invitations: Mapping[Role, str] | None = None) -> str:
    """The address, the links to become administrator of a new house and its Board, and in a demonstration a link for each
    person."""
    lines = [f"The house is open: {place}"]
    if house.floor.differences:
        how = (
            "could not be applied now"
            if house.floor.applied
            else "was not applied; --apply does, or the manager's page"
        )
        lines += ["", f"The floor file and the house differ. What differs {how}:"]
        lines += [f"  {sentence}" for sentence in house.floor.differences]
    if warning := house.record.own_witnesses.warning():
        lines += ["", f"{warning} The Board names a witness at {place}/board#record."]
    if cosigns_as := house.record.own_witnesses.vkey:
        lines += ["", f"This house cosigns other records as {cosigns_as}"]
    for side, token in (invitations or {}).items():
        whom = "For the Board, which is not of the house" if side is Role.BOARD else "To become its administrator"
        lines += ["", f"{whom}, within a day:", f"  {place}{link(token)}"]
    founded = house.register.founded
    if founded is not None and founded.demonstration:
        lines += ["", "This is a demonstration. Everyone in it is made up; each link signs in as one of them:"]
        for person in house.register.people.values():
            if person.active and person.credential.startswith(DEMO):
                token = house.people.demonstration_token(person)
                lines.append(f"  {person.roles[0].title:15}{place}/sign-in#demo={token}")
    return "\n".join([*lines, "", "Press Ctrl-C to close the house."])


def spoken_host(host: str) -> str:
    """The name to reach an address by; this machine as localhost, because passkeys need a name."""
    if host in (*LOOPBACK, "0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
