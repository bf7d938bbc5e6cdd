"""§ 670a.6, § 670a.11(d), (f)–(h): rankings, the dealer's way, comparison, and what six cards win. Pure functions."""

from collections.abc import Sequence

from pitboss.equipment.cards import JOKER, Card
from pitboss.families.house_ways import Setting, low_hands, setting
from pitboss.families.pai_gow_poker.outcome import Outcome as Outcome
from pitboss.families.poker_ranks import CLASS_AT, HEIGHT, JOKER_AS_ACE, KING, LADDER, Hand, low_card, places, top

Cards = Sequence[Card]

# (a)–(b) The joker is an ace, or completes a straight, a flush or both (I-670a-02). A-2-3-4-5 is the second best
# straight and the best straight flush below the royal (I-GEN-16).
RANKING = JOKER_AS_ACE
LOW_SIZE = 1  # 670a.1(ii)


def called(cards: Cards) -> str:
    """670a.11(h): the highest ranking hand of the cards, as the dealer announces it."""
    return RANKING.spoken(RANKING.best(cards))


# --- 670a.11(d) The dealer's way


def settings(cards: Cards) -> list[Setting]:
    """670a.11(b): every lawful setting with one card in the low hand."""
    return [made for made in (setting(cards, low) for low in low_hands(cards, LOW_SIZE)) if not made.foul]


def house_way(cards: Cards) -> Setting:
    """(d) The best class of high hand; of the settings that have it, the best low card, then the best high hand.

    That is all of (d)(1)–(6): of two threes of a kind the lower stays together, of three pairs the two lower, of six in a
    row or of a suit the lowest five, and without a pair the highest card (I-670a-04 to I-670a-08). Where the joker and an
    ace would do equally, the joker goes low: the dealer gains nothing by it, but a player who asks does.
    """

    def merit(made: Setting) -> tuple[int, int, int, bool]:
        return category(made.high_value), made.low_value, made.high_value, JOKER in made.low

    return max(settings(cards), key=merit)


def category(value: int) -> int:
    """The class of a high hand, lowest first; a royal flush counts as a straight flush (I-670a-07)."""
    hand = RANKING.name(value)
    return RANKING.order.index(Hand.STRAIGHT_FLUSH if hand is Hand.ROYAL_FLUSH else hand)


# --- 670a.11(f) Comparison


def compare(mine: Setting, dealer: Setting) -> tuple[Outcome, str]:
    """(f) What becomes of the wager on my hands, and under which paragraph. My joker set low beats an ace (I-670a-01)."""
    if mine.foul:
        return Outcome.LOSES, "670a.11(f)(1)(v)"
    high = mine.high_value - dealer.high_value
    low = low_card(mine.low[0], joker_above_ace=True) - low_card(dealer.low[0], joker_above_ace=False)
    if high > 0 and low > 0:
        return Outcome.WINS, "670a.11(f)(3)"
    if high > 0:
        return Outcome.TIES, "670a.11(f)(2)(i)" if low < 0 else "I-670a-03"
    if low > 0:
        return Outcome.TIES, "670a.11(f)(2)(ii)" if high < 0 else "I-670a-03"
    return Outcome.LOSES, LOSSES[high < 0, low < 0]


LOSSES = {
    (True, True): "670a.11(f)(1)(i)",
    (True, False): "670a.11(f)(1)(ii)",
    (False, True): "670a.11(f)(1)(iii)",
    (False, False): "670a.11(f)(1)(iv)",
}  # by whether the high hand, and the low hand, is lower than the dealer's; if not, it is a copy

PAIR_OF_EIGHTS = RANKING.order.index(Hand.PAIR) << CLASS_AT | places((HEIGHT["8"],))


def qualifies(dealer: Setting) -> bool:
    """(g), I-670a-09: the dealer's high hand, as set, holds a pair of 8s or better, so that Double Down is played."""
    return dealer.high_value >= PAIR_OF_EIGHTS


# --- 670a.11(h), 670a.12(b)–(d) Optional wagers

HIGH_NAMES = {"8": "eight_high", "9": "nine_high", "T": "ten_high", "J": "jack_high", "Q": "queen_high",
    "K": "king_high"}  # fmt: skip


def made_line(cards: Cards) -> Hand:
    """The line of the Fortune Bonus, Progressive and Envy tables: the class of the best hand."""
    return RANKING.hand(cards)


def insurance_line(cards: Cards) -> str:
    """670a.7(e)(3), I-670a-17: king high or less by the highest card, the joker being an ace; otherwise empty."""
    value = RANKING.best(cards)
    if RANKING.name(value) is not Hand.HIGH_CARD or top(value) > KING:
        return ""
    return HIGH_NAMES[LADDER[top(value) - 2]]
