"""Shoes dealt to the cover card, as in all baccarat."""

from pitboss.mathematics.kit.baccarat_depth_kernel import dealt as dealt
from pitboss.mathematics.kit.baccarat_depth_kernel import plays as plays
