"""What is only shown of Over/Under."""

from pitboss.shown import HowToPlay, Shown, Vocabulary

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
SHOWN = {
    "over-under": Shown(
        lambda rules: HOW_TO_PLAY,
        outcomes={"surrender": "You surrendered", "dead hand": "Your hand is dead"},
        vocabulary=Vocabulary(("surrender", "over_23", "under_18"), asked=("over or under",)),
        take_and_pay="686a.7(n)",
    )
}
