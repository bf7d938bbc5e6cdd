"""What the roads mark on a result besides who won: pairs among the first two cards, and naturals."""

from collections.abc import Sequence

from pitboss.equipment.cards import rank
from pitboss.events import Dealt, Event, Revealed
from pitboss.faces import is_unknown
from pitboss.families.baccarat.hands import BANKER, HOLDER, PLAYER, Hand

SIDES = {BANKER: "banker", PLAYER: "player"}


def marks(events: Sequence[Event]) -> tuple[str, ...]:
    """``banker_pair``, ``player_pair``, ``natural_8`` or ``natural_9`` of a round; simulated hands have none."""
    hands = {side: _cards(events, HOLDER[side]) for side in SIDES}
    pairs = tuple(f"{SIDES[side]}_pair" for side, cards in hands.items() if _is_pair(cards))
    naturals = [hand.points for hand in map(Hand.of, filter(all, hands.values())) if hand.natural]
    return (*pairs, *((f"natural_{max(naturals)}",) if naturals else ()))


def _cards(events: Sequence[Event], holder: str) -> list[str]:
    """The cards of a hand in the order in which they were dealt; one that lay face down is known once it is turned."""
    dealt: list[str] = []
    for event in events:
        if isinstance(event, Dealt) and event.to == holder and not event.hand:
            dealt.append(event.card)
        elif isinstance(event, Revealed) and event.of == holder and not event.hand:
            dealt[: len(event.cards)] = event.cards
    return [] if any(is_unknown(card) for card in dealt) else dealt


def _is_pair(cards: Sequence[str]) -> bool:
    return len(cards) > 1 and rank(cards[0]) == rank(cards[1])
