"""Splits compiled: what the hands of a split pair are worth, how they end, and how second cards may come.

A split hand is played by its own cards alone; what counts of the others is how many more pair cards are gone.
"""

from typing import Any, NamedTuple

import numpy as np

from pitboss.mathematics.blackjack.compiled_hands import (
    FINALS,
    VALUES,
    Floats,
    Hands,
    Ints,
    begin_with,
    finals,
    less,
    next_cards,
    play_on,
    standing,
)
from pitboss.mathematics.kit.compiled import njit


class SplitPlan(NamedTuple):
    """How the hands of a split pair are played: which draw, which are doubled, and whether each gets one card only."""

    draw: Ints
    doubles: Ints
    one_card: bool


@njit
def needed(pair: int, known: Hands, plan: SplitPlan) -> Any:
    """Which hands a split card may become: those played on, and those whose worth standing is wanted."""
    total, child, one, (draw, doubles, one_card) = known.total, known.child, known.one, plan
    play, stands = np.zeros(len(total), np.uint8), np.zeros(len(total), np.uint8)
    for v in range(VALUES):
        h = child[one[pair], v]
        if one_card:
            stands[h] = 1
        else:
            begin_with(h, doubles, child, play, stands)
    play_on(play, stands, draw, child)
    return play, stands


@njit
def split_hands(
    deck: Ints, up: int, pair: int, most: int, known: Hands, tree: Any, pays: Floats, plan: SplitPlan
) -> Floats:
    """V(k) for k up to ``most``: what one hand of a split pair is worth, from its first card on.

    ``deck`` is without the up card; the other pair card and k more are gone from it. Of each k four numbers: the
    worth with any second card, the worth only as far as that does not pair, and the same two of what is staked.
    """
    cards, total, child, one, (draw, doubles, one_card) = known.cards, known.total, known.child, known.one, plan
    play, stands = needed(pair, known, plan)
    base, left, odds, second = deck.copy(), np.empty(VALUES, np.int64), np.empty(VALUES), np.empty(VALUES)
    wanted = np.nonzero(stands)[0]
    decks, where = np.empty(((most + 1) * len(wanted), VALUES), np.int64), np.empty((most + 1) * len(wanted), np.int64)
    count, ends = 0, np.empty(most + 2, np.int64)
    ends[0] = 0
    base[pair] -= 1
    for k in range(most + 1):
        for each in wanted:
            if less(base, cards[each], decks[count]):
                where[count] = each
                count += 1
        ends[k + 1] = count
        base[pair] -= 1
    worths = standing(decks[:count], total[where[:count]], up, tree, pays)
    out, worth, stood = np.zeros((most + 1, 4)), np.zeros(len(total)), np.zeros(len(total))
    for k in range(most + 1):
        for n in range(ends[k], ends[k + 1]):
            stood[where[n]] = worths[n]
        for v in range(VALUES):
            base[v] = deck[v]
        base[pair] -= 1 + k
        for h in range(len(total) - 1, -1, -1):
            if not play[h] or not less(base, cards[h], left):
                continue
            worth[h] = stood[h]
            if draw[h]:
                next_cards(left, up, odds)
                worth[h] = 0.0
                for v in range(VALUES):
                    if odds[v] > 0.0:
                        worth[h] += odds[v] * (worth[child[h, v]] if child[h, v] >= 0 else -1.0)
        less(base, cards[one[pair]], left)
        next_cards(left, up, odds)
        for v in range(VALUES):
            if odds[v] <= 0.0:
                continue
            h, stake = child[one[pair], v], 1.0
            value = stood[h] if one_card else worth[h]
            if not one_card and doubles[h]:
                stake, value = 2.0, 0.0
                less(base, cards[h], left)
                next_cards(left, up, second)
                for w in range(VALUES):
                    if second[w] > 0.0:
                        value += 2.0 * second[w] * (stood[child[h, w]] if child[h, w] >= 0 else -1.0)
            out[k, 0] += odds[v] * value
            out[k, 2] += odds[v] * stake
            if v != pair:
                out[k, 1] += odds[v] * value
                out[k, 3] += odds[v] * stake
    return out


@njit
def split_spread(
    deck: Ints, up: int, pair: int, known: Hands, tree: Any, pays: Floats, plan: SplitPlan, unpaired: bool
) -> Floats:
    """How one hand of a split pair ends: the chance of each dealer's final with a net of −2, −1, 0, 1 and 2.

    ``unpaired``: given that its second card does not pair.
    """
    (cards, total, _, size, child, one, _), (draw, doubles, one_card) = known, plan
    base, left, odds = deck.copy(), np.empty(VALUES, np.int64), np.empty(VALUES)
    base[pair] -= 1
    reached, ended = np.zeros(len(total) + 1), np.zeros((len(total) + 1, 2))  # by stake; the last row is a bust
    reached[one[pair]] = 1.0
    for h in range(len(total)):
        if reached[h] == 0.0 or not less(base, cards[h], left):
            continue
        doubled = size[h] == 2 and not one_card and doubles[h]
        if size[h] > 1 and not doubled and (not draw[h] or one_card):
            ended[h, 0] += reached[h]
            continue
        next_cards(left, up, odds)
        if unpaired and size[h] == 1:
            odds /= 1.0 - odds[pair]
            odds[pair] = 0.0
        for v in range(VALUES):
            if doubled:
                ended[child[h, v], 1] += reached[h] * odds[v]
            else:
                reached[child[h, v]] += reached[h] * odds[v]
    ended[-1, 0] += reached[-1]
    out, ends = np.zeros((FINALS, 5)), np.nonzero(ended[:-1, 0] + ended[:-1, 1])[0]
    decks = np.empty((len(ends) + 1, VALUES), np.int64)
    for n in range(len(ends)):
        less(base, cards[ends[n]], decks[n])
    less(base, cards[one[pair]], decks[-1])  # a busted hand does not look at the dealer's
    chances = finals(decks, up, tree)
    for f in range(FINALS):
        out[f, 1] += ended[-1, 0] * chances[-1, f]
        out[f, 0] += ended[-1, 1] * chances[-1, f]
        for n in range(len(ends)):
            net = int(pays[total[ends[n]], f])
            out[f, 2 + net] += ended[ends[n], 0] * chances[n, f]
            out[f, 2 + 2 * net] += ended[ends[n], 1] * chances[n, f]
    return out


@njit
def pair_cards(deck: Ints, up: int, pair: int, most: int) -> Floats:
    """The chance that so many given unseen cards are all of the pair's value; ``deck`` is without up card and pair."""
    found, left, odds = np.zeros(most + 1), deck.copy(), np.empty(VALUES)
    found[0] = 1.0
    for k in range(most):
        next_cards(left, up, odds)
        found[k + 1] = found[k] * odds[pair]
        if found[k + 1] == 0.0:
            break
        left[pair] -= 1
    return found
