"""How much of an edge is left to whoever counts the cards of a shoe: a study of a filing, not advice at a table.

The effect of each card's removal on each wager is exact: it is what a certificate states with that card burned. From it follow
the best linear count and how well whole-number tags do as much (betting correlation). How often a wager is in the player's favor
at a depth, and by how much, takes the edge of what is left to be linear in the cards and normal: Griffin's approximation.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import erfc, exp, pi, sqrt
from typing import Any

import msgspec

from pitboss.game import Game
from pitboss.mathematics.certificates.making import certificate
from pitboss.mathematics.kit import parts
from pitboss.mathematics.kit.edge import Edge
from pitboss.mathematics.kit.every_edge import edges_kept
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission
from pitboss.tabular import Tabular

LEVELS = (1, 2, 3)  # of whole-number tags
GOOD = 0.95  # a correlation for which no higher level is tried
STEPS = 64  # depths over which rounds are averaged
CUTS = (Fraction(1, 2), Fraction(1, 4), Fraction(15, 100))  # of the shoe that is not dealt
BINS = 10  # of a shoe, in which rounds are counted by how deep they began
SHOES = 1 << 18


class CardEffect(msgspec.Struct, frozen=True):
    """A card of the shoe: how many there are, what its removal adds to the player's expectation, and its tag in the count."""

    card: str
    count: int
    effect: Fraction
    tag: int


class CutGain(msgspec.Struct, frozen=True):
    """What a count wins where so much of the shoe is not dealt: how often the wager is made, and won for 100 rounds, in units."""

    cut: Fraction
    often: float
    per_100: float


class WagerDepth(msgspec.Struct, frozen=True):
    """One wager."""

    wager: str
    on: str
    strategy: str
    house_edge: Fraction
    cards: tuple[CardEffect, ...]
    correlation: float  # of the tags with the effects
    gains: tuple[CutGain, ...]
    conditional: bool = False  # of the moments only at which the wager may be made


class DealtDepth(msgspec.Struct, frozen=True):
    """Rounds dealt to the cover card: of each wager what the house kept, by how deep a round began and in all.

    ``nets`` and ``squares`` are by wager and tenth of the shoe, in ``unit`` parts of a wager.
    """

    wagers: tuple[str, ...]
    unit: int
    cut: int  # cards beneath the cover card
    cards: int
    rounds: tuple[int, ...]
    nets: tuple[tuple[int, ...], ...]
    squares: tuple[tuple[int, ...], ...]

    def edge(self, wager: int, part: int | None = None) -> tuple[float, float]:
        """What the house kept, and its standard error; of a tenth of the shoe, or of all."""
        of = range(BINS) if part is None else (part,)
        rounds = sum(self.rounds[one] for one in of)
        net, square = (sum(table[wager][one] for one in of) for table in (self.nets, self.squares))
        mean = net / rounds / self.unit
        return -mean, sqrt(max(square / rounds / self.unit**2 - mean**2, 0.0) / rounds)


class DepthStudy(msgspec.Struct, Tabular, frozen=True):
    """A filing: every wager whose cards can be counted, and rounds dealt to the cover card where a game has such a kernel."""

    game: str
    cards: int
    continuous: bool  # cards come back into a shuffler: there is no depth
    wagers: tuple[WagerDepth, ...]
    dealt: DealtDepth | None = None

    def rows(self) -> list[dict[str, Any]]:
        """A row for each wager and cut, the most that is won first."""
        found = [
            {
                "wager": each.wager,
                "on": each.on,
                "strategy": each.strategy,
                "house_edge": each.house_edge,
                "correlation": each.correlation,
                "cut": gain.cut,
                "often": gain.often,
                "per_100": gain.per_100,
            }
            for each in self.wagers
            for gain in each.gains
        ]
        return sorted(found, key=lambda row: -row["per_100"])


def studied(
    game: Game,
    rules: RulesSubmission,
    *,
    cuts: Sequence[Fraction] = CUTS,
    shoes: int = SHOES,
    seed: int | None = None,
) -> DepthStudy:
    """Refused where cards do not stay in a shoe from one round to the next."""
    if getattr(game.open(rules), "shoe", None) is None:
        words = f"{game.title} is not dealt from a shoe that lasts several rounds: there is nothing to count."
        raise Refused(Refusal.NOT_OFFERED, words, "")
    if not all(0 < cut < 1 for cut in cuts):
        raise Refused(
            Refusal.MALFORMED, "The part of the shoe that is not dealt is more than none and less than all.", ""
        )
    continuous = bool(getattr(rules, "continuous_shuffler", False) or getattr(rules, "shuffler", "") == "continuous")
    wagers = tuple(_wagers(game, rules, () if continuous else cuts))
    cards = max((sum(each.count for each in one.cards) for one in wagers), default=0)
    kernel: Any = None if continuous else parts.load(game, "depth_kernel")
    dealt = None
    if kernel is not None and kernel.plays(rules) and shoes:
        from pitboss.mathematics.kit.kernel import SEED  # only here: a house may lack what kernels need

        dealt = kernel.dealt(rules, int(cards * min(cuts)), shoes, SEED if seed is None else seed)
    return DepthStudy(game.name, cards, continuous, wagers, dealt)


