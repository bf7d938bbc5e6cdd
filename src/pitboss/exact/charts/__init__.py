"""Charts: the best play of a game as data, one for terminal, page and print.

``chart(game, rules)`` is what a player may carry to the table, ``mind(game, rules)`` the same as someone who plays by
it. ``charts/ch<chapter>.py`` gives both; this module finds it by chapter and knows no game. A game in which nothing
is decided once the wagers stand has neither.
"""

import importlib
import importlib.util
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.game import Game
from pitboss.strategies.mind import Mind
from pitboss.submission import RulesSubmission


class Line(msgspec.Struct, frozen=True):
    """One row: what is held, and an entry for each column."""

    head: str
    cells: tuple[str, ...]


class Grid(msgspec.Struct, frozen=True):
    """Rows of entries. ``down`` says what the heads of the rows are, ``across`` what the columns are."""

    title: str
    down: str
    across: str
    columns: tuple[str, ...]
    rows: tuple[Line, ...]

    def entry(self, head: str, column: str) -> str:
        return next(row for row in self.rows if row.head == head).cells[self.columns.index(column)]


class Chart(msgspec.Struct, frozen=True):
    """How to play. ``steps`` are told in order, ``legend`` says what entries mean, ``notes`` what it costs to play so."""

    title: str
    steps: tuple[str, ...] = ()
    grids: tuple[Grid, ...] = ()
    legend: dict[str, str] = {}
    notes: tuple[str, ...] = ()


def grid(title: str, down: str, across: str, columns: tuple[str, ...], rows: Mapping[str, tuple[str, ...]]) -> Grid:
    """A grid of rows by their heads, each with an entry for every column."""
    assert all(len(cells) == len(columns) for cells in rows.values()), title
    return Grid(title, down, across, columns, tuple(Line(head, cells) for head, cells in rows.items()))


def worth(value: Fraction) -> str:
    """``+1.23 %``: what something is worth to the player."""
    return f"{float(100 * value):+.2f} %"


def percent(value: Fraction) -> str:
    """``1.234 %``: an edge."""
    return f"{float(100 * value):.3f} %"


def is_charted(game: Game) -> bool:
    """Whether there is a chart; nothing is worked out, nor even loaded, to tell."""
    return importlib.util.find_spec(f"{__name__}.ch{game.chapter}") is not None


def _module(game: Game) -> Any:
    return importlib.import_module(f"{__name__}.ch{game.chapter}") if is_charted(game) else None


def chart(game: Game, rules: RulesSubmission) -> Chart | None:
    """The best play under these rules, or None where nothing is decided."""
    found = _module(game)
    made: Chart | None = None if found is None else found.chart(rules)
    return made


def mind(game: Game, rules: RulesSubmission) -> Mind | None:
    """Someone who plays so, or None where nothing is decided."""
    found = _module(game)
    made: Mind | None = None if found is None else found.mind(rules)
    return made
