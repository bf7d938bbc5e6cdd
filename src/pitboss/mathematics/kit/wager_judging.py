"""Judging wagers while betting is open: what every wager on offer costs, what those on the layout are worth from here on,
and what is lawful and better.

Figures are the game's edges (``kit.edge``). In most games a wager is decided in the round for which it is made, and is
worth now what it always is; where wagers outlast the round (craps), ``mathematics/<game>/layout_judging.py`` follows them
from where they stand. This module finds it and knows no game.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

import msgspec

from pitboss.game import Game
from pitboss.mathematics.kit import parts
from pitboss.mathematics.kit.edge import Edge, edges_for
from pitboss.mathematics.kit.judging import Place
from pitboss.mathematics.kit.stakes import rounding_cost
from pitboss.money import Cents, dollars
from pitboss.procedure import Offer
from pitboss.submission import RulesSubmission
from pitboss.wagers import REMOVE, WAGER

HUNDRED: Cents = 100_00
ROUND, THROW, DECISION = "round", "throw", "decision"  # what an edge is stated for


class WagerLine(msgspec.Struct, frozen=True):
    """One wager that may be made now, played in one way. ``edge`` is for each unit of it; ``cost`` what $100 on it cost in
    cents on average, ``cost_decided`` the same of those that are not returned."""

    wager: str
    on: str
    title: str
    edge: Fraction
    half_width: Fraction  # nonzero only where the edge is an interval
    cost: Fraction
    cost_decided: Fraction
    per: str
    strategy: str
    method: str
    most: Cents | None = None  # that may be added now; None: no maximum
    note: str = ""
    cite: str = ""


class StandingWager(msgspec.Struct, frozen=True):
    """One wager of the seat that is up: what it brings on average from here on, in cents, its stake counted as the
    player's own until it is lost. ``half_width`` is nonzero only where that is an interval."""

    place: Place
    title: str
    amount: Cents
    expected: Fraction
    half_width: Fraction = Fraction(0)
    may_be_taken_down: bool = True
    words: str = ""

    @property
    def edge(self) -> Fraction:
        """For each unit that is up."""
        return -self.expected / self.amount


class Better(msgspec.Struct, frozen=True):
    """Something lawful that is better: a wager to make (or ``remove``) instead of one that is up, or behind it; ``gain`` is
    what that is worth in cents."""

    says: str
    wager: str
    on: str
    amount: Cents
    gain: Fraction
    words: str
    instead: Place | None = None
    cite: str = ""


class WagerJudgement(msgspec.Struct, frozen=True):
    """Wagers on offer, the cheapest first; those that are up; what would be better, the most gained first."""

    lines: tuple[WagerLine, ...]
    standing: tuple[StandingWager, ...]
    better: tuple[Better, ...]

    @property
    def expected(self) -> Fraction:
        """What all that is up brings from here on, in cents."""
        return sum((wager.expected for wager in self.standing), Fraction(0))


def judge_wagers(
    game: Game,
    rules: RulesSubmission,
    *,
    offers: Iterable[Offer] | None = None,
    wagers: Mapping[Place, Cents] | None = None,
    marks: Mapping[str, str] | None = None,
    meters: Mapping[str, Cents] | None = None,
) -> WagerJudgement:
    """``offers``: what the seat may do now (None: any wager of the table may be made, and any taken down); ``wagers``: what
    it has up; ``marks``: the markers on the layout and where they lie; ``meters``: what progressive meters show, by wager."""
    up = {place: amount for place, amount in (wagers or {}).items() if amount}
    lawful = tuple(_anything(rules, up) if offers is None else offers)
    known, hook = _edges(game, rules), parts.load(game, "layout_judging")
    names = {wager for wager, _ in known}
    lines = [
        _line(game, offer, edge, ROUND if hook is None else hook.per(edge.wager), meters or {})
        for offer in lawful
        if _named(offer) in names
        for edge in edges_of(known, _named(offer), offer.on)
    ]
    lines.sort(key=lambda line: line.edge)
    if hook is not None:
        standing = tuple(hook.standing(rules, up, lawful, marks or {}))
        better = list(hook.better(standing, lawful, known))
    else:
        standing = tuple(_standing(game, rules, known, up, lawful, meters or {}))
        better = list(_better(standing, lines))
    better.sort(key=lambda one: -one.gain)
    return WagerJudgement(tuple(lines), standing, tuple(better))


# --- edges

Edges = Mapping[tuple[str, str], tuple[Edge, ...]]
_RECENT = 64  # submissions whose edges are kept


def _edges(game: Game, rules: RulesSubmission) -> Edges:
    """By wager and spot, the best play first."""
    return _kept(_Filed(game, rules))


