"""A shift worked through the queue alone in a house that keeps its book: fills, credits, drops, counts, drawers, counter checks,
shifts and days beside the play. Whoever counts counts what lies there, and now and then miscounts.

What is asked for without a task (a fill, a drop, a drawer) is asked for as trouble is made; everything after it is in the queue.
"""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.house.book import accounts
from pitboss.house.book.book import DROP, SHIFT, MoneyBook, Slip
from pitboss.house.book.movements.asks import AnyMovement
from pitboss.house.founding import Plan
from pitboss.house.host import money
from pitboss.house.host.sessions import Session
from pitboss.house.people.demonstration import credential_of
from pitboss.house.people.entries import HouseNamed
from pitboss.house.protocol.tasks import TaskLine
from pitboss.house.table.table import Table
from pitboss.roles import Role
from tests.house.lawful_tables import random_filing
from tests.house.money import BANK, TRAY, notes, pile
from tests.house.shift import AUTOMATIC, FOLLOWED, HOUR, Shift, deed

MONEY_TROUBLES = (
    "fill", "fill", "credit", "drop", "shift_count", "drawer", "give_back", "window", "void", "limit", "check", "move", "day_wrong",
    "empty_bank", "left_unpaid", "left_unpaid",
)  # fmt: skip
CASHIERS, COUNTERS = 3, 3
GENERATED = msgspec.structs.replace(FOLLOWED, chance="generator")
NAMED = HouseNamed("House", zone="America/New_York", gaming_day="06:00", shifts=("06:00", "14:00", "22:00"))


def plans_with_trays(games: list[str], pick: random.Random) -> list[Plan]:
    """A table of each game for patrons without devices; every fourth one is automatic, and has no tray."""
    rules = [random_filing(catalogue.game(game), lambda n: pick.randrange(n) if n else 0) for game in games]
    ways = (FOLLOWED, FOLLOWED, GENERATED, AUTOMATIC)
    return [
        Plan(f"T-{n}", game, game, ways[(n - 1) % len(ways)], filed)
        for n, (game, filed) in enumerate(zip(games, rules, strict=True), 1)
    ]


