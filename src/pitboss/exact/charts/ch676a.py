"""Go Fore It: the Back 9 Wager or a fold, for every two front cards."""

from pitboss.chapters.ch676a_go_fore_it.chapter import Rules
from pitboss.exact.ch676a import deck, elections, main_game
from pitboss.exact.charts import Chart, grid, percent
from pitboss.strategies.go_fore_it import Optimal
from pitboss.strategies.mind import Mind

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
        grids=(grid("Point values of the front cards", "one card", "the other", columns, rows),),
        legend={GO_ON: "Back 9 Wager", FOLD: "fold"},
        notes=(f"House edge {percent(main_game().house_edge)} of the Front 9 Wager.",),
    )


def mind(rules: Rules) -> Mind:
    return Optimal(elections())
