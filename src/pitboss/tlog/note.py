"""Signed notes, the checkpoints of a log, and the cosignatures of its witnesses, as C2SP says.

A note is a text, an empty line, and one line for each signature. A checkpoint is a note whose text names the log, the
size of its tree and its root. A witness adds a cosignature: that it saw the log grow to this, and when.
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Iterable, Sequence
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from pitboss.tlog import NoteFailed
from pitboss.tlog.tree import EMPTY_ROOT, HASH_BYTES

ED25519 = 0x01
COSIGNATURE_V1 = 0x04

KEY_BYTES = 32
MAX_NOTE_BYTES = 1_000_000
MAX_SIGNATURES = 100
MAX_TIME = 2**63 - 1
MAX_SIZE = 2**63 - 1

_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")


def encode_base64(data: bytes) -> str:
    """Base 64 as notes have it."""
    return b64encode(data).decode()


def decode_base64(text: str) -> bytes:
    """Base 64, written in the one right way."""
    try:
        data = b64decode(text, validate=True)
    except (Base64Error, ValueError):
        data = None
    if data is None or encode_base64(data) != text:
        raise NoteFailed(f"Expected base 64, not {text[:100]!r}.")
    return data


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise NoteFailed("A note is valid UTF-8.") from None


def _check_name(name: str) -> str:
    if not name or "+" in name or any(letter.isspace() for letter in name) or _CONTROL.search(name):
        raise NoteFailed(
            f"The name of a key is not empty and has no spaces and no '+'; {name[:100]!r} is no such name."
        )
    return name


def _check_text(text: str) -> str:
    if not text.endswith("\n") or _CONTROL.search(text):
        raise NoteFailed("The text of a note ends with a newline and has no other control characters.")
    return text


def key_id(name: str, kind: int, public: bytes) -> bytes:
    """The four bytes by which a signature says whose it is."""
    return sha256(_utf8(name) + b"\n" + bytes([kind]) + public).digest()[:4]


def _vkey(name: str, kind: int, public: bytes) -> str:
    return f"{name}+{key_id(name, kind, public).hex()}+{encode_base64(bytes([kind]) + public)}"


def _cosigned(text: str, time: int) -> bytes:
    """What a witness signs."""
    return f"cosignature/v1\ntime {time}\n".encode() + _utf8(text)


class _Key:
    """A private key and the name under which it signs."""

    __slots__ = ("_private", "key_id", "name", "vkey")

    kind: int

    def __init__(self, name: str, private: bytes) -> None:
        if len(private) != KEY_BYTES:
            raise ValueError(f"A private key has {KEY_BYTES} bytes, not {len(private)}.")
        self.name = _check_name(name)
        self._private = Ed25519PrivateKey.from_private_bytes(private)
        public = self._private.public_key().public_bytes_raw()
        self.key_id = key_id(name, self.kind, public)
        self.vkey = _vkey(name, self.kind, public)

    def _line(self, signature: bytes) -> str:
        return NoteSignature(self.name, self.key_id, signature).line


class Signer(_Key):
    """Signs notes: the log itself."""

    __slots__ = ()
    kind = ED25519

    def line(self, text: str) -> str:
        """The line that signs this text."""
        return self._line(self._private.sign(_utf8(_check_text(text))))

    def sign(self, text: str) -> str:
        """The text as a note with this signature."""
        return f"{text}\n{self.line(text)}"


class Cosigner(_Key):
    """Cosigns checkpoints: a witness. It has to have checked that the log only grew."""

    __slots__ = ()
    kind = COSIGNATURE_V1

    def line(self, text: str, time: int) -> str:
        """The line that cosigns the text of a checkpoint at that time, in seconds since 1970."""
        if not 0 <= time <= MAX_TIME:
            raise ValueError(f"A time is 0 to {MAX_TIME} seconds, not {time}.")
        Checkpoint.decode(text)
        return self._line(time.to_bytes(8, "big") + self._private.sign(_cosigned(text, time)))


class Verifier:
    """Checks signatures of one key, given as its vkey; of a log or, by its type, of a witness."""

    __slots__ = ("_public", "key_id", "kind", "name", "vkey")

    def __init__(self, vkey: str) -> None:
        name, _, rest = vkey.partition("+")
        digits, _, encoded = rest.partition("+")
        key = decode_base64(encoded)
        self.name = _check_name(name)
        if len(key) != 1 + KEY_BYTES or key[0] not in (ED25519, COSIGNATURE_V1):
            raise NoteFailed(f"The key {name[:100]!r} is neither of Ed25519 nor of cosignature/v1.")
        self.kind, public = key[0], key[1:]
        self.key_id = key_id(name, self.kind, public)
        if self.key_id.hex() != digits:
            raise NoteFailed(f"The key {name[:100]!r} has the id {self.key_id.hex()}, not {digits[:100]!r}.")
        self.vkey = vkey
        self._public = Ed25519PublicKey.from_public_bytes(public)

    def verify(self, text: str, signature: bytes) -> int | None:
        """Nothing, or for a cosignature its time, if the signature (without the key's id) is right for the text."""
        time, message = None, _utf8(text)
        if self.kind == COSIGNATURE_V1:
            time = int.from_bytes(signature[:8], "big")
            signature = signature[8:]
            message = _cosigned(text, time)
        try:
            if time is not None and time > MAX_TIME:
                raise InvalidSignature
            self._public.verify(signature, message)
        except InvalidSignature:
            raise NoteFailed(f"The signature of {self.name} is not right for the note.") from None
        return time

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Verifier) and self.vkey == other.vkey

    def __hash__(self) -> int:
        return hash(self.vkey)

    def __repr__(self) -> str:
        return f"Verifier({self.vkey!r})"


