"""Thousands of rounds of every game that hides cards, each again with unseen cards exchanged, before every viewer; and thousands
in a whole house, of which everything that leaves it is searched.

Whoever has not seen a card hears the same whatever it is (``campaign``), and nothing that a player, a role or a stranger can ask for,
no file and no log names it (``channels``). What is told otherwise is printed, and ends the campaign badly.
"""

import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from pitboss import catalogue
from tests.secrecy.leaks import PLANTED
from tests.secrecy.scan import scan
from tests.secrecy.searching import Leak
from tests.secrecy.sitting import ROUNDS as A_SITTING
from tests.secrecy.twin import Count, Difference, trial

ROUNDS, FIRST = 10_000, 100_000  # the suite has the lower seeds
A_HOUSE = 20  # rounds that are searched in one house: to open one takes as long as three of them
SHOWS_ALL = (
    "roulette",
    "big-six-wheel",
    "craps",
    "mini-craps",
    "sic-bo",
)  # nothing is ever hidden: a few rounds of each
SHARE = 0.05  # of all that could be asked, at each look into a house
CONTROL = "go-fore-it"  # where leaks are planted
EACH = 3  # kept of each game, to be printed


def campaign(rounds: int = ROUNDS, first: int = FIRST) -> list[Difference]:
    """So many rounds in all, dealt out evenly among the games that hide cards; what was told otherwise."""
    found, begun = list[Difference](), time.monotonic()
    for game in catalogue.games().values():
        count, leaks = Count(), list[Difference]()
        for seed in range(first, first + _sittings(game.name, rounds, A_SITTING)):
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


def channels(rounds: int = ROUNDS, first: int = FIRST, share: float = SHARE) -> list[str]:
    """So many rounds in houses that are searched; what was found. All addresses and readers come up, some of them at each look."""
    found = list[str]()
    for game in catalogue.games().values():
        asked, begun, each, hidden = Counter[str](), time.monotonic(), min(A_HOUSE, rounds), 0
        for seed in range(first, first + _sittings(game.name, rounds, each)):
            try:
                looked_for = scan(game, seed, rounds=each, share=share).asked
                hidden += sum(1 for what in looked_for if what.startswith("round"))
                asked.update(looked_for)
            except Leak as leak:
                found.append(f"{game.name}, seed {seed}: {leak}")
                print(f"  {found[-1]}", flush=True)
        looked = {channel: count for channel, count in asked.items() if not channel.startswith("round")}
        told = f"{game.name}: {hidden:,} rounds with something hidden, searched {looked}"
        print(f"{told}, {time.monotonic() - begun:,.0f} s", flush=True)
    return found


def _sittings(game: str, rounds: int, each: int) -> int:
    """How many sittings of so many rounds a game gets."""
    hide = len(catalogue.games()) - len(SHOWS_ALL)
    return 1 if game in SHOWS_ALL else max(1, -(-rounds // hide // each))


def planted() -> None:
    """Control: a leak in each channel is found."""
    for name, (plant, channel) in PLANTED.items():
        try:
            scan(catalogue.game(CONTROL), 1, rounds=1, planted=plant())
        except Leak as leak:
            if str(leak).startswith(channel):
                continue
        sys.exit(f"a leak in {name} was not found")


def main() -> None:
    planted()
    with ProcessPoolExecutor(2, get_context("spawn")) as beside:  # each is one process all the time
        told, left = beside.submit(campaign), beside.submit(channels)
    if told.result() or left.result():
        sys.exit("cards that lie face down are told")
