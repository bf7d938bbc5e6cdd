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
from pitboss.house.storage import machines
from pitboss.house.storage.documents import document
from pitboss.house.storage.postgres import PostgresStore, connect_to, key_of_house
from pitboss.house.storage.record_file import as_file
from pitboss.house.storage.seal import Unsafe
from pitboss.procedure import Refused
from soak.crash import plans
from tests.cli.conftest import Pitboss
from tests.house.live import until
from tests.house.postgres import needs_postgres
from tests.house.two_processes import a_process, peer_server, processes_of

HOUSE, ANOTHER = bytes(range(32)), bytes(32)


def admit_machine(address: str, first: Path, folder: Path, name: str = "second") -> None:
    """Have the machine of one folder admitted at the machine of another."""
    with connect_to(address, writes=True) as connection:
        machines.admit(connection, key_of_house(address, first), name, machines.own_public(folder))


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
        houses, peers = list[House](), list[PeerServer]()
        for name in ("1-one", "1-two"):
            folder = tmp_path / name
            if houses:
                admit_machine(address, tmp_path / "1-one", folder)
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


@pytest.fixture
def founded(address: str, tmp_path: Path) -> Path:
    """The folder of the machine that founded a house."""
    folder = tmp_path / "first"
    PostgresStore(address, folder).close()
    return folder


def the_key(folder: Path) -> bytes:
    return (folder / "house.key").read_bytes()


@needs_postgres
def test_a_machine_that_is_admitted_has_the_key_in_memory_alone(address: str, founded: Path, tmp_path: Path) -> None:
    """It needs nothing of another machine's folder: what cannot be made again is in the database."""
    second = tmp_path / "second"
    admit_machine(address, founded, second)
    assert key_of_house(address, second) == the_key(founded)
    first, other = PostgresStore(address, founded), PostgresStore(address, second)
    document(first, "queries.json").replace(b"saved at the first")
    assert document(other, "queries.json").read() == b"saved at the first"
    with as_file(other) as copied:  # what reads files gets the key for as long as it reads
        assert copied.with_name(f"{copied.name}.key").read_bytes() == the_key(founded)
    first.close()
    other.close()
    assert [file.name for file in second.iterdir()] == ["machine.key"]
    assert (second / "machine.key").stat().st_mode & 0o777 == 0o600
    with connect_to(address) as connection:
        row = connection.execute("SELECT * FROM machines").fetchone()
    assert the_key(founded) not in b"".join(part for part in row or () if isinstance(part, bytes))


@needs_postgres
def test_a_machine_that_is_not_admitted_is_told_how_it_is(address: str, founded: Path, tmp_path: Path) -> None:
    with pytest.raises(Unsafe, match="pitboss machine key"):
        PostgresStore(address, tmp_path / "second")
    line = machines.own_public(tmp_path / "second")
    with pytest.raises(Unsafe, match=f"pitboss machine admit NAME {line}"):
        PostgresStore(address, tmp_path / "second")
    admit_machine(address, founded, tmp_path / "second")
    with connect_to(address, writes=True) as connection:
        with pytest.raises(Unsafe, match="admitted already"):
            machines.admit(connection, the_key(founded), "another", line)
        machines.remove(connection, "second")
        with pytest.raises(Unsafe, match="no machine second"):
            machines.remove(connection, "second")
    with pytest.raises(Unsafe, match="is not admitted"):
        PostgresStore(address, tmp_path / "second")


@needs_postgres
def test_a_machine_that_the_database_brought_in_gets_no_key(address: str, founded: Path, tmp_path: Path) -> None:
    """Whoever writes into the database exchanges a public key for their own, in the hope that the next key is wrapped for it."""
    before = the_key(founded)
    admit_machine(address, founded, tmp_path / "second")
    with connect_to(address, writes=True) as connection:
        machines.wrap_again(connection, before, HOUSE)
        assert machines.sealing_key(connection, tmp_path / "second", "casino") == HOUSE
        machines.wrap_again(connection, HOUSE, before)
        connection.execute("UPDATE machines SET public = %s", (bytes(range(1, 33)),))
        for act in (
            lambda: machines.wrap_again(connection, before, HOUSE),
            lambda: machines.admitted(connection, before),
        ):
            with pytest.raises(Refused, match="was not written by the house"):
                act()


@needs_postgres
def test_a_wrapped_key_that_was_changed_is_refused(address: str, founded: Path, tmp_path: Path) -> None:
    admit_machine(address, founded, tmp_path / "second")
    admit_machine(address, founded, tmp_path / "third", "third")
    with connect_to(address, writes=True) as connection:
        rows = dict(connection.execute("SELECT name, wrapped FROM machines").fetchall())
        for changed in (rows["third"], rows["second"][:-1], rows["second"][:-1] + bytes(1), b""):
            connection.execute("UPDATE machines SET wrapped = %s WHERE name = 'second'", (changed,))
            with pytest.raises(Unsafe, match="was changed"):
                machines.sealing_key(connection, tmp_path / "second", "casino")


@pytest.mark.parametrize(
    ("name", "key", "wrong"),
    [
        ("Second", "pitboss-machine-" + "A" * 43, "name of a machine"),
        ("second", "another", "line that pitboss machine key prints"),
        ("second", "pitboss-machine-" + "A" * 42, "line that pitboss machine key prints"),
        ("second", "pitboss-machine-" + "A" * 43, "key of a machine is none"),  # everybody agrees with it on zero
    ],
    ids=["name", "no key", "short key", "zero"],
)
def test_what_is_no_machine_is_not_admitted(name: str, key: str, wrong: str) -> None:
    with pytest.raises(Unsafe, match=wrong):
        machines.admit(None, HOUSE, name, key)  # before anything is asked of the database


@needs_postgres
def test_a_machine_is_admitted_by_commands(address: str, founded: Path, tmp_path: Path, pitboss: Pitboss) -> None:
    there = ("--database", address, "--files", str(founded))
    _, key, _ = pitboss("machine", "key", "--files", str(tmp_path / "second"))
    assert pitboss("machine", "admit", "second", key.strip(), *there)[:2] == (0, "second is admitted.\n")
    status, out, _ = pitboss("machine", "list", *there)
    assert (status, out.split()[0], out.split()[2]) == (0, "second", key.strip())
    elsewhere = ("--database", address, "--files", str(tmp_path / "second"))  # one that is admitted admits others
    assert pitboss("machine", "list", *elsewhere)[1] == out
    assert pitboss("machine", "remove", "second", "--database", address)[:2] == (0, "second is removed.\n")
    assert pitboss("machine", "list", *there)[:2] == (0, "")
    assert pitboss("machine", "list", *elsewhere)[0] == 2
    assert "--database postgresql://" in pitboss("machine", "list", "--database", "house.db")[2]