class MoneyShift(Shift):
    """One shift in one house that keeps its book."""

    def __init__(self, folder: Path, tables: Sequence[str | Plan], pick: random.Random, *, faults: float = 0.1) -> None:
        super().__init__(folder, tables, pick)
        self.faults = faults
        self.troubled = (*self.troubled, *MONEY_TROUBLES)

    async def __aenter__(self) -> "MoneyShift":
        await super().__aenter__()
        await self.desk.house.register.enter(NAMED)
        for role, count in ((Role.CAGE_CASHIER, CASHIERS), (Role.COUNT_TEAM, COUNTERS), (Role.PLAYER, 3)):
            for _ in range(count):
                await self.hire(role)
        trays = dict.fromkeys(self.desk.house.bookkeeper.tables(), TRAY)
        await self.money(
            credential_of(Role.MANAGER), "state_book", cash=100_000_000, chips=BANK, reserve={2500: 500}, trays=trays
        )
        self.tasks.look()
        cashier = self.desk.house.register.person(credential_of(Role.CAGE_CASHIER))
        await self.do(
            cashier, next(line for line in self.own(cashier) if line.kind == "book")
        )  # before any table opens
        return self

    @property
    def book(self) -> MoneyBook:
        return self.desk.house.book

    async def money(self, by: str, do: str, **fields: Any) -> str:
        """One movement that no task asked for."""
        ask = msgspec.convert({"do": do, **fields}, AnyMovement, str_keys=True)
        person = self.desk.house.register.person(by)
        found = await self.desk.house.bookkeeper.move(person, Session(hash=by, person=by), ask)
        self.book.accounts.check()
        return found

    # --- what is counted

    def deed(self, table: Table | None, line: TaskLine) -> tuple[str, dict[str, Any]]:
        """What a person adds who looks at what lies before them."""
        act = line.act
        assert act is not None
        body, book = act.body, self.book
        if body.get("do") == "count_box":
            return act.path, body | self._box(str(body["box"]))
        if body.get("do") == "accept_count":
            return act.path, body | {"amount": book.accounts.balance(accounts.COUNT_ROOM)}
        said = msgspec.structs.replace(act, asks=tuple(ask for ask in act.asks if not ask.money))
        path, sent = deed(table, msgspec.structs.replace(line, act=said), self.pick)
        if body.get("do") == "count_tray":
            assert table is not None
            there = book.expected(table.name, money.reading(table))
            return path, sent | {"chips": self._tray(there)}
        if body.get("do") == "sign_slip" and act.counts:
            return path, sent | self._counted(book.slips[str(body["slip"])])
        return path, sent

    def _tray(self, there: int) -> dict[int, int]:
        """What somebody counts where the ledger says so much; parts of half a dollar are no chips."""
        lies = max(0, there + self._slip_of_hand())
        return pile(lies - lies % 50)

    def _slip_of_hand(self) -> int:
        return self.pick.choice((-2500, -10_000, 500, 7500)) if self.pick.random() < self.faults else 0

    def _counted(self, slip: Slip) -> dict[str, Any]:
        """What lies there: the chips of a paper, or a drawer."""
        if slip.paper == "jackpot":
            return {"chips": pile(slip.cash)}
        if slip.paper == "imprest":
            held = self.book.holdings.get(accounts.drawer_chips(slip.drawer), {})
            return {"chips": held, "cash": self.book.accounts.balance(accounts.drawer(slip.drawer))}
        chips = dict(slip.chips)
        if self.pick.random() < self.faults:
            one = self.pick.choice(sorted(chips))
            chips[one] -= 1
        return {"chips": chips}

    def _box(self, name: str) -> dict[str, Any]:
        box = self.book.boxes[name]
        more = 100 if not box.counts and self.pick.random() < self.faults else 0
        return {
            "notes": notes(box.expected.cash + more),
            "withdrawn": box.expected.withdrawn,
            "checks": box.checks,
            "slips": box.slips,
        }

    # --- trouble

    def _with(self, role: Role) -> str:
        return self.pick.choice([one.credential for one in self.staff if role in one.roles])

    def _here(self, name: str, *roles: Role) -> str:
        standing = self.desk.table(name).state.standing
        return self.pick.choice([one.person for one in standing.assigned if one.role in roles])

    def _has_tray(self, name: str) -> bool:
        return money.has_tray(self.desk.table(name))

    async def _fill(self, name: str, kind: str = "request_fill") -> None:
        if self._has_tray(name):
            chips = {2500: self.pick.randrange(1, 20), 500: self.pick.randrange(1, 20)}
            await self.money(credential_of(Role.PIT_MANAGER), kind, table=name, chips=chips)

    async def _credit(self, name: str) -> None:
        await self._fill(name, "request_credit")

    async def _drop(self, name: str, kind: str = DROP) -> None:
        table = self.desk.table(name)
        if self._has_tray(name) and table.state.standing.assigned:
            there = self.book.expected(name, money.reading(table))
            by = self._here(name, *(role for role in (Role.DEALER, Role.BOXPERSON)))
            await self.money(by, "count_tray", table=name, kind=kind, chips=self._tray(there))

    async def _shift_count(self, name: str) -> None:
        await self._drop(name, SHIFT)

    async def _drawer(self, name: str) -> None:
        by, to = self._with(Role.CAGE_CASHIER), self._with(Role.CAGE_CASHIER)
        await self.money(by, "hand_out_drawer", cashier=to, cash=1_000_000)

    async def _give_back(self, name: str) -> None:
        if self.book.drawers:
            who, drawer = self.pick.choice(list(self.book.drawers.items()))
            await self.money(who, "sign_slip", slip=drawer.slip, **self._counted(self.book.slips[drawer.slip]))

    def _player(self) -> str:
        people = self.desk.house.register.people.values()
        return self.pick.choice([one.credential for one in people if one.active and Role.PLAYER in one.roles])

    async def _window(self, name: str) -> None:
        if self.book.drawers:
            by, act = self.pick.choice(list(self.book.drawers)), self.pick.choice(("deposit", "withdraw", "redeem"))
            what = {"chips": {500: 3}} if act == "redeem" else {"amount": 2000}
            await self.money(by, "at_window", act=act, patron=self._player(), **what)

    async def _void(self, name: str) -> None:
        await self._fill(name, self.pick.choice(("request_fill", "request_credit")))
        if self._has_tray(name):
            waiting = [
                one.id for one in self.book.open_slips() if one.table == name and one.paper in ("fill", "credit")
            ]
            await self.money(self._with(Role.CAGE_CASHIER), "void_slip", slip=self.pick.choice(waiting), reason="wrong")

    async def _empty_bank(self, name: str) -> None:
        """The chip bank gives its largest chips away while a table asks for one."""
        held = self.book.holdings.get(accounts.CHIP_BANK, {}).get(50_000, 0)
        if held and self._has_tray(name):
            by = credential_of(Role.PIT_MANAGER)
            await self.money(self._with(Role.CAGE_CASHIER), "transfer", kind="stored", chips={50_000: held})
            await self.money(by, "request_fill", table=name, chips={50_000: 1})

    async def _left_unpaid(self, name: str) -> None:
        """A patron was paid too little, left, and it is found out."""
        table, pit = self.desk.table(name), self._someone(Role.PIT_MANAGER)
        number = table.state.felt.number - (table.round is not None)
        if self._has_tray(name) and number > 0 and not table.state.felt.up and table.state.seats.players:
            seat = self.pick.choice(list(table.state.seats.players))
            lines = [{"seat": seat, "amount": 500}]
            await self.desk.do(name, pit, do="propose_correction", rounds=[number], lines=lines, reason="too little")
            await self.desk.do(name, pit, do="free_seat", seat=seat, reason="left")

    async def _limit(self, name: str) -> None:
        await self.money(self._with(Role.CAGE_CASHIER), "set_credit", patron=self._player(), limit=1_000_000)

    async def _check(self, name: str) -> None:
        seats = self.desk.table(name).state.seats.players
        if self._has_tray(name) and seats:
            seat, patron = self.pick.choice(list(seats)), self._player()
            by = credential_of(Role.PIT_MANAGER)
            await self.money(by, "issue_check", table=name, patron=patron, amount=50_000, seat=seat)

    async def _move(self, name: str) -> None:
        by, kind = self._with(Role.CAGE_CASHIER), self.pick.choice(("released", "stored", "drawer cash", "capital"))
        what = {"cash": 100_000} if kind in ("drawer cash", "capital") else {"chips": {2500: 5}}
        await self.money(by, "transfer", kind=kind, **what)

    async def _day_wrong(self, name: str) -> None:
        final = [day for day, state in self.book.days.items() if state == "final"]
        if final:
            what = {
                "day": final[-1],
                "account": accounts.MAIN_BANK,
                "amount": 2500,
                "words": "A note stuck to another.",
            }
            await self.money(credential_of(Role.AUDITOR), "correct_day", **what)

    # --- the end

    async def close_the_books(self) -> None:
        """Two days on, every gaming day but the last is final, through the queue alone."""
        for _ in range(2):
            self.desk.clock.pass_by(24 * HOUR)
            for name in self.players:
                await self.desk.settle(name)
            await self.finish()
        today = self.desk.house.calendar.gaming_day().date
        left = {day: state for day, state in self.book.days.items() if day < today and state != "final"}
        assert not left, (left, [(line.title, line.waits_for) for line in self._lines("") if line.kind == "day"])
