"""What is only shown of Big Six Wheel."""

from pitboss.shown import HowToPlay, Shown, Vocabulary

HOW_TO_PLAY = HowToPlay(
    steps=(
        ('Place your wager on a symbol. Betting ends with the call of "no more bets", before the spin.', "619a.2(a)"),
        ("The dealer spins the wheel either way; it has to make three full turns at least.", "619a.2(b)"),
        ("The section at which the clapper rests wins. Between two sections the wheel is spun again.", "619a.2(d)"),
        ("All losing wagers are taken, then the winning ones are paid.", "619a.2(e)"),
    ),
)
SHOWN = {
    "big-six-wheel": Shown(
        lambda rules: HOW_TO_PLAY,
        cloth_inches=36,
        vocabulary=Vocabulary(),
        take_and_pay="619a.2(e)",
        titles={"es": "Rueda Big Six", "zh": "大六轮盘"},
    )
}
