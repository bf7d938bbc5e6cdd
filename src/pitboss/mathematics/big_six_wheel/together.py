"""Big Six Wheel: one spin decides every wager."""

from pitboss.chapters.ch619a_big_six_wheel.rules import SYMBOL, SYMBOLS, WHEEL, Rules
from pitboss.mathematics.kit.together import Spot, Together, one_draw
from pitboss.money import Cents, winnings


def together(rules: Rules) -> Together:
    def net(spot: Spot, won: bool, stake: Cents) -> Cents:
        return winnings(stake, rules.odds(spot[1]), rules.payout_rounding) if won else -stake

    return one_draw(((1, {(SYMBOL, each): each == at for each in SYMBOLS}) for at in WHEEL.order), net)
