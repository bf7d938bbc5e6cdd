"""Face Up Pai Gow Poker: the optional wagers by counting, the main game as an interval.

The dealer's hands lie open before the players set theirs, so that nothing is left to chance: of the 21 settings they take
one that wins, else one that ties. Two hands out of one deck have too many pairs to count; seven hands of one deal make
42 pairs of a player and a dealer. Set the house way on both sides every pair is met both ways round, and whatever the
two hands are worth cancels; what is left varies little, and so does what a player gains by seeing the dealer's hands.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from math import comb

import numpy as np

from pitboss.chapters.ch688a_face_up_pai_gow_poker.hands import (
    RANKING,
    best_fortune,
    best_progressive,
    progressive_ranking,
)
from pitboss.chapters.ch688a_face_up_pai_gow_poker.paytables import (
    BOTH,
    EVEN,
    WITH_JOKER,
    WITHOUT_JOKER,
    AceHighPaytable,
    FortunePaytable,
    ProgressivePaytable,
    ProgressiveTable,
)
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import (
    ACE_HIGH,
    FORTUNE,
    MAIN,
    PROGRESSIVE,
    QUALIFYING,
    Rules,
)
from pitboss.families.house_ways import HOUSE_WAYS
from pitboss.families.poker_ranks import ACE, LADDER, PLACES, Hand, Tables
from pitboss.families.poker_ranks import HANDS as CLASSES
from pitboss.game import Game
from pitboss.mathematics.face_up_pai_gow_poker.two_boxes import (
    ACE_LINE,
    BOTH_LINE,
    JOKER_LINE,
    LINES,
    NO_JOKER_LINE,
    NO_LINE,
    SECOND,
    WILD_LINES,
    ace_high_pai_gow,
    two_boxes,
)
from pitboss.mathematics.kit import meters
from pitboss.mathematics.kit.boxes import together
from pitboss.mathematics.kit.cache import disk_cached
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.edge import INTERVAL, Edge, distribution, half_width
from pitboss.mathematics.kit.house_ways import (
    SETTINGS,
    SEVEN,
    Ints,
    Pieces,
    Ways,
    every_setting,
    most_above,
    pieces,
    set_seven,
    ways,
    word_of,
)
from pitboss.mathematics.kit.meters import NO_WIN, ProgressiveLine
from pitboss.mathematics.kit.poker import LineSets, hands_of, line_sets
from pitboss.submission import RulesSubmission

GAME = "face-up-pai-gow-poker"
CARDS, HANDS = 53, 7
HELD = (1 << len(CLASSES)) - 1
PAIRS = HANDS * (HANDS - 1)  # of a player's hand and a dealer's
DEALS = 1 << 20  # deals looked at for an interval
BATCH = 1 << 14
SEED = 688
HOUSE, OPTIMAL = "house way", "optimal"
NOTES = {
    OPTIMAL: "set as well as can be against the dealer's hands, which are seen",
    HOUSE: "set the house way, whatever the dealer has",
}


def edges(rules: Rules) -> list[Edge]:
    """Every wager offered."""
    beside = []
    if rules.ace_high_bonus:
        beside.append(_two_ace_highs(rules, ace_high(rules)))
    if rules.fortune_bonus:
        beside.append(fortune(rules))
    if rules.progressive_payout:
        beside.append(progressive(rules))
    return [*(_together(rules, main_game(rules, played), beside) for played in (OPTIMAL, HOUSE)), *beside]


# --- the main game


def main_game(rules: Rules, played: str = OPTIMAL, deals: int = DEALS) -> Edge:
    """Against a dealer who sets the house way, and whose Ace High Pai Gow is a tie (I-688a-03)."""
    sums = _pairs(rules.way_key, deals)
    won, lost, variance = _adjusted(sums[:2], sums[2:7] if played == OPTIMAL else sums[7:], deals)
    lines = [("win", EVEN.net, won), ("tie", Fraction(0), 1 - won - lost), ("lose", Fraction(-1), lost)]
    return Edge(
        "688a", GAME, MAIN, distribution(lines), decks=1, options={"house_way": str(rules.house_way)}, strategy=played,
        method=INTERVAL, half_width=half_width(variance, deals),
        note=f"{NOTES[played]}; the dealer sets the {rules.house_way} house way; {deals:,} deals of {HANDS} hands",
    )  # fmt: skip


def _adjusted(pushes: Sequence[int], sums: Sequence[int], deals: int) -> tuple[Fraction, Fraction, Fraction]:
    """The chances to win and to lose, and the variance of what a deal nets for a pair.

    How many of seven hands are Ace High Pai Gows is known exactly on average, and much of what a deal nets hangs on it:
    by as much as there were too many or too few, what was found is set right.
    """
    mean = Fraction(pushes[0], deals)
    spread = Fraction(pushes[1], deals) - mean**2
    off = mean - HANDS * Fraction(sum(ace_high_counts().values()), comb(CARDS, SEVEN) * comb(CARDS - SEVEN, SEVEN))
    wins, loses, square, wins_with, loses_with = (Fraction(number, deals) for number in sums)
    slopes = [(found - of * mean) / spread for found, of in ((wins_with, wins), (loses_with, loses))]
    net, slope = wins - loses, slopes[0] - slopes[1]
    variance = square - net**2 - slope**2 * spread
    return (wins - slopes[0] * off) / PAIRS, (loses - slopes[1] * off) / PAIRS, variance / PAIRS**2


@disk_cached
def _pairs(name: str, deals: int) -> list[int]:
    """Sums over so many deals: hands that are Ace High Pai Gows, and their square; then, set as well as can be against
    what is seen, and again set the house way: pairs won, pairs lost, the square of what a deal nets, and pairs won and
    lost, each times the Ace High Pai Gows of the deal."""
    pushes, out = np.zeros(2, np.int64), np.zeros((2, 5), np.int64)
    chance = np.random.Generator(np.random.Philox(SEED))
    p, way, tables = pieces(), ways(name), RANKING.tables(SEVEN)
    for first in range(0, deals, BATCH):
        many = min(BATCH, deals - first)
        decks = np.tile(np.arange(CARDS), (many, 1))
        _compare_all(p, way, tables, chance.permuted(decks, axis=1), pushes, out)
    return [int(number) for number in (*pushes, *out.flat)]


@njit
def _compare_all(p: Pieces, way: Ways, tables: Tables, decks: Ints, pushes: Ints, out: Ints) -> None:
    highs, lows, push = np.empty(HANDS, np.int64), np.empty(HANDS, np.int64), np.empty(HANDS, np.bool_)
    all_highs, all_lows = np.empty((HANDS, SETTINGS + 1), np.int64), np.empty((HANDS, SETTINGS + 1), np.int64)
    many = np.empty(HANDS, np.int64)
    for row in range(len(decks)):
        cards = decks[row]
        for hand in range(HANDS):
            first = hand * SEVEN
            highs[hand], lows[hand] = set_seven(p, way, cards, first, word_of(p.words, cards, first))
            many[hand] = every_setting(p, cards, first, all_highs[hand], all_lows[hand])
            push[hand] = ace_high_pai_gow(tables, cards, first)
        nets = np.zeros((2, 2), np.int64)  # won and lost, of the best setting and of the house's
        for mine in range(HANDS):
            for dealer in range(HANDS):
                if mine != dealer and not push[dealer]:
                    above = (highs[mine] > highs[dealer]) + (lows[mine] > lows[dealer])
                    nets[1, 0] += above == 2
                    nets[1, 1] += above == 0
                    if above != 2:
                        above = most_above(all_highs[mine], all_lows[mine], many[mine], highs[dealer], lows[dealer])
                    nets[0, 0] += above == 2
                    nets[0, 1] += above == 0
        often = push.sum()
        pushes[0] += often
        pushes[1] += often * often
        for n in range(2):
            won, lost = nets[n]
            out[n, 0] += won
            out[n, 1] += lost
            out[n, 2] += (won - lost) ** 2
            out[n, 3] += won * often
            out[n, 4] += lost * often


# --- with another box, and with the optional wagers on the same hand

ACE_LINES = {BOTH_LINE: BOTH, JOKER_LINE: WITH_JOKER, NO_JOKER_LINE: WITHOUT_JOKER, NO_LINE: NO_WIN}


def _together(rules: Rules, edge: Edge, optional: Sequence[Edge]) -> Edge:
    nets = (Fraction(-1), Fraction(0), EVEN.net)  # by how many hands are above the dealer's
    codes = two_boxes(rules.way_key, int(edge.strategy == OPTIMAL))
    beside = [(other, partial(_line, rules, other.wager)) for other in optional]
    return together(edge, codes, lambda code: nets[code & 3], lambda code: nets[code >> SECOND & 3], beside)


def _two_ace_highs(rules: Rules, edge: Edge) -> Edge:
    """The dealer's hand decides for every box."""
    nets = {outcome.name: outcome.net for outcome in edge.outcomes}

    def net(code: int) -> Fraction:
        return nets[ACE_LINES[code >> ACE_LINE & 3].replace("_", " ")]

    return together(edge, two_boxes(rules.way_key, 0), net, lambda code: net(code >> SECOND))


