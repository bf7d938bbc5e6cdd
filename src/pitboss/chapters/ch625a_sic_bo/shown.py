"""What is only shown of Sic Bo."""

from pitboss.chapters.ch625a_sic_bo.rules import Rules, Shaker
from pitboss.shown import HowToPlay, Shown, Vocabulary


def how_to_play(rules: Rules) -> HowToPlay:
    shaken = (
        "The dealer starts the shaker"
        if rules.shaker is Shaker.AUTOMATED
        else "The dealer shakes the covered dice three times or more"
    )
    triple = "also wins" if rules.two_of_a_kind_wins_on_triple else "does not win"
    return HowToPlay(
        steps=(
            (f'{shaken}. Betting ends with the call of "no more bets", before the dice are shown.', "625a.5(c)"),
            ("The dealer calls the three dice and enters them; the combinations that win light up on the layout.", "625a.5(d)"),
            ("All losing wagers are taken, then every one that is lit is paid.", "625a.5(e)"),
            (f"Two of a Kind {triple} when all three dice show its number.", "I-625a-01"),
        ),
    )  # fmt: skip


SHOWN = {
    "sic-bo": Shown(
        how_to_play,
        cloth_inches=84,
        vocabulary=Vocabulary(),
        take_and_pay="625a.5(e)",
        titles={"es": "Sic Bo", "zh": "骰宝"},
    )
}
