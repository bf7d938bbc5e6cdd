"""The key file wrapped by a key elsewhere: a hardware security module over PKCS#11, or another service of that kind.

Without one the file holds the keys themselves, readable by the user of the house alone. Wrapped, it names the service and holds
what only that service opens; the keys are then in the memory of the house and nowhere else. A further service is a class with
``wrap`` and ``unwrap``, and a line in ``SERVICES``.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from pitboss import extras
from pitboss.procedure import Refusal, Refused

BEGINS = b"pitboss wrapped keys 1\n"
PURPOSE = b"pitboss: the keys of a house"
NONCE_BYTES, TAG_BITS = 12, 128


class WrappedKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in a key file that is wrapped."""

    by: str  # the address of the service
    keys: bytes


class KeyService(Protocol):
    """Something that has a key and does not give it away."""

    def wrap(self, data: bytes) -> bytes: ...

    def unwrap(self, data: bytes) -> bytes:
        """What was wrapped, or a refusal."""
        ...


def wrapped(by: str, keys: bytes) -> bytes:
    """A key file whose keys only the service of that address opens."""
    return BEGINS + msgspec.json.encode(WrappedKeys(by, service(by).wrap(keys)))


def unwrapped(data: bytes) -> tuple[str, bytes]:
    """By what a key file is wrapped (empty: by nothing), and the keys in it."""
    if not data.startswith(BEGINS):
        return "", data
    try:
        found = msgspec.json.decode(data[len(BEGINS) :], type=WrappedKeys)
    except msgspec.MsgspecError as error:
        raise Refused(Refusal.MALFORMED, f"The key file is damaged: {error}.", "") from None
    return found.by, service(found.by).unwrap(found.keys)


def service(by: str) -> KeyService:
    """The service of an address, or a refusal."""
    scheme = by.partition(":")[0]
    if scheme not in SERVICES:
        words = f"Keys are wrapped by {' or '.join(f'{one}:…' for one in SERVICES)}, not by {by!r}."
        raise Refused(Refusal.MALFORMED, words, "")
    return SERVICES[scheme](by)


# --- PKCS#11


class Pkcs11Key:
    """An AES key in a token, named as RFC 7512 says: ``pkcs11:token=house;object=pitboss?module-path=…&pin-source=/path``."""

    def __init__(self, address: str) -> None:
        extras.require("hsm")
        parts = urlsplit(address)
        named = dict(part.partition("=")[::2] for part in parts.path.split(";"))
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self._token, self._object = unquote(named.get("token", "")), unquote(named.get("object", ""))
        self._module = asked.get("module-path", "")
        self._pin_file = asked.get("pin-source", "").removeprefix("file:")
        if not (self._token and self._object and self._module and self._pin_file):
            raise Refused(
                Refusal.MALFORMED,
                "Expected pkcs11:token=NAME;object=NAME?module-path=FILE&pin-source=FILE, the PIN alone in that file, not "
                f"{address!r}.",
                "",
            )

    def wrap(self, data: bytes) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        with self._key() as (key, how):
            return nonce + bytes(key.encrypt(data, **how(nonce)))

    def unwrap(self, data: bytes) -> bytes:
        with self._key() as (key, how):
            return bytes(key.decrypt(data[NONCE_BYTES:], **how(data[:NONCE_BYTES])))

    def make(self) -> None:
        """Make the key in the token, from which it cannot be taken out."""
        import pkcs11

        with self._session(writes=True) as session:
            template = {pkcs11.Attribute.SENSITIVE: True, pkcs11.Attribute.EXTRACTABLE: False}
            session.generate_key(pkcs11.KeyType.AES, 256, label=self._object, store=True, template=template)

    @contextmanager
    def _key(self) -> Iterator[tuple[Any, Callable[[bytes], dict[str, Any]]]]:
        import pkcs11

        def how(nonce: bytes) -> dict[str, Any]:
            parameters = pkcs11.GCMParams(nonce, PURPOSE, TAG_BITS)
            return {"mechanism": pkcs11.Mechanism.AES_GCM, "mechanism_param": parameters}

        with self._session() as session:
            yield session.get_key(object_class=pkcs11.ObjectClass.SECRET_KEY, label=self._object), how

    @contextmanager
    def _session(self, *, writes: bool = False) -> Iterator[Any]:
        import pkcs11

        try:
            pin = Path(self._pin_file).read_text(encoding="utf-8").strip()
            token = pkcs11.lib(self._module).get_token(token_label=self._token)
            with token.open(user_pin=pin, rw=writes) as session:
                yield session
        except (pkcs11.PKCS11Error, RuntimeError, OSError) as error:
            words = f"The token {self._token} did not do it: {error or type(error).__name__}."
            raise Refused(Refusal.UNAVAILABLE, words, "") from None


SERVICES: dict[str, Callable[[str], KeyService]] = {"pkcs11": Pkcs11Key}
