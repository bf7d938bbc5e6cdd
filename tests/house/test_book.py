"""The money of a day: one book over tables, cage and count, whose sum is zero after every movement."""

import random
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.house import readings
from pitboss.house.book import accounts
from pitboss.house.book.book import MoneyBook, Slip
from pitboss.house.cage import conserved
from pitboss.house.cage.purses import CAGE_JOURNAL, PurseFold
from pitboss.house.people.demonstration import credential_of
from pitboss.house.readings import ReadingsVerdict
from pitboss.house.storage.backup import check_in_use
from pitboss.house.storage.seal import Sealer
from pitboss.house.tasks.queue import of_table
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import run
from tests.house.money import MORE, MoneyDesk, notes, pile
from tests.house.test_followed import Dealer


def test_a_day_of_money(tmp_path: Path) -> None:
    """Opened, played, filled, credited, closed, dropped, counted, taken over, reconciled and final."""

    async def work() -> None:
        async with MoneyDesk(tmp_path) as desk:
            table = "roulette"
            await desk.begin()
            opened = await desk.count(table, "opener")
            assert opened == "I-000001"
            await desk.open_by_hand(table)
            dealer = Dealer(desk, table, random.Random(3))
            for seat in (1, 2):
                await desk.do(table, dealer.session(), do="seat_patron", seat=seat, amount=200_000)
            for _ in range(6):
                await dealer.round()
            fill = await desk.fill(table, {2500: 40})
            await desk.fill(table, {500: 20}, "credit")
            assert desk.book.slips[fill].state == "received"
            for seat in (1, 2):
                if seat in desk.table(table).state.seats.players:
                    await desk.do(table, desk.role("floor", table), do="free_seat", seat=seat, reason="x")
            await desk.close(table)
            box = await desk.drop(table)
            await desk.count_box(box)
            await desk.end_count()
            found = desk.book.boxes[box]
            win = found.closer + found.credits + found.cash - found.opener - found.fills
            assert win == found.expected.tray + found.expected.cash
            assert found.cash == 400_000
            assert desk.book.accounts.balance(accounts.OVER_SHORT) == 0
            day = found.day
            desk.clock.pass_by(24 * 3600)
            for state in ("dropped", "counted", "reconciled"):
                await desk.money(Role.SHIFT_MANAGER, "move_day", day=day, state=state)
            await desk.money(Role.AUDITOR, "move_day", day=day, state="final")

    run(work)


def test_465a_36_c_a_closed_table_has_one_slip_each_gaming_day(tmp_path: Path) -> None:
    """It waits for whoever deals there from the next gaming day on, once a day; then the table opens as ever."""

    async def work() -> None:
        async with MoneyDesk(tmp_path) as desk:
            await desk.begin()

            def waits() -> list[str]:
                desk.station("roulette", Role.DEALER)
                dealer = desk.one(Role.DEALER)
                found = of_table(desk.host("roulette"), dealer)
                return [one.title for one in found if one.act is not None and one.act.body.get("kind") == "closed"]

            for _ in range(2):
                assert waits() == []
                desk.clock.pass_by(24 * 3600)
                assert waits() == ["Count the tray of the closed table"]
                await desk.count("roulette", "closed")
            assert waits() == []
            await desk.count("roulette", "opener")
            await desk.open_by_hand("roulette")
            await desk.close("roulette")
            await desk.drop("roulette")
            assert waits() == []

    run(work)


def state_of(book: MoneyBook) -> dict[str, object]:
    """Everything that has to come out the same when the book is folded again."""
    return {
        name: msgspec.to_builtins(value) if not name.startswith("shifts") else sorted(value)
        for name, value in vars(book).items()
    }


def again(desk: MoneyDesk) -> None:
    """The book folded again from the journal is the book; its parts are zero in sum; and the record is in order."""
    fold = PurseFold()
    for entry in desk.house.store.entries(CAGE_JOURNAL):
        fold.replay(entry)
    assert state_of(fold.book) == state_of(desk.book)
    assert not fold.book.accounts.total
    desk.book.accounts.check()


def verified(database: Path) -> ReadingsVerdict:
    sealer = Sealer.beside(database)
    check_in_use(database, sealer)
    conserved.of_database(database, sealer)
    return readings.of_database(database, sealer)


COUNTERS: tuple[Role | str, ...] = (Role.COUNT_TEAM, "counter-2", "counter-3")


