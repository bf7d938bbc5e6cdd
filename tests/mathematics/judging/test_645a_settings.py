"""Pai Gow Poker judged: settings, surrender and the bank, beside the procedure, a simulation and the known edges."""

import random
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss import catalogue
from pitboss.chapters.ch645a_pai_gow_poker.hands import Outcome, compare
from pitboss.chapters.ch645a_pai_gow_poker.rules import BANK_LAW, MAIN, BankSets, Rules
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.equipment.shoe import Dealing
from pitboss.families.banking import BANK
from pitboss.families.house_ways import HOUSE_WAYS, HouseWayName, Setting, low_hands, setting
from pitboss.families.pai_gow_poker.dealing import LOW, Selector
from pitboss.mathematics.kit.bank_judging import settled
from pitboss.mathematics.kit.edge import NORMAL
from pitboss.mathematics.kit.house_ways import NUMBER, pieces, ways
from pitboss.mathematics.kit.judging import Judgement
from pitboss.mathematics.pai_gow_poker.best_play import best_setting, gain
from pitboss.mathematics.pai_gow_poker.edges import _set_all, full_table, main_game
from pitboss.mathematics.pai_gow_poker.unseen_hands import unseen
from pitboss.money import Rounding
from pitboss.procedure import Answer
from tests.mathematics.judging.hands import SEAT, Played, judged, named, seen_besides, wager

GAME = catalogue.game("pai-gow-poker")
STACKS = {"dealing": Dealing.AUTOMATED_SHOE, "start_selector": Selector.RNG}
RULES = Rules(seats=1, **STACKS)  # type: ignore[arg-type]
BANKED = Rules(seats=1, player_bank=True, bank_sets=BankSets.FREE, **STACKS)  # type: ignore[arg-type]
AMOUNT = 2_000
MINE = ["AS", "AD", "KS", "QS", "6H", "6D", "JK"]


def dealt(mine: list[str], dealer: list[str]) -> list[str]:
    """The dealer is first, seat 1 next; then whatever is left."""
    return ["1", *dealer, *mine, *(card for card in DECK_WITH_JOKER if card not in {*mine, *dealer})]


def asked(mine: list[str], rules: Rules = RULES) -> Played:
    others = [card for card in DECK_WITH_JOKER if card not in mine]
    return Played(GAME, rules, [wager(MAIN, AMOUNT)], dealt(mine, others[:7]))


@cache
def after_a_round() -> object:
    """A table at which seat 1 has wagered against the dealer, and may bank."""
    first = Played(GAME, BANKED, [wager(MAIN, AMOUNT)], dealt(MINE, [c for c in DECK_WITH_JOKER if c not in MINE][:7]))
    first.end()
    return first.round.result


def left_of(mine: list[str], many: int, seed: int) -> tuple[list[str], list[str]]:
    """So many cards that are not seen, and all others, which are."""
    rest = [card for card in DECK_WITH_JOKER if card not in mine]
    random.Random(seed).shuffle(rest)
    return rest[:many], rest[many:]


# --- settings against the dealer


@pytest.mark.parametrize("rounding", list(Rounding))
def test_645a_11_f_every_setting_is_worth_what_the_procedure_pays(rounding: Rounding) -> None:
    """With eight cards unseen: each of the eight hands that the dealer may have, for every setting, foul ones too."""
    rules = Rules(seats=1, vigorish_rounding=rounding, **STACKS)  # type: ignore[arg-type]
    unknown, known = left_of(MINE, 8, 645)
    found = judged(GAME, seen_besides(asked(MINE, rules).until("low hand"), known))
    hands = [list(hand) for hand in combinations(unknown, 7)]
    for worth in found.worths if rounding is Rounding.EXACT else found.worths[:3]:
        lays = [Answer(SEAT, LOW, cards=worth.option.cards)]
        nets = [Played(GAME, rules, [wager(MAIN, AMOUNT)], dealt(MINE, hand), answers=lays).net(MAIN) for hand in hands]
        assert worth.low == worth.high == Fraction(sum(nets), len(nets))
        assert {line.net: line.probability for line in worth.results} == {
            net: Fraction(nets.count(net), len(nets)) for net in nets
        }
    assert len(found.worths) == 21
    assert len({worth.expected for worth in found.worths}) > 3 or rounding is not Rounding.EXACT


