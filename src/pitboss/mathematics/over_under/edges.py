"""Over/Under: every first card with the better of its wagers, every two cards after it."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import lcm, perm

from pitboss.chapters.ch686a_over_under import (
    DECKS,
    OVER,
    POINTS,
    SURRENDER,
    UNDER,
    Rules,
    bonus_line,
    bonus_pays,
    side_pays,
)
from pitboss.equipment.cards import DECK, rank
from pitboss.game import Game
from pitboss.mathematics.kit.edge import Covariance, Edge, beside, distribution
from pitboss.submission import RulesSubmission

Lines = list[tuple[str, Fraction, Fraction]]  # name, net, probability


@cache
def shoe() -> Mapping[int, int]:
    """How many cards there are of each point value."""
    counts: dict[int, int] = {}
    for card in DECK * DECKS:
        value = POINTS[rank(card)]
        counts[value] = counts.get(value, 0) + 1
    return counts


@cache
def totals(first: int) -> Mapping[int, Fraction]:
    """The probability of each total after a first card of this value."""
    left = dict(shoe())
    left[first] -= 1
    return totals_from(first, left)


def totals_from(first: int, left: Mapping[int, int]) -> Mapping[int, Fraction]:
    """The same where so many cards of each point value are left."""
    cards = sum(left.values())
    found: dict[int, Fraction] = {}
    for second, seconds in left.items():
        for third, thirds in left.items():
            ways = seconds * (thirds - (second == third))
            total = first + second + third
            found[total] = found.get(total, Fraction(0)) + Fraction(ways, cards * (cards - 1))
    return found


def expectation(first: int, election: str) -> Fraction:
    """What Ante and further wager net, for each unit of the Ante, with this choice after this first card."""
    if election == SURRENDER:
        return Fraction(-1)
    return sum((_net(election, total) * chance for total, chance in totals(first).items()), Fraction(0))


def _net(side: str, total: int) -> Fraction:
    """Ante and further wager stand or fall together."""
    odds = side_pays(side, total)
    return Fraction(-2) if odds is None else 2 * odds.net


@cache
def elections() -> Mapping[int, str]:
    """The best choice after each first card."""
    best: dict[int, str] = {}
    for first in shoe():
        worth = {choice: expectation(first, choice) for choice in (OVER, UNDER, SURRENDER)}
        best[first] = max(worth, key=worth.__getitem__)
    return best


def edges(rules: Rules) -> list[Edge]:
    found = [further(OVER), further(UNDER)]
    if not rules.bonus_wager:
        return [main_game(), *found]
    return [beside(main_game(), [(bonus(), _with_bonus())]), *found, bonus()]


def _lines(firsts: Mapping[int, Fraction]) -> tuple[Lines, Fraction]:
    """Ante with the best further wager over these first cards, and what is staked on average."""
    return main_lines(firsts, totals)


def main_lines(
    firsts: Mapping[int, Fraction], totals: Callable[[int], Mapping[int, Fraction]]
) -> tuple[Lines, Fraction]:
    """The same with other chances of the totals; the further wagers are those of the full shoe."""
    lines: Lines = []
    staked = Fraction(0)
    for first, chance in firsts.items():
        side = elections()[first]
        staked += chance * (1 if side == SURRENDER else 2)
        if side == SURRENDER:
            lines.append((SURRENDER, Fraction(-1), chance))
            continue
        for total, then in totals(first).items():
            won = side_pays(side, total) is not None
            lines.append((f"{side} {'wins' if won else 'loses'}", _net(side, total), chance * then))
    return lines, staked


def _firsts(side: str = "") -> Mapping[int, Fraction]:
    """First cards with their probability, or those on which one wager is the best, given that it is."""
    chosen = {first: count for first, count in shoe().items() if not side or elections()[first] == side}
    return {first: Fraction(count, sum(chosen.values())) for first, count in chosen.items()}


@cache
def main_game() -> Edge:
    """Ante with Over 23 or Under 18, whichever is better after the first card; surrender never is."""
    lines, staked = _lines(_firsts())
    return Edge(
        "686a", "over-under", "ante", distribution(lines), decks=DECKS, strategy="optimal", staked=staked,
        covariance=_covariance(_main_net),
        note="with the better of Over 23 and Under 18 after each first card",
    )  # fmt: skip


@cache
def further(side: str) -> Edge:
    """Ante and one further wager, over the first cards on which it is the best choice."""
    lines, staked = _lines(_firsts(side))
    return Edge(
        "686a", "over-under", side, distribution(lines), decks=DECKS, strategy="optimal", staked=staked,
        note="with the Ante, over the first cards on which it is the best choice", conditional=True,
    )  # fmt: skip


@cache
def bonus() -> Edge:
    """By the total of three cards."""
    lines = distribution(bonus_lines(_firsts(), totals))
    return Edge(
        "686a", "over-under", "bonus", lines, paytable="686a.8(b)", decks=DECKS, covariance=_covariance(_bonus_net),
    )  # fmt: skip


def bonus_lines(firsts: Mapping[int, Fraction], totals: Callable[[int], Mapping[int, Fraction]]) -> Lines:
    """How the Bonus Wager ends."""
    lines: Lines = []
    for first, chance in firsts.items():
        for total, then in totals(first).items():
            odds = bonus_pays(total)
            name = "13 to 26" if odds is None else bonus_line(total)
            lines.append((name, Fraction(-1) if odds is None else odds.net, chance * then))
    return lines


# --- two boxes: there is no dealer's hand, but both are dealt from the same shoe ------------------------------------------


def _main_net(first: int, total: int) -> Fraction:
    side = elections()[first]
    return Fraction(-1) if side == SURRENDER else _net(side, total)


def _bonus_net(first: int, total: int) -> Fraction:
    odds = bonus_pays(total)
    return Fraction(-1) if odds is None else odds.net


def _with_bonus() -> Fraction:
    """The mean product of what the main game and the Bonus Wager of one hand net."""
    return sum(
        (
            chance * then * _main_net(first, total) * _bonus_net(first, total)
            for first, chance in _firsts().items()
            for total, then in totals(first).items()
        ),
        Fraction(0),
    )


def _covariance(net: Callable[[int, int], Fraction]) -> Covariance:
    """Of two hands of three cards: the second is dealt from a shoe without the first."""
    every = list(_hands(shoe()))
    exact = {hand: net(hand[0], sum(hand)) for hand, _ in every}
    whole = lcm(*(each.denominator for each in exact.values()))
    nets = {hand: int(each * whole) for hand, each in exact.items()}
    orders = sum(ways for _, ways in every)
    total = product = 0
    for hand, ways in every:
        left = dict(shoe())
        for value in hand:
            left[value] -= 1
        total += ways * nets[hand]
        product += ways * nets[hand] * sum(then * nets[other] for other, then in _hands(left))
    after = perm(sum(shoe().values()) - len(every[0][0]), len(every[0][0]))
    return Covariance(Fraction(product, orders * after * whole**2) - Fraction(total, orders * whole) ** 2)


def _hands(left: Mapping[int, int]) -> Iterator[tuple[tuple[int, int, int], int]]:
    """Every first card with two more, the lower first, and in how many orders they may be dealt."""
    for first in shoe():
        for second, third in combinations_with_replacement(shoe(), 2):
            one = left[first]
            two = left[second] - (second == first)
            three = left[third] - (third == first) - (third == second)
            if min(one, two, three) > 0:
                yield (first, second, third), one * two * three * (1 if second == third else 2)


def variants(game: Game) -> Iterator[RulesSubmission]:
    yield Rules(bonus_wager=True)
