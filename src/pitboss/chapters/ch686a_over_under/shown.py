"""What is only shown of Over/Under."""

import msgspec

from pitboss.law import lettered
from pitboss.shown import HowToPlay, Shown, Vocabulary
from pitboss.submission import RulesSubmission

HOW_TO_PLAY = HowToPlay(
    worth=(("Aces count 11, court cards 10, others their number.", "686a.3(d)(3)"),),
    steps=(
        ("Ante and Bonus Wagers have to be down before the first card, which is dealt face up.", "686a.7(e)"),
        ("You decide, and get two more cards.", "686a.7(i)"),
        ("24 or more wins Over 23, 17 or less wins Under 18, each with the Ante. 18 to 23 loses both.", "686a.7(l)"),
    ),
    decisions=(
        ("Over 23 or Under 18, each for the amount of the Ante.", "686a.7(g)(1)"),
        ("Or surrender the Ante; a Bonus Wager stays.", "686a.7(g)(3)"),
    ),
)


def how_to_play(rules: RulesSubmission) -> HowToPlay:
    """Each line with the letters of the text that is played."""
    steps = tuple((line, lettered(cite, rules)) for line, cite in HOW_TO_PLAY.steps)
    return msgspec.structs.replace(HOW_TO_PLAY, steps=steps)


SHOWN = {
    "over-under": Shown(
        how_to_play,
        outcomes={"surrender": "You surrendered", "dead hand": "Your hand is dead"},
        vocabulary=Vocabulary(("surrender", "over_23", "under_18"), asked=("over or under",)),
        take_and_pay="686a.7(n)",
        titles={"es": "Over/Under", "zh": "Over/Under"},
    )
}
