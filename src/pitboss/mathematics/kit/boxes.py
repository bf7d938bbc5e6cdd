"""How two boxes of a table vary together: from a kernel that adds up the product of what they net.

The dealer's hand is the same for both, and both are dealt from the same cards. What each nets on average is known exactly, so
that only the mean of the product is drawn. Cards that nobody has seen may be exchanged: what is found of two boxes holds for
any two, however many there are.
"""

from fractions import Fraction
from typing import NamedTuple

from pitboss.mathematics.kit.edge import BOXES, INTERVAL, Covariance, half_width
from pitboss.mathematics.kit.estimate import NET, SQUARE
from pitboss.mathematics.kit.kernel import BLOCK, SEED, Kernel
from pitboss.mathematics.kit.tally import new_tally

ROUNDS = 1 << 22


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
