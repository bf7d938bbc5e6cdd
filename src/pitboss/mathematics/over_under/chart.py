"""Over/Under: the better of two wagers after each first card."""

from pitboss.chapters.ch686a_over_under import OVER, POINTS, SURRENDER, UNDER, Rules
from pitboss.mathematics.kit.chart import Chart, grid, percent, worth
from pitboss.mathematics.kit.strategy import Strategy
from pitboss.mathematics.over_under.edges import elections, expectation, main_game
from pitboss.mathematics.over_under.strategy import BEST, BETTER, BestCalls

CHOICES = {OVER: "Over 23", UNDER: "Under 18", SURRENDER: "surrender"}


def chart(rules: Rules) -> Chart:
    rows = {}
    for value in sorted(elections()):
        held = " ".join(card for card, points in POINTS.items() if points == value)
        each = (worth(expectation(value, choice)) for choice in CHOICES)
        rows[held] = (CHOICES[elections()[value]], *each)
    return Chart(
        "After the first card",
        grids=(grid(BETTER, "first card", "the best wager, and what each is worth", (BEST, *CHOICES.values()), rows),),
        notes=(
            "Worth: what Ante and further wager net on average, for each unit of the Ante.",
            f"House edge {percent(main_game().house_edge)} of the Ante.",
        ),
    )  # fmt: skip


def strategy(rules: Rules) -> Strategy:
    return BestCalls(elections())
