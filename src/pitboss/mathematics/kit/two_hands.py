"""Judging in the games of two hands (621a, 645a, 670a, 688a): what a seat knows, and what settings and surrenders are worth.

A wager on two hands ends in one of three ways. How often each does is counted by the game; here it becomes money.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from pitboss.events import Event, Marked, Settlement, Wagered, Withdrawn
from pitboss.families.banking import BANK, CO_BANK, DEALER_WAGER
from pitboss.families.pai_gow import VOID_HAND
from pitboss.mathematics.kit.edge import Edge
from pitboss.mathematics.kit.judging import Judgement, Place, Situation, Worth, certain
from pitboss.mathematics.kit.sight import CardsOut
from pitboss.money import Cents
from pitboss.procedure import DEALER, Election, Option
from pitboss.seating import Seat

Counts = tuple[int, int, int]  # hands that two hands win against, tie with and lose to
Nets = tuple[Cents, Cents, Cents]  # what a wager then nets
MARKERS = frozenset(kind.replace("_", "-") for kind in (BANK, CO_BANK))  # that are put before a bank


class Known(NamedTuple):
    """What a seat knows of the table. ``gone`` are all cards or tiles seen, its own ``hand`` among them; ``met`` is the hand
    of the bank, or else of the dealer, as far as it has been seen; ``others`` are the other seats' main wagers. ``bank`` is
    the seat that banks (0: none), ``dealers`` what the dealer wagered against it."""

    hand: tuple[str, ...]
    met: tuple[str, ...]
    gone: tuple[str, ...]
    others: Mapping[Seat, Cents]
    bank: Seat = 0
    dealers: Cents = 0

    @property
    def stakes(self) -> list[Cents]:
        """What a bank meets: the players' wagers, and the dealer's."""
        return [*self.others.values(), *([self.dealers] if self.dealers else [])]


def known(situation: Situation, main: str) -> Known:
    """Folded from the events of the round; ``main`` is the wager that players make against dealer or bank."""
    cards, seat = CardsOut(situation.gone).fold(situation.events), situation.seat
    wagers, bank, dealers = dict[Seat, Cents](), 0, 0
    for event in situation.events:
        if isinstance(event, Marked) and event.marker in MARKERS and event.at:
            bank = int(event.at.removeprefix("seat "))
        elif isinstance(event, Wagered) and event.wager == DEALER_WAGER:
            dealers += event.amount
        elif isinstance(event, Wagered | Withdrawn | Settlement) and event.wager == main:
            _moved(wagers, event)
    others = {other: amount for other, amount in wagers.items() if other != seat and amount}
    hand, met = (tuple(cards.held.get((place, 0), ())) for place in (seat, bank or DEALER))
    return Known(hand, met, tuple(cards.out.elements()), others, bank, dealers)


def _moved(wagers: dict[Seat, Cents], event: Event) -> None:
    """A wager is made, taken back or settled."""
    if isinstance(event, Wagered):
        wagers[event.seat] = wagers.get(event.seat, 0) + event.amount
    elif isinstance(event, Withdrawn):
        wagers[event.seat] = wagers.get(event.seat, 0) - event.amount
    elif isinstance(event, Settlement):
        wagers.pop(event.seat, None)


def stake(situation: Situation, *kinds: str) -> Cents:
    """What the seat has up on wagers of these kinds."""
    return sum(amount for (kind, _, _), amount in situation.wagers.items() if kind in kinds)


# --- money


def counted(option: Option, counts: Counts, nets: Nets) -> Worth:
    """The exact worth of an answer, from how many hands end each way."""
    every = sum(counts)
    return certain(option, [(net, Fraction(count, every)) for net, count in zip(nets, counts, strict=True)])


def within(option: Option, middle: Fraction, half: Fraction, amount: Cents = 0) -> Worth:
    """The worth of an answer that is known to lie within half the width of an interval on either side."""
    return Worth(option, middle - half, middle + half, amount=amount)


# --- questions that all these games ask


def surrender(election: Election, surrendering: str, net: Cents, lost: Cents) -> tuple[Worth, ...]:
    """The hands to be met lie open, so that what showing nets is certain; a surrender loses the whole wager."""
    return tuple(
        certain(option, [(-lost if option.says == surrendering else net, Fraction(1))]) for option in election.options
    )


def void_or_play(situation: Situation, edges: Callable[[], Sequence[Edge]], nets: Mapping[str, Nets]) -> Judgement:
    """A card or tile was exposed, the player has not looked: void the hand, and every wager is returned, or play it.

    The record does not say which card it was. ``nets`` has what wagers net in cents where it is not just their odds.
    """
    known: dict[str, Edge] = {}
    for edge in edges():
        if not edge.on:
            known.setdefault(edge.wager, edge)  # the best play of each comes first
    middle = half = Fraction(0)
    for place, amount in situation.wagers.items():
        if place[0] in known:
            edge = known[place[0]]
            middle += _expected(edge, place, amount, nets)
            half += edge.half_width * amount
    worths = []
    for option in situation.election.options:
        worths.append(certain(option, [(0, Fraction(1))]) if option.says == VOID_HAND else within(option, middle, half))
    return Judgement(
        tuple(worths),
        sum(situation.wagers.values()),
        "Voided, every wager comes back; played, each is worth what its edge says, for nobody has looked at the hand.",
        ("Which card or tile was exposed is not in the record, and Envy Bonuses are left out.",),
        cites=(situation.election.cite,),
    )


def _expected(edge: Edge, place: Place, amount: Cents, nets: Mapping[str, Nets]) -> Fraction:
    if place[0] in nets:
        win, tie, lose = nets[place[0]]
        return win * edge.chance(1) + tie * edge.chance(0) + lose * edge.chance(-1)
    return edge.mean * amount
