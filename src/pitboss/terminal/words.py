"""Events as the terminal prints them: in the same words as on paper."""

from pitboss.paper.event_words import arithmetic, attested, card, cards, describe, gist, money, settlement

__all__ = ["arithmetic", "attested", "card", "cards", "describe", "gist", "money", "settlement"]
