"""Secrets: encryption at rest, and the tokens of people. The key is in a file of its own.

The database never holds the key, an unopened seed in the clear, or a token: seeds and hidden cards are sealed
with AES-256-GCM, tokens are stored as hashes. Codes that have to be the same at every start, such as the links of a
demonstration, are derived from the key.
"""

import base64
import hashlib
import hmac
import os
import stat
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.house.storage import private_files
from pitboss.house.storage.key_ring import BEGINS, KEY_BYTES, KeyRing, ring_of
from pitboss.house.storage.key_wrapping import unwrapped
from pitboss.procedure import Refusal, Refused

NONCE_BYTES, TOKEN_BYTES, MARK_BYTES = 12, 24, 16
ASKED_SECONDS = 1.0  # between two looks for keys that another process may have, when something does not open
SESSION_NAME, SESSION_NAME_FORMERLY = 24, 12  # characters of the hash of a token


class Unsafe(Refused):
    """A condition under which the house does not open; the sentence names the setting."""

    def __init__(self, sentence: str) -> None:
        super().__init__(Refusal.FORBIDDEN_CHOICE, sentence, "")


class Sealer:
    """Encrypts, marks and derives under the keys of a house; every piece is bound to its place, so that pieces cannot be exchanged.

    The newest key of each purpose writes, all of them read. ``source`` is asked for the keys again when somebody replaced one.
    """

    __slots__ = ("_aeads", "_asked", "_devices", "_marks", "_tokens", "decrypt", "issuer", "ring", "signing", "source")

    def __init__(self, secret: bytes, source: Callable[[], bytes] | None = None) -> None:
        self.source, self._asked = source, float("-inf")
        self._take(ring_of(secret))

    def _take(self, ring: KeyRing) -> None:
        self.ring = ring
        self._aeads = tuple(map(AESGCM, ring.of("sealing")))
        # For whoever opens a great many pieces (nonce, data, place): what it does not open, ``open`` tries with former keys.
        self.decrypt = self._aeads[0].decrypt
        # begun once and copied for each: to set one up takes longer than to use it
        self._tokens = _begun(ring.derived("token"))
        self._devices = tuple(map(_begun, ring.counting("devices")))
        self._marks = tuple(map(_begun, ring.of("marking")))
        self.signing = ring.counting(
            "signing"
        )  # private keys with which heads of the record are signed, the newest first
        self.issuer = ring.derived("certificates")  # the private key with which its processes are certified

    def reload(self) -> bool:
        """Take the keys as they are now; whether any was replaced or retired."""
        if self.source is None:
            return False
        ring = ring_of(self.source())
        if ring == self.ring:
            return False
        if ring.root != self.ring.root:
            raise Unsafe("The key file is that of another house now; put the right one back.")
        self._take(ring)
        return True

    def _has_newer(self) -> bool:
        """Whether another process has keys that this one did not know; looked at once a second at most."""
        now = time.monotonic()
        if now < self._asked + ASKED_SECONDS:
            return False
        self._asked = now
        try:
            return self.reload()
        except (Refused, OSError):
            return False

    @classmethod
    def beside(cls, database: Path) -> "Sealer":
        """The key in ``<database>.key``, created with the database; a key file that others can read is refused.

        A database whose key is missing is not opened under a new one: nothing sealed in it could be read.
        """
        key = database.with_name(database.name + ".key")
        if not key.exists() and database.exists() and database.stat().st_size:
            raise Unsafe(
                f"{key.name}, the key of {database.name}, is missing; put it back beside the database, whose record "
                "cannot be read without it."
            )
        return cls(read_key(key), partial(read_key, key))

    @classmethod
    def read(cls, key: Path) -> "Sealer":
        """The key in a file that is there."""
        if not key.is_file():
            raise Unsafe(f"There is no key file {key}.")
        return cls(read_key(key), partial(read_key, key))

    def seal(self, data: bytes, place: str) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._aeads[0].encrypt(nonce, data, place.encode())

    def open(self, data: bytes, place: str) -> bytes:
        while True:
            for aead in self._aeads:
                try:
                    return aead.decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], place.encode())
                except (InvalidTag, ValueError):
                    continue
            if not self._has_newer():
                words = f"The sealed record {place} was changed after it was written."
                raise Refused(Refusal.CORRUPT, words, "")

    def mark(self, table: str, row: Sequence[object]) -> bytes:
        """What shows that the house wrote a row of that table, and wrote it so."""
        said = [int(value) if isinstance(value, bool) else value for value in row]  # as the database gives it back
        return _keyed(self._marks[0], f"{table}\n{said!r}")[:MARK_BYTES]

    def first_mark(self, table: str, row: Sequence[object]) -> bytes:
        """The mark that a row has and will have, whichever keys were replaced: of rows that are summed up."""
        return _keyed(self._marks[-1], f"{table}\n{list(row)!r}")[:MARK_BYTES]

    def has_marked(self, table: str, row: Sequence[object], mark: bytes) -> bool:
        """Whether the house wrote a row, as the database gives it back, with that mark."""
        while True:
            made = (_keyed(key, f"{table}\n{list(row)!r}")[:MARK_BYTES] for key in self._marks)
            if any(hmac.compare_digest(one, mark) for one in made):
                return True
            if not self._has_newer():
                return False

    def check_mark(self, table: str, row: Sequence[object], mark: bytes) -> None:
        """Refuse a row that the house did not write."""
        if not self.has_marked(table, row, mark):
            raise Refused(
                Refusal.CORRUPT, f"A row of {table.replace('_', ' ')} was not written by the house: {row[0]!r}.", ""
            )

    def unmarked(self, table: str, row: tuple[Any, ...]) -> tuple[Any, ...]:
        """A row without its mark, or a refusal where the house did not write it."""
        self.check_mark(table, row[:-1], row[-1])
        return row[:-1]

    def token(self, what: str) -> str:
        """A code for something, the same at every start; it reveals no other."""
        return _text(_keyed(self._tokens, what)[:TOKEN_BYTES])

    def device_codes(self, what: str) -> list[str]:
        """A code for a device under each key that counts, the newest first."""
        return [_text(_keyed(key, what)[:TOKEN_BYTES]) for key in self._devices]


