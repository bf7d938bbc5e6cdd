"""What is only shown of Midibaccarat."""

from pitboss.chapters.ch629a_midibaccarat.rules import Rules
from pitboss.families.baccarat import shown
from pitboss.shown import HowToPlay, Shown, Vocabulary


def how_to_play(rules: Rules) -> HowToPlay:
    first = (
        "Two cards to each hand are dealt face down; the highest bettor on a hand turns its cards.",
        "629a.8(c)(1)",
    )
    return shown.how_to_play("629a", 10, "629a.7(c)", first, ez=rules.ez_baccarat)


SHOWN = {
    "midibaccarat": Shown(
        how_to_play,
        lambda rules: shown.third_cards("629a.10(a)"),
        cloth_inches=96,
        vocabulary=Vocabulary(),
        take_and_pay="629a.11(b)",
        titles={"es": "Midibacará", "zh": "中型百家乐"},
    )
}
