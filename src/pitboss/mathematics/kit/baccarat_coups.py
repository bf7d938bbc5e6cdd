"""Baccarat: six cards off the top of a full shoe decide a coup. Tables come from the family's rules.

A coup costs two words of chance, three cards each, and one look into a table: what the hands of four cards, a
fifth and a sixth card come to. Outcomes are counted, and the counts settled at the end.
"""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import rank
from pitboss.families.baccarat.hands import BANKER, POINTS, Hand, banker_draws, player_draws
from pitboss.families.baccarat.rules import BaccaratRules, verdict
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.philox import HALF, LOW, WORDS, stream, word
from pitboss.mathematics.kit.tally import Ints, Tally, tally_outcomes
from pitboss.money import Cents, winnings

UNIT = 2000  # cents: 5% of it is a multiple of 25 cents, so that vigorish is exact however it is rounded
CARDS = 6
Values = NDArray[np.uint8]
Ends = NDArray[np.int32]


def final(player: int, banker: int, fifth: int, sixth: int) -> tuple[Hand, Hand]:
    """The final hands from two-card counts and the values of the next two cards."""
    if player_draws(player, banker):
        bankers = Hand((banker + sixth) % 10, 3) if banker_draws(player, banker, fifth) else Hand(banker, 2)
        return Hand((player + fifth) % 10, 3), bankers
    bankers = Hand((banker + fifth) % 10, 3) if banker_draws(player, banker, None) else Hand(banker, 2)
    return Hand(player, 2), bankers


def tables(rules: BaccaratRules, stake: Cents = UNIT) -> tuple[Values, Ends, Ints]:
    """Value by card of the shoe; number of the outcome by counts and next cards; net by wager and outcome."""
    values = np.array([POINTS[rank(card)] for card in rules.cards], np.uint8)
    numbers: dict[tuple[Hand, Hand], int] = {}
    ends = np.empty((10, 10, 10, 10), np.int32)
    for at in np.ndindex(ends.shape):
        ends[at] = numbers.setdefault(final(*at), len(numbers))
    nets = [[_net(kind, on, hands, rules, stake) for hands in numbers] for kind, on in rules.spots]
    return values, ends, np.array(nets, np.int64)


def _net(kind: str, on: str, hands: tuple[Hand, Hand], rules: BaccaratRules, stake: Cents) -> int:
    """What a wager results in, to the cent; vigorish is collected with the payout."""
    found = verdict(kind, on, *hands, rules)
    if found.odds is None:
        return 0 if found.push else -stake
    won = winnings(stake, found.odds, rules.payout_rounding)
    return won - (rules.vigorish.due(won) if kind == BANKER and rules.vigorish is not None else 0)


@njit
def settle(cards: Ints, values: Values, ends: Ends) -> int:
    """The number of the outcome of six cards in the order drawn: Player, Banker, Player, Banker, and two more."""
    player = (values[cards[0]] + values[cards[2]]) % 10
    banker = (values[cards[1]] + values[cards[3]]) % 10
    return int(ends[player, banker, values[cards[4]], values[cards[5]]])


@njit
def rounds_of(
    values: Values, ends: Ends, nets: Ints, stake: int, seed: int, block: int, rounds: int, out: Tally
) -> None:
    """Draw six places of the shoe by two words; a pair of equal places, or a biased word, is drawn again."""
    state = stream(seed, block)
    size = np.uint64(len(values))
    bias = WORDS % (size * size * size)
    counts = np.zeros(nets.shape[1], np.int64)
    cards = np.zeros(CARDS, np.int64)
    done = 0
    while done < rounds:
        fair: np.bool_ = np.bool_(True)
        for part in range(2):  # a word serves for three cards
            left = np.uint64(word(state))
            for n in range(3):
                left = (left & LOW) * size
                cards[3 * part + n] = np.int64(left >> HALF)
            fair &= (left & LOW) >= bias
        for n in range(1, CARDS):
            for other in range(n):
                fair &= cards[n] != cards[other]
        if fair:
            counts[settle(cards, values, ends)] += 1
            done += 1
    tally_outcomes(out, nets, counts, stake)


def kernel(game: str, rules: BaccaratRules, stake: Cents | None = None) -> Kernel:
    """Every wager that is offered, each on every coup."""
    names = tuple(f"{kind} {on}".rstrip() for kind, on in rules.spots)
    stake = stake or UNIT
    return Kernel(game, "coups", names, stake, partial(rounds_of, *tables(rules, stake), stake))
