"""Passwords: argon2id, hashed in a thread and sealed at rest. A name that nobody has costs a verification like any other."""

import asyncio
import base64
import os
import unicodedata

import argon2
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.house.storage import store
from pitboss.house.storage.store import Store, Write
from pitboss.procedure import Refusal, Refused

LEAST, MOST = 12, 256  # characters
AT_ONCE = 4  # verifications: each takes as much memory as the profile says


class Passwords:
    """The passwords of one house. ``hasher`` is the profile: the library's own, unless a test wants a cheap one."""

    def __init__(self, store: Store, hasher: argon2.PasswordHasher | None = None) -> None:
        self._store = store
        self._hasher = hasher or argon2.PasswordHasher()
        self._nobody = _matched_by_nothing(self._hasher)
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def written(self, credential: str, password: str) -> Write:
        """The write by which a person gets this password."""
        check(password)
        return store.LOGIN, (credential, await self._sealed(credential, password))

    async def match(self, credential: str | None, password: str) -> bool:
        """Whether it is the password of this person; for nobody, the answer takes as long to find."""
        body = self._store.access.login(credential) if credential is not None else None
        kept = self._nobody if body is None else self._store.sealer.open(body, _place(credential)).decode()
        async with self._turns:
            right = await asyncio.to_thread(self._verify, kept, password)
        if not right or body is None or credential is None:
            return False
        if self._hasher.check_needs_rehash(kept):
            # Only where it is still the same: it may have been changed meanwhile.
            again = await self._sealed(credential, password)
            await self._store.commit([(store.LOGIN_REHASHED, (again, credential, body))])
        return True

    def has(self, credential: str) -> bool:
        """Whether this person has a password."""
        return self._store.access.login(credential) is not None

    async def _sealed(self, credential: str, password: str) -> bytes:
        async with self._turns:
            made = await asyncio.to_thread(self._hasher.hash, _bytes(password))
        return self._store.sealer.seal(made.encode(), _place(credential))

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, _bytes(password))
        except (VerificationError, InvalidHashError):
            return False


def check(password: str) -> None:
    """Whether it may be chosen as a password, or a refusal."""
    if not LEAST <= len(password) <= MOST:
        raise Refused(
            Refusal.MALFORMED, f"A password has {LEAST} to {MOST} characters; this one has {len(password)}.", ""
        )


def _place(credential: str | None) -> str:
    return f"login {credential}"


def _bytes(password: str) -> bytes:
    """The same password however a keyboard composes its accents."""
    return unicodedata.normalize("NFKC", password).encode()


def _matched_by_nothing(hasher: argon2.PasswordHasher) -> str:
    """A hash of the same profile whose password nobody knows: to verify it takes as long as any other."""
    salt, digest = (
        base64.b64encode(os.urandom(size)).decode().rstrip("=") for size in (hasher.salt_len, hasher.hash_len)
    )
    work = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${work}${salt}${digest}"
