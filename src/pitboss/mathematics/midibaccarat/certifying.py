"""Certified as the family is."""

from pitboss.mathematics.kit.baccarat_certifying import identities as identities
