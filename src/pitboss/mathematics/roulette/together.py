"""Roulette: one spin decides every wager."""

from pitboss.chapters.ch617a_roulette.rules import Rules, WheelInUse, pay, wins
from pitboss.mathematics.kit.together import Spot, Together, one_draw
from pitboss.money import Cents
from pitboss.wagers import Wager


def together(rules: Rules) -> Together:
    """Every compartment alike; 617a.4(c)(2): where 00 is spun again it never decides anything."""
    dead = ("00",) if rules.wheel is WheelInUse.DOUBLE_AS_SINGLE else ()
    pockets = [pocket for pocket in rules.device.order if pocket not in dead]
    first = {spot: next(pocket for pocket in pockets if wins(*spot, pocket, rules)) for spot in rules.covers}

    def net(spot: Spot, won: bool, stake: Cents) -> Cents:
        return (pay(Wager(1, *spot, stake), first[spot], rules).returned if won else 0) - stake

    return one_draw(((1, {spot: wins(*spot, pocket, rules) for spot in rules.covers}) for pocket in pockets), net)
