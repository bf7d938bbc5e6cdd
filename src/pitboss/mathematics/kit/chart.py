"""Charts: the best play of a game as data, one for terminal, page and print.

``chart(game, rules)`` is what a player may carry to the table, ``strategy(game, rules)`` the same as someone who plays by
it. ``mathematics/<game>/chart.py`` gives both; this module finds it and knows no game. A game in which nothing
is decided after the wagers are made has neither.
"""

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from pitboss.game import Game
from pitboss.mathematics.kit import parts
from pitboss.mathematics.kit.strategy import Strategy
from pitboss.submission import RulesSubmission


class Line(msgspec.Struct, frozen=True):
    """One row: what is held, and an entry for each column."""

    head: str
    cells: tuple[str, ...]


class ChartGrid(msgspec.Struct, frozen=True):
    """Rows of entries. ``down`` says what the heads of the rows are, ``across`` what the columns are."""

    title: str
    down: str
    across: str
    columns: tuple[str, ...]
    rows: tuple[Line, ...]

    def entry(self, head: str, column: str) -> str:
        return next(row for row in self.rows if row.head == head).cells[self.columns.index(column)]


class Chart(msgspec.Struct, frozen=True):
    """How to play. ``steps`` are in order, ``legend`` says what entries mean, ``notes`` what it costs to play so."""

    title: str
    steps: tuple[str, ...] = ()
    grids: tuple[ChartGrid, ...] = ()
    legend: dict[str, str] = {}
    notes: tuple[str, ...] = ()


def grid(
    title: str, down: str, across: str, columns: tuple[str, ...], rows: Mapping[str, tuple[str, ...]]
) -> ChartGrid:
    """A grid of rows by their heads, each with an entry for every column."""
    assert all(len(cells) == len(columns) for cells in rows.values()), title
    return ChartGrid(title, down, across, columns, tuple(Line(head, cells) for head, cells in rows.items()))


def worth(value: Fraction) -> str:
    """``+1.23 %``: what something is worth to the player."""
    return f"{float(100 * value):+.2f} %"


def percent(value: Fraction) -> str:
    """``1.234 %``: an edge."""
    return f"{float(100 * value):.3f} %"


def is_charted(game: Game) -> bool:
    """Whether there is a chart; nothing is worked out, nor even loaded, to tell."""
    return parts.has(game, "chart")


def chart(game: Game, rules: RulesSubmission) -> Chart | None:
    """The best play under these rules, or None where nothing is decided."""
    found = parts.load(game, "chart")
    made: Chart | None = None if found is None else found.chart(rules)
    return made


def strategy(game: Game, rules: RulesSubmission) -> Strategy | None:
    """Someone who plays so, or None where nothing is decided."""
    found = parts.load(game, "chart")
    made: Strategy | None = None if found is None else found.strategy(rules)
    return made
