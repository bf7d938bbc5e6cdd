"""A clock that is set in one process of a shared house, or at the database: nothing is lost, stolen, ended or dated wrongly
(promise 12)."""

import asyncio
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pitboss.house.clock import Clock, seconds
from pitboss.house.floor import Opening
from pitboss.house.house import House
from soak.crash import plans
from tests.house.live import until
from tests.house.postgres import Server, needs_postgres
from tests.house.test_shared_faults import stop, until_looked
from tests.house.two_processes import a_process, leases_of

pytestmark = needs_postgres
HOUR = 3600.0


class WrongClock(Clock):
    """The clock of one process, which somebody sets."""

    by = 0.0

    def seconds(self) -> float:
        return super().seconds() + self.by


def named(address: str, files: Path, name: str, clock: Clock | None = None) -> House:
    return a_process(address, files, Path(f"/{name}"), Opening(plans(2), demonstration=True), clock)


def times(house: House) -> dict[str, list[float]]:
    """When each entry of each journal was written."""
    names = ("house", "cage", *(row[0] for row in house.store.tables()))
    return {name: [seconds(entry.time) for entry in house.store.entries(name)] for name in names}


def noted(house: House, table: str) -> int:
    return sum(entry.kind == "clock" for entry in house.store.entries(table))


def check_order(house: House) -> None:
    """No entry is dated before the one before it, but by the little that two processes may differ."""
    for name, found in times(house).items():
        assert all(later > earlier - 1.0 for earlier, later in pairwise(found)), name


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_the_clock_of_one_process_is_set(postgres: Server, tmp_path: Path, by: float) -> None:
    """Before it starts, or while it serves; then it takes everything over, and gives it back to one whose clock is right."""
    address, wrong = postgres.new_database(f"one_{by}"), WrongClock()

    async def live() -> None:
        first, second = named(address, tmp_path, "first"), named(address, tmp_path, "second", wrong)
        await first.open()
        await second.open()
        await until(lambda: len(first.hosts) == len(second.hosts) == 1)
        token = await first.people.sessions.begin(next(iter(first.register.people.values())), "password")
        held = dict(leases_of(first).held), dict(leases_of(second).held)
        wrong.by = by
        third = named(address, tmp_path, "third", wrong)
        await third.open()
        await until_looked(first, second, third)
        assert (leases_of(first).held, leases_of(second).held) == held, "nothing was claimed that somebody has"
        await until(lambda: all(house.people.sessions.of(token) is not None for house in (first, second, third)))
        await first.close()
        await until(lambda: second.processes.leads or third.processes.leads)
        leader = second if second.processes.leads else third
        await leader.register.found(demonstration=True)
        second_token = await leader.people.sessions.begin(next(iter(leader.register.people.values())), "password")
        await leader.people.sessions.look()
        assert leader.people.sessions.of(token) is not None, "whoever signed in elsewhere is still signed in"
        await second.close()
        await third.close()
        last = named(address, tmp_path, "last")
        await last.open()
        await until(lambda: len(last.hosts) == 2)
        await last.people.sessions.begin(next(iter(last.register.people.values())), "password")
        assert last.people.sessions.of(token) is not None
        assert last.people.sessions.of(second_token) is not None
        check_order(last)
        assert all(abs(found[-1] - time.time()) < 60 for found in times(last).values() if found)
        await last.close()

    asyncio.run(live())


# The clock of the database as the processes see it, and by how much it is wrong.
SETTABLE = """
CREATE TABLE public.wrong (by INTERVAL NOT NULL);
INSERT INTO public.wrong VALUES ('0');
CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    'SELECT pg_catalog.clock_timestamp() + (SELECT by FROM public.wrong)';
"""


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_the_clock_of_the_database_is_set(postgres: Server, tmp_path: Path, by: float) -> None:
    """As when the time of the machine is put right: every table notes it, everybody keeps what they have and stays signed in, also
    at a process that starts later; and one that dies right then is replaced."""
    name = f"database_{by}"
    address = postgres.new_database(name)
    with psycopg.connect(address, autocommit=True) as line:
        line.execute(SETTABLE)
        line.execute(f'ALTER DATABASE "{name}" SET search_path = public, pg_catalog')

    def set_clock() -> None:
        with psycopg.connect(address, autocommit=True) as line:
            line.execute("UPDATE public.wrong SET by = %s * interval '1 second'", (by,))

    async def live() -> None:
        first, second = (named(address, tmp_path, name) for name in ("first", "second"))
        await first.open()
        await second.open()
        await until(lambda: len(first.hosts) == len(second.hosts) == 1)
        tables = [row[0] for row in first.store.tables()]
        token = await first.people.sessions.begin(next(iter(first.register.people.values())), "password")
        held = dict(leases_of(first).held), dict(leases_of(second).held)
        await asyncio.to_thread(set_clock)
        await until(lambda: all(noted(first, table) == 1 for table in tables))
        await until_looked(first, second)
        for house in (first, second):
            assert leases_of(house).clock._trusted_from > 0, "nobody claims before everybody has had time to renew"
            leases_of(house).clock._trusted_from = 0.0  # as everybody has
        await until_looked(first, second)
        assert (leases_of(first).held, leases_of(second).held) == held, "nobody took what somebody has"
        third = named(address, tmp_path, "third")
        await third.open()
        await until(lambda: all(house.people.sessions.of(token) is not None for house in (first, second, third)))
        await stop(second)
        with psycopg.connect(address, autocommit=True) as line:  # it last renewed before the clock was set
            for its in (
                "leases SET expires = expires - %s * interval '1 second' WHERE owner",
                "processes SET expires = expires - %s * interval '1 second' WHERE name",
            ):
                line.execute(f"UPDATE {its} = 'second'", (by,))
        await until(lambda: set(first.hosts) | set(third.hosts) == set(tables))
        await first.people.sessions.look()
        assert first.people.sessions.of(token) is not None
        check_order_of_house(first, by)
        await third.close()
        await first.close()
        second.store.close()

    asyncio.run(live())


def check_order_of_house(house: Any, by: float) -> None:
    """Where entries of a table go back in time, one between them says so."""
    for row in house.store.tables():
        entries = list(house.store.entries(row[0]))
        back = [n for n, (one, two) in enumerate(pairwise(entries)) if two.time < one.time]
        assert len(back) == (by < 0)
        assert all(entries[n + 1].kind == "clock" for n in back)
