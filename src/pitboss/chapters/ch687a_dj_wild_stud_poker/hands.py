"""§ 687a.6.  Rankings, and what each wager makes of five cards: pure functions of cards and paytables."""

from collections.abc import Sequence

from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import NATURAL, WILD, ProgressiveTwos
from pitboss.equipment.cards import JOKER, Card
from pitboss.families.poker_ranks import DEUCES_AND_JOKER_WILD, STANDARD, Hand
from pitboss.money import Odds
from pitboss.wagers import Paytable

Cards = Sequence[Card]

# (b), (c) Every 2 and the joker are Wild; five of a kind ranks between straight flush and royal flush (I-687a-01),
# A-2-3-4-5 is the lowest straight (I-GEN-16), and hands of one class compare as in ordinary poker (I-687a-02).
RANKING = DEUCES_AND_JOKER_WILD
HAND = 5


def best(cards: Cards) -> int:
    """The best hand as a number; the higher number is the higher hand, equal numbers push."""
    return RANKING.best(cards)


def called(cards: Cards) -> str:
    """687a.11(d), (e): what the dealer announces."""
    return RANKING.spoken(RANKING.best(cards))


def hand_label(cards: Cards, initial: bool) -> str:
    """What a whole hand is called for whoever sees it."""
    return called(cards) if len(cards) == HAND else ""


# --- 687a.12(c), (f)(1) Progressive


def with_set_aside(cards: Cards, set_aside: Card) -> list[Card]:
    """687a.11(f)(1): the card set aside replaces the joker."""
    return [set_aside if card == JOKER else card for card in cards]


def progressive_line(cards: Cards, set_aside: Card, twos: ProgressiveTwos = ProgressiveTwos.PLAIN) -> Hand:
    """687a.6(d), I-687a-11: ordinary poker with 52 cards; where it is filed so, with the 2s wild.

    Five of a kind has no line of its own: it is paid as the best line that it contains.
    """
    held = with_set_aside(cards, set_aside)
    if twos is ProgressiveTwos.PLAIN:
        return STANDARD.hand(held)
    made = RANKING.hand(held)
    if made is not Hand.FIVE_OF_A_KIND:
        return made
    return Hand.STRAIGHT_FLUSH if sum(map(RANKING.is_wild, held)) == HAND - 1 else Hand.FOUR_OF_A_KIND


# --- 687a.12(d), (f)(2) Trips


def trips_line(cards: Cards, table: Paytable) -> str:
    """I-687a-04: the better paid of the natural reading (2s as 2s, no joker) and the reading with wilds.

    A hand without wild cards has the natural reading only. A line that is not in the table loses.
    """
    lines = []
    if JOKER not in cards:
        lines.append(f"{NATURAL} {STANDARD.hand(cards).words}")
    if any(map(RANKING.is_wild, cards)):
        lines.append(f"{WILD} {RANKING.hand(cards).words}")
    return max(lines, key=lambda line: _net(table.get(line)))


def _net(odds: Odds | None) -> int:
    return -1 if odds is None else odds.win


# --- 687a.12(e), (f)(3) Two-Way Bad Beat


def bad_beat_line(player: int, dealer: int, *, two_way: bool) -> Hand | None:
    """I-687a-06: the class of the losing hand; None on a tie, or if the dealer loses where that does not count."""
    if player == dealer or (dealer < player and not two_way):
        return None
    return RANKING.name(min(player, dealer))
