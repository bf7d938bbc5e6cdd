"""What commands were answered with, by their keys: one that is sent again is answered alike, and carried out once."""

from collections import OrderedDict
from typing import Any

import msgspec

from pitboss.house.host.sessions import Session
from pitboss.house.host.used_keys import UsedKeys
from pitboss.house.storage.store import Store, Write
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused

Reply = dict[str, Any]
SEQUENCE = "sequence"  # in a reply: the entry with which what it did is in the view
REFUSALS = 512  # kept for those who ask again


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

    def is_known(self, session: Session, key: str) -> bool:
        """Whether a command is answered with what came of it before."""
        name = self.name(session, key)
        return name in self._fresh or name in self._refused or self._store.command(name) is not None

    def reply_before(self, session: Session, key: str, content: str) -> Reply | None:
        """The reply that a command had, when it is on the disk; raise a refusal; None for a new one."""
        name = self.name(session, key)
        known = None if name in self._fresh else self.known(name, content)
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
