"""Six-Card Fortune Pai Gow Poker: hands set as the house sets its own, but where a better card had best go low; Double
Down by what was set."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch670a_six_card_fortune.hands import RANKING
from pitboss.chapters.ch670a_six_card_fortune.rules import Rules
from pitboss.families.poker_ranks import CLASS_AT, HEIGHT, PLACES, RANKS, Hand
from pitboss.mathematics.kit.chart import Chart, ChartGrid, Line, grid, percent, worth
from pitboss.mathematics.kit.poker import rank_hands
from pitboss.mathematics.kit.strategy import Strategy
from pitboss.mathematics.kit.suits import JOKER_AT
from pitboss.mathematics.six_card_fortune.chart_cell import (
    ALIKE,
    BOTH,
    COSTS,
    DOUBLES,
    LOW_CARDS,
    OFTEN,
    ONE_RANK,
    WHOLE,
    WHOLE_HANDS,
    high_head,
    rank_head,
    whole_head,
)
from pitboss.mathematics.six_card_fortune.edges import (
    CATEGORY,
    Play,
    best_play,
    best_setting,
    double_down,
    house_costs,
    leaders_play,
    main_game,
)
from pitboss.mathematics.six_card_fortune.six_cards import DOUBLE, LAID, LOWS, SIX, high_hands, set_hands
from pitboss.mathematics.six_card_fortune.strategy import SetsSixCards

YES, BREAK, NO, NONE, CARD, SOME = "D", "B", "–", "", "a card", "a percentage"
STEPS = (
    "Keep the best class of hand together as the high hand, a royal flush counting as a straight flush.",
    "Of the ways that do, lay the highest possible card low; of these, keep the best high hand.",
    "So two threes of a kind keep the lower, three pairs the two lower, six in a row or of a suit the lowest five, and no "
    "pair its highest card.",
    "The joker goes low where it might as well be an ace: laid low by a player it beats the dealer's ace.",
    "That is how the house does it. Break up the high hand where a grid says so, and lay the highest card of all low, the "
    "joker before an ace.",
)
Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]
Numbers = NDArray[np.int32]
Column = NDArray[Any]


def chart(rules: Rules) -> Chart:
    play, plays = best_play(rules), (best_play(rules), Play.HOUSE)
    main, house = (worth(-main_game(of).house_edge) for of in plays)
    notes = [
        f"Set so, the wager is worth {main} against a dealer who sets the house way; set as the house does, {house}."
    ]
    grids = [*_broken(_laid(play)), _costs(play)]
    legend = {
        CARD: "break up when the house would lay no better card low than this",
        BREAK: "break up",
        NO: "do not",
        SOME: "break up so many in a hundred of these hands",
    }
    title = "As the house sets its hands, unless a better card had best go low"
    if rules.double_down:
        both, together = (worth(-main_game(of).house_edge - double_down(of).house_edge) for of in plays)
        notes.append(
            f"Double Down, made whenever it is worth more than nothing, brings that to {both}; set as the house does, "
            f"to {together}."
        )
        grids.append(_doubles(play))
        legend |= {YES: "Double Down", SOME: f"{legend[SOME]}, or double with so many"}
        title += ", and when to double"
    return Chart(title, STEPS, tuple(grids), legend, tuple(notes))


# --- where the house way is left


class LaidLeaders(NamedTuple):
    """Of every leader: how many hands it represents, its cards, the class the house keeps together, the two ranks that
    decide first (see ``LOW_CARDS``), the cards that the house and the best play lay low."""

    weight: Column
    cards: Column
    kept: Column
    first: Column
    second: Column
    house: Column
    best: Column

    def held(self, hand: Hand) -> Flags:
        found: Flags = self.kept == RANKING.order.index(hand)
        return found


def _laid(play: Play) -> LaidLeaders:
    hands, taken = set_hands(RANKING, CATEGORY), leaders_play(play)
    values = high_hands(RANKING)[hands.high]
    house = np.where(hands.joker > 0, RANKS, hands.low).astype(np.int64)
    filled = (hands.cards == JOKER_AT).any(axis=1) & (hands.joker == 0)  # it is in the high hand, an ace in a set
    first, second = (np.maximum((values >> at & 15) - 2, 0) for at in PLACES[:2])
    first, second = (np.where(filled & (rank == RANKS - 1), RANKS, rank) for rank in (first, second))
    best = _lows(np.take_along_axis(hands.cards, (taken & LAID)[:, None].astype(np.int64), 1)[:, 0])
    return LaidLeaders(hands.weight, hands.cards, values >> CLASS_AT, first, second, house, best)


def _lows(cards: NDArray[np.uint8]) -> Ints:
    """As low cards of a player, from the 2 up, the joker above the ace."""
    return np.where(cards == JOKER_AT, RANKS, LOWS[cards])


def _broken(laid: LaidLeaders) -> Iterator[ChartGrid]:
    """What to break up: sets by their ranks; straights and flushes by what is left of them."""
    every, broken = _tables(laid)
    ranks, place = range(RANKS, -1, -1), RANKING.order.index
    rows = {
        rank_head(rank): tuple(_least(*(of[place(hand), rank].sum(axis=0) for of in (every, broken))) for hand in ALIKE)
        for rank in ranks
    }
    yield grid(ONE_RANK, "cards kept", "kept", tuple(hand.words for hand in ALIKE), rows)
    for hand in BOTH:
        found = {
            rank_head(one): tuple(_least(every[place(hand), one, two], broken[place(hand), one, two]) for two in ranks)
            for one in ranks
        }
        rows = {head: cells for head, cells in found.items() if {NONE, NO} < {NONE, NO, *cells}}
        title = hand.words.capitalize()
        yield grid(
            title,
            "higher pair" if hand is Hand.TWO_PAIR else "three",
            "lower pair" if hand is Hand.TWO_PAIR else "pair",
            tuple(map(rank_head, ranks)),
            rows,
        )
    yield _whole(laid)


def _tables(laid: LaidLeaders) -> list[Ints]:
    """How many hands there are, and how many of them are broken up, by class, both ranks and the house's low card."""
    key = ((laid.kept.astype(np.int64) * 16 + laid.first) * 16 + laid.second) * 16 + laid.house
    shape = len(RANKING.order), 16, 16, 16
    return [
        np.bincount(key, laid.weight * some, len(RANKING.order) * 16**3).astype(np.int64).reshape(shape)
        for some in (1, laid.best != laid.house)
    ]


