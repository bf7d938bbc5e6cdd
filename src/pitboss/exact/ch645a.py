"""Pai Gow Poker: the optional wagers by counting all hands of seven cards; the main game, set the house way on both
sides, as an interval.

Two hands out of one deck have too many pairs to count. But when both are set alike, player and dealer are alike before
the deal: each wins as often as the other, save for copies. The edge is therefore the vigorish on what is won plus the
copies, and that varies a hundred times less than what a round pays. Seven hands of one deal make 42 such pairs.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import isqrt

import numpy as np
from numba import njit

from pitboss.chapters.ch645a_pai_gow_poker.hands import (
    HIGH_NAMES,
    RANKING,
    best_paid,
    best_progressive,
)
from pitboss.chapters.ch645a_pai_gow_poker.rules import (
    EMPERORS,
    FORTUNE,
    INSURANCE,
    MAIN,
    METER_SHARES,
    PROGRESSIVE,
    PROGRESSIVE_PAYS,
    QUALIFYING,
    VIGORISH,
    BonusTable,
    InsuranceLetter,
    Letter,
    Rules,
)
from pitboss.exact import meters
from pitboss.exact.edge import INTERVAL, Edge, distribution
from pitboss.exact.house_ways import Ints, Pieces, Ways, pieces, set_seven, ways, word_of
from pitboss.exact.kept import kept
from pitboss.exact.meters import NO_WIN, Line
from pitboss.exact.poker import line_sets
from pitboss.families.banking import BANK, CO_BANK, DEALER_WAGER
from pitboss.families.house_ways import HouseWayName
from pitboss.families.poker_ranks import LADDER, Hand
from pitboss.game import Game
from pitboss.money import Rounding
from pitboss.submission import RulesSubmission

GAME = "pai-gow-poker"
CARDS, HANDS, SEVEN = 53, 7, 7
PAIRS = HANDS * (HANDS - 1)  # of a player's hand and a dealer's
DEALS = 1 << 20  # deals looked at for an interval
BATCH = 1 << 14
SEED = 645
NORMAL = Fraction(196, 100)  # standard errors in a 95 % interval


def edges(rules: Rules) -> list[Edge]:
    """Every wager offered."""
    found = [main_game(rules)]
    if rules.fortune_bonus:
        found.append(bonus(FORTUNE, rules.fortune))
    if rules.emperors_treasure:
        found.append(bonus(EMPERORS, rules.emperors))
    if rules.pai_gow_insurance:
        found.append(insurance(rules))
    if rules.progressive_payout:
        found.append(progressive(rules))
    if rules.player_bank:
        found.append(main_game(rules, wager=BANK))
    if rules.co_banking:
        found.append(main_game(rules, wager=CO_BANK))
    return found


# --- the main game


BANKS = {BANK: "against one wager", CO_BANK: "for each unit of his half, against one wager"}


def main_game(rules: Rules, deals: int = DEALS, wager: str = MAIN) -> Edge:
    """Against the dealer, or as the bank against one wager, both sides set the house way; the vigorish is 5% exactly,
    which a $5 wager pays either way."""
    sums = _pairs(rules.house_way, deals)
    banks = wager in BANKS
    total, square = sums[4:] if banks else sums[2:4]
    chances = Fraction(sums[0], deals * PAIRS), Fraction(sum(sums[:2]), deals * PAIRS)
    lost, won = chances if banks else reversed(chances)
    pays = 1 - Fraction(VIGORISH, 100)
    outcomes = distribution([("win", pays, won), ("tie", Fraction(0), 1 - won - lost), ("lose", Fraction(-1), lost)])
    scale = PAIRS * 100  # ``total`` is in such parts of a unit
    variance = Fraction(square, deals) - Fraction(total, deals) ** 2
    return Edge(
        "645a", GAME, wager, outcomes, decks=1, options={"house_way": str(rules.house_way)}, strategy="house way",
        method=INTERVAL, half_width=half_width(variance, deals) / scale, value=Fraction(total, deals * scale),
        includes=(DEALER_WAGER,) if wager == BANK else (), note="; ".join(_notes(rules, deals, wager)),
    )  # fmt: skip


def _notes(rules: Rules, deals: int, wager: str) -> Iterator[str]:
    if wager in BANKS:
        yield BANKS[wager]
    yield f"both sides set the {rules.house_way} house way"
    yield f"{deals:,} deals of {HANDS} hands"
    if rules.vigorish_rounding is Rounding.NEXT_25_CENTS:
        yield "rounding the vigorish up adds to it"


def half_width(variance: Fraction, deals: int) -> Fraction:
    """Of a mean over so many deals, upwards."""
    digits = 10**12
    squared = NORMAL**2 * variance / deals * digits**2
    return Fraction(isqrt(squared.numerator // squared.denominator) + 1, digits)


@kept
def _pairs(name: str, deals: int) -> list[int]:
    """Over so many deals: pairs won, pairs lost by a copy, and the edge of a deal, added up as it is and squared; then
    the edge against the bank, whose copies are wins."""
    out = np.zeros(6, np.int64)
    chance = np.random.Generator(np.random.Philox(SEED))
    p, way = pieces(), ways(HouseWayName(name))
    for first in range(0, deals, BATCH):
        many = min(BATCH, deals - first)
        decks = np.tile(np.arange(CARDS), (many, 1))
        _compare_all(p, way, chance.permuted(decks, axis=1), out)
    return [int(number) for number in out]


@njit(cache=True, nogil=True)
def _compare_all(p: Pieces, way: Ways, decks: Ints, out: Ints) -> None:
    highs, lows = np.empty(HANDS, np.int64), np.empty(HANDS, np.int64)
    for row in range(len(decks)):
        cards = decks[row]
        for hand in range(HANDS):
            first = hand * SEVEN
            highs[hand], lows[hand] = set_seven(p, way, cards, first, word_of(p.words, cards, first))
        wins = copies = 0
        for mine in range(HANDS):
            for other in range(HANDS):
                if mine != other:
                    high, low = highs[mine] - highs[other], lows[mine] - lows[other]
                    wins += high > 0 and low > 0
                    copies += high <= 0 and low <= 0 and (high == 0 or low == 0)
        edge, banks = VIGORISH * wins + 100 * copies, VIGORISH * wins - (100 - VIGORISH) * copies
        out[0] += wins
        out[1] += copies
        out[2] += edge
        out[3] += edge * edge
        out[4] += banks
        out[5] += banks * banks


# --- the optional wagers


def bonus(kind: str, table: BonusTable) -> Edge:
    """645a.13(b)–(c): each set of lines that seven cards may hold is put to the chapter's own function."""
    counts: dict[str, int] = {}
    for lines, count in line_sets(RANKING, SEVEN).items():
        line = best_paid(lines, table.pays)
        counts[line] = counts.get(line, 0) + count
    every = sum(counts.values())
    outcomes = [
        (line.replace("_", " ") or "no win", table.pays[line].net if line else Fraction(-1), Fraction(count, every))
        for line, count in counts.items()
    ]
    envy = sum(
        (Fraction(counts.get(line, 0) * due, every * QUALIFYING) for line, due in table.envy.items()), Fraction(0)
    )
    return Edge(
        "645a", GAME, kind, distribution(outcomes), paytable=table.pays.name, decks=1,
        envy=envy, note=f"the Envy Bonus of each other player is that of a ${QUALIFYING // 100} wager",
    )  # fmt: skip


