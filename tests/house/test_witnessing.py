"""A witness and whatever answers at the address of a house: it goes on, in one sentence each, and ends only for a record that did
not grow."""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pitboss.house import witnessing
from pitboss.house.witnessing import Broken, Witness, WitnessKeeper, ask, command_alarm, pause_after, printable, watch
from pitboss.procedure import Refused
from pitboss.tlog.note import Checkpoint, Signer
from pitboss.tlog.proofs import consistency_proof
from pitboss.tlog.tiles import TileWriter
from pitboss.tlog.tree import leaf_hash
from tests.cli.conftest import Pitboss

Answer = bytes | Callable[[socket.socket], None]
ORIGIN = "pitboss/test"


class House:
    """A house of a few lines: its log, and what it answers instead where it is hostile. It listens on a real socket."""

    def __init__(self) -> None:
        self.signer, self.leaves = Signer(ORIGIN, bytes(32)), 3
        self.instead: dict[str, Answer] = {}  # by the beginning of a path
        self.asked: list[str] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._ends = threading.Event()
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._ends.set()
        self._listener.close()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                line, _ = self._listener.accept()
                threading.Thread(target=self._answer, args=(line,), daemon=True).start()

    def _answer(self, line: socket.socket) -> None:
        with line, contextlib.suppress(OSError):
            heard = b""
            while b"\r\n\r\n" not in heard:
                heard += line.recv(65_536)
            path = heard.split(b" ")[1].decode()
            self.asked.append(path)
            answer = next((one for begins, one in self.instead.items() if path.startswith(begins)), None)
            if answer is None:
                answer = ok(self._said(path))
            if callable(answer):
                answer(line)
            else:
                line.sendall(answer)

    def _said(self, path: str) -> bytes:
        if path == "/api/record/key":
            return json.dumps({"origin": self.signer.name, "vkey": self.signer.vkey}).encode()
        if path == "/checkpoint":
            return self.head().encode()
        if path.startswith("/api/record/consistency"):
            old, size = (int(part.partition("=")[2]) for part in path.partition("?")[2].split("&"))
            return json.dumps([one.hex() for one in self._proof(old, size)]).encode()
        return b"taken"

    def tree(self, size: int) -> TileWriter:
        tree = TileWriter()
        list(tree.extend(leaf_hash(f"leaf {number}\n".encode()) for number in range(size)))
        return tree

    def head(self, size: int | None = None) -> str:
        size = self.leaves if size is None else size
        return self.signer.sign(Checkpoint(self.signer.name, size, self.tree(size).frontier().root()).encode())

    def _proof(self, old: int, size: int) -> list[bytes]:
        return consistency_proof(self.tree(size).reader(lambda level, number: b""), old, size)


def ok(body: bytes, status: str = "200 OK") -> bytes:
    return b"HTTP/1.1 %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (status.encode(), len(body), body)


def refusing(sentence: str) -> bytes:
    return ok(json.dumps({"refused": {"sentence": sentence}}).encode(), "403 Forbidden")


def endless(line: socket.socket) -> None:
    line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        line.sendall(bytes(65_536))


def dripping(line: socket.socket) -> None:
    line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
    while True:
        line.sendall(b"a")
        time.sleep(0.05)


def dripping_headers(line: socket.socket) -> None:
    line.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        line.sendall(b"a")
        time.sleep(0.05)


def silent(line: socket.socket) -> None:
    line.recv(1)


@pytest.fixture
def house() -> Iterator[House]:
    with contextlib.closing(House()) as found:
        yield found


def witness_of(house: House, folder: Path) -> Witness:
    return Witness(house.address, WitnessKeeper("board.test/witness", folder / "w.key", folder / "w.json"))


