"""Edges: one record for each wager under one set of filed rules, the same for every game.

``edges(rules)`` of ``mathematics/<game>/edges.py`` gives them; this module finds it and knows no game. A
published figure is a ``Fraction`` from first to last; decimals are made here, once, for display.
"""

from collections.abc import Iterable, Mapping
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache
from math import isqrt
from typing import Any

import msgspec

from pitboss.game import Game
from pitboss.mathematics.kit import parts
from pitboss.mathematics.kit.stakes import AtStake, with_stakes
from pitboss.money import Cents, dollars
from pitboss.submission import RulesSubmission
from pitboss.tabular import Row, Tabular

ENUMERATION, COMBINATORIAL, INTERVAL = "enumeration", "combinatorial", "interval"
DIGITS = Context(prec=12)
NORMAL = Fraction(196, 100)  # standard errors in a 95 % interval
BOXES, HANDS, WAGERS = "boxes", "hands", "wagers"  # between which a covariance is
MOST_BOXES = 7  # for which the standard deviation of a round is listed


class Outcome(msgspec.Struct, frozen=True):
    """One line of a wager's distribution: what it nets for each unit staked at first, and how likely."""

    name: str
    net: Fraction
    probability: Fraction


class Progressive(msgspec.Struct, frozen=True):
    """What a progressive wager gives back in the long run: ``fixed`` + ``rate`` + ``top`` × ``seed``, per unit.

    ``even`` is the meter, in cents, at which the next such wager would lose nothing.
    """

    unit: Cents  # what is wagered
    fixed: Fraction  # by fixed awards
    rate: Fraction  # put aside for the meter and its next seed
    top: Fraction  # the chance of all of the meter
    seed: Fraction  # in units
    even: Fraction
    parts: tuple[tuple[int, Fraction], ...] = ()  # awards of less than all of it: per cent, and the chance of each

    @property
    def given(self) -> Fraction:
        return self.fixed + self.rate + self.top * self.seed

    def of(self, amount: Cents) -> "Progressive":
        """The same for a wager of another amount: a meter pays what it shows, however much is wagered."""
        times = Fraction(amount, self.unit)
        return Progressive(amount, self.fixed, self.rate, self.top, self.seed / times, self.even * times, self.parts)

    def record(self) -> dict[str, Any]:
        """The published part: sums in dollars, the rest per unit."""
        dollars = Fraction(1, 100)
        return {
            "wager": decimal(self.unit * dollars),
            "fixed": decimal(self.fixed),
            "rate": decimal(self.rate),
            "top_probability": str(self.top),
            "seed": decimal(self.seed * self.unit * dollars),
            "break_even_meter": decimal(self.even * dollars),
        }


