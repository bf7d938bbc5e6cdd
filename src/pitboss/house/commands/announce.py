"""Staff announce something to a table."""

from typing import Annotated

import msgspec

from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.readiness import stated
from pitboss.house.table import entries


class Announce(Command, frozen=True, kw_only=True):
    """Announce something to everyone at the table."""

    right = "announce"
    words: Annotated[str, msgspec.Meta(max_length=2000)] = ""

    def entries(self, at: At) -> Entries:
        actor, words = self.actor(at), stated(self.words, "Say what is to be announced.")
        yield entries.Announcement(words, actor, at.key)
        at.host.outbox.announce(words, "")