def _line(rules: Rules, wager: str, code: int) -> str:
    """The outcome of an optional wager by the code of a round."""
    if wager == ACE_HIGH:
        return ACE_LINES[code >> ACE_LINE & 3]
    if wager == FORTUNE:
        return best_fortune(hands_of(code >> LINES & HELD), rules.fortune) or NO_WIN
    at = WILD_LINES if rules.progressive.wild else LINES
    return best_progressive(hands_of(code >> at & HELD), rules.progressive) or NO_WIN


# --- Ace High Bonus


def ace_high(rules: Rules) -> Edge:
    """688a.12(b), I-688a-05: all pairs of hands of the dealer and the player."""
    counts = ace_high_counts()
    every = comb(CARDS, SEVEN) * comb(CARDS - SEVEN, SEVEN)
    lines = [(line.replace("_", " "), rules.ace_high[line].net, Fraction(n, every)) for line, n in counts.items()]
    lines.append((NO_WIN, Fraction(-1), 1 - Fraction(sum(counts.values()), every)))
    return Edge("688a", GAME, ACE_HIGH, distribution(lines), paytable=rules.ace_high_bonus_paytable, decks=1)


@cache
def ace_high_counts() -> Mapping[str, int]:
    """How many pairs of hands take each line: different ranks without a straight, times suits without a flush."""
    players = comb(CARDS - SEVEN, SEVEN)
    dealt = {joker: len(_aces_high(joker)) * _suits(SEVEN - joker, 0, 0, FLUSH - joker, 1) for joker in (0, 1)}
    both = {(dealers, mine): _both(dealers, mine) for dealers, mine in ((0, 0), (0, 1), (1, 0))}
    return {
        BOTH: sum(both.values()),
        WITH_JOKER: dealt[1] * players - both[1, 0],
        WITHOUT_JOKER: dealt[0] * players - both[0, 0] - both[0, 1],
    }


