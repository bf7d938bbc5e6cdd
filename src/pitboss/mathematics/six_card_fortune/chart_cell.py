"""Six-Card Fortune Pai Gow Poker: whether the house's high hand is broken up; once it is set, whether to double."""

from collections.abc import Sequence

from pitboss.chapters.ch670a_six_card_fortune.hands import RANKING, house_way
from pitboss.equipment.cards import JOKER, NAMES, Card, rank
from pitboss.families.poker_ranks import HEIGHT, LADDER, PLACES, RANKS, Hand
from pitboss.mathematics.kit.chart_cells import Cell, Hands, own_hand
from pitboss.procedure import Election

ONE_RANK, WHOLE_HANDS, DOUBLES = "One rank", "Straights and flushes", "Double Down"
COSTS, OFTEN = "What it costs to set as the house does", "of all hands"
LOW_CARDS = (*LADDER, "joker")
ALIKE = Hand.PAIR, Hand.THREE_OF_A_KIND, Hand.FOUR_OF_A_KIND, Hand.FIVE_ACES  # what one rank makes
BOTH = Hand.TWO_PAIR, Hand.FULL_HOUSE  # what two ranks make
WHOLE = Hand.STRAIGHT, Hand.FLUSH, Hand.STRAIGHT_FLUSH, Hand.ROYAL_FLUSH
SIX = 6


def rank_head(place: int) -> str:
    """``kings``; of a joker that fills up aces, ``joker and ace``."""
    name = LOW_CARDS[place]
    return "joker and ace" if place == RANKS else f"{NAMES.get(name, name)}s"


def whole_head(kept: Hand, left: Hand) -> str:
    return f"{kept.words}, else {left.words}"


def high_head(hand: Hand, height: int) -> str:
    """A high hand as the grid of Double Down lists it: a pair by its rank, no pair by its highest card."""
    if hand not in (Hand.PAIR, Hand.HIGH_CARD):
        return hand.words
    name = NAMES.get(LADDER[height - 2], LADDER[height - 2])
    return f"pair of {name}s" if hand is Hand.PAIR else f"{name} high"


def cells(election: Election, hands: Hands) -> tuple[Cell, ...]:
    cards = own_hand(election, hands)
    if len(cards) != SIX:
        return ()
    if election.kind == "double down":  # they lie as they were set: the low card last
        value = RANKING.best(cards[:-1])
        return ((DOUBLES, high_head(RANKING.name(value), value >> PLACES[0] & 15), LOW_CARDS[_low(cards[-1])]),)
    if election.kind != "low hand":
        return ()
    made = house_way(tuple(cards))
    kept = RANKING.name(made.high_value)
    decides = _decides(cards, kept, made.high_value, filled=JOKER in made.high)
    return (*((decides,) if decides is not None else ()), (COSTS, kept.words, OFTEN))


def _decides(cards: Sequence[Card], kept: Hand, value: int, *, filled: bool) -> Cell | None:
    """The entry for the class that the house keeps together, where there is one."""
    first, second = (
        RANKS if filled and place == RANKS - 1 else place for place in ((value >> at & 15) - 2 for at in PLACES[:2])
    )
    if kept in ALIKE:
        return ONE_RANK, rank_head(first), kept.words
    if kept in BOTH:
        return kept.words.capitalize(), rank_head(first), rank_head(second)
    if kept in WHOLE:
        top = max(range(SIX), key=lambda n: _low(cards[n]))
        left = RANKING.hand([card for n, card in enumerate(cards) if n != top])
        return WHOLE_HANDS, whole_head(kept, left), LOW_CARDS[_low(cards[top])]
    return None


def _low(card: Card) -> int:
    """As a low card of a player, from the 2 up, the joker above the ace."""
    return RANKS if card == JOKER else HEIGHT[rank(card)] - 2
