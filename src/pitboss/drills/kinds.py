"""The kinds of drills; here, so that the command line can list them without loading a game."""

from enum import StrEnum


class Kind(StrEnum):
    """What is asked: a player's decision; a dealer's payment, next step, call or reading; what the floor does now."""

    DECISIONS = "decisions"
    PAY = "pay"
    NEXT = "next"
    CALL = "call"
    READ = "read"
    FLOOR = "floor"
