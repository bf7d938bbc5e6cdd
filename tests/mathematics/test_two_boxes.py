"""Two boxes of one table, and both hands at Blackjack Switch: how they vary together, beside rounds that the engine plays."""

from math import sqrt
from typing import Any

import numpy as np
import pytest

import pitboss
from pitboss.chapters.ch633a_blackjack.rules import BLACKJACK, DOUBLE_DOWN, SPLIT_PAIRS, Rules
from pitboss.events import Event, Settlement
from pitboss.library.tables import People
from pitboss.mathematics.blackjack.edges import basic, main_edges, switch_edges
from pitboss.mathematics.blackjack.filed_terms import terms
from pitboss.mathematics.blackjack.kernel_cards import UNIT, Batch
from pitboss.mathematics.blackjack.switch import BASIC
from pitboss.mathematics.blackjack.switch_kernel import box_tables, play_round, products, room, tables
from pitboss.mathematics.kit.boxes import covariance, drawn
from pitboss.mathematics.kit.edge import BOXES, ENUMERATION, HANDS, INTERVAL, Edge
from pitboss.mathematics.kit.philox import stream
from tests.chapters.blackjack import filed
from tests.chapters.test_633a_paper import SWITCH
from tests.mathematics.blackjack_check import shuffles

STAKE = 2_000  # on which nothing is rounded
ERRORS = 4  # standard errors that a short simulation may be away
HANDS_OF = (BLACKJACK, DOUBLE_DOWN, SPLIT_PAIRS)


def net(events: tuple[Event, ...], seat: int, *kinds: str, on: str | None = None) -> int:
    lines = [e for e in events if isinstance(e, Settlement) and e.seat == seat and e.wager in kinds]
    return sum(e.returned - e.stake - e.vigorish for e in lines if on in (None, e.on))


def engine(game: str, rounds: int, stakes: list[Any], *kinds: str) -> Any:
    """What seats 1 and 2 net in rounds of the engine played by the chart: a row to a round."""
    table, chart = pitboss.Table(game, seed=7), pitboss.best_play(game)
    found = np.zeros((rounds, 2))
    for n in range(rounds):
        events = table.play(list(stakes), chart.answer).events
        found[n] = [net(events, seat, *kinds) / STAKE for seat in (1, 2)]
    return found


def stakes_of(kinds: tuple[str, ...]) -> list[Any]:
    return [pitboss.wager(kind, STAKE, seat=seat) for seat in (1, 2) for kind in kinds]


def errors(edge: Edge, nets: Any) -> float:
    """How many standard errors the mean product of two nets is from what the covariance says."""
    assert edge.covariance is not None
    product = nets[:, 0] * nets[:, 1]
    expected = float(edge.covariance.value + edge.house_edge**2)
    return abs(float(product.mean()) - expected) / (float(product.std()) / sqrt(len(nets)))


# --- Blackjack ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("switches", [False, True])
def test_two_hands_equal_the_engine_on_the_same_cards(*, switches: bool) -> None:
    """Seat by seat, or spot by spot at Blackjack Switch, to the cent: naturals, doubles, splits, the dealer's Blackjack."""
    rules = filed(**SWITCH if switches else {})
    made = (
        tables(rules, BASIC) if switches else box_tables(basic(rules.dealt_decks, terms(rules)).strategy, terms(rules))
    )
    chart, state = pitboss.best_play("blackjack", rules), stream(0, 0)
    finished, added = room(), 0
    for order in shuffles(rules, 150, 17):
        one, two, _ = play_round(Batch(order, order.size, state), 0, made, finished)
        theirs, staked = _on_these_cards(rules, order, chart, switches=switches)
        assert (one, two) == theirs
        added += staked > 2 * UNIT
    assert added


def _on_these_cards(rules: Rules, order: Any, chart: Any, *, switches: bool) -> tuple[tuple[int, int], int]:
    """What the engine settles with these cards, the burn card before them, and what was staked."""
    from pitboss.equipment.cards import DECK
    from pitboss.procedure import Draw

    names = [DECK[card % len(DECK)] for card in order[0]]
    cards = iter([names[-1], *names])
    where = rules.areas if switches else ("",)
    wagers = [pitboss.wager(BLACKJACK, UNIT, on, seat=seat) for seat in ((1,) if switches else (1, 2)) for on in where]
    table = pitboss.Table("blackjack", rules, seed=1)
    play = table.begin((1,) if switches else (1, 2))
    people, events = People(wagers, chart.answer), list(play.events)
    while not play.closed:
        drawing = isinstance(play.pending, Draw)
        answer = pitboss.Answer("chance", next(cards)) if drawing else people.answer(play, events)
        events += table.answer(play, answer)
    places = [(1, on) for on in rules.areas] if switches else [(1, None), (2, None)]
    one, two = (net(tuple(events), seat, *HANDS_OF, on=on) for seat, on in places)
    return (one, two), sum(e.stake for e in events if isinstance(e, Settlement))


