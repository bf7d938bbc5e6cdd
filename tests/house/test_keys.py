"""Keys: each is replaced while play goes on, what was written before stays readable, and nobody has to have one alone."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from pitboss.cli import key as commands
from pitboss.house import house as houses
from pitboss.house.devices import keys as device_keys
from pitboss.house.people.entries import DeviceKeyIssued
from pitboss.house.process import keys
from pitboss.house.storage import machines
from pitboss.house.storage.backup import check_in_use, key_of
from pitboss.house.storage.key_escrow import combine, part_of, split
from pitboss.house.storage.key_ring import PURPOSES, KeyRing, ring_of
from pitboss.house.storage.key_wrapping import Pkcs11Key, service, unwrapped, wrapped
from pitboss.house.storage.postgres import PostgresStore, connect_to, key_of_house
from pitboss.house.storage.seal import Sealer, Unsafe
from pitboss.journal import Actor
from pitboss.procedure import Refused
from pitboss.roles import Role
from pitboss.tlog import ProofFailed
from pitboss.tlog.note import Verifier, open_checkpoint
from tests.house.live import BOTH, Live, acked, wait_for
from tests.house.postgres import needs_postgres
from tests.house.programs import on_loop
from tools.bootstrap import find_library, find_unpacked

R = "roulette-practice"
PHRASES = ("correct horse battery", "staple a longer phrase")
PERSONS = ("Avery One", "Blake Two")
DEVICE = DeviceKeyIssued("wheel-1", R, 1, Actor("A-1", "A", "administrator"))


# --- what keys are for


@pytest.mark.parametrize("purpose", PURPOSES)
def test_a_replaced_key_writes_and_the_former_one_still_reads(purpose: str) -> None:
    first = KeyRing(bytes(32))
    old, new = Sealer(first.encoded()), Sealer(first.replaced(purpose).encoded())  # type: ignore[arg-type]
    sealed, mark = old.seal(b"hidden", "here"), old.mark("rounds", (1, "a"))
    assert new.open(sealed, "here") == b"hidden"
    assert new.has_marked("rounds", (1, "a"), mark)
    assert new.token("command 1") == old.token("command 1")  # what has to stay the same does
    differs = {
        "sealing": not _opens(old, new.seal(b"hidden", "here")),
        "marking": not old.has_marked("rounds", (1, "a"), new.mark("rounds", (1, "a"))),
        "signing": new.signing[0] != old.signing[0],
        "devices": new.device_codes("x")[0] != old.device_codes("x")[0],
    }
    assert {one for one, there in differs.items() if there} == {purpose}


def _opens(sealer: Sealer, data: bytes) -> bool:
    try:
        return sealer.open(data, "here") == b"hidden"
    except Refused:
        return False


def test_a_key_file_that_was_never_changed_is_read_and_written_as_ever() -> None:
    secret = os.urandom(32)
    assert ring_of(secret).encoded() == secret
    assert len(ring_of(secret).replaced("sealing").encoded()) > 32


def test_a_process_that_does_not_know_the_new_key_yet_looks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where another process of the house took it first."""
    file = tmp_path / "house.db.key"
    slow = Sealer.beside(tmp_path / "house.db")
    file.write_bytes(ring_of(file.read_bytes()).replaced("sealing").replaced("marking").encoded())
    quick = Sealer.read(file)
    assert slow.open(quick.seal(b"hidden", "here"), "here") == b"hidden"
    assert slow.has_marked("rounds", (1,), quick.mark("rounds", (1,)))
    with pytest.raises(Refused, match="was changed"):
        slow.open(quick.seal(b"hidden", "there"), "here")


def test_the_key_file_of_another_house_is_not_taken(tmp_path: Path) -> None:
    sealer = Sealer.beside(tmp_path / "house.db")
    (tmp_path / "house.db.key").write_bytes(os.urandom(32))
    with pytest.raises(Unsafe, match="another house"):
        sealer.reload()


