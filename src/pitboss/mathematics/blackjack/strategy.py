"""Blackjack by a chart: what to do with a total, a soft total or a pair against each up card."""

from collections.abc import Mapping, Sequence

import msgspec

from pitboss.chapters.ch633a_blackjack.dealing import TAKE_SECOND
from pitboss.chapters.ch633a_blackjack.decisions import (
    ACCEPT,
    DRAW,
    EVEN_MONEY,
    LATE,
    NO_INSURANCE,
    NO_SWITCH,
    STAND,
    SURRENDER,
    SWITCH,
)
from pitboss.chapters.ch633a_blackjack.rules import DOUBLE_DOWN, SPLIT_PAIRS
from pitboss.chapters.ch633a_blackjack.values import LIMIT, POINTS, is_soft, total
from pitboss.chapters.ch633a_blackjack.verdicts import STANDS as DEALER_STANDS
from pitboss.equipment.cards import rank
from pitboss.mathematics.kit.strategy import Seen
from pitboss.procedure import DEALER, Answer, Election

HARD, SOFT, PAIRS = "Hard totals", "Soft totals", "Pairs"  # the grids of the chart
UP_CARDS = "23456789TA"
VALUE_ORDER = "A23456789T"  # in which the ranks of a row of ``Chart.worths`` stand
NATURAL, AS_DEALT = "AT", "natural"
ACTS = {
    "S": (STAND,),
    "H": (DRAW,),
    "D": (DOUBLE_DOWN, DRAW),
    "Ds": (DOUBLE_DOWN, STAND),
    "P": (SPLIT_PAIRS,),
    "Rh": (SURRENDER, DRAW),
    "Rs": (SURRENDER, STAND),
    "Rp": (SURRENDER, SPLIT_PAIRS),
}  # what each entry means: the first of these that is open
LEGEND = {
    "S": "stand",
    "H": "draw",
    "D": "double down, else draw",
    "Ds": "double down, else stand",
    "P": "split",
    "Rh": "surrender, else draw",
    "Rs": "surrender, else stand",
    "Rp": "surrender, else split",
}


class BlackjackChart(msgspec.Struct, frozen=True):
    """Rows of entries, one for each of ``UP_CARDS``; pairs by rank, all ten-valued cards under T.

    ``edge`` is the house edge of playing by it, ``optimal`` that of the best play by the cards of each hand.
    ``worths``, at Blackjack Switch only, are what two cards are worth: rows by their two ranks, an ace and a ten being
    a 21; a natural that was not switched has the row ``AS_DEALT``. ``even_money``: whether a Blackjack is paid it where
    that is offered, which only at Blackjack Switch can be worth more.
    """

    hard: Mapping[int, tuple[str, ...]]
    soft: Mapping[int, tuple[str, ...]]
    pairs: Mapping[str, tuple[str, ...]]
    edge: str = ""
    optimal: str = ""
    worths: Mapping[str, tuple[float, ...]] = {}
    even_money: bool = False

    def entry(self, cards: Sequence[str], up: str, *, as_pair: bool = True) -> str:
        """The entry for a hand; ``as_pair`` False: a pair that may not be split counts as its total."""
        column, ranks = UP_CARDS.index(plain(up)), [plain(card) for card in cards]
        if as_pair and len(ranks) == 2 and ranks[0] == ranks[1]:
            return self.pairs[ranks[0]][column]
        return (self.soft if is_soft(cards) else self.hard)[total(cards)][column]

    def switches(self, one: Sequence[str], two: Sequence[str], up: str) -> bool:
        """633a.12(a)(4): whether two hands are worth more with their second cards exchanged."""
        (a, b), (c, d) = one, two
        as_dealt = self.worth(a, b, up, switched=False) + self.worth(c, d, up, switched=False)
        return self.worth(a, d, up, switched=True) + self.worth(c, b, up, switched=True) > as_dealt

    def worth(self, one: str, two: str, up: str, *, switched: bool) -> float:
        """What two cards are worth against an up card."""
        low, high = sorted((plain(one), plain(two)), key=VALUE_ORDER.index)
        row = AS_DEALT if low + high == NATURAL and not switched else low + high
        return self.worths[row][UP_CARDS.index(plain(up))]


def plain(card: str) -> str:
    """A card's rank, with T for everything worth 10."""
    return "T" if POINTS[rank(card)] == 10 else rank(card)


class Basic:
    """Plays by a chart; never insures, takes even money where the chart says so, and switches where it prices hands and
    that is worth more.

    An exposed card (633a.14(c)) is taken when the chart would draw, or when it makes a better hand without a bust; it
    is passed on when it would bust the hand.
    """

    def __init__(self, chart: BlackjackChart) -> None:
        self.chart = chart

    def answer(self, election: Election, seen: Seen) -> Answer:
        open_ = [option.says for option in election.options]
        for word in self._wants(election, seen, open_):
            if word in open_:
                return Answer(election.to, word, hand=election.hand)
        assert election.default is not None
        return election.default.answer(election.to)

    def _wants(self, election: Election, seen: Seen, open_: Sequence[str]) -> Sequence[str]:
        cards, dealer = seen.hand(election.to, election.hand), seen.hand(DEALER)
        if SWITCH in open_ and self.chart.worths:
            one, two = (seen.hand(election.to, hand) for hand in (0, 1))
            return (SWITCH,) if self.chart.switches(one, two, dealer[0]) else (NO_SWITCH,)
        if EVEN_MONEY in open_ and self.chart.even_money:
            return (EVEN_MONEY,)
        if ACCEPT in open_:
            return self._exposed(cards, dealer[0], seen.hand("exposed card"), open_)
        if STAND in open_:
            entry = self.chart.entry(cards, dealer[0], as_pair=SPLIT_PAIRS in open_)
            return (*ACTS[entry], STAND)
        return NO_INSURANCE, NO_SWITCH, TAKE_SECOND, LATE

    def _exposed(self, cards: Sequence[str], up: str, exposed: Sequence[str], open_: Sequence[str]) -> Sequence[str]:
        """What to do when the next card is known: a pair is split and a hand given up by the chart all the same."""
        by_chart = ACTS[self.chart.entry(cards, up, as_pair=SPLIT_PAIRS in open_)]
        if by_chart[0] in (SPLIT_PAIRS, SURRENDER) and by_chart[0] in open_:
            return by_chart
        made = total([*cards, *exposed])
        if made > LIMIT:
            return (STAND,)
        if by_chart[0] == DOUBLE_DOWN and made >= DEALER_STANDS:
            return DOUBLE_DOWN, ACCEPT
        return (ACCEPT,) if made > total(cards) or DRAW in by_chart else (STAND,)
