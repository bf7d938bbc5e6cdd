"""Pai Gow Poker: the optional wagers by counting all hands of seven cards; the main game, set the house way on both
sides or by the player as well as can be, as an interval.

Two hands out of one deck have too many pairs to count. But when both are set alike, player and dealer are alike before
the deal: each wins as often as the other, save for copies. The edge is therefore the vigorish on what is won plus the
copies, and that varies a hundred times less than what a round pays. Seven hands of one deal make 42 such pairs.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product

import msgspec
import numpy as np

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
from pitboss.families.banking import BANK, CO_BANK, DEALER_WAGER
from pitboss.families.house_ways import HOUSE_WAYS
from pitboss.families.poker_ranks import LADDER, Hand
from pitboss.game import Game
from pitboss.mathematics.kit import meters
from pitboss.mathematics.kit.bank_edges import AGAINST, FULL_TABLE, HANDS, BankSample, Hands, sample_banks
from pitboss.mathematics.kit.bank_edges import DEALS as FULL_DEALS
from pitboss.mathematics.kit.boxes import together
from pitboss.mathematics.kit.cache import disk_cached
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.edge import INTERVAL, Edge, Outcome, distribution, half_width
from pitboss.mathematics.kit.house_ways import SEVEN, Ints, Pieces, Ways, pieces, set_seven, ways, word_of
from pitboss.mathematics.kit.meters import NO_WIN, ProgressiveLine
from pitboss.mathematics.kit.poker import LineSets, hands_of, line_sets
from pitboss.mathematics.pai_gow_poker.best_play import DEALS as BEST_DEALS
from pitboss.mathematics.pai_gow_poker.best_play import gain
from pitboss.mathematics.pai_gow_poker.two_boxes import ABOVE, HIGH, LINES, two_boxes
from pitboss.money import Cents, Rounding, dollars
from pitboss.submission import RulesSubmission

GAME = "pai-gow-poker"
CARDS = len(RANKING.deck)
PAIRS = HANDS * (HANDS - 1)  # of a player's hand and a dealer's
DEALS = 1 << 20  # deals looked at for an interval
BATCH = 1 << 14
SEED = 645
HOUSE, OPTIMAL = "house way", "optimal"


def edges(rules: Rules) -> list[Edge]:
    """Every wager offered."""
    beside = optional(rules)
    found = [*(_together(rules, edge, beside) for edge in (best_game(rules), main_game(rules))), *beside]
    for bank in [BANK] * rules.player_bank + [CO_BANK] * rules.co_banking:
        found.append(main_game(rules, wager=bank))
        if faced_by(rules, bank) > 1:
            found.append(full_table(rules, bank))
    if rules.player_bank:
        found.append(dealer_wager(rules))
    return found


# --- the main game


BANKS = {BANK: "against one wager", CO_BANK: "for each unit of the co-banker's half, against one wager"}


def main_game(rules: Rules, deals: int = DEALS, wager: str = MAIN) -> Edge:
    """Against the dealer, or as the bank against one wager, both sides set the house way; the vigorish is 5% exactly,
    which a $5 wager pays either way."""
    sums = sums_of_pairs(rules.way_key, deals)
    banks = wager in BANKS
    total, square = sums[4:6] if banks else sums[2:4]
    chances = Fraction(sums[0], deals * PAIRS), Fraction(sum(sums[:2]), deals * PAIRS)
    lost, won = chances if banks else reversed(chances)
    pays = 1 - Fraction(VIGORISH, 100)
    outcomes = distribution([("win", pays, won), ("tie", Fraction(0), 1 - won - lost), ("lose", Fraction(-1), lost)])
    scale = PAIRS * 100  # ``total`` is in such parts of a unit
    variance = Fraction(square, deals) - Fraction(total, deals) ** 2
    half, value = half_width(variance, deals) / scale, Fraction(total, deals * scale)
    return _interval(rules, wager, outcomes, value, half, BANKS.get(wager, ""), deals)


def best_game(rules: Rules, deals: int = DEALS, best_deals: int = BEST_DEALS) -> Edge:
    """The player's hands set as well as can be: the house way's chances, and what is gained on them."""
    house, more = main_game(rules, deals), gain(rules.way_key, best_deals)
    won, lost = house.chance(1) + more.won, house.chance(-1) + more.lost
    pays = 1 - Fraction(VIGORISH, 100)
    lines = [("win", pays, won), ("tie", Fraction(0), 1 - won - lost), ("lose", Fraction(-1), lost)]
    note = f"set as well as can be against the {rules.house_way} house way; {deals:,} deals of {HANDS} hands set the house way"
    return Edge(
        "645a", GAME, MAIN, distribution(lines), decks=1, options=dict(house.options), strategy=OPTIMAL, method=INTERVAL,
        half_width=house.half_width + more.half_width, note=f"{note}, {best_deals:,} for what is gained",
    )  # fmt: skip


def _notes(rules: Rules, deals: int, what: str) -> Iterator[str]:
    if what:
        yield what
    yield f"both sides set the {rules.house_way} house way"
    yield f"{deals:,} deals of {HANDS} hands"
    if rules.vigorish_rounding is Rounding.NEXT_25_CENTS:
        yield "rounding the vigorish up adds to it"


@disk_cached
def sums_of_pairs(name: str, deals: int) -> list[int]:
    """Over so many deals: pairs won, pairs lost by a copy, and the edge of a deal, added up as it is and squared; then
    the edge against the bank, whose copies are wins, in the same way; then the copies squared."""
    out = np.zeros(7, np.int64)
    chance = np.random.Generator(np.random.Philox(SEED))
    for first in range(0, deals, BATCH):
        _compare_all(*dealt(name, chance, min(BATCH, deals - first)), out)
    return [int(number) for number in out]


def dealt(name: str, chance: np.random.Generator, many: int) -> Hands:
    """So many deals of seven hands, set by a house way."""
    highs, lows = np.empty((many, HANDS), np.int64), np.empty((many, HANDS), np.int64)
    decks = chance.permuted(np.tile(np.arange(CARDS), (many, 1)), axis=1)
    _set_all(pieces(), ways(name), decks, highs, lows)
    return highs, lows


@njit
def _set_all(p: Pieces, way: Ways, decks: Ints, highs: Ints, lows: Ints) -> None:
    for row in range(len(decks)):
        for hand in range(HANDS):
            first = hand * SEVEN
            word = word_of(p.words, decks[row], first)
            highs[row, hand], lows[row, hand] = set_seven(p, way, decks[row], first, word)


@njit
def _compare_all(highs: Ints, lows: Ints, out: Ints) -> None:
    for row in range(len(highs)):
        wins = copies = 0
        for mine in range(HANDS):
            for other in range(HANDS):
                if mine != other:
                    high, low = highs[row, mine] - highs[row, other], lows[row, mine] - lows[row, other]
                    wins += high > 0 and low > 0
                    copies += high <= 0 and low <= 0 and (high == 0 or low == 0)
        edge, banks = VIGORISH * wins + 100 * copies, VIGORISH * wins - (100 - VIGORISH) * copies
        out[0] += wins
        out[1] += copies
        out[2] += edge
        out[3] += edge * edge
        out[4] += banks
        out[5] += banks * banks
        out[6] += copies * copies


# --- with another box, and with the optional wagers on the same hand


def _together(rules: Rules, edge: Edge, optional: Sequence[Edge]) -> Edge:
    nets = (Fraction(-1), Fraction(0), 1 - Fraction(VIGORISH, 100))  # by how many hands are above the dealer's
    codes = two_boxes(rules.way_key, int(edge.strategy == OPTIMAL))
    beside = [(other, partial(_line, rules, other.wager)) for other in optional]
    return together(edge, codes, lambda code: nets[code & 3], lambda code: nets[code >> ABOVE & 3], beside)


def _line(rules: Rules, wager: str, code: int) -> str:
    """The outcome of an optional wager by the code of a round."""
    hands, highest = hands_of(code >> LINES), code >> HIGH & 15
    if wager == INSURANCE:
        return HIGH_NAMES[LADDER[highest - 2]] if highest else NO_WIN
    tables = {FORTUNE: rules.fortune, EMPERORS: rules.emperors}
    return (best_paid(hands, tables[wager].pays) if wager in tables else best_progressive(hands)) or NO_WIN


# --- a bank against a whole table


def faced_by(rules: Rules, bank: str) -> int:
    """645a.12(g): how many wagers: one from every other position and, unless it is a co-bank, the dealer's."""
    return rules.seats if bank == BANK else rules.seats - 1


