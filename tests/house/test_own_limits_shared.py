"""Limits and exclusion of players in a house that several processes serve: they hold at every process."""

import asyncio
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.house import House
from pitboss.house.people import entries
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.live import until
from tests.house.postgres import Server, needs_postgres
from tests.house.sending import command_of, said, seat_wish
from tests.house.test_own_limits import ME, PRACTICE
from tests.house.two_processes import two_processes

pytestmark = needs_postgres
PLANS = [Plan(f"RL-{number}", "roulette", "Roulette", PRACTICE) for number in range(4)]


def test_limits_hold_at_every_process(postgres: Server, tmp_path: Path) -> None:
    """One player with a client at four tables of two processes: wagers made at once never pass the limit; exclusion counts
    for the next wager at the other process, and the chips come back."""
    address = postgres.new_database("own_limits")
    keys = iter(range(10**6))

    async def sit(house: House, name: str) -> Session:
        wish = seat_wish(f"sit-{next(keys):020d}", amount=100_000)
        reply = await house.cashier.sit_down(house.hosts[name], wish, ME, lambda: ME)
        house.hosts[name].presence.out_of_reach.pop(reply["seat"], None)
        return msgspec.structs.replace(house.sessions.of(reply["token"], name), person=ME)

    async def bet(house: House, name: str, session: Session, amount: int) -> int:
        table = house.hosts[name].require_table()
        play = table.round
        command = command_of(
            f"bet-{next(keys):020d}",
            answer=said("wager", "red", "", amount),
            round=table.state.felt.number + (play is None),
            question=play.asked if play is not None else 0,
        )
        with suppress(Refused):
            await house.hosts[name].do(session, command)
            return amount
        return 0

    async def live() -> None:
        both = await two_processes(address, tmp_path, PLANS)
        leader, other, _ = both
        await leader.register.enter(entries.PersonAdded(ME, "Robin", (Role.PLAYER,)))
        other.allowances.refresh()
        assert ME in other.register.people
        at = [(house, name, await sit(house, name)) for house in (leader, other) for name in house.hosts]
        own = leader.register.limits
        await leader.players.decide_limits(ME, lambda: own.wanted(ME, "wager_day", 10_000))
        taken = await asyncio.gather(*(bet(*place, amount) for place in at for amount in (3_000, 1_500, 1_000)))
        assert 9_000 < sum(taken) <= 10_000, taken
        up = sum(house.hosts[n].require_table().state.felt.stakes(s.seat) for house, n, s in at)
        assert up == sum(taken)
        # over there a table is without wagers: its seat is freed, and the chips come back
        await leader.players.decide_limits(ME, lambda: own.excluded(ME, 1, leader.clock.seconds()))
        assert await bet(*at[2], 100) == 0, "the very next wager at the other process is refused"
        assert await bet(*at[3], 100) == 0
        with pytest.raises(Refused, match="excluded yourself"):
            await sit(other, at[2][1])
        for house, name, session in at:
            table = house.hosts[name].require_table()
            if table.state.felt.stakes(session.seat):
                assert table.round is not None
                number, asked = table.state.felt.number, table.round.asked
                command = command_of(f"go-{next(keys):020d}", do="ready", round=number, question=asked)
                await house.hosts[name].do(session, command)
        await until(lambda: all(not house.hosts[n].require_table().state.seats.players for house, n, _ in at))
        await until(lambda: not leader.cage.out)
        day = leader.calendar.gaming_day().date
        await until(lambda: leader.cage.play.of(ME).sums(day, day).wagered == sum(taken))
        assert leader.cage.purse(ME).balance == 1_000_000 - leader.cage.play.of(ME).sums(day, day).lost
        await both.close()

    asyncio.run(live())
