"""Ways round a player's own limits in a house of two processes: play that only the other process knew of, an answer that was lost,
a database that is away."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.house.host.sessions import Session
from pitboss.house.house import House
from pitboss.house.people import entries
from pitboss.house.sharing.peers import Interrupted
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.live import until
from tests.house.postgres import Server, needs_postgres
from tests.house.sending import command_of, leave_table, said, seat_wish
from tests.house.test_own_limits import ME
from tests.house.test_own_limits_shared import PLANS
from tests.house.two_processes import two_processes

pytestmark = needs_postgres


class Guest:
    """One player with an account, at tables of both processes."""

    def __init__(self, leader: House, other: House) -> None:
        self.leader, self.other = leader, other
        self.houses = (leader, other)
        self._keys = iter(range(10**6))

    async def sit(self, house: House, name: str) -> Session:
        wish = seat_wish(f"sit-{next(self._keys):020d}", amount=100_000)
        reply = await house.cashier.sit_down(house.hosts[name], wish, ME, lambda: ME)
        house.hosts[name].presence.out_of_reach.pop(reply["seat"], None)
        return msgspec.structs.replace(house.sessions.of(reply["token"], name), person=ME)

    async def do(self, house: House, name: str, session: Session, **what: Any) -> None:
        table = house.hosts[name].require_table()
        play = table.round
        asked = play.asked if play is not None else 0
        command = command_of(
            f"do-{next(self._keys):020d}", round=table.state.felt.number + (play is None), question=asked, **what
        )
        await house.hosts[name].do(session, command)

    async def bet(self, house: House, name: str, session: Session, amount: int) -> int:
        """What of it was taken."""
        with suppress(Refused):
            await self.do(house, name, session, answer=said("wager", "red", "", amount))
            return amount
        return 0

    async def spin(self, house: House, name: str, session: Session) -> None:
        await self.do(house, name, session, do="ready")

    async def leave(self, house: House, name: str, session: Session) -> None:
        await leave_table(house.hosts[name], session, f"go-{next(self._keys):020d}")
        await house.cashier.brought_back()

    async def want(self, name: str, value: int) -> None:
        own = self.leader.register.limits
        await self.leader.players.decide_limits(ME, lambda: own.wanted(ME, name, value))

    def wagered(self) -> int:
        day = self.leader.calendar.gaming_day().date
        return self.leader.cage.play.of(ME).sums(day, day).wagered


@asynccontextmanager
async def guest(address: str, folder: Path) -> AsyncIterator[Guest]:
    both = await two_processes(address, folder, PLANS)
    leader, other, _ = both
    await leader.register.enter(entries.PersonAdded(ME, "Robin", (Role.PLAYER,)))
    other.allowances.refresh()
    try:
        yield Guest(leader, other)
    finally:
        await both.close()


def played(postgres: Server, tmp_path: Path, name: str, work: Callable[[Guest], Awaitable[None]]) -> None:
    async def main() -> None:
        async with guest(postgres.new_database(name), tmp_path) as me:
            await work(me)

    asyncio.run(main())


def test_what_was_wagered_at_another_process_counts_from_the_moment_a_limit_is_set(
    postgres: Server, tmp_path: Path
) -> None:
    """$300 were wagered there before there was any limit, and the seat was left: a limit of $100 leaves nothing, at once."""

    async def work(me: Guest) -> None:
        there, here = next(iter(me.other.hosts)), next(iter(me.leader.hosts))
        session = await me.sit(me.other, there)
        for _ in range(3):
            assert await me.bet(me.other, there, session, 10_000)
            await me.spin(me.other, there, session)
        await me.leave(me.other, there, session)
        mine = await me.sit(me.leader, here)
        await me.want("wager_day", 10_000)
        assert me.wagered() == 30_000
        assert await me.bet(me.leader, here, mine, 100) == 0

    played(postgres, tmp_path, "left_behind", work)


def test_what_is_up_at_another_process_counts_though_nobody_told_of_it_in_time(
    postgres: Server, tmp_path: Path
) -> None:
    """The other process hears late that there is a limit now: no wager is reserved before it has said what is up there."""

    async def work(me: Guest) -> None:
        there, here = next(iter(me.other.hosts)), next(iter(me.leader.hosts))
        session, mine = await me.sit(me.other, there), await me.sit(me.leader, here)
        assert await me.bet(me.other, there, session, 8_000)
        tell = me.other.allowances.limits_changed

        async def late(*given: Any) -> None:
            await asyncio.sleep(0.3)
            await tell(*given)

        me.other.allowances.limits_changed = late  # type: ignore[method-assign, assignment]
        want = asyncio.create_task(me.want("wager_day", 10_000))
        await until(lambda: me.leader.register.limits.of(ME).has_amounts)
        taken = await asyncio.gather(
            me.bet(me.leader, here, mine, 5_000), me.bet(me.leader, here, mine, 2_000), want, return_exceptions=True
        )
        assert (taken[0], taken[1]) == (0, 2_000)

    played(postgres, tmp_path, "told_late", work)


def test_what_was_told_counts_once_though_the_answer_was_lost(postgres: Server, tmp_path: Path) -> None:
    """The leader wrote it down and was gone before it said so: told again it counts no second time, nor does leaving a seat."""

    async def work(me: Guest) -> None:
        there = next(iter(me.other.hosts))
        session = await me.sit(me.other, there)
        ask, lost = me.other.cage.ask, list[Any]()  # type: ignore[attr-defined]

        async def deaf(call: str, arguments: list[Any]) -> Any:
            found = await ask(call, arguments)
            if call == "played":
                lost.append(arguments)
                raise Interrupted
            return found

        assert await me.bet(me.other, there, session, 1_000)
        await me.spin(me.other, there, session)
        me.other.cage.ask = deaf  # type: ignore[attr-defined]
        for _ in range(3):
            await me.other.allowances.flush()
        assert len(lost) == 3
        assert me.wagered() == 1_000
        me.other.cage.ask = ask  # type: ignore[attr-defined]
        await me.other.allowances.flush()
        await me.want("wager_day", 50_000)
        assert await me.bet(me.other, there, session, 2_000)
        await me.spin(me.other, there, session)
        await me.other.allowances.flush()
        assert await me.bet(me.other, there, session, 3_000)
        await me.do(me.other, there, session, answer=said("remove", "red"))
        me.other.cage.ask = deaf  # type: ignore[attr-defined]
        await me.leave(me.other, there, session)
        for _ in range(3):
            await me.other.allowances.flush()
        me.other.cage.ask = ask  # type: ignore[attr-defined]
        await me.other.allowances.flush()
        assert me.wagered() == 3_000
        assert not me.leader.cage.play.of(ME).reserved

    played(postgres, tmp_path, "told_twice", work)


def test_a_database_that_is_away_refuses_a_wager_by_a_sentence(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether somebody excluded themselves cannot be looked up: nothing is wagered, and the line stays."""

    async def work(me: Guest) -> None:
        there = next(iter(me.other.hosts))
        session = await me.sit(me.other, there)

        def away() -> None:
            raise sqlite3.OperationalError("the database does not answer")

        monkeypatch.setattr(me.other.allowances, "refresh", away)
        with pytest.raises(Refused, match="cannot be looked at just now"):
            await me.do(me.other, there, session, answer=said("wager", "red", "", 500))
        monkeypatch.undo()
        assert await me.bet(me.other, there, session, 500)

    played(postgres, tmp_path, "away", work)
