"""Edges of the example rules that come with the project, for games whose edges take seconds to minutes to work out.

A house that was just opened shows them at once. Each belongs to one Rules Submission and to the sources that it was worked
out with, by their hashes: where either differs, it is worked out again. ``python -m tools.figures`` writes the file.
"""

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pitboss.game import Game
from pitboss.mathematics.kit import parts
from pitboss.mathematics.kit.cache import imports_digest
from pitboss.mathematics.kit.edge import Edge
from pitboss.submission import HOLDER, RulesSubmission

FILE = Path(__file__).parent.parent / "examples.json"


class Shipped(msgspec.Struct, frozen=True):
    """The edges of one game under the submission with this hash, by these sources."""

    submission: str
    sources: str
    edges: tuple[Edge, ...]


def edges(game: Game, rules: RulesSubmission) -> list[Edge] | None:
    """The edges that came with the project; None where there are none for these rules and sources."""
    found = _shipped().get(game.name)
    if found is None or found.submission != submission_of(game, rules) or found.sources != sources_of(game):
        return None
    return list(found.edges)


def submission_of(game: Game, rules: RulesSubmission) -> str:
    """The hash of the rules, whosoever files them."""
    return msgspec.structs.replace(rules, holder=HOLDER).hash(game.name)


def sources_of(game: Game) -> str:
    """The hash of everything that the game's edges may depend on."""
    return imports_digest(f"{parts.package_of(game)}.edges")


def encoded(games: dict[str, Shipped]) -> bytes:
    lines = [f'"{name}": {msgspec.json.encode(made, enc_hook=_written).decode()}' for name, made in games.items()]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


@cache
def _shipped() -> dict[str, Shipped]:
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Shipped], dec_hook=_read) if FILE.exists() else {}


def _read(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError(f"{kind} is not read")


def _written(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"{type(value)} is not written")
