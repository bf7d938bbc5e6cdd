"""Six cards instead of a shoe, as in all baccarat."""

from pitboss.mathematics.kit.baccarat_small_shoe import played_through as played_through
