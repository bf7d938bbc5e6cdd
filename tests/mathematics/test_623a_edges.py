"""Craps: the published edges, found another way."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import chain, combinations

import msgspec
import pytest

from pitboss.chapters.ch623a_craps import CRAPS, MINI_CRAPS
from pitboss.chapters.ch623a_craps.rules import Base, Collection, ComeOdds, FirePaytable, LayBets, Rules
from pitboss.chapters.ch623a_craps.table import Table
from pitboss.chapters.ch623a_craps.wagers import COME, COME_ODDS
from pitboss.drivers.enumeration import outcomes
from pitboss.drivers.round import Round
from pitboss.events import Settlement, Shown
from pitboss.game import Game, RoundStart
from pitboss.mathematics.craps.edges import edges, fire_points
from pitboss.mathematics.craps.strategy import FULL_ODDS
from pitboss.mathematics.kit.edge import Edge, edges_for, variants
from pitboss.mathematics.kit.kernel import kernels
from pitboss.procedure import Answer, Window
from pitboss.submission import RulesSubmission
from pitboss.wagers import close_betting

F = Fraction
STAKE = 66000  # in whole units, and paid by every odds in whole cents
ALL = Rules(buy_bets=True, lay_bets=LayBets.IN_ADDITION, fire_bet=True)
POINTS = (4, 5, 6, 8, 9, 10)
WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}


def found(rules: Rules, strategy: str = "none") -> dict[tuple[str, str], Edge]:
    return {(e.wager, e.on): e for e in edges(rules) if e.strategy == strategy}


def test_the_figures_everyone_knows() -> None:
    """The edges that every book on Craps prints, as fractions."""
    exact = {spot: edge.house_edge for spot, edge in found(ALL).items()}
    known = {
        ("pass_bet", ""): F(7, 495), ("come_bet", ""): F(7, 495), ("dont_pass_bet", ""): F(3, 220),
        ("dont_come_bet", ""): F(3, 220),
        ("field_bet", ""): F(1, 18), ("any_seven_bet", ""): F(1, 6), ("any_craps_bet", ""): F(1, 9),
        ("craps_two_bet", ""): F(5, 36),
        ("craps_three_bet", ""): F(1, 9), ("craps_twelve_bet", ""): F(5, 36), ("eleven_in_one_roll_bet", ""): F(1, 9),
        ("craps_eleven_bet", ""): F(1, 9), ("horn_bet", ""): F(1, 8), ("whirl_bet", ""): F(2, 15),
        ("six_seven_eight_bet", ""): F(1, 18),
        ("four_the_hardway_bet", ""): F(1, 9), ("six_the_hardway_bet", ""): F(1, 11), ("eight_the_hardway_bet", ""): F(1, 11),
        ("ten_the_hardway_bet", ""): F(1, 9), ("horn_high_bet", "12"): F(23, 180), ("horn_high_bet", "3"): F(11, 90),
        ("three_four_on_the_hop_bet", ""): F(1, 9), ("ten_the_hardway_on_the_hop_bet", ""): F(5, 36),
        ("place_bet_to_win", "4"): F(1, 15), ("place_bet_to_win", "5"): F(1, 25), ("place_bet_to_win", "6"): F(1, 66),
        ("place_bet_to_lose", "10"): F(1, 33), ("place_bet_to_lose", "9"): F(1, 40), ("place_bet_to_lose", "8"): F(1, 55),
        ("buy_bet", "4"): F(1, 60), ("buy_bet", "9"): F(1, 50), ("buy_bet", "6"): F(1, 44),
        ("lay_bet", "10"): F(1, 30), ("lay_bet", "5"): F(3, 100), ("lay_bet", "8"): F(3, 110),
        ("supplemental_pass_bet", "5"): F(0), ("supplemental_dont_come_bet", "6"): F(0),
    }  # fmt: skip
    assert {spot: exact[spot] for spot in known} == known


@cache
def edges_of_variants(game: Game) -> list[tuple[RulesSubmission, list[Edge]]]:
    return [(rules, edges_for(game, rules)) for rules in variants(game)]


def test_every_wager_offered_has_its_edge() -> None:
    """Each spot of the layout has one record, at both games, and odds are fair on every number."""
    for game in (CRAPS, MINI_CRAPS):
        for rules, every in edges_of_variants(game):
            spots = {(e.wager, e.on) for e in every if e.strategy == "none"}
            numbers = {(f"supplemental_{line}_bet", str(p)) for line in ("pass", "dont_pass") for p in POINTS}
            assert spots - numbers == set(rules.spots) - {
                ("supplemental_pass_bet", ""),
                ("supplemental_dont_pass_bet", ""),
            }
    assert all(e.house_edge == 0 for e in edges(ALL) if e.wager.startswith("supplemental"))


# --- through the procedure ---------------------------------------------------------------------------------


def results(wager: tuple[str, str], table: Table) -> Iterable[tuple[Fraction, Fraction | None, int]]:
    """(chance, net of one unit or None when undecided, total thrown) of each of the 36 throws, by the procedure."""

    def begin() -> Round:
        play = Round(CRAPS, ALL, table, RoundStart(1))
        if (1, *wager) not in dict(table.up):
            play.answer(Answer(1, "wager", *wager, STAKE))
        return play

    def strategy(play: Round) -> Answer:
        return close_betting() if isinstance(play.pending, Window) else Answer("dealer", "valid_roll")

    for chance, events in outcomes(begin, strategy):
        settled = [e for e in events if isinstance(e, Settlement) and (e.wager, e.on) == wager]
        net = F(settled[0].returned - settled[0].stake - settled[0].vigorish, settled[0].stake) if settled else None
        (shown,) = (e.outcome for e in events if isinstance(e, Shown))
        yield chance, net, sum(map(int, shown.split()))


ONE_ROLL = [spot for spot in ALL.spots if spot[0] in {k.name for k in CRAPS.wagers if k.group in ("one roll", "hop")}]


@pytest.mark.parametrize("spot", ONE_ROLL, ids=lambda spot: f"{spot[0]} {spot[1]}".rstrip())
def test_one_roll_edges_through_the_procedure(spot: tuple[str, str]) -> None:
    """Playing all 36 throws gives the edge of each one roll wager, to the last digit."""
    exact = found(ALL)[spot]
    thrown = list(results(spot, Table(point=9, shooter=1, offered=False)))
    assert sum(c * n for c, n, _ in thrown if n is not None) == -exact.house_edge
    assert sum(c for c, n, _ in thrown if n is not None and n > 0) == exact.chance(1)


LASTING = [spot for spot in ALL.spots if spot[0] in {k.name for k in CRAPS.wagers if k.group in ("number", "hardway")}]


@pytest.mark.parametrize("spot", LASTING, ids=lambda spot: f"{spot[0]} {spot[1]}".rstrip())
def test_lasting_edges_through_the_procedure(spot: tuple[str, str]) -> None:
    """Of the throws that decide a Place, Buy, Lay or Hardway Bet, the average net is its edge."""
    throws = list(results(spot, Table(point=9, shooter=1, offered=False)))
    decided = sum(c for c, n, _ in throws if n is not None)
    assert sum(c * n for c, n, _ in throws if n is not None) / decided == -found(ALL)[spot].house_edge


@pytest.mark.parametrize("wager", ["pass_bet", "dont_pass_bet", "come_bet", "dont_come_bet"])
def test_line_edges_through_the_procedure(wager: str) -> None:
    """Come out roll and every point, played throw by throw, give the edge of the four line and Come bets."""
    come = "come" in wager
    start = Table(point=9, shooter=1, offered=False) if come else Table()
    total = F(0)
    for chance, net, number in results((wager, ""), start):
        if net is not None:
            total += chance * net
            continue
        spot = (wager, str(number) if come else "")
        table = Table(point=9 if come else number, shooter=1, offered=False, up=(((1, *spot), STAKE),))
        later = [(c, n) for c, n, _ in results(spot, table) if n is not None]
        total += chance * sum(c * n for c, n in later) / sum(c for c, _ in later)
    assert total == -found(ALL)[wager, ""].house_edge


# --- by formula --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("multiple", range(1, 11))
def test_full_odds_spread_the_edge_over_more_money(multiple: int) -> None:
    """With m times odds a Pass Bet stakes 1 + 2m/3 units on average, a Don't Pass Bet 1 + m; the edge stays."""
    exact = found(Rules(odds_multiple=multiple), FULL_ODDS)
    for wager, edge, staked in (("pass", F(7, 495), 1 + F(2, 3) * multiple), ("dont_pass", F(3, 220), 1 + F(multiple))):
        for line in (f"{wager}_bet", f"{wager.replace('pass', 'come')}_bet"):
            assert (exact[line, ""].house_edge, exact[line, ""].staked) == (edge, staked)
            assert exact[line, ""].element_of_risk == edge / staked


