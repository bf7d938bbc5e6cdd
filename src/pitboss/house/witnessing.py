"""A witness of somebody else's house: looks at its record from outside, sees that it only grows, and signs for that.

The key and what was seen are in two files of the witness; nothing of the house is needed but its address. Whatever the house
answers is a stranger's: it is read up to a bound and within a time, leads to no other address, and is told without its control
characters.
"""

import contextlib
import http.client
import json
import os
import shlex
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

import msgspec

from pitboss.house.storage.private_files import key_in, part_of, sync
from pitboss.procedure import Refusal, Refused
from pitboss.tlog import ProofFailed
from pitboss.tlog.note import KEY_BYTES, MAX_NOTE_BYTES, Checkpoint, Cosigner, Verifier, parse_note
from pitboss.tlog.witness import Submission, WitnessRefusal, WitnessRefused, WitnessState, cosign

TIMEOUT_SECONDS = 20.0  # for one answer of the house, from the first byte that is sent to the last that is read
PATIENCE_SECONDS = 3_600  # in which nothing could be signed, before somebody is called
ALARM_SECONDS = 60.0  # for the command that calls them
LONGEST_BYTES = MAX_NOTE_BYTES  # of an answer
LONGEST_PAUSE_SECONDS = 3_600  # between two looks at a house that does not answer
WORDS = 300  # characters of what a house says that are told
NOT_GROWN = (WitnessRefusal.ROLLED_BACK, WitnessRefusal.FORKED, WitnessRefusal.NOT_PROVEN)


class Broken(Refused):
    """The record did not only grow, or is another one: a person has to look, and what was seen is kept."""

    def __init__(self, sentence: str) -> None:
        super().__init__(Refusal.CORRUPT, sentence, "")