def _least(every: Ints, broken: Ints) -> str:
    """The highest card of the house's for which most such hands are broken up."""
    (most,) = np.nonzero(2 * broken > every)
    return LOW_CARDS[most[-1]] if most.size else NO if every.any() else NONE


def _whole(laid: LaidLeaders) -> ChartGrid:
    """Straights and flushes, by the highest card of all and what the others make when it is laid low."""
    some = np.isin(laid.kept, [RANKING.order.index(hand) for hand in WHOLE])
    laid = LaidLeaders(*(column[some] for column in laid))
    lows = _lows(laid.cards)
    apart = np.arange(SIX) == lows.argmax(axis=1)[:, None]
    left, top = rank_hands(RANKING, laid.cards[~apart].reshape(-1, SIX - 1)) >> CLASS_AT, lows[apart]
    rows = {}
    for kept in WHOLE:
        for place, hand in enumerate(RANKING.order):
            held = laid.held(kept) & (left == place) & (top > laid.house) & (left < laid.kept)
            every, often = (
                np.bincount(top[held], laid.weight[held] * of, RANKS + 1)[::-1] for of in (1, (laid.best == top)[held])
            )
            cells = tuple(map(_share, often, every, [BREAK] * (RANKS + 1)))
            if {NONE, NO} < {NONE, NO, *cells}:
                rows[whole_head(kept, hand)] = cells
    columns = tuple(reversed(LOW_CARDS))
    return grid(WHOLE_HANDS, "kept, else left", "highest card of all", columns, rows)


def _costs(play: Play) -> ChartGrid:
    """What it costs to set as the house does, by the class it keeps together."""
    found = house_costs(play)
    rows = {
        hand.words: (percent(often), percent(lost / often), percent(lost)) for hand, (often, lost) in found.items()
    }  # fmt: skip
    often, lost = (sum((pair[n] for pair in found.values()), Fraction(0)) for n in range(2))
    rows["all"] = percent(often), percent(lost / often), percent(lost)
    columns = OFTEN, "cost of each", "cost over all hands"
    return grid(COSTS, "kept by the house", "set better otherwise", columns, rows)


# --- Double Down


def _doubles(play: Play) -> ChartGrid:
    """By the high hand and the low card, which decide nearly all."""
    hands, taken = set_hands(RANKING, CATEGORY), leaders_play(play)
    apart = np.arange(SIX) == (taken & LAID)[:, None]
    values = rank_hands(RANKING, hands.cards[~apart].reshape(-1, SIX - 1))
    flags, low = (taken & DOUBLE) > 0, _lows(hands.cards[apart])
    lines = []
    for head, held in _high_hands(values):
        some = low[held], hands.weight[held], flags[held]
        every, often = (np.bincount(some[0], some[1] * of, RANKS + 1) for of in (1, some[2]))
        lines.append(Line(head, tuple(map(_share, often, every, [YES] * (RANKS + 1)))))
    return ChartGrid(DOUBLES, "high hand", "card laid low", LOW_CARDS, tuple(lines))


def _high_hands(values: Numbers) -> Iterator[tuple[str, Flags]]:
    """Classes, the pair by its rank, and no pair by its highest card, from the best down."""
    classes, first = values >> CLASS_AT, values >> PLACES[0] & 15
    for place in range(len(RANKING.order) - 1, -1, -1):
        hand = RANKING.order[place]
        if hand not in (Hand.PAIR, Hand.HIGH_CARD):
            if (classes == place).any():
                yield hand.words, classes == place
            continue
        for height in reversed(HEIGHT.values()):
            held = (classes == place) & (first == height)
            if held.any():
                yield high_head(hand, height), held


def _share(often: float, every: float, yes: str) -> str:
    """Whether it is done with such hands: with all, with none, or with so many in a hundred."""
    if not every:
        return NONE
    return yes if often == every else NO if not often else f"{min(max(round(100 * often / every), 1), 99)} %"


def strategy(rules: Rules) -> Strategy:
    return SetsSixCards(partial(best_setting, play=best_play(rules)))
