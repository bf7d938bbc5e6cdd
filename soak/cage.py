"""Sixty-four clients race for the chips of a few purses at sixteen tables: sitting down, buying, playing, leaving, topping up.

Several clients share each purse, as one visitor with many windows does, and all act at the same moment. After each trial no
purse holds less than nothing, and every chip that the house gave is in a purse, on the way, or in the accounts of a table;
at last the records alone have to say the same. Control: a cage that looks into a purse and takes out of it in two steps has to
be found out.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec

from pitboss.house.cage import entries
from pitboss.house.cage.cage import Cage, not_enough, opening
from pitboss.house.cage.conserved import Whereabouts, of_database
from pitboss.house.cage.purses import in_purses
from pitboss.house.cashier import Cashier
from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.house import House
from pitboss.house.table.entries import Settings
from pitboss.ledger import CAGE
from pitboss.money import Cents
from pitboss.procedure import Refused
from soak import with_control
from tests.house.desk import Desk
from tests.house.sending import leave_table, seat_wish

TRIALS, CLIENTS, TABLES, PURSES = 1_000, 64, 16, 8
PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0)
LOOK = 50  # trials between two looks at the records


class Outcome(msgspec.Struct):
    """What came of a campaign. ``complaint`` is empty where every chip was found."""

    trials: int = 0
    seated: int = 0
    refused: int = 0
    left: int = 0
    found: Whereabouts | None = None
    complaint: str = ""

    def __str__(self) -> str:
        words = f"{self.trials} trials: {self.seated} sat down, {self.refused} were refused, {self.left} left"
        return f"{words}; {self.complaint or self.found}"


class HastyCage(Cage):
    """A cage as it must not be: it looks into the purse first, and takes the chips out when its turn comes."""

    async def send(self, purse: str, table: str, amount: Cents, *, stay: str = "") -> entries.ChipsOut:
        if not 0 < amount <= (balance := self.purse(purse).balance):
            raise not_enough(balance, amount)
        sent: list[entries.ChipsOut] = []

        def made() -> Sequence[msgspec.Struct]:
            new = opening(self.purses, purse)
            key = f"chips {self._journal.sequence + len(new) + 1}"
            sent.append(entries.ChipsOut(purse, table, amount, key, stay))
            return (*new, sent[0])

        await self._journal.enter(made)
        return sent[0]

    def _change(self, id: str, by: Cents, **changes: object) -> None:
        purse = self.purses[id]
        self.purses[id] = msgspec.structs.replace(purse, balance=purse.balance + by, **changes)


class HastyCashier(Cashier):
    """And a cashier who lets one visitor's chips be moved by many hands at a time."""

    @asynccontextmanager
    async def _hand(self, purse: str) -> AsyncIterator[None]:
        yield


class Race:
    """Clients of a few purses at the tables of one house."""

    def __init__(self, desk: Desk, pick: random.Random) -> None:
        self.desk, self.pick, self.outcome = desk, pick, Outcome()
        self.sitting: list[tuple[str, Session]] = []

    @property
    def house(self) -> House:
        return self.desk.house

    async def trial(self) -> None:
        """Everybody at once: some who sit leave or buy, the others try to sit down with much of what their purse holds."""
        self.pick.shuffle(self.sitting)
        some = self.pick.randrange(len(self.sitting) + 1)
        leaving, self.sitting = self.sitting[:some], self.sitting[some:]
        acts: list[Awaitable[None]] = [self._leave(*one) for one in leaving]
        acts += [self._buy(*one) for one in self.sitting[:4]]
        acts += [self._top_up(f"visitor {number}") for number in range(PURSES) if self.pick.random() < 0.3]
        acts += [self._sit_down() for _ in range(CLIENTS - len(acts))]
        self.pick.shuffle(acts)
        await asyncio.gather(*acts)
        await self.house.cashier.brought_back()
        await asyncio.gather(*(self._play(name) for name in self.house.hosts if self.pick.random() < 0.25))
        self.outcome.trials += 1
        self.check()

    async def _sit_down(self) -> None:
        name, purse = self.pick.choice(list(self.house.hosts)), f"visitor {self.pick.randrange(PURSES)}"
        amount = self.pick.choice((0, 1_000_000, 500_000, 333_333, 100_000, self.pick.randrange(100, 1_200_000)))
        wish = seat_wish(self.desk.key(), amount=amount)
        try:
            reply = await self.house.cashier.sit_down(self.desk.host(name), wish, "", lambda: purse)
        except Refused:
            self.outcome.refused += 1
            return
        self.outcome.seated += 1
        self.desk.host(name).presence.out_of_reach.pop(reply["seat"], None)
        self.sitting.append((name, self.house.sessions.of(reply["token"], name)))

    async def _leave(self, name: str, session: Session) -> None:
        try:
            await leave_table(self.desk.host(name), session, self.desk.key())
            self.outcome.left += 1
        except Refused:  # a wager is undecided
            self.sitting.append((name, session))

    async def _buy(self, name: str, session: Session) -> None:
        with suppress(Refused):
            await self.house.cashier.buy(self.desk.host(name), session, self.desk.key())

    async def _top_up(self, purse: str) -> None:
        with suppress(Refused):
            elsewhere = self.house.cashier.at_tables(purse)
            await self.house.cage.top_up(purse, self.house.calendar.gaming_day().date, elsewhere)

    async def _play(self, name: str) -> None:
        """A round in which everybody at a table stakes much, some of them all."""
        here = [session for at, session in self.sitting if at == name]
        for session in here:
            table = self.desk.table(name)
            most = min(table.state.ledger.chips(session.seat), 50_000) // 100 * 100
            with suppress(Refused):
                await self.desk.bet(name, session, self.pick.choice(("red", "black", "odd")), most)
        for session in here:
            with suppress(Refused):
                await self.desk.do(name, session, do="ready")

    def check(self) -> None:
        """No purse is below zero, and every chip is somewhere, by the ledgers of the tables."""
        cage = self.house.cage
        assert all(purse.balance >= 0 for purse in cage.purses.values()), "a purse holds less than nothing"
        at_tables = -sum(table.state.ledger.balance(CAGE) for table in self.house.tables())
        assert cage.given == in_purses(cage) + at_tables, "the chips of the house do not add up"
        assert cage.sent - cage.brought == at_tables, "what the cage sent is not what the tables have"


async def campaign(database: Path, trials: int, *, seed: int = 1, hasty: bool = False) -> Outcome:
    """Race after race in one house; the first thing that is not in order ends it."""
    plans = [Plan(f"RL-{number}", "roulette", "Roulette", PRACTICE) for number in range(1, TABLES + 1)]
    desk = Desk(database, plans)
    if hasty:
        house = desk.house
        house.cage = HastyCage(house.store, house.clock)
        house.cashier = HastyCashier(house.cage, house.store, house.hosts)
    async with desk:
        race = Race(desk, random.Random(seed))
        try:
            for number in range(1, trials + 1):
                await race.trial()
                if number % LOOK == 0 or number == trials:
                    race.outcome.found = await asyncio.to_thread(of_database, database, desk.house.store.sealer)
        except (AssertionError, Refused) as found:
            race.outcome.complaint = str(found)
        return race.outcome


def main() -> None:
    with_control(campaign, TRIALS, "the cage")


if __name__ == "__main__":
    main()
