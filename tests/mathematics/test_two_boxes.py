"""Two boxes of one table, both hands at Blackjack Switch, two wagers on one hand: how they vary together, beside rounds that the
engine plays."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import msgspec
import numpy as np
import pytest

import pitboss
from pitboss.chapters.ch633a_blackjack.rules import BLACKJACK, DOUBLE_DOWN, SPLIT_PAIRS, Rules
from pitboss.chapters.ch687a_dj_wild_stud_poker import rules as dj_wild_rules
from pitboss.events import Event, Settlement
from pitboss.families.poker_ranks import CLASS_AT
from pitboss.library.tables import TablePeople
from pitboss.mathematics.blackjack.edges import basic, main_edges, switch_edges
from pitboss.mathematics.blackjack.filed_terms import terms
from pitboss.mathematics.blackjack.kernel_cards import UNIT, Batch
from pitboss.mathematics.blackjack.switch import BASIC
from pitboss.mathematics.blackjack.switch_kernel import box_tables, play_round, products, room, tables
from pitboss.mathematics.kit.boxes import SELDOM, covariance, drawn, of_two_wagers
from pitboss.mathematics.kit.duels import duels, exchanges, rivals_by_class
from pitboss.mathematics.kit.edge import BOXES, ENUMERATION, HANDS, INTERVAL, WAGERS, Edge, distribution
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


@cache
def engine(game: str, rounds: int, made: tuple[str, ...]) -> list[tuple[Event, ...]]:
    """Rounds of two seats with the same wagers, played by the chart."""
    table, chart = pitboss.Table(game, seed=7), pitboss.best_play(game)
    return [table.play(stakes_of(made), chart.answer).events for _ in range(rounds)]


def stakes_of(kinds: tuple[str, ...]) -> list[Any]:
    return [pitboss.wager(kind, STAKE, seat=seat) for seat in (1, 2) for kind in kinds]


def errors(expected: Fraction, one: list[int], two: list[int]) -> float:
    """How many standard errors the mean product of two nets is from what is expected."""
    product = np.array(one) * np.array(two) / STAKE**2
    return abs(float(product.mean()) - float(expected)) / (float(product.std()) / sqrt(len(product)))


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
        one, two, _, _ = play_round(Batch(order, order.size, state), 0, made, finished)
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
    people, events = TablePeople(wagers, chart.answer), list(play.events)
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
    ("pai-gow", ("pai_gow",), ("pai_gow",), 800),
    ("pai-gow-poker", ("pai_gow_poker", "pai_gow_insurance"), ("pai_gow_poker",), 800),
    ("six-card-fortune-pai-gow-poker", ("six_card_fortune_pai_gow_poker",), ("six_card_fortune_pai_gow_poker",), 800),
    ("face-up-pai-gow-poker", ("face_up_pai_gow_poker",), ("face_up_pai_gow_poker",), 800),
    ("dj-wild-stud-poker", ("ante", "blind"), ("ante", "blind", "raise"), 4_000),
]


@pytest.mark.parametrize(("game", "made", "kinds", "rounds"), ENGINE, ids=lambda each: str(each))
def test_products_agree_with_rounds_of_the_engine(
    game: str, made: tuple[str, ...], kinds: tuple[str, ...], rounds: int
) -> None:
    """Two seats of one table, played by the chart from one shoe or deck."""
    played = engine(game, rounds, made)
    edge = played_by_the_chart(game, kinds[0])
    one, two = ([net(events, seat, *kinds) for events in played] for seat in (1, 2))
    assert edge.covariance is not None
    assert errors(edge.covariance.value + edge.house_edge**2, one, two) < ERRORS


def played_by_the_chart(game: str, wager: str) -> Edge:
    return next(e for e in pitboss.edges(game) if e.wager == wager and e.strategy in ("basic", "optimal", "none"))


BESIDE = [
    ("blackjack", ("blackjack", "match_the_dealer"), HANDS_OF, 4_000),
    ("casino-war", ("initial", "tie"), ("initial", "war"), 4_000),
    ("over-under", ("ante", "bonus"), ("ante", "over_23", "under_18"), 4_000),
    ("go-fore-it", ("front_9", "skins"), ("front_9", "back_9"), 4_000),
    ("pai-gow-poker", ("pai_gow_poker", "pai_gow_insurance"), ("pai_gow_poker",), 800),
]


@pytest.mark.parametrize(("game", "made", "kinds", "rounds"), BESIDE, ids=lambda each: str(each))
def test_two_wagers_on_one_hand_agree_with_rounds_of_the_engine(
    game: str, made: tuple[str, ...], kinds: tuple[str, ...], rounds: int
) -> None:
    """The main wager of a seat, with what is added to it, and an optional one on the same hand."""
    played, side = engine(game, rounds, made), made[-1]
    edge, other = played_by_the_chart(game, kinds[0]), played_by_the_chart(game, side)
    (found,) = (each for each in edge.beside if each.wager == side)
    for seat in (1, 2):
        one, two = [net(events, seat, *kinds) for events in played], [net(events, seat, side) for events in played]
        assert errors(found.value + edge.house_edge * other.house_edge, one, two) < ERRORS


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


# --- two wagers on one hand --------------------------------------------------------------------------------------------


def known(long: Fraction) -> tuple[Edge, Edge]:
    """A wager at even money that wins two times in five, and one at long odds."""
    chance, even = Fraction(2, 5), Fraction(1)
    pays = 1 / long - 2
    return (
        Edge("", "", "even", distribution([("win", even, chance), ("lose", -even, 1 - chance)])),
        Edge("", "", "long", distribution([("win", pays, long), ("lose", Fraction(-1), 1 - long)])),
    )


def test_a_covariance_is_exact_where_rounds_come_as_often_as_they_should() -> None:
    """The second wager wins only with the first: what is drawn is what is known, and the commonest outcome follows."""
    one, two = known(Fraction(1, 100))
    pays = two.outcomes[0].net
    met = {(Fraction(1), pays): 1_000, (Fraction(1), Fraction(-1)): 39_000, (Fraction(-1), Fraction(-1)): 60_000}
    found = of_two_wagers(one, two, met)
    assert found.value == Fraction(pays - 39 + 60, 100) - one.mean * two.mean
    assert 0 < found.half_width < Fraction(1, 100)
    assert (found.between, found.wager, found.rounds) == (WAGERS, "long", 100_000)


@pytest.mark.parametrize(("came", "certain"), [(SELDOM - 1, False), (SELDOM, True), (SELDOM + 1, True)])
def test_an_outcome_that_came_too_seldom_may_go_with_anything(came: int, certain: bool) -> None:
    """Then the interval holds every covariance there could be; else what came is taken."""
    one, two = known(Fraction(1, 1_000_000))
    pays = two.outcomes[0].net
    met = {(Fraction(1), pays): came, (Fraction(1), Fraction(-1)): 500, (Fraction(-1), Fraction(-1)): 500}
    found = of_two_wagers(one, two, met)
    assert (found.value == 0) is not certain
    assert found.value + found.half_width >= Fraction(1, 1_000_000) * (pays + 1)


def test_two_boxes_of_a_wager_that_the_up_card_decides() -> None:
    """Match the Dealer: the same up card for both; exact where one result settles every box (Hit and Run)."""
    meter = {"rate": "10", "initial": "1000", "reset": "1000"}
    meters = {f"hit_and_run_{name}": value for name, value in meter.items()}
    rules = filed(decks=6, match_the_dealer=True, hit_and_run_progressive=True, **meters)
    found = {edge.wager: edge for edge in pitboss.edges("blackjack", rules)}
    match, run = found["match_the_dealer"].covariance, found["hit_and_run_progressive"]
    assert match is not None
    assert run.covariance is not None
    assert (match.between, match.method) == (BOXES, INTERVAL)
    assert run.covariance.value == run.variance


# --- DJ Wild Stud Poker: counted ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def dealt() -> Any:
    """Rounds of the compiled kernel: what each wager of a hand nets, in Antes."""
    from pitboss.mathematics.dj_wild_stud_poker import kernel
    from pitboss.mathematics.kit.deal import deal_rows
    from pitboss.mathematics.kit.meter_kernel import FILED, SEED

    many, rules = 1 << 18, dj_wild()
    deals, nets = np.empty((many, kernel.DRAWN), np.int64), np.empty((many, kernel.STAKED_AT + 1), np.int64)
    deal_rows(stream(5, 0), np.arange(kernel.CARDS), deals)
    tables = kernel.tables(rules)
    kernel.settled(tables, deals, tables.pays[FILED, SEED : SEED + 1].copy(), nets)
    return nets / kernel.unit(rules)


def dj_wild() -> dj_wild_rules.Rules:
    return dj_wild_rules.Rules(trips_bonus=True, two_way_bad_beat_bonus=True, progressive_bonus=True,
                               progressive_rate=Fraction(20))  # fmt: skip


@pytest.mark.parametrize("wager", ["progressive_bonus", "trips_bonus", "two_way_bad_beat_bonus"])
def test_dj_wild_main_game_with_the_hands_that_win_another_wager(wager: str, dealt: Any) -> None:
    """What the main game nets where the other wager wins, counted and drawn; what that pays is left out, for it varies more
    than any number of rounds would show."""
    from pitboss.mathematics.dj_wild_stud_poker import edges as dj_edges
    from pitboss.mathematics.dj_wild_stud_poker.kernel import WAGERS as COLUMNS

    of: dict[str, Callable[..., Edge]] = {
        "progressive_bonus": dj_edges.progressive, "trips_bonus": dj_edges.trips, "two_way_bad_beat_bonus": dj_edges.bad_beat,
    }  # fmt: skip
    edge = of[wager](dj_wild())
    wins = tuple(msgspec.structs.replace(o, net=Fraction(int(o.net > 0))) for o in edge.outcomes)
    product = dj_edges.WITH_MAIN[wager](dj_wild(), msgspec.structs.replace(edge, outcomes=wins))
    drawn_products = dealt[:, 0] * (dealt[:, COLUMNS.index(wager)] > 0)
    off = abs(float(drawn_products.mean()) - float(product))
    assert off < ERRORS * float(drawn_products.std()) / sqrt(len(dealt))


def test_dj_wild_rivals_are_those_that_are_there() -> None:
    """Every hand that the other cards make, one by one: by class, and of a joker that was exchanged."""
    from pitboss.chapters.ch687a_dj_wild_stud_poker.hands import RANKING

    values, hands = duels(RANKING).values, duels(RANKING).hands
    chance = np.random.default_rng(3)
    rivals = rivals_by_class(RANKING)
    for row in chance.integers(0, len(hands), 5):
        apart = ~np.isin(hands, hands[row]).any(axis=1)
        assert np.bincount(values[apart] >> CLASS_AT, minlength=len(RANKING.order)).tolist() == rivals[row].tolist()
    found = exchanges(RANKING)
    joker = len(RANKING.deck) - 1
    assert found.weights.sum() == (hands[:, -1] == joker).sum() * (len(RANKING.deck) - 5)
    for n in chance.integers(0, len(found.hands), 5):
        gone = {*hands[found.hands[n]].tolist(), *hands[found.exchanged[n]].tolist()}
        assert joker in gone
        assert len(gone) == 6
        apart, mine = ~np.isin(hands, list(gone)).any(axis=1), values[found.hands[n]]
        assert apart.sum() == found.rivals
        assert (values[apart] < mine).sum() == found.beats[n]
        assert (values[apart] == mine).sum() == found.equals[n]
