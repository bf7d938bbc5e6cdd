"""The keys of a house with two persons, who have to come together: each has a part, under a passphrase of their own.

A part is as good as random by itself: one is drawn at random, the other is the keys combined with it (exclusive or). Each is
encrypted with AES-256-GCM under a key that argon2id makes of the person's passphrase.
"""

import os

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.house.storage.key_ring import ring_of
from pitboss.procedure import Refusal, Refused

BEGINS = b"pitboss escrow 1\n"
LEAST_PASSPHRASE = 12  # characters
TIME_COST, MEMORY_KIB, LANES = 3, 65_536, 4  # of argon2id
SALT_BYTES, NONCE_BYTES, PAIR_BYTES = 16, 12, 16


class EscrowPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One part of two. ``pair`` tells which two belong together, ``fingerprint`` which keys they are."""

    number: int
    person: str
    pair: bytes
    fingerprint: str
    salt: bytes
    nonce: bytes
    sealed: bytes

    def encoded(self) -> bytes:
        return BEGINS + msgspec.json.encode(self) + b"\n"


def split(keys: bytes, persons: tuple[str, str], passphrases: tuple[str, str]) -> tuple[EscrowPart, EscrowPart]:
    """The two parts of a key file."""
    if persons[0].strip().casefold() == persons[1].strip().casefold() or passphrases[0] == passphrases[1]:
        words = "The keys are kept by two persons with a passphrase each; name two, and let each choose their own."
        raise Refused(Refusal.FORBIDDEN_CHOICE, words, "")
    first = os.urandom(len(keys))
    pair, fingerprint = os.urandom(PAIR_BYTES), ring_of(keys).fingerprint
    one, other = (
        _sealed(number, person, pair, fingerprint, part, passphrase)
        for number, person, part, passphrase in zip(
            (1, 2), persons, (first, _combined(first, keys)), passphrases, strict=True
        )
    )
    return one, other


def combine(parts: tuple[EscrowPart, EscrowPart], passphrases: tuple[str, str]) -> bytes:
    """The key file of two parts, or a refusal that says what does not fit."""
    one, other = parts
    if (one.pair, one.fingerprint) != (other.pair, other.fingerprint) or {one.number, other.number} != {1, 2}:
        raise Refused(
            Refusal.MALFORMED, "These are not the two parts of one key; use the two that were made together.", ""
        )
    keys = _combined(*(_opened(part, passphrase) for part, passphrase in zip(parts, passphrases, strict=True)))
    if ring_of(keys).fingerprint != one.fingerprint:
        raise Refused(Refusal.CORRUPT, "The two parts do not make the key that they were made of.", "")
    return keys


def part_of(data: bytes) -> EscrowPart:
    """A part as it is in its file, or a refusal."""
    try:
        if data.startswith(BEGINS):
            return msgspec.json.decode(data[len(BEGINS) :], type=EscrowPart)
    except msgspec.MsgspecError:
        pass
    raise Refused(Refusal.MALFORMED, "That file is not a part of a key, as `pitboss key escrow` makes it.", "")


def _sealed(number: int, person: str, pair: bytes, fingerprint: str, part: bytes, passphrase: str) -> EscrowPart:
    if len(passphrase) < LEAST_PASSPHRASE:
        words = f"The passphrase of {person} has {len(passphrase)} characters; it needs {LEAST_PASSPHRASE} or more."
        raise Refused(Refusal.FORBIDDEN_CHOICE, words, "")
    salt, nonce = os.urandom(SALT_BYTES), os.urandom(NONCE_BYTES)
    place = _place(number, person, pair, fingerprint)
    sealed = AESGCM(_key(passphrase, salt)).encrypt(nonce, part, place)
    return EscrowPart(number, person, pair, fingerprint, salt, nonce, sealed)


def _opened(part: EscrowPart, passphrase: str) -> bytes:
    place = _place(part.number, part.person, part.pair, part.fingerprint)
    try:
        return AESGCM(_key(passphrase, part.salt)).decrypt(part.nonce, part.sealed, place)
    except (InvalidTag, ValueError):
        words = f"That is not the passphrase of {part.person}, or their part was changed."
        raise Refused(Refusal.FORBIDDEN_CHOICE, words, "") from None


def _place(number: int, person: str, pair: bytes, fingerprint: str) -> bytes:
    return msgspec.json.encode(("pitboss escrow", number, person, pair, fingerprint))


def _key(passphrase: str, salt: bytes) -> bytes:
    from argon2.low_level import Type, hash_secret_raw

    return hash_secret_raw(passphrase.encode(), salt, TIME_COST, MEMORY_KIB, LANES, 32, Type.ID)


def _combined(one: bytes, other: bytes) -> bytes:
    if len(one) != len(other):
        raise Refused(Refusal.CORRUPT, "The two parts are of different length.", "")
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
