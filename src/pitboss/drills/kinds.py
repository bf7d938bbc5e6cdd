"""The kinds of drills; here, so that the command line can list them without loading a game."""

from collections.abc import Mapping
from enum import StrEnum


class Kind(StrEnum):
    """What is asked: a player's decision; a dealer's payment, next step, call or reading; what the floor does now."""

    DECISIONS = "decisions"
    PAY = "pay"
    NEXT = "next"
    CALL = "call"
    READ = "read"
    FLOOR = "floor"


PLAYER, DEALER, FLOORPERSON = "player", "dealer", "floor"
# Whom each kind is for, and what it is called.
ABOUT: Mapping[Kind, tuple[str, str]] = {
    Kind.DECISIONS: (PLAYER, "Decisions"),
    Kind.PAY: (DEALER, "Pay this"),
    Kind.NEXT: (DEALER, "What comes next"),
    Kind.CALL: (DEALER, "Call it"),
    Kind.READ: (DEALER, "Read the hand"),
    Kind.FLOOR: (FLOORPERSON, "What now"),
}
