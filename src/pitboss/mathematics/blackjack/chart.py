"""Blackjack: basic strategy by totals for the filed rules."""

from collections.abc import Mapping

from pitboss.chapters.ch633a_blackjack.rules import Rules
from pitboss.mathematics.blackjack import edges
from pitboss.mathematics.blackjack.strategy import HARD, LEGEND, PAIRS, SOFT, UP_CARDS, Basic
from pitboss.mathematics.kit.chart import Chart, ChartGrid, grid
from pitboss.mathematics.kit.strategy import Strategy


def chart(rules: Rules) -> Chart:
    found = edges.chart(rules)
    hard, soft = ({str(total): cells for total, cells in rows.items()} for rows in (found.hard, found.soft))
    grids: tuple[ChartGrid, ...] = (_grid(HARD, hard), _grid(SOFT, soft), _grid(PAIRS, found.pairs))
    used = {entry for part in grids for row in part.rows for entry in row.cells}
    legend = {entry: meaning for entry, meaning in LEGEND.items() if entry in used}
    if rules.blackjack_switch:
        steps = (
            "Add up what the two hands are worth as they were dealt, and with their second cards exchanged.",
            "Switch when that is more; then play each hand by the chart.",
            "No Insurance.",
            *(("Even money for a Blackjack.",) if found.even_money else ()),
        )
        prices = {row: tuple(f"{100 * value:+.0f}" for value in cells) for row, cells in found.worths.items()}
        note = "Worths are per cent of one wager; a natural that was not switched has a row of its own."
        grids = (*grids, _grid("What two cards are worth", prices))
        return Chart("Basic strategy with the switch", steps, grids, legend, (note,))
    notes = (f"House edge by this chart {found.edge}, by the cards of each hand {found.optimal}.",)
    return Chart("Basic strategy", ("No Insurance.",), grids, legend, notes)


def _grid(title: str, rows: Mapping[str, tuple[str, ...]]) -> ChartGrid:
    return grid(title, "held", "the dealer's up card", tuple(UP_CARDS), rows)


def strategy(rules: Rules) -> Strategy:
    return Basic(edges.chart(rules))
