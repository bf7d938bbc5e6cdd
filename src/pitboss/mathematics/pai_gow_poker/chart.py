"""Pai Gow Poker: hands set as the house sets its own, but where another setting is worth more."""

from functools import partial

from pitboss.chapters.ch645a_pai_gow_poker.rules import Rules
from pitboss.mathematics.kit.chart import Chart, worth
from pitboss.mathematics.kit.strategy import Strategy
from pitboss.mathematics.pai_gow_poker.best_play import WON, best_setting
from pitboss.mathematics.pai_gow_poker.best_settings import house_and_best
from pitboss.mathematics.pai_gow_poker.edges import best_game, main_game
from pitboss.mathematics.pai_gow_poker.setting_grids import LEGEND, grids, seven
from pitboss.mathematics.pai_gow_poker.strategy import SetsSevenCards


def chart(rules: Rules) -> Chart:
    way, best, house = rules.way, best_game(rules), main_game(rules)
    return Chart(
        f"{way.title}, and where to leave it",
        (*way.sentences, "So the dealer's hands are set. Set yours the same way, unless a grid says otherwise."),
        grids(seven(house_and_best(rules.way_key, WON))),
        LEGEND,
        (
            f"Set as well as can be, the wager is worth {worth(-best.house_edge)} against a dealer who sets so, within "
            f"{float(100 * best.half_width):.3f} % (95 %); set the same way, {worth(-house.house_edge)}.",
            "Costs are those of one card gone at a time, added up; hands with a flush are estimated from some of them.",
        ),
    )


def strategy(rules: Rules) -> Strategy:
    return SetsSevenCards(partial(best_setting, name=rules.way_key))
