"""What seven cards make for the optional wagers of the Pai Gow Poker games, with a joker that is an ace or completes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations

from pitboss_audit import poker
from pitboss_audit.poker import DECK, JOKER, RANKS, SUITS, natural, number, with_joker

SEVEN, SEVEN_JOKER = "Seven-card straight flush", "Seven-card straight flush with joker"
SEVEN_NATURAL, SEVEN_WILD = "Seven-card natural straight flush", "Seven-card wild straight flush"
NAMES = {
    poker.TOP: "Five aces",
    poker.FIVE: "Five-of-a-kind",
    poker.ROYAL: "Royal flush",
    poker.STRAIGHT_FLUSH: "Straight flush",
    poker.FOUR: "Four-of-a-kind",
    poker.FULL: "Full house",
    poker.FLUSH: "Flush",
    poker.TRIPS: "Three-of-a-kind",
    poker.STRAIGHT: "Straight",
}
AK, KQ = "royal and ace king", "royal and king queen"


@cache
def wild_joker(cards: tuple[str, ...]) -> poker.Rank:
    """I-688a-11: the joker is any card at all."""
    if JOKER not in cards:
        return natural(cards)
    others = [card for card in cards if card != JOKER]
    return max(natural([*others, card]) for card in DECK)


def run_of_seven(cards: Sequence[str]) -> bool:
    """Seven in sequence and suit, the joker for any of them; the ace is high or low."""
    plain = [card for card in cards if card != JOKER]
    if len(cards) != 7 or len({card[1] for card in plain}) > 1 or len({card[0] for card in plain}) < len(plain):
        return False
    ranks = {number(card) for card in plain}
    return any(ranks <= set(range(low, low + 7)) for low in range(7)) or ranks <= {12, 0, 1, 2, 3, 4, 5}


def royal_with(cards: Sequence[str], pair: str) -> bool:
    """A royal flush in five of the cards, and two more of one suit, of these ranks and natural (I-645a-05)."""
    for suit in SUITS:
        two = [rank + suit for rank in pair]
        left = list(cards)
        if all(card in left for card in two):
            for card in two:
                left.remove(card)
            if with_joker(tuple(sorted(left)))[0] == poker.ROYAL:
                return True
    return False


@cache
def made(cards: tuple[str, ...], *, wild: bool = False) -> frozenset[str]:
    """Every line that some of the cards make."""
    rank = wild_joker if wild else with_joker
    found = {NAMES.get(rank(tuple(sorted(five)))[0], "") for five in combinations(cards, 5)}
    if wild and {"AS", "AH", "AD", "AC", JOKER} <= set(cards):
        found.add("Five aces")
    if run_of_seven(cards):
        found |= {SEVEN_JOKER, SEVEN_WILD} if JOKER in cards else {SEVEN, SEVEN_NATURAL}
    found |= {name for name, pair in ((AK, "AK"), (KQ, "KQ")) if royal_with(cards, pair)}
    pairs = Counter("A" if card == JOKER else card[0] for card in cards)
    if sum(count >= 2 for count in pairs.values()) >= 3:
        found.add("Three pair")
    return frozenset(found - {""})


def line_in(table: Mapping[str, str], cards: Sequence[str], matches: Mapping[str, str], *, wild: bool = False) -> str:
    """The first line of a paytable that the cards make; ``matches``: what it calls a royal flush with two more."""
    lines = {matches.get(name, name) for name in made(tuple(cards), wild=wild)}
    if SEVEN_JOKER in lines and SEVEN_JOKER not in table and SEVEN_WILD not in table:
        lines.add(SEVEN)
    return next((line for line in table if line in lines), "")


def high_card(cards: Sequence[str]) -> str:
    """The highest rank of cards without a pair, straight or flush; empty where there is one. A joker is an ace."""
    if made(tuple(cards)):
        return ""
    ranks = ["A" if card == JOKER else card[0] for card in cards]
    return max(ranks, key=RANKS.index) if len(set(ranks)) == len(ranks) else ""
