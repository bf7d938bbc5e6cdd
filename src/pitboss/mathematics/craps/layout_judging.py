"""Craps judged: what every wager on the layout is worth from where it stands, and what is lawful and better.

Wagers are followed to their decision by ``edges.decided``, which asks the chapter's own verdicts; an amount that is up is
paid and charged as the table does it, in the filed chips.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

from pitboss.chapters.ch623a_craps.rules import Rules
from pitboss.chapters.ch623a_craps.wagers import (
    BACKS,
    BUY,
    COME,
    DONT_COME,
    FIRE,
    KINDS,
    LAY,
    LINE,
    ONE_ROLL,
    PARTS,
    PLACE,
    PLACE_TO_LOSE,
    POINTS,
    THROWS,
    Spot,
)
from pitboss.mathematics.craps.edges import chance, decided, vigorish
from pitboss.mathematics.kit.judging import Place
from pitboss.mathematics.kit.stakes import rounded
from pitboss.mathematics.kit.wager_judging import DECISION, THROW, Better, Edges, StandingWager, edges_of
from pitboss.money import Cents, dollars
from pitboss.procedure import Offer
from pitboss.wagers import REMOVE, WAGER

SAME = {PLACE: BUY, BUY: PLACE, PLACE_TO_LOSE: LAY, LAY: PLACE_TO_LOSE}  # two wagers on one thing
FIRE_MARKER = "Fire Bet point marker"
PUCK = "puck"


def per(wager: str) -> str:
    """Wagers that one throw decides, and all others, which last until they are decided."""
    return THROW if wager in ONE_ROLL or any(kind == wager for kind, _ in PARTS) else DECISION


def point_of(marks: Mapping[str, str]) -> int:
    """Where the puck lies; 0: it is off."""
    at = marks.get(PUCK, "")
    return int(at) if at.isdigit() else 0


# --- what is up


def standing(
    rules: Rules, wagers: Mapping[Place, Cents], offers: Iterable[Offer], marks: Mapping[str, str]
) -> Iterator[StandingWager]:
    """Every wager of the seat, from here to its decision."""
    down, point = {(offer.wager, offer.on) for offer in offers if offer.says == REMOVE}, point_of(marks)
    for (kind, on, hand), amount in wagers.items():
        worth = worth_now(rules, kind, on, point, fire_points(marks), amount)
        free = (kind, on) in down
        words = _words(kind, on, worth * amount, point, free=free)
        yield StandingWager((kind, on, hand), KINDS[kind].title, amount, worth * amount, Fraction(0), free, words)


def worth_now(
    rules: Rules, kind: str, on: str, point: int, made: Sequence[int] = (), amount: Cents | None = None
) -> Fraction:
    """What one unit brings from here on, before any rounding or at an amount. A vigorish that was paid with the wager is gone
    whatever happens; or, where it comes back as the wager is taken down, when that is decided (I-623a-10)."""
    if kind == FIRE:
        return fire_worth(rules, frozenset(made), point, amount)
    lines = decided(kind, on, point if kind in LINE or (kind in BACKS and not on) else 0)
    borne = kind in (BUY, LAY) and (rules.vigorish_refunded or not rules.prepaid)
    charge = Fraction(0)
    if borne:
        charge = vigorish(rules, kind, on) if amount is None else Fraction(rules.vigorish(kind, on, amount), amount)
    worth = Fraction(0)
    for _, net, odds in lines:
        worth += odds * (_paid(rules, net, amount) - (charge if net > 0 or rules.prepaid else 0))
    return worth


def _paid(rules: Rules, net: Fraction, amount: Cents | None) -> Fraction:
    """What a unit nets, as chips pay it."""
    return net if amount is None else Fraction(rounded(net, amount, rules.payout_rounding), amount)


def _words(kind: str, on: str, expected: Fraction, point: int, *, free: bool) -> str:
    if expected > 0:
        leave = "leave it up" if free else "it stays up"
        return f"From here it wins ${dollars(round(expected))} on average: {leave}."
    if kind in (*LINE, COME, DONT_COME) and not (on or point):
        return "At its first throw it is what it always is."
    return "It costs nothing." if not expected else f"From here it loses ${dollars(round(-expected))} on average."


# --- Fire Bets


def fire_points(marks: Mapping[str, str]) -> tuple[int, ...]:
    """The different points that are marked as made."""
    return tuple(int(at) for marker, at in marks.items() if marker.startswith(FIRE_MARKER) and at.isdigit())


def fire_worth(rules: Rules, made: frozenset[int], point: int, amount: Cents | None = None) -> Fraction:
    """Of one unit, with these different points made and this point on: paid for all at the loser 7."""
    pays = {count: rules.fire.get(str(count)) for count in range(len(POINTS) + 1)}
    chances = _fire_counts(made, point)
    nets = {count: _paid(rules, pay.net, amount) if pay else Fraction(-1) for count, pay in pays.items()}
    return sum((odds * nets[count] for count, odds in chances.items()), Fraction(0))


@cache
def _fire_counts(made: frozenset[int], point: int) -> Mapping[int, Fraction]:
    """How likely each number of different points is in the end."""
    found: dict[int, Fraction] = {}
    for after, odds in _from_here(made, point):
        if after is None:
            found[len(made)] = found.get(len(made), Fraction(0)) + odds
            continue
        for count, later in _fire_counts(after, 0).items():
            found[count] = found.get(count, Fraction(0)) + odds * later
    return found


def _from_here(made: frozenset[int], point: int) -> list[tuple[frozenset[int] | None, Fraction]]:
    """The points made when one is made that was not before, each with its chance; None: the loser 7."""
    if point:
        wins, seven = _ways(point), _ways(7)
        ends: list[tuple[frozenset[int] | None, Fraction]] = [(None, seven / (wins + seven))]
        return [*ends, (made | {point}, wins / (wins + seven))]
    every = sum((_ways(number) for number in POINTS), Fraction(0))
    found: dict[frozenset[int] | None, Fraction] = {}
    for number in POINTS:
        for after, odds in _from_here(made, number):
            found[after] = found.get(after, Fraction(0)) + odds * _ways(number) / every
    again = found.pop(made, Fraction(0))  # a point made once more changes nothing
    return [(after, odds / (1 - again)) for after, odds in found.items()]


def _ways(total: int) -> Fraction:
    return sum((chance(throw) for throw in THROWS if sum(throw) == total), Fraction(0))


# --- what is better


def better(up: Iterable[StandingWager], offers: Iterable[Offer], known: Edges) -> Iterator[Better]:
    """Odds behind a bet, rather than more of anything else; the cheaper of two wagers on one thing; or to take it down.

    A bet on a line or on Come is left out of the last two: at its first throw it is what was wanted, and after that it
    stays up or is worth more than it was.
    """
    lawful = {(offer.wager, offer.on): offer for offer in offers if offer.says == WAGER}
    costs = {spot: found[0].house_edge for spot in lawful if (found := edges_of(known, *spot))}
    bears = min((edge for (kind, _), edge in costs.items() if kind not in BACKS), default=Fraction(0))
    for (kind, _), offer in lawful.items():
        if kind in BACKS and offer.most:
            yield _odds(offer, offer.most, bears)
    for one in up:
        if one.may_be_taken_down and one.expected < 0 and one.place[0] not in (*LINE, COME, DONT_COME):
            yield from _instead(one, lawful, costs)


def _odds(offer: Offer, most: Cents, bears: Fraction) -> Better:
    """623a.6: against the same money on the cheapest other wager."""
    words = f"Up to ${dollars(most)} behind the {KINDS[BACKS[offer.wager]].title} cost nothing on average."
    if bears > 0:
        words += f" Every other wager on offer costs {_percent(bears)} or more."
    return Better(WAGER, offer.wager, offer.on, most, bears * most, words, None, offer.cite)


def _instead(one: StandingWager, lawful: Mapping[Spot, Offer], costs: Mapping[Spot, Fraction]) -> Iterator[Better]:
    kind, on, _ = one.place
    other = SAME.get(kind, ""), on
    if other in costs and costs[other] < one.edge:
        words = f"The {KINDS[other[0]].title} on {on} is on the same throws at {_percent(costs[other])}, not {_percent(one.edge)}."
        gain = (one.edge - costs[other]) * one.amount
        yield Better(WAGER, *other, one.amount, gain, words, one.place, lawful[other].cite)
    words = f"Taken down, the {one.title} no longer loses ${dollars(round(-one.expected))} on average."
    yield Better(REMOVE, kind, on, one.amount, -one.expected, words, one.place, "623a.4(c)")


def _percent(edge: Fraction) -> str:
    return f"{float(100 * edge):.2f} %"