class NoteSignature(Struct, frozen=True):
    """A signature line: whose it says it is, and the rest of its bytes."""

    name: str
    key_id: bytes
    signature: bytes

    @property
    def line(self) -> str:
        """As it stands in a note."""
        return f"— {self.name} {encode_base64(self.key_id + self.signature)}\n"


def parse_note(note: str | bytes) -> tuple[str, list[NoteSignature]]:
    """The text and the signatures of a note. Nothing is verified: the text is not to be believed."""
    data = note if isinstance(note, bytes) else _utf8(note)
    if len(data) > MAX_NOTE_BYTES:
        raise NoteFailed(f"A note has at most {MAX_NOTE_BYTES} bytes, not {len(data)}.")
    try:
        whole = data.decode()
    except UnicodeDecodeError:
        raise NoteFailed("A note is valid UTF-8.") from None
    text, blank, tail = whole.rpartition("\n\n")
    if not blank or not tail.endswith("\n"):
        raise NoteFailed("A note has a text, an empty line and at least one signature, and ends with a newline.")
    lines = tail[:-1].split("\n")
    if len(lines) > MAX_SIGNATURES:
        raise NoteFailed(f"A note has at most {MAX_SIGNATURES} signatures, not {len(lines)}.")
    return _check_text(text + "\n"), [_signature(line) for line in lines]


def _signature(line: str) -> NoteSignature:
    dash, _, rest = line.partition(" ")
    name, _, encoded = rest.partition(" ")
    if dash != "—":
        raise NoteFailed(f"A signature line begins with a dash, a space and a name, not {line[:100]!r}.")
    data = decode_base64(encoded)
    if len(data) < 5:
        raise NoteFailed(f"The signature of {name[:100]!r} is too short.")
    return NoteSignature(_check_name(name), data[:4], data[4:])


def verified(note: str | bytes, verifiers: Iterable[Verifier]) -> tuple[str, dict[Verifier, int | None]]:
    """The text of a note, and which of these keys signed it (cosignatures: when)."""
    known: dict[tuple[str, bytes], Verifier] = {}
    for verifier in verifiers:
        if known.setdefault((verifier.name, verifier.key_id), verifier) != verifier:
            raise ValueError(f"Two different keys are called {verifier.name} and {verifier.key_id.hex()}.")
    text, signatures = parse_note(note)
    signed: dict[Verifier, int | None] = {}
    for each in signatures:
        found = known.get((each.name, each.key_id))
        if found is not None:  # those of unknown keys say nothing, and are no fault
            time = found.verify(text, each.signature)
            signed.setdefault(found, time)
    if not signed:
        raise NoteFailed("The note is not signed by any known key.")
    return text, signed


