"""Seven cards on paper: grids of where the best setting leaves a house way.

Entries come from hands as both ways set them (``best_settings.HouseAndBest``). An entry that does not hold for all its
hands holds for most of them.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.families.house_ways import RANKING
from pitboss.families.poker_ranks import BIT, CLASS_AT, LADDER, PLACES, RANKS, Hand
from pitboss.mathematics.kit.chart import ChartGrid, grid
from pitboss.mathematics.kit.every_hand import rank_counts
from pitboss.mathematics.kit.poker import rank_hands
from pitboss.mathematics.pai_gow_poker.best_settings import EVERY, HouseAndBest
from pitboss.mathematics.pai_gow_poker.chart_cell import (
    COSTS,
    NO_PAIR,
    OFTEN,
    STRAIGHT_WITH_PAIR,
    TWO_PAIR,
    called,
    several,
)

SPLIT, NO, NONE, CARD, SHARE, NUMBER = "S", "–", "", "a card", "a percentage", "a number"
LEGEND = {
    CARD: "both pairs stay high when such a card or a better one can go low",
    SPLIT: "divide: the lower pair, two of four of a kind, one of three with the next card, or the two highest cards go low",
    NO: "do not divide",
    SHARE: "divide so many in a hundred of these hands",
    NUMBER: "which card, counted from the highest, goes low with the second",
}
DOWN = range(RANKS - 1, -1, -1)  # ranks, from the ace
FULL = 7
Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]
Column = NDArray[Any]


class Seven(NamedTuple):
    """Hands by what decides how they are set: how many cards of each rank, the joker among the aces; the class of the
    best five; whether there is a straight or a flush. ``house`` and ``best`` are the numbers of both hands."""

    counts: Column
    kind: Column
    made: Column
    many: Column
    house: Column
    best: Column
    cost: Column

    def only(self, some: Flags) -> "Seven":
        return Seven(*(column[some] for column in self))

    def rank(self, times: int, nth: int = 1) -> Ints:
        """The nth highest rank that each hand holds so often, the 2 being 0."""
        held = self.counts == times
        found: Ints = (held & (held[:, ::-1].cumsum(axis=1)[:, ::-1] == nth)).argmax(axis=1)
        return found

    def shaped(self, *sets: int) -> Flags:
        """Hands with just these sets of one rank and single cards, the largest first."""
        found = np.sort(np.where(self.counts > 1, self.counts, 0), axis=1)[:, ::-1]
        same: Flags = (found == np.array((*sets, *[0] * (RANKS - len(sets))))).all(axis=1)
        return same


def seven(of: HouseAndBest) -> Seven:
    held = rank_counts()[0][of.rows]
    counts = held[:, :RANKS].copy()
    counts[:, -1] += held[:, -1]
    kind = rank_hands(RANKING, of.hands).astype(np.int64) >> CLASS_AT
    straight = (RANKING.tables(FULL).lines[of.rows] & BIT[Hand.STRAIGHT]) > 0
    flush = np.isin(kind, [_place(hand) for hand in (Hand.FLUSH, Hand.STRAIGHT_FLUSH, Hand.ROYAL_FLUSH)])
    return Seven(counts, kind, straight | flush, of.many, of.settings[:, :2], of.settings[:, 2:], of.cost)


def _place(hand: Hand) -> int:
    return RANKING.order.index(hand)


def _class(values: Ints) -> Ints:
    return values >> CLASS_AT


# --- grids


def grids(hands: Seven) -> tuple[ChartGrid, ...]:
    """From the commonest decision to the rarest; last what the house way costs."""
    return two_pair(hands), sets(hands, 3), straight_with_pair(hands), no_pair(hands), sets(hands, 4), costs(hands)


def two_pair(hands: Seven) -> ChartGrid:
    """Without a straight or a flush: the least card that keeps both pairs high."""
    some = hands.only(hands.shaped(2, 2) & ~hands.made)
    kept = _class(some.best[:, 0]) == _place(Hand.TWO_PAIR)
    first, second, other = some.rank(2), some.rank(2, 2), some.rank(1)
    rows = {}
    for one in DOWN[:-1]:
        cells = [_least(kept, some.many, other, (first == one) & (second == two)) for two in DOWN[1:]]
        rows[several(one)] = tuple(cells)
    return grid(TWO_PAIR, "higher pair", "lower pair", tuple(several(two) for two in DOWN[1:]), rows)


def _least(kept: Flags, many: Ints, other: Ints, held: Flags) -> str:
    every, often = (np.bincount(other[some], many[some], RANKS) for some in (held, held & kept))
    (most,) = np.nonzero(2 * often > every)
    return LADDER[most[0]] if most.size else SPLIT if every.any() else NONE


def sets(hands: Seven, times: int) -> ChartGrid:
    """Three or four of a kind with single cards, without a straight or a flush, by the highest of these."""
    some = hands.only(hands.shaped(times) & ~hands.made)
    whole = Hand.THREE_OF_A_KIND if times == 3 else Hand.FOUR_OF_A_KIND
    divided = _class(some.best[:, 0]) < _place(whole)
    of, other = some.rank(times), some.rank(1)
    rows = {
        several(one): tuple(_share(divided, some.many, (of == one) & (other == card)) for card in DOWN) for one in DOWN
    }
    return grid(
        whole.words.capitalize(), whole.words, "highest card besides", tuple(map(called, DOWN)), _with_divisions(rows)
    )


def straight_with_pair(hands: Seven) -> ChartGrid:
    """By the cards that go low when it is divided, and the better of those that do when it stays whole."""
    some = hands.only(hands.shaped(2) & (hands.kind == _place(Hand.STRAIGHT)))
    divided = _class(some.best[:, 0]) == _place(Hand.PAIR)
    first, second, whole = some.rank(1), some.rank(1, 2), (some.house[:, 1] >> PLACES[0] & 15) - 2
    rows = {
        f"{called(one)} and {called(two)}": tuple(
            _share(divided, some.many, (first == one) & (second == two) & (whole == low)) for low in DOWN
        )
        for one in DOWN
        for two in range(one - 1, -1, -1)
    }
    columns, down = tuple(map(called, DOWN)), "two highest cards besides"
    return grid(STRAIGHT_WITH_PAIR, down, "better low card of a whole straight", columns, _with_divisions(rows))


def no_pair(hands: Seven) -> ChartGrid:
    """By the second and the third card: what goes low with the second, which nearly always does."""
    some = hands.only(hands.kind == _place(Hand.HIGH_CARD))
    second, third = some.rank(1, 2), some.rank(1, 3)
    with_it = (some.best[:, 1] >> PLACES[1] & 15) - 2
    place = (some.counts * (np.arange(RANKS) >= with_it[:, None])).sum(axis=1)
    rows = {
        called(one): tuple(_most(place, some.many, (third == one) & (second == two)) for two in DOWN[1:])
        for one in DOWN[2:]
    }
    rows = {head: cells for head, cells in rows.items() if any(cells)}
    least = max(sum(map(bool, cells)) for cells in rows.values())  # no second card is lower than the last of these
    rows = {head: cells[:least] for head, cells in rows.items()}
    return grid(NO_PAIR, "third card", "second card", tuple(map(called, DOWN[1 : least + 1])), rows)


def _most(place: Ints, many: Ints, held: Flags) -> str:
    often = np.bincount(place[held], many[held], FULL + 1)
    return str(int(often.argmax())) if often.any() else NONE


def _share(divided: Flags, many: Ints, held: Flags) -> str:
    every, often = int(many[held].sum()), int(many[held & divided].sum())
    if not every:
        return NONE
    return SPLIT if often == every else NO if not often else f"{min(max(round(100 * often / every), 1), 99)} %"


def _with_divisions(rows: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Rows in which something is divided."""
    return {head: cells for head, cells in rows.items() if set(cells) - {NO, NONE}}