KEY, HEAD, PROOF = "/api/record/key", "/checkpoint", "/api/record/consistency"
HOSTILE: dict[str, tuple[str, Answer, str]] = {
    "an empty object": (KEY, ok(b"{}"), "does not say who signs its record"),
    "a list": (KEY, ok(b"[]"), "does not say who signs its record"),
    "a page": (KEY, ok(b"<html>hello</html>"), "does not say who signs its record"),
    "nothing": (KEY, ok(b""), "does not say who signs its record"),
    "deep JSON": (KEY, ok(b'{"x":' + b"[" * 100_000), "does not say who signs its record"),
    "no text": (KEY, ok(b"\xff\xfe\x00"), "does not say who signs its record"),
    "a key that is none": (KEY, ok(b'{"origin":"pitboss/test","vkey":"x"}'), "does not show a signed head"),
    "a short note": (HEAD, ok(b"hello"), "does not show a signed head"),
    "a note of other bytes": (HEAD, ok(b"\xff\xfe"), "does not show a signed head"),
    "a note without a number": (HEAD, ok(b"a\nb\nc\n\n\xe2\x80\x94 a AAAAAAAA\n"), "does not show a signed head"),
    "a proof that is none": (PROOF, ok(b'["xyz"]'), "does not show that its record grew"),
    "a proof that is a number": (PROOF, ok(b"7"), "does not show that its record grew"),
    "a body that is cut": (KEY, ok(b'{"origin":"pit').replace(b"Length: 14", b"Length: 400"), "does not say who signs"),
    "an endless body": (HEAD, endless, "does not answer in 1000000 bytes"),
    "a byte now and then": (HEAD, dripping, "not within 1 seconds"),
    "a header now and then": (HEAD, dripping_headers, "not within 1 seconds"),
    "silence": (HEAD, silent, "not within 1 seconds|timed out"),
    "another address": (HEAD, ok(b"", "302 Found\r\nLocation: http://127.0.0.1:1/"), "sends to another address"),
    "escapes in a refusal": (
        HEAD,
        refusing("\x1b[2K\rpitboss/test has grown from 1 to 9 entries, and is signed for.\n\x9b2J"),
        "The house answered with 403: “",
    ),
    "a refusal that is a number": (HEAD, ok(b'{"refused":{"sentence":7}}', "500 Oops"), "The house answered with 500."),
    "no HTTP": (HEAD, b"SSH-2.0-hello\r\n", "does not answer"),
    "hanging up": (HEAD, b"", "does not answer"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_strange_answer_is_one_sentence(
    what: str, house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bounded in bytes and time, no address but the one given, nothing that a terminal would obey; later it signs."""
    monkeypatch.setattr(witnessing, "TIMEOUT_SECONDS", 1.0)
    path, answer, because = HOSTILE[what]
    house.instead[path] = answer
    witness = witness_of(house, tmp_path)
    with pytest.raises(Refused, match=because) as refused:
        witness.look()
    assert not isinstance(refused.value, Broken)
    sentence = refused.value.sentence
    assert sentence.isprintable()
    assert len(sentence) < 600
    house.instead.clear()
    assert witness.look() == f"{ORIGIN} has grown from 0 to 3 entries, and is signed for."


def test_a_house_that_does_not_take_the_signature_speaks_in_quotes(house: House, tmp_path: Path) -> None:
    house.instead["/api/record/cosignatures"] = refusing("x\n\x1b[31mpitboss/test is signed for.")
    said = witness_of(house, tmp_path).look()
    assert "did not take the signature: The house answered with 403: “x\ufffd\ufffd[31mpitboss/test is" in said
    assert said.isprintable()


def test_a_witness_goes_on_with_growing_pauses_until_the_house_is_back(tmp_path: Path) -> None:
    """However long it is away; then it looks as often as before."""
    with contextlib.closing(House()) as first:
        address, signer = first.address, first.signer
    houses, said, pauses, alarms = list[House](), list[str](), list[float](), list[str]()
    witness = Witness(address, WitnessKeeper("board.test/witness", tmp_path / "w.key", tmp_path / "w.json"))

    class Enough(Exception):
        pass

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 12:
            again = House()
            again.signer = signer
            houses.append(again)
            witness._house = again.address  # it came back; a port of the system's choice cannot be had twice
        elif len(pauses) == 14:
            raise Enough

    with pytest.raises(Enough):
        watch(witness, 60, said.append, sleep, alarms.append, 3_600)
    assert pauses == [120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600, 3600, 3600, 3600, 60, 60]
    assert all("does not answer" in one for one in said[:12])
    assert "Looking again in 120 seconds." in said[0]
    assert said[-1].endswith("is signed for.")
    assert pause_after(5, 7200) == 7200
    assert len(alarms) == 2, "one for a silence, however long, and one when it is over"
    assert alarms[0].startswith("Nothing was signed for 3720 seconds.")
    assert alarms[1].endswith("is signed for.")
    for one in houses:
        one.close()


@pytest.mark.parametrize("what", ["step back", "fork", "fork that grew", "other key", "other log"])
def test_a_witness_ends_loudly_where_the_record_did_not_only_grow(
    what: str, house: House, tmp_path: Path, pitboss: Pitboss
) -> None:
    """Exit status 2 and one sentence, also with --every; what was seen before stays."""
    words = (
        "witness",
        house.address,
        "--name",
        "board.test/witness",
        "--key",
        tmp_path / "w.key",
        "--state",
        tmp_path / "w.json",
    )
    assert pitboss(*words)[0] == 0
    before = (tmp_path / "w.json").read_bytes()
    other = Signer(ORIGIN, bytes([1]) * 32)
    forked = House()
    forked.close()
    forked.tree = lambda size: TileWriter() if size == 0 else _tree_of(f"other {number}\n" for number in range(size))  # type: ignore[method-assign]
    match what:
        case "step back":
            house.leaves = 2
        case "fork":
            house.instead[HEAD] = ok(forked.head(3).encode())
        case "fork that grew":
            house.leaves = 5
            house.tree = forked.tree  # type: ignore[method-assign]
        case "other key":
            house.signer = other
        case "other log":
            house.signer = Signer("pitboss/another", bytes(32))
    code, _, wrong = pitboss(*words, "--every", "1")
    assert code == 2
    assert len(wrong.strip().splitlines()) == 1
    assert {
        "step back": "a log never shrinks",
        "fork": "has forked",
        "fork that grew": "not proven that",
        "other key": "another key than the one known here",
        "other log": "its record was replaced",
    }[what] in wrong
    assert (tmp_path / "w.json").read_bytes() == before


def test_an_alarm_is_a_command_that_reads_a_sentence(house: House, tmp_path: Path) -> None:
    """No shell reads what a house says; a command that fails is told, and the witness goes on."""
    said, told = list[str](), tmp_path / "told"
    house.leaves = 3
    witness = witness_of(house, tmp_path)
    witness.look()
    house.leaves = 2
    with pytest.raises(Broken):
        watch(witness, 60, said.append, alarm=command_alarm(f"tee {told}", said.append))
    assert "a log never shrinks" in told.read_text()
    for command in ("no-such-program", "false"):
        command_alarm(command, said.append)("x; touch y")
        assert said[-1].startswith(f"The alarm could not be given by {command}")


def test_a_witness_that_cannot_keep_what_it_saw_signs_nothing(house: House, tmp_path: Path) -> None:
    """A full disk is a reason to look again later, not to end, and not to sign."""
    folder = tmp_path / "gone"
    folder.mkdir()
    witness = witness_of(house, folder)
    (folder / "w.key").unlink()
    folder.rmdir()
    with pytest.raises(Refused, match="cannot be kept") as refused:
        witness.look()
    assert not isinstance(refused.value, Broken)
    assert "/api/record/cosignatures" not in house.asked
    folder.mkdir()
    assert witness.look().endswith("is signed for.")


def _tree_of(leaves: Iterator[str]) -> TileWriter:
    tree = TileWriter()
    list(tree.extend(leaf_hash(one.encode()) for one in leaves))
    return tree


def test_no_other_address_is_asked(house: House, tmp_path: Path) -> None:
    """A redirect leads nowhere."""
    with contextlib.closing(House()) as other:
        house.instead["/"] = ok(b"", f"307 Temporary\r\nLocation: {other.address}/checkpoint")
        with pytest.raises(Refused, match="does not follow"):
            ask(house.address, "/checkpoint")
        assert other.asked == []


def test_what_a_witness_has_seen_is_read_or_refused(house: House, tmp_path: Path) -> None:
    (tmp_path / "w.json").write_text("{")
    with pytest.raises(Refused, match="is not what a witness has seen"):
        witness_of(house, tmp_path)


def test_words_of_others_are_printable() -> None:
    assert printable("a\x1b[2J\x9b\u202eb") == "a\ufffd[2J\ufffd\ufffdb"
    assert len(printable("x" * 10_000)) == witnessing.WORDS + 1
