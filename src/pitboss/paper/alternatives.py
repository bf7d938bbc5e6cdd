"""Other lawful submissions of a game: what they print and these rules do not, does not apply here."""

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any

from pitboss.game import Game
from pitboss.money import Money, cents, dollars
from pitboss.procedure import Refused
from pitboss.submission import Choice, RulesSubmission, choices, inner_type, made_choices, submit

AMOUNTS, PERCENT = ("25.00", "1000.00", "1000000.00"), "20"


def alternatives(game: Game) -> Iterator[RulesSubmission]:
    """The example, and the one with everything offered, each with one choice changed."""
    for base in (made_choices(game.example().chosen), made_choices(rich(game).chosen)):
        for name, (kind, note, _) in choices(game.rules).items():
            for value in other_values(kind, note):
                found = completed(game, {**base, name: value}, name)
                if found is not None:
                    yield found


@cache
def rich(game: Game) -> RulesSubmission:
    """The example with every option elected that goes together with those before it."""
    made = game.example()
    for name, (kind, _, _) in choices(game.rules).items():
        if inner_type(kind) is bool and not made.every_choice[name]:
            made = completed(game, {**made_choices(made.chosen), name: True}, name) or made
    return made


def other_values(kind: Any, note: Choice) -> list[Any]:
    """Values of a choice that are likely to print differently."""
    kind = inner_type(kind)
    if kind is bool:
        return [True, False]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return list(kind)
    if kind is Money:
        least = [dollars(note.least)] if note.least and note.least > cents(AMOUNTS[0]) else []
        return [*least, *AMOUNTS]
    if kind is int:
        return [bound for bound in (note.least, note.most) if bound is not None]
    return [PERCENT if note.most is None else note.most] if kind is Fraction else []


def completed(game: Game, chosen: dict[str, Any], changed: str, tries: int = 3) -> RulesSubmission | None:
    """The submission; where it is refused, with other values of the other choices that the refusal speaks of."""
    try:
        return submit(game.rules, chosen)
    except Refused as refused:
        spoken_of = [name for name in choices(game.rules) if name in refused.sentence and name != changed]
    if not tries:
        return None
    if lacking := _lacking(game, chosen):
        return completed(game, {**lacking, **chosen}, changed, tries - 1)
    for name in spoken_of:
        kind, note, _ = choices(game.rules)[name]
        for value in other_values(kind, note):
            if value != chosen.get(name):
                found = completed(game, {**chosen, name: value}, changed, max(tries - 2, 0))
                if found is not None:
                    return found
    return None


def _lacking(game: Game, chosen: dict[str, Any]) -> dict[str, Any]:
    """Choices that are not made and belong to an option that is elected, with the first of their values."""
    return {
        name: values[0]
        for name, (kind, note, _) in choices(game.rules).items()
        if name not in chosen and any(chosen.get(option) not in (None, False, "none") for option in note.only_with)
        and (values := other_values(kind, note))
    }  # fmt: skip