def full_table(rules: Rules, bank: str, deals: int = FULL_DEALS) -> Edge:
    """645a.12(k)–(l): all wagers equal, the vigorish on what is left over of them."""
    sample = BankSample(_sampled(rules.way_key, deals), faced_by(rules, bank), deals, VIGORISH)
    (vigorish, half), (won, other) = sample.vigorish, copies(rules, DEALS)
    note = AGAINST[bank].format(sample.wagers)
    return _interval(rules, bank, sample.outcomes, vigorish - won, half + other, note, deals, on=FULL_TABLE)


def dealer_wager(rules: Rules, deals: int = DEALS) -> Edge:
    """645a.12(g), (i): as the bank faces it; but for copies both win it as often."""
    won, half = copies(rules, deals)
    lost = Fraction(sums_of_pairs(rules.way_key, deals)[0], deals * PAIRS)
    lines = [
        ("the bank wins it", Fraction(1), lost + won),
        ("tie", Fraction(0), 1 - won - 2 * lost),
        ("the dealer wins it", Fraction(-1), lost),
    ]
    note = "as the bank faces it, before the bank's vigorish"
    return _interval(rules, DEALER_WAGER, distribution(lines), -won, half, note, deals)


def copies(rules: Rules, deals: int) -> tuple[Fraction, Fraction]:
    """How many wagers a bank wins by them, which is all that it wins before the vigorish, and half the width of that."""
    _, total, *_, square = sums_of_pairs(rules.way_key, deals)
    variance = Fraction(square, deals) - Fraction(total, deals) ** 2
    return Fraction(total, deals * PAIRS), half_width(variance, deals) / PAIRS


