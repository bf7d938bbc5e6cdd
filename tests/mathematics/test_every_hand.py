"""House ways over all hands of seven cards: each is set, none foul, and as the second engine sets it."""

import random
from math import comb

import pytest

from pitboss.families.house_ways import HOUSE_WAYS, way_of
from pitboss.mathematics.kit.every_hand import every_hand
from pitboss.mathematics.pai_gow_poker.published_ways import compared_ways, published_ways
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
    (found,) = (one for one in compared_ways(deals=1 << 14) if one.published)
    assert found.name == published_ways()[0].name
    assert [float(chance) for chance in found.chances] == pytest.approx(
        [float(one) for one in found.published], abs=4 * WITHIN
    )
    assert sum(found.chances) == 100
