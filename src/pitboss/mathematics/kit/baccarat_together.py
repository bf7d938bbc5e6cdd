"""Baccarat: the two hands of a coup decide every wager."""

from pitboss.families.baccarat.hands import BANKER
from pitboss.families.baccarat.rules import BaccaratRules, verdict
from pitboss.mathematics.kit.baccarat_counting import Hands, coups
from pitboss.mathematics.kit.together import Spot, Together, one_draw
from pitboss.money import Cents, Odds, winnings

Result = tuple[Odds | None, bool]  # what it pays if it won; whether it is a push


def together(rules: BaccaratRules) -> Together:
    def result(spot: Spot, hands: Hands) -> Result:
        found = verdict(*spot, *hands, rules)
        return found.odds, found.push

    def net(spot: Spot, result: Result, stake: Cents) -> Cents:
        odds, push = result
        if push or odds is None:
            return 0 if push else -stake
        won = winnings(stake, odds, rules.payout_rounding)
        return won - (rules.vigorish.due(won) if spot[0] == BANKER and rules.vigorish is not None else 0)

    spots = list(rules.spots)
    return one_draw(
        ((count, {spot: result(spot, hands) for spot in spots}) for hands, count in coups(rules.shoe_decks).items()),
        net,
    )
