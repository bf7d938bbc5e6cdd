"""A database with a long past: ``python -m bench.long_past FILE [ROUNDS]`` plays that many rounds at tables of eight games.

Every round is played by the house's own dealer at tables of its own, with three players, the first wagers of the game and
random lawful answers, and written in large commits: there are no sockets, no commands and nobody to show anything to. What is
in the file is what a house would have written, seeds, snapshots and all, so that ``pitboss verify --database FILE --replay``
plays it again. It takes a millisecond or two a round.
"""

import asyncio
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from pitboss import catalogue
from pitboss.drivers.taking_part import amount_on, base_wagers
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.host.dealer import automatic
from pitboss.house.host.host import Host
from pitboss.house.house import House
from pitboss.house.storage.store import Store
from pitboss.house.table.entries import Settings
from pitboss.house.table.table import Table
from pitboss.procedure import Answer, Window
from pitboss.testkit.random_play import elect
from pitboss.wagers import WAGER, Terms, close_betting
from tests.house.desk import HandClock
from tests.house.sending import seat_wish, take_seat

GAMES = (
    "roulette",
    "craps",
    "sic-bo",
    "minibaccarat",
    "blackjack",
    "casino-war",
    "pai-gow-poker",
    "go-fore-it",
)
PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=10**9)
PLAYERS, TOGETHER, PAUSE, SEED = 3, 200, 30.0, 43  # seats, rounds to a commit, seconds between rounds


async def fill(database: Path, rounds: int, games: Sequence[str] = GAMES) -> None:
    """Play so many rounds in all, as many of each game."""
    plans = [Plan(game, game, catalogue.game(game).title, PRACTICE) for game in games]
    source, clock = random.Random(SEED), HandClock()
    house = House(Store(database), Opening(plans), clock=clock, entropy=source.randbytes)
    await house.open()
    for game in games:
        host = house.hosts[game]
        for player in range(PLAYERS):
            await take_seat(host, seat_wish(f"{game}-player-{player:08d}"))
        await host.stop()  # from here on the table is played from this very loop
        await _play(host, clock, rounds // len(games), source)
    await house.record.make_head()
    await house.close()


async def _play(host: Host, clock: HandClock, rounds: int, source: random.Random) -> None:
    table = host.require_table()
    spots: dict[str, list[Terms]] = {}
    for terms in base_wagers(table.game, table.rules):
        spots.setdefault(terms.kind.name, []).append(terms)
    for played in range(1, rounds + 1):
        clock.pass_by(PAUSE)
        _one_round(host, table, list(spots.values()), source)
        if played % TOGETHER == 0 or played == rounds:
            writes, _, _ = host._to_write()
            await host.house.store.commit(writes)


def _one_round(host: Host, table: Table, kinds: Sequence[Sequence[Terms]], source: random.Random) -> None:
    """Each player makes one wager of each kind that is needed, on a spot of its own, unless one is up."""
    dealer = host.dealer
    dealer.set_time(table)
    if table.round is None:
        dealer.open_next()
    begun = table.state.felt.number
    while table.round is not None and table.state.felt.number == begun:
        if isinstance(table.round.pending, Window):
            for seat in table.state.seats.players:
                up = {wager for owner, wager, *_ in table.state.felt.up if owner == seat}
                for terms in map(source.choice, kinds):
                    if terms.kind.name not in up:
                        amount = amount_on(terms, table.rules)
                        table.answer(Answer(seat, WAGER, terms.kind.name, terms.on, amount), _key(source))
            table.house(automatic(close_betting()))
        else:
            table.answer(elect(table.round.elections()[0], source.randrange), _key(source))
        dealer.advance()


def _key(source: random.Random) -> str:
    return f"r.{source.getrandbits(128):032x}"


if __name__ == "__main__":
    asyncio.run(fill(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100_000))
