"""Wagers judged: what is on offer by its edge, what is on a craps layout from where it stands, and what would be better."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from pitboss import catalogue
from pitboss.chapters.ch621a_pai_gow.rules import Rules as PaiGowRules
from pitboss.chapters.ch623a_craps.layout import Layout
from pitboss.chapters.ch623a_craps.rules import Rules
from pitboss.chapters.ch623a_craps.table import Fire, Table
from pitboss.chapters.ch623a_craps.wagers import (
    ANY_SEVEN,
    BUY,
    COME,
    COME_ODDS,
    DONT_PASS,
    FIRE,
    LAY,
    PASS,
    PASS_ODDS,
    PLACE,
    PLACE_TO_LOSE,
    POINTS,
)
from pitboss.chapters.ch645a_pai_gow_poker.rules import Rules as PokerRules
from pitboss.chapters.ch670a_six_card_fortune.rules import Rules as SixCardRules
from pitboss.drivers.round import Round
from pitboss.events import Settlement
from pitboss.game import RoundStart
from pitboss.mathematics.craps.layout_judging import fire_worth, worth_now
from pitboss.mathematics.kit import wager_judging
from pitboss.mathematics.kit.edge import Edge, edges_for
from pitboss.mathematics.kit.judging import Place
from pitboss.mathematics.kit.strategy import default_answer
from pitboss.mathematics.kit.wager_judging import DECISION, ROUND, THROW, WagerJudgement, edge_now, judge_wagers
from pitboss.mathematics.pai_gow_poker.edges import progressive as poker_progressive
from pitboss.mathematics.six_card_fortune.edges import progressive
from pitboss.money import Cents, Money
from pitboss.procedure import CHANCE, Answer, Draw, Election, Offer
from pitboss.submission import submit
from pitboss.wagers import REMOVE, WAGER, close_betting

CRAPS = catalogue.game("craps")
RULES = Rules(odds_multiple=3, buy_bets=True, lay_bets="in_addition", fire_bet=True)  # type: ignore[arg-type]
SEAT = 1

# --- wagers on offer


@pytest.mark.parametrize("name", ["baccarat", "minibaccarat", "midibaccarat", "roulette", "big-six-wheel", "sic-bo"])
def test_every_wager_on_offer_has_its_edge(name: str) -> None:
    """Every spot of the layout once, the cheapest first, at what $100 cost."""
    game = catalogue.game(name)
    rules = game.example()
    found = judge_wagers(game, rules)
    assert {(line.wager, line.on) for line in found.lines} == set(rules.spots)
    assert [line.edge for line in found.lines] == sorted(line.edge for line in found.lines)
    known = {(edge.wager, edge.on): edge for edge in edges_for(game, rules)}
    for line in found.lines:
        edge = known.get((line.wager, line.on)) or known[line.wager, ""]
        assert (line.edge, line.per) == (edge.house_edge, ROUND)
        assert line.cost == edge.house_edge * 10_000
        assert line.cost_decided * (1 - edge.chance(0)) == line.cost
    assert found.better == () == found.standing


def test_the_bankers_hand_is_better_than_a_tie() -> None:
    """A dollar on the tie: what it is worth, and the same on what is cheapest, where the first may be taken down."""
    game = catalogue.game("baccarat")
    rules = game.example()
    up: dict[Place, Cents] = {("tie", "", 0): 1_00, ("bankers_hand", "", 0): 1_00}
    found = judge_wagers(game, rules, wagers=up)
    edge = {line.wager: line.edge for line in found.lines}
    assert {one.place[0]: one.expected for one in found.standing} == {wager: -100 * edge[wager] for wager, _, _ in up}
    (better,) = found.better
    assert (better.wager, better.instead, better.gain) == (
        "bankers_hand", ("tie", "", 0), 100 * (edge["tie"] - edge["bankers_hand"]),
    )  # fmt: skip
    assert better.words == "$100.00 on the Banker's Hand cost $1.06 on average, on the Tie Wager $14.36."
    only = judge_wagers(game, rules, wagers=up, offers=[Offer(WAGER, "bankers_hand")])
    assert only.better == ()  # nothing may be taken down now


def test_a_progressive_wager_by_what_its_meter_shows() -> None:
    """At its first amount it is worth its outcomes; with twice that on the meter, what they would then be."""
    rules = SixCardRules(progressive_payout=True)
    edge, meter = progressive(rules), rules.meter
    assert edge.progressive is not None
    assert meter is not None
    assert edge_now(edge, {}) == edge.house_edge
    assert edge_now(edge, {edge.wager: meter.initial}) == -edge.mean
    assert edge_now(edge, {edge.wager: 2 * meter.initial}) == -_mean(edge, edge.progressive.unit, 2 * meter.initial)


def test_a_meter_pays_the_same_whatever_is_wagered(monkeypatch: pytest.MonkeyPatch) -> None:
    """645a.13(e): five dollars on a meter, of which the edge is told for one: five times the fixed awards, the meter once."""
    game = catalogue.game("pai-gow-poker")
    rules = PokerRules(progressive_payout=True, progressive_rate=Fraction(20), minimum=Money(100))
    edge = poker_progressive(rules)
    assert edge.progressive is not None
    assert edge.progressive.unit == 100
    fixed, shares = edge.progressive.fixed, (1 - edge.progressive.fixed) * 100 / edge.progressive.even
    up: dict[Place, Cents] = {("progressive_payout", "", 0): 5_00}
    monkeypatch.setattr(wager_judging, "edges_for", lambda *_: [edge])
    for meter in (2_000_00, 400_000_00):
        (one,) = judge_wagers(game, rules, wagers=up, meters={"progressive_payout": meter}).standing
        assert one.expected == 500 * fixed + meter * shares - 500
    assert (
        edge_now(edge, {}, 500) == 1 - fixed - Fraction(20, 100) - edge.progressive.top * rules.progressive_reset / 500
    )


def _mean(edge: Edge, unit: Cents, meter: Cents) -> Fraction:
    """With five aces for all of the meter, and a royal flush for a tenth of it."""
    shares, total = {"five aces": Fraction(1), "royal flush": Fraction(1, 10)}, Fraction(0)
    for line in edge.outcomes:
        net = shares[line.name] * meter / unit - 1 if line.name in shares else line.net
        total += net * line.probability
    return total


def test_taking_the_bank_has_its_edge() -> None:
    """Where the bank is on offer, it stands among the wagers by what one wager against it is worth."""
    game = catalogue.game("pai-gow")
    rules = PaiGowRules(player_bank=True)
    found = judge_wagers(game, rules, offers=[Offer("bank"), Offer(WAGER, "pai_gow")])
    known = {(edge.wager, edge.on, edge.strategy): edge.house_edge for edge in edges_for(game, rules)}
    lines = {(line.wager, line.strategy): line.edge for line in found.lines}
    assert lines == {
        (wager, played): known[wager, "", played]
        for wager in ("bank", "pai_gow")
        for played in ("optimal", "house way")
    }
    assert found.lines[0].wager == "bank"


# --- a craps layout


def layout(point: int, up: dict[tuple[str, str], Cents], fire: tuple[Fire, ...] = ()) -> Table:
    return Table(
        point,
        SEAT,
        offered=False,
        fresh=not point,
        fire=fire,
        up=tuple(((SEAT, *spot), amount) for spot, amount in up.items()),
    )


def judged(table: Table, rules: Rules = RULES) -> WagerJudgement:
    marks = {"puck": str(table.point) if table.point else "off"}
    for bet in table.fire:
        marks |= {f"Fire Bet point marker {n}": str(point) for n, point in enumerate(bet.points, 1)}
    up: dict[Place, Cents] = {(wager.kind, wager.on, wager.hand): wager.amount for wager in table.wagers()}
    return judge_wagers(CRAPS, rules, offers=Layout(table, rules).offers(SEAT), wagers=up, marks=marks)


def thrown(table: Table, dice: str) -> tuple[Cents, Table]:
    """One throw by the procedure: what seat 1 netted by it, and the table after it."""
    play, net = Round(CRAPS, RULES, table, RoundStart(2, seated=(SEAT,))), 0
    events = list(play.answer(close_betting()))
    while not play.closed:
        question = play.pending
        if isinstance(question, Draw):
            events += play.answer(Answer(CHANCE, dice))
        else:
            assert isinstance(question, Election)
            events += play.answer(default_answer(question))
    for event in events:
        if isinstance(event, Settlement):
            net += event.returned - event.stake - event.vigorish
    return net, play.result


SPOTS: tuple[tuple[int, str, str], ...] = (
    (6, PASS, ""), (8, DONT_PASS, ""), (0, PASS, ""), (4, COME, "5"), (5, COME, ""), (9, PLACE, "4"), (9, BUY, "4"),
    (9, LAY, "10"), (9, PLACE_TO_LOSE, "8"), (4, "six_the_hardway_bet", ""), (4, ANY_SEVEN, ""), (10, "horn_bet", ""),
)  # fmt: skip


def one_throw() -> Iterator[tuple[str, Fraction]]:
    for one, two in product(range(1, 7), repeat=2):
        yield f"{one} {two}", Fraction(1, 36)


@pytest.mark.parametrize(("point", "kind", "on"), SPOTS, ids=str)
def test_what_is_up_is_worth_what_the_next_throw_makes_of_it(point: int, kind: str, on: str) -> None:
    """By the procedure, throw for throw: what a wager nets now, and what it is worth where it then stands.

    That holds for one figure only, so that the wager's worth to its decision is proved by its first throw."""
    amount, expected = 36_000, Fraction(0)
    line = {} if kind in (PASS, DONT_PASS) else {(DONT_PASS, ""): 100}  # the shooter has a line bet
    table = layout(point, line | {(kind, on): amount})
    for dice, chance in one_throw():
        net, after = thrown(table, dice)
        without = thrown(layout(point, line), dice)[0] if line else 0
        expected += chance * (net - without)
        won = net > without
        for wager in after.wagers():
            if wager.kind == kind and not (
                won and kind not in (PASS, DONT_PASS, COME)
            ):  # one that won is another wager
                expected += chance * wager.amount * worth_now(RULES, kind, wager.on, after.point)
    found = next(one for one in judged(table).standing if one.place[:2] == (kind, on))
    assert found.expected == expected
    assert found.edge == -expected / amount


