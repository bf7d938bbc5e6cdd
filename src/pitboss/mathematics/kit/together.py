"""How wagers of one round hang together: ``together(rules)`` of ``mathematics/<game>/together.py``, where a game has it.

A spin, a throw or a coup decides every wager on the layout at once. Then what all of them net together follows from one draw. Dice
that decide a wager only after several throws have no such draw: there only wagers on one spot win and lose together. A game without
this part deals each player cards of their own, and nothing is said.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

import msgspec

from pitboss.game import Game
from pitboss.mathematics.kit import parts
from pitboss.money import Cents
from pitboss.submission import RulesSubmission

Spot = tuple[str, str]  # wager, on


class Together(msgspec.Struct, frozen=True):
    """What one draw does to every spot: ``weights`` is how often each draw comes, ``results`` by spot what each does to a wager on
    it, ``net`` what a stake nets by such a result. ``overlapping``: wagers of which several may be undecided at once, made at other
    times, so that their rounds hang together."""

    weights: tuple[int, ...] = ()
    results: Mapping[Spot, tuple[Any, ...]] = {}
    net: Callable[[Spot, Any, Cents], Cents] | None = None
    overlapping: frozenset[str] = frozenset()

    def nets(self, spot: Spot, stake: Cents) -> tuple[Cents, ...]:
        """By draw, what a stake on a spot nets."""
        assert self.net is not None, "there is no draw"
        results = self.results[spot]
        by_result = {result: self.net(spot, result, stake) for result in set(results)}
        return tuple(by_result[result] for result in results)


def one_draw(
    draws: Iterable[tuple[int, Mapping[Spot, Hashable]]], net: Callable[[Spot, Any, Cents], Cents]
) -> Together:
    """From each draw, how often it comes and its result on every spot; draws that do the same everywhere are one."""
    found: dict[tuple[Hashable, ...], int] = {}
    spots: tuple[Spot, ...] = ()
    for weight, results in draws:
        spots = spots or tuple(results)
        result = tuple(results[spot] for spot in spots)
        found[result] = found.get(result, 0) + weight
    columns = zip(*found, strict=True)
    return Together(tuple(found.values()), dict(zip(spots, columns, strict=True)), net)


def together_for(game: Game, rules: RulesSubmission) -> Together | None:
    """What is known of a game; None where each player has cards of their own."""
    found: Any = parts.load(game, "together")
    return None if found is None else found.together(rules)
