"""Thousands of rounds of every game that hides cards, each again with unseen cards exchanged, before every viewer; and thousands
in a whole house, of which everything that leaves it is searched.

Whoever has not seen a card hears the same whatever it is (``campaign``), and nothing that a player, a role or a stranger can ask
for, no file and no log names it (``channels``). What is told otherwise is printed, and ends the campaign badly.

A part of it, as so many rounds from some seed on: ``python -m soak.secrecy campaign|channels [ROUNDS [FIRST [GAME …]]]``; where
games are named, what they have in so many rounds of all.
"""

import gc
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from pitboss import catalogue
from tests.secrecy.leaks import PLANTED
from tests.secrecy.scan import scan
from tests.secrecy.searching import NAME, Leak
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
COLLECTED = 10  # sittings
EACH = 3  # kept of each game, to be printed


def campaign(rounds: int = ROUNDS, first: int = FIRST, games: Sequence[str] = ()) -> list[str]:
    """So many rounds in all, dealt out evenly among the games that hide cards; what was told otherwise."""
    found, total, begun = list[str](), Counter[str](), time.process_time()
    for game in map(catalogue.game, games or catalogue.games()):
        count, leaks = Count(), list[Difference]()
        for seed in _seeds(first, _sittings(game.name, rounds, A_SITTING)):
            leaks += trial(game, seed, count)
        this = Counter(rounds=count.sittings * A_SITTING, twins=count.twins, messages=count.messages)
        total += this
        print(f"  {game.name}: {_told(this)}, {len(leaks)} leaks, {time.process_time() - begun:,.0f} CPU s", flush=True)
        for leak in leaks[:EACH]:
            print(leak, flush=True)
        found += map(str, leaks)
    print(f"  exchanged: {_told(total)}, {len(found)} leaks, {time.process_time() - begun:,.0f} CPU s", flush=True)
    return found


def channels(rounds: int = ROUNDS, first: int = FIRST, games: Sequence[str] = (), share: float = SHARE) -> list[str]:
    """So many rounds in houses that are searched; what was found. All addresses and readers come up, some of them at each look."""
    found, total, begun = list[str](), Counter[str](), time.process_time()
    for game in map(catalogue.game, games or catalogue.games()):
        this, each = Counter[str](), min(A_HOUSE, rounds)
        for seed in _seeds(first, _sittings(game.name, rounds, each)):
            try:
                sitting = scan(game, seed, rounds=each, share=share)
            except Leak as leak:
                found.append(f"{game.name}, seed {seed}: {leak}")
                print(f"  {found[-1]}", flush=True)
                continue
            this["rounds"] += sitting.table(NAME).state.felt.number
            this["with something hidden"] += sum(what.startswith("round") for what in sitting.asked)
            this.update({what: times for what, times in sitting.asked.items() if not what.startswith("round")})
        total += this
        print(f"  {game.name}: {_told(this)}, {time.process_time() - begun:,.0f} CPU s", flush=True)
    print(f"  searched: {_told(total)}, {len(found)} leaks, {time.process_time() - begun:,.0f} CPU s", flush=True)
    return found


def _told(counted: Counter[str]) -> str:
    return ", ".join(f"{times:,} {what}" for what, times in counted.items())


def _seeds(first: int, many: int) -> Iterator[int]:
    """So many in a row. What is imported stays, and most of the rest is gone by itself: what is left is collected now and then, and
    not a hundred times in a sitting, which takes a tenth of its time."""
    gc.freeze()
    gc.disable()
    for n in range(many):
        yield first + n
        if n % COLLECTED == 0:
            gc.collect()
    gc.enable()


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


def part(which: str = "", rounds: str = str(ROUNDS), first: str = str(FIRST), *games: str) -> None:
    """One of the two, from the command line."""
    parts: dict[str, Callable[..., list[str]]] = {"campaign": campaign, "channels": channels}
    if which not in parts or not rounds.isdigit() or not first.isdigit():
        sys.exit("Expected campaign or channels; then how many rounds, the first seed, and games.")
    if parts[which](int(rounds), int(first), games):
        sys.exit("cards that lie face down are told")


if __name__ == "__main__":
    part(*sys.argv[1:])
