"""What is only shown of Six-Card Fortune Pai Gow Poker."""

from pitboss.chapters.ch670a_six_card_fortune.rules import Rules
from pitboss.families.pai_gow_shown import set_yours, two_hands
from pitboss.families.poker_ranks import JOKER_AS_ACE
from pitboss.families.poker_shown import poker_hands
from pitboss.shown import HowToPlay, Shown, Vocabulary

DOUBLED = (
    "Double down, for as much as the main wager, after a look at your cards; it pushes below a dealer's pair of 8s.",
    "670a.11(c)",
)


def how_to_play(rules: Rules) -> HowToPlay:
    house_way = ("How to set your hands; on request the dealer tells you the house way.", "670a.11(a)(1)")
    turned = ("The dealer's cards are then turned up and set.", "670a.11(d)")
    decisions = (house_way, DOUBLED) if rules.double_down else (house_way,)
    return two_hands(rules, "670a", "six", (set_yours("one", "670a.11(b)"), turned), "dealer", decisions)


SHOWN = {
    "six-card-fortune-pai-gow-poker": Shown(
        how_to_play,
        poker_hands(JOKER_AS_ACE, "670a.6(b)"),
        vocabulary=Vocabulary(("no_double_down", "double_down"), {"low": 6}, ("double down", "low hand")),
        hand_history=True,
        titles={"es": "Six-Card Fortune Pai Gow Poker", "zh": "六张财运牌九扑克"},
    )
}
