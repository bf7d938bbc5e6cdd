"""Pai Gow judged: settings, surrender and the bank, beside the procedure and the known edges."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import msgspec
import pytest

from pitboss import catalogue
from pitboss.chapters.ch621a_pai_gow.completion import LOW, arranged
from pitboss.chapters.ch621a_pai_gow.hands import HouseWay, Outcome, house_way, low_hands, outcome, set_hands
from pitboss.chapters.ch621a_pai_gow.rules import BANK_LAW, PAI_GOW, BankSets, CrossedHands, Rules
from pitboss.equipment.tiles import TILES
from pitboss.events import Marked
from pitboss.families.banking import BANK, CO_BANK
from pitboss.journal import Report
from pitboss.mathematics.kit.bank_judging import settled
from pitboss.mathematics.kit.judging import Judgement, judge
from pitboss.mathematics.pai_gow.edges import (
    OPTIMAL,
    WON,
    best_settings,
    columns,
    edges,
    field,
    full_table,
    looks,
    meetings,
)
from pitboss.mathematics.pai_gow.unseen_tiles import unseen
from pitboss.procedure import Answer
from tests.mathematics.judging.hands import SEAT, Played, judged, seen_besides, wager

GAME = catalogue.game("pai-gow")
AMOUNT = 2_000
MINE, BANKS = slice(24, 28), slice(0, 4)  # where seat 1's tiles lie as a player and as the bank, the dice being 3 3 3
DEALERS, DEALERS_MET = slice(0, 4), slice(8, 12)


def stacked(mine: list[str], other: list[str], *, banks: bool = False) -> list[str]:
    """All tiles, seat 1's and the dealer's where they will be dealt from, and the dice."""
    rest = list(TILES)
    for tile in (*mine, *other):
        rest.remove(tile)
    tiles = [""] * len(TILES)
    tiles[BANKS if banks else MINE], tiles[DEALERS_MET if banks else DEALERS] = mine, other
    left = iter(rest)
    return [*(tile or next(left) for tile in tiles), "3 3 3"]


def without(tiles: list[str], some: list[str]) -> list[str]:
    rest = list(tiles)
    for tile in some:
        rest.remove(tile)
    return rest


FOUR = ["6-6", "5-5", "4-6", "1-1"]  # of each of these there is another, so that the dealer may have copies
UNKNOWN = [*FOUR, "3-6", "2-5"]
SEEN = without(list(TILES), [*FOUR, *UNKNOWN])


@pytest.mark.parametrize("crossed", list(CrossedHands))
def test_621a_8_every_setting_is_worth_what_the_procedure_pays(crossed: CrossedHands) -> None:
    """With six tiles unseen: each of the fifteen hands that the dealer may have, for every setting, crossed ones too."""
    rules, mine = Rules(crossed_hands=crossed), FOUR
    hands = [list(hand) for hand in combinations(UNKNOWN, 4)]
    played = Played(GAME, rules, [wager(PAI_GOW, AMOUNT)], stacked(mine, hands[0]))
    found = judged(GAME, seen_besides(played.until("low hand"), SEEN))
    assert len(found.worths) == 6
    for worth in found.worths:
        lays = [Answer(SEAT, LOW, cards=worth.option.cards)]
        nets = [
            Played(GAME, rules, [wager(PAI_GOW, AMOUNT)], stacked(mine, hand), answers=lays).net(PAI_GOW)
            for hand in hands
        ]
        assert worth.low == worth.high == Fraction(sum(nets), len(nets))
        assert sum(line.net * line.probability for line in worth.results) == worth.expected


def best_worth(way: HouseWay, tiles: tuple[str, ...]) -> Fraction:
    """What the best setting of four tiles wins less what it loses, over all hands that the dealer may have."""
    found, worths = unseen(way, tiles), []
    for low in low_hands(tiles):
        made = set_hands(tiles, low)
        if not made.crossed:
            won, _, lost = found.against(made)
            worths.append(WON * won - lost)
    return max(worths)


@pytest.mark.parametrize("way", list(HouseWay))
def test_the_best_setting_is_that_of_the_optimal_edge(way: HouseWay) -> None:
    """Of random hands: the same hands won and lost as where the edge is worked out."""
    every = random.Random(621).sample(list(looks()), 150)
    taken = best_settings(way)
    counts = meetings(columns([(tiles, taken[tiles]) for tiles in every]), field(way), 0)
    assert [best_worth(way, tiles) for tiles in every] == [WON * int(won) - int(lost) for won, _, lost in counts]


def test_i_621a_08_of_equal_settings_the_one_laid_as_it_counts_is_the_best() -> None:
    """Exchanged hands are worth the same where they are swapped: no player is led to lay the higher hand as the low one."""
    rules, others = Rules(crossed_hands=CrossedHands.SWAPPED), random.Random(8)
    for _ in range(12):
        tiles = others.sample(list(TILES), 8)
        played = Played(GAME, rules, [wager(PAI_GOW, AMOUNT)], stacked(tiles[:4], tiles[4:]))
        found = judged(GAME, played.until("low hand"))
        best = set_hands(tuple(tiles[:4]), found.best.option.cards)
        assert not best.crossed
        equal = [worth for worth in found.worths if worth.expected == found.best.expected]
        assert len(equal) >= 2  # the exchanged hands are listed too
        warned = arranged(rules, tiles[:4], equal[-1].option.cards)
        assert (bool(warned.warning), warned.foul) == (True, False)
    lose = arranged(Rules(crossed_hands=CrossedHands.LOSE), tiles[:4], equal[-1].option.cards)
    assert lose.foul


@pytest.mark.slow
@pytest.mark.parametrize("way", list(HouseWay))
def test_the_best_setting_of_every_hand_makes_the_optimal_edge(way: HouseWay) -> None:
    """All 35,960 hands, exactly."""
    total = sum((many * best_worth(way, tiles) for tiles, many in looks().items()), Fraction(0))
    best = next(edge for edge in edges(Rules(house_way=way)) if edge.strategy == OPTIMAL)
    assert total / (comb(32, 4) * comb(28, 4)) == -best.house_edge


def test_621a_8_e_a_surrender_loses_what_showing_might_not() -> None:
    """The dealer's hands lie open: what is judged is what is paid, however seat 1 has set."""
    nets = set()
    for seed in range(20):
        rng = random.Random(seed)
        tiles = rng.sample(TILES, 8)
        lays = Answer(SEAT, LOW, cards=rng.choice(low_hands(tiles[:4])))
        played = Played(GAME, Rules(), [wager(PAI_GOW, AMOUNT)], stacked(tiles[:4], tiles[4:]), answers=[lays])
        show, gives_up = judged(GAME, played.until("surrender")).worths
        assert gives_up.expected == -AMOUNT
        assert show.expected == played.net(PAI_GOW)
        nets.add(show.expected)
    assert nets == {1_900, 0, -AMOUNT}


