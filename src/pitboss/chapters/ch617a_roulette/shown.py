"""What is only shown of Roulette."""

from pitboss.chapters.ch617a_roulette.rules import Rules, WheelInUse
from pitboss.shown import HowToPlay, Shown, Vocabulary


def how_to_play(rules: Rules) -> HowToPlay:
    zeros, behind = {
        WheelInUse.DOUBLE: ("0 and 00", "617a.1(d)"),
        WheelInUse.SINGLE: ("0", "617a.1(c)"),
        WheelInUse.DOUBLE_AS_SINGLE: ("0 and 00, of which only the 0 is played", "617a.1(e)"),
    }[rules.wheel]
    return HowToPlay(
        worth=((f"The wheel has the numbers 1 to 36, half of them red and half black, and {zeros} in green.", behind),),
        steps=(
            ("Buy Roulette chips of your own colour and place them on the layout; you answer for where they lie.", "617a.3(c)"),
            ('The dealer spins the ball against the wheel. Betting ends with the call of "no more bets".', "617a.5(b)"),
            ("The ball has to go round four times at least, or the spin does not count.", "617a.5(a)"),
            ("The dealer calls the number, marks it, takes all losing wagers and then pays the winning ones.", "617a.5(e)"),
            ("Exchange your Roulette chips for value chips before you leave the table.", "617a.3(b)"),
        ),
    )  # fmt: skip


SHOWN = {
    "roulette": Shown(
        how_to_play,
        favorite=2,
        vocabulary=Vocabulary(),
        same_demand={"617a.4(c)(1)": "617a.1(e)(2)"},
        take_and_pay="617a.5(e)",
        titles={"es": "Ruleta", "zh": "轮盘"},
        abouts={"es": "Apueste dónde se detendrá la bola.", "zh": "押注小球停在哪里。"},
    )
}
