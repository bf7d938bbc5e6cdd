"""Eight linked tables race for one progressive meter, with real jackpots, and are killed while they do.

In every race some of the tables are dealt the hand that wins the whole meter, and all players act at the same moment.
The movements in the tables' records must form one chain, from the seed to what is shown, and each award must be what the
meter held at that point of the chain by a model of its own; so a second winner is paid from the seed, and a meter that was
lost or paid twice shows. Controls: a system that tells all tables of a race the same amount, and a group that has lost
sight of one of its tables, must be found out.
"""

import asyncio
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from pitboss.chapters.ch688a_face_up_pai_gow_poker.paytables import PROGRESSIVE_PAYS, ProgressivePaytable
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import Rules
from pitboss.events import MeterMoved, Paid
from pitboss.families.progressive import AWARD, CONTRIBUTION, RESET, VOID
from pitboss.house.clock import Clock
from pitboss.house.founding import Plan
from pitboss.house.host import meters
from pitboss.house.host.dealer import Dealer
from pitboss.house.host.host import Host
from pitboss.house.host.linked_meters import LinkedMeters
from pitboss.house.host.sessions import PLAYER, Session
from pitboss.house.house import House
from pitboss.house.table.entries import Settings
from pitboss.house.table.table import Table
from pitboss.journal import Step
from pitboss.meters import MICRO
from pitboss.procedure import CHANCE, Answer, Draw, Window
from tests.house.desk import Desk
from tests.house.sending import buy_chips

RACES, KILLS, TABLES = 10_000, 500, 8
GAME, MAIN, PROGRESSIVE = "face-up-pai-gow-poker", "face_up_pai_gow_poker", "progressive_payout"
PRACTICE = Settings(
    practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=1_000_000, chance="entered"
)  # the campaign is the cards and the dice: what it enters needs no seed, and is replayed like any other record
PAYS = PROGRESSIVE_PAYS["4"]
WINS = 0.3  # how often a table is dealt the hand that wins the whole meter
PAUSE = 0.001  # seconds, between two looks whether a table goes on
LOW = 50_000  # a player with less buys chips
GOLDEN = Path(__file__).parents[1] / "tests" / "golden" / GAME / "linked_progressive.toml"


Movement = tuple[str, str, list[MeterMoved]]  # when, at which table, what


class Wrong(AssertionError):
    """A meter that does not add up."""


def plans(tables: int) -> list[Plan]:
    rules = Rules(
        progressive_payout=True, progressive_payout_paytable=ProgressivePaytable.FOUR, progressive_link_group="north"
    )
    return [Plan(f"north-{n}", GAME, f"North {n}", PRACTICE, rules) for n in range(1, tables + 1)]


# --- play


def winning_cards() -> list[str]:
    """Dice and cards that deal seat 1 a seven-card straight flush, as in the golden play."""
    chance: list[str] = tomllib.loads(GOLDEN.read_text())["round"][0]["chance"]
    return chance


@contextmanager
def rigged(winners: set[str]) -> Iterator[None]:
    """Tables named in ``winners`` are dealt the winning cards, others any; everything else is done by the real hosts."""
    deal, cards, pick = Dealer._answer, winning_cards(), random.Random(1)

    def answer(self: Dealer, table: Table) -> Answer | None:
        assert table.round is not None
        asked = table.round.pending
        if not isinstance(asked, Draw):
            return deal(self, table)
        drawn = sum(isinstance(one, Answer) and one.by == CHANCE for one in table.round.history)
        left = [outcome for outcome, weight in asked.weights.items() if weight]
        wins = table.name in winners and drawn < len(cards) and cards[drawn] in left
        return Answer(CHANCE, cards[drawn] if wins else pick.choice(left))

    Dealer._answer = answer  # type: ignore[method-assign]
    try:
        yield
    finally:
        Dealer._answer = deal  # type: ignore[method-assign]


async def seated(desk: Desk, name: str) -> Session:
    """The player in seat 1: the one who sat there before the house was killed, or a new one."""
    if 1 not in desk.table(name).state.seats.players:
        return await desk.sit(name, 1)
    desk.host(name).presence.out_of_reach.pop(1, None)
    return Session(role=PLAYER, seat=1, hash=desk.host(name).presence._holders[1])


async def to_the_last_word(desk: Desk, name: str, player: Session) -> None:
    """Wager on the progressive, close betting and play until one word is left to say, after which all is settled."""
    if desk.table(name).state.ledger.chips(1) < LOW:
        await buy_chips(desk.host(name), player, desk.key())
    await reach(desk, name)
    await desk.decline_cut(name, player)
    table = desk.table(name)
    if table.round is not None and isinstance(table.round.pending, Window):
        for wager, amount in ((MAIN, 10_00), (PROGRESSIVE, PAYS.unit)):
            if not any(kind == wager for _, kind, *_ in table.state.felt.up):
                await desk.bet(name, player, wager, amount)
        await desk.do(name, player, do="ready")
        await reach(desk, name)


