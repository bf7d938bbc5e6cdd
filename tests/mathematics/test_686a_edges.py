"""Over/Under: the edges against a count of all hands by rank, and against the published paybacks."""

from fractions import Fraction
from itertools import product

import pytest

from pitboss.chapters.ch686a_over_under import GAME, Rules
from pitboss.mathematics.kit.edge import Edge, edges_for, variants
from pitboss.mathematics.over_under.edges import edges, elections, expectation

VALUES = {**{str(n): n for n in range(2, 11)}, "J": 10, "Q": 10, "K": 10, "A": 11}
BONUS = {6: 50, 7: 10, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1, 27: 1, 28: 2, 29: 3, 30: 4, 31: 5, 32: 10, 33: 50}
COPIES = 24


def hands() -> list[tuple[str, int, int]]:
    """Every ordered hand of three ranks: its first rank, its total, and in how many ways six decks give it."""
    found = []
    for a, b, c in product(VALUES, repeat=3):
        ways = COPIES * (COPIES - (b == a)) * (COPIES - (c == a) - (c == b))
        found.append((a, VALUES[a] + VALUES[b] + VALUES[c], ways))
    return found


EVERY = 312 * 311 * 310


def by_wager() -> dict[str, Edge]:
    return {e.wager: e for e in edges(Rules(bonus_wager=True))}


def test_every_hand_is_counted() -> None:
    """The hands counted here are all there are."""
    assert sum(ways for _, _, ways in hands()) == EVERY


def test_main_game_by_counting() -> None:
    """For each first card the better of over and under, over every hand that begins with it."""
    net = 0
    for rank in VALUES:
        over = sum(ways * (2 if total > 23 else -2) for first, total, ways in hands() if first == rank)
        under = sum(ways * (2 if total < 18 else -2) for first, total, ways in hands() if first == rank)
        net += max(over, under)
    assert by_wager()["ante"].house_edge == -Fraction(net, EVERY) == Fraction(13158, 626665)


def test_bonus_by_counting() -> None:
    """The Bonus Wager over every hand."""
    net = sum(ways * BONUS.get(total, -1) for _, total, ways in hands())
    assert by_wager()["bonus"].house_edge == -Fraction(net, EVERY) == Fraction(2702, 48205)


def test_published_paybacks() -> None:
    """98.950 % of all money wagered in the main game, 94.395 % of the Bonus Wager."""
    main, bonus = by_wager()["ante"], by_wager()["bonus"]
    assert round((1 - main.element_of_risk) * 100_000) == 98_950
    assert round((1 - bonus.element_of_risk) * 100_000) == 94_395
    assert main.staked == 2


@pytest.mark.parametrize(("firsts", "choice"), [(range(2, 6), "under_18"), (range(6, 12), "over_23")])
def test_best_choice_after_each_first_card(firsts: range, choice: str) -> None:
    """Under 18 from 2 to 5, Over 23 from 6 to the ace; each is strictly the best of the three."""
    for first in firsts:
        assert elections()[first] == choice
        others = {"over_23", "under_18", "surrender"} - {choice}
        assert all(expectation(first, choice) > expectation(first, other) for other in others)


def test_surrender_is_never_best() -> None:
    """The worst first card, a 6, still costs less than the Ante: 0.859 of it (I-686a-04)."""
    worst = min(expectation(first, choice) for first, choice in elections().items())
    assert round(worst * 1000) == -859
    assert "surrender" not in elections().values()


def test_further_wagers_make_up_the_main_game() -> None:
    """Over 23 and Under 18, each where it is best, weighted by how often that is."""
    by = by_wager()
    under = Fraction(4 * COPIES, 312)
    assert by["over_23"].house_edge * (1 - under) + by["under_18"].house_edge * under == by["ante"].house_edge


def test_bonus_only_where_offered() -> None:
    """The variants show the Bonus Wager; a table without it has no edge of it."""
    assert [e.wager for e in edges(Rules())] == ["ante", "over_23", "under_18"]
    assert [e.wager for rules in variants(GAME) for e in edges_for(GAME, rules)] == ["ante", "over_23", "under_18",
        "bonus"]  # fmt: skip
