"""Six-Card Fortune Pai Gow Poker: hands set as the house sets its own, and Double Down by what was set."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch670a_six_card_fortune.hands import RANKING
from pitboss.chapters.ch670a_six_card_fortune.rules import Rules
from pitboss.equipment.cards import NAMES
from pitboss.exact.ch670a import CATEGORY, double_down, doubled, doubles, main_game
from pitboss.exact.charts import Chart, Grid, Line, worth
from pitboss.exact.six_cards import Hands, hand_places, high_hands, set_hands
from pitboss.families.poker_ranks import CLASS_AT, HEIGHT, LADDER, PLACES, RANKS, Hand
from pitboss.strategies.mind import Mind
from pitboss.strategies.six_card_fortune import AsTheHouse

YES, NO, NONE, SOME = "D", "–", "", "a number"
STEPS = (
    "Keep the best class of hand together as the high hand, a royal flush counting as a straight flush.",
    "Of the ways that do, lay the highest possible card low; of these, keep the best high hand.",
    "So two threes of a kind keep the lower, three pairs the two lower, six in a row or of a suit the lowest five, and no "
    "pair its highest card.",
    "The joker goes low where it might as well be an ace: laid low by a player it beats the dealer's ace.",
)
Flags = NDArray[np.bool_]


def chart(rules: Rules) -> Chart:
    main = f"Set so, the wager is worth {worth(-main_game().house_edge)} against a dealer who sets the same way."
    if not rules.double_down:
        return Chart("As the house sets its hands", STEPS, notes=(main,))
    together = worth(-main_game().house_edge - double_down().house_edge)
    return Chart(
        "As the house sets its hands, and when to double",
        STEPS,
        (_doubles(set_hands(RANKING, CATEGORY)),),
        {YES: "Double Down", NO: "no Double Down", SOME: "Double Down with so many in a hundred of these hands"},
        (main, f"Double Down, made whenever it is worth more than nothing, brings that to {together}."),
    )


def _doubles(hands: Hands) -> Grid:
    """By the high hand and the low card, which decide nearly all."""
    flags = doubled()[hand_places(hands)].astype(bool)
    low = np.where(hands.joker > 0, RANKS, hands.low)
    lines = (
        Line(head, tuple(_entry(flags, hands.weight, held & (low == column)) for column in range(RANKS + 1)))
        for head, held in _high_hands(high_hands(RANKING)[hands.high])
    )
    return Grid("Double Down", "high hand", "card laid low", (*LADDER, "joker"), tuple(lines))


def _high_hands(values: NDArray[np.int32]) -> Iterator[tuple[str, Flags]]:
    """Classes, the pair by its rank, and no pair by its highest card, from the best down."""
    classes, first = values >> CLASS_AT, values >> PLACES[0] & 15
    for place in range(len(RANKING.order) - 1, -1, -1):
        hand = RANKING.order[place]
        if hand not in (Hand.PAIR, Hand.HIGH_CARD):
            if (classes == place).any():
                yield hand.words, classes == place
            continue
        for rank, height in reversed(HEIGHT.items()):
            held = (classes == place) & (first == height)
            if held.any():
                name = NAMES.get(rank, rank)
                yield f"pair of {name}s" if hand is Hand.PAIR else f"{name} high", held


def _entry(flags: Flags, weight: NDArray[np.int64], held: Flags) -> str:
    every, often = int(weight[held].sum()), int(weight[held & flags].sum())
    if not every:
        return NONE
    return YES if often == every else NO if not often else str(min(max(round(100 * often / every), 1), 99))


def mind(rules: Rules) -> Mind:
    return AsTheHouse(doubles)
