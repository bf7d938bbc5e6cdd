"""A house that keeps its book: tables dealt to patrons without devices, and everybody who moves money there."""

import random
from pathlib import Path
from typing import Any

import msgspec

from pitboss.game import When
from pitboss.house.book.book import MoneyBook
from pitboss.house.book.movements.asks import AnyMovement
from pitboss.house.founding import Plan
from pitboss.house.host import money
from pitboss.house.people.demonstration import credential_of
from pitboss.house.people.entries import HouseNamed, PersonAdded
from pitboss.house.people.register import Person
from pitboss.house.table.entries import Settings
from pitboss.roles import Role
from tests.house.desk import Desk
from tests.house.live import BY_HAND

FOLLOWED = msgspec.structs.replace(BY_HAND, follow=True, sale_approval=10_000_000)
BANK = {50: 2000, 100: 2000, 500: 2000, 2500: 2000, 10_000: 1000, 50_000: 200}
TRAY = {100: 200, 500: 200, 2500: 200, 10_000: 40}
MORE = {
    "cashier-2": Role.CAGE_CASHIER,
    "counter-2": Role.COUNT_TEAM,
    "counter-3": Role.COUNT_TEAM,
    "floor-2": Role.FLOORPERSON,
}


class MoneyDesk(Desk):
    """With people for every signature; ``by`` names them by role, or by credential number."""

    def __init__(
        self,
        folder: Path,
        games: tuple[str, ...] = ("roulette",),
        settings: Settings = FOLLOWED,
        rules: Any = None,
        **given: Any,
    ) -> None:
        super().__init__(folder / "house.db", [Plan(game, game, game, settings, rules) for game in games], **given)
        self.games = games
        self.pick = random.Random(7)

    async def __aenter__(self) -> "MoneyDesk":
        await super().__aenter__()
        known = self.house.register.people
        named = HouseNamed("House", zone="America/New_York", gaming_day="06:00", shifts=("06:00", "14:00", "22:00"))
        made: list[msgspec.Struct] = [] if self.house.register.named_as is not None else [named]
        made += [PersonAdded(who, who, (role,)) for who, role in MORE.items() if who not in known]
        if made:
            await self.house.register.enter(*made)
        for game in self.games:
            self.station(game, Role.FLOORPERSON)
        return self

    @property
    def book(self) -> MoneyBook:
        return self.house.book

    def one(self, by: Role | str) -> Person:
        return self.house.register.person(
            by if isinstance(by, str) and by in self.house.register.people else credential_of(Role(by))
        )

    async def money(self, by: Role | str, do: str, **fields: Any) -> str:
        """One movement, as the wire would read it."""
        ask = msgspec.convert({"do": do, **fields}, AnyMovement, str_keys=True)
        person = self.one(by)
        found = await self.house.bookkeeper.move(person, self.person_session(person), ask)
        self.book.accounts.check()
        return found

    def person_session(self, person: Person) -> Any:
        from pitboss.house.host.sessions import Session

        return Session(hash=f"signed in {person.credential}", person=person.credential)

    async def begin(self, cash: int = 100_000_000) -> None:
        """The book is stated by a manager and agreed to by a cashier."""
        await self.money(
            Role.MANAGER,
            "state_book",
            cash=cash,
            chips=BANK,
            reserve={2500: 500},
            trays=dict.fromkeys(self.games, TRAY),
        )
        await self.money(Role.CAGE_CASHIER, "agree_book")

    def crew(self, table: str) -> Role:
        """Who counts the tray of a table."""
        return Role.BOXPERSON if Role.BOXPERSON in self.table(table).game.crew else Role.DEALER

    async def count(self, table: str, kind: str, by_hand: int = 0) -> str:
        """The tray counted as it should be, and ``by_hand`` more; signed by the floorperson."""
        expected = self.expected(table) + by_hand
        slip = await self.money(self.crew(table), "count_tray", table=table, kind=kind, chips=pile(expected))
        await self.money(Role.FLOORPERSON, "sign_slip", slip=slip, note="told to everybody" if by_hand else "")
        return slip

    async def close(self, table: str) -> None:
        """Whatever is signed before a closing, and the table closed."""
        for checklist in self.table(table).checklists:
            if checklist.when is When.CLOSING:
                await self.sign(table, checklist)
        await self.do(table, self.role("floor", table), do="close_table")

    def expected(self, table: str) -> int:
        return self.book.expected(table, money.reading(self.table(table)))

    async def fill(self, table: str, chips: dict[int, int], paper: str = "fill") -> str:
        slip = await self.money(Role.FLOORPERSON, f"request_{paper}", table=table, chips=chips)
        while (step := self.book.slips[slip].next) is not None:
            who = self.crew(table) if Role.DEALER in step.roles else step.roles[0]
            await self.money(who, "sign_slip", slip=slip, chips=chips if step.counts else {})
        return slip

    async def drop(self, table: str, kind: str = "closer", **more: Any) -> str:
        """The tray is counted, and the box taken; its name."""
        await self.count(table, kind)
        box = self.book.tables[table].box
        await self.money(Role.SECURITY, "take_box", table=table, **more)
        return box

    async def count_box(self, box: str, more: int = 0, **found: Any) -> None:
        """Two of the count team find what should be there, and ``more``."""
        there = self.book.boxes[box]
        fields = {
            "box": box,
            "notes": notes(there.expected.cash + more),
            "withdrawn": there.expected.withdrawn,
            "checks": there.checks,
            "slips": there.slips,
        } | found
        for who in (Role.COUNT_TEAM, "counter-2"):
            await self.money(who, "count_box", **fields)

    async def end_count(self) -> None:
        for who in (Role.COUNT_TEAM, "counter-2", "counter-3"):
            await self.money(who, "sign_count")
        await self.money(Role.CAGE_CASHIER, "accept_count", amount=self.book.accounts.balance("count room"))


def pile(amount: int) -> dict[int, int]:
    """An amount in chips."""
    found: dict[int, int] = {}
    for denomination in (50_000, 10_000, 2500, 500, 100, 50):
        found[denomination], amount = divmod(amount, denomination)
    assert not amount, amount
    return {denomination: count for denomination, count in found.items() if count}


def notes(amount: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for denomination in (10_000, 2000, 500, 100):
        found[denomination], amount = divmod(amount, denomination)
    assert not amount, amount
    return {denomination: count for denomination, count in found.items() if count}
