"""The key of a house in PostgreSQL, as each machine that serves it has it: in a file, or wrapped for that machine in the database.

A machine has a pair of keys of its own (X25519), whose private half never leaves it. An operator admits it by the public half,
which they take from the machine itself and not from the database: the key of the house is encrypted to it, with AES-256-GCM under
what X25519 agrees on with a key made for the purpose. Only that machine unwraps it, into memory. Each row has a mark under
the key of the house, so that whoever can write into the database cannot have the key wrapped for a machine that nobody admitted.
"""

import base64
import os
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from pitboss.house.storage import private_files
from pitboss.house.storage.seal import NONCE_BYTES, Sealer, Unsafe, read_key

NAME = "house"  # of the key and the other files of the house, in the folder that is given
OWN_KEY = "machine.key"
BEFORE = "pitboss-machine-"  # a public key, as it is printed
PUBLIC_BYTES = 32
NAMES = re.compile(r"[a-z0-9][a-z0-9.-]{0,62}")
PURPOSE = b"pitboss: the key of the house, for one machine"
TABLE = "machines"


class Machine(msgspec.Struct, frozen=True):
    """A machine that may serve the house."""

    name: str
    public: bytes
    wrapped: bytes
    admitted: str

    def row(self) -> tuple[object, ...]:
        return self.name, self.public, self.wrapped, self.admitted


# --- on the machine itself


def own_public(files: Path) -> str:
    """The public key of this machine, as it is given to whoever admits it; its pair of keys is made where there is none."""
    files.mkdir(parents=True, exist_ok=True, mode=0o700)
    return spoken_key(_own(files / OWN_KEY).public_key().public_bytes_raw())


def sealing_key(connection: Any, files: Path, database: str) -> bytes:
    """What is in the file of the house's key: this machine has the file, or the database has it for this machine."""
    key, own = files / f"{NAME}.key", files / OWN_KEY
    if key.exists():
        return read_key(key)
    if not own.exists():
        raise Unsafe(
            f"{key.name}, the key of {database}, is missing; put it back into {files.name}, for the record cannot be read "
            "without it, or have this machine admitted: pitboss machine key."
        )
    private = _own(own)
    public = private.public_key().public_bytes_raw()
    row = connection.execute("SELECT name, wrapped FROM machines WHERE public = %s", (public,)).fetchone()
    if row is None:
        raise Unsafe(
            f"This machine is not admitted to {database}; on a machine that is: pitboss machine admit NAME {own_public(files)}."
        )
    return _unwrapped(private, *row)


# --- on a machine that has the key


def admit(connection: Any, key: bytes, name: str, public: str) -> Machine:
    """Wrap the key of the house for one more machine."""
    if not NAMES.fullmatch(name):
        raise Unsafe(
            f"The name of a machine is {name!r}; it has to be of small letters, digits, dots and dashes, 63 at most."
        )
    machine = _wrapped(key, name, _public(public), datetime.now(UTC).isoformat(timespec="seconds"))
    made = connection.execute(
        "INSERT INTO machines VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING", (*machine.row(), _mark(key, machine))
    )
    if not made.rowcount:
        raise Unsafe(f"A machine {name}, or one with this key, is admitted already; remove it first.")
    return machine


def admitted(connection: Any, key: bytes) -> list[Machine]:
    """Every machine, by name; refused where a row was not written by whoever has the key."""
    sealer, rows = Sealer(key), connection.execute("SELECT * FROM machines ORDER BY name").fetchall()
    return [Machine(*sealer.unmarked(TABLE, tuple(row))) for row in rows]


def remove(connection: Any, name: str) -> None:
    """From its next start on, a machine does not get the key any more."""
    if not connection.execute("DELETE FROM machines WHERE name = %s", (name,)).rowcount:
        raise Unsafe(f"There is no machine {name}; pitboss machine list shows those that are admitted.")


def wrap_again(connection: Any, before: bytes, key: bytes) -> None:
    """Give every machine another key of the house in the place of the one before, in the caller's transaction."""
    for machine in admitted(connection, before):
        made = _wrapped(key, machine.name, machine.public, machine.admitted)
        connection.execute(
            "UPDATE machines SET wrapped = %s, mark = %s WHERE name = %s", (made.wrapped, _mark(key, made), made.name)
        )


# --- keys


def spoken_key(public: bytes) -> str:
    """A public key as people pass it on."""
    return BEFORE + base64.urlsafe_b64encode(public).decode().rstrip("=")


def _own(path: Path) -> X25519PrivateKey:
    private_files.key_in(path, PUBLIC_BYTES)
    return X25519PrivateKey.from_private_bytes(read_key(path))


def _public(text: str) -> bytes:
    try:
        found = base64.urlsafe_b64decode(text.removeprefix(BEFORE) + "=")
    except ValueError:
        found = b""
    if not text.startswith(BEFORE) or len(found) != PUBLIC_BYTES:
        raise Unsafe(f"The key of a machine is {text!r}; it has to be the line that pitboss machine key prints there.")
    return found


def _wrapped(key: bytes, name: str, public: bytes, admitted: str) -> Machine:
    passing, nonce = X25519PrivateKey.generate(), os.urandom(NONCE_BYTES)
    sent = passing.public_key().public_bytes_raw()
    try:
        agreed = passing.exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError:  # a point with which everybody agrees on zero
        raise Unsafe("The key of a machine is none; use the line that pitboss machine key prints there.") from None
    sealed = AESGCM(_derived(agreed, sent, public)).encrypt(nonce, key, name.encode())
    return Machine(name, public, sent + nonce + sealed, admitted)


def _unwrapped(private: X25519PrivateKey, name: str, wrapped: bytes) -> bytes:
    sent, nonce, sealed = (
        wrapped[:PUBLIC_BYTES],
        wrapped[PUBLIC_BYTES:][:NONCE_BYTES],
        wrapped[PUBLIC_BYTES + NONCE_BYTES :],
    )
    try:
        agreed = private.exchange(X25519PublicKey.from_public_bytes(sent))
        own = _derived(agreed, sent, private.public_key().public_bytes_raw())
        return AESGCM(own).decrypt(nonce, sealed, name.encode())
    except (InvalidTag, ValueError):
        raise Unsafe(
            f"The key of the house that the database has for the machine {name} was changed; remove the machine and admit it again."
        ) from None


def _derived(agreed: bytes, sent: bytes, public: bytes) -> bytes:
    return HKDF(SHA256(), 32, salt=None, info=PURPOSE + sent + public).derive(agreed)


def _mark(key: bytes, machine: Machine) -> bytes:
    return Sealer(key).mark(TABLE, machine.row())