class RandomDay:
    """People who do what the queue offers them, and much that they may not; patrons who come, buy, play and go."""

    def __init__(self, desk: MoneyDesk, pick: random.Random) -> None:
        self.desk, self.pick = desk, pick
        self.dealers = {game: Dealer(desk, game, pick) for game in desk.games}
        self.refused: Counter[str] = Counter()
        self.done: Counter[str] = Counter()

    async def tried(self, by: Role | str, do: str, **fields: Any) -> str:
        before = state_of(self.desk.book)
        try:
            found = await self.desk.money(by, do, **fields)
        except Refused as refusal:
            assert refusal.cite, refusal
            assert state_of(self.desk.book) == before  # what is refused changes nothing
            self.refused[do] += 1
            return ""
        self.done[do] += 1
        return found

    async def work(self, steps: int) -> None:
        for _ in range(steps):
            await self.pick.choice((self.movement, self.movement, self.movement, self.play, self.table))()

    def anybody(self) -> Role | str:
        anybody: list[Role | str] = [*Role, *MORE]
        return self.pick.choice(anybody)

    def chips(self) -> dict[int, int]:
        return {self.pick.choice((100, 500, 2500, 10_000)): self.pick.randrange(1, 60) for _ in range(2)}

    async def movement(self) -> None:
        desk, pick, book = self.desk, self.pick, self.desk.book
        table = pick.choice(desk.games)
        match pick.randrange(9):
            case 0:
                is_open = desk.table(table).state.standing.open
                kind = pick.choice(("drop", "shift") if is_open else ("opener", "closer", "closed"))
                right = pile(desk.expected(table) + pick.choice((0, 0, 0, 500, -2500)))
                await self.tried(
                    pick.choice((desk.crew(table), self.anybody())), "count_tray", table=table, kind=kind, chips=right
                )
            case 1:
                paper = pick.choice(("request_fill", "request_credit"))
                await self.tried(
                    pick.choice((Role.FLOORPERSON, self.anybody())), paper, table=table, chips=self.chips()
                )
            case 2 | 3 | 4:
                await self.sign()
            case 5:
                await self.tried(
                    pick.choice((Role.SECURITY, self.anybody())), "take_box", table=table, last=pick.random() < 0.5
                )
            case 6:
                await self.count()
            case 7:
                await self.cage()
            case 8:
                id = pick.choice([*book.slips, "F-999999"])
                await self.tried(
                    pick.choice((Role.CAGE_CASHIER, Role.SECURITY, self.anybody())),
                    "void_slip",
                    slip=id,
                    reason="wrong",
                )

    async def sign(self) -> None:
        desk, pick = self.desk, self.pick
        slips = list(desk.book.open_slips()) or list(desk.book.slips.values())
        if not slips:
            return
        slip = pick.choice(slips)
        step = slip.next
        role = step.roles[0] if step is not None else Role.SECURITY
        who = desk.crew(slip.table) if role is Role.DEALER else role
        right = slip.chips if slip.paper != "imprest" else desk.book.holdings.get(f"drawer chips {slip.drawer}", {})
        cash = desk.book.accounts.balance(f"drawer {slip.drawer}") if slip.paper == "imprest" else 0
        by = pick.choice((who, who, who, self.anybody(), "cashier-2"))
        await self.tried(
            by,
            "sign_slip",
            slip=slip.id,
            chips=pick.choice((right, right, self.chips())),
            cash=cash,
            note=pick.choice(("", "seen")),
        )

    async def count(self) -> None:
        desk, pick = self.desk, self.pick
        boxes = list(desk.book.boxes.values())
        if boxes and pick.random() < 0.7:
            box = pick.choice(boxes)
            right = {"notes": notes(max(0, box.expected.cash)), "slips": box.slips, "checks": box.checks}
            for who in pick.sample([Role.COUNT_TEAM, "counter-2", "counter-3", self.anybody()], 2):
                await self.tried(who, "count_box", box=box.name, **right)
        elif pick.random() < 0.7:
            for who in (Role.COUNT_TEAM, "counter-2", "counter-3"):
                await self.tried(who, "sign_count")
        else:
            await self.tried(Role.CAGE_CASHIER, "accept_count", amount=desk.book.accounts.balance("count room"))

    async def cage(self) -> None:
        pick = self.pick
        cashier = pick.choice((Role.CAGE_CASHIER, "cashier-2"))
        other = "cashier-2" if cashier is Role.CAGE_CASHIER else credential_of(Role.CAGE_CASHIER)
        patron = credential_of(Role.PLAYER)
        match pick.randrange(6):
            case 0:
                await self.tried(cashier, "hand_out_drawer", cashier=other, cash=500_000)
            case 1:
                await self.tried(
                    cashier, "at_window", act="deposit", patron=patron, amount=pick.randrange(1, 50) * 1000
                )
            case 2:
                await self.tried(
                    cashier, "at_window", act="withdraw", patron=patron, amount=pick.randrange(1, 50) * 1000
                )
            case 3:
                await self.tried(cashier, "at_window", act="redeem", chips=self.chips(), name="a patron")
            case 4:
                await self.tried(
                    cashier,
                    "transfer",
                    kind=pick.choice(("released", "stored", "drawer chips", "tray")),
                    chips=self.chips(),
                )
            case 5:
                await self.tried(Role.SHIFT_MANAGER, "end_shift", day="2023-11-14", shift=pick.randrange(1, 4))

    async def finish(self) -> None:
        """Everything that is open is ended as it should be: papers, tables, boxes and the count."""
        desk = self.desk
        for slip in list(desk.book.open_slips()):
            if slip.paper in ("fill", "credit"):
                await self.end(slip)
            elif slip.paper == "inventory":
                table = desk.table(slip.table)
                kind = "drop" if table.state.standing.open else "opener" if slip.kind == "opener" else "closer"
                with suppress(Refused):
                    await desk.count(slip.table, kind)
        for name in desk.games:
            await self.empty(name)
            money = desk.book.tables[name]
            if money.box:
                if money.kind not in ("closer", "closed"):
                    await desk.count(name, "closer")
                await desk.money(Role.SECURITY, "take_box", table=name)
        for box in desk.book.boxes_in("taken"):
            while box.counted is None:  # where one counted, another one counts the same
                first = box.counts[0] if box.counts else None
                fields: dict[str, Any] = {"notes": notes(box.expected.cash), "slips": box.slips, "checks": box.checks}
                if first is not None:
                    fields = {"notes": first.notes, "slips": first.slips, "checks": first.checks}
                who = next(one for one in COUNTERS if first is None or desk.one(one).credential != first.by.credential)
                await desk.money(who, "count_box", box=box.name, **fields)
        if desk.book.boxes_in("taken"):
            signed = {one.credential for one in desk.book.count_signed}
            for who in COUNTERS:
                if desk.one(who).credential not in signed:
                    await desk.money(who, "sign_count")
        if desk.book.boxes_in("counted"):
            await desk.money(Role.CAGE_CASHIER, "accept_count", amount=desk.book.accounts.balance(accounts.COUNT_ROOM))

    async def end(self, slip: Slip) -> None:
        desk = self.desk
        if slip.void_asked is not None:
            await desk.money(Role.SECURITY, "void_slip", slip=slip.id)
        while (step := slip.next) is not None:
            who = desk.crew(slip.table) if Role.DEALER in step.roles else step.roles[0]
            try:
                await desk.money(who, "sign_slip", slip=slip.id, chips=slip.chips if step.counts else {}, note="seen")
            except Refused:  # its box has gone, and its chips have not moved
                await desk.money(Role.CAGE_CASHIER, "void_slip", slip=slip.id, reason="its box has gone")
                await desk.money(Role.SECURITY, "void_slip", slip=slip.id)

    async def empty(self, name: str) -> None:
        desk = self.desk
        while players := list(desk.table(name).state.seats.players):
            try:
                await desk.do(name, desk.role("floor", name), do="free_seat", seat=players[0], reason="x")
            except Refused:
                if not desk.table(name).state.standing.open:
                    await desk.count(name, "opener")
                    await desk.open_by_hand(name)
                for seat in players:
                    await desk.do(name, self.dealers[name].session(), do="sell_chips", seat=seat, amount=50_000)
                await self.dealers[name].round()
        if desk.table(name).state.standing.open:
            await desk.close(name)

    async def play(self) -> None:
        table = self.pick.choice(self.desk.games)
        there = self.desk.table(table).state
        rich = all(there.ledger.chips(seat) >= 5000 for seat in there.seats.players)
        if there.standing.open and there.seats.players and rich:
            await self.dealers[table].round()

    async def table(self) -> None:
        """Patrons come, buy and go; tables open and close."""
        desk, pick = self.desk, self.pick
        name = pick.choice(desk.games)
        table = desk.table(name)
        try:
            match pick.randrange(5):
                case 0 | 1:
                    await desk.do(
                        name,
                        self.dealers[name].session(),
                        do="seat_patron",
                        seat=pick.randrange(1, 5),
                        amount=50_000,
                        brought=pick.choice((0, 2500)),
                    )
                case 2:
                    if table.state.seats.players:
                        seat = pick.choice(list(table.state.seats.players))
                        what = {"do": "sell_chips", "amount": 20_000} if pick.random() < 0.5 else {"do": "undo_sale"}
                        await desk.do(name, self.dealers[name].session(), seat=seat, **what)
                case 3:
                    if table.state.seats.players:
                        seat = pick.choice(list(table.state.seats.players))
                        await desk.do(name, desk.role("floor", name), do="free_seat", seat=seat, reason="x")
                case 4:
                    if table.state.standing.open and pick.random() < 0.3:
                        await desk.close(name)
                    elif not table.state.standing.open:
                        await desk.open_by_hand(name)
        except Refused:
            return


@pytest.mark.parametrize("seed", [0, 1, 2, 12])
def test_random_days_keep_the_book(tmp_path: Path, seed: int) -> None:
    """Whatever people try: the sum is zero, what is refused changes nothing, and the same book comes out of the journal."""

    async def work() -> None:
        async with MoneyDesk(tmp_path, ("roulette", "blackjack")) as desk:
            await desk.begin()
            day = RandomDay(desk, random.Random(seed))
            for game in desk.games:
                await desk.count(game, "opener")
                await desk.open_by_hand(game)
            await day.work(300)
            again(desk)
            assert sum(day.done.values()) > 20, day.done
            assert sum(day.refused.values()) > 20, day.refused
            await day.finish()
            again(desk)
            assert not [box.name for box in desk.book.boxes.values() if box.state != "accepted"]
            assert not desk.book.accounts.balance(accounts.COUNT_ROOM)

    run(work)
    assert verified(tmp_path / "house.db").readings > 3
