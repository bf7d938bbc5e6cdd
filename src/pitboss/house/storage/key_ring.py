"""The keys of a house, by purpose: what is in its key file, as a house begins with it and after keys were replaced.

A house begins with 32 bytes, from which a key for each purpose is derived. To replace the key of a purpose adds a new one, which
counts from then on; those before it stay, because what was written under them has to be read.
"""

import base64
import hashlib
import hmac
import os
from typing import Literal

import msgspec

from pitboss.procedure import Refusal, Refused

KEY_BYTES = 32
BEGINS = b"pitboss keys 1\n"
Purpose = Literal["sealing", "marking", "signing", "devices"]
# By purpose: the word from which its first key is derived, and what it is for.
PURPOSES: dict[Purpose, tuple[str, str]] = {
    "sealing": ("seal", "encrypts hidden cards, seeds, passwords and replies"),
    "marking": ("mark", "shows that the house wrote a row of its lists"),
    "signing": ("checkpoint", "signs the heads of the record"),
    "devices": ("token", "makes the keys of devices"),
}
RETIRED: tuple[Purpose, ...] = ("signing", "devices")  # former keys of these are given up once nobody needs them


class KeyRing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``root`` is what the house began with; ``added`` are later keys by purpose, oldest first; ``retired``: how many of the oldest
    keys of a purpose do not count any more."""

    root: bytes
    added: dict[Purpose, tuple[bytes, ...]] = {}
    retired: dict[Purpose, int] = {}

    def of(self, purpose: Purpose) -> tuple[bytes, ...]:
        """Every key of a purpose, the newest first."""
        return (*reversed(self.added.get(purpose, ())), self.derived(PURPOSES[purpose][0]))

    def counting(self, purpose: Purpose) -> tuple[bytes, ...]:
        """Those of them that were not retired."""
        every = self.of(purpose)
        return every[: len(every) - self.retired.get(purpose, 0)]

    def derived(self, word: str) -> bytes:
        """A key that is never replaced: of codes that have to stay the same as long as there is the house."""
        return hmac.digest(self.root, f"pitboss {word}".encode(), "sha256")

    def replaced(self, purpose: Purpose) -> "KeyRing":
        """With a new key for a purpose."""
        fresh = (*self.added.get(purpose, ()), os.urandom(KEY_BYTES))
        return msgspec.structs.replace(self, added={**self.added, purpose: fresh})

    def retire(self, purpose: Purpose) -> "KeyRing":
        """Without the former keys of a purpose, or a refusal where they are still needed."""
        if purpose not in RETIRED:
            words = f"Former keys for {purpose} stay: what was written under them is read with them."
            raise Refused(Refusal.FORBIDDEN_CHOICE, words, "")
        former = len(self.of(purpose)) - 1
        if self.retired.get(purpose, 0) == former:
            raise Refused(Refusal.FORBIDDEN_CHOICE, f"There is no former key for {purpose} that still counts.", "")
        return msgspec.structs.replace(self, retired={**self.retired, purpose: former})

    def encoded(self) -> bytes:
        """As it is in the key file: the 32 bytes alone, as every version reads them, as long as no key was replaced."""
        if not self.added:
            return self.root
        return BEGINS + msgspec.json.encode(self, order="deterministic")

    @property
    def fingerprint(self) -> str:
        """By which one key file is known from another; it tells nothing of the keys."""
        return base64.b32encode(hashlib.sha256(b"pitboss fingerprint\n" + self.encoded()).digest()[:10]).decode()


def ring_of(data: bytes) -> KeyRing:
    """The keys in the bytes of a key file; any bytes that are no file of several keys are the one that a house begins with."""
    if not data.startswith(BEGINS):
        return KeyRing(data)
    try:
        found = msgspec.json.decode(data[len(BEGINS) :], type=KeyRing)
    except msgspec.MsgspecError as error:
        raise Refused(Refusal.MALFORMED, f"The key file is damaged: {error}.", "") from None
    keys = (found.root, *(key for keys in found.added.values() for key in keys))
    if any(len(key) != KEY_BYTES for key in keys):
        raise Refused(Refusal.MALFORMED, f"The key file is damaged: a key has {KEY_BYTES} bytes.", "")
    return found
