"""Pai Gow Poker: hands set as the house sets its own."""

from pitboss.chapters.ch645a_pai_gow_poker.rules import Rules
from pitboss.exact.ch645a import main_game
from pitboss.exact.charts import Chart
from pitboss.exact.charts.setting import house_way_chart
from pitboss.families.house_ways import HOUSE_WAYS
from pitboss.strategies.mind import Mind
from pitboss.strategies.pai_gow_poker import AsTheHouse


def chart(rules: Rules) -> Chart:
    return house_way_chart(HOUSE_WAYS[rules.house_way], main_game(rules))


def mind(rules: Rules) -> Mind:
    return AsTheHouse(HOUSE_WAYS[rules.house_way])