class Covariance(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much what two equal wagers net in one round varies together, per unit of each initial wager.

    ``between`` boxes: any two boxes of the table, whoever wagers on them, each with this wager and played alike. ``between``
    hands: the two hands of one player that are always wagered on together. ``between`` wagers: this one and another
    ``wager`` on the same hand. One that is an interval is known to ± ``half_width`` (95 %) from so many ``rounds`` of a
    simulation with this ``seed``.
    """

    value: Fraction
    between: str = BOXES
    method: str = ENUMERATION
    half_width: Fraction = Fraction(0)
    rounds: int = 0
    seed: int = 0
    wager: str = ""

    def record(self) -> dict[str, Any]:
        """The published part."""
        return {
            "value": decimal(self.value),
            "method": self.method,
            "half_width": decimal(self.half_width),
            "rounds": self.rounds,
            "seed": self.seed,
        }


class Edge(msgspec.Struct, Tabular, Row, frozen=True, omit_defaults=True):
    """What one wager gives the house, per unit of the initial wager.

    ``staked`` is the average of all money wagered for each initial unit (more than 1 where the player adds to it), so
    that ``element_of_risk`` is the edge per unit of all of it. ``half_width`` is nonzero only for an interval.
    ``includes`` are wagers without an edge of their own, which the player adds to this one by elections or must make
    together with it. ``envy`` is what each other player's hand adds, per unit, to a wager that draws Envy Bonuses.
    """

    chapter: str
    game: str
    wager: str
    outcomes: tuple[Outcome, ...]
    on: str = ""
    paytable: str = ""
    decks: int = 0
    options: dict[str, str] = {}
    strategy: str = "none"
    method: str = ENUMERATION
    staked: Fraction = Fraction(1)
    half_width: Fraction = Fraction(0)
    note: str = ""
    includes: tuple[str, ...] = ()
    envy: Fraction = Fraction(0)
    progressive: Progressive | None = None
    conditional: bool = False  # over those moments only at which the wager may be made, not over all rounds
    covariance: Covariance | None = None  # with the same wager of another box, or of the player's other hand
    beside: tuple[Covariance, ...] = ()  # with other wagers on the same hand; those of a main wager
    value: Fraction | None = None  # the edge where it does not follow from the outcomes alone (an interval, a meter)
    at_stake: AtStake | None = None  # with the filed chip, breakage and rounding of vigorish, at a usual wager
    worst_stake: AtStake | None = None  # the same of the lawful wager that costs most

    def row(self) -> Mapping[str, Any]:
        """Its row in a table of edges."""
        names = ("wager", "on", "paytable", "house_edge", "variance", "strategy", "method")
        return {name: getattr(self, name) for name in names}

    def rows(self) -> list[dict[str, Any]]:
        """Its outcomes: as a table, or ``to_frame()``."""
        return [{"outcome": each.name, "net": each.net, "probability": each.probability} for each in self.outcomes]

    @property
    def house_edge(self) -> Fraction:
        if self.progressive is not None and self.value is None:
            return 1 - self.progressive.given
        return -self.mean if self.value is None else self.value

    @property
    def exact(self) -> bool:
        """Whether the edge is the rational number itself; a combinatorial analysis is of double precision."""
        return self.method == ENUMERATION

    @property
    def mean(self) -> Fraction:
        return sum((o.net * o.probability for o in self.outcomes), Fraction(0))

    @property
    def element_of_risk(self) -> Fraction:
        return self.house_edge / self.staked

    @property
    def variance(self) -> Fraction:
        return sum((o.net * o.net * o.probability for o in self.outcomes), Fraction(0)) - self.mean**2

    def deviation(self, boxes: int) -> tuple[str, str]:
        """The standard deviation of what so many boxes, or hands, net together in a round, and how well it is known (±)."""
        found = self.covariance
        if found is None:
            raise ValueError(f"The covariance of {self.wager} is not worked out.")
        pairs = boxes * (boxes - 1)
        whole = root(boxes * self.variance + pairs * found.value)
        return whole, decimal(pairs * found.half_width / (2 * Fraction(whole)))

    @property
    def boxes(self) -> range:
        """The numbers of boxes, or hands, for which ``deviation`` is listed."""
        if self.covariance is None:
            return range(0)
        return range(2, 3 if self.covariance.between == HANDS else MOST_BOXES + 1)

    def chance(self, sign: int) -> Fraction:
        """Of winning (1), of neither (0), of losing (−1)."""
        return sum((o.probability for o in self.outcomes if (o.net > 0) - (o.net < 0) == sign), Fraction(0))

    def record(self) -> dict[str, Any]:
        """The published record: exact fractions, and decimals of twelve digits."""
        fields: dict[str, Any] = {
            "chapter": self.chapter,
            "game": self.game,
            "wager": self.wager,
            "on": self.on,
            "includes": list(self.includes),
            "paytable": self.paytable,
            "decks": self.decks,
            "options": dict(self.options),
            "house_edge": decimal(self.house_edge),
            "house_edge_fraction": str(self.house_edge) if self.exact else "",
            "element_of_risk": decimal(self.element_of_risk),
            "p_win": decimal(self.chance(1)),
            "p_push": decimal(self.chance(0)),
            "p_lose": decimal(self.chance(-1)),
            "standard_deviation": root(self.variance),
            "covariance": self._covariance(),
            "beside": [{"wager": found.wager, **found.record()} for found in self.beside],
            "hit_frequency": decimal(self.chance(1)),
            "method": self.method,
            "half_width": decimal(self.half_width),
            "strategy": self.strategy,
            "conditional": self.conditional,
            "envy": decimal(self.envy),
            "progressive": None if self.progressive is None else self.progressive.record(),
            "at_stake": self._at(self.at_stake),
            "worst_stake": self._at(self.worst_stake),
            "outcomes": [
                {"outcome": o.name, "net": decimal(o.net), "probability": str(o.probability)} for o in self.outcomes
            ],
        }
        if self.note:
            fields["note"] = self.note
        return fields

    def _at(self, found: AtStake | None) -> dict[str, str] | None:
        if found is None:
            return None
        return {
            "stake": dollars(found.stake),
            "house_edge": decimal(found.house_edge),
            "house_edge_fraction": str(found.house_edge) if self.exact else "",
        }

    def _covariance(self) -> dict[str, Any] | None:
        found = self.covariance
        if found is None:
            return None
        rounds = [(boxes, *self.deviation(boxes)) for boxes in self.boxes]
        return {
            "between": found.between,
            **found.record(),
            "standard_deviations": [
                {found.between: boxes, "standard_deviation": whole, "half_width": half} for boxes, whole, half in rounds
            ],
        }


def beside(edge: Edge, products: Iterable[tuple[Edge, Fraction]]) -> Edge:
    """The edge with its covariances with other wagers on the same hand, from the mean product of what both net."""
    found = (Covariance(product - edge.mean * other.mean, WAGERS, wager=other.wager) for other, product in products)
    return msgspec.structs.replace(edge, beside=tuple(found))


def decimal(value: Fraction) -> str:
    """Twelve significant digits."""
    return format(DIGITS.divide(Decimal(value.numerator), Decimal(value.denominator)).normalize(DIGITS), "f")


def root(value: Fraction) -> str:
    """The square root, to twelve digits, by whole numbers."""
    scale = 10**15
    return decimal(Fraction(isqrt(value.numerator * scale * scale // value.denominator), scale))


def half_width(variance: Fraction, samples: int) -> Fraction:
    """Of the interval of a mean over so many samples, upwards."""
    digits = 10**12
    squared = NORMAL**2 * variance / samples * digits**2
    return Fraction(isqrt(squared.numerator // squared.denominator) + 1, digits)


def distribution(pairs: Iterable[tuple[str, Fraction, Fraction]]) -> tuple[Outcome, ...]:
    """Outcomes from (name, net, probability), the best first; equal lines are added up, and the whole must be certain."""
    found: dict[tuple[str, Fraction], Fraction] = {}
    for name, net, probability in pairs:
        line = str(name).replace("_", " "), net
        found[line] = found.get(line, Fraction(0)) + probability
    total = sum(found.values(), Fraction(0))
    assert total == 1, f"probabilities add up to {total}"
    lines = sorted(found.items(), key=lambda line: (-line[0][1], line[1]))  # of equal ones the rarest first
    return tuple(Outcome(name, net, probability) for (name, net), probability in lines)


def edges_for(game: Game, rules: RulesSubmission) -> list[Edge]:
    """Every wager of a game under one submission, each also at a usual stake and at the lawful one that costs most."""
    found: Any = parts.load(game, "edges")
    if found is None:
        return []
    return [with_stakes(rules, edge, found) for edge in found.edges(rules) if edge.game == game.name]


def edges_at(game: Game, rules: RulesSubmission, edges: Iterable[Edge], stake: Cents) -> list[Edge]:
    """The same edges at another stake, or at the next that is lawful."""
    found: Any = parts.load(game, "edges")
    return [with_stakes(rules, edge, found, stake) for edge in edges]


@cache
def variants(game: Game) -> tuple[RulesSubmission, ...]:
    """The submissions that together show every paytable and relevant option: the chapter's own list."""
    found = parts.load(game, "edges")
    return tuple(found.variants(game)) if found is not None and hasattr(found, "variants") else (game.example(),)
