"""Blackjack's optional wagers: each against a plain count, a recursion, brute force or a published figure."""

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from pitboss.chapters.ch633a_blackjack import GAME, sides
from pitboss.chapters.ch633a_blackjack.rules import BAD_BEAT, HIT_AND_RUN, INSURANCE, Rules
from pitboss.chapters.ch633a_blackjack.settlement import side_line
from pitboss.equipment.cards import DECK
from pitboss.mathematics.blackjack import edges as blackjack_edges
from pitboss.mathematics.blackjack.analyzer import Analysis, best_strategy, follow, is_natural
from pitboss.mathematics.blackjack.bad_beat import BEATS, UNBEATEN, bad_beat_edge, twenty_beaten
from pitboss.mathematics.blackjack.compiled_hands import VALUES, hands
from pitboss.mathematics.blackjack.side_edges import (
    first_card_edge,
    hit_and_run_edge,
    hit_and_run_lines,
    insurance_edge,
    meter_edge,
    two_cards,
    unit_of,
)
from pitboss.mathematics.kit.edge import COMBINATORIAL, INTERVAL
from tests.chapters.blackjack import filed
from tests.chapters.test_633a_paper import EVERYTHING, SWITCH
from tests.mathematics.blackjack import Brute, Done, count, count_on, terms


def test_first_card_wagers_equal_a_plain_count_of_one_deck() -> None:
    """Every two cards, and with them every up card where that matters, one by one."""
    by_two = ("royal_match_21", "bet_the_set_21", "kings_bounty", "lucky_ladies")
    by_three = ("in_between", "three_card_poker")
    rules = filed(decks=1, **dict.fromkeys((*by_two, *by_three), True))
    nets = dict.fromkeys((*by_two, *by_three), Fraction(0))
    for two in combinations(DECK, 2):
        ups = [card for card in DECK if card not in two]
        for kind in nets:
            seen = ups[:1] if kind in by_two else ups
            every = [side_line(kind, two, up, rules)[1] for up in seen]
            nets[kind] += Fraction(sum(-1 if odds is None else odds.net for odds in every), len(seen))
    for kind, won in nets.items():  # with one deck there are no top pairs, so that no hole card matters
        assert first_card_edge(kind, rules).house_edge == -won / comb(52, 2)


@pytest.mark.parametrize(
    ("wager", "decks", "percent"),
    [
        ("lucky_ladies", 6, "17.639"),
        ("match_the_dealer", 6, "4.062"),
        ("match_the_dealer", 8, "3.674"),
        ("three_card_poker", 6, "3.239"),
        ("insurance", 6, "7.395"),
        ("insurance", 8, "7.470"),
    ],
)
def test_published_edges(wager: str, decks: int, percent: str) -> None:
    """Figures that others have published for the same paytables."""
    rules = filed(decks=decks, lucky_ladies=True, match_the_dealer=True, three_card_poker=True)
    edge = insurance_edge(rules) if wager == INSURANCE else first_card_edge(wager, rules)
    assert f"{float(edge.house_edge) * 100:.3f}" == percent


def test_super_match_by_classes_of_four_ranks() -> None:
    """Six decks: counted by hand."""
    each, every = 24, comb(312, 4)
    four = 13 * comb(each, 4)
    three = 13 * comb(each, 3) * 12 * each
    two = comb(13, 2) * comb(each, 2) ** 2
    pair = 13 * comb(each, 2) * comb(12, 2) * each**2
    won = 41 * four + 6 * three + 9 * two + 2 * pair
    rules = filed(**SWITCH, super_match=True)
    assert first_card_edge("super_match", rules).house_edge == 1 - Fraction(won, every)


def test_top_pair_and_crown_treasure_by_hand() -> None:
    """Two queens of hearts with a dealer's Blackjack, and Royal Match against Royal Match, of six decks."""
    rules = filed(lucky_ladies=True, royal_match_21=True, crown_treasure_bonus=True)
    lines = {o.name: o.probability for o in first_card_edge("lucky_ladies", rules).outcomes}
    queens = Fraction(comb(6, 2), comb(312, 2))
    assert lines[sides.QUEENS_AND_BLACKJACK] == queens * Fraction(24 * 94, comb(310, 2))
    assert lines[sides.QUEENS_AND_BLACKJACK] + lines[sides.QUEENS] == queens
    crown = {o.name: o.probability for o in first_card_edge("royal_match_21", rules).outcomes}[sides.CROWN_TREASURE]
    assert crown == Fraction(4 * 36, comb(312, 2)) * Fraction(5 * 5 + 3 * 36, comb(310, 2))
    assert sum(chance for _, chance in two_cards(6)) == 1