def _interval(
    rules: Rules, wager: str, outcomes: tuple[Outcome, ...], value: Fraction, half: Fraction, what: str, deals: int, on: str = ""
) -> Edge:  # fmt: skip
    return Edge(
        "645a", GAME, wager, outcomes, on=on, decks=1, options={"house_way": str(rules.house_way)}, strategy=HOUSE,
        method=INTERVAL, half_width=half, value=value, note="; ".join(_notes(rules, deals, what)),
    )  # fmt: skip


@disk_cached
def _sampled(name: str, deals: int) -> list[int]:
    def deal(chance: np.random.Generator, many: int) -> tuple[Hands, Hands]:
        hands = dealt(name, chance, many)
        return hands, hands

    return sample_banks(deal, VIGORISH, SEED + 1, deals)


# --- the optional wagers


def optional(rules: Rules) -> list[Edge]:
    """Those that are offered."""
    found = []
    if rules.fortune_bonus:
        found.append(bonus(FORTUNE, rules.fortune))
    if rules.emperors_treasure:
        found.append(bonus(EMPERORS, rules.emperors))
    if rules.pai_gow_insurance:
        found.append(insurance(rules))
    if rules.progressive_payout:
        found.append(progressive(rules))
    return [_with_limit(edge, rules.payout_limit) for edge in found]


def _with_limit(edge: Edge, limit: Cents | None) -> Edge:
    """645a.13(f): an edge is that of wagers whose awards the limit does not cut."""
    if limit is None:
        return edge
    if edge.progressive is not None:
        words = f"before the payout limit of ${dollars(limit)}; what it does not pay stays on the meter"
        return msgspec.structs.replace(edge, note="; ".join(filter(None, (edge.note, words))))
    whole = limit // max(outcome.net for outcome in edge.outcomes)
    words = f"before the payout limit of ${dollars(limit)}, which cuts awards of a wager above ${dollars(whole)}"
    return msgspec.structs.replace(edge, note="; ".join(filter(None, (edge.note, words))))


def bonus(kind: str, table: BonusTable) -> Edge:
    """645a.13(b)–(c): each set of lines that seven cards may hold is put to the chapter's own function."""
    counts = bonus_counts(table, line_sets(RANKING, SEVEN))
    every, outcomes = sum(counts.values()), bonus_lines(table, counts)
    envy = sum(
        (Fraction(counts.get(line, 0) * due, every * QUALIFYING) for line, due in table.envy.items()), Fraction(0)
    )
    return Edge(
        "645a", GAME, kind, distribution(outcomes), paytable=table.pays.name, decks=1,
        envy=envy, note=f"the Envy Bonus of each other player is that of a ${QUALIFYING // 100} wager",
    )  # fmt: skip


def bonus_counts(table: BonusTable, sets: LineSets) -> dict[str, int]:
    """How many hands take each line of a bonus."""
    counts: dict[str, int] = {}
    for lines, count in sets.items():
        line = best_paid(lines, table.pays)
        counts[line] = counts.get(line, 0) + count
    return counts


def bonus_lines(table: BonusTable, counts: Mapping[str, int]) -> list[tuple[str, Fraction, Fraction]]:
    """What each line nets, and how likely it is."""
    every = sum(counts.values())
    return [
        (line.replace("_", " ") or "no win", table.pays[line].net if line else Fraction(-1), Fraction(count, every))
        for line, count in counts.items()
    ]


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
    lines = progressive_lines(line_sets(RANKING, SEVEN))
    return Edge(
        "645a", GAME, PROGRESSIVE, meters.outcomes(lines, rules.progressive_initial, unit), decks=1,
        options={"progressive_rate": str(rate)}, progressive=meters.progressive(lines, rules.progressive_reset, unit, rate),
        note=f"outcomes with the meter at its initial amount; for a wager of {unit} cents",
    )  # fmt: skip


def progressive_lines(sets: LineSets) -> list[ProgressiveLine]:
    """The lines of the Progressive, and how likely they are."""
    every = sum(sets.values())
    return [_award(best_progressive(hands), Fraction(count, every)) for hands, count in sets.items()]


def _award(line: str, chance: Fraction) -> ProgressiveLine:
    odds = PROGRESSIVE_PAYS.get(line)
    back = Fraction(0) if odds is None else odds.net + 1
    return ProgressiveLine(line.replace("_", " ") or NO_WIN, chance, back, METER_SHARES.get(line, 0))


def variants(game: Game) -> Iterator[RulesSubmission]:
    """Every paytable once, and every house way."""
    example = game.example()
    assert isinstance(example, Rules)
    for n, letter in enumerate(Letter):
        yield Rules(
            limits=example.limits, fortune_bonus=True, fortune_bonus_paytable=letter, emperors_treasure=True,
            emperors_treasure_paytable=letter, pai_gow_insurance=n < 2,
            pai_gow_insurance_paytable=tuple(InsuranceLetter)[n % 2], progressive_payout=n == 0,
            progressive_rate=example.progressive_rate, house_way=tuple(HOUSE_WAYS)[n % 2], player_bank=n < 2, co_banking=n < 2,
        )  # fmt: skip