@pytest.mark.parametrize("data", [b"{}", b'{"root": "AAAA"}', b"[", b'{"root": "' + b"A" * 43 + b'=", "other": 1}'])
def test_a_damaged_key_file_is_refused(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "x.key"
    file.write_bytes(b"pitboss keys 1\n" + data)
    file.chmod(0o600)
    with pytest.raises(Unsafe, match="cannot be used"):
        Sealer.read(file)


# --- while play goes on


def test_every_key_is_replaced_while_play_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is disconnected; the house plays, closes and opens; all of its record is in order, under every key there was."""
    monkeypatch.setattr(houses, "KEY_SECONDS", 0.02)
    database = tmp_path / "house.db"
    with Live(database, BOTH[:1]) as live:
        player = live.sit(R)
        once(live, player)
        first = live.house.record.log.latest() or ""
        key_before = live.get("/api/record/key").json()["vkey"]
        for _ in range(2):
            before = live.house.store.sealer.ring
            keys.replace(str(database), tmp_path, tuple(PURPOSES))
            wait_for(partial(changed, live, before))
            once(live, player)
        assert live.house.record.alarms.key_changes == 2
        head = live.house.record.log.latest() or ""
        key_now = live.get("/api/record/key").json()["vkey"]
        assert key_now != key_before
        for key in (key_before, key_now):  # whoever has either verifies the head of now
            assert open_checkpoint(head, Verifier(key))[0].size > 0
        open_checkpoint(first, Verifier(key_before))
        with pytest.raises(ProofFailed):
            open_checkpoint(first, Verifier(key_now))
        check_in_use(database, Sealer.read(key_of(database)))
        exported = live.get("/api/board/export", live.cookie(Role.BOARD)).content
        player.close()
    record = tmp_path / "record.jsonl"
    record.write_bytes(exported)
    for key in (key_before, key_now):
        assert verify(str(record), "--key", key).returncode == 0, key
    done = verify("--database", str(database), "--replay")
    assert done.returncode == 0, done.stdout + done.stderr
    keys.retire(str(database), tmp_path, "signing")
    with Live(database, BOTH[:1]) as live:
        player = live.sit(R)
        once(live, player)
        head = live.house.record.log.latest() or ""
        open_checkpoint(head, Verifier(key_now))
        with pytest.raises(ProofFailed):
            open_checkpoint(head, Verifier(key_before))
        player.close()
    assert verify("--database", str(database)).returncode == 0
    with pytest.raises(Refused, match="no former key"):
        keys.retire(str(database), tmp_path, "signing")
    # The control: without the former keys nothing of before can be read.
    ring = ring_of(key_of(database).read_bytes())
    key_of(database).write_bytes(KeyRing(ring.added["sealing"][-1]).encoded())
    assert verify("--database", str(database)).returncode == 2


def changed(live: Live, before: KeyRing) -> bool:
    return live.house.store.sealer.ring != before


def once(live: Live, player: object) -> None:
    """A round that is played and under a signed head."""
    played = live.house.hosts[R].require_table().state.felt.number
    acked(player.bet("red", 500))  # type: ignore[attr-defined]
    acked(player.ready())  # type: ignore[attr-defined]
    while len(live.get(f"/api/tables/{R}/rounds").json()) < max(played, 1):
        player.hear()  # type: ignore[attr-defined]
    on_loop(live, live.house.record.make_head())


def verify(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pitboss.cli", "verify", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_devices_go_on_with_their_keys_until_those_are_retired() -> None:
    first = KeyRing(bytes(32))
    issued = device_keys.secret(Sealer(first.encoded()), DEVICE)
    second = first.replaced("devices")
    assert device_keys.holder(Sealer(second.encoded()), [DEVICE], issued) == DEVICE
    fresh = device_keys.secret(Sealer(second.encoded()), DEVICE)
    assert fresh != issued
    retired = Sealer(second.retire("devices").encoded())
    assert device_keys.holder(retired, [DEVICE], issued) is None
    assert device_keys.holder(retired, [DEVICE], fresh) == DEVICE


@pytest.mark.parametrize("purpose", ["sealing", "marking"])
def test_a_key_that_reads_is_not_retired(purpose: str) -> None:
    with pytest.raises(Refused, match="what was written under them"):
        KeyRing(bytes(32)).replaced(purpose).retire(purpose)  # type: ignore[arg-type]


# --- with two persons


def test_two_persons_together_have_the_keys_and_neither_alone(tmp_path: Path) -> None:
    data = KeyRing(os.urandom(32)).replaced("sealing").encoded()
    one, other = split(data, PERSONS, PHRASES)
    assert combine((one, other), PHRASES) == data
    assert combine((other, one), PHRASES[::-1]) == data
    for parts, phrases in (
        ((one, one), (PHRASES[0],) * 2),
        ((one, other), (PHRASES[0],) * 2),
        ((one, other), PHRASES[::-1]),
        ((one, split(data, PERSONS, PHRASES)[1]), PHRASES),
    ):
        with pytest.raises(Refused):
            combine(parts, phrases)
    assert data[-16:] not in one.sealed + other.sealed


@pytest.mark.parametrize(
    ("persons", "phrases"),
    [(("A", " a"), PHRASES), (PERSONS, (PHRASES[0],) * 2), (PERSONS, (PHRASES[0], "x" * 11))],
)
def test_the_two_are_two(persons: tuple[str, str], phrases: tuple[str, str]) -> None:
    with pytest.raises(Refused):
        split(bytes(32), persons, phrases)
    split(bytes(32), PERSONS, (PHRASES[0], "x" * 12))


def test_a_house_is_opened_with_what_two_persons_kept(tmp_path: Path) -> None:
    """By the commands; the parts are readable by their user alone."""
    database = tmp_path / "house.db"
    Sealer.beside(database)
    phrases = []
    for number, phrase in enumerate(PHRASES):
        phrases.append(tmp_path / f"phrase{number}")
        phrases[-1].write_text(phrase + "\n")
    parts = (tmp_path / "one.part", tmp_path / "two.part")
    commands.key_escrow(PERSONS, parts, str(database), tmp_path, phrases)
    kept = key_of(database).read_bytes()
    assert [part.stat().st_mode & 0o777 for part in parts] == [0o600, 0o600]
    assert part_of(parts[1].read_bytes()).person == PERSONS[1]
    key_of(database).unlink()
    commands.key_recover(parts, key_of(database), phrases)
    assert key_of(database).read_bytes() == kept
    with pytest.raises(FileExistsError):
        commands.key_recover(parts, key_of(database), phrases)


# --- in a module


@pytest.fixture
def token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a key in a token of SoftHSM."""
    util, module = find_unpacked("softhsm2-util"), find_library("libsofthsm2.so")
    if util is None or module is None:
        pytest.skip("KEYS IN A MODULE ARE NOT TRIED: SoftHSM is not there; run `make setup`.")
    (tmp_path / "tokens").mkdir()
    (tmp_path / "softhsm2.conf").write_text(
        f"directories.tokendir = {tmp_path / 'tokens'}\nobjectstore.backend = file\n"
    )
    monkeypatch.setenv("SOFTHSM2_CONF", str(tmp_path / "softhsm2.conf"))
    made = [
        util,
        "--module",
        str(module),
        "--init-token",
        "--free",
        "--label",
        "house",
        "--pin",
        "1234",
        "--so-pin",
        "5678",
    ]
    subprocess.run(made, check=True, capture_output=True)
    (tmp_path / "pin").write_text("1234\n")
    return f"pkcs11:token=house;object=pitboss?module-path={module}&pin-source={tmp_path / 'pin'}"


IN_MODULE = """
import os, sys
from pathlib import Path
from pitboss.house.process import keys
from pitboss.house.storage.key_wrapping import Pkcs11Key
from pitboss.house.storage.seal import Sealer, Unsafe

database, by, pin = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
key = database.with_name("house.db.key")
first = Sealer.beside(database)
sealed, plain = first.seal(b"hidden", "here"), key.read_bytes()
Pkcs11Key(by).make()
keys.wrap(str(database), database.parent, by)
assert plain not in key.read_bytes() and key.stat().st_mode & 0o777 == 0o600
assert Sealer.read(key).open(sealed, "here") == b"hidden"
keys.replace(str(database), database.parent, ("sealing",))
assert Sealer.read(key).open(sealed, "here") == b"hidden"
assert keys.keys_in(key)[0] == by and len(keys.keys_in(key)[1].of("sealing")) == 2
changed = key.read_bytes()[:-4] + b'A"}'
other = key.with_name("other.key")
for data, pins in ((changed, "1234"), (key.read_bytes(), "9999")):
    other.write_bytes(data); other.chmod(0o600); pin.write_text(pins)
    try:
        Sealer.read(other)
    except Unsafe as refusal:
        print(refusal.sentence)
    else:
        raise AssertionError("it opened")
pin.write_text("1234")
keys.wrap(str(database), database.parent, "")
assert key.read_bytes().startswith(b"pitboss keys 1") and first.reload()
assert first.open(sealed, "here") == b"hidden"
"""


def test_the_key_file_is_wrapped_by_a_module_that_does_not_give_its_key_away(token: str, tmp_path: Path) -> None:
    """In a process of its own: a module reads its settings once."""
    where = [str(tmp_path / "house.db"), token, str(tmp_path / "pin")]
    done = subprocess.run([sys.executable, "-c", IN_MODULE, *where], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("cannot be used") == 2


@pytest.mark.parametrize(
    "by", ["", "kms:x", "pkcs11:", "pkcs11:token=a;object=b", "pkcs11:token=a?module-path=/x&pin-source=/y"]
)
def test_an_address_that_is_none_is_refused(by: str) -> None:
    with pytest.raises(Refused, match=r"wrapped by pkcs11|Expected pkcs11"):
        service(by)


def test_another_service_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a house asks of a service: to wrap, and to unwrap what it wrapped."""

    class Turned:
        def __init__(self, address: str) -> None:
            self.address = address

        def wrap(self, data: bytes) -> bytes:
            return data[::-1]

        unwrap = wrap

    from pitboss.house.storage import key_wrapping

    monkeypatch.setitem(key_wrapping.SERVICES, "turned", Turned)
    assert unwrapped(wrapped("turned:here", b"keys")) == ("turned:here", b"keys")
    assert unwrapped(b"plain") == ("", b"plain")
    assert Pkcs11Key is key_wrapping.SERVICES["pkcs11"]


def test_a_look_for_newer_keys_is_made_once_a_second_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sealer = Sealer.beside(tmp_path / "house.db")
    looked = []
    source = sealer.source
    assert source is not None
    sealer.source = lambda: looked.append(1) or source()  # type: ignore[func-returns-value]
    monkeypatch.setattr("time.monotonic", lambda: 5.0)
    for _ in range(3):
        with pytest.raises(Refused):
            sealer.open(bytes(40), "here")
    assert looked == [1]


# --- several machines


@needs_postgres
def test_every_machine_of_a_house_has_the_new_key_and_takes_it_when_it_needs_it(address: str, tmp_path: Path) -> None:
    """Replaced at the machine with the file; the other, which has it wrapped in the database, is open meanwhile."""
    first, second = tmp_path / "first", tmp_path / "second"
    PostgresStore(address, first).close()
    with connect_to(address, writes=True) as connection:
        machines.admit(connection, key_of_house(address, first), "second", machines.own_public(second))
    one, other = PostgresStore(address, first), PostgresStore(address, second)
    try:
        ring = keys.replace(address, first, ("sealing", "marking"))
        assert one.sealer.reload()
        assert other.sealer.ring != ring
        assert other.sealer.open(one.sealer.seal(b"hidden", "here"), "here") == b"hidden"
        assert other.sealer.ring == ring
        with pytest.raises(Refused, match="on the machine that has it"):
            keys.replace(address, second, ("sealing",))
    finally:
        one.close()
        other.close()
    with connect_to(address) as connection:
        assert [one.name for one in machines.admitted(connection, ring.encoded())] == ["second"]
    assert not (second / "house.key").exists()
