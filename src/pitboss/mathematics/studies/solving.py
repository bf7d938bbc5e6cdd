"""The fewest lawful changes of choices that bring the edge of a wager into a range."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import msgspec

from pitboss.game import Game
from pitboss.mathematics.kit.every_edge import edges_kept
from pitboss.mathematics.studies.filings import Progress, changed, listable
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission, choices
from pitboss.tabular import Tabular

MOST_CHANGES, MOST_TRIED = 3, 4_000
Made = tuple[tuple[str, Any], ...]  # choices with their new values
Found = tuple[Fraction, str, str]  # an edge, where the wager is, and how it is played


class Solution(msgspec.Struct, frozen=True):
    """Changes that reach the range, and the edge that they reach."""

    changes: tuple[tuple[str, Any], ...]
    cites: tuple[str, ...]
    house_edge: Fraction
    on: str = ""
    strategy: str = "none"


class Solutions(msgspec.Struct, Tabular, frozen=True):
    """All solutions with the fewest changes, the edge nearest to the middle of the range first."""

    game: str
    wager: str
    least: Fraction
    most: Fraction
    edge: Fraction  # as filed
    tried: int
    solutions: tuple[Solution, ...]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each solution."""
        return [
            {
                "changes": ", ".join(f"{name} = {value}" for name, value in each.changes),
                "house_edge": each.house_edge,
                "on": each.on,
                "strategy": each.strategy,
                "provisions": ", ".join(each.cites),
            }
            for each in self.solutions
        ]


def solved(
    game: Game,
    rules: RulesSubmission,
    wager: str,
    least: Fraction,
    most: Fraction,
    *,
    on: str = "",
    changes: int = 2,
    progress: Progress | None = None,
) -> Solutions:
    """Nothing is changed where the edge lies in the range already. Refused where up to ``changes`` changes do not reach it."""
    if not (least <= most and type(changes) is int and 0 < changes <= MOST_CHANGES):
        words = f"A range goes from the lower edge to the higher, with 1 to {MOST_CHANGES} changes."
        raise Refused(Refusal.MALFORMED, words, game.closed)
    filed = _edge(game, rules, wager, on)
    if filed is None:
        names = ", ".join(dict.fromkeys(edge.wager for edge in edges_kept(game, rules)))
        raise Refused(
            Refusal.UNKNOWN_WAGER, f"No edge is worked out for {wager!r} here; there are: {names}.", game.closed
        )
    if least <= filed[0] <= most:
        return Solutions(game.name, wager, least, most, filed[0], 0, (Solution((), (), *filed),))
    search = _Search(game, rules, wager, on, progress)
    candidates = dict(listable(game))
    for many in range(1, changes + 1):
        found = [
            Solution(made, tuple(choices(game.rules)[name][1].cite for name, _ in made), *at)
            for made, at in search.all_of(candidates, many)
            if least <= at[0] <= most
        ]
        if found:
            found.sort(key=lambda one: abs(2 * one.house_edge - least - most))
            return Solutions(game.name, wager, least, most, filed[0], search.tried, tuple(found))
        # a choice that changes nothing by itself, and is lawful by itself, changes nothing beside others
        candidates = {name: values for name, values in candidates.items() if name in search.matter}
    nearest = min((filed[0], *search.reached), key=lambda edge: max(least - edge, edge - most))
    raise Refused(
        Refusal.CANNOT_HAPPEN,
        f"No {changes} lawful changes bring {wager} into this range; the nearest edge is {float(100 * nearest):.4f} %.",
        game.closed,
    )


class _Search:
    """Submissions that were tried, and what came of them."""

    def __init__(self, game: Game, rules: RulesSubmission, wager: str, on: str, progress: Progress | None) -> None:
        self._game, self._rules, self._wager, self._on, self._progress = game, rules, wager, on, progress
        self._filed, self._every = _edge(game, rules, wager, on), rules.every_choice
        self.tried = 0
        self.matter = set[str]()  # choices that change the edge, or that are lawful beside others only
        self.reached = set[Fraction]()

    def all_of(self, candidates: Mapping[str, tuple[Any, ...]], many: int) -> Iterator[tuple[Made, Found]]:
        """Every lawful change of so many choices, with the edge that it leads to."""
        for names in combinations(candidates, many):
            for values in product(*(candidates[name] for name in names)):
                made = tuple(zip(names, values, strict=True))
                if all(self._every.get(name) != value for name, value in made):
                    at = self._at(made)
                    if at is not None:
                        yield made, at

    def _at(self, made: Made) -> Found | None:
        self.tried += 1
        if self.tried > MOST_TRIED:
            words = f"More than {MOST_TRIED} submissions would have to be tried; allow fewer changes."
            raise Refused(Refusal.MALFORMED, words, self._game.closed)
        if self._progress is not None:
            self._progress(self.tried, MOST_TRIED)
        try:
            at = _edge(self._game, changed(self._game, self._rules, dict(made)), self._wager, self._on)
        except Refused:
            at = None
        if at != self._filed:
            self.matter.update(name for name, _ in made)
        if at is not None:
            self.reached.add(at[0])
        return at


def _edge(game: Game, rules: RulesSubmission, wager: str, on: str) -> Found | None:
    """The edge of the best play of a wager, with where it is and how it is played."""
    mine = [edge for edge in edges_kept(game, rules) if edge.wager == wager and on in ("", edge.on)]
    return min(((edge.house_edge, edge.on, edge.strategy) for edge in mine), default=None)


def read_range(text: str) -> Iterator[Fraction]:
    """``2.5..3``, in percent."""
    parts = text.split("..")
    try:
        ends = [Fraction(part.strip().removesuffix("%").strip()) / 100 for part in parts]
    except (ValueError, ZeroDivisionError):
        ends = []
    if len(ends) not in (1, 2) or len(text) > 60:
        raise Refused(Refusal.MALFORMED, f"Expected a range in percent such as 2.5..3, not {text!r}.", "")
    yield ends[0]
    yield ends[-1]
