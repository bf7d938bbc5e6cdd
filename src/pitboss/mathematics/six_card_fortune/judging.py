"""Six-Card Fortune Pai Gow Poker judged: every setting of six cards, and Double Down, against every hand that the dealer
may have of the cards not seen.

Leaders (see ``kit.suits``) stand for all hands of six cards. Of the hands that one represents there are as many left as
exchanges of the suits put none of its cards on a card that is gone: a look at sixteen pairs of suits tells how many.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch670a_six_card_fortune.hands import LOW_SIZE, PAIR_OF_EIGHTS, RANKING, house_way
from pitboss.chapters.ch670a_six_card_fortune.rules import DOUBLE_DOWN, EVEN, MAIN, Rules
from pitboss.equipment.cards import JOKER, SUITS, Card
from pitboss.families.house_ways import Setting, low_hands, setting
from pitboss.families.pai_gow import PLAY_HAND
from pitboss.families.pai_gow_poker.dealing import LOW
from pitboss.families.pai_gow_poker.setting import HOUSE_WAY
from pitboss.families.poker_ranks import CLASS_AT, RANKS
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.judging import Chance, Chances, Judgement, Situation, Worth, certain
from pitboss.mathematics.kit.poker import Numbers
from pitboss.mathematics.kit.suits import EXCHANGES, MANY
from pitboss.mathematics.kit.two_hands import Known, Nets, known, stake, void_or_play
from pitboss.mathematics.six_card_fortune.edges import CATEGORY, NUMBER, edges
from pitboss.mathematics.six_card_fortune.six_cards import LOWS, SIX, Bytes, Ints, LeaderHands, high_hands, set_hands
from pitboss.money import Cents, winnings
from pitboss.procedure import Option

Masks = NDArray[np.uint16]
EVERY_SUIT = range(len(SUITS))


def judge(situation: Situation) -> Judgement | None:
    """What every answer is worth; None of whatever is left to chance alone, or to eyes that only the player has."""
    rules, says = situation.rules, {option.says for option in situation.election.options}
    assert isinstance(rules, Rules)
    if PLAY_HAND in says:
        return void_or_play(situation, lambda: edges(rules), {MAIN: nets_of(rules, stake(situation, MAIN))})
    seen = known(situation, MAIN)
    if not {LOW, DOUBLE_DOWN} & says or not all(card in NUMBER for card in seen.hand):
        return None
    return _judged(situation, rules, seen, double=DOUBLE_DOWN in says)


def nets_of(rules: Rules, amount: Cents) -> Nets:
    """670a.12(a)."""
    return winnings(amount, EVEN, rules.payout_rounding), 0, -amount


# --- the hands that may lie unseen


@cache
def _leaders() -> tuple[LeaderHands, Masks]:
    """Every leader, as the house sets it, and the ranks it holds of each suit, as bits; a fifth column tells the joker."""
    hands = set_hands(RANKING, CATEGORY)
    masks = np.zeros((len(hands.cards), len(SUITS) + 1), np.uint16)
    _hold(hands.cards, masks)
    return hands, masks


@njit
def _hold(cards: Bytes, masks: Masks) -> None:
    for row in range(len(cards)):
        for card in cards[row]:
            masks[row, card // RANKS] |= np.uint16(1 << (card % RANKS))  # the joker is the first of a fifth suit


@cache
def _exchanges() -> Bytes:
    """By the pairs of suits that hold no card in common, as bits: how many exchanges make only such pairs."""
    bits = np.arange(1 << len(SUITS) ** 2)
    found = np.zeros(len(bits), np.uint8)
    for order in permutations(EVERY_SUIT):
        needed = sum(1 << (len(SUITS) * suit + to) for suit, to in enumerate(order))
        found += (bits & needed) == needed
    return found


@njit
def _count(masks: Masks, gone: Masks, exchanges: Bytes, weight: Ints, highs: NDArray[np.int16], lows: Bytes,
    grid: Ints) -> None:  # fmt: skip
    for row in range(len(masks)):
        if masks[row, 4] & gone[4]:
            continue
        bits = 0
        for suit in range(4):
            for to in range(4):
                if not masks[row, suit] & gone[to]:
                    bits |= 1 << (4 * suit + to)
        if exchanges[bits]:
            grid[highs[row] + 1, lows[row] + 1] += weight[row] * exchanges[bits] // EXCHANGES


class Fares(NamedTuple):
    """Hands of the dealer that a setting wins against, ties with and loses to, and of the first and the last those with a
    high hand of a pair of 8s or better, against which a Double Down is played."""

    won: int
    tied: int
    lost: int
    won_played: int
    lost_played: int


class Unseen(NamedTuple):
    """``below[n, m]``: how many of the hands that may lie unseen have a high hand below the nth of ``highs`` and a low card
    below the mth from the 2 up."""

    highs: Numbers
    below: Ints

    @property
    def many(self) -> int:
        return int(self.below[-1, -1])

    def against(self, made: Setting) -> Fares:
        """670a.11(f)–(g): a foul loses to every hand, a player's joker is above an ace, and copies are the dealer's."""
        played = int(np.searchsorted(self.highs, PAIR_OF_EIGHTS))
        high, low = int(np.searchsorted(self.highs, made.high_value)), RANKS
        if made.foul:
            high = low = 0
        elif made.low != (JOKER,):
            low = int(LOWS[NUMBER[made.low[0]]])
        won, lost = self._below(high, low), self._from(high, low)
        return Fares(
            won, self.many - won - lost, lost, won - self._below(min(high, played), low), self._from(max(high, played), low)
        )  # fmt: skip

    def _below(self, high: int, low: int) -> int:
        return int(self.below[high, low])

    def _from(self, high: int, low: int) -> int:
        """Hands that are at least these, high and low."""
        return self.many - int(self.below[high, -1]) - int(self.below[-1, low]) + int(self.below[high, low])


def unseen(gone: Collection[Card]) -> Unseen:
    """The hands of six of all cards but these, set by 670a.11(d)."""
    hands, masks = _leaders()
    out = np.zeros(len(SUITS) + 1, np.uint16)
    for card in gone:
        out[NUMBER[card] // RANKS] |= 1 << (NUMBER[card] % RANKS)
    highs = high_hands(RANKING)
    grid = np.zeros((len(highs) + 1, RANKS + 1), np.int64)
    _count(masks, out, _exchanges(), hands.weight, hands.high, hands.low, grid)
    below = grid.cumsum(axis=0).cumsum(axis=1)
    assert below[-1, -1] == comb(MANY - len(gone), SIX), "hands are counted once each"
    return Unseen(highs, below)


# --- settings and Double Down


def _judged(situation: Situation, rules: Rules, seen: Known, *, double: bool) -> Judgement:
    """670a.11(b)–(g): the settings with what is up, or Double Down and none, each set afterwards as well as can be."""
    found, main, doubled = unseen(seen.gone), stake(situation, MAIN), stake(situation, DOUBLE_DOWN)
    if double:
        worths = tuple(_doubled(option, rules, seen.hand, found, main) for option in situation.election.options)
    else:
        filed = house_way(seen.hand)
        worths = tuple(
            _worth(option, filed if option.says == HOUSE_WAY else setting(seen.hand, option.cards), rules, found, main, doubled)
            for option in situation.election.options
        )  # fmt: skip
    rests_on = ["The dealer sets as 670a.11(d) says; a copy is the dealer's."]
    if double or doubled:
        rests_on.append("A Double Down is played when the dealer's high hand is a pair of 8s or better, else returned.")
    return Judgement(
        worths,
        main,
        f"Counted over all {found.many:,} hands that the dealer may have of the cards not seen.",
        tuple(rests_on),
        _chances(found),
        ("670a.11(c)", "670a.11(g)") if double else ("670a.11(b)", "670a.11(f)", "670a.12(a)"),
    )


def _doubled(option: Option, rules: Rules, cards: Sequence[Card], found: Unseen, main: Cents) -> Worth:
    """With or without the second wager: whatever setting is then best."""
    more = main if option.says == DOUBLE_DOWN else 0
    made = (setting(cards, low) for low in low_hands(cards, LOW_SIZE))
    return max((_worth(option, one, rules, found, main, more) for one in made), key=lambda worth: worth.expected)


def _worth(option: Option, made: Setting, rules: Rules, found: Unseen, main: Cents, double: Cents) -> Worth:
    fares, (win, _, lose), (more, _, less) = found.against(made), nets_of(rules, main), nets_of(rules, double)
    lines = (
        (win + more, fares.won_played), (win, fares.won - fares.won_played), (0, fares.tied),
        (lose, fares.lost - fares.lost_played), (lose + less, fares.lost_played),
    )  # fmt: skip
    return certain(option, [(net, Fraction(many, found.many)) for net, many in lines])


def _chances(found: Unseen) -> tuple[Chances, ...]:
    """How likely each class of the dealer's high hand is, and one that plays."""
    high = np.diff(found.below[:, -1])
    by_class = np.bincount(found.highs >> CLASS_AT, high, len(RANKING.order)).astype(np.int64).tolist()
    lines = zip(RANKING.order, by_class, strict=True)
    played = Fraction(int(high[found.highs >= PAIR_OF_EIGHTS].sum()), found.many)
    return (
        Chances("High hand of the dealer", tuple(Chance(hand.words, Fraction(many, found.many)) for hand, many in lines if many)),
        Chances("Double Down", (Chance("played", played), Chance("returned", 1 - played))),
    )  # fmt: skip