def test_odds_by_point_spread_the_edge_over_what_each_point_allows() -> None:
    """3-4-5 odds stake 3 7/9 units on a Pass Bet and, laid to win as much, 5 on a Don't Pass Bet; the edge stays."""
    filed = Rules(odds_on_4_and_10=3, odds_on_5_and_9=4, odds_on_6_and_8=5)
    exact = found(filed, FULL_ODDS)
    for line, edge, staked in (("pass_bet", F(7, 495), F(34, 9)), ("dont_pass_bet", F(3, 220), F(5))):
        assert (exact[line, ""].house_edge, exact[line, ""].staked) == (edge, staked)
        assert exact[line, ""].options["odds_multiple"] == "3-4-5"
    laid = {"odds_laid_on_4_and_10": 1, "odds_laid_on_5_and_9": 1, "odds_laid_on_6_and_8": 1}
    apart = found(msgspec.structs.replace(filed, **laid), FULL_ODDS)
    assert (apart["pass_bet", ""].staked, apart["dont_pass_bet", ""].staked) == (F(34, 9), F(2))


@pytest.mark.parametrize("multiple", [1, 10])
def test_odds_behind_come_bets_rest_on_come_out_rolls(multiple: int) -> None:
    """Off, they stake as much and the edge stays, but a part of them is handed back: less is won and lost than on the
    line. Live, Come is Pass to the last figure."""
    off = found(Rules(odds_multiple=multiple), FULL_ODDS)
    live = found(Rules(odds_multiple=multiple, come_odds_on_come_out=ComeOdds.LIVE), FULL_ODDS)
    assert live["come_bet", ""].outcomes == live["pass_bet", ""].outcomes == off["pass_bet", ""].outcomes
    resting = {o.name: o for o in off["come_bet", ""].outcomes if "odds off" in o.name}
    assert {o.net for o in resting.values()} == {F(1), F(-1)}
    for point in POINTS:
        made, lost = (resting[f"{what} with odds off on {point}"].probability for what in ("wins 1 to 1", "lose"))
        assert made / lost == F(WAYS[point], 6)
    assert off["come_bet", ""].variance < live["come_bet", ""].variance