FLUSH = 5


@cache
def _aces_high(joker: int) -> tuple[int, ...]:
    """Sets of ranks, as bits, of hands that hold an ace or the joker and nothing better than that as a high card."""
    found = []
    for ranks in combinations(range(len(LADDER)), SEVEN - joker):
        value = RANKING.of_ranks([int(place in ranks) for place in range(len(LADDER))], joker)
        if RANKING.name(value) is Hand.HIGH_CARD and value >> PLACES[0] & 15 == ACE:
            found.append(sum(1 << place for place in ranks))
    return tuple(found)


def _both(dealers: int, mine: int) -> int:
    """Pairs of such hands, the dealer's and the player's, of which one may hold the joker."""
    theirs, own = np.array(_aces_high(dealers)), np.array(_aces_high(mine))
    common = np.bitwise_count(theirs[:, None] & own[None, :])
    return sum(
        int(many) * _suits(SEVEN - dealers - shared, SEVEN - mine - shared, shared, FLUSH - dealers, FLUSH - mine)
        for shared, many in enumerate(np.bincount(common.ravel()).tolist())
        if many
    )


def _suits(dealers: int, mine: int, shared: int, dealer_flush: int, player_flush: int) -> int:
    """Suits for two hands with so many ranks of their own and in common: no card twice, and neither with a flush.

    A flush takes more than half of a hand, which therefore has one at most. All that are lawful, less those with a flush
    on either side, plus those with one on both: of one suit or of two.
    """
    every: int = 12**shared * 4 ** (dealers + mine)
    one: int = 4 * _flushes(dealers, shared, dealer_flush) * 4**mine * 3**shared
    other: int = 4 * _flushes(mine, shared, player_flush) * 4**dealers * 3**shared
    same = 4 * _two_flushes(dealers, mine, shared, dealer_flush, player_flush, (0, 3, 3, 6))
    apart = 12 * _two_flushes(dealers, mine, shared, dealer_flush, player_flush, (1, 2, 2, 7))
    return every - one - other + same + apart


def _flushes(own: int, shared: int, least: int) -> int:
    """Suits of one hand with at least so many of a given one."""
    cards = own + shared
    found: int = sum(comb(cards, n) * 3 ** (cards - n) for n in range(max(least, 0), cards + 1))
    return found


