"""Hands that were set: how many cards lie low, and what the two hands are called."""

from collections.abc import Sequence
from typing import Any

from pitboss.events import Dealt, Elected, Event, Revealed
from pitboss.game import Game
from pitboss.submission import RulesSubmission

Json = dict[str, Any]


def shown(game: Game, rules: RulesSubmission, event: Revealed) -> Json | None:
    """The two hands of cards that are shown as they were set, those that lie low last; None of any other showing."""
    if game.arranged is None or not event.total or not all(event.cards):
        return None
    made = game.arranged(rules, event.cards, event.cards[-game.low :])
    return {"lows": game.low, "high": made.high, "low": made.low} if made.spoken == event.total else None


def chosen(game: Game, rules: RulesSubmission, hand: Sequence[str], low: Sequence[str]) -> Json | None:
    """What the two hands are called that a player lays, as far as the cards are seen."""
    if game.arranged is None or not all(hand) or len(hand) <= len(low) or not {*low} <= {*hand}:
        return None
    made = game.arranged(rules, hand, low)
    return {"high": made.high, "low": made.low}


class SetHands:
    """Follows the events of one round, as somebody sees them, and tells of each what it says of a hand that is set."""

    def __init__(self, game: Game, rules: RulesSubmission) -> None:
        self._game, self._rules = game, rules
        self._hands: dict[tuple[int | str, int], list[str]] = {}

    def by(self, event: Event) -> Json | None:
        if isinstance(event, Dealt):
            self._hands.setdefault((event.to, event.hand), []).append(event.card)
        elif isinstance(event, Revealed):
            self._hands[event.of, event.hand] = [*event.cards]
            return shown(self._game, self._rules, event)
        elif isinstance(event, Elected) and event.cards:
            return chosen(self._game, self._rules, self._hands.get((event.by, event.hand), ()), event.cards)
        return None
