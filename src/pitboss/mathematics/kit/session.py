"""A session, split: what its wagers were worth, what mistakes cost, and what luck did.

``Session`` is folded from the events of rounds and from decisions that were judged. Its result is what the wagers would
have come to on average, played as well as can be, less what mistakes cost, and the rest is luck.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from pitboss.events import Charged, Event, Refunded, Settlement
from pitboss.mathematics.kit.edge import NORMAL, Edge, root
from pitboss.mathematics.kit.judging import Judgement
from pitboss.money import Cents
from pitboss.procedure import Answer, Election
from pitboss.submission import RulesSubmission

Moves = Settlement | Charged | Refunded  # what decides the result of a seat


def gained(event: Moves) -> Cents:
    """What an event adds to the result of its seat, or takes from it."""
    if isinstance(event, Settlement):
        return event.returned - event.stake - event.taken
    return -event.amount if isinstance(event, Charged) else event.amount


class Decided(msgspec.Struct, frozen=True):
    """One decision: what was asked and answered, what it cost in cents, and the wager that it is given in percent of."""

    kind: str
    says: str
    cost: Fraction
    wager: Cents


class DecisionsOfKind(msgspec.Struct, frozen=True):
    """All decisions of one kind."""

    kind: str
    made: int
    mistakes: int
    cost: Fraction


class SplitResult(msgspec.Struct, frozen=True):
    """A result, split: ``result`` = ``expected`` − ``mistakes`` + ``luck``, in cents.

    ``band`` is how far luck is from nothing in 19 sessions of 20 at most, as if every wager stood alone; ``unpriced`` are
    wagers that have no edge, and whose results are all put down to luck.
    """

    result: Cents
    expected: Fraction
    mistakes: Fraction
    luck: Fraction
    band: Fraction
    unpriced: tuple[str, ...] = ()


class PlayedSession:
    """The settled wagers of one seat, and its decisions."""

    def __init__(self, rules: RulesSubmission, seat: int) -> None:
        self.rules, self.seat = rules, seat
        self.decisions: list[Decided] = []
        self.result: Cents = 0
        self._stakes: list[tuple[str, str, Cents]] = []  # wagers that were made while betting was open

    def hear(self, events: Iterable[Event]) -> None:
        """Take account of what was settled."""
        for event in events:
            if isinstance(event, Moves) and event.seat == self.seat:
                self.result += gained(event)
                if isinstance(event, Settlement) and (event.wager, event.on) in self.rules.spots and event.stake:
                    self._stakes.append((event.wager, event.on, event.stake))

    def decide(self, election: Election, judgement: Judgement, answer: Answer) -> Decided | None:
        """Remember how a question was answered that had been judged; None where the answer was not."""
        worth = judgement.of(answer)
        if worth is None:
            return None
        made = Decided(election.kind, answer.says, judgement.cost(worth), judgement.wager)
        self.decisions.append(made)
        return made

    def kinds(self) -> list[DecisionsOfKind]:
        """Decisions by kind, the dearest first."""
        found = []
        for kind in dict.fromkeys(each.kind for each in self.decisions):
            of = [each for each in self.decisions if each.kind == kind]
            cost = sum((each.cost for each in of), Fraction(0))
            found.append(DecisionsOfKind(kind, len(of), sum(each.cost > 0 for each in of), cost))
        return sorted(found, key=lambda each: -each.cost)

    def shares(self, edges: Sequence[Edge]) -> SplitResult:
        """The result, split, from the edges of the table's wagers; of several strategies the best counts."""
        best: dict[tuple[str, str], Edge] = {}
        for edge in edges:
            known = best.get((edge.wager, edge.on))
            if known is None or edge.house_edge < known.house_edge:
                best[edge.wager, edge.on] = edge
        together = {wager for edge in edges for wager in edge.includes}
        expected = variance = Fraction(0)
        unpriced = []
        for wager, on, stake in self._stakes:
            priced = best.get((wager, on)) or best.get((wager, ""))
            if priced is not None:
                part = priced.progressive
                expected -= stake * (priced.house_edge if part is None else 1 - part.of(stake).given)
                variance += stake * stake * priced.variance
            elif wager not in together:
                unpriced.append(wager)
        mistakes = sum((each.cost for each in self.decisions), Fraction(0))
        luck = self.result - expected + mistakes
        band = NORMAL * Fraction(root(variance))
        return SplitResult(self.result, expected, mistakes, luck, band, tuple(dict.fromkeys(unpriced)))
