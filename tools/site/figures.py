"""Edges for the pages of games: worked out while the site is built where that is quick, kept where it is not.

``python -m tools.site.figures`` works out the kept ones anew (two minutes) and writes ``figures.json``. A kept figure
belongs to one Rules Submission, by its hash: where the example of a game has changed, its page says how to ask instead.
"""

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.game import Game
from pitboss.mathematics.kit.edge import Edge, edges_for

FILE = Path(__file__).parent / "figures.json"
# Games whose edges take seconds to minutes of compiling and counting.
KEPT = (
    "pai-gow",
    "blackjack",
    "pai-gow-poker",
    "six-card-fortune-pai-gow-poker",
    "dj-wild-stud-poker",
    "face-up-pai-gow-poker",
)


class Kept(msgspec.Struct, frozen=True):
    """The edges of one game under the submission with this hash."""

    submission: str
    edges: tuple[Edge, ...]


def edges_of(game: Game) -> list[Edge]:
    """The edges of a game under its example; empty where they are neither quick nor kept."""
    if game.name not in KEPT:
        return edges_for(game, game.example())
    found = _kept().get(game.name)
    return list(found.edges) if found is not None and found.submission == game.example().hash(game.name) else []


@cache
def _kept() -> dict[str, Kept]:
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Kept], dec_hook=_read) if FILE.exists() else {}


def _read(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError(f"{kind} is not read")


def _written(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"{type(value)} is not written")


def worked_out(name: str) -> Kept:
    game = catalogue.game(name)
    return Kept(game.example().hash(name), tuple(edges_for(game, game.example())))


def main() -> None:
    lines = [f'"{name}": {msgspec.json.encode(worked_out(name), enc_hook=_written).decode()}' for name in KEPT]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"written: {FILE.name}")


if __name__ == "__main__":
    main()