def _two_flushes(
    dealers: int, mine: int, shared: int, dealer_flush: int, player_flush: int, ways: tuple[int, ...]
) -> int:
    """Both hands with a given suit each; ``ways`` a rank in common can have: of both suits, of
    the dealer's only, of the player's only, of neither."""
    total: int = 0
    for both in range(shared + 1):
        for dealer_only in range(shared - both + 1):
            for player_only in range(shared - both - dealer_only + 1):
                none = shared - both - dealer_only - player_only
                chosen = (
                    comb(shared, both)
                    * comb(shared - both, dealer_only)
                    * comb(shared - both - dealer_only, player_only)
                )
                chosen *= ways[0] ** both * ways[1] ** dealer_only * ways[2] ** player_only * ways[3] ** none
                chosen *= _flushes(dealers, 0, dealer_flush - both - dealer_only)
                total += chosen * _flushes(mine, 0, player_flush - both - player_only)
    return int(total)


# --- Fortune Bonus, Progressive Payout


def fortune(rules: Rules) -> Edge:
    """688a.12(c): each set of lines that seven cards may hold is put to the chapter's own function."""
    table, counts = rules.fortune, fortune_counts(rules, line_sets(RANKING, SEVEN))
    every, lines = sum(counts.values()), fortune_lines(rules, counts)
    envy = sum(
        (Fraction(counts.get(line, 0) * due, every * QUALIFYING) for line, due in table.envy.items()), Fraction(0)
    )
    return Edge(
        "688a", GAME, FORTUNE, distribution(lines), paytable=rules.fortune_bonus_paytable, decks=1, envy=envy,
        note=f"the Envy Bonus of each other player is that of a ${QUALIFYING // 100} wager",
    )  # fmt: skip


def fortune_counts(rules: Rules, sets: LineSets) -> dict[str, int]:
    """How many hands take each line of the Fortune Bonus."""
    counts: dict[str, int] = {}
    for hands, count in sets.items():
        line = best_fortune(hands, rules.fortune)
        counts[line] = counts.get(line, 0) + count
    return counts


def fortune_lines(rules: Rules, counts: Mapping[str, int]) -> list[tuple[str, Fraction, Fraction]]:
    """What each line nets, and how likely it is."""
    table, every = rules.fortune, sum(counts.values())

    def net(line: str) -> Fraction:
        return Fraction(0) if line in table.pushes else table.pays[line].net if line else Fraction(-1)

    return [(line.replace("_", " ") or NO_WIN, net(line), Fraction(count, every)) for line, count in counts.items()]


def progressive(rules: Rules) -> Edge:
    """688a.12(d): the pool of the next seed is given back like the meter itself (I-688a-07)."""
    table = rules.progressive
    sets = line_sets(progressive_ranking(table), SEVEN)
    every = sum(sets.values())
    found = [(best_progressive(hands, table), Fraction(count, every)) for hands, count in sets.items()]
    lines = progressive_lines(table, sets)
    envy = sum((chance * table.awards[line].envy / table.unit for line, chance in found if line), Fraction(0))
    rate = table.rate + table.reserve_rate
    return Edge(
        "688a", GAME, PROGRESSIVE, meters.outcomes(lines, table.seed, table.unit),
        paytable=rules.progressive_payout_paytable, decks=1, options={"rate": str(rate)}, envy=envy,
        progressive=meters.progressive(lines, table.seed, table.unit, rate), note="outcomes with the meter at its seed",
    )  # fmt: skip


def progressive_lines(table: ProgressiveTable, sets: LineSets) -> list[ProgressiveLine]:
    """The lines of the Progressive, and how likely they are."""
    every = sum(sets.values())
    return [_award(best_progressive(hands, table), Fraction(count, every), table) for hands, count in sets.items()]


def _award(line: str, chance: Fraction, table: ProgressiveTable) -> ProgressiveLine:
    if not line:
        return ProgressiveLine(NO_WIN, chance)
    award = table.awards[line]
    back = Fraction(award.amount, table.unit) + (1 if table.stake_back else 0)
    return ProgressiveLine(line.replace("_", " "), chance, back, award.percent)


def variants(game: Game) -> Iterator[RulesSubmission]:
    """Every paytable once, and every house way."""
    ways_of = tuple(HOUSE_WAYS)
    for n, table in enumerate(ProgressivePaytable):
        yield Rules(
            house_way=ways_of[n % len(ways_of)],
            ace_high_bonus=True, ace_high_bonus_paytable=tuple(AceHighPaytable)[n % len(AceHighPaytable)],
            fortune_bonus=True, fortune_bonus_paytable=tuple(FortunePaytable)[n % len(FortunePaytable)],
            progressive_payout=True, progressive_payout_paytable=table,
        )  # fmt: skip