async def last_word(desk: Desk, name: str, player: Session) -> None:
    """Set the hand; the round is settled, with its award."""
    table, number = desk.table(name), desk.table(name).state.felt.number
    while table.round is not None and table.state.felt.number == number and not isinstance(table.round.pending, Window):
        asked = [election for election in table.round.elections() if election.to == 1]
        if asked:
            await desk.say(name, player, next(iter(asked[0].lawful())))
        else:
            await asyncio.sleep(PAUSE)


async def reach(desk: Desk, name: str) -> None:
    """Until the player is asked for something: the table may wait for the amount of the meter."""
    for _ in range(20_000):
        play = desk.table(name).round
        if play is not None and (isinstance(play.pending, Window) or any(e.to == 1 for e in play.elections())):
            return
        if play is None:
            await desk.do(name, await seated(desk, name), do="ready")
        elif isinstance(play.pending, Draw):  # the house was killed in the middle of the deal
            desk.host(name).jobs.ring()
        await asyncio.sleep(PAUSE)
    raise AssertionError(f"{name} does not go on: {desk.table(name).round and desk.table(name).round.pending}")  # type: ignore[union-attr]


async def race(desk: Desk, players: dict[str, Session], pick: random.Random) -> None:
    """One round at every table, the last words of all at the same moment, some with a winning hand."""
    names = list(players)
    desk.clock.pass_by(1)
    with rigged({name for name in names if pick.random() < WINS}):
        pick.shuffle(names)
        await asyncio.gather(*(to_the_last_word(desk, name, players[name]) for name in names))
        pick.shuffle(names)
        await asyncio.gather(*(last_word(desk, name, players[name]) for name in names))
        while any(host.busy for host in desk.house.hosts.values()):  # a table that waited for the meter is written last
            await asyncio.sleep(PAUSE)


# --- judging


