"""Counting and depth: effects that sum to zero, the counts that are known, the spread of what is left, and the cover card."""

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import perm, sqrt

import numpy as np
import pytest

import pitboss
from pitboss import catalogue
from pitboss.chapters.ch627a_minibaccarat.rules import Rules as Mini
from pitboss.chapters.ch633a_blackjack.rules import Rules
from pitboss.equipment.cards import DECK
from pitboss.mathematics.blackjack import depth_kernel
from pitboss.mathematics.blackjack.burned_sides import ways_of
from pitboss.mathematics.blackjack.side_edges import first_card_edge
from pitboss.mathematics.certificates.making import certificate
from pitboss.mathematics.kit import baccarat_depth_kernel as baccarat
from pitboss.mathematics.kit.baccarat_counting import coups_of, settled, shoe
from pitboss.mathematics.kit.baccarat_coups import final, tables
from pitboss.mathematics.kit.every_edge import edges_kept
from pitboss.mathematics.studies.depth import (
    correlation_of,
    deviation_at,
    effects_of,
    studied,
    wager_depth,
)
from pitboss.submission import submit
from tests.cli.conftest import Pitboss
from tests.cli.conftest import pitboss as run

__all__ = ["run"]
CUTS = (Fraction(1, 2), Fraction(1, 4))


def of_baccarat(wager: str, **choices: object) -> "tuple[Mini, pitboss.Edge]":
    rules = Mini(decks=8, **choices)  # type: ignore[arg-type]
    game = catalogue.game("minibaccarat")
    return rules, next(edge for edge in edges_kept(game, rules) if edge.wager == wager)


def test_the_count_of_blackjack_is_the_one_that_everybody_knows() -> None:
    """Two to six are one up, tens and aces one down; published with a betting correlation of 0.97."""
    game = catalogue.game("blackjack")
    rules = game.example()
    edge = next(each for each in edges_kept(game, rules) if each.strategy == "basic")
    effects = list(effects_of(game, rules, edge))
    assert abs(sum((count * effect for _, count, effect in effects), Fraction(0))) < Fraction(1, 10**9)
    found = wager_depth(edge, effects, CUTS)
    assert {each.card: each.tag for each in found.cards} == {
        **dict.fromkeys("AT", -1), **dict.fromkeys("23456", 1), **dict.fromkeys("789", 0),
    }  # fmt: skip
    assert found.correlation == pytest.approx(0.97, abs=0.01)
    deep, shallow = found.gains[1].per_100, found.gains[0].per_100
    assert deep > shallow > 0


def test_the_count_of_dragon_7_and_of_casino_war() -> None:
    """Four to seven against eight and nine; at Casino War no card is worth more than another."""
    rules, edge = of_baccarat("dragon_7_insurance", ez_baccarat=True)
    found = wager_depth(edge, list(effects_of(catalogue.game("minibaccarat"), rules, edge)), CUTS)
    tags = {each.card: each.tag for each in found.cards}
    assert [tags[card] for card in ("4", "5", "6", "7")] == [-1] * 4
    assert [tags[card] for card in ("8", "9")] == [1, 1]
    war = studied(catalogue.game("casino-war"), catalogue.game("casino-war").example(), shoes=0)
    assert war.wagers
    assert all(each.correlation == 0 and not any(gain.per_100 for gain in each.gains) for each in war.wagers)


def test_what_is_left_spreads_as_the_effects_say() -> None:
    """The exact edge of Dragon 7 from shoes of which two thirds are out, and the linear estimate."""
    rules, edge = of_baccarat("dragon_7_insurance", ez_baccarat=True)
    effects = list(effects_of(catalogue.game("minibaccarat"), rules, edge))
    counts = shoe(8)
    cards = [value for value in range(10) for _ in range(counts[value])]
    chance, left, exact, linear = random.Random(39), 139, [], []
    for _ in range(25):
        held = Counter(chance.sample(cards, left))
        ways = settled(rules, edge.wager, edge.on, coups_of(tuple(held[value] for value in range(10))))
        exact.append(float(sum((net * n for (_, net), n in ways.items()), Fraction(0)) / sum(ways.values())))
        out = [counts[value] - held[value] for value in range(10)]
        linear.append(sum(n * float(effect) for n, (_, _, effect) in zip(out, effects, strict=True)))
    assert np.corrcoef(exact, linear)[0, 1] > 0.95
    spread = sqrt(sum(count * float(effect) ** 2 for _, count, effect in effects) / sum(counts))
    assert np.std(exact) == pytest.approx(deviation_at(spread, sum(counts), left), rel=0.3)


def test_a_count_that_follows_the_effects_has_a_correlation_of_one() -> None:
    assert correlation_of([4, 4, 4], [-1.0, 0.0, 1.0], [-2, 0, 2]) == pytest.approx(1)
    assert correlation_of([4, 4, 4], [-1.0, 0.0, 1.0], [1, 0, -1]) == pytest.approx(-1)
    assert correlation_of([4, 4, 4], [-1.0, 0.0, 1.0], [1, 1, 1]) == 0


@pytest.mark.parametrize(
    "kind", ["match_the_dealer", "in_between", "three_card_poker", "royal_match_21", "kings_bounty"]
)
def test_optional_wagers_of_blackjack_are_counted_again_with_any_card_burned(kind: str) -> None:
    """With the up card, with the dealer's two cards, by pairs; Crown Treasure with the Royal Match."""
    game = catalogue.game("blackjack")
    crown = {"crown_treasure_bonus": True} if kind == "royal_match_21" else {}
    rules = submit(game.rules, {**game.example().every_choice, kind: True, **crown})
    assert isinstance(rules, Rules)
    edge = first_card_edge(kind, rules)
    (identity,) = certificate(game, rules, edge)["identities"]
    assert identity["kind"] == "burned"
    assert sum(count for _, count in identity["shoe"]) == 6 * 52


