"""Face Up Pai Gow Poker: against hands that are seen; the house way where that does as well."""

from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import Rules
from pitboss.mathematics.face_up_pai_gow_poker.edges import HOUSE, OPTIMAL, main_game
from pitboss.mathematics.face_up_pai_gow_poker.strategy import FaceUp
from pitboss.mathematics.kit.chart import Chart, worth
from pitboss.mathematics.kit.strategy import Strategy


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
        notes=(
            f"Set so, the wager is worth {worth(-seen.house_edge)}, within {float(100 * seen.half_width):.3f} % (95 %); "
            f"set as the house sets its own, {worth(-blind.house_edge)}.",
        ),
    )  # fmt: skip


def strategy(rules: Rules) -> Strategy:
    return FaceUp(rules.way)
