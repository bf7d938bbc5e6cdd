"""House ways over all hands of seven cards: each is set, none foul, and as the second engine sets it."""

import random
from math import comb

import numpy as np
import pytest

from pitboss.chapters.ch645a_pai_gow_poker.rules import Rules
from pitboss.families.house_ways import HOUSE_WAYS, HouseWayName, low_hands, setting, way_of
from pitboss.mathematics.kit.every_hand import every_hand
from pitboss.mathematics.kit.house_ways import NUMBER
from pitboss.mathematics.pai_gow_poker.best_play import WON
from pitboss.mathematics.pai_gow_poker.best_settings import BEST_HIGH, BEST_LOW, LOST, best_with_copies, lay
from pitboss.mathematics.pai_gow_poker.edges import main_game
from pitboss.mathematics.pai_gow_poker.published_ways import published_ways
from pitboss.mathematics.pai_gow_poker.unseen_hands import unseen
from pitboss_audit.setting import by_way, rank
from soak.house_ways import compared, random_way

EVERY = comb(53, 7)
WITHIN = 0.08  # of a per cent: what is published is rounded, and both are samples


@pytest.mark.parametrize("name", HOUSE_WAYS)
def test_a_named_way_sets_every_hand(name: str) -> None:
    """154,143,080 hands; each line sets some."""
    found = every_hand(name)
    assert (found.hands, found.unset, found.foul) == (EVERY, 0, 0)
    assert all(found.by_line)


def test_a_random_way_sets_every_hand_as_the_second_engine_does() -> None:
    source = random.Random(645)
    lines = random_way(source)
    found = every_hand("; ".join(lines))
    assert found.hands == EVERY
    assert found.lawful
    assert compared(lines, source, 60) == 0


def test_lines_that_leave_hands_are_found_out() -> None:
    """The control: what a filing would be refused for is counted, to the hand."""
    lines = [line for line in HOUSE_WAYS["split"].lines if not line.startswith("five aces")]  # type: ignore[index]
    found = every_hand("; ".join(lines))
    assert found.unset == 1_128  # four aces and the joker, with any two other cards
    assert not found.lawful


def test_the_second_engine_sets_as_the_named_ways_do() -> None:
    """Written out once more, compared on random hands, half of them with the joker."""
    source = random.Random(688)
    deck = [card + suit for card in "23456789TJQKA" for suit in "SHDC"]
    for n in range(120):
        cards = source.sample(deck, 6 if n % 2 else 7) + ["JK"] * (n % 2)
        for name in HOUSE_WAYS:
            ours, theirs = way_of(name).set(cards), by_way({"house_way": str(name)}, cards)
            assert (rank(ours.high), rank(ours.low)) == (rank(theirs[0]), rank(theirs[1])), cards


def test_a_published_way_has_its_published_chances() -> None:
    """Of a player who sets as the dealer does."""
    (way,) = published_ways()
    edge = main_game(Rules(house_way=HouseWayName.FILED, house_way_rules=way.lines), 1 << 12)
    found = {outcome.name: float(100 * outcome.probability) for outcome in edge.outcomes}
    assert list(found.values()) == pytest.approx([float(chance) for chance in way.chances], abs=5 * WITHIN)
    assert list(found) == ["win", "tie", "lose"]


def test_a_bank_sets_best_where_copies_are_its_own() -> None:
    """Sevens and threes beside ace and king: kept together they are worth more, exactly, against all hands that can lie there."""
    cards = ["7S", "7D", "3H", "3C", "AD", "KS", "9C"]
    numbers = np.array([[NUMBER[card] for card in cards]], np.uint8)
    found = lay(numbers, "split", best_with_copies("split", WON, LOST))[0, BEST_HIGH : BEST_LOW + 1]
    every, against = [setting(cards, low) for low in low_hands(cards)], unseen("split", cards)
    best = next(made for made in every if (made.high_value, made.low_value) == tuple(found))
    worths = []
    for made in (best, way_of("split").set(cards)):
        won, _, lost = against.against(made, banks=True)
        worths.append(WON * won - LOST * lost)
    assert sorted(best.low) == ["AD", "KS"]
    assert worths[0] > worths[1]
