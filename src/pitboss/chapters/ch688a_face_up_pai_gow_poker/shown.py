"""What is only shown of Face Up Pai Gow Poker."""

from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import Rules
from pitboss.families.pai_gow_shown import SURRENDERED, set_yours, settings, two_hands
from pitboss.families.poker_ranks import JOKER_AS_ACE
from pitboss.families.poker_shown import poker_hands
from pitboss.shown import HowToPlay, Shown

DECISIONS = (
    ("How to set your hands, seeing the dealer's.", "688a.11(b)(1)"),
    ("Surrender, without optional wagers, before your hands are shown; the wager is lost.", "688a.11(d)"),
)


def how_to_play(rules: Rules) -> HowToPlay:
    dealer = "The dealer's hands are set first, face up. With an ace high and nothing better your wager pushes."
    setting = ((dealer, "688a.11(a)"), set_yours("two", "688a.11(c)"))
    return two_hands(rules, "688a", "seven", setting, "dealer", DECISIONS)


SHOWN = {
    "face-up-pai-gow-poker": Shown(
        how_to_play,
        poker_hands(JOKER_AS_ACE, "688a.6(b)"),
        SURRENDERED,
        vocabulary=settings(21),
        hand_history=True,
        titles={"es": "Face Up Pai Gow Poker", "zh": "明牌牌九扑克"},
    )
}
