"""Pai Gow's compiled kernels: equal to the engine on the same tiles, and to the exact edges."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from pitboss import catalogue
from pitboss.chapters.ch621a_pai_gow.hands import HouseWay
from pitboss.chapters.ch621a_pai_gow.rules import BankSets, Rules
from pitboss.drivers.round import Round
from pitboss.equipment.tiles import TILES
from pitboss.events import Event, Settlement
from pitboss.game import Game, RoundStart
from pitboss.mathematics.kit import bank_kernel
from pitboss.mathematics.kit.bank_edges import FULL_TABLE
from pitboss.mathematics.kit.comparison import exact_edge_for
from pitboss.mathematics.kit.kernel import kernels
from pitboss.mathematics.kit.runner import simulate
from pitboss.mathematics.pai_gow import kernel as pai_gow_kernel
from pitboss.mathematics.pai_gow.edges import HOUSE, OPTIMAL, best_settings, edges, house_settings, places
from pitboss.mathematics.pai_gow.strategy import SetsTiles
from pitboss.procedure import DEALER, Answer
from tests.mathematics import banks

GAME = catalogue.game("pai-gow")
RULES = Rules(player_bank=True, co_banking=True)
SEAT = 1
MIXED = [Answer(DEALER, "circles", amount=8)]


def played(play: Round, tiles: list[int], throw: str, strategy: SetsTiles, first: Answer) -> list[Event]:
    """One round of seat 1 alone, who wagers or banks, on these tiles."""
    waiting = iter([*(TILES[n] for n in tiles), throw])
    return banks.played(play, [*MIXED, first], waiting, {SEAT: strategy})


def net(events: list[Event], wager: str) -> int:
    lines = [e for e in events if isinstance(e, Settlement) and e.wager == wager]
    return sum(line.returned - line.stake - line.vigorish for line in lines)


def play_match(strategy: str, rounds: int, seed: int) -> int:
    """Rounds as a player and as the bank, in turn, every net to the cent."""
    way, source = HouseWay.LOW_FIRST, random.Random(seed)
    minds = {
        banks: SetsTiles(best_settings(way, banks=banks) if strategy == OPTIMAL else house_settings(way))
        for banks in (False, True)
    }
    wager = Answer(SEAT, "wager", "pai_gow", "", pai_gow_kernel.UNIT)
    state, seen = GAME.open(RULES), set()
    for number in range(1, rounds + 1):
        banks = number % 2 == 0
        tiles = source.sample(range(32), 32)
        play = Round(GAME, RULES, state, RoundStart(number))
        first = Answer(SEAT, "bank") if banks else wager
        # the count ends on the dealer, or on the bank: from there the stacks go counterclockwise
        events = played(play, tiles, "3 3 3", minds[banks], first)
        state = play.result
        mine, dealers = (tiles[:4], tiles[8:12]) if banks else (tiles[24:28], tiles[:4])
        hands = pai_gow_kernel.tables(way, strategy, banks=banks)
        expected = pai_gow_kernel.net_of(np.array(mine + dealers), hands, int(banks), pai_gow_kernel.nets(RULES))
        assert net(events, "bank" if banks else "pai_gow") == expected, (mine, dealers)
        seen.add((banks, int(expected)))
    assert seen == {(False, -2000), (False, 0), (False, 1900), (True, -2000), (True, 0), (True, 1900)}
    return rounds


def match_full_table(rounds: int, seed: int) -> int:
    """Rounds of a bank of either strategy and of a co-bank, every other player wagering and, but for a co-bank, the
    dealer: what the bank nets, and what the dealer's wager does to it, to the cent."""
    way, source, found = HouseWay.LOW_FIRST, random.Random(seed), set()
    wager, opened = bank_kernel.equal_wager(RULES.chip), GAME.open(RULES)
    first = Round(GAME, RULES, opened, RoundStart(1))
    banks.played(first, MIXED + banks.everybody("pai_gow", wager), chance(source), {})
    for number in range(rounds):
        kind, strategy = (("bank", OPTIMAL), ("bank", HOUSE), ("co_bank", HOUSE))[number % 3]
        seat, play = number % 6 + 1, Round(GAME, RULES, first.result, RoundStart(2))
        settings = best_settings(way, banks=True) if strategy == OPTIMAL else house_settings(way)
        said = MIXED + banks.everybody("pai_gow", wager, seat, kind)
        events = banks.played(play, said, chance(source), {seat: SetsTiles(settings)})
        hands, (table, unit) = (
            pai_gow_kernel.tables(way, strategy, banks=True),
            pai_gow_kernel.bank_nets(RULES, kind),
        )
        net = np.zeros(2 if kind == "bank" else 1, np.int64)
        pai_gow_kernel.banked(numbers(banks.hands(events, seat)), hands, table, unit, net)
        dealers = [net[1] * wager // unit] if kind == "bank" else [0]
        assert banks.nets(events) == (net[0], *dealers)
        found.add((kind, int(net[0])))
    assert len(found) > min(20, rounds // 20)
    return rounds


def chance(source: random.Random) -> Iterator[str]:
    """All tiles, and three dice."""
    return iter([*source.sample(TILES, len(TILES)), " ".join(str(source.randint(1, 6)) for _ in range(3))])


def numbers(hands: list[list[str]]) -> np.ndarray[Any, Any]:
    """Tiles by number, the second of a kind by its own."""
    left = list(enumerate(TILES))
    found = []
    for tile in (tile for hand in hands for tile in hand):
        here = next(n for n, (_, name) in enumerate(left) if name == tile)
        found.append(left.pop(here)[0])
    return np.array(found)


def match(game: Game, rounds: int, seed: int) -> int:
    alone = sum(play_match(strategy, -(-rounds // 2), seed) for strategy in (OPTIMAL, HOUSE))
    return alone + match_full_table(rounds, seed)


MATCHES = {GAME.name: match}


@pytest.mark.parametrize("strategy", [OPTIMAL, HOUSE])
def test_kernel_equals_the_engine_on_the_same_tiles(strategy: str) -> None:
    """Two hundred and fifty rounds as a player and as many as the bank."""
    play_match(strategy, 500, 621)


def test_full_table_equals_the_engine_on_the_same_tiles() -> None:
    """A hundred rounds, a third each of a bank who sets as well as can be, one who sets the house way, a co-bank."""
    match_full_table(100, 621)


def test_a_bank_who_has_to_set_the_house_way_has_no_other_kernel() -> None:
    """I-645a-22: where the manner of setting is filed, there is no edge of the best settings of a bank."""
    rules = Rules(player_bank=True, bank_sets=BankSets.HOUSE_WAY)
    assert {kernel.strategy for kernel in kernels(GAME, rules) if kernel.wagers[0] != "pai_gow"} == {HOUSE}


def test_numbers_of_hands() -> None:
    """Each hand has a number of its own, in whatever order its tiles come."""
    numbers = set()
    for hand in combinations(range(32), 4):
        tiles = np.array([hand[2], hand[0], hand[3], hand[1]])
        numbers.add(int(pai_gow_kernel.hand_number(tiles, 0, places())))
    assert numbers == set(range(35_960))


@pytest.mark.slow
def test_simulation_agrees_with_the_exact_edge() -> None:
    """Player, bank and co-bank, by either strategy, within four standard errors of the exact edge or its interval."""
    exact = edges(RULES)
    for kernel in kernels(GAME, RULES):
        for found in simulate(kernel, 100_000 if FULL_TABLE in kernel.name else 200_000, seed=621)[-1].estimates:
            edge = exact_edge_for(kernel, found.wager, exact)
            assert edge is not None, kernel.name
            assert edge.strategy == kernel.strategy
            assert found.errors_from(edge.house_edge, edge.half_width) < 4, kernel.name
            assert abs(float(found.variance / edge.variance) - 1) < 0.01, kernel.name


def test_rounded_vigorish_changes_nothing_on_the_stake_played() -> None:
    """On twenty dollars the vigorish is a dollar either way, so the kernel plays the exact edge."""
    for rounding in ("exact", "next_25_cents"):
        rules = Rules(vigorish_rounding=rounding)  # type: ignore[arg-type]
        assert pai_gow_kernel.nets(rules).tolist() == [-2000, 0, 1900]