def test_a_fire_bet_from_where_it_stands() -> None:
    """Before the first come out roll it is worth its edge; each throw leads to what it is worth after it."""
    known = next(edge for edge in edges_for(CRAPS, RULES) if edge.wager == FIRE)
    assert fire_worth(RULES, frozenset(), 0) == -known.house_edge
    made, point, ways = frozenset({4, 10}), 6, {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
    lost = Fraction(-1)  # two points, or three, pay nothing
    assert fire_worth(RULES, made, point) == Fraction(5, 11) * fire_worth(RULES, made | {6}, 0) + Fraction(6, 11) * lost
    assert fire_worth(RULES, made, 0) == sum(Fraction(ways[to], 24) * fire_worth(RULES, made, to) for to in POINTS)
    table = layout(6, {(PASS, ""): 1_000}, (Fire(SEAT, 500, 1, 0, (4, 10)),))
    bet = next(one for one in judged(table).standing if one.place[0] == FIRE)
    assert bet.expected == 500 * fire_worth(RULES, made, 6)
    assert not bet.may_be_taken_down


def test_623a_6_odds_are_better_than_more_of_anything_else() -> None:
    """Behind a Pass Bet and a Come Bet with a point, as much as is filed; a Place Bet is bought or taken down."""
    table = layout(6, {(PASS, ""): 1_000, (COME, "5"): 1_000, (PLACE, "4"): 1_000, (ANY_SEVEN, ""): 500})
    found = judged(table)
    odds = {one.wager: (one.amount, one.gain) for one in found.better if one.wager in (PASS_ODDS, COME_ODDS)}
    cheapest = min(line.edge for line in found.lines if line.wager not in (PASS_ODDS, COME_ODDS))
    assert odds == {PASS_ODDS: (3_000, 3_000 * cheapest), COME_ODDS: (3_000, 3_000 * cheapest)}
    others = [(one.says, one.wager, one.on) for one in found.better if one.wager not in odds]
    assert others == [(REMOVE, ANY_SEVEN, ""), (REMOVE, PLACE, "4"), (WAGER, BUY, "4")]
    assert found.lines[0].edge == 0
    assert {line.per for line in found.lines} == {DECISION, THROW}
    locked = {one.place[0] for one in found.standing if not one.may_be_taken_down}
    assert locked == {PASS, COME}
    assert found.expected == sum(one.expected for one in found.standing)


def test_a_dont_pass_bet_with_a_point_is_left_up() -> None:
    """It may be taken down, and from here on it wins more than it loses."""
    found = judged(layout(4, {(DONT_PASS, ""): 3_000}))
    (bet,) = found.standing
    assert bet.may_be_taken_down
    assert bet.expected == 1_000
    assert bet.words == "From here it wins $10.00 on average: leave it up."
    assert not [one for one in found.better if one.says == REMOVE]


@pytest.mark.parametrize(("refunded", "worth"), [(True, Fraction(-1, 20)), (False, Fraction(0))])
def test_vigorish_that_comes_back_is_lost_only_when_the_wager_is_decided(refunded: bool, worth: Fraction) -> None:
    """I-623a-10: $20 on a 4 whose dollar was paid with the wager: taken down, that comes back, where it was so filed."""
    game = catalogue.game("craps")
    rules = submit(Rules, {"buy_bets": True, "vigorish_collected": "at_wager", "vigorish_refunded": refunded})
    assert worth_now(rules, BUY, "4", 9) == worth
    found = judge_wagers(game, rules, wagers={(BUY, "4", 0): 20_00}, marks={"puck": "9"})
    gains = {better.says: better.gain for better in found.better if better.instead == (BUY, "4", 0)}
    assert gains.get(REMOVE, 0) == -worth * 20_00
