"""Six-Card Fortune Pai Gow Poker judged: settings and Double Down, beside the procedure and the best play that is known."""

import random
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss import catalogue
from pitboss.chapters.ch670a_six_card_fortune.hands import Outcome, compare, house_way, qualifies
from pitboss.chapters.ch670a_six_card_fortune.rules import DOUBLE_DOWN, MAIN, Rules
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.equipment.shoe import Dealing
from pitboss.families.house_ways import low_hands, setting
from pitboss.families.pai_gow_poker.dealing import LOW, Selector
from pitboss.mathematics.six_card_fortune.edges import Play, best_setting
from pitboss.mathematics.six_card_fortune.judging import unseen
from pitboss.procedure import Answer
from tests.mathematics.judging.hands import SEAT, Played, judged, named, seen_besides, wager

GAME = catalogue.game("six-card-fortune-pai-gow-poker")
RULES = Rules(seats=1, double_down=True, dealing=Dealing.AUTOMATED_SHOE, start_selector=Selector.RNG)
AMOUNT = 2_000
MINE = ["JK", "AD", "KS", "KH", "6D", "5D"]
DOUBLE, SINGLE = Answer(SEAT, DOUBLE_DOWN), Answer(SEAT, "no_double_down")


def dealt(mine: list[str], dealer: list[str]) -> list[str]:
    """The dealer is first, seat 1 next; then whatever is left."""
    return ["1", *dealer, *mine, *(card for card in DECK_WITH_JOKER if card not in {*mine, *dealer})]


def played(mine: list[str], dealer: list[str], *answers: Answer) -> Played:
    return Played(GAME, RULES, [wager(MAIN, AMOUNT)], dealt(mine, dealer), answers=answers)


def any_six(mine: list[str]) -> list[str]:
    return [card for card in DECK_WITH_JOKER if card not in mine][:6]


@pytest.mark.parametrize("doubles", [SINGLE, DOUBLE], ids=["single", "doubled"])
def test_670a_11_every_setting_is_worth_what_the_procedure_pays(doubles: Answer) -> None:
    """With seven cards unseen: each of the seven hands that the dealer may have, for every card laid low, foul or not."""
    rest = [card for card in DECK_WITH_JOKER if card not in MINE]
    random.Random(671).shuffle(rest)
    unknown, known = rest[:7], rest[7:]
    found = judged(GAME, seen_besides(played(MINE, unknown[:6], doubles).until("low hand"), known))
    nets_of = {}
    for worth in found.worths:
        lays = Answer(SEAT, LOW, cards=worth.option.cards)
        nets = [played(MINE, list(hand), doubles, lays).net(MAIN, DOUBLE_DOWN) for hand in combinations(unknown, 6)]
        assert worth.low == worth.high == Fraction(sum(nets), len(nets))
        assert {line.net for line in worth.results} == set(nets)
        nets_of[worth.option.cards] = worth.expected
    assert len(found.worths) == 6
    both = judged(GAME, seen_besides(played(MINE, unknown[:6]).until("double down"), known))
    mine = next(worth for worth in both.worths if worth.option.says == doubles.says)
    assert mine.expected == max(nets_of.values())


def test_hands_unseen_are_set_as_the_house_sets_them() -> None:
    """Of ten cards, many of a suit: every hand of six, by the rules' own functions; the joker low is a player's own."""
    cards = ["2S", "4S", "5S", "7S", "8S", "8H", "AH", "AD", "KD", "JK"]
    found = unseen([card for card in DECK_WITH_JOKER if card not in cards])
    every = [house_way(hand) for hand in combinations(cards, 6)]
    assert found.many == len(every) == 210
    for hand in list(combinations(cards, 6))[::7]:
        for low in low_hands(hand, 1):
            made = setting(hand, low)
            met = [(compare(made, other)[0], qualifies(other)) for other in every]
            outcomes = [outcome for outcome, _ in met]
            fares = found.against(made)
            assert fares[:3] == tuple(outcomes.count(of) for of in (Outcome.WINS, Outcome.TIES, Outcome.LOSES))
            assert fares[3:] == (met.count((Outcome.WINS, True)), met.count((Outcome.LOSES, True)))


@pytest.mark.slow
def test_settings_fare_as_against_sampled_hands() -> None:
    """Whole decks: a thousand hands of the dealer, set and compared by the rules' own functions."""
    found = judged(GAME, played(MINE, any_six(MINE), SINGLE).until("low hand"))
    rest, rng, many = [card for card in DECK_WITH_JOKER if card not in MINE], random.Random(6), 1_000
    rivals = [house_way(rng.sample(rest, 6)) for _ in range(many)]
    for worth in found.worths:
        nets = [NETS[compare(setting(MINE, worth.option.cards), rival)[0]] for rival in rivals]
        mean = sum(nets) / many
        error = (sum((net - mean) ** 2 for net in nets) / many) ** 0.5 / many**0.5
        assert abs(mean - float(worth.expected)) < 4.5 * error + 1e-9


NETS = {Outcome.WINS: AMOUNT, Outcome.TIES: 0, Outcome.LOSES: -AMOUNT}


@pytest.mark.slow
def test_best_answers_are_those_of_the_optimal_edge() -> None:
    """Of random hands: the setting and the Double Down that make the edge are worth as much as the best ones here."""
    rng, doubled = random.Random(670), 0
    for _ in range(25):
        mine = rng.sample(DECK_WITH_JOKER, 6)
        made, doubles = best_setting(mine, Play.DOUBLED)
        choice = judged(GAME, played(mine, any_six(mine)).until("double down"))
        single, double = (worth.expected for worth in choice.worths)
        assert doubles is (double > single)
        found = judged(GAME, played(mine, any_six(mine), DOUBLE if doubles else SINGLE).until("low hand"))
        assert named(found, *made.low).expected == found.best.expected == max(single, double)
        doubled += doubles
    assert 0 < doubled < 25