def test_blackjack_has_the_published_covariance() -> None:
    """Others print 0.47 to 0.50 for two hands of one round; the deviation of a round follows from it."""
    for edge in main_edges(filed(decks=6)):
        found = edge.covariance
        assert found is not None
        assert (found.between, found.method) == (BOXES, INTERVAL)
        assert 0.47 < found.value < 0.50
        assert 0 < found.half_width < 0.002
        variance = float(edge.variance)
        assert [float(edge.deviation(n)[0]) for n in (1, 2, 7)] == pytest.approx(
            [sqrt(n * variance + n * (n - 1) * float(found.value)) for n in (1, 2, 7)]
        )


def test_switch_tells_the_deviation_of_a_round() -> None:
    """633a.12(a): the two hands are wagered on together, and vary more than two that know nothing of each other."""
    edge = switch_edges(filed(**SWITCH))[0]
    assert edge.covariance is not None
    assert (edge.covariance.between, list(edge.boxes)) == (HANDS, [2])
    alone, (together, half) = sqrt(edge.variance), edge.deviation(2)
    assert alone == pytest.approx(1.06, abs=0.01)
    assert float(together) == pytest.approx(1.706, abs=0.01)  # not 1.50, as of two that are independent
    assert 0 < float(half) < 0.001
    (line,) = edge.record()["covariance"]["standard_deviations"]
    assert line == {"hands": 2, "standard_deviation": together, "half_width": half}


def test_a_seed_gives_the_same_products_and_more_rounds_a_narrower_interval() -> None:
    rules = filed(decks=6)
    kernel = products(6, box_tables(basic(6, terms(rules)).strategy, terms(rules)))
    few, again, many = (drawn(kernel, rounds=rounds) for rounds in (20_000, 20_000, 80_000))
    assert few == again
    wide, narrow = (covariance(found, -main_edges(rules)[0].house_edge).half_width for found in (few, many))
    assert wide / narrow == pytest.approx(2, abs=0.1)


# --- by the procedure --------------------------------------------------------------------------------------------------

ENGINE = [
    ("blackjack", ("blackjack",), HANDS_OF, 4_000),
    ("casino-war", ("initial",), ("initial", "war"), 4_000),
    ("casino-war", ("initial", "tie"), ("tie",), 4_000),
    ("over-under", ("ante",), ("ante", "over_23", "under_18"), 4_000),
    ("go-fore-it", ("front_9",), ("front_9", "back_9"), 6_000),
    ("go-fore-it", ("front_9", "skins"), ("skins",), 4_000),
]


@pytest.mark.parametrize(("game", "made", "kinds", "rounds"), ENGINE, ids=lambda each: str(each))
def test_products_agree_with_rounds_of_the_engine(
    game: str, made: tuple[str, ...], kinds: tuple[str, ...], rounds: int
) -> None:
    """Two seats of one table, played by the chart from one shoe or deck."""
    nets = engine(game, rounds, stakes_of(made), *kinds)
    edge = next(e for e in pitboss.edges(game) if e.wager == kinds[0] and e.strategy in ("basic", "optimal", "none"))
    assert errors(edge, nets) < ERRORS


def test_where_the_dealer_is_met_two_boxes_win_and_lose_together() -> None:
    """Far from independent, and exact where all cards can be counted."""
    initial = pitboss.edge("casino-war", "initial").covariance
    skins = pitboss.edge("go-fore-it", "skins").covariance
    ante = pitboss.edge("over-under", "ante").covariance
    assert initial is not None
    assert skins is not None
    assert ante is not None
    assert (initial.method, ante.method, skins.method) == (ENUMERATION, ENUMERATION, INTERVAL)
    assert min(initial.value, skins.value) > 0.3
    assert -0.01 < ante.value < 0  # there is no dealer: cards that one has, the other has not
