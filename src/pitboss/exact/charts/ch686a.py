"""Over/Under: the better of two wagers after each first card."""

from pitboss.chapters.ch686a_over_under import OVER, POINTS, SURRENDER, UNDER, Rules
from pitboss.exact.ch686a import elections, expectation, main_game
from pitboss.exact.charts import Chart, grid, percent, worth
from pitboss.strategies.mind import Mind
from pitboss.strategies.over_under import Optimal

CHOICES = {OVER: "Over 23", UNDER: "Under 18", SURRENDER: "surrender"}


def chart(rules: Rules) -> Chart:
    rows = {}
    for value in sorted(elections()):
        held = " ".join(card for card, points in POINTS.items() if points == value)
        each = (worth(expectation(value, choice)) for choice in CHOICES)
        rows[held] = (CHOICES[elections()[value]], *each)
    return Chart(
        "After the first card",
        grids=(grid("The better wager", "first card", "the best wager, and what each is worth", ("best", *CHOICES.values()), rows),),
        notes=(
            "Worth: what Ante and further wager net on average, for each unit of the Ante.",
            f"House edge {percent(main_game().house_edge)} of the Ante.",
        ),
    )  # fmt: skip


def mind(rules: Rules) -> Mind:
    return Optimal(elections())
