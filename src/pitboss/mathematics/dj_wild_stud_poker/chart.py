"""DJ Wild Stud Poker: the Raise or a fold, by the class of the hand and, of a pair, by its rank and the lowest card."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch687a_dj_wild_stud_poker.hands import RANKING
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import Rules
from pitboss.equipment.cards import NAMES
from pitboss.families.poker_ranks import CLASS_AT, HEIGHT, LADDER, PLACES, Hand
from pitboss.mathematics.dj_wild_stud_poker.edges import elections, main_game, raises
from pitboss.mathematics.dj_wild_stud_poker.strategy import ONE_PAIR, BestPlays
from pitboss.mathematics.kit.chart import Chart, ChartGrid, Line, percent
from pitboss.mathematics.kit.duels import duels
from pitboss.mathematics.kit.strategy import Strategy

RAISE, FOLD, SOME, NONE = "R", "F", "?", "–"
LEGEND = {RAISE: "Raise", FOLD: "fold", SOME: "Raise with some of these hands", NONE: "there is no such hand"}
PAIR = RANKING.order.index(Hand.PAIR)
Flags = NDArray[np.bool_]


def chart(rules: Rules) -> Chart:
    pairs = _pairs()
    used = {entry for line in pairs.rows for entry in line.cells}
    return Chart(
        "With five cards",
        tuple(_classes()),
        (pairs,),
        {entry: meaning for entry, meaning in LEGEND.items() if entry in used},
        (
            f"House edge {percent(main_game().house_edge)} of the Ante, {percent(main_game().element_of_risk)} of all "
            "that is staked on average.",
        ),
    )


def _classes() -> Iterator[str]:
    """What is done with each class of hand but the pair; classes next to each other together."""
    classes = duels(RANKING).values >> CLASS_AT
    above = {place: _entry(classes == place) for place in range(PAIR + 1, len(RANKING.order))}
    yield f"{RANKING.order[0].words.capitalize()}: {LEGEND[_entry(classes < PAIR)]}."
    entries = set(above.values()) - {NONE}
    assert len(entries) == 1, above
    yield f"{RANKING.order[PAIR + 1].words.capitalize()} or better: {LEGEND[entries.pop()]}."


def _pairs() -> ChartGrid:
    """Each pair, a wild card in it or not, by the lowest card with it."""
    values = duels(RANKING).values
    one_pair, of, lowest = values >> CLASS_AT == PAIR, values >> PLACES[0] & 15, values >> PLACES[3] & 15
    lows = [height for height in HEIGHT.values() if (one_pair & (lowest == height)).any()]
    lines = (
        Line(f"{NAMES.get(rank, rank)}s", tuple(_entry(one_pair & (of == height) & (lowest == low)) for low in lows))
        for rank, height in reversed(HEIGHT.items())
        if (one_pair & (of == height)).any()
    )
    columns = tuple(LADDER[low - 2] for low in lows)
    return ChartGrid(ONE_PAIR, "pair", "the lowest of the three other cards", columns, tuple(lines))


def _entry(held: Flags) -> str:
    raised = elections()[held]
    if not raised.size:
        return NONE
    return RAISE if raised.all() else SOME if raised.any() else FOLD


def strategy(rules: Rules) -> Strategy:
    return BestPlays(raises)