def _keyed(begun: hmac.HMAC, what: str) -> bytes:
    made = begun.copy()
    made.update(what.encode())
    return made.digest()


def reply_place(key: str, digest: bytes) -> str:
    """To what the reply of a command is bound when it is sealed."""
    return f"reply {key} {digest.hex()}"


def new_token() -> str:
    """A token for a seat: 192 bits."""
    return _text(os.urandom(TOKEN_BYTES))


def token_hash(token: str) -> str:
    """The hash of a token, which is all that is stored of it."""
    return hashlib.sha256(b"pitboss token\n" + token.encode()).hexdigest()


def session_names(credential: str, hash: str) -> set[tuple[str, str]]:
    """How the house's journal may name a person's session: by the beginning of its token's hash, which is shorter in records of
    earlier versions. A session that was named so when it began may have ended under a longer name."""
    return {(credential, hash[:SESSION_NAME]), (credential, hash[:SESSION_NAME_FORMERLY])}


def _begun(key: bytes) -> hmac.HMAC:
    return hmac.new(key, digestmod="sha256")


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def read_key(path: Path) -> bytes:
    secret = private_files.key_in(path, KEY_BYTES)
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        raise Unsafe(f"{path.name} can be read by others (mode {mode:04o}); it must have mode 0600.")
    try:
        _, keys = unwrapped(secret)
        fits = len(keys) == KEY_BYTES or (keys.startswith(BEGINS) and bool(ring_of(keys)))
    except Refused as refusal:
        raise Unsafe(f"{path.name} cannot be used. {refusal.sentence}") from None
    if not fits:
        raise Unsafe(f"{path.name} is not a key of {KEY_BYTES} bytes; put the right one in its place.")
    return keys
