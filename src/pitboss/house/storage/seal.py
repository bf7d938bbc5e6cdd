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
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.house.storage import private_files
from pitboss.procedure import Refusal, Refused

KEY_BYTES, NONCE_BYTES, TOKEN_BYTES, MARK_BYTES = 32, 12, 24, 16
SESSION_NAME, SESSION_NAME_FORMERLY = 24, 12  # characters of the hash of a token


class Unsafe(Refused):
    """A condition under which the house does not open; the sentence names the setting."""

    def __init__(self, sentence: str) -> None:
        super().__init__(Refusal.FORBIDDEN_CHOICE, sentence, "")


class Sealer:
    """Encrypts and decrypts under one key; every piece is bound to its place, so that pieces cannot be exchanged."""

    __slots__ = ("_aead", "_marks", "_tokens", "decrypt", "issuer", "signing")

    def __init__(self, secret: bytes) -> None:
        self._aead = AESGCM(_derived(secret, "seal"))
        self.decrypt = self._aead.decrypt  # for whoever opens a great many pieces (nonce, data, place)
        # begun once and copied for each: the keys never change, and to set one up takes longer than to use it
        self._tokens = hmac.new(_derived(secret, "token"), digestmod="sha256")
        self._marks = hmac.new(_derived(secret, "mark"), digestmod="sha256")
        self.signing = _derived(secret, "checkpoint")  # the private key with which heads of the record are signed
        self.issuer = _derived(secret, "certificates")  # the private key with which its processes are certified

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
        return cls(read_key(key))

    @classmethod
    def read(cls, key: Path) -> "Sealer":
        """The key in a file that is there."""
        if not key.is_file():
            raise Unsafe(f"There is no key file {key}.")
        return cls(read_key(key))

    def seal(self, data: bytes, place: str) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._aead.encrypt(nonce, data, place.encode())

    def open(self, data: bytes, place: str) -> bytes:
        try:
            return self._aead.decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], place.encode())
        except (InvalidTag, ValueError):
            raise Refused(Refusal.CORRUPT, f"The sealed record {place} was changed after it was written.", "") from None

    def mark(self, table: str, row: Sequence[object]) -> bytes:
        """What shows that the house wrote a row of that table, and wrote it so."""
        said = [int(value) if isinstance(value, bool) else value for value in row]  # as the database gives it back
        return self._mark(table, said)

    def _mark(self, table: str, said: list[object]) -> bytes:
        return _keyed(self._marks, f"{table}\n{said!r}")[:MARK_BYTES]

    def check_mark(self, table: str, row: Sequence[object], mark: bytes) -> None:
        """Refuse a row that the house did not write."""
        if not hmac.compare_digest(self._mark(table, list(row)), mark):
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


def _derived(secret: bytes, purpose: str) -> bytes:
    return hmac.digest(secret, f"pitboss {purpose}".encode(), "sha256")


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def read_key(path: Path) -> bytes:
    secret = private_files.key_in(path, KEY_BYTES)
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        raise Unsafe(f"{path.name} can be read by others (mode {mode:04o}); it must have mode 0600.")
    if len(secret) != KEY_BYTES:
        raise Unsafe(f"{path.name} is not a key of {KEY_BYTES} bytes; put the right one in its place.")
    return secret
