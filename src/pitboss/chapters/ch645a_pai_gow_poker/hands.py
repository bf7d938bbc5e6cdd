"""§ 645a.6, § 645a.11(f): rankings, comparison, and how seven cards decide each optional wager. Pure functions."""

from collections.abc import Iterable, Mapping, Sequence

from pitboss.chapters.ch645a_pai_gow_poker.rules import METER_SHARES, PROGRESSIVE_PAYS, ROYAL_MATCH
from pitboss.equipment.cards import Card
from pitboss.families.house_ways import Setting
from pitboss.families.pai_gow_poker.outcome import ComparisonCites, by_rank
from pitboss.families.pai_gow_poker.outcome import Outcome as Outcome
from pitboss.families.poker_ranks import JOKER_AS_ACE, LADDER, Hand, top
from pitboss.wagers import Paytable

Cards = Sequence[Card]

# (a)–(c) The joker is an ace, or completes a straight, a flush or both; in a flush it is the highest card not held
# (I-645a-02). A-2-3-4-5 is the second best straight and the best straight flush below the royal (I-GEN-16).
RANKING = JOKER_AS_ACE


def called(cards: Cards) -> str:
    """645a.11(h): the highest ranking hand of the cards, as the dealer announces it."""
    return RANKING.spoken(RANKING.best(cards))


# --- 645a.11(f) Comparison

COMPARISON = ComparisonCites(
    foul="645a.11(f)(1)(iii)",
    both_lower="645a.11(f)(1)(i)",
    copy_or_lower="645a.11(f)(1)(ii)",
    high_only="645a.11(f)(2)(i)",
    low_only="645a.11(f)(2)(ii)",
    both_higher="645a.11(f)(3)",
)


def compare(mine: Setting, other: Setting) -> tuple[Outcome, str]:
    """(f) What becomes of the wager on my hands against the dealer's or the bank's, and under which paragraph."""
    return by_rank(mine, other, COMPARISON)


# --- (d)–(e), 645a.13(b)–(c) Fortune Bonus, Emperor's Treasure

# (d)(2), (e)(2), I-645a-05: the two cards beside the royal flush are natural ones of one suit.
FORTUNE_LINES: Mapping[Hand, str] = {Hand.ROYAL_FLUSH_AND_ACE_KING: ROYAL_MATCH,
    Hand.ROYAL_FLUSH_AND_KING_QUEEN: ROYAL_MATCH}  # fmt: skip


def bonus_line(cards: Cards, table: Paytable) -> str:
    """The line on which seven cards are paid; empty where they lose."""
    return best_paid(RANKING.lines(cards), table)


def best_paid(hands: Iterable[Hand], table: Paytable) -> str:
    """I-645a-01: of all classes that the cards contain, the line that pays most."""
    best, most = "", -1
    for hand in hands:
        line = _line(hand, table)
        odds = table.get(line)
        if odds is not None and odds.win > most:
            best, most = line, odds.win
    return best


def _line(hand: Hand, table: Paytable) -> str:
    """The name of a class in a table; Emperor's Treasure has ace and king only."""
    return hand if table.get(hand) is not None else FORTUNE_LINES.get(hand, hand)


# --- 645a.13(d) Pai Gow Insurance

HIGH_NAMES = {"9": "nine_high", "T": "ten_high", "J": "jack_high", "Q": "queen_high", "K": "king_high", "A": "ace_high"}


def insurance_line(cards: Cards) -> str:
    """645a.7(e)(3), I-645a-23: the highest card, the joker being an ace; empty with a pair or better."""
    value = RANKING.best(cards)
    if RANKING.name(value) is not Hand.HIGH_CARD:
        return ""
    return HIGH_NAMES[LADDER[top(value) - 2]]


# --- (f), 645a.13(e) Progressive Payout


def progressive_line(cards: Cards) -> str:
    """The line of the progressive paytable; empty below a full house."""
    return best_progressive(RANKING.lines(cards))


def best_progressive(hands: Iterable[Hand]) -> str:
    """The first class that the paytable has, the rarest first."""
    for hand in hands:
        line = SEVEN_IN_A_ROW.get(hand, hand)
        if line in METER_SHARES or PROGRESSIVE_PAYS.get(line) is not None:
            return line
    return ""


SEVEN_IN_A_ROW: Mapping[Hand, str] = {
    Hand.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER: Hand.SEVEN_CARD_STRAIGHT_FLUSH
}  # 645a.6(f)(1)