class Ledger:
    """The meter as its filed parameters make it, by arithmetic of its own: it shares nothing with the house's."""

    def __init__(self) -> None:
        self.value, self.reserve = PAYS.seed * MICRO, 0
        self.awards: list[tuple[str, int]] = []  # by table, in cents
        self.last = "", ""  # when and where it was moved

    def follow(self, steps: list[Movement]) -> None:
        """The movements of all tables by the times of their records: each begins where the one before it ended."""
        for when, table, moves in sorted(steps, key=lambda step: step[0]):
            if self.last[0] == when and self.last[1] != table:
                raise Wrong(f"{table} and {self.last[1]} moved the meter both at {when}: nobody can tell who was first")
            self.last = when, table
            for move, after in zip(moves, [*moves[1:], None], strict=True):
                self._take(table, move, whole=after is not None and after.why == RESET)

    def _take(self, table: str, move: MeterMoved, *, whole: bool = False) -> None:
        due = int(Fraction(PAYS.unit) * PAYS.rate / 100 * MICRO)
        kept = int(Fraction(PAYS.unit) * PAYS.reserve_rate / 100 * MICRO)
        by = move.after - move.before
        if move.why == AWARD:
            shares = (100,) if whole else (20, 10)  # chance may deal a hand that wins a part
            due = next((d for d in (self.value * s // 100 // MICRO for s in shares) if by == -d * MICRO), 0)
            expected = -due * MICRO
            self.awards.append((table, due))
        elif move.why == RESET:
            expected, self.reserve = PAYS.seed * MICRO + self.reserve, 0
        else:
            sign = {CONTRIBUTION: 1, VOID: -1}[move.why]
            expected, self.reserve = sign * due, self.reserve + sign * kept
        if by != expected or move.before != self.value:
            raise Wrong(f"{table}: {move.why} moved the meter by {by} from {move.before}; the rule says {expected}")
        self.value = move.after


def recorded(house: House, name: str, first: int = 1) -> tuple[list[Movement], list[int], int]:
    """From the record on the disk: the movements of a table, what was paid off the table in cents, and its last entry."""
    steps: list[Movement] = []
    paid: list[int] = []
    last = first - 1
    for entry in house.store.entries(name, first):
        last = entry.sequence
        if entry.kind == "step":
            events = msgspec.json.decode(entry.payload, type=Step).events
            if moves := [event for event in events if isinstance(event, MeterMoved)]:
                steps.append((entry.time, name, moves))
            paid += [
                e.returned for e in events if isinstance(e, Paid) and e.against == "cage" and e.wager == PROGRESSIVE
            ]
    return steps, paid, last


class Judge:
    """Follows the records of a group as they grow, and compares what the house shows."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        self.read: dict[str, int] = {}
        self.hits = self.moves = self.together = 0

    def look(self, house: House, blind: str = "") -> None:
        """``blind``: leave one table out, to see that it is missed."""
        steps: list[Movement] = []
        paid: list[int] = []
        for name in house.hosts:
            if name == blind:
                continue
            moved, given, self.read[name] = recorded(house, name, self.read.get(name, 0) + 1)
            steps += moved
            paid += given
        before = len(self.ledger.awards)
        self.ledger.follow(steps)
        won = self.ledger.awards[before:]
        fixed = PAYS.awards["seven_card_straight_flush"].amount + (PAYS.unit if PAYS.stake_back else 0)
        if sorted(paid) != sorted(amount + fixed for _, amount in won):
            raise Wrong(f"players were paid {paid}; the meter gave {won} and the table {fixed} to each")
        self.hits += len(won)
        self.together += len(won) > 1
        self.moves += sum(len(moves) for _, _, moves in steps)
        for name in house.hosts:
            (shown,) = house.meters.shown(house.hosts[name].require_table())
            if shown.amount != self.ledger.value // MICRO:
                raise Wrong(f"{name} shows {shown.amount}; the record has {self.ledger.value}")


@contextmanager
def same_for_all() -> Iterator[None]:
    """The broken system: what it said first in a race it says to every table."""
    says = LinkedMeters.says
    told: dict[tuple[int, str, int], int] = {}

    def stale(meters: LinkedMeters, election: Any, known: Answer, host: Host) -> Answer | None:
        found, table = says(meters, election, known, host), host.require_table()
        if found is not None:
            kind = (table.state.felt.number, election.kind, sum(isinstance(e, MeterMoved) for e in table.play.events))
            return msgspec.structs.replace(found, amount=told.setdefault(kind, found.amount))
        return found

    LinkedMeters.says = stale  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        LinkedMeters.says = says  # type: ignore[method-assign]


async def races(database: Path, number: int, tables: int = TABLES, seed: int = 1) -> Judge:
    """So many races in one house; every one is judged from the record."""
    pick, judge = random.Random(seed), Judge()
    async with Desk(database, plans(tables)) as desk:
        players = {name: await seated(desk, name) for name in desk.house.hosts}
        for _ in range(number):
            await race(desk, players, pick)
            judge.look(desk.house)
    return judge


# --- kills


class RunningClock(Clock):
    """Real time: a house that is opened again goes on later than it stopped."""

    def pass_by(self, seconds: float) -> None:
        """It passes by itself."""


async def _play_on(database: Path, tables: int, seed: int, tells: int) -> None:
    pick = random.Random(seed)
    async with Desk(database, plans(tables), clock=RunningClock()) as desk:
        desk.keys = iter(range(seed * 10**6, 10**12))  # keys that no house before this one used: they are in the record
        players = {name: await seated(desk, name) for name in desk.house.hosts}
        os.write(tells, b"1")
        while True:
            await race(desk, players, pick)
            os.write(tells, b"1")


async def _opened(database: Path, tables: int, judge: Judge, blind: str = "") -> None:
    async with Desk(database, plans(tables), clock=RunningClock()) as desk:
        for name, host in desk.house.hosts.items():
            assert not host.suspension.sentence, host.suspension.sentence
            await desk.quiet(name)
        while any(host.busy or meters.awaits_system(host.require_table()) for host in desk.house.hosts.values()):
            await asyncio.sleep(PAUSE)
        judge.look(desk.house, blind)


def kills(
    database: Path,
    number: int,
    tables: int = TABLES,
    seed: int = 1,
    seconds: float = 0.4,
    races: tuple[int, int] = (0, 2),
) -> Judge:
    """Kill the racing house so many times, each after so many races, from and to; after each the records and what is shown agree to
    the last fraction."""
    pick, judge = random.Random(seed), Judge()
    for n in range(number):
        heard, tells = os.pipe()
        process = os.fork()
        if not process:
            try:
                asyncio.run(_play_on(database, tables, seed * 1000 + n, tells))
            finally:
                os._exit(1)
        os.close(tells)
        for _ in range(1 + pick.randint(*races)):  # until the house is open, and some races are over
            if not os.read(heard, 1):
                raise Wrong("the house ended by itself; nothing was killed")
        time.sleep(pick.uniform(0, seconds))
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(heard)
        asyncio.run(_opened(database, tables, judge))
    return judge


def main(number: int = RACES, killed: int = KILLS) -> None:
    folder = Path(tempfile.mkdtemp(prefix="pitboss-linked-"))
    began = time.monotonic()
    judge = asyncio.run(races(folder / "races.db", number))
    print(
        f"  {number:,} races over {TABLES} tables: {judge.hits:,} jackpots, in {judge.together:,} races several; {judge.moves:,} "
        f"movements in one chain ({time.monotonic() - began:.0f} s)",
        flush=True,
    )
    began = time.monotonic()
    judge = kills(folder / "kills.db", killed)
    print(
        f"  {killed} kills: {judge.hits:,} jackpots, {judge.moves:,} movements, none lost ({time.monotonic() - began:.0f} s)"
    )
    try:
        with same_for_all():
            asyncio.run(races(folder / "control.db", 20))
        raise SystemExit("the control, which pays the same meter twice, was not found out")
    except Wrong as found:
        print(f"  control: {found}")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
