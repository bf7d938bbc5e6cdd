"""I-GEN-12: what becomes of the wagers of a player who leaves during a round."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

import msgspec

from pitboss.game import IrregularityKind
from pitboss.procedure import Refusal, Refused
from pitboss.submission import Choice

CITE, LEFT = "I-GEN-12", "player_left"  # the reading, and the name of the entry in every chapter


class WhoLeaves(StrEnum):
    """What a floorperson's entry that a player left does."""

    LOSES = "loses"  # the wagers are lost; without the entry the hand is played out
    PLAYED_OUT = "played_out"  # nothing: the hand is played out
    RETURNED = "returned"  # the wagers are returned


WHO_LEAVES = Choice(
    CITE, "Whether a player who leaves loses the wagers on a floorperson's entry, has them back, or is played out.", added=True
)  # fmt: skip


class Leaving(Protocol):
    """A Rules Submission with this choice."""

    @property
    def player_who_leaves(self) -> WhoLeaves: ...


def as_filed(kind: IrregularityKind, rules: Leaving) -> IrregularityKind:
    """The entry with what it does at this table; a refusal where it does nothing."""
    if rules.player_who_leaves is WhoLeaves.PLAYED_OUT:
        words = "The wagers of a player who leaves are played out at this table, as filed; nothing is entered for it."
        raise Refused(Refusal.CANNOT_HAPPEN, words, CITE)
    filed = remedies(rules)
    return msgspec.structs.replace(kind, remedy=filed[LEFT], cite=CITE) if filed else kind


def remedies(rules: Leaving) -> Mapping[str, str]:
    """What the entry does, by its name, where that is not what the chapter says."""
    words = {
        WhoLeaves.PLAYED_OUT: "The hand is played out as if the player were there and decided nothing.",
        WhoLeaves.RETURNED: "The player's wagers are returned; without this report the hand is played out.",
    }.get(rules.player_who_leaves)
    return {LEFT: words} if words else {}
