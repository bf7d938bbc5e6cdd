"""Craps: the compiled kernels against the engine on the same dice, and against the exact edges."""

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pitboss.chapters.ch623a_craps import CRAPS
from pitboss.chapters.ch623a_craps.rules import Collection, ComeOdds, LayBets, Rules, VigorishRounding
from pitboss.chapters.ch623a_craps.table import Table
from pitboss.chapters.ch623a_craps.wagers import BACKS, COME, COME_ODDS, DONT_COME, DONT_COME_ODDS, LINE, Spot
from pitboss.drivers.round import Round
from pitboss.events import Charged, Event, Refunded, Settlement
from pitboss.game import Game, RoundStart
from pitboss.mathematics.craps.chains import Chain, Small, joined, tally_decisions, walk
from pitboss.mathematics.craps.edges import edges
from pitboss.mathematics.craps.kernel import (
    DICE,
    ONE_ROLL_UNIT,
    UNIT,
    alone,
    backed,
    base,
    fire_chain,
    lasting,
    named,
    one_roll,
    tables,
    together,
)
from pitboss.mathematics.craps.strategy import FULL_ODDS, FullOdds
from pitboss.mathematics.kit.comparison import exact_edge_for
from pitboss.mathematics.kit.kernel import kernels
from pitboss.mathematics.kit.philox import below, stream
from pitboss.mathematics.kit.runner import simulate
from pitboss.mathematics.kit.tally import new_tally
from pitboss.money import Money
from pitboss.procedure import Answer, Window
from pitboss.wagers import close_betting

ALL = Rules(buy_bets=True, lay_bets=LayBets.IN_ADDITION, fire_bet=True, odds_multiple=10)
PREPAID = Rules(buy_bets=True, lay_bets=LayBets.IN_LIEU, vigorish_collected=Collection.AT_WAGER, odds_multiple=10)

TEN, LIVE = Rules(odds_multiple=10), Rules(odds_multiple=3, come_odds_on_come_out=ComeOdds.LIVE, unit=Money(500))
BY_POINT = Rules(
    odds_on_4_and_10=3, odds_on_5_and_9=4, odds_on_6_and_8=5, odds_laid_on_5_and_9=1, odds_laid_on_6_and_8=7
)


def dice(count: int, seed: int) -> list[int]:
    source = random.Random(seed)
    return [source.randrange(36) for _ in range(count)]


def throw(
    game: Game, state: Table, wagers: list[Answer], outcome: str, rules: Rules, number: int
) -> tuple[list[Event], Table]:
    play = Round(game, rules, state, RoundStart(number))
    events = [event for answer in wagers for event in play.answer(answer)]
    events += play.answer(close_betting())
    while not play.closed:
        asked = [question.options[0].answer(question.to) for question in play.elections()]
        events += play.answer(asked[0] if asked else Answer("chance", outcome))
    return events, play.result


def missing(state: Table, spots: list[Spot]) -> list[Answer]:
    """Every wager of the kernel that is not up and may be made."""
    up = {(kind, on) for (_, kind, on), _ in state.up}
    found = []
    for kind, on in spots:
        if kind in (COME_ODDS, DONT_COME_ODDS):
            numbers = [n for base, n in up if base == BACKS[kind] and n and (kind, n) not in up]
            found += [(kind, n) for n in numbers]
        elif kind in (COME, DONT_COME):
            found += [(kind, "")] if state.point and not any(k == kind for k, _ in up) else []
        elif (kind, on) not in up and (kind not in LINE or not state.point) and (kind not in BACKS or state.point):
            found.append((kind, on))
    return [Answer(1, "wager", kind, on, UNIT) for kind, on in found]


def walked(tables: tuple[Chain, Small], rows: int, outcomes: list[int]) -> np.ndarray[Any, Any]:
    """The table of a kernel after these throws."""
    chain, begins = tables
    counts, out = np.zeros(len(chain.goes), np.int32), new_tally(rows)
    walk(chain.goes, np.array(outcomes, np.int32), begins.copy(), counts)
    tally_decisions(out, counts, chain)
    assert counts.sum() == 3 * len(outcomes)
    return out


