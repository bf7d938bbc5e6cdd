"""Pai Gow Poker: the compiled kernel against the engine on the same cards, and against the exact edges."""

import random
from fractions import Fraction

import numpy as np
import pytest

from pitboss.chapters.ch645a_pai_gow_poker import GAME
from pitboss.chapters.ch645a_pai_gow_poker.rules import Letter, Rules
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.equipment.shoe import Dealing
from pitboss.events import Event, Settlement
from pitboss.exact.ch645a import edges
from pitboss.exact.house_ways import pieces, set_seven, ways, word_of
from pitboss.families.house_ways import HOUSE_WAYS, RANKING, HouseWayName
from pitboss.families.pai_gow_dealing import Selector
from pitboss.families.progressive import MICRO
from pitboss.game import Game, Start
from pitboss.money import Rounding
from pitboss.procedure import Answer, Draw
from pitboss.simulate.ch645a import WAGERS, Nets, settle, unit
from pitboss.simulate.kernel import kernels, run
from pitboss.strategies.mind import Seen
from pitboss.strategies.pai_gow_poker import AsTheHouse
from pitboss.submission import Limits
from pitboss.wagers import WAGER, close_betting

SIDES = {
    "fortune_bonus": True, "emperors_treasure": True, "pai_gow_insurance": True, "progressive_payout": True,
    "progressive_rate": Fraction(20),
}  # fmt: skip
STACKS = {"dealing": Dealing.AUTOMATED_SHOE, "start_selector": Selector.RNG}
FIRST, SECOND = (
    Rules(limits={"progressive_payout": Limits(100, 100)}, **SIDES, **STACKS),  # type: ignore[arg-type]
    Rules(
        house_way=HouseWayName.SPLIT, fortune_bonus_paytable=Letter.C, emperors_treasure_paytable=Letter.D,
        vigorish_rounding=Rounding.NEXT_25_CENTS, limits={"progressive_payout": Limits(500, 500)}, **SIDES, **STACKS,  # type: ignore[arg-type]
    ),
)  # fmt: skip


def engine(rules: Rules, deck: list[int], state: object) -> tuple[list[int], object]:
    """What seat 1's wagers net after vigorish, in cents, with the first seven cards his and the next seven the dealer's."""
    round_, events = Round(GAME, rules, state, Start(1)), list[Event]()
    for wager in WAGERS:
        least = rules.least(wager) if wager == "progressive_payout" else unit(rules)
        events += round_.answer(Answer(1, WAGER, wager, "", least))
    events += round_.answer(close_betting())
    cards = [DECK_WITH_JOKER[n] for n in deck]
    chance = iter(["1", *cards[7:14], *cards[:7], *cards[14:]])  # the dealer is first, seat 1 next
    mind = AsTheHouse(rules.way)
    while not round_.closed:
        if isinstance(round_.pending, Draw):
            events += round_.answer(Answer("chance", next(chance)))
        else:
            election = round_.elections()[0]
            events += round_.answer(mind.answer(election, Seen(1, events)))
    settled = {event.wager: event for event in events if isinstance(event, Settlement)}
    return [settled[w].returned - settled[w].stake - settled[w].vigorish for w in WAGERS], round_.result


def deals(many: int, seed: int) -> list[list[int]]:
    """Shuffled decks; every third has the joker, four of a suit and more in the player's hand."""
    source, found = random.Random(seed), []
    for n in range(many):
        deck = source.sample(range(53), 53)
        if n % 3 == 0:
            good = [52, *source.sample(range(13), 4), *source.sample(range(13, 52), 2)]
            deck = good + [card for card in deck if card not in good]
        found.append(deck)
    return found


def play_match(rules: Rules, rounds: int, seed: int) -> int:
    """The same cards net the same cents on every wager, the meter moving alike from round to round."""
    nets, way, tables = Nets(rules), ways(rules.house_way), RANKING.tables(7)
    net, meter = np.zeros(len(WAGERS), np.int64), nets.filed[:1].copy()
    state, times = GAME.open(rules), unit(rules) // rules.least("progressive_payout")
    for deck in deals(rounds, seed):
        settle(pieces(), tables, way, nets.main, nets.lines, nets.insurance, nets.filed, np.array(deck), meter, net)
        found, state = engine(rules, deck, state)
        assert [*net[:4], net[4] // times] == found
        assert meter[0] == state.meter.value  # type: ignore[attr-defined]
    return rounds


def match(game: Game, rounds: int, seed: int) -> int:
    return sum(play_match(rules, -(-rounds // 2), seed) for rules in (FIRST, SECOND))


MATCHES = {GAME.name: match}


@pytest.mark.parametrize("rules", [FIRST, SECOND])
def test_kernel_settles_like_the_engine(rules: Rules) -> None:
    """Four hundred deals by each of two house ways and sets of paytables."""
    play_match(rules, 400, 645)


def test_kernel_pays_shares_of_the_meter_like_the_engine() -> None:
    """A seven-card straight flush takes the meter and reseeds it, five aces take a tenth."""
    rules, (seven, five) = FIRST, ("9S 8S 7S 6S 5S 4S 3S", "AS AD AH AC JK 7D 2H")
    nets, net = Nets(rules), np.zeros(len(WAGERS), np.int64)
    meter, state = nets.filed[:1].copy(), GAME.open(rules)
    for hand in (five, seven, seven, five):
        held = [DECK_WITH_JOKER.index(card) for card in hand.split()]
        deck = held + [card for card in range(53) if card not in held]
        settle(pieces(), RANKING.tables(7), ways(rules.house_way), nets.main, nets.lines, nets.insurance, nets.filed, np.array(deck), meter, net)  # fmt: skip
        found, state = engine(rules, deck, state)
        assert net[4] // 5 == found[4] > 10_000
        assert meter[0] == state.meter.value  # type: ignore[attr-defined]
    assert nets.filed[0] == 200_000 * MICRO


@pytest.mark.parametrize("name", HouseWayName)
def test_compiled_house_way_sets_like_the_rules(name: HouseWayName) -> None:
    """Both numbers of every setting, over random hands and hands with a flush."""
    p, way = pieces(), ways(name)
    for deck in deals(600, 11):
        hand = np.array(deck[:7])
        made = HOUSE_WAYS[name].set([DECK_WITH_JOKER[n] for n in deck[:7]])
        assert tuple(set_seven(p, way, hand, 0, word_of(p.words, hand, 0))) == (made.high_value, made.low_value)


def test_kernel_finds_the_exact_edges() -> None:
    """Two million rounds come within four standard errors of every edge, the interval allowed for."""
    for rules in (FIRST, SECOND):
        exact = {edge.wager: edge for edge in edges(rules)}
        for estimate in run(kernels(GAME, rules)[0], 2_000_000, seed=645):
            edge = exact[estimate.wager]
            away = abs(estimate.house_edge - edge.house_edge)
            assert away < 4 * estimate.standard_error + edge.half_width, estimate.wager
            assert estimate.staked == estimate.rounds
