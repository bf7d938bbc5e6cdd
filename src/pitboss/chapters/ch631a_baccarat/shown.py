"""What is only shown of Baccarat."""

from pitboss.chapters.ch631a_baccarat.rules import Rules
from pitboss.families.baccarat import shown
from pitboss.shown import HowToPlay, Shown, Vocabulary


def how_to_play(rules: Rules) -> HowToPlay:
    turned = "the highest bettors turn them" if rules.players_view_hands else "the dealer turns them"
    first = (f"The player who has the shoe deals two cards to each hand; {turned}.", "631a.9(c)")
    return shown.how_to_play("631a", 11, "631a.8(c)", first, ez=rules.ez_baccarat)


SHOWN = {
    "baccarat": Shown(
        how_to_play,
        lambda rules: shown.third_cards("631a.11(a)"),
        favorite=4,
        cloth_inches=132,
        vocabulary=Vocabulary(),
        take_and_pay="631a.12(b)",
        titles={"es": "Bacará", "zh": "百家乐"},
    )
}
