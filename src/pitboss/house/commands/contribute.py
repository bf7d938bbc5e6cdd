"""A player adds a word of their own to what is drawn."""

from typing import Annotated

import msgspec

from pitboss.house.host import seats
from pitboss.house.host.command import At, Command, Entries
from pitboss.procedure import Refusal, Refused


class Contribute(Command, frozen=True, kw_only=True):
    """A player adds a word of their own to whatever was not drawn or shuffled yet."""

    words: Annotated[str, msgspec.Meta(max_length=2000)] = ""

    def entries(self, at: At) -> Entries:
        if not at.is_player:
            raise Refused(Refusal.WRONG_ROLE, "Take a seat to add a word of your own.", "")
        yield seats.contributed(at.table, at.session.seat, " ".join(self.words.split()), at.key, at.session.person)