def test_hit_and_run_lines_equal_a_plain_recursion() -> None:
    """A shoe of aces to fours, eights and tens: the dealer's cards in every order, line for line."""
    counts = (3, 3, 3, 2, 0, 0, 0, 2, 0, 4)
    deck, ends = list(counts), dict[str, Fraction]()

    def draw(total: int, soft: bool, cards: tuple[int, ...], chance: Fraction) -> None:
        if total >= 17:
            natural = len(cards) == 2 and total == 21
            line = sides.hit_and_run(len(cards), dealer_blackjack=natural)
            ends[line] = ends.get(line, Fraction(0)) + chance
            return
        n = sum(deck)
        for value in range(VALUES):
            if deck[value]:
                part = chance * Fraction(deck[value], n)
                deck[value] -= 1
                draw(*(count_on(total, soft, value) if cards else count((value,))), (*cards, value), part)
                deck[value] += 1

    draw(0, False, (), Fraction(1))
    assert dict(hit_and_run_lines(counts)) == ends
    assert sides.HIT_AND_RUN_TOP in ends


def test_cents_of_a_unit_and_of_a_seed_are_told() -> None:
    """A wager of $2.50 on a meter that begins at $1,000.50."""
    meter = {"rate": "10", "initial": "1000.00", "reset": "1000.50"}
    rules = filed(
        minimum="2.50", hit_and_run_progressive=True, **{f"hit_and_run_{name}": value for name, value in meter.items()}
    )
    edge = hit_and_run_edge(rules, rules.meters[0])
    assert edge.note == "for a wager of $2.50, the meter at its seed"
    assert edge.options["reset"] == "1000.50"


def test_progressive_edges_are_fixed_part_rate_and_seed() -> None:
    """What is paid in fixed odds, the rate, and a seed for each jackpot; the meter at which it breaks even."""
    rules = filed(**EVERYTHING, minimum="1.00")
    run = hit_and_run_edge(rules, rules.meters[1])
    paid = sum((o.net + 1) * o.probability for o in run.outcomes if o.name != "jackpot")
    top = next(o.probability for o in run.outcomes if o.name == "jackpot")
    assert run.house_edge == 1 - paid - Fraction("7.1234") / 100 - top * 1500
    assert run.progressive is not None
    assert paid + top * run.progressive.even / run.progressive.unit == 1
    meter = rules.meters[1]
    assert meter_edge(HIT_AND_RUN, rules, meter, [], Fraction(0)).house_edge == 1 - Fraction("7.1234") / 100


class BadBeat(Brute):
    """Counts rounds in which some hand ends on 20, by the dealer's cards; those against a dealer's Blackjack come last."""

    first_only = by_pairs = False

    def after_the_deal(self, deck: list[int], up: int, hole: int, one: int, two: int) -> Any:
        if is_natural(up, hole):
            return np.eye(BEATS + 1)[BEATS] * (count((one, two))[0] == 20)
        if self.plan.surrender[up, hands().two[one, two]]:
            return np.zeros(BEATS + 1)
        return self.play(deck, up, hole, [(one, two)], [], 0)

    def end(self, deck: list[int], up: int, hole: int, done: list[Done]) -> Any:
        twenties = sum(each.total == 20 for each in (done[:1] if self.first_only else done))
        if not twenties:
            return np.zeros(BEATS + 1)
        worth = twenties - comb(twenties, 2) if self.by_pairs else 1
        return worth * self.by_cards(deck, *count((up, hole)), 2)

    def by_cards(self, deck: list[int], total: int, soft: bool, cards: int) -> Any:
        if total >= 17:
            return np.eye(BEATS + 1)[min(cards, 7) - 3 if total == 21 else UNBEATEN]
        ways: Any = 0.0
        for value, part in self.cards(deck):
            ways = ways + part * self.by_cards(deck, *count_on(total, soft, value), cards + 1)
        return ways


def splitting(counts: tuple[int, ...], **choices: Any) -> Analysis:
    """The best play of a small shoe, but every pair is split."""
    of = terms(**choices)
    plan = best_strategy(counts, of).strategy
    plan.split[:] = 1
    plan.surrender[:] = 0
    return follow(counts, of, plan)


SPLITTING = [
    ((3, 2, 0, 0, 0, 0, 0, 0, 7, 4), {"max_resplits": 0}),
    ((4, 2, 0, 0, 0, 0, 0, 0, 6, 3), {"max_resplits": 0, "max_ace_resplits": 0, "split_aces": "draw"}),
    ((0, 0, 3, 0, 0, 0, 4, 0, 0, 8), {"max_resplits": 0}),
]