# --- exposed tiles


def test_621a_10_d_a_hand_played_unseen_is_worth_its_edge() -> None:
    """Nobody has looked, and the record does not say which tile was exposed."""
    play = Played(GAME, Rules(), [wager(PAI_GOW, AMOUNT)], [*TILES, "3 3 3"])
    while not any(question.kind == "delivery" for question in play.round.elections()):
        play.step()
    play.report(Report("player_tile_exposed", SEAT))
    void, plays = judged(GAME, play.until("exposed tile")).worths
    best = next(edge for edge in edges(Rules()) if edge.strategy == OPTIMAL)
    assert void.expected == 0
    assert plays.expected == -best.house_edge * AMOUNT


# --- the bank

BANKED = Rules(player_bank=True)


def after_a_round(rules: Rules) -> object:
    """A table at which seat 1 has wagered against the dealer, and may bank."""
    first = Played(GAME, rules, [wager(PAI_GOW, AMOUNT)], [*TILES, "3 3 3"])
    first.end()
    return first.round.result


@pytest.mark.parametrize("sets", list(BankSets))
def test_621a_9_o_a_banks_settings_against_one_wager(sets: BankSets) -> None:
    """Every setting, as the procedure settles it; where a bank is bound to the house way all are worth the same."""
    rules = Rules(player_bank=True, bank_sets=sets)
    state, mine = after_a_round(rules), FOUR
    hands = [list(hand) for hand in combinations(UNKNOWN, 4)]

    def banking(hand: list[str], *answers: Answer) -> Played:
        cards = stacked(mine, hand, banks=True)
        return Played(GAME, rules, [Answer(SEAT, BANK)], cards, state=state, answers=answers)

    found = judged(GAME, seen_besides(banking(hands[0]).until("low hand"), SEEN))
    for worth in found.worths:
        lays = Answer(SEAT, LOW, cards=worth.option.cards)
        assert worth.expected == Fraction(sum(banking(hand, lays).net(BANK) for hand in hands), len(hands))
    assert (len({worth.expected for worth in found.worths}) == 1) is (sets is BankSets.HOUSE_WAY)


