"""What can be filed for a game: every choice of its Rules Submission, with its provision and what it may be."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from pitboss.game import Game
from pitboss.library.rules import game_of
from pitboss.submission import allowed, as_written, inner_type, line_names
from pitboss.submission import choices as choices_of
from pitboss.tabular import Listed, Row


class FilingChoice(msgspec.Struct, Row, frozen=True, omit_defaults=True):
    """A choice of the Rules Submission: what it may be, in words, and value by value where these can be listed.

    ``lines`` are the names that a table of it may have; ``default`` is what holds if nothing is filed.
    """

    name: str
    about: str
    cite: str
    takes: str
    values: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    default: Any = None

    def row(self) -> Mapping[str, Any]:
        """Its row in a table of choices."""
        return {name: getattr(self, name) for name in ("name", "takes", "default", "cite", "about")}


def choices(game: Game | str) -> Listed[FilingChoice]:
    """Everything that can be filed for a game, in the order of its form, with provisions and allowed values."""
    found = game_of(game).rules
    made = Listed[FilingChoice]()
    for name, (kind, note, default) in choices_of(found).items():
        values = tuple(str(value).lower() if isinstance(value, bool) else value for value in values_of(kind))
        usual = None if default is msgspec.NODEFAULT else as_written(default, kind)
        made.append(
            FilingChoice(name, note.about, note.cite, allowed(kind, note), values, line_names(name, note, found), usual)
        )
    return made


def values_of(kind: Any) -> tuple[Any, ...]:
    """What a choice may be, where that is a short list."""
    kind = inner_type(kind)
    if kind is bool:
        return False, True
    return tuple(str(value) for value in kind) if isinstance(kind, type) and issubclass(kind, StrEnum) else ()
