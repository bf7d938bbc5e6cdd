"""What is only shown of Minibaccarat."""

from pitboss.chapters.ch627a_minibaccarat.rules import InitialDeal, Rules
from pitboss.families.baccarat import shown
from pitboss.shown import HowToPlay, Shown, Vocabulary


def how_to_play(rules: Rules) -> HowToPlay:
    turned = "face up" if rules.initial_deal is InitialDeal.FACE_UP else "face down, then turns them"
    first = (f"The dealer deals two cards to each hand {turned}.", "627a.8(c)")
    return shown.how_to_play("627a", 10, "627a.7(c)", first, ez=rules.ez_baccarat)


SHOWN = {
    "minibaccarat": Shown(
        how_to_play,
        lambda rules: shown.third_cards("627a.10(a)"),
        vocabulary=Vocabulary(),
        take_and_pay="627a.11(b)",
        titles={"es": "Minibacará", "zh": "迷你百家乐"},
    )
}
