"""How the house sets its hands: 645a.11(c) and 688a.11(a) as filed, 670a.11(d) and 621a.8(d) as printed and completed.

The lines of a filed way are read here by themselves; the two ways that have a name are written out once more.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from pitboss_audit.facts import Line
from pitboss_audit.poker import (
    FIVE,
    FLUSH,
    FOUR,
    FULL,
    HIGH,
    JOKER,
    PAIR,
    RANKS,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TOP,
    TRIPS,
    TWO_PAIR,
    Rank,
    with_joker,
)
from pitboss_audit.tiles import PAIR_RANK, RANK, splits, strength

Hands = tuple[list[str], list[str]]  # the high hand, the low hand
CLASSES = {
    "high card": HIGH, "pair": PAIR, "two pair": TWO_PAIR, "three of a kind": TRIPS, "straight": STRAIGHT, "flush": FLUSH,
    "full house": FULL, "four of a kind": FOUR, "five aces": TOP,
}  # fmt: skip
SHAPES = {
    "no pair": ("",), "pair": ("2",), "two pair": ("22",), "three pair": ("222",), "three of a kind": ("3",),
    "two threes": ("33",), "full house": ("32", "322"), "four of a kind": ("4", "42", "43"), "five aces": ("5", "52"),
}  # fmt: skip
ALIKE = (
    "no pair: straight", "no pair: high card", "pair: straight", "pair: pair", "three pair: two pair with 22 low",
    "three of a kind: straight", "three of a kind A: pair", "three of a kind: three of a kind",
    "two threes: three of a kind with 22 low", "five aces: five aces with KK low", "five aces: three of a kind with 22 low",
    "four of a kind 2-6: four of a kind",
)  # fmt: skip
NAMED = {
    "standard": (
        *ALIKE, "two pair 2-6 2-6: two pair with K low", "two pair 7-K 2-6: two pair with A low",
        "two pair 7-T 7-T: two pair with A low", "two pair: pair with 22 low", "full house any 2: full house with AK low",
        "full house: three of a kind with 22 low", "four of a kind 7-T: four of a kind with A low",
        "four of a kind J-K: four of a kind with TT low", "four of a kind A: four of a kind with 77 low",
        "four of a kind: pair with 22 low",
    ),
    "split": (
        *ALIKE, "two pair 2-6 2-6: two pair with A low", "two pair: pair with 22 low",
        "full house: three of a kind with 22 low", "four of a kind 7-K: four of a kind with 22 low",
        "four of a kind: pair with 22 low",
    ),
}  # fmt: skip


SET = "set"  # the kind of a line for hands that lay otherwise than the house sets them


def rank(cards: Sequence[str]) -> Rank:
    return with_joker(tuple(sorted(cards)))


def by_way(rules: Mapping[str, Any], cards: Sequence[str]) -> Hands:
    """Seven cards: the first line about their ranks that a lawful setting carries out; the best low hand, then the best high."""
    way = rules.get("house_way", "standard")
    lines = rules["house_way_rules"] if way == "filed" else NAMED[way]
    lawful = [(rank(low), rank(high), high, low) for high, low in laid(cards, 2) if rank(high) >= rank(low)]
    shape, repeated = ranks_of(cards)
    for line in lines:
        head, _, orders = line.partition(": ")
        named = next(name for name in sorted(SHAPES, key=len, reverse=True) if head.startswith(name))
        spans = head[len(named) :].split()
        if shape not in SHAPES[named] or len(spans) > len(repeated) or not all(map(within, repeated, spans)):
            continue
        high, _, low = orders.removesuffix(" low").partition(" with ")
        fitting = [one for one in lawful if reaches(one[1], high) and one[0] >= least(low)]
        if fitting:
            _, _, best_high, best_low = max(fitting, key=lambda one: one[:2])
            return best_high, best_low
    raise ValueError(f"no line of the house way sets {cards}")


def laid(cards: Sequence[str], size: int) -> list[Hands]:
    return [([c for c in cards if c not in low], list(low)) for low in combinations(cards, size)]


def ranks_of(cards: Sequence[str]) -> tuple[str, list[int]]:
    """How often ranks repeat, and which; the joker is an ace."""
    held = [RANKS.index("A" if card == JOKER else card[0]) for card in cards]
    repeated = sorted(((held.count(one), one) for one in set(held) if held.count(one) > 1), reverse=True)
    return "".join(str(many) for many, _ in repeated), [one for _, one in repeated]


def within(one: int, span: str) -> bool:
    first, _, last = ("2-A" if span == "any" else span).partition("-")
    return RANKS.index(first) <= one <= RANKS.index(last or first)


ORDER = (HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH, ROYAL, FIVE, TOP)


def reaches(made: Rank, wanted: str) -> bool:
    return ORDER.index(made[0]) >= ORDER.index(CLASSES[wanted])


@cache
def least(low: str) -> Rank:
    if not low:
        return HIGH, ()
    return rank([low[0] + "S", (low[1:] or "2") + "H"])


def by_670a(cards: Sequence[str]) -> Hands:
    """670a.11(d): the best class of high hand, then the best single card, then the best high hand (I-670a-04 to -08)."""

    def merit(hands: Hands) -> tuple[Any, ...]:
        high, low = hands
        kind = rank(high)[0]
        return STRAIGHT_FLUSH if kind == ROYAL else kind, rank(low), rank(high), JOKER in low

    return max((one for one in laid(cards, 1) if rank(one[0]) >= rank(one[1])), key=merit)


def by_621a(rules: Mapping[str, Any], tiles: Sequence[str]) -> Hands:
    """621a.8(d): pair, Wong or Gong; else 9, 8 or 7; else the best tile with the worst; completed as filed (I-621a-03)."""
    twos = [tuple(sorted(two)) for two in combinations(tiles, 2)]
    paired = [PAIR_RANK[two] for two in twos if two in PAIR_RANK]
    if paired:
        played = {two for two in twos if PAIR_RANK.get(two) == min(paired)}
    else:
        value = next((v for v in (9, 8, 7) if any(strength(two)[1] == v for two in twos)), None)
        ordered = sorted(tiles, key=lambda tile: (RANK[tile], tile))
        ends = {tuple(sorted((ordered[0], ordered[-1])))}
        played = ends if value is None else {two for two in twos if strength(two)[1] == value}
    ways = [way for way in splits(tiles) if any(tuple(sorted(hand)) in played for hand in way)]
    if rules.get("house_way") == "high_first":
        return max(ways, key=lambda way: (strength(way[0]), strength(way[1])))
    return max(ways, key=lambda way: (strength(way[1]), strength(way[0])))


def set_otherwise(lay: Sequence[str], size: int, ours: Hands, of: object, cite: str) -> list[Line]:
    """A line that no record has, where hands lay otherwise; ``size``: of the high hand, which lies first. Suits say nothing."""
    value = strength if "-" in lay[0] else rank
    if (value(lay[:size]), value(lay[size:])) == (value(ours[0]), value(ours[1])):
        return []
    return [Line(of if isinstance(of, int) else 0, "house way", str(of), cite=cite, kind=SET)]
