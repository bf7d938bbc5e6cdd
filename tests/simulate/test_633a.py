"""Blackjack's kernels: the same cards give the engine's cents, and many rounds the exact edge."""

from typing import Any

import numpy as np
import pytest

from pitboss.chapters.ch633a_blackjack import GAME
from pitboss.chapters.ch633a_blackjack.rules import BAD_BEAT, HIT_AND_RUN, TWO_CARD_SIDES, Rules
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK
from pitboss.events import Event, MeterMoved, Settlement, Wagered
from pitboss.exact import ch633a as exact
from pitboss.exact.blackjack_analyzer import DOUBLE, HIT, SPLIT, STAND, Analysis
from pitboss.exact.blackjack_chart import RANKS
from pitboss.exact.blackjack_compiled import hands, shoe
from pitboss.exact.blackjack_switch import strategy
from pitboss.game import Start
from pitboss.procedure import DEALER, Answer, Draw, Election, Window
from pitboss.simulate import blackjack_switch, ch633a
from pitboss.simulate.blackjack_cards import MOST_HANDS, PLACE, full_shoe
from pitboss.simulate.kernel import kernels, run
from pitboss.strategies.basic_blackjack import Basic, plain
from pitboss.strategies.mind import Mind, Seen
from pitboss.wagers import close_betting
from tests.chapters.blackjack import filed
from tests.chapters.test_633a_paper import EVERYTHING, SWITCH

NO_STATE = np.zeros(12, np.uint32)


def shuffles(rules: Rules, count: int, seed: int) -> list[Any]:
    """So many orders of the shoe."""
    source = np.random.default_rng(seed)
    return [source.permutation(full_shoe(rules)) for _ in range(count)]


def engine(rules: Rules, order: Any, mind: Mind, wagers: list[tuple[str, str]]) -> list[Event]:
    """The audited engine on these cards, a dollar on each wager; the burn is the last card of the shoe."""
    names = [DECK[PLACE[card]] for card in order]
    cards = iter([names[-1], *names])
    play = Round(GAME, rules, GAME.open(rules), Start(1))
    events, seen = list(play.events), Seen(1, play.events)
    while not play.closed:
        question = play.pending
        if isinstance(question, Window):
            told = [e for kind, on in wagers for e in play.answer(Answer(1, "wager", kind, on, 100))]
            told += play.answer(close_betting())
        elif isinstance(question, Draw):
            told = play.answer(Answer("chance", next(cards)))
        else:
            (election,) = play.elections()
            answer = mind.answer(election, seen) if election.to == 1 else None
            if answer is None:
                assert election.default is not None
                answer = election.default.answer(election.to)
            told = play.answer(answer)
        seen.fold(told)
        events += told
    return events


def net(events: list[Event], *kinds: str) -> int:
    return sum(e.returned - e.stake for e in events if isinstance(e, Settlement) and e.wager in kinds)


def staked(events: list[Event], *kinds: str) -> int:
    return sum(e.amount for e in events if isinstance(e, Wagered) and e.wager in kinds)


HANDS = ("blackjack", "double_down", "split_pairs")


@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"split_aces": "draw", "max_ace_resplits": 1},
        {"decks": 1, "max_resplits": 0},
        {"decks": 8, "max_resplits": 4},
    ],
)
def test_main_game_equals_the_engine_on_the_same_cards(choices: dict[str, Any]) -> None:
    """Basic strategy, card for card: the same net and the same stakes, to the cent."""
    rules = filed(**choices)
    tables = ch633a.strategy_tables(exact.basic(rules.decks, exact.terms(rules)))
    totals, stakes = np.empty(MOST_HANDS, np.int64), np.empty(MOST_HANDS, np.int64)
    mind, split = Basic(exact.chart(rules)), 0
    for order in shuffles(rules, 600, 7):
        events = engine(rules, order, mind, [("blackjack", "")])
        found = ch633a.play_round(order, NO_STATE, True, *tables, *ch633a.rule_tables(rules), totals, stakes)
        assert found == (net(events, *HANDS), staked(events, *HANDS))
        split += staked(events, "split_pairs") > 0
    assert split


def test_optional_wagers_equal_the_engine_on_the_same_cards() -> None:
    """Every optional wager on every round, to the cent; the meters stand at their seeds."""
    rules = filed(**{**EVERYTHING, "bad_beat_any_20": True, "crown_treasure_bonus": True, "minimum": "1.00"})
    kinds = tuple(kind for kind in TWO_CARD_SIDES if getattr(rules, kind))
    tables = ch633a.strategy_tables(exact.basic(rules.decks, exact.terms(rules)))
    _, facts = ch633a.rule_tables(rules)
    arrays = ch633a.side_arrays(rules, kinds)
    totals, stakes, nets = (np.empty(MOST_HANDS, np.int64) for _ in range(3))
    mind = Basic(exact.chart(rules))
    wagers = [("blackjack", ""), *((kind, "") for kind in (*kinds, BAD_BEAT, HIT_AND_RUN))]
    for order in shuffles(rules, 600, 11):
        events = engine(rules, order, mind, wagers)
        found = ch633a.twenty_and_dealer(order, NO_STATE, True, *tables, facts, totals, stakes)
        ch633a.side_nets(order, *found, *arrays, nets)
        assert not any(isinstance(e, MeterMoved) and e.why == "award" for e in events)
        for n, kind in enumerate((*kinds, BAD_BEAT, HIT_AND_RUN)):
            assert nets[n] == net(events, kind), kind


