"""Submissions that differ in some choices, and the figures of their wagers: what every study of filings is made of."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.game import Game
from pitboss.mathematics.kit.edge import Edge, root
from pitboss.mathematics.kit.every_edge import edges_kept
from pitboss.money import Cents
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission, choices, inner_type, offered, submit

STAKE: Cents = 10_00
PACE = 60  # rounds an hour, where no other pace is stated
MOST_VALUES = 64  # of one choice in a sweep
NOT_SWEPT = ("holder", "minimum", "maximum", "limits", "unit", "breakage")  # of every game; edges are before rounding
Spot = tuple[str, str, str]  # a wager, where it is, and how it is played
Progress = Callable[[int, int], Any]


class WagerFigures(msgspec.Struct, frozen=True):
    """What a wager gives the house under one submission. ``win_per_hour`` is in cents, for one wager in every round."""

    house_edge: Fraction
    deviation: float
    hit_rate: Fraction
    win_per_hour: Fraction
    half_width: Fraction = Fraction(0)


def figures_of(game: Game, rules: RulesSubmission, stake: Cents = STAKE, pace: int = PACE) -> dict[Spot, WagerFigures]:
    """Every wager that is offered, with its figures."""
    return {spot_of(edge): _figures(edge, stake, pace) for edge in edges_kept(game, rules)}


def spot_of(edge: Edge) -> Spot:
    return edge.wager, edge.on, edge.strategy


def _figures(edge: Edge, stake: Cents, pace: int) -> WagerFigures:
    win = edge.house_edge * stake * pace
    return WagerFigures(edge.house_edge, float(root(edge.variance)), edge.chance(1), win, edge.half_width)


def check_terms(stake: Cents, pace: int) -> None:
    """Refuse a stake or a pace that is none."""
    if not (type(stake) is int and stake > 0 and type(pace) is int and 0 < pace <= 3600):
        words = "A study takes a stake above nothing and a pace of 1 to 3600 rounds an hour."
        raise Refused(Refusal.MALFORMED, words, "")


# --- submissions that differ


def changed(game: Game, rules: RulesSubmission, values: Mapping[str, Any]) -> RulesSubmission:
    """The same submission with other values of some choices; what is unlawful is refused with its provision."""
    return submit(game.rules, {**rules.every_choice, **values})


def differing(game: Game, one: RulesSubmission, other: RulesSubmission) -> list[str]:
    """The choices in which two submissions differ, in the order of the form; whose they are is left out."""
    before, after = one.every_choice, other.every_choice
    return [name for name in choices(game.rules) if name != "holder" and before.get(name) != after.get(name)]


def values_of(game: Game, choice: str) -> tuple[Any, ...]:
    """Everything that a choice may be, where that can be listed; else refused with what it takes."""
    known = choices(game.rules)
    if choice not in known:
        words = f"{choice!r} is not a choice of {game.title}; {offered(choice, known, 'the choices are')}."
        raise Refused(Refusal.UNKNOWN_CHOICE, words, game.closed)
    kind, note, _ = known[choice]
    found = tuple(_listed(inner_type(kind), note.least, note.most))
    if not found:
        words = f"The values of {choice} cannot be listed; name those that are wanted. It is about this: {note.about}"
        raise Refused(Refusal.MALFORMED, words, note.cite)
    return found


def _listed(kind: Any, least: int | None, most: int | None) -> Iterable[Any]:
    if kind is bool:
        return (False, True)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(str(value) for value in kind)
    if kind is int and least is not None and most is not None and most - least < MOST_VALUES:
        return range(least, most + 1)
    return ()


def listable(game: Game) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Every choice that can be swept through, with its values."""
    for name in choices(game.rules):
        if name not in NOT_SWEPT:
            try:
                yield name, values_of(game, name)
            except Refused:
                continue