def test_the_ways_of_a_wager_are_those_of_its_edge() -> None:
    """Of the full shoe, by sets of cards, against the sums by ranks and suits that the edge is of."""
    game = catalogue.game("blackjack")
    rules = submit(game.rules, {**game.example().every_choice, "three_card_poker": True})
    assert isinstance(rules, Rules)
    found = Counter[tuple[str, Fraction]]()
    for line, count in ways_of("three_card_poker", rules)(dict.fromkeys(DECK, 6)):
        found[line] += count
    edge = first_card_edge("three_card_poker", rules)
    chances = {(name.replace("_", " "), net): Fraction(count, perm(312, 3)) for (name, net), count in found.items()}
    assert chances == {(one.name, one.net): one.probability for one in edge.outcomes}


# --- dealt to the cover card


def test_a_small_shoe_dealt_in_many_orders() -> None:
    """The compiled dealing, order by order, against the rounds that follow from the rules for each order."""
    rules = Mini(dragon_bonus=True)
    values, ends, nets = tables(rules)
    places = [int(np.nonzero(values == value)[0][n]) for n, value in enumerate((0, 0, 5, 5, 6, 9))]
    more = [int(np.nonzero(values == 8)[0][n]) for n in range(baccarat.LEAST_CUT)]  # beneath the cover card
    of = baccarat.CoupTables(values, ends, nets, baccarat.cards_taken(ends))
    played = Counter[int]()
    for order in sorted(set(permutations([0, 0, 5, 5, 6, 9])))[::3]:
        waiting = {value: [place for place in places if values[place] == value] for value in (0, 5, 6, 9)}
        dealt = np.array([waiting[value].pop() for value in order] + more, np.int16)
        sums = np.zeros((len(nets), 10, 3), np.int64)
        baccarat.deal_shoe(dealt, len(more), of, sums)
        expected, rounds = by_rules([int(values[place]) for place in dealt], len(more), nets, ends)
        assert sums[:, :, 1].sum(axis=1).tolist() == expected
        assert sums[0, :, 0].sum() == rounds
        played[rounds] += 1
    assert set(played) == {2, 3}


def by_rules(cards: list[int], cut: int, nets: np.ndarray, ends: np.ndarray) -> tuple[list[int], int]:
    """One card burned; coups until the cover card is out, and one more."""
    at, rounds, total, over = 1, 0, [0] * len(nets), False
    while True:
        player, banker = (cards[at] + cards[at + 2]) % 10, (cards[at + 1] + cards[at + 3]) % 10
        mine, theirs = final(player, banker, cards[at + 4], cards[at + 5])
        end = ends[player, banker, cards[at + 4], cards[at + 5]]
        total = [net + int(row[end]) for net, row in zip(total, nets, strict=True)]
        rounds, at = rounds + 1, at + mine.cards + theirs.cards
        if over:
            return total, rounds
        over = at > len(cards) - cut


@pytest.mark.parametrize("fixed", [1, 5])
def test_a_fixed_number_of_rounds_has_the_edge_of_the_full_shoe(fixed: int) -> None:
    """However deep they are: what changes the edge is the cover card, not depth."""
    game = catalogue.game("blackjack")
    rules = game.example()
    assert isinstance(rules, Rules)
    exact = next(each for each in edges_kept(game, rules) if each.strategy == "basic").house_edge
    found = depth_kernel.dealt(rules, 78, 200_000, 39, fixed)
    edge, error = found.edge(0)
    assert sum(found.rounds) == 200_000 * fixed
    assert abs(edge - float(exact)) < 4 * error


def test_rounds_are_counted_by_depth_to_the_cover_card() -> None:
    game = catalogue.game("minibaccarat")
    found = studied(game, game.example(), cuts=CUTS, shoes=2_000).dealt
    assert found is not None
    assert (found.cards, found.cut) == (416, 104)
    assert all(found.rounds[:7])
    assert not any(found.rounds[8:])
    player = next(each for each in edges_kept(game, game.example()) if each.wager == "players_hand").house_edge
    edge, error = found.edge(found.wagers.index("players_hand"))
    assert abs(edge - float(player)) < 4 * error


def test_the_page_and_the_command(run: Pitboss) -> None:
    status, page, _ = run("depth", "minibaccarat", "--shoes", "500", "--cut", "20")
    assert status == 0
    for words in (
        "Betting correlation",
        "Cut-card effect",
        "Wagers made with 20 % cut off",
        "banker",
        "83 of 416 cards",
    ):
        assert words in page
    status, lines, _ = run("depth", "minibaccarat", "--shoes", "0", "--json")
    assert '"per_100"' in lines.splitlines()[0]
    assert "no linear count gains anything" in run("depth", "casino-war")[1]
    status, _, said = run("depth", "roulette")
    assert (status, said.strip()) == (
        2, "Roulette is not dealt from a shoe that lasts several rounds: there is nothing to count.",
    )  # fmt: skip
    assert run("depth", "minibaccarat", "--cut", "120")[0] == 2
    assert run("depth", "minibaccarat", "--cut", "x")[0] == 2