class ByPlan:
    """Plays an analysis hand by hand, and switches where that is worth more."""

    def __init__(self, best: Analysis, switch: Any) -> None:
        self.best, self.switch = best, switch

    def answer(self, election: Election, seen: Seen) -> Answer:
        up = value(seen.hand(DEALER)[0])
        open_ = {option.says for option in election.options}
        if "switch" in open_:
            a, b, c, d = (value(card) for n in (0, 1) for card in seen.hand(1, n))
            return Answer(1, "switch" if self.switch[up, a, b, c, d] else "no_switch")
        if "no_insurance" in open_:
            return Answer(1, "no_insurance")
        cards = [value(card) for card in seen.hand(1, election.hand)]
        h = hands().two[cards[0], cards[1]]
        for card in cards[2:]:
            h = hands().child[h, card]
        plan = self.best.strategy
        if SPLIT in open_ and plan.split[up, cards[0]]:
            return Answer(1, SPLIT)
        if DOUBLE in open_ and plan.double[up, h]:
            return Answer(1, DOUBLE)
        return Answer(1, HIT if plan.draw[up, h] else STAND)


def value(card: str) -> int:
    return RANKS.index(plain(card))


@pytest.mark.slow
@pytest.mark.parametrize("pays", ["as_printed", "one_to_one"])
def test_switch_equals_the_engine_on_the_same_cards(pays: str) -> None:
    """Both hands of Blackjack Switch, switched and played by their cards, to the cent."""
    rules = filed(**{**SWITCH, "switch_natural_pays": pays})
    tables = blackjack_switch.tables(rules)
    mind = ByPlan(strategy(shoe(rules.decks), exact.terms(rules)), tables[6])
    ends, stakes = np.empty(2 * MOST_HANDS, np.int64), np.empty(2 * MOST_HANDS, np.int64)
    switched = 0
    for order in shuffles(rules, 400, 13):
        events = engine(rules, order, mind, [("blackjack", "1"), ("blackjack", "2")])
        found = blackjack_switch.play_round(order, NO_STATE, True, *tables, ends, stakes)
        assert found == (net(events, *HANDS), staked(events, *HANDS))
        switched += any(getattr(e, "says", "") == "switch" for e in events)
    assert switched


@pytest.mark.parametrize("choices", [{}, {"decks": 1}, {"split_aces": "draw"}])
def test_simulated_edge_is_the_exact_one(choices: dict[str, Any]) -> None:
    """Within four standard errors, as are stakes and deviation."""
    rules = filed(**choices)
    (estimate,) = run(kernels(GAME, rules)[0], 3_000_000, 20)
    edge = exact.main_edges(rules)[0]
    assert edge.strategy == "basic"
    assert abs(estimate.house_edge - edge.house_edge) < 4 * estimate.standard_error
    assert abs(float(estimate.staked / estimate.rounds - edge.staked)) < 0.002
    assert abs(float(estimate.variance) ** 0.5 - float(edge.variance) ** 0.5) < 0.005


def test_simulated_optional_wagers_have_the_exact_edges() -> None:
    """Each within four standard errors; jackpots pay the seed, and what goes to a meter counts as paid."""
    rules = filed(**EVERYTHING)
    edges = {edge.wager: edge for edge in exact.edges(rules)}
    estimates = run(kernels(GAME, rules)[1], 2_000_000, 4)
    assert {e.wager for e in estimates} == {*TWO_CARD_SIDES, BAD_BEAT, HIT_AND_RUN}
    for estimate in estimates:
        assert abs(estimate.house_edge - edges[estimate.wager].house_edge) < 4 * estimate.standard_error, estimate.wager


@pytest.mark.slow
def test_simulated_switch_has_the_exact_edge() -> None:
    """Per unit of both wagers, within four standard errors."""
    rules = filed(**SWITCH)
    (estimate,) = run(kernels(GAME, rules)[0], 3_000_000, 5)
    assert abs(estimate.house_edge - exact.edges(rules)[0].house_edge) < 4 * estimate.standard_error


def test_three_cards_from_one_word_are_uniform() -> None:
    """Every order of the first three of six cards is as likely as the next."""
    from pitboss.simulate.blackjack_cards import shuffle_three
    from pitboss.simulate.philox import stream

    counts: dict[tuple[int, ...], int] = {}
    cards, state = np.arange(6, dtype=np.uint8), stream(3, 0)
    for _ in range(24_000):
        cards[:] = np.arange(6)
        shuffle_three(cards, 0, state)
        key = tuple(int(card) for card in cards[:3])
        counts[key] = counts.get(key, 0) + 1
    assert len(counts) == 120
    assert sum((n - 200) ** 2 / 200 for n in counts.values()) < 190  # 119 degrees of freedom: far beyond chance
