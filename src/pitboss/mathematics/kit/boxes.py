"""How two boxes of a table vary together: from a kernel that adds up the product of what they net.

The dealer's hand is the same for both, and both are dealt from the same cards. What each nets on average is known exactly, so
that only the mean of the product is drawn. Cards that nobody has seen may be exchanged: what is found of two boxes holds for
any two, however many there are.
"""

from fractions import Fraction
from typing import NamedTuple

from pitboss.mathematics.kit.edge import BOXES, INTERVAL, Covariance, half_width
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.mathematics.kit.runner import SEED, simulate

ROUNDS = 1 << 22


class Drawn(NamedTuple):
    """The sum of the products of two nets and the sum of their squares, in parts of ``unit``."""

    rounds: int
    seed: int
    unit: int
    product: int
    square: int


def drawn(kernel: Kernel, row: int = 0, rounds: int = ROUNDS, seed: int = SEED) -> Drawn:
    """Play a kernel whose nets are products; its unit is the square of that of one box."""
    found = simulate(kernel, rounds, seed)[-1].estimates[row]
    return Drawn(rounds, seed, kernel.unit, int(found.net * kernel.unit), int(found.square * kernel.unit**2))


def covariance(found: Drawn, mean: Fraction, between: str = BOXES) -> Covariance:
    """Of two wagers that net ``mean`` each."""
    product = Fraction(found.product, found.unit * found.rounds)
    variance = Fraction(found.square, found.unit**2 * found.rounds) - product**2
    return Covariance(
        product - mean**2, between, INTERVAL, half_width(variance, found.rounds), found.rounds, found.seed
    )  # fmt: skip