def open_note(note: str | bytes, verifiers: Iterable[Verifier]) -> tuple[str, list[str]]:
    """The text of a note that at least one of these keys signed, and the names of all that did."""
    text, signed = verified(note, verifiers)
    return text, list(dict.fromkeys(verifier.name for verifier in signed))


def signer_of(note: str | bytes, keys: Sequence[Verifier]) -> Verifier:
    """The first of a log's keys whose signature a note has, unverified; the first of all where it has none."""
    signatures = {(one.name, one.key_id) for one in parse_note(note)[1]}
    return next((key for key in keys if (key.name, key.key_id) in signatures), keys[0])


def add_signatures(note: str, lines: Iterable[str]) -> str:
    """The note with further signature lines; those that it has already are left out.

    Lines come from others, so each has to be a signature and no more: an empty line in one would begin another text.
    """
    text, present = parse_note(note)
    signatures = dict.fromkeys(each.line for each in present)
    for line in lines:
        if not line.endswith("\n"):
            raise NoteFailed(f"A signature line ends with a newline; {line[:100]!r} does not.")
        _signature(line[:-1])
        signatures[line] = None
    whole = f"{text}\n{''.join(signatures)}"
    parse_note(whole)  # not too long, and not too many
    return whole


_SIZE = re.compile(r"0|[1-9][0-9]{0,18}", re.ASCII)


def decode_size(text: str) -> int:
    """The size of a tree, written in the one right way."""
    if not _SIZE.fullmatch(text) or int(text) > MAX_SIZE:
        raise NoteFailed(f"The size of a tree is a whole number from 0 to {MAX_SIZE}, not {text[:100]!r}.")
    return int(text)


class Checkpoint(Struct, frozen=True):
    """How large the tree of a log is, and its root."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.size <= MAX_SIZE:
            raise NoteFailed(f"The size of a tree is a whole number from 0 to {MAX_SIZE}, not {self.size}.")
        if len(self.root) != HASH_BYTES:
            raise NoteFailed(f"The root of a tree has {HASH_BYTES} bytes, not {len(self.root)}.")
        if not self.size and self.root != EMPTY_ROOT:
            raise NoteFailed(f"The root of an empty tree is {EMPTY_ROOT.hex()}, not {self.root.hex()}.")
        for line in (self.origin, *self.extensions):
            if not line or "\n" in line or _CONTROL.search(line):
                raise NoteFailed(
                    f"A line of a checkpoint is not empty and has no control characters; not {line[:100]!r}."
                )

    def encode(self) -> str:
        """The text to sign."""
        return "".join(
            f"{line}\n" for line in (self.origin, str(self.size), encode_base64(self.root), *self.extensions)
        )

    @classmethod
    def decode(cls, text: str) -> "Checkpoint":
        """The checkpoint that a text, already verified, states."""
        lines = _check_text(text)[:-1].split("\n")
        if len(lines) < 3:
            raise NoteFailed("A checkpoint has a line each for the origin, the size of the tree and its root.")
        return cls(lines[0], decode_size(lines[1]), decode_base64(lines[2]), tuple(lines[3:]))


def open_checkpoint(
    note: str | bytes, log: Verifier, witnesses: Iterable[Verifier] = ()
) -> tuple[Checkpoint, dict[str, int]]:
    """The checkpoint of a log, which has to have signed it, and which witnesses cosigned it, when."""
    witnesses = list(witnesses)
    if log.kind != ED25519:
        raise NoteFailed(f"The key {log.name} is of a witness, not of a log.")
    for witness in witnesses:
        if witness.kind != COSIGNATURE_V1:
            raise NoteFailed(f"The key {witness.name} is of a log, not of a witness.")
    text, signed = verified(note, [log, *witnesses])
    if log not in signed:
        raise NoteFailed(f"The checkpoint is not signed by {log.name}.")
    checkpoint = Checkpoint.decode(text)
    if checkpoint.origin != log.name:
        raise NoteFailed(f"The checkpoint is of {checkpoint.origin}, not of {log.name}.")
    return checkpoint, {verifier.name: time for verifier, time in signed.items() if time is not None}
