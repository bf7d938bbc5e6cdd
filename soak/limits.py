"""Clients of one player race at many tables against the player's own limits, while time passes and limits change.

Every trial everybody wagers at the same moment. Whatever the tables took, by their own records, is never more than the limits
allow in any gaming day, week or month. Control: a house that looks at a limit first and takes the wager later has to be found out.
"""

import asyncio
import random
from contextlib import suppress
from pathlib import Path

import msgspec

from pitboss.house.cage import entries
from pitboss.house.cage.cage import Cage
from pitboss.house.cage.play import first_day
from pitboss.house.founding import Plan
from pitboss.house.host.allowances import came_to
from pitboss.house.host.sessions import Session
from pitboss.house.people.entries import PersonAdded
from pitboss.house.people.limits import DAY
from pitboss.house.table.entries import Settings
from pitboss.money import Cents
from pitboss.procedure import Refused
from pitboss.roles import Role
from soak import with_control
from tests.house.desk import Desk
from tests.house.sending import seat_wish

TRIALS, TABLES, DAYS = 400, 8, 400
PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, absence_seconds=1e9)
PLAYER = "P-7"
BET = ("red", "black", "odd", "even")


class Outcome(msgspec.Struct):
    """What came of a campaign. ``complaint`` is empty where no limit was ever passed."""

    days: int = 0
    taken: int = 0
    refused: int = 0
    wagered: Cents = 0
    most: Cents = 0  # that was ever wagered against a limit, in percent of it
    complaint: str = ""

    def __str__(self) -> str:
        words = f"{self.days} days: {self.taken} wagers of ${self.wagered / 100:,.0f} taken, {self.refused} refused"
        return f"{words}; {self.complaint or f'no limit was passed (at most {self.most} % of one was used)'}"


class HastyCage(Cage):
    """Looks whether a limit allows a wager, and writes it down later: between the two there is time for others."""

    async def stake(self, purse: str, table: str, seat: int, round: int, amount: Cents, grant: Cents = 0) -> None:
        before = self.play.of(purse).level(table, seat, round)
        if amount > before:
            self.check_stake(purse, amount - before)
            await asyncio.sleep(0.001)
            await self._journal.enter(lambda: (entries.Staked(purse, table, round, amount, seat),))


class Day:
    """What one player did, as the tables tell it and nobody else."""

    def __init__(self) -> None:
        self.wagered: dict[str, Cents] = {}
        self.lost: dict[str, Cents] = {}  # and what is on the layouts counts as lost