def insurance(rules: Rules) -> Edge:
    """645a.13(d): seven cards without a pair or better, by the highest of them."""
    counts, every = no_pair(), sum(line_sets(RANKING, SEVEN).values())
    lines = [(line.replace("_", " "), rules.insurance[line].net, Fraction(n, every)) for line, n in counts.items()]
    lines.append(("no win", Fraction(-1), 1 - Fraction(sum(counts.values()), every)))
    return Edge("645a", GAME, INSURANCE, distribution(lines), paytable=rules.pai_gow_insurance_paytable, decks=1)


@cache
def no_pair() -> Mapping[str, int]:
    """How many hands of seven cards make nothing, by their highest card: ranks without a straight, times suits."""
    counts: dict[str, int] = dict.fromkeys(HIGH_NAMES.values(), 0)
    for joker in (0, 1):
        suits = _suits_without_flush(SEVEN - joker, 5 - joker)
        for ranks in combinations(range(len(LADDER)), SEVEN - joker):
            held = [int(place in ranks) for place in range(len(LADDER))]
            if RANKING.name(RANKING.of_ranks(held, joker)) is Hand.HIGH_CARD:
                highest = "A" if joker else LADDER[ranks[-1]]
                counts[HIGH_NAMES[highest]] += suits
    return counts


def _suits_without_flush(cards: int, flush: int) -> int:
    """In how many ways so many cards can have suits, none of them as often as a flush takes."""
    return sum(max(map(suits.count, range(4))) < flush for suits in product(range(4), repeat=cards))


def progressive(rules: Rules) -> Edge:
    """645a.13(e): for a wager of the least that is taken."""
    rate, unit = rules.progressive_rate, rules.least(PROGRESSIVE)
    assert rate is not None
    sets = line_sets(RANKING, SEVEN)
    every = sum(sets.values())
    lines = [_award(best_progressive(hands), Fraction(count, every)) for hands, count in sets.items()]
    return Edge(
        "645a", GAME, PROGRESSIVE, meters.outcomes(lines, rules.progressive_initial, unit), decks=1,
        options={"progressive_rate": str(rate)}, progressive=meters.progressive(lines, rules.progressive_reset, unit, rate),
        note=f"outcomes with the meter at its initial amount; for a wager of {unit} cents",
    )  # fmt: skip


def _award(line: str, chance: Fraction) -> Line:
    odds = PROGRESSIVE_PAYS.get(line)
    back = Fraction(0) if odds is None else odds.net + 1
    return Line(line.replace("_", " ") or NO_WIN, chance, back, METER_SHARES.get(line, 0))


def variants(game: Game) -> Iterator[RulesSubmission]:
    """Every paytable once, and every house way."""
    example = game.example()
    assert isinstance(example, Rules)
    for n, letter in enumerate(Letter):
        yield Rules(
            limits=example.limits, fortune_bonus=True, fortune_bonus_paytable=letter, emperors_treasure=True,
            emperors_treasure_paytable=letter, pai_gow_insurance=n < 2,
            pai_gow_insurance_paytable=tuple(InsuranceLetter)[n % 2], progressive_payout=n == 0,
            progressive_rate=example.progressive_rate, house_way=tuple(HouseWayName)[n % 2], player_bank=n < 2, co_banking=n < 2,
        )  # fmt: skip
