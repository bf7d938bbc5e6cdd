"""What is only shown of Pai Gow Poker."""

from pitboss.chapters.ch645a_pai_gow_poker.rules import Rules
from pitboss.families.pai_gow_shown import SURRENDERED, set_yours, settings, two_hands
from pitboss.families.poker_ranks import JOKER_AS_ACE
from pitboss.families.poker_shown import poker_hands
from pitboss.shown import HowToPlay, Shown


def how_to_play(rules: Rules) -> HowToPlay:
    decisions = [
        ("How to set your hands; on request the dealer tells you the house way.", "645a.11(a)(1)"),
        ("Surrender, without optional wagers, before your hands are shown; the wager is lost.", "645a.11(d)"),
    ]
    if rules.player_bank:
        decisions.append(("Take the bank when it is offered: you then cover the others' wagers.", "645a.12(a)"))
    if rules.player_bank and rules.co_banking:
        decisions.append(("Ask for a co-bank, of which the dealer bears one half.", "645a.12(e)"))
    house = "dealer or bank" if rules.player_bank else "dealer"
    turned = ("The dealer's cards are then turned up and set the filed house way.", "645a.11(c)")
    setting = (set_yours("two", "645a.11(b)"), turned)
    return two_hands(rules, "645a", "seven", setting, house, tuple(decisions))


SHOWN = {
    "pai-gow-poker": Shown(
        how_to_play,
        poker_hands(JOKER_AS_ACE, "645a.6(b)"),
        SURRENDERED,
        vocabulary=settings(21),
        hand_history=True,
        titles={"es": "Pai Gow Poker", "zh": "牌九扑克"},
    )
}