def costs(hands: Seven) -> ChartGrid:
    """By the class of the best five cards: hands that the house does not set best, and what that costs."""
    rows = {}
    for place, hand in enumerate(RANKING.order):
        some = hands.only((hands.kind == place) & (hands.house != hands.best).any(axis=1))
        if len(some.many):
            rows[hand.words] = (*_figures(some), _example(some))
    rows["all"] = (*_figures(hands.only((hands.house != hands.best).any(axis=1))), NONE)
    columns = OFTEN, "cost of each", "cost over all hands", "for example"
    return grid(COSTS, "best five cards", "set better otherwise", columns, rows)


def _figures(some: Seven) -> tuple[str, str, str]:
    often, lost = some.many.sum() / EVERY, (some.many * some.cost).sum() / EVERY
    return f"{100 * often:.3f} %", f"{100 * lost / often:.2f} %", f"{100 * lost:.4f} %"


def _example(some: Seven) -> str:
    """The hand that costs most: ``A K K 6 6 3 2: low 6 6, not A 3``."""
    row = int((some.many * some.cost).argmax())
    cards = [LADDER[rank] for rank in DOWN for _ in range(some.counts[row, rank])]
    best, house = (_low(int(way[row, 1])) for way in (some.best, some.house))
    return f"{' '.join(cards)}: low {best}, not {house}" if best != house else NONE


def _low(value: int) -> str:
    ranks: Sequence[int] = [value >> at & 15 for at in PLACES[:2]]
    first, second = ranks if RANKING.name(value) is not Hand.PAIR else (ranks[0], ranks[0])
    return f"{LADDER[first - 2]} {LADDER[second - 2]}"
