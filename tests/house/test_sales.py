"""Chips sold to patrons without a device: a filed ceiling, a floorperson from a filed amount on, nothing unasked, an undo."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.house.floorplan.file import LIVE, load
from pitboss.house.floorplan.mistakes import Mistakes
from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.table.hours import Hours, day_of, moment_of, total
from pitboss.house.table.verify import verify_entries
from pitboss.house.wire.view import view
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import Desk, fingerprint, run

T = "RL-9"
PLAN = Plan(T, "roulette", "Roulette", msgspec.structs.replace(LIVE, follow=True))


async def opened(desk: Desk) -> tuple[Session, Session]:
    await desk.open_by_hand(T)
    return desk.person(Role.DEALER, T), desk.person(Role.PIT_MANAGER, T)


async def refusal(desk: Desk, who: Session, **what: Any) -> str:
    before = desk.table(T).journal.sequence
    with pytest.raises(Refused) as refused:
        await desk.do(T, who, **what)
    assert desk.table(T).journal.sequence == before
    return f"{refused.value.why}: {refused.value.sentence}"


def test_nothing_is_sold_unasked(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", [PLAN]) as desk:
            dealer, _ = await opened(desk)
            await desk.do(T, dealer, do="seat_patron", seat=1, name="Ann")
            assert desk.table(T).state.ledger.chips(1) == 0
            assert "how much" in await refusal(desk, dealer, do="sell_chips", seat=1)
            assert buy_ins(desk) == 0

    run(work)


@pytest.mark.parametrize("act", ["seat_patron", "sell_chips"])
def test_a_floorperson_sells_from_the_filed_amount_on_and_nobody_above_the_ceiling(tmp_path: Path, act: str) -> None:
    """Below, at and above $500 and $10,000; several small sales one after another are one."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [PLAN]) as desk:
            dealer, floor = await opened(desk)
            seat = 1
            if act == "sell_chips":
                await desk.do(T, dealer, do="seat_patron", seat=seat)
            assert "wrong_role: From $500.00 on a floorperson" in await refusal(
                desk, dealer, do=act, seat=seat, amount=50_000
            )
            assert "above_maximum: At most $10000.00" in await refusal(desk, floor, do=act, seat=seat, amount=1_000_001)
            await desk.do(T, dealer, do=act, seat=seat, amount=49_999)
            assert "(with $499.99 before)" in await refusal(desk, dealer, do="sell_chips", seat=seat, amount=1)
            await desk.do(T, floor, do="sell_chips", seat=seat, amount=1_000_000)
            assert desk.table(T).state.ledger.chips(seat) == 1_049_999

    run(work)


def test_a_sale_is_taken_back_until_the_next_wager_or_round(tmp_path: Path) -> None:
    """The last one first; buy-ins and rack are as before, and the record has both."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [PLAN]) as desk:
            dealer, _ = await opened(desk)
            await desk.do(T, dealer, do="seat_patron", seat=1, amount=20_000)
            await desk.do(T, dealer, do="sell_chips", seat=1, amount=10_000)
            assert view(desk.host(T), dealer).sales == {"1": 10_000}
            await desk.do(T, dealer, do="undo_sale", seat=1)
            assert (desk.table(T).state.ledger.chips(1), buy_ins(desk)) == (20_000, 20_000)
            still = fingerprint(desk.table(T))
            desk.host(T).recover()
            assert fingerprint(desk.table(T)) == still
            await desk.do(T, dealer, do="undo_sale", seat=1)
            assert (desk.table(T).state.ledger.chips(1), buy_ins(desk)) == (0, 0)
            assert "locked: No sale to seat 1" in await refusal(desk, dealer, do="undo_sale", seat=1)
            await desk.do(T, dealer, do="sell_chips", seat=1, amount=20_000)
            await desk.do(T, desk.person(Role.PIT_MANAGER, T), do="move_seat", seat=1, to_seat=4)
            await desk.do(T, dealer, do="undo_sale", seat=4)
            await desk.do(T, dealer, do="sell_chips", seat=4, amount=20_000)
            await desk.settle(T, 3)
            await desk.until_asked(T)
            await desk.do(T, dealer, do="sell_chips", seat=4, amount=5_000)
            answer = {"says": "wager", "wager": "red", "amount": 500, "by": 4}
            await desk.do(T, dealer, answer=answer)
            assert "locked: No sale to seat 4" in await refusal(desk, dealer, do="undo_sale", seat=4)
            assert not view(desk.host(T), dealer).sales
            verify_entries(list(desk.house.store.entries(T)))

    run(work)


def test_a_sale_before_a_round_cannot_be_taken_back_after_it_began(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", [PLAN]) as desk:
            dealer = desk.person(Role.DEALER, T)
            await desk.do(T, dealer, do="seat_patron", seat=1, amount=20_000)
            assert desk.table(T).state.seats.sales == {1: (20_000,)}
            await opened(desk)
            await desk.settle(T, 3)
            await desk.until_asked(T)
            assert desk.table(T).state.felt.number == 1
            assert "locked: No sale to seat 1" in await refusal(desk, dealer, do="undo_sale", seat=1)

    run(work)


def test_the_amounts_are_filed_in_the_floor_file_or_by_the_manager(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", [PLAN]) as desk:
            dealer, _ = await opened(desk)
            manager = desk.person(Role.MANAGER, T)
            wish = {"do": "change_settings", "settings": {"sale_maximum": 0}}
            assert "at least one cent" in await refusal(desk, manager, **wish)
            await desk.do(T, manager, do="change_settings", settings={"sale_maximum": 30_000, "sale_approval": 20_000})
            assert "From $200.00 on" in await refusal(desk, dealer, do="seat_patron", seat=1, amount=20_000)
            assert "At most $300.00" in await refusal(desk, dealer, do="seat_patron", seat=1, amount=30_001)

    run(work)
    file = tmp_path / "floor.toml"
    words = '[house]\nholder = "H"\n[[table]]\nnumber = "RL-1"\ngame = "roulette"\ndealt = "person"\nfollow = true\n'
    file.write_text(words + 'sale_maximum = "2000.00"\nsale_approval = "100.00"\n')
    (table,) = load(file).tables
    assert (table.settings.sale_maximum, table.settings.sale_approval) == (200_000, 10_000)
    file.write_text(words + 'sale_maximum = "nothing"\n')
    with pytest.raises(Mistakes, match="sale_maximum"):
        load(file)


def buy_ins(desk: Desk) -> int:
    """Of the gaming day, by the record."""
    now = desk.table(T).now
    hours = Hours(day_of(moment_of(now), "America/New_York", "06:00"))
    hours.fold(desk.house.store.entries(T))
    return total(hours.tallies.values()).buy_ins