@pytest.mark.parametrize("name", list(HOUSE_WAYS))
def test_hands_unseen_are_set_as_the_house_sets_them(name: HouseWayName) -> None:
    """Of ten cards, and with nearly a whole suit among them: every hand of seven, by the rules' own functions."""
    cards = ["2S", "4S", "5S", "7S", "9S", "KS", "AH", "AD", "KD", "JK"]
    way, found = Rules(house_way=name).way, unseen(name, [card for card in DECK_WITH_JOKER if card not in cards])
    every = [way.set(hand) for hand in combinations(cards, 7)]
    assert found.many == len(every) == comb(10, 7)
    for one in every:
        outcomes = [compare(one, other)[0] for other in every]
        assert found.against(one) == tuple(outcomes.count(of) for of in (Outcome.WINS, Outcome.TIES, Outcome.LOSES))
        lost = sum(compare(other, one)[0] is Outcome.WINS for other in every)
        assert found.against(one, banks=True)[2] == lost


@pytest.mark.slow
def test_settings_fare_as_in_a_simulation() -> None:
    """A hand with a joker and four of a suit, each setting against the hands of sampled deals set by another kernel."""
    mine, rng = ["JK", "AS", "KS", "9S", "3S", "9D", "4C"], np.random.default_rng(645)
    rest = np.array([NUMBER[card] for card in DECK_WITH_JOKER if card not in mine])
    decks = np.hstack((rng.permuted(np.tile(rest, (20_000, 1)), axis=1), np.tile(rest[:3], (20_000, 1))))
    highs, lows = np.empty((len(decks), 7), np.int64), np.empty((len(decks), 7), np.int64)
    _set_all(pieces(), ways(RULES.house_way), decks, highs, lows)  # of the seventh hand nothing is asked
    found = judged(GAME, asked(mine).until("low hand"))
    for worth in found.worths:
        made = setting(mine, worth.option.cards)
        if made.foul:
            assert worth.expected == -AMOUNT
            continue
        above = (made.high_value > highs[:, :6]).astype(int) + (made.low_value > lows[:, :6])
        nets = np.array([-AMOUNT, 0, AMOUNT * 95 // 100])[above].mean(axis=1)
        assert abs(float(worth.expected) - nets.mean()) < 4.5 * nets.std() / len(nets) ** 0.5


def worths_of(mine: list[str]) -> dict[tuple[int, int], Fraction]:
    """What each lawful setting is worth, for each unit, by the numbers of both hands."""
    found, every = unseen(RULES.house_way, mine), comb(46, 7)
    worths = {}
    for low in low_hands(mine):
        made = setting(mine, low)
        if not made.foul:
            won, _, lost = found.against(made)
            worths[made.high_value, made.low_value] = (won * Fraction(95, 100) - lost) / every
    return worths


@pytest.mark.slow
def test_best_settings_gain_what_the_optimal_edge_gains() -> None:
    """Over random hands the house way is worth its edge, and the best setting more by what is known to be gained; no
    setting that the best way of the project takes is worth more than the best one here."""
    rng, known, base = random.Random(6450), gain(RULES.house_way, 1 << 13), main_game(RULES, 1 << 13)
    house, gained = [], []
    for _ in range(90):
        mine = rng.sample(DECK_WITH_JOKER, 7)
        worths = worths_of(mine)
        own, taken = (
            worths[made.high_value, made.low_value]
            for made in (RULES.way.set(mine), best_setting(mine, RULES.house_way))
        )
        assert max(worths.values()) >= max(own, taken)
        assert max(worths.values()) - taken < Fraction(1, 100)  # it leaves the suits out, which decides little
        house.append(float(own))
        gained.append(float(max(worths.values()) - own))
    for found, expected, half in (
        (house, -base.house_edge, base.half_width),
        (gained, known.won * Fraction(95, 100) - known.lost, known.half_width),
    ):
        error = np.std(found) / len(found) ** 0.5
        assert abs(np.mean(found) - float(expected)) < 4 * error + 2.5 * float(half)


# --- surrender, and hands that may be voided


def test_645a_11_d_a_surrender_loses_what_showing_might_not() -> None:
    """The dealer's hands lie open: what is judged is what is paid."""
    for seed in range(12):
        hand = random.Random(seed).sample(DECK_WITH_JOKER, 14)
        played = Played(GAME, RULES, [wager(MAIN, AMOUNT)], dealt(hand[:7], hand[7:]))
        show, gives_up = judged(GAME, played.until("surrender")).worths
        assert gives_up.expected == -AMOUNT
        assert show.expected == played.net(MAIN)


# --- the bank


def banking(mine: list[str], dealer: list[str], answers: tuple[Answer, ...] = ()) -> Played:
    """Seat 1 banks against the dealer alone; the count begins with the bank."""
    cards = ["1", *mine, *dealer, *(card for card in DECK_WITH_JOKER if card not in {*mine, *dealer})]
    return Played(GAME, BANKED, [Answer(SEAT, BANK)], cards, state=after_a_round(), answers=answers)


def test_645a_12_k_a_banks_settings_against_one_wager() -> None:
    """Every setting, as the procedure settles it; a foul is set again the house way."""
    unknown, known = left_of(MINE, 8, 6)
    found = judged(GAME, seen_besides(banking(MINE, unknown[:7]).until("low hand"), known))
    hands = [list(hand) for hand in combinations(unknown, 7)]
    house = RULES.way.set(MINE)
    for worth in [named(found, *house.low), *found.worths[::4]]:
        lays = (Answer(SEAT, LOW, cards=worth.option.cards),)
        assert worth.expected == Fraction(sum(banking(MINE, hand, lays).net(BANK) for hand in hands), len(hands))
        assert worth.low == worth.high


@pytest.mark.slow
def test_645a_12_k_a_bank_against_several_is_within_its_interval() -> None:
    """Fourteen cards unseen, two hands of them: all 3,432 deals, set by the rules' own functions."""
    rules = Rules(seats=2, player_bank=True, **STACKS)  # type: ignore[arg-type]
    unknown, known = left_of(MINE, 14, 12)
    others = [card for card in DECK_WITH_JOKER if card not in MINE]
    first = Played(GAME, rules, [wager(MAIN, AMOUNT)], ["1", *others[:7], *MINE, *others[7:]])
    first.end()
    played = Played(
        GAME, rules, [Answer(SEAT, BANK), wager(MAIN, 3_000, 2)], ["1", *MINE, *others], state=first.round.result
    )
    found = judged(GAME, seen_besides(played.until("low hand"), known))
    net = settled(BANK_LAW, rules.vigorish, BANK, rules.payout_rounding)
    every = {hand: rules.way.set(hand) for hand in combinations(unknown, 7)}
    for worth in found.worths[::3]:
        made = setting(MINE, worth.option.cards)
        mine = rules.way.set(MINE) if made.foul else made
        wins = {hand: _won(mine, other) for hand, other in every.items()}
        total = sum(
            net(3_000 * won + AMOUNT * wins[tuple(card for card in unknown if card not in hand)])
            for hand, won in wins.items()
        )
        exact = Fraction(total, len(every))
        half = (worth.high - worth.low) / 2
        assert abs(exact - worth.expected) <= 2 * half  # four standard errors
        assert 0 <= half < AMOUNT * Fraction(1, 100) * NORMAL


def _won(bank: Setting, other: Setting) -> int:
    outcome, _ = compare(other, bank)
    return {Outcome.LOSES: 1, Outcome.TIES: 0, Outcome.WINS: -1}[outcome]


def taking(rules: Rules, players: int) -> Judgement:
    """Seat 1 is asked whether to bank: so many others wager the same."""
    others = [card for card in DECK_WITH_JOKER if card not in MINE]
    first = Played(GAME, rules, [wager(MAIN, AMOUNT)], ["1", *others, *MINE])
    first.end()
    said = [Answer(SEAT, BANK), *(wager(MAIN, AMOUNT, seat) for seat in range(2, 2 + players))]
    return judged(GAME, Played(GAME, rules, said, ["1", *others, *MINE], state=first.round.result).until("bank"))


@pytest.mark.parametrize("sets", list(BankSets))
@pytest.mark.slow
def test_645a_12_banking_is_worth_what_its_edge_says(sets: BankSets) -> None:
    """Against a full table, and against the dealer alone; set better than the house sets, it is worth more."""
    rules = Rules(seats=6, player_bank=True, bank_sets=sets, **STACKS)  # type: ignore[arg-type]
    for players, edge in ((5, full_table(rules, BANK)), (0, main_game(rules, wager=BANK))):
        found = taking(rules, players)
        bank, passes = (found.worths[at] for at in (-2, -1))  # with the most that the dealer may wager
        half, amount = (bank.high - bank.low) / 2, (players + 1) * AMOUNT
        more = bank.expected + edge.house_edge * amount
        if sets is BankSets.HOUSE_WAY:
            assert abs(more) < 2 * half + 2 * edge.half_width * amount
        else:
            assert Fraction(1, 1000) * amount < more < Fraction(1, 100) * amount
        assert passes.expected == 0  # nothing of seat 1's is up
