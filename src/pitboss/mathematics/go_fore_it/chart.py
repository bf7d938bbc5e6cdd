"""Go Fore It: the Back 9 Wager or a fold, for every two front cards."""

from pitboss.chapters.ch676a_go_fore_it.rules import Rules
from pitboss.mathematics.go_fore_it.edges import deck, elections, main_game
from pitboss.mathematics.go_fore_it.strategy import FRONT, BestElections
from pitboss.mathematics.kit.chart import Chart, grid, percent
from pitboss.mathematics.kit.strategy import Strategy

GO_ON, FOLD = "B", "F"


def chart(rules: Rules) -> Chart:
    values = sorted(deck())
    rows = {
        str(one): tuple(GO_ON if elections()[min(one, two), max(one, two)] else FOLD for two in values)
        for one in values
    }
    columns = tuple(map(str, values))
    return Chart(
        "After the two front cards",
        grids=(grid(FRONT, "one card", "the other", columns, rows),),
        legend={GO_ON: "Back 9 Wager", FOLD: "fold"},
        notes=(f"House edge {percent(main_game().house_edge)} of the Front 9 Wager.",),
    )


def strategy(rules: Rules) -> Strategy:
    return BestElections(elections())
