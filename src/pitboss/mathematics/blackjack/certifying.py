"""Blackjack certified: the plan of the full shoe played in shoes with any one card burned, and optional wagers counted."""

from collections.abc import Iterator
from fractions import Fraction
from math import perm

from pitboss.chapters.ch633a_blackjack import sides
from pitboss.chapters.ch633a_blackjack.rules import BLACKJACK, HIT_AND_RUN, INSURANCE, INSURED, SUPER_MATCH, Rules
from pitboss.chapters.ch633a_blackjack.settlement import SIDE_CITES
from pitboss.equipment.cards import DECK, RANKS
from pitboss.mathematics.blackjack.analyzer import expectation, follow, removed
from pitboss.mathematics.blackjack.burned_sides import Ways, burned_ways, cards_of
from pitboss.mathematics.blackjack.compiled_hands import TEN, dealer_orders, shoe
from pitboss.mathematics.blackjack.edges import PRECISION, basic, optimal
from pitboss.mathematics.blackjack.filed_terms import terms
from pitboss.mathematics.blackjack.side_edges import hit_and_run_lines, meter_edge
from pitboss.mathematics.blackjack.totals import RANKS as VALUES
from pitboss.mathematics.certificates.making import CertifiedIdentity, Chances, burned, burned_edge, chances_of
from pitboss.mathematics.kit.edge import Edge
from pitboss.meters import Meter

PLANS = {"basic": basic, "optimal": optimal}
TOLERANCE = Fraction(2, PRECISION)  # each edge is rounded to twelve decimals


def identities(rules: Rules, edge: Edge) -> Iterator[CertifiedIdentity]:
    """Blackjack Switch, and the Bad Beat Progressive, which is of how hands are played: the counts alone."""
    if edge.wager == BLACKJACK and not rules.blackjack_switch:
        yield _burned_shoe(rules, edge.strategy)
    elif edge.wager in SIDE_CITES:
        yield _burned_side(rules, edge)
    elif edge.wager == INSURANCE:
        yield _insured(rules, edge)
    elif edge.wager == HIT_AND_RUN:
        yield _hit_and_run(rules, edge, next(meter for meter in rules.meters if meter.name == HIT_AND_RUN))


def _burned_shoe(rules: Rules, strategy: str) -> CertifiedIdentity:
    of, counts = terms(rules), shoe(rules.dealt_decks)
    plan = PLANS[strategy](rules.dealt_decks, of).strategy

    def without(rank: str) -> Fraction:
        left = tuple(int(count) for count in removed(counts, VALUES.index(rank)))
        return Fraction(round(-expectation(follow(left, of, plan))[0] * PRECISION), PRECISION)

    return burned_edge(dict(zip(VALUES, map(int, counts), strict=True)), without, TOLERANCE)


def _burned_side(rules: Rules, edge: Edge) -> CertifiedIdentity:
    """Every set of cards of the shoe that is left. Where suits are nothing to it, one card of each rank stands for all."""
    of, cards = burned_ways(edge.wager, rules), cards_of(edge.wager, rules)
    every = perm(len(DECK) * rules.dealt_decks - 1, cards)
    if edge.wager == SUPER_MATCH:
        ranks = dict.fromkeys(RANKS, 4 * rules.dealt_decks)
        return burned(edge, ranks, cards, lambda name: _chances(of(name + "S"), every))
    counts = dict.fromkeys(DECK, rules.dealt_decks)
    return burned(edge, counts, cards, lambda card: _chances(of(card), every))


def _chances(ways: Ways, every: int) -> Chances:
    return chances_of((name, net, Fraction(count, every)) for (name, net), count in ways)


def _insured(rules: Rules, edge: Edge) -> CertifiedIdentity:
    """The hole card from the shoe without the ace that is shown."""
    tens, every = 16 * rules.dealt_decks, 52 * rules.dealt_decks - 1
    left = {"a card of 10": tens, "another": every - tens}

    def without(name: str) -> Chances:
        won = Fraction(tens - (name != "another"), every - 1)
        return chances_of([("dealer Blackjack", INSURED.net, won), ("no Blackjack", Fraction(-1), 1 - won)])

    return burned(edge, left, 1, without)


def _hit_and_run(rules: Rules, edge: Edge, meter: Meter) -> CertifiedIdentity:
    counts = shoe(rules.dealt_decks)
    most = 1 + max(sum(drawn) for up in range(TEN + 1) for drawn in dealer_orders(up))

    def without(value: str) -> Chances:
        left = tuple(int(count) for count in removed(counts, VALUES.index(value)))
        chances = dict(hit_and_run_lines(left))
        fixed = [(line, Fraction(odds.win), chances[line]) for line, odds in sides.HIT_AND_RUN.lines]
        found = meter_edge(HIT_AND_RUN, rules, meter, fixed, chances[sides.HIT_AND_RUN_TOP])
        return {(one.name, one.net): one.probability for one in found.outcomes}

    return burned(edge, dict(zip(VALUES, counts, strict=True)), most, without)
