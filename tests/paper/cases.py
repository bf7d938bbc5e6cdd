"""Every game under every submission that prints differently: its example, its paytables, and each choice changed."""

import os
from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.game import Game
from pitboss.mathematics.kit.edge import variants
from pitboss.money import Money
from pitboss.procedure import Refused
from pitboss.submission import Choice, RulesSubmission, choices, submit
from pitboss.submission import inner_type as inner

FEW = 6  # drawings of one game in the suite; set PITBOSS_ALL_DRAWINGS to look at every one


@cache
def cases() -> list[tuple[Game, RulesSubmission]]:
    """Submissions that print differently: of each game its example and some others, spread over all there are."""
    found: list[tuple[Game, RulesSubmission]] = []
    whole = bool(os.environ.get("PITBOSS_ALL_DRAWINGS"))
    for game in catalogue.games().values():
        filed = [game.example(), *variants(game)]
        filed = [*filed, *changed(game)] if whole else filed[:: -(-len(filed) // FEW)]
        every: dict[bytes, tuple[Game, RulesSubmission]] = {}
        for rules in filed:
            printed = (game.felt(rules), game.signs(rules), game.checklists(rules))
            every.setdefault(msgspec.json.encode(printed), (game, rules))
        found += every.values()
    return found


def changed(game: Game) -> Iterator[RulesSubmission]:
    """The example and each of the paytables' submissions with one choice, or one and all side wagers, changed."""
    example = {name: value for name, value in game.example().chosen.items() if value is not None}
    every = example | {name: True for name, (kind, _, _) in choices(game.rules).items() if inner(kind) is bool}
    for base in (example, every):
        for name, (kind, note, _) in choices(game.rules).items():
            for value in others(kind, note):
                try:
                    yield submit(game.rules, {**base, name: value})
                except Refused:
                    continue  # lawful only together with another choice


def others(kind: Any, note: Choice) -> list[Any]:
    kind = inner(kind)
    if kind is bool:
        return [True, False]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return list(kind)
    if kind is Money:
        return ["25.00", "1000.00", "1000000.00"]
    if kind is int:
        return [bound for bound in (note.least, note.most) if bound is not None]
    return [note.most] if kind is Fraction and note.most is not None else []


def name(case: object) -> str:
    """A short name for a test's parameter."""
    return case.name if isinstance(case, Game) else ""


def examples() -> list[tuple[Game, RulesSubmission]]:
    return [(game, game.example()) for game in catalogue.games().values()]
