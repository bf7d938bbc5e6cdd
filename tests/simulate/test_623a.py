"""Craps: the compiled kernels against the engine on the same dice, and against the exact edges."""

import random

import numpy as np
import pytest

from pitboss.chapters.ch623a_craps import CRAPS
from pitboss.chapters.ch623a_craps.rules import Collection, LayBets, Rules
from pitboss.chapters.ch623a_craps.table import Table
from pitboss.chapters.ch623a_craps.wagers import BACKS, COME, COME_ODDS, DONT_COME, DONT_COME_ODDS, LINE, Spot
from pitboss.drivers.round import Round
from pitboss.events import Charged, Event, Refunded, Settlement
from pitboss.exact.ch623a import edges
from pitboss.game import Game, Start
from pitboss.procedure import Answer
from pitboss.simulate.ch623a import (
    DICE,
    ONE_ROLL_UNIT,
    UNIT,
    fire_chain,
    lasting,
    named,
    one_roll,
    stakes,
    tables,
)
from pitboss.simulate.chains import walk, weigh
from pitboss.simulate.kernel import kernels, run
from pitboss.simulate.philox import below, stream
from pitboss.wagers import close_betting

ALL = Rules(buy_bets=True, lay_bets=LayBets.IN_ADDITION, fire_bet=True, odds_multiple=10)
PREPAID = Rules(buy_bets=True, lay_bets=LayBets.IN_LIEU, vigorish_collected=Collection.AT_WAGER, odds_multiple=10)


def dice(count: int, seed: int) -> list[int]:
    source = random.Random(seed)
    return [source.randrange(36) for _ in range(count)]


def throw(
    game: Game, state: Table, wagers: list[Answer], outcome: str, rules: Rules, number: int
) -> tuple[list[Event], Table]:
    play = Round(game, rules, state, Start(number))
    events = [event for answer in wagers for event in play.answer(answer)]
    for answer in (close_betting(), Answer("chance", outcome), Answer("dealer", "valid_roll")):
        events += play.answer(answer)
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


def match_throws(game: Game, rules: Rules, rounds: int, seed: int) -> int:
    """So many throws with every lasting wager up: each nets the same cents in as many decisions."""
    spots, outcomes = lasting(rules), dice(rounds, seed)
    chain, begins = tables(rules, spots)
    counts, out = np.zeros(len(chain.goes), np.int32), np.zeros((len(spots), 5), np.int64)
    walk(chain.goes, np.array(outcomes, np.int32), begins.copy(), counts)
    weigh(counts, chain.cell, chain.row, chain.net, stakes(rules, spots), out)

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


def match(game: Game, rounds: int, seed: int) -> int:
    """Vigorish on a win and in advance."""
    return sum(match_throws(game, rules, -(-rounds // 2), seed) for rules in (ALL, PREPAID))


MATCHES = {"craps": match, "mini-craps": match}


@pytest.mark.parametrize("rules", [ALL, PREPAID], ids=["on win", "prepaid"])
def test_lasting_wagers_settle_like_the_engine(rules: Rules) -> None:
    """Two thousand throws."""
    match_throws(CRAPS, rules, 2000, 623)


def test_one_roll_wagers_settle_like_the_engine() -> None:
    """On every throw each one roll wager nets in the kernel's table what the engine pays."""
    spots, nets = one_roll(ALL)
    wagers = [Answer(1, "wager", kind, on, ONE_ROLL_UNIT) for kind, on in spots]
    for n, outcome in enumerate(DICE):
        events, _ = throw(CRAPS, CRAPS.open(ALL), wagers, outcome, ALL, 1)
        settled = {(e.wager, e.on): e.returned - e.stake for e in events if isinstance(e, Settlement)}
        assert settled == {spot: int(row[n]) for spot, row in zip(spots, nets, strict=True)}
        assert not any(isinstance(e, Charged) for e in events)


def test_fire_bets_settle_like_the_engine() -> None:
    """Three thousand throws of many turns: the same points are made before each loser 7."""
    outcomes, table, found = dice(3000, 11), CRAPS.open(ALL), []
    chain, at, compiled = fire_chain(ALL), 0, []
    nets = dict(zip(chain.cell.tolist(), chain.net.tolist(), strict=True))
    for number, n in enumerate(outcomes, 1):
        wagers = [Answer(1, "wager", "fire_bet", "", 500)] if table.fresh and not table.point else []
        events, table = throw(CRAPS, table, wagers, DICE[n], ALL, number)
        found += [e.returned - e.stake for e in events if isinstance(e, Settlement)]
        if at + n in nets:
            compiled.append(nets[at + n] * 500 // UNIT)
        at = int(chain.goes[at + n])
    assert found == compiled
    assert len(found) > 300
    assert any(net > 0 for net in found)


def test_chains_are_walked_as_they_were_found() -> None:
    """A block of throws, and one of turns, from the kernel and from its stream of dice one by one."""
    spots = lasting(ALL)
    chain, begins = tables(ALL, spots)
    throws, _, turns = kernels(CRAPS, ALL)
    source, drawn = stream(4, 2), 9000
    rolled = np.array([below(source, len(DICE)) for _ in range(drawn)], np.int32)
    counts, found = np.zeros(len(chain.goes), np.int32), np.zeros((len(spots), 5), np.int64)
    walk(chain.goes, rolled, begins.copy(), counts)
    weigh(counts, chain.cell, chain.row, chain.net, stakes(ALL, spots), found)
    out = np.zeros_like(found)
    throws.run(4, 2, drawn, out)
    assert out.tolist() == found.tolist()
    assert counts.sum() == 3 * drawn
    fire, ends = fire_chain(ALL), []
    nets, at = dict(zip(fire.cell.tolist(), fire.net.tolist(), strict=True)), 0
    for n in rolled.tolist():
        ends += [nets[at + n]] if at + n in nets else []
        at = int(fire.goes[at + n])
    out = np.zeros((1, 5), np.int64)
    turns.run(4, 2, len(ends), out)
    assert out[0].tolist() == [
        len(ends),
        sum(ends),
        sum(n * n for n in ends),
        UNIT * len(ends),
        sum(n > 0 for n in ends),
    ]


@pytest.mark.parametrize("rules", [ALL, PREPAID], ids=["on win", "prepaid"])
def test_kernels_find_the_exact_edges(rules: Rules) -> None:
    """Every wager's simulated edge lies within four standard errors of the exact one."""
    exact = {f"{e.wager} {e.on}".rstrip(): e for e in edges(rules) if e.strategy == "none"}
    seen = set()
    for kernel in kernels(CRAPS, rules):
        for estimate in run(kernel, 400_000, seed=3):
            seen.add(estimate.wager)
            if estimate.wager.startswith("supplemental"):
                assert abs(estimate.house_edge) <= 4 * estimate.standard_error, estimate
                continue
            edge = exact[estimate.wager]
            assert abs(float(estimate.house_edge - edge.house_edge)) <= 4 * estimate.standard_error, estimate
            assert abs(float(estimate.staked / estimate.rounds - edge.staked)) < 1e-12
    assert seen == {*named(one_roll(rules)[0]), *named(lasting(rules)), *(["fire_bet"] if rules.fire_bet else [])}