class WitnessMemory(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a witness keeps on the disk: what it saw, and the keys of the logs that it watches."""

    state: WitnessState = WitnessState()
    keys: dict[str, str] = {}  # by origin
    houses: dict[str, str] = {}  # by address, the origin of the log that was seen there


class _LogKey(msgspec.Struct, frozen=True):
    origin: str
    vkey: str


class WitnessKeeper:
    """A witness with what it has seen, both in files of its own: of any number of logs."""

    def __init__(self, name: str, key: Path, state: Path) -> None:
        self._cosigner, self._state, self._one = Cosigner(name, _private(key)), state, threading.Lock()
        self.seen = _read_seen(state)

    @property
    def vkey(self) -> str:
        """The public key, for the Board to name as that of a witness."""
        return self._cosigner.vkey

    def cosign(self, sent: Submission, log: Verifier, house: str = "") -> str:
        """The line that cosigns a head, once it is kept that it was seen; a record that did not only grow is refused."""
        with self._one:
            try:
                made = cosign(self.seen.state, sent, logs=[log], witness=self._cosigner, time=int(time.time()))
            except WitnessRefused as refused:
                sentence = f"Not signed. {printable(str(refused))}"
                raise (
                    Broken(sentence) if refused.refusal in NOT_GROWN else Refused(Refusal.CORRUPT, sentence, "")
                ) from None
            houses = self.seen.houses | ({house: log.name} if house else {})
            self._keep(WitnessMemory(made.state, {**self.seen.keys, log.name: log.vkey}, houses))
            return made.line

    def _keep(self, seen: WitnessMemory) -> None:
        part = part_of(self._state)
        try:
            part.write_bytes(msgspec.json.encode(seen))
            sync(part)
            os.replace(part, self._state)
        except OSError as error:
            words = f"Not signed: what was seen cannot be kept in {self._state}: {error.strerror}."
            raise Refused(Refusal.UNAVAILABLE, words, "") from None
        self.seen = seen


class Witness:
    """One witness and one house, at whose address it looks."""

    def __init__(self, house: str, keeper: WitnessKeeper, log_key: str = "") -> None:
        self._house, self._keeper, self._log_key = house, keeper, log_key

    @property
    def vkey(self) -> str:
        return self._keeper.vkey

    def look(self) -> str:
        """Look once; what was signed, as a sentence. A record that did not only grow is refused (``Broken``), and nothing is
        signed; so is a house that does not answer as it should, which may do so later."""
        shown = _decoded(self._get("/api/record/key"), _LogKey, "say who signs its record")
        origin = self._known_origin(shown)
        known = self._log_key or self._keeper.seen.keys.get(origin, shown.vkey)
        if known != shown.vkey:
            raise Broken(f"The log of {printable(origin)} is signed by another key than the one known here.")
        try:
            note = self._get("/checkpoint").decode()
            size = Checkpoint.decode(parse_note(note)[0]).size
            verifier = Verifier(known)
            if verifier.name != origin:
                raise ProofFailed(f"the key is of {verifier.name}, the record of {origin}")
        except (UnicodeDecodeError, ProofFailed) as error:
            raise _strange(f"show a signed head: {error}") from None
        before = self._keeper.seen.state.seen(origin).size
        proof: list[str] = []
        if before <= size:
            shown = self._get(f"/api/record/consistency?old={before}&size={size}")
            proof = _decoded(shown, list[str], "show that its record grew")
        try:
            sent = Submission(before, tuple(bytes.fromhex(each) for each in proof), note)
            line = self._keeper.cosign(sent, verifier, self._house)
        except (ProofFailed, ValueError) as failed:
            raise _strange(f"show that its record grew: {failed}") from None
        grown = f"{printable(origin)} has grown from {before} to {size} entries"
        try:
            self._post("/api/record/cosignatures", {"lines": [line]})
        except Refused as refusal:
            return f"{grown}; the house did not take the signature: {refusal.sentence}"
        return f"{grown}, and is signed for."

    def _known_origin(self, shown: _LogKey) -> str:
        known = self._keeper.seen.houses.get(self._house, shown.origin)
        if known != shown.origin:
            raise Broken(
                f"{self._house} shows the log {printable(shown.origin)}, and had shown {printable(known)}: its record was "
                "replaced."
            )
        return shown.origin

    def _get(self, path: str) -> bytes:
        return ask(self._house, path)

    def _post(self, path: str, body: Any) -> bytes:
        headers = {"Content-Type": "application/json", "Origin": self._house}
        return ask(self._house, path, json.dumps(body).encode(), headers)


def no_alarm(sentence: str) -> None:
    """Nobody is called."""


def watch(
    witness: Witness,
    every: int,
    say: Callable[[str], None],
    sleep: Callable[[float], None] = time.sleep,
    alarm: Callable[[str], None] = no_alarm,
    patience: int = PATIENCE_SECONDS,
) -> None:
    """Look every so many seconds, for as long as it takes: a house that is away or answers strangely is looked at again, after
    pauses that grow. It ends, with a refusal, only where the record did not only grow.

    ``alarm`` is called then, once where nothing could be signed for ``patience`` seconds, and when it can be again.
    """
    failures, unsigned, called = 0, 0, False
    while True:
        try:
            say(witness.look())
            if called:
                alarm("The record can be looked at again, has only grown, and is signed for.")
            failures, unsigned, called = 0, 0, False
        except Broken as broken:
            alarm(broken.sentence)
            raise
        except Refused as refusal:
            failures += 1
            say(f"{refusal.sentence} Looking again in {pause_after(failures, every)} seconds.")
            if unsigned >= patience and not called:
                alarm(f"Nothing was signed for {unsigned} seconds. {refusal.sentence}")
                called = True
        unsigned += pause_after(failures, every) if failures else 0
        sleep(pause_after(failures, every))


def command_alarm(command: str, say: Callable[[str], None]) -> Callable[[str], None]:
    """Run a command, which reads the sentence: one that sends mail, or posts to an address. No shell is in between."""
    words = shlex.split(command)

    def alarm(sentence: str) -> None:
        try:
            subprocess.run(words, input=sentence + "\n", text=True, timeout=ALARM_SECONDS, check=True)
        except (OSError, subprocess.SubprocessError) as error:
            say(f"The alarm could not be given by {words[0]}: {printable(str(error))}")

    return alarm if words else no_alarm


def pause_after(failures: int, every: int) -> int:
    """Seconds until the next look: twice as long after each failure, up to an hour."""
    return max(every, min(every << min(failures, 20), LONGEST_PAUSE_SECONDS))


def printable(text: str) -> str:
    """What somebody else said, for a terminal: no control characters, and not at length."""
    shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in text[: WORDS + 1])
    return shown if len(shown) <= WORDS else f"{shown[:WORDS]}…"


def ask(house: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None) -> bytes:
    """What a house answers, or a refusal in one sentence. No redirect is followed."""
    place = address_parts(house)
    expired = threading.Event()
    try:
        with contextlib.closing(_connected(place, expired)) as connection:
            connection.request("GET" if body is None else "POST", place.path + path, body, dict(headers or {}))
            reply = connection.getresponse()
            answer = reply.read(LONGEST_BYTES + 1)
    except (OSError, ValueError, http.client.HTTPException) as error:
        why = f"not within {TIMEOUT_SECONDS:g} seconds" if expired.is_set() else printable(str(error)) or "it hung up"
        raise Refused(Refusal.NOT_FOUND, f"{house} does not answer: {why}.", "") from None
    if expired.is_set():
        raise Refused(
            Refusal.NOT_FOUND, f"{house} does not answer: not within {TIMEOUT_SECONDS:g} seconds.", ""
        ) from None
    if len(answer) > LONGEST_BYTES:
        raise _strange(f"answer in {LONGEST_BYTES} bytes")
    if reply.status != http.client.OK:
        raise Refused(Refusal.STALE, _refusal_in(answer, reply.status), "")
    return answer


def address_parts(house: str) -> SplitResult:
    """The parts of the address of a house, or a refusal."""
    wrong = Refused(Refusal.MALFORMED, f"Expected an address like https://house.example, not {house!r}.", "")
    try:
        place = urlsplit(house)
        fits = place.scheme in ("http", "https") and place.hostname and (place.port is None or place.port > 0)
    except ValueError:
        raise wrong from None
    if not fits or any(letter.isspace() or not letter.isprintable() for letter in house) or place.query:
        raise wrong
    return place


def _connected(place: SplitResult, expired: threading.Event) -> http.client.HTTPConnection:
    """A connection that is cut when the time for an answer is over, whatever it is doing then."""
    assert place.hostname is not None
    secure = place.scheme == "https"
    port = place.port or (443 if secure else 80)
    sock = socket.create_connection((place.hostname, port), TIMEOUT_SECONDS)
    if secure:
        context = ssl.create_default_context()
        sock = context.wrap_socket(sock, server_hostname=place.hostname, do_handshake_on_connect=False)

    def cut() -> None:
        expired.set()
        with contextlib.suppress(OSError):
            socket.socket.shutdown(sock, socket.SHUT_RDWR)

    timer = threading.Timer(TIMEOUT_SECONDS, cut)
    timer.daemon = True
    connection = _Timed(place.hostname, port)
    connection.sock, connection.timer = sock, timer
    connection.default_port = 443 if secure else 80  # which the header that names the house leaves out
    timer.start()
    try:
        if isinstance(sock, ssl.SSLSocket):
            sock.do_handshake()
    except BaseException:
        connection.close()
        raise
    return connection


class _Timed(http.client.HTTPConnection):
    """A connection with the clock that cuts it; it is never opened by itself."""

    timer: threading.Timer
    auto_open = 0

    def close(self) -> None:
        self.timer.cancel()
        super().close()


def _refusal_in(answer: bytes, status: int) -> str:
    """What a house said in words, in quotation marks: they are its own."""
    if 300 <= status < 400:
        return "The house sends to another address, where a witness does not follow; give that one."
    try:
        sentence = json.loads(answer)["refused"]["sentence"]
    except (ValueError, LookupError, TypeError, RecursionError):
        sentence = None
    if not isinstance(sentence, str):
        return f"The house answered with {status}."
    return f"The house answered with {status}: “{printable(sentence)}”"


def _decoded(answer: bytes, type: Any, what: str) -> Any:
    try:
        return msgspec.json.decode(answer, type=type)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise _strange(f"{what}: {error}") from None


def _strange(what: str) -> Refused:
    return Refused(Refusal.MALFORMED, f"The house does not {printable(what)}.".replace("..", "."), "")


def _read_seen(file: Path) -> WitnessMemory:
    if not file.exists():
        return WitnessMemory()
    try:
        return msgspec.json.decode(file.read_bytes(), type=WitnessMemory)
    except (msgspec.MsgspecError, UnicodeError):
        raise Refused(
            Refusal.MALFORMED, f"{file} is not what a witness has seen; name another file with --state.", ""
        ) from None


def _private(file: Path) -> bytes:
    """The private key in a file, which is made, for its owner only, if it is not there."""
    secret = key_in(file, KEY_BYTES)
    if len(secret) != KEY_BYTES:
        raise Refused(Refusal.MALFORMED, f"{file} is not a key of {KEY_BYTES} bytes.", "")
    return secret
