"""The strategy sheet: a game's chart for the terminal and as a document."""

from collections.abc import Iterator

from pitboss.game import Game
from pitboss.mathematics.kit.chart import Chart, ChartGrid, chart
from pitboss.paper.document import Block, Document, document, heading, items, paragraph, table
from pitboss.paper.particulars import Particulars
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission


def chart_of(game: Game, rules: RulesSubmission) -> Chart:
    """The chart of a game under these rules; a game in which nothing is decided has none."""
    found = chart(game, rules)
    if found is None:
        raise Refused(
            Refusal.NOT_OFFERED, f"{game.title} has no chart: players decide nothing after betting closes.", game.closed
        )
    return found


def document_of(game: Game, rules: RulesSubmission, particulars: Particulars | None = None) -> Document:
    found = chart_of(game, rules)
    body: list[Block] = [heading(found.title), *([items(found.steps)] if found.steps else [])]
    for grid in found.grids:
        body += [heading(grid.title), table(_heads(grid), [(row.head, *row.cells) for row in grid.rows], kind="chart")]
    if found.legend:
        body.append(paragraph(_legend(found), "quiet"))
    body += [paragraph(note, "quiet") for note in found.notes]
    return document(game, rules, "Strategy", body, particulars)


def _heads(grid: ChartGrid) -> tuple[str, ...]:
    return f"{grid.down} / {grid.across}", *grid.columns


def _legend(found: Chart) -> str:
    return "; ".join(f"{entry}: {meaning}" for entry, meaning in found.legend.items()) + ("." if found.legend else "")


def text(found: Chart) -> str:
    """Typed lines."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: Chart) -> Iterator[str]:
    yield found.title
    yield from (f"  {step}" for step in found.steps)
    for grid in found.grids:
        first = max(len(grid.down), *(len(row.head) for row in grid.rows))
        widths = [max(map(len, column)) for column in zip(grid.columns, *(row.cells for row in grid.rows), strict=True)]
        yield ""
        yield f"{grid.title} (down: {grid.down}; across: {grid.across})"
        yield "  ".join(("".ljust(first), *map(str.rjust, grid.columns, widths)))
        for row in grid.rows:
            yield "  ".join((row.head.ljust(first), *map(str.rjust, row.cells, widths)))
    yield ""
    yield from (f"{entry}: {meaning}" for entry, meaning in found.legend.items())
    yield from found.notes