def match_throws(game: Game, rules: Rules, rounds: int, seed: int) -> int:
    """So many throws with every lasting wager up: each nets the same cents in as many decisions."""
    spots, outcomes = lasting(rules), dice(rounds, seed)
    out = walked(tables(spots, rules, alone(rules)), len(spots), outcomes)

    decided, nets = dict.fromkeys(spots, 0), dict.fromkeys(spots, 0)
    table = game.open(rules)
    for number, n in enumerate(outcomes, 1):
        events, table = throw(game, table, missing(table, spots), DICE[n], rules, number)
        for event in events:
            if isinstance(event, Settlement):
                row = (event.wager, event.on) if (event.wager, event.on) in nets else (event.wager, "")
                decided[row] += 1
                nets[row] += event.returned - event.stake - event.vigorish
            assert not isinstance(event, Refunded)
    assert decided == {spot: int(line[0]) for spot, line in zip(spots, out, strict=True)}
    assert nets == {spot: int(line[1]) for spot, line in zip(spots, out, strict=True)}
    assert min(decided.values()) > rounds // 100
    return rounds


def match_full_odds(game: Game, rules: Rules, rounds: int, seed: int) -> int:
    """So many throws, played by the strategy that takes and lays all the odds it is offered: each bet with its odds nets
    the same cents on the same stakes, in as many decisions."""
    spots, outcomes, strategy = backed(rules), dice(rounds, seed), FullOdds(base(rules))
    out = walked(tables(spots, rules, together(rules)), len(spots), outcomes)

    found = {kind: [0, 0, 0] for kind, _ in spots}
    table = game.open(rules)
    for number, n in enumerate(outcomes, 1):
        play = Round(game, rules, table, RoundStart(number))
        assert isinstance(play.pending, Window)
        for answer in strategy.wagers(1, [(kind, on) for (_, kind, on), _ in table.up], play.pending.menu.offers(1)):
            play.answer(answer)
        play.answer(close_betting())
        events = [*play.answer(Answer("chance", DICE[n])), *play.answer(Answer("dealer", "valid_roll"))]
        table = play.result
        for event in events:
            if isinstance(event, Settlement):
                line = found[BACKS.get(event.wager, event.wager)]
                line[0] += event.wager not in BACKS
                line[1] += event.returned - event.stake - event.vigorish
                line[2] += event.stake
    assert list(found.values()) == out[:, [0, 1, 3]].tolist()
    assert min(line[0] for line in found.values()) > rounds // 20
    return rounds