@pytest.mark.parametrize(("counts", "choices"), SPLITTING)
def test_bad_beat_equals_brute_force_where_no_pair_is_split_again(
    counts: tuple[int, ...], choices: dict[str, Any]
) -> None:
    """Every pair split once: the chance of a 20 against each hand of the dealer, to 1e-12."""
    played = splitting(counts, **choices)
    brute = BadBeat(played).worth()
    beaten, natural, more = twenty_beaten(played)
    assert np.abs(np.append(beaten, natural) - brute).max() < 1e-12
    assert not more.any()
    assert brute[:3].sum() > 0


@pytest.mark.parametrize("counts", [(0, 0, 2, 0, 0, 0, 5, 0, 0, 9), (2, 0, 0, 0, 0, 0, 0, 0, 6, 7)])
def test_bad_beat_of_resplit_hands_is_enclosed(counts: tuple[int, ...]) -> None:
    """With resplits the chance lies between the two bounds; that of the first hand alone is exact (I-633a-14).

    The lower bound is the expected number of hands on 20 less that of pairs of them, to 1e-12.
    """
    played = splitting(counts, max_resplits=1, max_ace_resplits=1)
    brute = BadBeat(played)
    whole, (beaten, _, more) = brute.worth(), twenty_beaten(played)
    assert more.any()
    assert (beaten - 1e-12 <= whole[:BEATS]).all()
    assert (whole[:BEATS] <= beaten + more + 1e-12).all()
    brute.by_pairs = True
    assert np.abs(beaten - brute.worth()[:BEATS]).max() < 1e-12
    brute.first_only, brute.by_pairs = True, False
    first, _, none = twenty_beaten(played, first_hand_only=True)
    assert np.abs(first - brute.worth()[:BEATS]).max() < 1e-12
    assert not none.any()


LOW, NATURAL = np.array([8e-3, 2e-3, 4e-4, 5e-5, 4e-6, 0.14]), 7e-3
MORE = np.array([2e-6, 1e-6, 1e-7, 1e-8, 1e-9, 3e-5])


def test_bad_beat_edge_is_as_wide_as_its_bounds() -> None:
    """From the lowest chance of each line to the highest, the edge covers just that; without a difference it is exact."""
    rules = filed(**EVERYTHING, bad_beat_any_20=True)
    awards = [25, 50, 100, 1000, rules.meters[0].reset // unit_of(BAD_BEAT, rules), 1]
    most, least, wide = (
        bad_beat_edge(rules, rules.meters[0], (low, NATURAL, more))
        for low, more in ((LOW, 0 * MORE), (LOW + MORE, 0 * MORE), (LOW, MORE))
    )
    assert (most.method, least.method, wide.method) == (COMBINATORIAL, COMBINATORIAL, INTERVAL)
    assert most.half_width == least.half_width == 0
    assert abs(float(wide.house_edge + wide.half_width - most.house_edge)) < 1e-12
    assert abs(float(wide.house_edge - wide.half_width - least.house_edge)) < 1e-12
    assert abs(float(wide.half_width) - MORE @ awards / 2) < 1e-12
    plain = bad_beat_edge(filed(**EVERYTHING), rules.meters[0], (LOW, NATURAL, MORE))
    assert abs(float(plain.half_width) - MORE[:5] @ awards[:5] / 2) < 1e-12


def test_bonuses_lower_the_bad_beat_edge_by_what_they_pay() -> None:
    """Lucky Player is worth 5 in 7; Magic Card 20 times the chance that one of two cards is the one drawn."""
    plain = filed(**EVERYTHING)
    bonus = filed(**EVERYTHING, magic_card_bonus=True, lucky_player_bonus=True)
    found = (bad_beat_edge(rules, rules.meters[0], (LOW, NATURAL, MORE)).house_edge for rules in (plain, bonus))
    one, two = found
    assert one - two == Fraction(5, 7) + 20 * (1 - Fraction(comb(306, 2), comb(312, 2)))


def test_every_wager_of_every_variant_has_an_edge() -> None:
    """Each submission in the list is lawful, and the list shows every paytable."""
    variants: list[Rules] = []
    for rules in blackjack_edges.variants(GAME):
        assert isinstance(rules, Rules)
        rules.check()
        variants.append(rules)
    assert {rules.royal_match.name for rules in variants if rules.royal_match_21} == set("ABCDE")
    assert {rules.bet_the_set.name for rules in variants if rules.bet_the_set_21} == set("ABCD")
    assert {rules.decks for rules in variants} == set(range(1, 9))
    assert {rules.decks for rules in variants if rules.blackjack_switch and rules.bad_beat_progressive} == {6, 8}
    edges = blackjack_edges.edges(variants[10])
    offered = {kind.name for kind in variants[10].offered} - {"double_down", "split_pairs"}
    assert {edge.wager for edge in edges} == offered
    bad_beat = next(edge for edge in edges if edge.wager == BAD_BEAT)
    assert 0 < bad_beat.half_width < Fraction(1, 10_000)
    assert bad_beat.options["split_hands"] == "any"
