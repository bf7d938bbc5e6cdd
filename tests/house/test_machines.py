"""A house that several machines serve: who its processes take for one of theirs, over real TLS on this machine's addresses."""

import asyncio
import socket
import ssl
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.floor import Opening
from pitboss.house.house import House
from pitboss.house.own_tables import RETIRE
from pitboss.house.process.several import HIGHEST_PORT, MOST, reachable
from pitboss.house.sharing.mutual_tls import ProcessIdentity
from pitboss.house.sharing.peers import NETWORK, Address, PeerServer, Unreached, ask
from pitboss.house.storage.seal import Unsafe
from pitboss.procedure import Refused
from soak.crash import plans
from tests.house.live import until
from tests.house.postgres import needs_postgres
from tests.house.two_processes import a_process, peer_server, processes_of

HOUSE, ANOTHER = bytes(range(32)), bytes(32)


def free_port() -> int:
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        port: int = asking.getsockname()[1]
        return port


def at(port: int, name: str = "1-abc") -> str:
    return str(Address(host="127.0.0.1", port=port, name=name))


async def _echo(call: str, arguments: list[Any]) -> Any:
    return [call, arguments]


async def _no_app(*_: Any) -> None:
    raise AssertionError("nothing is forwarded here")


async def _serving(port: int, issuer: bytes = HOUSE) -> PeerServer:
    peers = PeerServer(at(port), ProcessIdentity(issuer, "1-abc"), _no_app, _echo)
    await peers.start()
    return peers


def test_processes_of_one_house_reach_each_other() -> None:
    async def work() -> None:
        port = free_port()
        peers = await _serving(port)
        assert await ask(at(port), ProcessIdentity(HOUSE, "2-def"), "stake", [1, "a"]) == ["stake", [1, "a"]]
        await peers.close()

    asyncio.run(work())


@pytest.mark.parametrize(
    ("issuer", "meant"),
    [(ANOTHER, "1-abc"), (HOUSE, "3-old")],
    ids=["another house asks", "a process that took the port of another"],
)
def test_whoever_is_not_the_one_that_is_meant_is_not_reached(issuer: bytes, meant: str) -> None:
    async def work() -> None:
        port = free_port()
        peers = await _serving(port)
        with pytest.raises((Unreached, OSError, asyncio.IncompleteReadError)):
            await ask(at(port, meant), ProcessIdentity(issuer, "2-def"), "stake", [])
        await peers.close()

    asyncio.run(work())


def test_a_server_of_another_house_is_told_nothing() -> None:
    """Whoever can write the address of a process into the database has the house connect to them; they learn nothing of it."""
    heard = list[bytes]()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            heard.append(await reader.read(1 << 16))
        writer.close()

    async def work() -> None:
        port = free_port()
        server = await asyncio.start_server(listen, "127.0.0.1", port, ssl=ProcessIdentity(ANOTHER, "1-abc").serving)
        with pytest.raises(Unreached):
            await ask(at(port), ProcessIdentity(HOUSE, "2-def"), "stake", ["secret"])
        server.close()
        assert not any(heard)

    asyncio.run(work())


@pytest.mark.parametrize("shown", ["nothing", "another house"])
def test_a_client_without_a_certificate_of_the_house_is_heard_in_nothing(shown: str) -> None:
    called = list[Any]()

    async def call(name: str, arguments: list[Any]) -> None:
        called.append(name)

    async def work() -> None:
        port = free_port()
        peers = PeerServer(at(port), ProcessIdentity(HOUSE, "1-abc"), _no_app, call)
        await peers.start()
        context = (
            ProcessIdentity(ANOTHER, "2-def").connecting if shown == "another house" else ssl.create_default_context()
        )
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # it does not mind whom it meets
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
            writer.write((30).to_bytes(4, "big") + b"\x82\xa4call\xa5stake\xa9arguments\x90" + bytes(5))
            await writer.drain()
            assert await reader.read() == b""
        await peers.close()
        assert called == []

    asyncio.run(work())


@pytest.mark.parametrize(
    "text", ["", "house", "10.0.0.5", "10.0.0.5:0", f"10.0.0.5:{HIGHEST_PORT - MOST + 1}", "[::1:7600", ":7600"]
)
def test_an_address_for_other_machines_is_a_host_and_a_port(text: str) -> None:
    with pytest.raises(Unsafe, match="has to be a host and a port"):
        reachable(text)


def test_the_lowest_and_the_highest_port() -> None:
    assert reachable("10.0.0.5:1").port == 1
    assert reachable(f"[::1]:{HIGHEST_PORT - MOST}") == Address(host="::1", port=HIGHEST_PORT - MOST)


def test_an_address_that_is_none_is_not_reached() -> None:
    """The database may say anything."""
    for nonsense in (f"{NETWORK}[::1:x/name", f"{NETWORK}127.0.0.1:99999999/1", f"{NETWORK}/", "", "/no/such/socket"):
        with pytest.raises(Unreached):
            asyncio.run(ask(nonsense, ProcessIdentity(HOUSE, "2-def"), "stake", []))


def test_a_certificate_is_valid_at_any_time() -> None:
    """The clocks of two machines may differ by any amount; a house does not stop because one of them is set."""
    (house,) = ProcessIdentity(HOUSE, "one").connecting.get_ca_certs()
    assert (house["notBefore"], house["notAfter"]) == ("Jan  1 00:00:00 1970 GMT", "Dec 31 00:00:00 9999 GMT")


@needs_postgres
def test_two_machines_serve_one_house(address: str, tmp_path: Path) -> None:
    """The second asks the first for what belongs to the house: chips of a patron, over TLS."""

    async def live() -> None:
        houses: list[House] = []
        peers: list[PeerServer] = []
        for name in ("1-one", "1-two"):
            (folder := tmp_path / name).mkdir()
            if houses:
                (folder / "house.key").write_bytes((tmp_path / "1-one" / "house.key").read_bytes())
                (folder / "house.key").chmod(0o600)
            houses.append(a_process(address, folder, at(free_port(), name), Opening(plans(4))))
            peers.append(peer_server(houses[-1]))
            await peers[-1].start()
            await houses[-1].open()
        leader, other = houses
        await until(lambda: len(leader.hosts) == len(other.hosts) == 2)
        assert leader.processes.leads
        assert not other.processes.leads
        assert len(await leader.processes.ask_others(RETIRE, 0)) == 1
        with pytest.raises(Refused, match="no call 'nonsense'"):  # what the leader refuses is refused here
            await processes_of(other)._ask_leader("nonsense", [])
        for house, peer in zip(reversed(houses), reversed(peers), strict=True):
            await house.close()
            await peer.close()

    asyncio.run(live())