class Race:
    """One player with a client at every table."""

    def __init__(self, desk: Desk, pick: random.Random) -> None:
        self.desk, self.house, self.pick = desk, desk.house, pick
        self.sitting: dict[str, Session] = {}
        self.outcome, self.book = Outcome(), Day()

    async def sit_down(self) -> None:
        for name, host in self.house.hosts.items():
            if name in self.sitting and host.presence.sits(self.sitting[name]):
                continue
            wish = seat_wish(self.desk.key(), amount=50_000)
            with suppress(Refused):
                reply = await self.house.cashier.sit_down(host, wish, PLAYER, lambda: PLAYER)
                host.presence.out_of_reach.pop(reply["seat"], None)
                session = self.house.sessions.of(reply["token"], name)
                self.sitting[name] = msgspec.structs.replace(session, person=PLAYER)

    async def _wager(self, name: str) -> None:
        amount = self.pick.choice((500, 1_000, 2_500, 5_000))
        try:
            await self.desk.bet(name, self.sitting[name], self.pick.choice(BET), amount)
        except Refused:
            self.outcome.refused += 1
        else:
            self.outcome.taken += 1
            self.outcome.wagered += amount

    async def trial(self) -> None:
        """Everybody wagers twice at once; then the wheels are spun."""
        await self.sit_down()
        day = self.house.calendar.gaming_day().date
        names = [name for name in self.sitting for _ in range(2)]
        self.pick.shuffle(names)
        await asyncio.gather(*(self._wager(name) for name in names))
        for name, session in self.sitting.items():
            table = self.desk.table(name)
            if table.round is not None and table.state.seats.persons.get(session.seat) == PLAYER:
                staked = came_to(table, session.seat)[0]
                self.book.wagered[day] = self.book.wagered.get(day, 0) + staked
                self.book.lost[day] = self.book.lost.get(day, 0) + staked
        self.check(day)
        for name, session in self.sitting.items():
            table = self.desk.table(name)
            if table.state.seats.persons.get(session.seat) != PLAYER or not table.state.felt.stakes(session.seat):
                continue
            rack = table.state.ledger.chips(session.seat)
            with suppress(Refused):
                await self.desk.do(name, session, do="ready")
            self.book.lost[day] -= table.state.ledger.chips(session.seat) - rack
        await self.house.allowances.flush()

    def check(self, day: str) -> None:
        """No limit is passed in any period, by what the tables took."""
        for name, limit in self.house.register.limits.of(PLAYER).values.items():
            what, _, period = name.partition("_")
            if what not in ("loss", "wager"):
                continue
            first = first_day(period, day)
            sums = self.book.wagered if what == "wager" else self.book.lost
            used = sum(amount for one, amount in sums.items() if first <= one <= day)
            self.outcome.most = max(self.outcome.most, used * 100 // max(limit, 1))
            assert used <= limit, f"{name}: ${used / 100:.2f} against a limit of ${limit / 100:.2f} on {day}"


async def campaign(database: Path, days: int, *, seed: int = 1, hasty: bool = False, tables: int = TABLES) -> Outcome:
    """Day after day in one house; the first limit that is passed ends it."""
    plans = [Plan(f"RL-{number}", "roulette", "Roulette", PRACTICE) for number in range(1, tables + 1)]
    desk, pick = Desk(database, plans), random.Random(seed)
    if hasty:
        house = desk.house
        cage = HastyCage(house.store, house.clock)
        cage.check_visitor, cage.check_stake = house.allowances.check_visitor, house.allowances.check_stake
        house.cage = house.cashier.cage = house.allowances.cage = cage
    async with desk:
        await desk.house.register.enter(PersonAdded(PLAYER, "Robin", (Role.PLAYER,)))
        race, own = Race(desk, pick), desk.house.register.limits
        for name, value in (
            ("wager_day", 30_000),
            ("loss_day", 12_000),
            ("wager_week", 120_000),
            ("loss_month", 90_000),
        ):
            await desk.house.players.decide_limits(PLAYER, lambda n=name, v=value: own.wanted(PLAYER, n, v))  # type: ignore[misc]
        try:
            for _ in range(days):
                for _ in range(pick.randrange(1, 3)):
                    await race.trial()
                race.outcome.days += 1
                desk.clock.pass_by(DAY * pick.choice((0.5, 1, 1)))
                with suppress(Refused):
                    await desk.house.cage.top_up(
                        PLAYER, desk.house.calendar.gaming_day().date, desk.house.cashier.at_tables(PLAYER)
                    )
                if pick.random() < 0.1:  # tighter at once; wider only after the wait, which is asked for and confirmed
                    wish = pick.choice((8_000, 12_000, 20_000, None))
                    with suppress(Refused):
                        await desk.house.players.decide_limits(PLAYER, lambda v=wish: own.wanted(PLAYER, "loss_day", v))  # type: ignore[misc]
                    with suppress(Refused):
                        await desk.house.players.decide_limits(
                            PLAYER, lambda: own.confirmed(PLAYER, "loss_day", desk.clock.seconds())
                        )
        except AssertionError as found:
            race.outcome.complaint = str(found)
        return race.outcome


def main() -> None:
    with_control(campaign, DAYS, "the limits of players")


if __name__ == "__main__":
    main()
