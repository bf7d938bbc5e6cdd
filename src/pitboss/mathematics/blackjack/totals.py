"""From what every hand is worth to a chart by totals, and from a chart to what it is worth."""

from collections.abc import Iterator

import numpy as np

from pitboss.mathematics.blackjack.analyzer import (
    DOUBLE,
    GIVEN_UP,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Analysis,
    TotalsStrategy,
    dealer_natural,
    deals,
)
from pitboss.mathematics.blackjack.compiled_hands import VALUES, hands
from pitboss.mathematics.blackjack.strategy import ACTS, UP_CARDS, VALUE_ORDER, BlackjackChart

RANKS = VALUE_ORDER  # the analyzer's values
Weighed = list[tuple[float, int, int]]  # chance, one, two
ENTRIES = {acts: entry for entry, acts in ACTS.items()}


def chart_of(best: Analysis) -> BlackjackChart:
    """The chart that plays each total as is best on average over the two-card hands that make it."""
    by_total = _two_card_hands(best)
    hard = {total: tuple(_total_row(best, by_total, total, 0)) for total in range(4, 22)}
    soft = {total: tuple(_total_row(best, by_total, total, 1)) for total in range(12, 22)}
    pairs = {RANKS[value]: tuple(_pair_entry(best, value, up) for up in _ups()) for value in range(VALUES)}
    return BlackjackChart(hard, soft, pairs)


def _ups() -> list[int]:
    """The analyzer's values in the order of a chart."""
    return [RANKS.index(up) for up in UP_CARDS]


def _two_card_hands(best: Analysis) -> dict[tuple[int, int, int], Weighed]:
    """By up card, total and softness; pairs only where nothing else makes the total."""
    found: dict[tuple[int, int, int], Weighed] = {}
    pairs: dict[tuple[int, int, int], Weighed] = {}
    for chance, up, one, two in deals(best.counts):
        h = hands().two[one, two]
        key = up, int(hands().total[h]), int(hands().soft[h])
        live = chance * (1 - dealer_natural(best.counts, up, one, two))
        (pairs if one == two else found).setdefault(key, []).append((live, one, two))
    return {**pairs, **found}


def _total_row(best: Analysis, by_total: dict[tuple[int, int, int], Weighed], total: int, soft: int) -> Iterator[str]:
    for up in _ups():
        weighed = by_total.get((up, total, soft), [])
        if total == 21 or not weighed:
            yield "S" if total >= 17 else "H"
            continue
        whole = sum(chance for chance, _, _ in weighed)
        worth = dict.fromkeys((STAND, HIT, DOUBLE), 0.0)
        for chance, one, two in weighed:
            values = best.value(up, one, two)
            for act in worth:
                worth[act] += chance / whole * values[act]
        yield _entry(worth, surrender=best.terms.surrender)


def _entry(worth: dict[str, float], *, surrender: bool) -> str:
    draw_or_stand = STAND if worth[STAND] >= worth[HIT] else HIT
    if worth[DOUBLE] > worth[draw_or_stand]:
        return ENTRIES[DOUBLE, draw_or_stand]
    if surrender and worth[draw_or_stand] < GIVEN_UP:
        return ENTRIES[SURRENDER, draw_or_stand]
    return ENTRIES[draw_or_stand,]


def _pair_entry(best: Analysis, value: int, up: int) -> str:
    """A pair is split where that is worth most; else played as is best for these two cards."""
    values = best.value(up, value, value)
    entry = _entry(values, surrender=best.terms.surrender)
    if values[SPLIT] <= max(values[act] for act in (STAND, HIT, DOUBLE)):
        return entry
    return "Rp" if best.terms.surrender and values[SPLIT] < GIVEN_UP else "P"


def plan_of(chart: BlackjackChart) -> TotalsStrategy:
    """A chart as a strategy for every hand."""
    known = hands()
    size = len(known.total)
    plan = TotalsStrategy(*(np.zeros((VALUES, width), np.int64) for width in (size, size, VALUES, size)))
    for up in range(VALUES):
        column = UP_CARDS.index(RANKS[up])
        for h in range(size):
            rows = chart.soft if known.soft[h] else chart.hard
            entry = rows[int(known.total[h])][column] if known.total[h] >= 4 and known.size[h] > 1 else "H"
            acts = ACTS[entry]
            plan.draw[up, h] = acts[-1] == HIT
            if known.size[h] == 2:
                plan.double[up, h] = acts[0] == DOUBLE
                plan.surrender[up, h] = acts[0] == SURRENDER
        for value in range(VALUES):
            h, acts = known.two[value, value], ACTS[chart.pairs[RANKS[value]][column]]
            plan.split[up, value] = SPLIT in acts
            plan.surrender[up, h] = acts[0] == SURRENDER
            if SPLIT not in acts:
                plan.draw[up, h], plan.double[up, h] = acts[-1] == HIT, acts[0] == DOUBLE
    return plan
