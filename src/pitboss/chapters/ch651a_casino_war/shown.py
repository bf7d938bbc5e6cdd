"""What is only shown of Casino War."""

from pitboss.chapters.ch651a_casino_war.rules import WAR, WAR_PAYS, Result
from pitboss.shown import HowToPlay, Shown, Vocabulary

HOW_TO_PLAY = HowToPlay(
    worth=(("Aces are high, suits do not matter.", "651a.6"),),
    steps=(
        ('Wagers have to be down before the call of "no more bets". One card goes to each player and to the dealer.', "651a.8(c)"),
        ("The higher card wins.", "651a.9(a)"),
        ("After a War Wager three cards are burned, and each side gets one more card.", "651a.9(f)"),
        ("At War an equal or higher card wins: the War Wager is paid and the Initial Wager returned.", "651a.9(g)"),
    ),
    decisions=(
        ("On a tie, surrender: half of the Initial Wager is lost, and the round is over for you.", "651a.9(c)(1)"),
        ("Or go to War, with a War Wager equal to the Initial Wager; a new Tie Wager may be added.", "651a.9(c)(2)"),
    ),
    pays={WAR: f"{WAR_PAYS[Result.HIGHER]}; {WAR_PAYS[Result.TIE]} when the War deal ties"},
)  # fmt: skip
SHOWN = {
    "casino-war": Shown(
        lambda rules: HOW_TO_PLAY,
        outcomes={
            "surrender": "You surrendered",
            Result.HIGHER: "Your card is higher",
            Result.LOWER: "Your card is lower",
            Result.TIE: "A tie",
        },
        vocabulary=Vocabulary(("war", "surrender", "tie", "no_tie"), asked=("tie hand", "tie on the war deal")),
        take_and_pay="651a.9(d)",
        titles={"es": "Guerra de casino", "zh": "赌场战争"},
    )
}
