"""Every compiled kernel against the audited engine: the same cards, dice, tiles or spins, the same cents.

A module of ``tests/mathematics`` names in ``MATCHES``, by game, a function that plays so many rounds both ways and stops
at the first difference. Games are taken from the catalogue, so one that nobody has matched is found out.
"""

import importlib
import pkgutil
import sys
import time
from collections.abc import Callable, Sequence

import tests.mathematics
from pitboss import catalogue
from pitboss.game import Game

ROUNDS = 100_000
SEED = 2026
Match = Callable[[Game, int, int], int]


def matches() -> dict[str, Match]:
    found: dict[str, Match] = {}
    for module in pkgutil.iter_modules(tests.mathematics.__path__):
        found |= getattr(importlib.import_module(f"tests.mathematics.{module.name}"), "MATCHES", {})
    return found


def campaign(rounds: int = ROUNDS, names: Sequence[str] = ()) -> None:
    """So many rounds of each game, or of those named; a game without a match ends it."""
    known, games = matches(), catalogue.games()
    unmatched = [name for name in names or games if name not in known]
    assert not unmatched, f"no kernel is matched with the engine: {', '.join(unmatched)}"
    for name in names or games:
        begun = time.process_time()
        played = known[name](games[name], rounds, SEED)
        assert played >= rounds
        seconds = time.process_time() - begun
        print(f"  {name}: {played:,} rounds, kernel and engine equal to the cent ({seconds:.0f} s)", flush=True)


def main() -> None:
    campaign()


if __name__ == "__main__":
    campaign(names=sys.argv[1:])
