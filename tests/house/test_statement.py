"""The statement of a patron with an account: a year of money and play, by the cage's journal and the record."""

import asyncio
import random
from pathlib import Path

import pytest

from pitboss.house.cage.deposits import deposit_of
from pitboss.house.people.entries import PersonAdded
from pitboss.house.protocol.statement import AccountStatement
from pitboss.house.wire.statement import made
from pitboss.house.wire.statement_paper import statement_paper
from pitboss.paper.output import render
from pitboss.paper.particulars import Particulars
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import run
from tests.house.money import MoneyDesk
from tests.house.test_followed import Dealer

T, PLAYER, YEAR = "roulette", "P-1", 2023  # the clock of a desk stands in November 2023
OTHER_YEAR = 60 * 86_400.0


async def deal(desk: MoneyDesk) -> Dealer:
    await desk.house.register.enter(
        PersonAdded(PLAYER, "Pat Player", (Role.PLAYER,)), PersonAdded("P-2", "Quinn", (Role.PLAYER,))
    )
    await desk.begin()
    drawer = await desk.money(Role.CAGE_CASHIER, "hand_out_drawer", cashier="cashier-2", cash=5_000_000)
    await desk.money("cashier-2", "sign_slip", slip=drawer)
    await desk.count(T, "opener")
    await desk.open_by_hand(T)
    return Dealer(desk, T, random.Random(3))


async def at_window(desk: MoneyDesk, act: str, **more: object) -> None:
    await desk.money("cashier-2", "at_window", act=act, patron=PLAYER, **more)


async def statement(desk: MoneyDesk, year: int = 0, who: str = PLAYER) -> AccountStatement:
    return await made(desk.house, desk.house.register.person(who), year)


def test_a_year_of_an_account(tmp_path: Path) -> None:
    """What moved, what was played, and what is left agree with cage and table to the cent; nobody else's is in it."""

    async def work() -> None:
        async with MoneyDesk(tmp_path) as desk:
            dealer = await deal(desk)
            await at_window(desk, "deposit", amount=100_000)
            await at_window(desk, "withdraw", amount=20_000)
            own, cage = deposit_of(PLAYER), desk.house.cage
            out = await cage.send(own, T, 30_000)
            await cage.take_back(out.key)
            for seat, card in ((1, PLAYER), (2, "P-2"), (3, "")):
                await desk.do(T, dealer.session(), do="seat_patron", seat=seat, amount=50_000, card=card)
            for _ in range(5):
                await dealer.round()
            found = await statement(desk)
            assert found.year == YEAR
            assert found.name == "Pat Player"
            assert found.sums == {
                "Deposited in cash": 100_000,
                "Withdrawn in cash": 20_000,
                "Withdrawn for chips at a table": 30_000,
                "Not taken by the table": 30_000,
            }
            assert (found.first, found.last, found.chips) == (0, 80_000, 0)
            assert (cage.purse(own).balance, cage.purse(own).hand) == (found.last, found.chips)
            (day,) = found.play
            over = desk.table(T).play.settled_round
            assert (day.table, day.rounds) == (T, over)
            rack = desk.table(T).state.ledger.chips(1)
            assert day.wagered == found.wagered > 0
            assert found.returned - found.wagered == rack - 50_000
            assert [one.round for one in found.rounds] == list(range(over, 0, -1))
            assert sum(one.wagered for one in found.rounds) == found.wagered
            desk.clock.pass_by(OTHER_YEAR)
            later = await statement(desk)
            assert (later.year, later.moves, later.play, later.first, later.last) == (YEAR + 1, (), (), 80_000, 80_000)
            assert (await statement(desk, YEAR)).moves == found.moves
            other = await statement(desk, YEAR, "P-2")
            assert (other.moves, other.last, other.played) == ((), 0, over)
            with pytest.raises(Refused, match="account that plays"):
                await statement(desk, 0, "cashier-2")
            paper = await asyncio.to_thread(render, statement_paper(found, Particulars(holder="House")), ".pdf")
            assert paper.startswith(b"%PDF")
            empty = statement_paper(later, Particulars(holder="House"))
            assert str(empty.blocks).count("No Activity") == 3

    run(work)


def test_a_statement_is_the_same_after_a_restart_and_a_clock_that_was_set_back(tmp_path: Path) -> None:
    async def before() -> AccountStatement:
        async with MoneyDesk(tmp_path) as desk:
            await deal(desk)
            await at_window(desk, "deposit", amount=100_000)
            desk.clock.pass_by(-7200)
            await at_window(desk, "deposit", amount=5_000)
            desk.clock.pass_by(7200)
            await at_window(desk, "withdraw", amount=1_000)
            return await statement(desk)

    async def after() -> AccountStatement:
        async with MoneyDesk(tmp_path) as desk:
            return await statement(desk)

    found = run(before)
    assert [one.deposit for one in found.moves] == [100_000, 105_000, 104_000]
    assert run(after).moves == found.moves
