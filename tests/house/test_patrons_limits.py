"""Own limits and exclusion are the person's: also of what they played before the floor found out who they are."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.house.host.sessions import Session
from pitboss.house.people.demonstration import credential_of
from pitboss.procedure import Draw, Election, Refused
from pitboss.roles import Role
from tests.house.desk import Desk, run
from tests.house.test_patrons import FOLLOWED, plan

PLAYER = credential_of(Role.PLAYER)
APPROVED = msgspec.structs.replace(FOLLOWED, sale_approval=100_000_000)
TABLES = [msgspec.structs.replace(plan("roulette", APPROVED), name=name) for name in ("T", "U")]


async def ready(desk: Desk) -> tuple[Session, Session]:
    for name in ("T", "U"):
        await desk.open_by_hand(name)
        for role in (Role.DEALER, Role.FLOORPERSON):
            desk.station(name, role)
    return desk.person(Role.DEALER, "T"), desk.person(Role.FLOORPERSON, "T")


async def bets(desk: Desk, seat: int, amount: int, table: str = "T") -> None:
    await desk.until_asked(table)
    dealer = desk.person(Role.DEALER, table)
    answer = {"says": "wager", "wager": "straight", "on": "17", "amount": amount, "by": seat}
    await desk.do(table, dealer, answer=answer)


async def spins(desk: Desk, shows: str) -> None:
    """The round is played to its end."""
    dealer, table = desk.person(Role.DEALER, "T"), desk.table("T")
    await desk.do("T", dealer, do="no_more_bets")
    number = table.state.felt.number
    while table.round is not None and table.state.felt.number == number:
        asked: Any = table.round.pending
        if isinstance(asked, Draw):
            await desk.do("T", dealer, answer={"says": shows, "by": "chance"})
        else:
            assert isinstance(asked, Election)
            assert asked.default is not None
            await desk.say("T", dealer, asked.default.answer(asked.to))
    await desk.take_and_pay("T")


async def limited(desk: Desk, name: str, value: int) -> None:
    own = desk.house.register.limits
    await desk.house.players.decide_limits(PLAYER, lambda: own.wanted(PLAYER, name, value))


def played(desk: Desk) -> tuple[int, int]:
    day = desk.house.calendar.gaming_day().date
    sums = desk.house.cage.play.of(PLAYER).sums(day, day)
    return sums.wagered, sums.returned


@pytest.mark.parametrize(("limit", "lawful"), [(10_999, False), (11_000, True), (11_001, True)])
def test_what_an_unknown_patron_lost_counts_when_they_are_identified(limit: int, lawful: bool, tmp_path: Path) -> None:
    """$100 lost while unknown, $10 more after a move: below, at and above what they allow themselves."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", TABLES) as desk:
            dealer, floor = await ready(desk)
            await desk.do("T", dealer, do="seat_patron", seat=2, amount=50_000)
            await desk.do("T", dealer, do="seat_patron", seat=5, amount=50_000)
            await limited(desk, "loss_day", limit)
            for seat, amount in ((2, 6_000), (5, 20_000)):
                await bets(desk, seat, amount)
            await spins(desk, "1")
            await desk.do("T", floor, do="move_seat", seat=2, to_seat=7)
            await bets(desk, 7, 4_000)
            await spins(desk, "2")
            assert played(desk) == (0, 0)
            await desk.do("T", floor, do="identify_patron", patron=1, card=PLAYER)
            await desk.settle("T")
            assert played(desk) == (10_000, 0)
            if lawful:
                await bets(desk, 7, 1_000)
                await spins(desk, "17")
                await desk.settle("T")
                assert played(desk) == (11_000, 36_000)
            else:
                with pytest.raises(Refused, match="You allow yourself to lose"):
                    await bets(desk, 7, 1_000)

    run(work)


def test_a_round_that_goes_on_counts_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", TABLES) as desk:
            dealer, floor = await ready(desk)
            await desk.do("T", dealer, do="seat_patron", seat=2, amount=50_000)
            await limited(desk, "wager_day", 100_000)
            await bets(desk, 2, 3_000)
            await spins(desk, "1")
            await bets(desk, 2, 5_000)
            await desk.do("T", floor, do="identify_patron", patron=1, card=PLAYER)
            await bets(desk, 2, 1_000)
            await spins(desk, "1")
            await desk.settle("T")
            assert played(desk) == (9_000, 0)

    run(work)


def test_a_card_that_was_joined_to_an_account_is_that_account_at_every_table(tmp_path: Path) -> None:
    """Who excluded themselves does not play at another table with the same card."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", TABLES) as desk:
            dealer, floor = await ready(desk)
            at_other = desk.person(Role.DEALER, "U")
            await desk.do("T", dealer, do="seat_patron", seat=2, amount=0, card="C-12")
            await desk.do("T", floor, do="identify_patron", patron=1, card=PLAYER)
            await desk.do("U", at_other, do="seat_patron", seat=4, amount=0, card="C-12")
            assert desk.table("U").state.seats.persons == {4: PLAYER}
            await desk.do("U", at_other, do="free_seat", seat=4)
            own, now = desk.house.register.limits, desk.clock.seconds()
            await desk.house.players.decide_limits(PLAYER, lambda: own.excluded(PLAYER, 1, now))
            with pytest.raises(Refused, match="excluded yourself"):
                await desk.do("U", at_other, do="seat_patron", seat=4, amount=0, card="C-12")
            await desk.do("U", at_other, do="seat_patron", seat=4, amount=0, card="C-13")

    run(work)


def test_time_at_tables_where_the_dealer_speaks_counts_once(tmp_path: Path) -> None:
    """At two tables at once, known by account or joined to it; below and at the limit of a day; over a restart, too."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", TABLES) as desk:
            dealer, floor = await ready(desk)
            at_other, allowances = desk.person(Role.DEALER, "U"), desk.house.allowances

            async def minutes(number: int) -> float:
                desk.clock.pass_by(number * 60)
                await desk.house.players.attend()
                return allowances.seconds_today(PLAYER) / 60

            await desk.do("T", dealer, do="seat_patron", seat=2, amount=50_000)
            assert await minutes(5) == 0
            await desk.do("T", floor, do="identify_patron", patron=1, card=PLAYER)
            assert await minutes(0) == 0
            assert await minutes(10) == 10
            await desk.do("U", at_other, do="seat_patron", seat=4, amount=0, card=PLAYER)
            assert await minutes(0) == 10
            assert await minutes(10) == 20
            await desk.do("T", floor, do="free_seat", seat=2, reason="plays at U")
            assert await minutes(0) == 20
            assert await minutes(10) == 30
            await limited(desk, "time_day", 41)
            assert await minutes(10) == 40
            assert not allowances.barred(PLAYER)
            assert await minutes(1) == 41
            assert "41 minutes a day" in allowances.barred(PLAYER)
            await desk.settle("U")
            assert not desk.table("U").state.seats.players, "the seat is freed"
            await minutes(0)
            assert await minutes(60) == 41
            with pytest.raises(Refused, match="41 minutes a day"):
                await desk.do("U", at_other, do="seat_patron", seat=4, amount=0, card=PLAYER)
            told = [entry for entry in desk.house.cage.play.attending.values() if entry]
            assert not told
        async with Desk(tmp_path / "house.db", None, clock=desk.clock) as again:
            assert again.house.allowances.seconds_today(PLAYER) == 41 * 60

    run(work)
