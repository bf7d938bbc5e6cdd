"""Minibaccarat: wagers hang together as in all baccarat."""

from pitboss.mathematics.kit.baccarat_together import together as together
