"""Craps: bets on the line and on Come, each with all the odds that may stand behind it.

Craps asks its players nothing: they act while betting is open. So this strategy is shown what it has on the layout and
what the layout offers it, and says what it wagers.
"""

from collections.abc import Collection, Iterable

from pitboss.chapters.ch623a_craps.wagers import BACKS, ODDS_ON, Spot
from pitboss.money import Cents
from pitboss.procedure import Answer, Offer
from pitboss.wagers import WAGER

FULL_ODDS = "full odds"


class FullOdds:
    """One bet of each kind at a time, made again once it is decided, and the most odds as soon as it has its point."""

    def __init__(self, stake: Cents, bets: Collection[str] = tuple(ODDS_ON)) -> None:
        self.stake, self.bets = stake, bets

    def wagers(self, seat: int, up: Collection[Spot], offers: Iterable[Offer]) -> list[Answer]:
        """``up``: where the seat has wagers."""
        kinds = {kind for kind, _ in up}
        found = []
        for offer in offers:
            if offer.says != WAGER:
                continue
            if offer.wager in self.bets and offer.wager not in kinds:
                found.append(Answer(seat, WAGER, offer.wager, offer.on, self.stake))
            elif BACKS.get(offer.wager) in self.bets and offer.most:
                found.append(Answer(seat, WAGER, offer.wager, offer.on, offer.most))
        return found
