"""Deposits: a patron's own money, withdrawn at a table that a person deals; and the shifts and days that money goes by."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

from pitboss.house import clock as clocks
from pitboss.house.cage.deposits import deposit_of
from pitboss.house.calendar import Calendar
from pitboss.house.host import money
from pitboss.house.host.sessions import Session
from pitboss.house.people.demonstration import credential_of
from pitboss.house.people.entries import HouseNamed
from pitboss.house.people.register import Register
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import HandClock, run
from tests.house.live import BY_HAND
from tests.house.money import MoneyDesk
from tests.house.sending import seat_wish
from tests.house.test_book import again, verified

PAT, T = credential_of(Role.PLAYER), "blackjack"


async def sit_down(desk: MoneyDesk, amount: int) -> Session:
    """A patron with an account, at a table whose patrons hold devices."""
    wish = msgspec.structs.replace(seat_wish(desk.key(), 1), amount=amount)
    reply = await desk.house.cashier.sit_down(desk.host(T), wish, PAT, lambda: money.deposit(PAT))
    return msgspec.structs.replace(desk.house.sessions.of(reply["token"], T), person=PAT)


async def leave(desk: MoneyDesk) -> None:
    await desk.do(T, desk.role("floor", T), do="free_seat", seat=1, reason="they go")
    await desk.house.cashier.brought_back()


def test_465a_23_a_deposit_is_withdrawn_at_the_table_and_never_fills_itself(tmp_path: Path) -> None:
    async def work() -> None:
        async with MoneyDesk(tmp_path, (T,), BY_HAND) as desk:
            await desk.begin()
            slip = await desk.money(
                "cashier-2", "hand_out_drawer", cashier=credential_of(Role.CAGE_CASHIER), cash=1_000_000
            )
            await desk.money(Role.CAGE_CASHIER, "sign_slip", slip=slip)
            await desk.count(T, "opener")
            await desk.open_by_hand(T)
            with pytest.raises(Refused, match="the cage takes more"):
                await sit_down(desk, 10_000)
            await desk.money(Role.CAGE_CASHIER, "at_window", act="deposit", patron=PAT, amount=50_000)
            before = desk.expected(T)
            await sit_down(desk, 30_000)
            assert desk.expected(T) == before - 30_000  # chips come out of the tray, a receipt goes into the box
            assert money.reading(desk.table(T)).withdrawn == 30_000
            assert desk.house.cage.purse(deposit_of(PAT)).balance == 20_000
            await leave(desk)
            purse = desk.house.cage.purse(deposit_of(PAT))
            assert (purse.balance, purse.hand) == (20_000, 30_000)  # they carry the chips away
            assert desk.expected(T) == before - 30_000
            player = await sit_down(desk, 40_000)  # chips in hand first, then the deposit
            assert money.reading(desk.table(T)).withdrawn == 40_000
            with pytest.raises(Refused, match=r"has \$400.00 in the rack"):
                await desk.do(T, player, do="tip", amount=40_001)
            await desk.do(T, player, do="tip", amount=10_000)  # theirs to give, and no dealer's to take
            with pytest.raises(Refused, match="players sit down and buy in themselves"):
                await desk.do(T, desk.person(Role.DEALER, T), do="tip", seat=1, amount=100)
            await leave(desk)
            redeem = {"act": "redeem", "chips": {10_000: 3}}
            await desk.money(Role.CAGE_CASHIER, "at_window", patron=PAT, **redeem)
            await desk.money(Role.CAGE_CASHIER, "at_window", act="redeem tips", table=T, name="D", chips={10_000: 1})
            with pytest.raises(Refused, match="cannot be withdrawn"):
                await desk.money(Role.CAGE_CASHIER, "at_window", act="withdraw", patron=PAT, amount=10_001)
            await desk.money(Role.CAGE_CASHIER, "at_window", act="withdraw", patron=PAT, amount=10_000)
            purse = desk.house.cage.purse(deposit_of(PAT))
            assert (purse.balance, purse.hand) == (0, 0)
            with pytest.raises(Refused, match="filled up at the cage"):
                desk.house.cage.check_top_up(deposit_of(PAT), "2023-11-14", 0)
            again(desk)
            await desk.close(T)
            box = await desk.drop(T)
            await desk.count_box(box)
            await desk.end_count()
            found = desk.book.boxes[box]
            assert found.counted is not None
            win = found.closer + found.credits + found.cash + found.counted.withdrawn - found.opener - found.fills
            assert win == 0  # nothing was wagered: whatever left the tray is in the box as a receipt

    run(work)
    assert verified(tmp_path / "house.db").readings > 3


def test_a_guest_has_no_deposit() -> None:
    with pytest.raises(Refused, match="Sign in"):
        money.deposit("")


NAMED = HouseNamed("House", zone="America/New_York", gaming_day="06:00", shifts=("06:00", "14:00", "22:00"))


def calendar(now: str, named: HouseNamed = NAMED) -> Calendar:
    register = cast(Register, SimpleNamespace(named_as=named))
    return Calendar(HandClock(clocks.seconds(now)), register)


@pytest.mark.parametrize(
    ("now", "shift"),
    [
        ("2026-07-01T09:59:59.000Z", ("2026-06-30", 3)),
        ("2026-07-01T10:00:00.000Z", ("2026-07-01", 1)),  # 06:00 in summer
        ("2026-07-02T03:30:00.000Z", ("2026-07-01", 3)),  # across midnight
        ("2026-03-08T09:59:59.000Z", ("2026-03-07", 3)),  # the clocks go forward: this day has 23 hours
        ("2026-03-08T10:00:00.000Z", ("2026-03-08", 1)),
        ("2026-11-01T10:59:59.000Z", ("2026-10-31", 3)),  # and back: this one has 25
        ("2026-11-01T11:00:00.000Z", ("2026-11-01", 1)),
    ],
)
def test_465a_31_the_shift_of_a_moment(now: str, shift: tuple[str, int]) -> None:
    assert calendar(now).shift() == shift


@pytest.mark.parametrize(("opened", "closed"), [("2026-03-06", "2026-03-10"), ("2026-10-30", "2026-11-03")])
def test_shifts_that_ended_while_the_house_was_down_are_named_once_each(opened: str, closed: str) -> None:
    found = calendar(f"{closed}T20:00:00.000Z").ended_shifts(f"{opened}T12:00:00.000Z")
    assert len(found) == len(set(found)) == 13
    assert (found[0], found[-1]) == ((opened, 1), (closed, 1))
    assert found == sorted(found)
    alone = msgspec.structs.replace(NAMED, shifts=())
    assert len(calendar(f"{closed}T20:00:00.000Z", alone).ended_shifts(f"{opened}T12:00:00.000Z")) == 4
