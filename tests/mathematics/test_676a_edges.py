"""Go Fore It: the published edges against a brute force over cards, not point values."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from pitboss.chapters.ch676a_go_fore_it.rules import Rules, gopher_pays, points, score
from pitboss.equipment.cards import DECK
from pitboss.mathematics.go_fore_it.edges import edges, elections, gopher, hands, main_game, skins, variants


def test_hands_are_all_the_hands() -> None:
    """The multisets count C(52,4) hands, and C(48,4) after four cards are gone."""
    assert sum(ways for _, ways in hands(4)) == comb(52, 4)
    assert sum(ways for _, ways in hands(4, (1, 1, 10, 5))) == comb(48, 4)


def test_main_game_by_brute_force_over_cards() -> None:
    """Every two front cards, every two hole cards, the better of folding and going on."""
    total = Fraction(0)
    for front in combinations(DECK, 2):
        rest = [card for card in DECK if card not in front]
        key = tuple(sorted(points([card]) for card in front))
        if key not in _SEEN:
            nets = 0
            for hole in combinations(rest, 2):
                held = points([*front, *hole])
                nets += {"albatross": 26, "eagle": 6, "birdie": 3, "par": 2, "over par": -2}[score(held)]
            _SEEN[key] = max(Fraction(nets, comb(50, 2)), Fraction(-1))
        total += _SEEN[key]
    assert main_game().house_edge == -total / comb(52, 2)


_SEEN: dict[tuple[int, ...], Fraction] = {}


def test_fold_from_fifteen() -> None:
    """The optimal election is a threshold: fold two front cards of 15 points or more, go on with 14 or fewer."""
    assert {sum(front) for front, goes_on in elections().items() if goes_on} == set(range(2, 15))
    assert {sum(front) for front, goes_on in elections().items() if not goes_on} == set(range(15, 21))


def test_skins_by_symmetry() -> None:
    """Before the cards are seen player and dealer are alike: winning and losing without a tie are equally likely."""
    ties = Fraction(0)
    for mine, ways in hands(4):
        same = sum(count for dealer, count in hands(4, mine) if sum(dealer) == sum(mine))
        ties += Fraction(ways * same, comb(52, 4) * comb(48, 4))
    assert skins().chance(1) == (1 - ties) / 2
    assert skins().house_edge == ties


@pytest.mark.parametrize("rules", list(variants(None)), ids=lambda rules: rules.gopher_paytable)  # type: ignore[arg-type]
def test_gopher_by_brute_force_over_cards(rules: Rules) -> None:
    """All 270,725 hands, by the chapter's own function."""
    net = sum((odds.net if (odds := gopher_pays(hand, rules.gopher)) else -1) for hand in combinations(DECK, 4))
    assert gopher(rules).house_edge == -Fraction(net) / comb(52, 4)


def test_every_wager_has_an_edge() -> None:
    """Front 9 (with Back 9), Skins and Gopher."""
    assert [edge.wager for edge in edges(Rules())] == ["front_9", "skins", "gopher"]
