"""Baccarat: every order of card values in the first six cards of a full shoe, counted; what is burned is unseen.

Six cards are counted whether or not all are dealt, so that every count is out of the same total.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import perm

from pitboss.equipment.cards import DECK, rank
from pitboss.families.baccarat.hands import BANKER, POINTS, Hand, banker_draws, player_draws
from pitboss.families.baccarat.rules import BaccaratRules, DragonPaytable, Verdict, verdict
from pitboss.mathematics.kit.edge import Edge, distribution
from pitboss.money import Odds
from pitboss.submission import RulesSubmission

Hands = tuple[Hand, Hand]  # the Player's, the Banker's
HIGHER_TIE = Odds.parse("9 to 1")  # that some houses pay
MOST = 6  # cards a round takes at most


@cache
def coups(decks: int) -> Mapping[Hands, int]:
    """How many orders of six cards lead to each pair of final hands."""
    found = coups_of(shoe(decks))
    assert sum(found.values()) == total(decks)
    return found


def shoe(decks: int) -> tuple[int, ...]:
    """How many cards there are of each value."""
    counts = [0] * 10
    for card in DECK * decks:
        counts[POINTS[rank(card)]] += 1
    return tuple(counts)


@cache
def coups_of(counts: tuple[int, ...]) -> Mapping[Hands, int]:
    """The same of any cards."""
    found: dict[Hands, int] = {}
    for player, ways, others in _pairs(list(counts)):
        for banker, banker_ways, rest in _pairs(others):
            for hands, count in _third_cards(player, banker, rest):
                found[hands] = found.get(hands, 0) + ways * banker_ways * count
    return found


def total(decks: int) -> int:
    return perm(len(DECK) * decks, MOST)


def _pairs(left: list[int]) -> Iterator[tuple[int, int, list[int]]]:
    """Point Counts of two cards, each with its number of orders and what is left after it, by value."""
    for low in range(10):
        for high in range(low, 10):
            ways = left[low] * (left[low] - 1) if low == high else 2 * left[low] * left[high]
            rest = left.copy()
            rest[low] -= 1
            rest[high] -= 1
            yield (low + high) % 10, ways, rest


def _third_cards(player: int, banker: int, rest: list[int]) -> Iterator[tuple[Hands, int]]:
    """The final hands from two-card counts, with the orders of the fifth and sixth card."""
    cards = sum(rest)
    if not player_draws(player, banker):
        stays = Hand(player, 2)
        if not banker_draws(player, banker, None):
            yield (stays, Hand(banker, 2)), cards * (cards - 1)
            return
        for third, ways in enumerate(rest):
            yield (stays, Hand((banker + third) % 10, 3)), ways * (cards - 1)
        return
    for third, ways in enumerate(rest):
        mine = Hand((player + third) % 10, 3)
        if not banker_draws(player, banker, third):
            yield (mine, Hand(banker, 2)), ways * (cards - 1)
            continue
        for sixth, sixth_ways in enumerate(rest):
            yield (mine, Hand((banker + sixth) % 10, 3)), ways * (sixth_ways - (sixth == third))


# --- edges


def edges(game: str, rules: BaccaratRules) -> list[Edge]:
    """One record for each spot that is offered."""
    return [_edge(game, rules, kind, on) for kind, on in rules.spots]


def _edge(game: str, rules: BaccaratRules, kind: str, on: str) -> Edge:
    decks, whole = rules.shoe_decks, total(rules.shoe_decks)
    counts = settled(rules, kind, on, coups(decks))
    vigorish = kind == BANKER and rules.vigorish is not None
    return Edge(
        rules.law.chapter,
        game,
        kind,
        distribution((name, value, Fraction(count, whole)) for (name, value), count in counts.items()),
        on,
        paytable=rules.dragon_bonus_paytable if on else str(rules.spots[kind, on].odds[0]),
        decks=decks,
        options={"ez_baccarat": str(rules.ez_baccarat).lower()},
        note="vigorish is exactly 5% of what is won; rounding it up costs more" if vigorish else "",
    )


def settled(rules: BaccaratRules, kind: str, on: str, hands: Mapping[Hands, int]) -> Mapping[tuple[str, Fraction], int]:
    """In how many ways a wager ends how, and what one unit of it then nets."""
    counts: dict[tuple[str, Fraction], int] = {}
    for (player, banker), count in hands.items():
        found = verdict(kind, on, player, banker, rules)
        line = found.outcome or "lose", net(kind, found, rules)
        counts[line] = counts.get(line, 0) + count
    return counts


def net(kind: str, found: Verdict, rules: BaccaratRules) -> Fraction:
    """For each unit staked; vigorish on a winning Banker's Hand is exactly its percentage (I-GEN-05)."""
    if found.push:
        return Fraction(0)
    if found.odds is None:
        return Fraction(-1)
    fee = rules.vigorish.exact(1) if kind == BANKER and rules.vigorish is not None else 0
    return found.odds.net * (1 - fee)


def variants(rules: type[BaccaratRules]) -> Iterator[RulesSubmission]:
    """Six, seven and eight decks, with vigorish and as EZ Baccarat; the other paytables, and the Tie Wager at 9 to 1."""
    for decks in (8, 7, 6):
        for ez in (False, True):
            yield rules(decks=decks, ez_baccarat=ez, dragon_bonus=True)
        for table in (DragonPaytable.B, DragonPaytable.C):
            yield rules(decks=decks, dragon_bonus=True, dragon_bonus_paytable=table, tie_odds=HIGHER_TIE)