def match(game: Game, rounds: int, seed: int) -> int:
    """Vigorish on a win and in advance; then full odds, those behind Come Bets off and live on come out rolls."""
    plain = sum(match_throws(game, rules, -(-rounds // 2), seed) for rules in (ALL, PREPAID))
    return plain + sum(match_full_odds(game, rules, -(-rounds // 2), seed) for rules in (TEN, LIVE))


MATCHES = {"craps": match, "mini-craps": match}


@pytest.mark.parametrize("rules", [ALL, PREPAID], ids=["on win", "prepaid"])
def test_lasting_wagers_settle_like_the_engine(rules: Rules) -> None:
    """Six hundred throws."""
    match_throws(CRAPS, rules, 600, 623)


@pytest.mark.parametrize("rules", [TEN, LIVE, BY_POINT], ids=["ten times", "live on come out rolls", "by point"])
def test_full_odds_settle_like_the_engine(rules: Rules) -> None:
    """Three hundred throws; with odds behind Come Bets off on a come out roll some are handed back."""
    match_full_odds(CRAPS, rules, 300, 623)


SHOOTER = Answer(2, "wager", "pass_bet", "", 1000)  # 623a.8(a): someone has a line bet on every come out roll


def test_one_roll_wagers_settle_like_the_engine() -> None:
    """On every throw each one roll wager nets in the kernel's table what the engine pays."""
    spots, nets = one_roll(ALL)
    wagers = [Answer(1, "wager", kind, on, ONE_ROLL_UNIT) for kind, on in spots]
    for n, outcome in enumerate(DICE):
        events, _ = throw(CRAPS, CRAPS.open(ALL), [*wagers, SHOOTER], outcome, ALL, 1)
        settled = {(e.wager, e.on): e.returned - e.stake for e in events if isinstance(e, Settlement) and e.seat == 1}
        assert settled == {spot: int(row[n]) for spot, row in zip(spots, nets, strict=True)}
        assert not any(isinstance(e, Charged) for e in events)


def test_fire_bets_settle_like_the_engine() -> None:
    """A thousand throws of many turns: the same points are made before each loser 7."""
    outcomes, table, found = dice(1000, 11), CRAPS.open(ALL), []
    chain, at, compiled = fire_chain(ALL), 0, []
    nets = dict(zip(chain.cell.tolist(), chain.net.tolist(), strict=True))
    for number, n in enumerate(outcomes, 1):
        wagers = [Answer(1, "wager", "fire_bet", "", 500)] if table.fresh and not table.point else []
        events, table = throw(CRAPS, table, wagers if table.point else [*wagers, SHOOTER], DICE[n], ALL, number)
        found += [e.returned - e.stake for e in events if isinstance(e, Settlement) and e.seat == 1]
        if at + n in nets:
            compiled.append(nets[at + n] * 500 // UNIT)
        at = int(chain.goes[at + n])
    assert found == compiled
    assert len(found) > 100
    assert any(net > 0 for net in found)


def test_chains_are_walked_as_they_were_found() -> None:
    """A block of throws, with and without odds, and one of turns, from the kernel and from its stream of dice."""
    spots, lines = lasting(ALL), backed(ALL)
    throws, _, odds, turns = kernels(CRAPS, ALL)
    source, drawn = stream(4, 2), 9000
    rolled = [int(below(source, len(DICE))) for _ in range(drawn)]
    for kernel, chains in ((throws, tables(spots, ALL, alone(ALL))), (odds, tables(lines, ALL, together(ALL)))):
        out = new_tally(len(kernel.wagers))
        kernel.run(4, 2, drawn, out)
        assert out.tolist() == walked(chains, len(kernel.wagers), rolled).tolist()
    fire, ends = fire_chain(ALL), []
    nets, at = dict(zip(fire.cell.tolist(), fire.net.tolist(), strict=True)), 0
    for n in rolled:
        ends += [nets[at + n]] if at + n in nets else []
        at = int(fire.goes[at + n])
    out = new_tally(1)
    turns.run(4, 2, len(ends), out)
    assert out[0].tolist() == [
        len(ends),
        sum(ends),
        sum(n * n for n in ends),
        UNIT * len(ends),
        sum(n > 0 for n in ends),
    ]


def test_just_three_chains_are_walked_at_once() -> None:
    """Compiled code checks no bounds, so a fourth chain, or a missing one, is refused before it is walked."""
    fire = fire_chain(ALL)
    assert len(joined([fire] * 3)[1]) == 3
    for many in (2, 4):
        with pytest.raises(AssertionError, match=f"{many} chains, where 3 are walked"):
            joined([fire] * many)


ROUNDED = Rules(  # by the stake, 4% is no whole number of cents and its chips are rounded away
    buy_bets=True, lay_bets=LayBets.IN_ADDITION, vigorish_rate=Fraction(4), vigorish_collected=Collection.AT_WAGER,
    vigorish_rounding=VigorishRounding.NEAREST, unit=Money(2500),
)  # fmt: skip


@pytest.mark.parametrize("rules", [ALL, PREPAID, ROUNDED], ids=["on win", "prepaid", "rounded"])
def test_kernels_find_the_exact_edges(rules: Rules) -> None:
    """Every wager's simulated edge lies within four standard errors of the exact one."""
    exact = edges(rules)
    seen = set()
    for kernel in kernels(CRAPS, rules):
        for estimate in simulate(kernel, 400_000, seed=3)[-1].estimates:
            seen.add((estimate.wager, kernel.strategy))
            if estimate.wager.startswith("supplemental"):
                assert abs(estimate.house_edge) <= 4 * estimate.standard_error, estimate
                continue
            edge = exact_edge_for(kernel, estimate.wager, exact)
            assert edge is not None
            assert edge.strategy == kernel.strategy
            assert estimate.errors_from(edge.house_edge) <= 4, estimate
            if kernel.strategy == FULL_ODDS:
                assert abs(float(estimate.staked / estimate.rounds / edge.staked) - 1) < 0.01
                assert abs(float(estimate.variance / edge.variance) - 1) < 0.02
            else:
                assert estimate.staked == edge.staked * estimate.rounds
    single, lasts, fire = named(one_roll(rules)[0]), named(lasting(rules)), ["fire_bet"] if rules.fire_bet else []
    assert seen == {(name, "none") for name in (*single, *lasts, *fire)} | {
        (name, FULL_ODDS) for name in named(backed(rules))
    }
