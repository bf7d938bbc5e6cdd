"""Face Up Pai Gow Poker: against hands that are seen; the house way where that does as well."""

from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import Rules
from pitboss.mathematics.face_up_pai_gow_poker.chart_cell import (
    ACE_HIGH,
    BOTH,
    COMES_TO,
    EITHER,
    GRID,
    HIGH_ONLY,
    LOW_ONLY,
    NEITHER,
    SET,
)
from pitboss.mathematics.face_up_pai_gow_poker.edges import HOUSE, OPTIMAL, main_game
from pitboss.mathematics.face_up_pai_gow_poker.strategy import FaceUp
from pitboss.mathematics.kit.chart import Chart, grid, worth
from pitboss.mathematics.kit.strategy import Strategy

LINES = {
    ACE_HIGH: ("any way", "a tie"),
    BOTH: ("so that both are", "a win"),
    EITHER: ("so that one of them is", "a tie"),
    HIGH_ONLY: ("the best five high", "a tie"),
    LOW_ONLY: ("the best two low that may go there", "a tie"),
    NEITHER: ("as the house does", "a loss"),
}


def chart(rules: Rules) -> Chart:
    seen, blind = main_game(rules, OPTIMAL), main_game(rules, HOUSE)
    return Chart(
        "Against the dealer's hands, which lie open",
        (
            "When the dealer has an Ace High Pai Gow any setting ties.",
            "Look for a setting with both hands above the dealer's: it wins.",
            "Without one, put the best five cards high if they are above the dealer's high hand, or else the best two that "
            "may go low if they are above the dealer's low hand: either ties.",
            "An equal hand is the dealer's: it has to be beaten.",
            "Never surrender: the wager can be lost no worse by playing on.",
        ),
        grids=(grid(GRID, "can be done", "what", (SET, COMES_TO), LINES),),
        notes=(
            f"Set so, the wager is worth {worth(-seen.house_edge)}, within {float(100 * seen.half_width):.3f} % (95 %); "
            f"set as the house sets its own, {worth(-blind.house_edge)}.",
        ),
    )  # fmt: skip


def strategy(rules: Rules) -> Strategy:
    return FaceUp(rules.way)