def test_every_multiple_is_told() -> None:
    """All records of Craps: each of the four bets with one to ten times odds, Come odds both off and live."""
    with_odds = [e for _, every in edges_of_variants(CRAPS) for e in every if e.strategy == FULL_ODDS]
    multiples = {str(n) for n in range(1, 11)}
    for kind in ("pass_bet", "dont_pass_bet", "come_bet", "dont_come_bet"):
        assert {e.options["odds_multiple"] for e in with_odds if e.wager == kind} == multiples
    come = {
        (e.options["odds_multiple"], e.options["come_odds_on_come_out"]) for e in with_odds if e.wager == "come_bet"
    }
    assert len(come) == 20


@pytest.mark.parametrize("rate", [F(0), F(1), F(5, 2), F(5)])
def test_vigorish_by_formula(rate: Fraction) -> None:
    """Odds are fair, so a Buy or Lay Bet costs exactly its vigorish: on wins only, or on every decision."""
    part = rate / 100
    on_win = found(Rules(buy_bets=True, lay_bets=LayBets.IN_LIEU, vigorish_rate=rate))
    prepaid = found(
        Rules(buy_bets=True, lay_bets=LayBets.IN_LIEU, vigorish_rate=rate, vigorish_collected=Collection.AT_WAGER)
    )
    of_win = found(Rules(lay_bets=LayBets.IN_LIEU, vigorish_rate=rate, lay_vigorish_base=Base.WIN))
    for point in POINTS:
        made = F(WAYS[point], WAYS[point] + 6)
        assert on_win["buy_bet", str(point)].house_edge == part * made
        assert on_win["lay_bet", str(point)].house_edge == part * (1 - made)
        assert of_win["lay_bet", str(point)].house_edge == part * (1 - made) * F(WAYS[point], 6)
        for wager in ("buy_bet", "lay_bet"):
            assert prepaid[wager, str(point)].house_edge == part
            assert prepaid[wager, str(point)].element_of_risk == part / (1 + part)


def subsets(points: Iterable[int]) -> list[tuple[int, ...]]:
    every = sorted(points)
    return list(chain.from_iterable(combinations(every, n) for n in range(len(every) + 1)))


def test_fire_points_by_inclusion_and_exclusion() -> None:
    """That all points made lie in a set T is a race between a loser 7 and a point outside T; Möbius does the rest."""
    made = {p: F(WAYS[p], 24) * F(WAYS[p], WAYS[p] + 6) for p in POINTS}
    lost = 1 - sum(made.values(), F(0))

    def within(some: tuple[int, ...]) -> Fraction:
        return lost / sum((made[p] for p in POINTS if p not in some), lost)

    counts = dict.fromkeys(range(7), F(0))
    for some in subsets(POINTS):
        counts[len(some)] += sum((-1) ** (len(some) - len(part)) * within(part) for part in subsets(some))
    assert counts == dict(fire_points())
    assert sum(counts.values()) == 1


def test_fire_bet_edges() -> None:
    """20.76% under payout A, 23.89% under payout B; all six points once in 6,156 turns."""
    a = found(ALL)["fire_bet", ""].house_edge
    b = found(Rules(fire_bet=True, fire_bet_paytable=FirePaytable.B))["fire_bet", ""].house_edge
    four, five, six = (fire_points()[n] for n in (4, 5, 6))
    assert a == 1 - 25 * four - 250 * five - 1000 * six
    assert b == 1 - 40 * four - 200 * five - 500 * six
    assert (round(a * 10**6), round(b * 10**6)) == (207628, 238869)
    assert round(1 / six) == 6156


def test_odds_have_an_edge_and_a_kernel_where_their_bet_is_offered() -> None:
    """I-623a-31: without an area for Come Bets nobody can put odds behind one."""
    rules = Rules(not_offered=(COME,))
    assert COME_ODDS not in {edge.wager for edge in edges(rules)}
    assert not [wager for kernel in kernels(CRAPS, rules) for wager in kernel.wagers if wager in (COME, COME_ODDS)]
    assert COME_ODDS in {edge.wager for edge in edges(Rules())}
