"""What a player chooses about the terminal; here, so that the command line can list it without loading a game."""

from enum import StrEnum


class Hints(StrEnum):
    """When the worth of answers is shown."""

    OFF = "off"
    BEFORE = "before"
    AFTER = "after"
