"""Cards for hands of the cases: others than those in use, in orders that make nothing by chance."""

from collections.abc import Iterable

from pitboss_audit.poker import DECK, SUITS


def mixed(ranks: str, used: Iterable[str], start: int = 0) -> list[str]:
    """Cards of these ranks that are still there, in suits by turns, so that they make no flush by chance."""
    taken, cards = set(used), []
    for place, rank in enumerate(ranks):
        suit = next(s for s in (SUITS[(place + start + step) % 4] for step in range(4)) if rank + s not in taken)
        cards.append(rank + suit)
        taken.add(rank + suit)
    return cards


def rest(used: Iterable[str]) -> list[str]:
    """Every other card of a deck with one joker, in a fixed order that mixes ranks and suits."""
    taken = set(used)
    return [card for card in (DECK[(place * 23) % 52] for place in range(52)) if card not in taken]
