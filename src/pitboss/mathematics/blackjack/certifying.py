"""Blackjack certified: the plan of the full shoe played in shoes with any one card burned, and wagers on two cards counted."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from pitboss.chapters.ch633a_blackjack.rules import BET_THE_SET_21, BLACKJACK, ROYAL_MATCH_21, Rules
from pitboss.equipment.cards import DECK
from pitboss.mathematics.blackjack.analyzer import expectation, follow, removed
from pitboss.mathematics.blackjack.compiled_hands import shoe
from pitboss.mathematics.blackjack.edges import PRECISION, basic, optimal
from pitboss.mathematics.blackjack.filed_terms import terms
from pitboss.mathematics.blackjack.side_edges import line_of
from pitboss.mathematics.blackjack.totals import RANKS
from pitboss.mathematics.certificates.making import CertifiedIdentity, Chances, burned, burned_edge, chances_of
from pitboss.mathematics.kit.edge import Edge

PLANS = {"basic": basic, "optimal": optimal}
TOLERANCE = Fraction(2, PRECISION)  # each edge is rounded to twelve decimals


def identities(rules: Rules, edge: Edge) -> Iterator[CertifiedIdentity]:
    """Wagers that the dealer's cards decide too, and Blackjack Switch: the counts alone."""
    crowned = edge.wager == ROYAL_MATCH_21 and rules.crown_treasure_bonus
    if edge.wager == BLACKJACK and not rules.blackjack_switch:
        yield _burned_shoe(rules, edge.strategy)
    elif edge.wager in (BET_THE_SET_21, ROYAL_MATCH_21) and not crowned:
        counts = dict.fromkeys(DECK, rules.dealt_decks)
        yield burned(edge, counts, 2, lambda card: _two_cards(edge.wager, rules, card), ordered=False)


def _burned_shoe(rules: Rules, strategy: str) -> CertifiedIdentity:
    of, counts = terms(rules), shoe(rules.dealt_decks)
    plan = PLANS[strategy](rules.dealt_decks, of).strategy

    def without(rank: str) -> Fraction:
        left = tuple(int(count) for count in removed(counts, RANKS.index(rank)))
        return Fraction(round(-expectation(follow(left, of, plan))[0] * PRECISION), PRECISION)

    return burned_edge(dict(zip(RANKS, map(int, counts), strict=True)), without, TOLERANCE)


def _two_cards(kind: str, rules: Rules, burned_card: str) -> Chances:
    """Every two cards of the shoe that is left, put to the chapter's own function."""
    left = {card: rules.dealt_decks - (card == burned_card) for card in DECK}
    every = comb(sum(left.values()), 2)

    def lines() -> Iterator[tuple[str, Fraction, Fraction]]:
        for at, one in enumerate(DECK):
            for two in DECK[at:]:
                ways = comb(left[one], 2) if one == two else left[one] * left[two]
                if ways:
                    yield *line_of(kind, (one, two), rules), Fraction(ways, every)

    return chances_of(lines())
