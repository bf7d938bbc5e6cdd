"""Hands that were set: the size of the low hand, and the names of both hands."""

from collections.abc import Sequence

from pitboss.events import Dealt, Elected, Event, Revealed
from pitboss.game import Game
from pitboss.house.protocol.views import SetHands
from pitboss.submission import RulesSubmission


def shown(game: Game, rules: RulesSubmission, event: Revealed) -> SetHands | None:
    """The two hands, where cards are shown as they were set (the low hand last); None for any other cards shown."""
    if game.preview_setting is None or not event.total or not all(event.cards):
        return None
    made = game.preview_setting(rules, event.cards, event.cards[-game.low_hand_size :])
    return SetHands(game.low_hand_size, made.high, made.low) if made.spoken == event.total else None


def chosen(game: Game, rules: RulesSubmission, hand: Sequence[str], low: Sequence[str]) -> SetHands | None:
    """The names of the two hands that a player chose, where all cards are visible."""
    if game.preview_setting is None or not all(hand) or len(hand) <= len(low) or not {*low} <= {*hand}:
        return None
    made = game.preview_setting(rules, hand, low)
    return SetHands(0, made.high, made.low)


class SetHandsReader:
    """Follows the events of one round as one viewer sees them, and names the hands that an event sets or shows."""

    def __init__(self, game: Game, rules: RulesSubmission) -> None:
        self._game, self._rules = game, rules
        self._hands: dict[tuple[int | str, int], list[str]] = {}

    def read(self, event: Event) -> SetHands | None:
        if isinstance(event, Dealt):
            self._hands.setdefault((event.to, event.hand), []).append(event.card)
        elif isinstance(event, Revealed):
            self._hands[event.of, event.hand] = [*event.cards]
            return shown(self._game, self._rules, event)
        elif isinstance(event, Elected) and event.cards:
            return chosen(self._game, self._rules, self._hands.get((event.by, event.hand), ()), event.cards)
        return None
