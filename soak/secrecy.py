"""Thousands of rounds of every game that hides cards, each again with unseen cards exchanged, before every viewer.

Whoever has not seen a card hears the same whatever it is. What is told otherwise is printed, and ends the campaign badly.
"""

import sys
import time

from pitboss import catalogue
from tests.secrecy.sitting import ROUNDS as A_SITTING
from tests.secrecy.twin import Count, Difference, trial

ROUNDS, FIRST = 10_000, 100_000  # the suite has the lower seeds
EACH = 3  # kept of each game, to be printed


def campaign(rounds: int = ROUNDS, first: int = FIRST) -> list[Difference]:
    """So many rounds in all, dealt out evenly among the games; what was told otherwise."""
    games, found, begun = list(catalogue.games().values()), list[Difference](), time.monotonic()
    for game in games:
        count, leaks = Count(), list[Difference]()
        for seed in range(first, first + max(1, rounds // len(games) // A_SITTING)):
            leaks += trial(game, seed, count)
        print(
            f"{game.name}: {count.sittings * A_SITTING:,} rounds, {count.twins:,} twins, "
            f"{count.messages:,} messages compared, {len(leaks)} leaks, {time.monotonic() - begun:,.0f} s",
            flush=True,
        )
        for leak in leaks[:EACH]:
            print(leak, flush=True)
        found += leaks
    return found


def main() -> None:
    if campaign():
        sys.exit("cards that lie face down are told")
