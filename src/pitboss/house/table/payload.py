"""What the entries of a table's journal say, and what each does to the table.

Each part of a table (``filing``, ``seats``, ``equipment`` …) declares its entries, a structure for each kind, and beside each
the one function that applies it. The fields of an entry are part of the record: old records must still decode, so a field may
be added with a default and is never renamed.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from pitboss.journal import Actor

if TYPE_CHECKING:
    from pitboss.house.table.table import Table

COMMAND_NAME = "c."  # how the key of an entry begins that a command made, whose reply the house keeps
SESSION_DIGITS = 24  # characters of the hash of a token by which the record names a session
HOUSE = "the house"  # in whose name seats are given up and rounds are finished
By = Actor | str  # a person; in records of earlier versions, a name


class Payload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The content of an entry."""


AnyPayload = TypeVar("AnyPayload", bound=msgspec.Struct)
Fold = Callable[["Table", AnyPayload], None]
KINDS: dict[str, type[msgspec.Struct]] = {}
FOLDS: dict[type[msgspec.Struct], Callable[["Table", Any], None]] = {}


def entry(kind: str, *, only_recorded: bool = False) -> Callable[[type[AnyPayload]], type[AnyPayload]]:
    """Declare a kind of entry by its content. One that is ``only_recorded`` changes nothing."""

    def declare(payload: type[AnyPayload]) -> type[AnyPayload]:
        KINDS[kind] = payload
        if only_recorded:
            FOLDS[payload] = _nothing
        return payload

    return declare


def fold(payload: type[AnyPayload]) -> Callable[[Fold[AnyPayload]], Fold[AnyPayload]]:
    """Declare what an entry does to a table."""

    def declare(apply: Fold[AnyPayload]) -> Fold[AnyPayload]:
        FOLDS[payload] = apply
        return apply

    return declare


def _nothing(table: "Table", made: msgspec.Struct) -> None:
    """What an entry does that is only recorded."""
