"""What commands were answered with, by their keys: one that is sent again is answered alike, and carried out once."""

import hashlib
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.house.host.sessions import Session
from pitboss.house.storage.store import Store, Write
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.house.host.command import Command

Reply = dict[str, Any]
SEQUENCE = "sequence"  # in a reply: the entry with which what it did is in the view
REFUSALS = 512  # kept for those who ask again
BITS = (
    1 << 16
)  # 8 KB; of 6,000 keys, what eight busy hours at a table take, one new key in a hundred is asked for in vain
PARTS = (0, 16, 32, 48)  # of a hash: each names one bit


def digest(content: msgspec.Struct | str) -> str:
    """A hash by which two different commands under one key are distinguished from a repetition."""
    return hashlib.sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()


class UsedKeys:
    """The keys of one session, all of them, since it began. A key that is not ``possible`` was never used; of one that is, the
    store has to be asked (a Bloom filter)."""

    __slots__ = ("_bits",)

    def __init__(self) -> None:
        self._bits = bytearray(BITS // 8)

    def note(self, key: str) -> None:
        mixed, bits = hash(key), self._bits
        for part in PARTS:
            at = mixed >> part & BITS - 1
            bits[at >> 3] |= 1 << (at & 7)

    def is_possible(self, key: str) -> bool:
        mixed, bits = hash(key), self._bits
        for part in PARTS:
            at = mixed >> part & BITS - 1
            if not bits[at >> 3] & 1 << (at & 7):
                return False
        return True


class Replies:
    """The replies of one table. Those on the disk are asked for only where a key may have been used."""

    def __init__(self, table: str, store: Store) -> None:
        self._table, self._store = table, store
        self._fresh: dict[str, tuple[str, Reply]] = {}  # carried out, not yet on the disk
        self._refused: OrderedDict[str, tuple[str, Refused]] = OrderedDict()
        self._used: dict[str, UsedKeys] = {}  # by token hash: of the sessions that began here, all keys since then

    def session_began(self, token_hash: str) -> None:
        self._used[token_hash] = UsedKeys()

    def session_ended(self, token_hash: str) -> None:
        self._used.pop(token_hash, None)

    def restart(self) -> None:
        """What is on the disk is all there is, and another may have written it."""
        self._fresh, self._used = {}, {}

    def are_written(self) -> None:
        self._fresh = {}

    def name(self, session: Session, key: str) -> str:
        """The name under which a command is kept."""
        return entries.COMMAND_NAME + self._store.sealer.token(f"command {self._table}/{session.hash[:16]}/{key}")

    def before(self, session: Session, name: str, content: str) -> Reply | Refused | None:
        """The reply that a command has had, if any; from now on its key is used."""
        used = self._used.get(session.hash)
        known = self.known(name, content) if used is None or used.is_possible(name) else None
        if used is not None:
            used.note(name)
        return known

    def known(self, name: str, content: str) -> Reply | Refused | None:
        """The reply a key has had before, if any; with other content it is refused."""
        found: tuple[str, Any] | None = self._fresh.get(name) or self._refused.get(name) or self._store.command(name)
        if found is None:
            return None
        if not content.startswith(found[0]):
            return Refused(
                Refusal.MALFORMED, "This key was used before for something else; a new command takes a new key.", ""
            )
        reply = found[1]
        if isinstance(reply, bytes):
            reply = msgspec.json.decode(reply)
        assert isinstance(reply, dict | Refused)
        return reply

    def done_before(self, session: Session, command: "Command") -> Reply | None:
        """The reply that a command had, when it is on the disk; raise a refusal; None for a new one."""
        name = self.name(session, command.key)
        known = None if name in self._fresh else self.known(name, digest(command))
        if isinstance(known, Refused):
            raise known
        return known

    def refuse(self, name: str, content: str, refused: Refused) -> None:
        self._refused[name] = (content, refused)
        while len(self._refused) > REFUSALS:
            self._refused.popitem(last=False)

    def give(self, name: str, content: str, reply: Reply) -> Write:
        """Keep a reply; what has to be written with what the command did."""
        self._fresh[name] = (content, reply)
        return self._store.command_write(name, self._table, content, msgspec.json.encode(reply))
