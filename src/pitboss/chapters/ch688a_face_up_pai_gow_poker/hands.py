"""§ 688a.6, § 688a.11(f): rankings, comparison, and how seven cards decide each optional wager. Pure functions."""

from collections.abc import Container, Iterable, Sequence

from pitboss.chapters.ch688a_face_up_pai_gow_poker.paytables import (
    BOTH,
    ROYAL_MATCH,
    WITH_JOKER,
    WITHOUT_JOKER,
    FortuneTable,
    ProgressiveTable,
)
from pitboss.equipment.cards import JOKER, Card
from pitboss.families.house_ways import Setting
from pitboss.families.pai_gow_poker.outcome import ComparisonCites, by_rank
from pitboss.families.pai_gow_poker.outcome import Outcome as Outcome
from pitboss.families.poker_ranks import ACE, JOKER_AS_ACE, JOKER_WILD, Hand, Ranking, top

Cards = Sequence[Card]

# (a)–(c) The joker is an ace, or completes a straight, a flush or both; in a flush it is the highest card not held.
# A-2-3-4-5 is the second best straight and the best straight flush below the royal (I-GEN-16).
RANKING = JOKER_AS_ACE
WILD_RANKING = JOKER_WILD  # of some progressive paytables (I-688a-11)


def called(cards: Cards) -> str:
    """688a.11(h): the highest ranking hand of the cards, as the dealer announces it."""
    return RANKING.spoken(RANKING.best(cards))


# --- 688a.11(f) Comparison

COMPARISON = ComparisonCites(
    foul="688a.11(f)(1)(iii)",
    both_lower="688a.11(f)(1)(i)",
    copy_or_lower="688a.11(f)(1)(ii)",
    high_only="688a.11(f)(2)(i)",
    low_only="688a.11(f)(2)(ii)",
    both_higher="688a.11(f)(3)",
)


def is_ace_high(cards: Cards) -> bool:
    """Seven cards without a pair or better, the highest an ace or the joker (688a.1:Ace High Pai Gow, I-688a-04)."""
    value = RANKING.best(cards)
    return RANKING.name(value) is Hand.HIGH_CARD and top(value) == ACE


def compare(mine: Setting, dealer: Setting, *, foul_loses: bool = False) -> tuple[Outcome, str]:
    """(f) What becomes of the wager on my hands, and under which paragraph.

    A dealer's Ace High Pai Gow is a tie in every case, even against a foul unless that was filed to lose (I-688a-03). A
    copy goes to the dealer.
    """
    if is_ace_high(dealer.cards) and not (mine.foul and foul_loses):
        return Outcome.TIES, "688a.11(f)(2)(iii)"
    return by_rank(mine, dealer, COMPARISON)


# --- (d), 688a.12(b) Ace High Bonus


def ace_high_line(dealer: Cards, player: Cards) -> str:
    """I-688a-05: the line of the paytable, both hands before the dealer's alone; empty where the wager loses."""
    if not is_ace_high(dealer):
        return ""
    if is_ace_high(player):
        return BOTH
    return WITH_JOKER if JOKER in dealer else WITHOUT_JOKER


# --- (e), 688a.12(c) Fortune Bonus


def fortune_line(cards: Cards, table: FortuneTable) -> str:
    """The line on which seven cards are settled; empty where they lose."""
    return best_fortune(RANKING.lines(cards), table)


def best_fortune(hands: Iterable[Hand], table: FortuneTable) -> str:
    """The same from the classes that the cards contain."""
    return _first_printed([*(line for line, _ in table.pays.lines), *table.pushes], _held(hands))


# --- (f), 688a.12(d) Progressive Payout


def progressive_ranking(table: ProgressiveTable) -> Ranking:
    """What the joker may be for this paytable."""
    return WILD_RANKING if table.wild else RANKING


def progressive_line(cards: Cards, table: ProgressiveTable) -> str:
    """The line on which seven cards are awarded; empty where they lose."""
    return best_progressive(progressive_ranking(table).lines(cards), table)


def best_progressive(hands: Iterable[Hand], table: ProgressiveTable) -> str:
    """The same from the classes that the cards contain; a table with one line for seven in a row includes the joker in it
    (688a.6(f)(1), I-688a-12)."""
    held = _held(hands)
    if Hand.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER in held - set(table.awards):
        held.add(Hand.SEVEN_CARD_STRAIGHT_FLUSH)
    return _first_printed(table.awards, held)


def _held(hands: Iterable[Hand]) -> set[str]:
    """The lines of these classes; of royal flushes with two more cards only king and queen count (I-688a-13)."""
    return {ROYAL_MATCH if hand is Hand.ROYAL_FLUSH_AND_KING_QUEEN else hand for hand in hands}


def _first_printed(lines: Iterable[str], held: Container[str]) -> str:
    """The first line that the cards contain. Tables go from best to worst, with three of a kind above a straight where
    it pays more (I-645a-01)."""
    return next((line for line in lines if line in held), "")
