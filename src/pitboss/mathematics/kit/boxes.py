"""How two boxes of a table, or two wagers on one hand, vary together: from rounds that are drawn.

The dealer's hand is the same for both boxes, and both are dealt from the same cards. What each nets on average is known
without them, so that only the mean of the product is drawn. Cards that nobody has seen may be exchanged: what is found of two
boxes holds for any two, however many there are.

A kernel adds up products (``drawn``); or rounds are counted by how each wager ended (``coded``), which serves every paytable.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec
import numpy as np

from pitboss.mathematics.kit.edge import BOXES, INTERVAL, WAGERS, Covariance, Edge, half_width
from pitboss.mathematics.kit.estimate import NET, SQUARE
from pitboss.mathematics.kit.kernel import BLOCK, SEED, Kernel
from pitboss.mathematics.kit.tally import Ints, new_tally

ROUNDS = 1 << 22
CODED_ROUNDS, NETS_ROUNDS, BATCH = 1 << 21, 1 << 20, 1 << 16
APART = 1 << 32  # two nets in one number
SELDOM = 10  # rounds in which an outcome must have come for its mean to be taken
Net = Callable[[int], Fraction]  # what a wager nets by the code of a round
Met = Mapping[tuple[Fraction, Fraction], int]  # what two wagers net in one round, and in how many rounds they did


class Drawn(NamedTuple):
    """The sum of the products of two nets and the sum of their squares, in parts of ``unit``."""

    rounds: int
    seed: int
    unit: int
    product: int
    square: int


def drawn(kernel: Kernel, rounds: int = ROUNDS, seed: int = SEED) -> Drawn:
    """Play a kernel whose nets are products; its unit is the square of that of one box. It is played here and not by the
    runner, which may send a kernel to other processes and for that knows every game."""
    product = square = 0
    for block in range(-(-rounds // BLOCK)):
        out = new_tally(1)
        kernel.run(seed, block, min(BLOCK, rounds - block * BLOCK), out)
        product, square = product + int(out[0, NET]), square + int(out[0, SQUARE])
    return Drawn(rounds, seed, kernel.unit, product, square)


def covariance(found: Drawn, mean: Fraction, between: str = BOXES) -> Covariance:
    """Of two wagers that net ``mean`` each."""
    product = Fraction(found.product, found.unit * found.rounds)
    variance = Fraction(found.square, found.unit**2 * found.rounds) - product**2
    return Covariance(
        product - mean**2, between, INTERVAL, half_width(variance, found.rounds), found.rounds, found.seed
    )  # fmt: skip


# --- rounds counted by how they ended


def coded(play: Callable[[int, int, Ints], None], rounds: int = CODED_ROUNDS, seed: int = SEED) -> list[int]:
    """``play(seed, block, out)`` writes a whole number for each round of a block; every number that came and how often, by
    turns."""
    counts = Counter[int]()
    for block in range(-(-rounds // BATCH)):
        out = np.empty(min(BATCH, rounds - block * BATCH), np.int64)
        play(seed, block, out)
        numbers, often = np.unique(out, return_counts=True)
        counts.update(dict(zip(numbers.tolist(), often.tolist(), strict=True)))
    return [number for code in sorted(counts) for number in (code, counts[code])]


def met_in(
    play: Callable[[int, int, Ints], None], columns: int, pairs: Iterable[tuple[int, int]], unit: int
) -> list[Met]:
    """``play(seed, block, out)`` writes for each round of a block what so many wagers net, in parts of a unit: what those of
    each two columns net together."""
    asked = list(pairs)
    found = [Counter[tuple[Fraction, Fraction]]() for _ in asked]
    for block in range(NETS_ROUNDS // BATCH):
        out = np.empty((BATCH, columns), np.int64)
        play(SEED, block, out)
        for (one, two), counts in zip(asked, found, strict=True):
            nets, often = np.unique(out[:, one] * APART + out[:, two], return_counts=True)
            for net, many in zip(nets.tolist(), often.tolist(), strict=True):
                first = (net + APART // 2) // APART
                counts[Fraction(first, unit), Fraction(net - first * APART, unit)] += many
    return list[Met](found)


def together(
    edge: Edge, codes: Sequence[int], one: Net, two: Net, beside: Iterable[tuple[Edge, Callable[[int], str]]] = ()
) -> Edge:
    """The edge with its covariances. The code of a round gives what the wager nets in one and in another box; ``beside`` are
    other wagers on the hand of the first, and the name of the outcome that each has by the code."""
    return msgspec.structs.replace(
        edge,
        covariance=of_two_boxes(edge, _met(codes, one, two)),
        beside=tuple(of_two_wagers(edge, other, _met(codes, one, _by_name(other, name))) for other, name in beside),
    )


def _by_name(edge: Edge, name: Callable[[int], str]) -> Net:
    nets = {outcome.name: outcome.net for outcome in edge.outcomes}
    return lambda code: nets[name(code).replace("_", " ")]


def _met(codes: Sequence[int], one: Net, two: Net) -> Met:
    found = Counter[tuple[Fraction, Fraction]]()
    for code, often in zip(codes[::2], codes[1::2], strict=True):
        found[one(code), two(code)] += often
    return found


def of_two_boxes(edge: Edge, found: Met) -> Covariance:
    """Of a wager with the same wager of another box."""
    mean, rounds = _mean(edge), sum(found.values())
    products = [(one * two, often) for (one, two), often in found.items()]
    product, square = (Fraction(sum(net**power * often for net, often in products), rounds) for power in (1, 2))
    half = half_width(square - product**2, rounds) + 2 * abs(mean) * edge.half_width
    return Covariance(product - mean**2, BOXES, INTERVAL, half, rounds, SEED)


def of_two_wagers(edge: Edge, other: Edge, found: Met) -> Covariance:
    """Of a wager with another on the same hand, whose chances are counted.

    Only what the first nets on average with each outcome of the other is drawn; the commonest outcome follows from the rest.
    As if its worst and its best had come once more with each, none is taken for certain; with an outcome that came too seldom
    the first may net anything it can.
    """
    mean, rounds = _mean(edge), sum(found.values())
    worst, best = (extreme(outcome.net for outcome in edge.outcomes) for extreme in (min, max))
    chances = dict[Fraction, Fraction]()
    for outcome in other.outcomes:
        chances[outcome.net] = chances.get(outcome.net, Fraction(0)) + outcome.probability
    commonest = max(chances, key=lambda net: chances[net])
    value = variance = unknown = Fraction(0)
    for net, chance in chances.items():
        weight, nets = chance * (net - commonest), dict(_nets_with(net, found))
        many = sum(nets.values())
        if many < SELDOM:
            unknown += abs(weight) * max(best - mean, mean - worst)
            continue
        of = Fraction(sum(each * often for each, often in nets.items()), many)
        nets = Counter(nets) + Counter((worst, best))
        first, second = (
            Fraction(sum(each**power * often for each, often in nets.items()), many + 2) for power in (1, 2)
        )
        value += weight * (of - mean)
        variance += weight**2 * (second - first**2) / many
    half = half_width(variance, 1) + unknown + abs(other.mean - commonest) * edge.half_width
    return Covariance(value, WAGERS, INTERVAL, half, rounds, SEED, other.wager)


def _mean(edge: Edge) -> Fraction:
    """What a wager nets on average; a progressive one with the meter as its outcomes have it."""
    return edge.mean if edge.progressive is not None else -edge.house_edge


def _nets_with(net: Fraction, found: Met) -> Iterator[tuple[Fraction, int]]:
    """What the first wager netted where the second netted this, and how often."""
    return ((one, often) for (one, two), often in found.items() if two == net)