def taking(rules: Rules, players: int, kind: str = BANK) -> Judgement:
    """Seat 1, who has a wager up too, is asked whether to bank: so many others wager the same."""
    said = [
        wager(PAI_GOW, AMOUNT),
        Answer(SEAT, kind),
        *(wager(PAI_GOW, AMOUNT, seat) for seat in range(2, 2 + players)),
    ]
    played = Played(GAME, rules, said, [*TILES, "3 3 3"], state=after_a_round(rules))
    return judged(GAME, played.until("bank"))


def test_621a_9_banking_is_worth_what_its_edge_says() -> None:
    """Against a full table, set as well as can be; passed, the wager against the dealer is worth its own edge."""
    found = taking(BANKED, 5)
    least, bank, passes = found.worths
    assert (least.amount, bank.amount, passes.amount) == (0, AMOUNT, 0)
    edge, total = full_table(BANKED, BANK, best=True), 6 * AMOUNT
    assert abs(bank.expected + edge.house_edge * total) < (bank.high - bank.low) + 2 * edge.half_width * total
    best = next(edge for edge in edges(BANKED) if edge.strategy == OPTIMAL)
    assert passes.low == passes.high == -best.house_edge * AMOUNT


def test_621a_9_e_a_co_bank_is_worth_its_half() -> None:
    """Five wagers, half of each for the dealer, who sets the hands."""
    rules = Rules(player_bank=True, co_banking=True)
    bank, passes = taking(rules, 5, CO_BANK).worths
    edge, half = full_table(rules, CO_BANK, best=False), Fraction(5 * AMOUNT, 2)
    assert abs(bank.expected + edge.house_edge * half) < (bank.high - bank.low) + 2 * edge.half_width * half
    assert bank.expected < passes.expected


def test_621a_9_a_player_against_a_bank_is_judged_as_against_the_dealer() -> None:
    """The bank's tiles are as unknown as the dealer's, and taken to be set the same way; what a cut does is chance."""
    said, cards, state = [Answer(SEAT, BANK), wager(PAI_GOW, AMOUNT, 2)], [*TILES, "3 3 3"], after_a_round(BANKED)
    met = Played(GAME, BANKED, said, cards, seat=2, state=state).until("low hand")
    unbanked = tuple(event for event in met.events if not isinstance(event, Marked))
    bank, dealer = judged(GAME, met), judged(GAME, msgspec.structs.replace(met, events=unbanked))
    assert "that the bank may have" in bank.method
    assert "that the dealer may have" in dealer.method
    assert bank.worths == dealer.worths
    assert judge(GAME, Played(GAME, BANKED, said, cards, state=state).until("cut")) is None


@pytest.mark.slow
def test_621a_9_o_a_bank_against_several_is_within_its_interval() -> None:
    """Eight tiles unseen, two hands of them: all seventy deals, one wager a player's and one the dealer's."""
    mine = ["2-2", "3-5", "1-4", "5-6"]
    rest = without(list(TILES), mine)
    random.Random(2).shuffle(rest)
    unknown, known = rest[:8], rest[8:]
    cards = stacked(mine, rest[:4], banks=True)
    said = [Answer(SEAT, BANK), wager(PAI_GOW, 3_000, 2)]
    situation = Played(GAME, BANKED, said, cards, state=after_a_round(BANKED)).until("low hand")
    found = judged(GAME, seen_besides(situation, known))
    net = settled(BANK_LAW, BANKED.vigorish, BANK, BANKED.payout_rounding)
    for worth in found.worths:
        made = set_hands(mine, worth.option.cards)
        nets = []
        for some in combinations(range(8), 4):
            theirs = [[unknown[n] for n in range(8) if (n in some) is player] for player in (True, False)]
            player, dealer = (outcome(house_way(tiles), made)[0] for tiles in theirs)
            nets.append(net(3_000 * BANK_WINS[player] + AMOUNT * BANK_WINS[dealer]))
        half = (worth.high - worth.low) / 2
        assert abs(Fraction(sum(nets), len(nets)) - worth.expected) <= 2 * half  # four standard errors
        assert half < 2
    assert len({worth.expected for worth in found.worths}) > 2


BANK_WINS = {Outcome.LOSE: 1, Outcome.TIE: 0, Outcome.WIN: -1}
