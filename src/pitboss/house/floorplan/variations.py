"""What one can begin with at a table of one's own: a game's example, its variations, and each of its paytables.

A variation is data: the choices that differ from the example. Nothing here says what is lawful; the chapter does, when the
choices are submitted.
"""

import tomllib
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.game import Game
from pitboss.paper.alternatives import completed
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission, choices, inner_type, made_choices, submit

EXAMPLE = "example"  # the name of a game's example among its variations
PAYTABLE = "paytable"  # in the name of a choice between paytables


class Variation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to play a game: ``choices`` are those that the example makes otherwise."""

    game: str
    name: str
    title: str
    about: str = ""
    choices: dict[str, Any] = {}

    @property
    def id(self) -> str:
        return f"{self.game}.{self.name}"

    def rules(self) -> RulesSubmission:
        """The complete submission; a refusal where the chapter does not allow it."""
        game = catalogue.game(self.game)
        return submit(game.rules, game.example().chosen | self.choices)


@cache
def variations() -> tuple[Variation, ...]:
    """Every game's example and its variations, in the order of the catalogue."""
    written = tomllib.loads(files(__package__).joinpath("variations.toml").read_text(encoding="utf-8"))
    found = msgspec.convert(written["variation"], tuple[Variation, ...])
    return tuple(
        one
        for game in catalogue.games().values()
        for one in (
            Variation(game.name, EXAMPLE, game.title, game.about),
            *(variation for variation in found if variation.game == game.name),
        )
    )


@cache
def starts(game: str) -> tuple[Variation, ...]:
    """What a table of a game can begin with: the example, the variations, then each paytable that neither has."""
    known = [one for one in variations() if one.game == game]
    used = [one.rules().chosen for one in known]
    return (*known, *_paytables(catalogue.game(game), used))


def _paytables(game: Game, used: list[dict[str, Any]]) -> Iterator[Variation]:
    example = made_choices(game.example().chosen)
    for name, (kind, note, _) in choices(game.rules).items():
        values = inner_type(kind)
        if PAYTABLE not in name or not (isinstance(values, type) and issubclass(values, StrEnum)):
            continue
        offered = dict.fromkeys(note.only_with, True)
        for value in values:
            if any(rules.get(name) == value and all(rules.get(option) for option in offered) for rules in used):
                continue
            rules = _with(game, {**offered, name: value}, name)
            if rules is not None:
                made = {choice: own for choice, own in made_choices(rules.chosen).items() if example.get(choice) != own}
                title = f"{game.title}, {_wager(game, name)} by table {value}"
                yield Variation(game.name, f"{name}-{value}".replace("_", "-"), title, "", made)


def _with(game: Game, wanted: dict[str, Any], name: str) -> RulesSubmission | None:
    """The example with these choices; where it does not go with them, without its other optional wagers."""
    example = made_choices(game.example().chosen)
    optional = {kind.option for kind in game.wagers if kind.option and example.get(kind.option) is True}
    bare = example | dict.fromkeys(optional, False)
    return completed(game, example | wanted, name) or completed(game, bare | wanted, name)


def _wager(game: Game, paytable: str) -> str:
    """What the wager of a paytable is called."""
    option = paytable.removesuffix(f"_{PAYTABLE}")
    title = next((kind.title for kind in game.wagers if option in (kind.option, kind.name)), option.replace("_", " "))
    return title.removesuffix(" Wager")


def variation(id: str) -> Variation:
    """One of them by its id, or a refusal."""
    game, _, name = id.partition(".")
    found = next((one for one in starts(catalogue.game(game).name) if one.name == name), None)
    if found is None:
        raise Refused(Refusal.NOT_FOUND, f"There is no variation {id!r}; the lobby lists those of every game.", "")
    return found
