"""Pai Gow Poker judged: every setting of seven cards against every hand that the dealer may have; surrender; the bank."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from pitboss.chapters.ch645a_pai_gow_poker.hands import RANKING, Outcome, compare
from pitboss.chapters.ch645a_pai_gow_poker.rules import BANK_LAW, EVEN, MAIN, BankSets, Rules
from pitboss.equipment.cards import Card
from pitboss.families.banking import BANK, PASS
from pitboss.families.house_ways import LOW as LOW_SIZE
from pitboss.families.house_ways import Setting, setting
from pitboss.families.pai_gow import PLAY_HAND
from pitboss.families.pai_gow_poker.dealing import LOW
from pitboss.families.pai_gow_poker.setting import HOUSE_WAY, SURRENDER
from pitboss.families.poker_ranks import CLASS_AT, Hand
from pitboss.mathematics.kit.bank_judging import WayToBank, Wins, against_one, against_several, bankings, settled
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.deal import deal
from pitboss.mathematics.kit.house_ways import NUMBER, SEVEN, Ints, Pieces, Ways, pieces, set_seven, ways, word_of
from pitboss.mathematics.kit.judging import Chance, Chances, Judgement, Situation, Worth, certain
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.two_hands import (
    Known,
    Nets,
    counted,
    known,
    stake,
    surrender,
    void_or_play,
    within,
)
from pitboss.mathematics.pai_gow_poker.best_play import best
from pitboss.mathematics.pai_gow_poker.best_settings import CARDS, NO_BEST, Best, set_best
from pitboss.mathematics.pai_gow_poker.edges import DEALS, best_game, copies, edges
from pitboss.mathematics.pai_gow_poker.unseen_hands import UnseenHands, unseen
from pitboss.money import Cents, dollars, winnings
from pitboss.procedure import Option

MEETINGS = 1 << 15  # deals sampled of hands that meet a bank
SEED = 6_451
PLAYERS = 6  # hands that a bank may meet at most: five players' and the dealer's


def judge(situation: Situation) -> Judgement | None:
    """What every answer is worth; None of whatever is left to chance alone, or to eyes that only the player has."""
    rules, says = situation.rules, {option.says for option in situation.election.options}
    assert isinstance(rules, Rules)
    seen = known(situation, MAIN)
    if LOW in says:
        return _settings(situation, rules, seen) if all(card in NUMBER for card in seen.hand) else None
    if SURRENDER in says:
        return _surrender(situation, rules, seen)
    if PLAY_HAND in says:
        nets = {MAIN: nets_of(rules, stake(situation, MAIN))}
        return void_or_play(situation, lambda: edges(rules), nets)
    return _bank(situation, rules, seen) if PASS in says else None


def nets_of(rules: Rules, amount: Cents) -> Nets:
    """645a.13(a): even money, less the vigorish on it."""
    won = winnings(amount, EVEN, rules.payout_rounding)
    return won - rules.vigorish.due(won), 0, -amount


# --- settings


def _settings(situation: Situation, rules: Rules, seen: Known) -> Judgement:
    """645a.11(b), (f): every setting, lawful or foul."""
    found, options, house = unseen(rules.way_key, seen.gone), situation.election.options, rules.way.set(seen.hand)
    made = [house if option.says == HOUSE_WAY else setting(seen.hand, option.cards) for option in options]
    amount, banks = stake(situation, MAIN, BANK), seen.bank == situation.seat
    if banks:
        worths = _banks_worths(situation, rules, seen, found, made, house)
    else:
        nets = nets_of(rules, amount)
        worths = tuple(counted(option, _counts(found, one), nets) for option, one in zip(options, made, strict=True))
    whose = "each of the others" if banks else "the bank" if seen.bank else "the dealer"
    return Judgement(
        worths,
        amount,
        _method(found, whose, sampled=banks and len(seen.stakes) > 1),
        tuple(_rests_on(rules, seen, banks=banks)),
        chances(found, whose),
        ("645a.11(b)", "645a.12(i)", "645a.12(j)") if seen.bank else ("645a.11(b)", "645a.11(f)", "645a.13(a)"),
    )


def _counts(found: UnseenHands, made: Setting) -> tuple[int, int, int]:
    """A foul loses to every hand."""
    return (0, 0, found.many) if made.foul else found.against(made)


def _method(found: UnseenHands, whose: str, *, sampled: bool) -> str:
    every = f"Counted over all {found.many:,} hands that {whose} may have of the cards not seen."
    if sampled:
        return f"{every} The vigorish on what is left over is taken from {MEETINGS:,} sampled deals (95 %)."
    return every


def _rests_on(rules: Rules, seen: Known, *, banks: bool) -> list[str]:
    found = [f"The dealer sets the {rules.house_way} house way."]
    if banks:
        found.append("The other players are taken to set the same way; a copy is the bank's.")
        if rules.bank_sets is BankSets.HOUSE_WAY:
            found.append("A bank sets the house way here: whatever else is set is set again so.")
    elif seen.bank:
        found = [f"The bank is taken to set the {rules.house_way} house way, which it need not; a copy is the bank's."]
    else:
        found.append("A copy is the dealer's.")
    return [*found, f"The vigorish is {rules.vigorish.percent} % of what is won."]


def chances(found: UnseenHands, whose: str) -> tuple[Chances, ...]:
    """How likely each class of high hand is among the hands unseen, and a pair in the low hand."""
    high, low = (np.diff(of) for of in (found.below[:, -1], found.below[-1]))
    by_class = np.bincount(found.highs >> CLASS_AT, high, len(RANKING.order)).astype(np.int64).tolist()
    lines = [
        Chance(hand.words, Fraction(many, found.many))
        for hand, many in zip(RANKING.order, by_class, strict=True)
        if many
    ]
    pairs = int(low[found.lows >> CLASS_AT == RANKING.order.index(Hand.PAIR)].sum())
    lows = Chance("pair", Fraction(pairs, found.many)), Chance("no pair", 1 - Fraction(pairs, found.many))
    return Chances(f"High hand of {whose}", tuple(lines)), Chances(f"Low hand of {whose}", lows)


# --- settings of a bank


def _banks_worths(
    situation: Situation, rules: Rules, seen: Known, found: UnseenHands, made: Sequence[Setting], house: Setting
) -> tuple[Worth, ...]:
    """645a.12(i)–(k): a foul is set again the house way; so is anything else where a bank is bound to that."""
    bound = rules.bank_sets is BankSets.HOUSE_WAY
    plays = [house if one.foul or bound else one for one in made]
    options, stakes, net = (
        situation.election.options,
        seen.stakes,
        settled(BANK_LAW, rules.vigorish, BANK, rules.payout_rounding),
    )
    counts = [found.against(one, banks=True) for one in plays]
    if len(stakes) <= 1:
        return tuple(against_one(option, many, sum(stakes), net) for option, many in zip(options, counts, strict=True))
    wins, met = _meet(rules.way_key, seen.gone, plays, len(stakes)), WayToBank(BANK, tuple(stakes), 0)
    return tuple(
        against_several(option, Fraction(sum(stakes) * (won - lost), found.many), Fraction(0), each, met, net)
        for option, (won, _, lost), each in zip(options, counts, wins, strict=True)
    )


def _meet(name: str, gone: Sequence[Card], plays: Sequence[Setting], hands: int) -> Wins:
    """How each of these settings fares as the bank in sampled deals of so many hands, set by a house way."""
    left = np.array([number for card, number in NUMBER.items() if card not in gone], np.int64)
    mine = np.array([(one.high_value, one.low_value) for one in plays], np.int64)
    wins = np.zeros((len(plays), MEETINGS, hands), np.int8)
    _meet_all(pieces(), ways(name), left, mine, SEED, wins)
    return wins


@njit
def _meet_all(p: Pieces, way: Ways, left: Ints, mine: Ints, seed: int, wins: Wins) -> None:
    state, many = stream(seed, 0), wins.shape[2]
    for n in range(wins.shape[1]):
        deal(state, left, 0, many * SEVEN)
        for hand in range(many):
            high, low = set_seven(p, way, left, hand * SEVEN, word_of(p.words, left, hand * SEVEN))
            for one in range(len(mine)):
                wins[one, n, hand] = (mine[one, 0] >= high) + (mine[one, 1] >= low) - 1


# --- surrender


def _surrender(situation: Situation, rules: Rules, seen: Known) -> Judgement:
    """645a.11(d): the hands that are met lie open."""
    mine, other = _as_set(seen.hand), _as_set(seen.met)
    outcome, cite = compare(mine, other)
    amount = stake(situation, MAIN)
    net = nets_of(rules, amount)[(Outcome.WINS, Outcome.TIES, Outcome.LOSES).index(outcome)]
    return Judgement(
        surrender(situation.election, SURRENDER, net, amount),
        amount,
        f"The hands lie open: {mine.spoken} {outcome} against {other.spoken}.",
        cites=(cite, "645a.11(d)"),
    )


def _as_set(cards: Sequence[Card]) -> Setting:
    """Cards as they lie: the high hand, then the low."""
    return setting(cards, cards[-LOW_SIZE:])


# --- taking the bank


def _bank(situation: Situation, rules: Rules, seen: Known) -> Judgement:
    """645a.12(c)–(l): to bank, against what lies on the layout and what the dealer may wager; or to pass, and to wager
    against the dealer what one has up."""
    worths, most, own = list[Worth](), 0, stake(situation, MAIN)
    won, half = copies(rules, DEALS)
    for option in situation.election.options:
        if option.says == PASS:
            worths.append(_passed(option, rules, own))
            continue
        for met in bankings(option, seen):
            wins, house = _sampled(rules.way_key, rules.bank_sets is BankSets.FREE and met.kind == BANK)
            total, net = sum(met.stakes), settled(BANK_LAW, rules.vigorish, met.kind, rules.payout_rounding)
            worths.append(against_several(option, won * total, half * total, wins, met, net, house))
            most = max(most, total)
    return Judgement(
        tuple(worths),
        own or most,
        f"Copies in {DEALS:,} deals, and {MEETINGS:,} for what a bank gains by setting better and loses by the vigorish (95 %).",
        (
            f"Wagers of up to ${dollars(most)} are met.",
            f"The others set the {rules.house_way} house way; a bank that may sets as a player best does against the dealer.",
            "Passed, the wager that is up is played against the dealer, set as well as can be.",
        ),
        cites=("645a.12(c)", "645a.12(g)", "645a.12(k)", "645a.12(l)"),
    )


def _passed(option: Option, rules: Rules, amount: Cents) -> Worth:
    if not amount:
        return certain(option, [(0, Fraction(1))])
    edge, (win, _, lose) = best_game(rules), nets_of(rules, amount)
    return within(option, win * edge.chance(1) + lose * edge.chance(-1), edge.half_width * amount)


@cache
def _sampled(name: str, free: bool) -> tuple[Wins, Wins]:
    """How a bank fares in sampled deals against every other hand: set as it best is, and set the house way."""
    wins = np.zeros((2, MEETINGS, PLAYERS), np.int8)
    _bank_all(pieces(), ways(name), best(name) if free else NO_BEST, SEED, wins)
    return wins[0], wins[1]


@njit
def _bank_all(p: Pieces, way: Ways, best: Best, seed: int, wins: Wins) -> None:
    state, cards, many = stream(seed, 1), np.arange(CARDS), wins.shape[2]
    for n in range(wins.shape[1]):
        deal(state, cards, 0, (many + 1) * SEVEN)
        word = word_of(p.words, cards, 0)
        house = set_seven(p, way, cards, 0, word)
        mine = set_best(p, best, cards, 0, word) if len(best.highs) else house
        for hand in range(many):
            first = (hand + 1) * SEVEN
            high, low = set_seven(p, way, cards, first, word_of(p.words, cards, first))
            wins[0, n, hand] = (mine[0] >= high) + (mine[1] >= low) - 1
            wins[1, n, hand] = (house[0] >= high) + (house[1] >= low) - 1
