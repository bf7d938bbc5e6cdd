"""What contested readings that cannot be filed would cost, worked out: the figures in ``provisions/`` beside them.

Exactly for DJ Wild, by the pairs of hands behind its edges; for Six-Card Fortune over all 22,957,480 hands, and by random deals
where two hands of one deck are set.

    python -m soak reading_costs
"""

import numpy as np

from pitboss.chapters.ch670a_six_card_fortune.hands import PAIR_OF_EIGHTS
from pitboss.chapters.ch670a_six_card_fortune.hands import RANKING as SIX_CARDS
from pitboss.chapters.ch687a_dj_wild_stud_poker.hands import RANKING as DJ_WILD
from pitboss.families.poker_ranks import CLASS_AT, Hand, Tables
from pitboss.mathematics.dj_wild_stud_poker.edges import LOSS, STAKES, main_game, wins
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.duels import duels, rivals_by_class
from pitboss.mathematics.kit.poker import START, value_of
from pitboss.mathematics.six_card_fortune.edges import CATEGORY
from pitboss.mathematics.six_card_fortune.six_cards import EVERY, LOWS, SIX, Bytes, Ints, every_leader, house_way

DEALS, BATCH, SEED = 1 << 24, 1 << 16, 670
ROYAL_APART = tuple(range(len(SIX_CARDS.order)))  # a royal flush is a class of its own (I-670a-07)


# --- 687a


def dj_wild_payback(order: tuple[Hand, ...] = DJ_WILD.order, *, classes_push: bool = False) -> float:
    """What the main game returns of an Ante raised as well as can be, with the classes in this order."""
    found, by_class = duels(DJ_WILD), rivals_by_class(DJ_WILD).astype(np.int64)
    kinds, places = found.values >> CLASS_AT, np.arange(len(DJ_WILD.order))
    own = by_class[np.arange(len(kinds)), kinds]
    within = found.beats - np.where(places < kinds[:, None], by_class, 0).sum(axis=1)
    rank = np.array([order.index(hand) for hand in DJ_WILD.order])
    lower = np.where(rank < rank[kinds][:, None], by_class, 0).sum(axis=1)
    beats, equals = (lower, own) if classes_push else (lower + within, found.equals.astype(np.int64))
    net = np.array([wins(hand) for hand in DJ_WILD.order])[kinds] * beats - LOSS * (found.rivals - beats - equals)
    total = np.maximum(net, -STAKES * found.rivals).sum(dtype=np.int64)
    return 1 + float(total) / (len(kinds) * found.rivals)


def five_of_a_kind_at(above: Hand) -> tuple[Hand, ...]:
    """The order with five of a kind just above another class."""
    order: list[Hand] = [hand for hand in DJ_WILD.order if hand is not Hand.FIVE_OF_A_KIND]
    order.insert(order.index(above) + 1, Hand.FIVE_OF_A_KIND)
    return tuple(order)


# --- 670a


@njit
def _set_otherwise(tables: Tables, category: Ints, apart: Ints, cards: Bytes, weight: Ints, out: Ints) -> None:
    """Hands set otherwise with a royal flush apart; hands that qualify by their best five and not as they are set."""
    words, lanes, low, middle, high, values, suited, _, _ = tables
    for row in range(len(cards)):
        value, laid = house_way(tables, category, cards[row])
        other, other_laid = house_way(tables, apart, cards[row])
        out[0] += weight[row] * (value != other or LOWS[laid] != LOWS[other_laid])
        word, lane, best = START, np.uint64(0), np.int32(0)
        for n in range(SIX):
            word += words[cards[row, n]]
            lane += lanes[cards[row, n]]
        for n in range(SIX):
            card = cards[row, n]
            best = max(best, value_of(low, middle, high, values, suited, word - words[card], lane - lanes[card]))
        out[1] += weight[row] * (best >= PAIR_OF_EIGHTS and value < PAIR_OF_EIGHTS)


def six_card_settings() -> tuple[int, int]:
    """Of all hands of six cards."""
    cards, weight = every_leader()
    assert weight.sum() == EVERY
    out = np.zeros(2, np.int64)
    _set_otherwise(SIX_CARDS.tables(SIX - 1), np.array(CATEGORY), np.array(ROYAL_APART), cards, weight, out)
    return int(out[0]), int(out[1])


@njit
def _better_and_equal(tables: Tables, category: Ints, decks: Ints) -> int:
    found = 0
    for row in range(len(decks)):
        mine, laid = house_way(tables, category, decks[row, :SIX])
        other, dealers = house_way(tables, category, decks[row, SIX : 2 * SIX])
        high, low = mine - other, LOWS[laid] - LOWS[dealers]
        found += (high > 0 and low == 0) or (high == 0 and low > 0)
    return found


def better_and_equal(deals: int = DEALS) -> tuple[float, float]:
    """I-670a-03: how often one of the player's hands is better and the other equal, both sides set the house way; within."""
    chance, found = np.random.Generator(np.random.Philox(SEED)), 0
    deck = np.arange(53, dtype=np.uint8)
    for _ in range(deals // BATCH):
        decks = chance.permuted(np.tile(deck, (BATCH, 1)), axis=1)[:, : 2 * SIX].astype(np.int64)
        found += _better_and_equal(SIX_CARDS.tables(SIX - 1), np.array(CATEGORY), decks)
    share = found / deals
    return share, 1.96 * (share * (1 - share) / deals) ** 0.5


def main(deals: int = DEALS) -> None:
    usual = dj_wild_payback()
    assert abs(usual - 1 - float(main_game().mean)) < 1e-12, "ours, as it is published"
    print(f"687a main game: {usual:.6f}")
    print(f"I-687a-02, classes push: {dj_wild_payback(classes_push=True):.6f}")
    for above in (Hand.FULL_HOUSE, Hand.ROYAL_FLUSH):
        print(f"I-687a-01, five of a kind just above {above.words}: {dj_wild_payback(five_of_a_kind_at(above)):.6f}")
    otherwise, qualify = six_card_settings()
    print(f"I-670a-07, a royal flush apart: {otherwise:,} of {EVERY:,} hands set otherwise")
    print(f"I-670a-09, best five instead of the high hand: {qualify:,} hands qualify that did not")
    assert qualify == 0
    share, half = better_and_equal(deals)
    print(f"I-670a-03: {100 * share:.3f} ± {100 * half:.3f} % of rounds")


if __name__ == "__main__":
    main()
