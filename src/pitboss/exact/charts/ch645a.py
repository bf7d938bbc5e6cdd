"""Pai Gow Poker: hands set as the house sets its own, but where another setting is worth more."""

from functools import partial

from pitboss.chapters.ch645a_pai_gow_poker.rules import Rules
from pitboss.exact.best_ways import beside
from pitboss.exact.ch645a import best_game, main_game
from pitboss.exact.charts import Chart, worth
from pitboss.exact.charts.setting import LEGEND, grids, seven
from pitboss.exact.pai_gow_poker_best import WON, best_setting
from pitboss.families.house_ways import HOUSE_WAYS
from pitboss.strategies.mind import Mind
from pitboss.strategies.pai_gow_poker import BySetting


def chart(rules: Rules) -> Chart:
    way, best, house = HOUSE_WAYS[rules.house_way], best_game(rules), main_game(rules)
    return Chart(
        f"{way.title}, and where to leave it",
        (*way.sentences, "So the dealer's hands are set. Set yours the same way, unless a grid says otherwise."),
        grids(seven(beside(rules.house_way, WON))),
        LEGEND,
        (
            f"Set as well as can be, the wager is worth {worth(-best.house_edge)} against a dealer who sets so, within "
            f"{float(100 * best.half_width):.3f} % (95 %); set as he does, {worth(-house.house_edge)}.",
            "Costs are those of one card gone at a time, added up; hands with a flush are told from some of them.",
        ),
    )


def mind(rules: Rules) -> Mind:
    return BySetting(partial(best_setting, name=rules.house_way))
