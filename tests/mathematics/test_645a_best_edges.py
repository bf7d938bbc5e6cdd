"""Pai Gow Poker set as well as can be: the dealer's hands counted, what two hands are worth, and settings that beat the
house's."""

import random
from fractions import Fraction

import numpy as np
import pytest

from pitboss.chapters.ch645a_pai_gow_poker.hands import Outcome, compare
from pitboss.chapters.ch645a_pai_gow_poker.rules import Rules
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.families.house_ways import HOUSE_WAYS, RANKING, HouseWayName, low_hands, setting
from pitboss.families.poker_ranks import CLASS_AT
from pitboss.mathematics.pai_gow_poker.best_play import WON, best, best_setting, gain
from pitboss.mathematics.pai_gow_poker.best_settings import EVERY, LOST, SCALE, field, house_and_best, score
from pitboss.mathematics.pai_gow_poker.edges import OPTIMAL, best_game, main_game

STANDARD = HouseWayName.STANDARD


@pytest.mark.slow
def test_the_dealers_hands_are_counted_once_each() -> None:
    """All 154,143,080, with every rank four times as often as the joker."""
    found = field(STANDARD)
    assert found.hands.sum() == EVERY == 154_143_080
    assert found.held.sum(axis=(1, 2)).tolist() == [EVERY * 7 * 4 // 53] * 13 + [EVERY * 7 // 53]


@pytest.mark.slow
def test_the_dealers_hands_are_set_as_the_rules_do() -> None:
    """Of three thousand random hands as many have a high hand of each class, and a pair low, as were counted."""
    rng, many, found = random.Random(645), 3000, field(STANDARD)
    made = [HOUSE_WAYS[STANDARD].set(rng.sample(DECK_WITH_JOKER, 7)) for _ in range(many)]
    seen = [(one.high_value >> CLASS_AT, one.low_value >> CLASS_AT) for one in made]
    for kind in range(len(RANKING.order)):
        for pair in (0, 1):
            rows, columns = (steps >> CLASS_AT == at for steps, at in ((found.highs, kind), (found.lows, pair)))
            p = found.hands[rows][:, columns].sum() / EVERY
            assert abs(seen.count((kind, pair)) - many * p) <= 4 * (many * p * (1 - p)) ** 0.5 + 1


@pytest.mark.slow
def test_scores_of_hands_that_always_win_or_lose() -> None:
    """Above all of the dealer's hands a wager wins its even money less the vigorish, below all it is lost, whatever is held."""
    numbers = np.array([DECK_WITH_JOKER.index(card) for card in ["AS", "KD", "QH", "JC", "TS", "TD", "JK"]])
    assert score(best(STANDARD), numbers, 0, 1 << 30, 1 << 30) == WON * SCALE
    assert score(best(STANDARD), numbers, 0, -1, -1) == -LOST * SCALE
    assert score(best(STANDARD), numbers, 0, -1, 1 << 30) == 0


@pytest.mark.parametrize(
    ("cards", "low"),
    [("AS KD QH JC TS TD 5H", "AK"), ("AS KD KH 6C 6S 3D 2H", "66"), ("KS KD KH 6C 5S 3D 2H", "K6"),
    ("AS QS QH 7C 5S 3D 2H", "A7")],
)  # fmt: skip
def test_best_settings_do_best_against_a_sample_of_rivals(cards: str, low: str) -> None:
    """The straight is broken for ace and king, the pair of 6s goes low, three kings give up one; one pair stays high."""
    mine, rng = cards.split(), random.Random(cards)
    made, house = best_setting(mine, STANDARD), HOUSE_WAYS[STANDARD].set(mine)
    assert "".join(sorted((card[0] for card in made.low), key="AKQJT98765432".index)) == low
    rest = [card for card in DECK_WITH_JOKER if card not in mine]
    rivals = [HOUSE_WAYS[STANDARD].set(rng.sample(rest, 7)) for _ in range(700)]
    worth = {}
    for way in (setting(mine, laid) for laid in low_hands(mine)):
        outcomes = [compare(way, dealer)[0] for dealer in rivals]
        worth[way.low] = WON * outcomes.count(Outcome.WINS) - LOST * outcomes.count(Outcome.LOSES)
    assert max(worth.values()) - worth[made.low] < 100 * 700**0.5
    assert made == house or worth[made.low] > worth[house.low]


def test_no_hand_is_set_worse_than_the_house_does() -> None:
    """By what hands are worth, over all sets of ranks and a sample of flushes; both ways lay lawful hands."""
    found = house_and_best(STANDARD, WON)
    high, low, best_high, best_low = found.settings.T
    assert (found.cost >= 0).all()
    assert ((found.cost == 0) == ((high == best_high) & (low == best_low))).all()
    assert (best_high >= best_low).all()
    assert abs(found.many.sum() / EVERY - 1) < 1e-5


@pytest.mark.slow
@pytest.mark.parametrize("way", HOUSE_WAYS)
def test_best_game_interval(way: HouseWayName) -> None:
    """A fifth of a per cent below the house way at least, known to a fiftieth; what is gained is won more and lost less."""
    rules, more = Rules(house_way=way), gain(way)
    edge, house = best_game(rules), main_game(rules)
    assert house.house_edge - edge.house_edge == more.won * WON / LOST - more.lost > Fraction(2, 1000)
    assert house.half_width < edge.half_width < Fraction(2, 10_000)
    assert edge.house_edge == -edge.mean
    assert edge.strategy == OPTIMAL
