"""Sic Bo: one throw decides every wager."""

from pitboss.chapters.ch625a_sic_bo.rules import DICE, SPOTS, Rules, odds
from pitboss.equipment.dice import faces, throws
from pitboss.mathematics.kit.together import Spot, Together, one_draw
from pitboss.money import Cents, Odds, winnings


def together(rules: Rules) -> Together:
    def result(spot: Spot, throw: str) -> Odds | None:
        return odds(*spot, faces(throw)) if spot in rules.winners[throw] else None

    def net(spot: Spot, pays: Odds | None, stake: Cents) -> Cents:
        return -stake if pays is None else winnings(stake, pays, rules.payout_rounding)

    return one_draw(((1, {spot: result(spot, throw) for spot in SPOTS}) for throw in throws(DICE)), net)
