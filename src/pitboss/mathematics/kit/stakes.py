"""Edges at a stake: what a wager of one amount costs with the filed chip, breakage and rounding of vigorish (I-GEN-41).

A published edge is per unit and before any rounding. Money is paid in cents and chips: at $5 in dollar chips 7 to 6 may pay
$5. Here each outcome is paid as the table pays it, and the lawful wager that costs most of all is named. A game whose wagers
are made of several stakes has a function ``house_edge_at(rules, edge, stake)`` of its own beside its edges.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from math import floor, gcd, lcm
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.money import Cents, Odds, PayoutRounding, dollars, winnings
from pitboss.submission import RulesSubmission
from pitboss.wagers import Terms

if TYPE_CHECKING:
    from pitboss.mathematics.kit.edge import Edge, Outcome

USUAL = 500  # cents: the stake of a figure where no minimum is filed
CHARGED = 500  # cents after which vigorish comes out as before, at 5 %, rounded or not
MOST_TRIED = 600  # stakes looked at for the one that costs most


class AtStake(msgspec.Struct, frozen=True):
    """What one wager of this amount gives the house, for each unit of it."""

    stake: Cents
    house_edge: Fraction

    def words(self) -> str:
        """``9.0909 % at $5.00``."""
        return f"{float(100 * self.house_edge):.4f} % at ${dollars(self.stake)}"


def with_stakes(rules: RulesSubmission, edge: "Edge", edges_of: Any, stake: Cents | None = None) -> "Edge":
    """The same edge with its figure at a stake, the smallest wager unless another is said, and at the worst lawful one.

    ``edges_of`` is the module of the game's edges. A stake that is not lawful stands for the next one that is. An edge of which
    no single wager can be named, such as a bank's against a whole table, has neither figure.
    """
    terms = _terms(rules, edge)
    if terms is None:
        return edge
    price = _Price(rules, edge, terms, edges_of)
    at = next(price.lawful(usual(rules, terms) if stake is None else stake), None)
    if at is None:
        return edge
    tried = list(price.tried()) or [at]
    worst = max(map(price.at, tried), key=lambda found: (found.house_edge, -found.stake))
    return msgspec.structs.replace(edge, at_stake=price.at(at), worst_stake=worst)


def rounding_cost(rules: RulesSubmission, edge: "Edge", stake: Cents) -> Fraction:
    """What rounding adds to the edge of a wager of this amount, for each unit of it."""
    terms = _terms(rules, edge)
    if terms is None:
        return Fraction(0)
    return _Price(rules, edge, terms, None).lost(stake)


def nets_at(rules: RulesSubmission, edge: "Edge", stake: Cents) -> dict[str, Cents]:
    """By outcome, what a wager of this amount nets in cents, vigorish included."""
    terms = _terms(rules, edge)
    assert terms is not None
    price = _Price(rules, edge, terms, None)
    return {outcome.name: price.net(outcome, stake) for outcome in edge.outcomes}


def usual(rules: RulesSubmission, terms: Terms) -> Cents:
    """The smallest wager where a minimum is filed, else $5, or as near to it as the maximum allows."""
    if rules.least(terms.kind.name) > 1:
        return terms.smallest
    return USUAL if terms.most is None else min(USUAL, terms.most // terms.step * terms.step)


def _terms(rules: RulesSubmission, edge: "Edge") -> Terms | None:
    """The spot of an edge; an edge without one is the same on every spot of its wager, and a spot may serve several edges."""
    spots = rules.spots
    found = spots.get((edge.wager, edge.on)) or spots.get((edge.wager, ""))
    if found is None and not edge.on:
        return next((terms for (wager, _), terms in spots.items() if wager == edge.wager), None)
    return found


class _Price:
    """One wager at any stake."""

    def __init__(self, rules: RulesSubmission, edge: "Edge", terms: Terms, edges_of: Any) -> None:
        self.rules, self.edge, self.terms, self.rounding = rules, edge, terms, rules.payout_rounding
        self._own = getattr(edges_of, "house_edge_at", None)
        fixed = {odds.net for odds in terms.odds}
        self._rounds = [one for one in edge.outcomes if edge.progressive is None or one.net in fixed]
        self._parts = lcm(*(one.probability.denominator for one in self._rounds))
        self._weights = [int(one.probability * self._parts) for one in self._rounds]
        self._due = sum((one.probability * one.net for one in self._rounds), Fraction(0))

    @cached_property
    def _unrounded(self) -> Fraction:
        return self.edge.house_edge

    def lawful(self, stake: Cents) -> Iterator[Cents]:
        """The stakes that may be wagered, from this one on."""
        terms, refuse = self.terms, self.rounding.refuse
        first = terms.in_steps(max(stake, terms.least))
        every = (first + n * terms.step for n in range(MOST_TRIED))
        within = takewhile(lambda amount: terms.most is None or amount <= terms.most, every)
        return (amount for amount in within if not (refuse and terms.breaks(amount, refuse)))

    def tried(self) -> Iterator[Cents]:
        """Lawful stakes among which the worst one is: rounding comes out as before after so many, and later costs less."""
        step, first = self.rounding.refuse or self.rounding.step, self.terms.smallest
        period = lcm(step, *(step * outcome.net.denominator for outcome in self.edge.outcomes))
        period = period if self.terms.charge is None else lcm(period, CHARGED, 20 * self.rules.step)
        many = min(period // gcd(period, self.terms.step), MOST_TRIED)
        return takewhile(lambda amount: amount < first + many * self.terms.step, self.lawful(first))

    def at(self, stake: Cents) -> AtStake:
        own = None if self._own is None else self._own(self.rules, self.edge, stake)
        return AtStake(stake, self._rounded(stake) if own is None else own)

    def _rounded(self, stake: Cents) -> Fraction:
        """The edge, and what rounding adds to it."""
        edge = self.edge
        if edge.progressive is not None and edge.value is None:  # a meter pays what it shows, however much is wagered
            return 1 - edge.progressive.of(stake).given + self.lost(stake)
        return self._unrounded + self.lost(stake)

    def lost(self, stake: Cents) -> Fraction:
        """What is due beside what is paid, outcome by outcome; in whole cents until the end, for hundreds of stakes are tried."""
        paid = sum(weight * self.net(one, stake) for weight, one in zip(self._weights, self._rounds, strict=True))
        return self._due - Fraction(paid, self._parts * stake)

    def net(self, outcome: "Outcome", stake: Cents) -> Cents:
        """What the table pays or takes on this outcome."""
        charge, net = self.terms.charge, outcome.net
        if charge is not None and net:
            won = winnings(stake, self.terms.odds[0], self.rounding)
            if net > 0:
                return won - charge.due(stake, won)
            return -stake - (charge.due(stake, won) if charge.prepaid else 0)
        return rounded(net, stake, self.rounding)


def rounded(net: Fraction, stake: Cents, rounding: PayoutRounding) -> Cents:
    """What a stake nets that should net so much a unit; of a loss of one half the odd cent is the patron's (I-GEN-07)."""
    if net < 0:
        return -floor(-net * stake)
    return winnings(stake, Odds("", net.numerator, net.denominator), rounding)