class _Filed:
    """A game's submission as a key: submissions hold mappings, their hash stands for them."""

    __slots__ = ("game", "key", "rules")

    def __init__(self, game: Game, rules: RulesSubmission) -> None:
        self.game, self.rules, self.key = game, rules, rules.hash(game.name)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Filed) and self.key == other.key


@lru_cache(_RECENT)
def _kept(filed: _Filed) -> Edges:
    found: dict[tuple[str, str], tuple[Edge, ...]] = {}
    for edge in edges_for(filed.game, filed.rules):
        found[edge.wager, edge.on] = (*found.get((edge.wager, edge.on), ()), edge)
    return found


def edges_of(known: Edges, wager: str, on: str) -> tuple[Edge, ...]:
    """Those of this spot; or of all spots of the wager, where it has one edge wherever it is made."""
    if (wager, on) in known:
        return known[wager, on]
    if (wager, "") in known:
        return known[wager, ""]
    others = [edges for (kind, _), edges in known.items() if kind == wager]
    return others[0] if len({edges[0].house_edge for edges in others}) == 1 else ()


def edge_now(edge: Edge, meters: Mapping[str, Cents], amount: Cents | None = None) -> Fraction:
    """Of a wager on a meter that is seen, by what it shows: it grows evenly from its fixed awards to where it loses nothing.

    ``amount``: what is wagered, where that is not the unit of the edge.
    """
    if edge.progressive is None:
        return edge.house_edge
    of = edge.progressive.of(amount or edge.progressive.unit)
    return 1 - of.given if edge.wager not in meters else (1 - of.fixed) * (1 - meters[edge.wager] / of.even)


# --- wagers on offer


def _anything(rules: RulesSubmission, up: Iterable[Place]) -> Iterator[Offer]:
    """A wager on every spot; and every one that is up taken down."""
    for (kind, on), terms in rules.spots.items():
        yield Offer(WAGER, kind, on, terms.least, terms.most, terms.step, terms.kind.cite)
    for kind, on, _ in up:
        yield Offer(REMOVE, kind, on)


def _named(offer: Offer) -> str:
    """The wager of an offer; that of the bank, which is an answer by itself, has its name."""
    return offer.wager if offer.says == WAGER else "" if offer.wager else offer.says


def _line(game: Game, offer: Offer, edge: Edge, per: str, meters: Mapping[str, Cents]) -> WagerLine:
    found, decided = edge_now(edge, meters), 1 - edge.chance(0)
    return WagerLine(
        edge.wager, offer.on, title(game, edge.wager), found, edge.half_width, found * HUNDRED,
        found * HUNDRED / decided, per, edge.strategy, edge.method, offer.most, edge.note, offer.cite,
    )  # fmt: skip


def title(game: Game, wager: str) -> str:
    return game.wager(wager).title if any(kind.name == wager for kind in game.wagers) else wager


# --- wagers that are decided in this round


def _standing(
    game: Game,
    rules: RulesSubmission,
    known: Edges,
    up: Mapping[Place, Cents],
    lawful: Iterable[Offer],
    meters: Mapping[str, Cents],
) -> Iterator[StandingWager]:
    down = {(offer.wager, offer.on) for offer in lawful if offer.says == REMOVE}
    for (wager, on, hand), amount in up.items():
        for edge in edges_of(known, wager, on)[:1]:
            expected = -(edge_now(edge, meters, amount) + rounding_cost(rules, edge, amount)) * amount
            free = (wager, on) in down
            yield StandingWager((wager, on, hand), title(game, wager), amount, expected, edge.half_width * amount, free)


def _better(standing: Iterable[StandingWager], lines: Iterable[WagerLine]) -> Iterator[Better]:
    """The cheapest wager on offer instead of each one that costs more, of the same amount."""
    cheapest = next(iter(lines), None)
    if cheapest is None:
        return
    for one in standing:
        gain = (one.edge - cheapest.edge) * one.amount
        if one.may_be_taken_down and gain > 0:
            words = (
                f"${dollars(HUNDRED)} on the {cheapest.title} cost {_said(cheapest.cost)} on average, on the {one.title} "
                f"{_said(one.edge * HUNDRED)}."
            )
            yield Better(WAGER, cheapest.wager, cheapest.on, one.amount, gain, words, one.place, cheapest.cite)


def _said(cost: Fraction) -> str:
    """An amount of cents on average, in dollars: of less than nothing, that it is won."""
    amount = f"${dollars(abs(round(cost)))}"
    return f"nothing: they win {amount}" if cost < 0 else amount
