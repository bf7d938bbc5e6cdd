"""The money of a day: one book over tables, cage and count, whose sum is zero after every movement."""

import random
from pathlib import Path

from pitboss.house.book import accounts
from pitboss.roles import Role
from tests.house.desk import run
from tests.house.money import MoneyDesk
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