def _wagers(game: Game, rules: RulesSubmission, cuts: Sequence[Fraction]) -> Iterator[WagerDepth]:
    for edge in edges_kept(game, rules):
        effects = list(effects_of(game, rules, edge))
        if effects:
            yield wager_depth(edge, effects, cuts)


def effects_of(game: Game, rules: RulesSubmission, edge: Edge) -> Iterator[tuple[str, int, Fraction]]:
    """Each card of the shoe, how many there are, and what its removal adds to the player's expectation: by the certificate."""
    for one in certificate(game, rules, edge)["identities"]:
        if one["kind"] == "burned":
            nets = [Fraction(outcome.net) for outcome in edge.outcomes]
            for (card, count), row in zip(one["shoe"], one["without"], strict=True):
                worth = sum((net * ways for net, ways in zip(nets, row, strict=True)), Fraction(0)) / sum(row)
                yield card, count, worth - edge.mean
        elif one["kind"] == "burned edge":
            for (card, count), without in zip(one["shoe"], one["edges"], strict=True):
                yield card, count, edge.house_edge - Fraction(without)


def wager_depth(edge: Edge, effects: Sequence[tuple[str, int, Fraction]], cuts: Sequence[Fraction]) -> WagerDepth:
    """The count of a wager, and what it wins at each cut."""
    counts, sizes = [count for _, count, _ in effects], [float(effect) for _, _, effect in effects]
    tags, correlation = best_tags(counts, sizes)
    cards = sum(counts)
    spread = sqrt(_product(counts, sizes, sizes))
    gains = tuple(_gain(-float(edge.house_edge), correlation * spread, cards, cut) for cut in cuts)
    listed = (CardEffect(*each, tag) for each, tag in zip(effects, tags, strict=True))
    return WagerDepth(
        edge.wager, edge.on, edge.strategy, edge.house_edge, tuple(listed), correlation, gains, edge.conditional
    )


def _product(counts: Sequence[int], one: Sequence[float], other: Sequence[float]) -> float:
    """The covariance of two numbers that each card has."""
    cards = sum(counts)
    means = [sum(n * each for n, each in zip(counts, of, strict=True)) / cards for of in (one, other)]
    return sum(n * (a - means[0]) * (b - means[1]) for n, a, b in zip(counts, one, other, strict=True)) / cards


def best_tags(counts: Sequence[int], effects: Sequence[float]) -> tuple[list[int], float]:
    """Whole numbers for the cards and their correlation with the effects: of the lowest level that is good, else the best."""
    most = max(map(abs, effects))
    if not most:
        return [0] * len(effects), 0.0
    best: tuple[list[int], float] = ([0] * len(effects), 0.0)
    for level in LEVELS:
        for step in range(1, 200):
            scale = most * step / 100 / level
            tags = [max(-level, min(level, round(effect / scale))) for effect in effects]
            found = correlation_of(counts, effects, tags)
            if found > best[1] + 1e-9:
                best = tags, found
        if best[1] >= GOOD:
            break
    return best


def correlation_of(counts: Sequence[int], effects: Sequence[float], tags: Sequence[int]) -> float:
    """The betting correlation of a count."""
    wide = _product(counts, tags, tags) * _product(counts, effects, effects)
    return _product(counts, effects, tags) / sqrt(wide) if wide > 0 else 0.0


def deviation_at(spread: float, cards: int, left: float) -> float:
    """Of the expectation where so many cards are left: each card has the expectation that its removal takes away, and the shoe
    has their mean."""
    return spread * sqrt((cards - 1) * (cards - left) / left)


def _gain(worth: float, spread: float, cards: int, cut: Fraction) -> CutGain:
    """Over rounds that begin anywhere above the cover card; a unit is wagered wherever the expectation is above nothing."""
    dealt = 1 - float(cut)
    depths = [(step + 0.5) / STEPS * dealt for step in range(STEPS)]
    found = [_favored(worth, deviation_at(spread, cards, cards * (1 - depth))) for depth in depths]
    return CutGain(cut, sum(often for often, _ in found) / STEPS, 100 * sum(won for _, won in found) / STEPS)


def _favored(worth: float, deviation: float) -> tuple[float, float]:
    """How often a normal expectation is above nothing, and what it is then worth, times how often."""
    if deviation <= 0:
        return float(worth > 0), max(worth, 0.0)
    z = worth / deviation
    often = erfc(-z / sqrt(2)) / 2
    return often, deviation * exp(-z * z / 2) / sqrt(2 * pi) + worth * often
