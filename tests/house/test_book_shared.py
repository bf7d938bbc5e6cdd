"""The book of a house that several processes serve: one writes, all have the same, and it outlives each of them."""

from pathlib import Path
from typing import Any

import msgspec

from pitboss.house.book.chips import value
from pitboss.house.book.movements.asks import AnyMovement
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.host import money
from pitboss.house.host.sessions import Session
from pitboss.house.house import House
from pitboss.house.people.demonstration import credential_of
from pitboss.house.table import entries
from pitboss.roles import Role
from tests.house.desk import run
from tests.house.live import until
from tests.house.money import BANK, FOLLOWED, TRAY
from tests.house.postgres import needs_postgres
from tests.house.test_book import state_of
from tests.house.two_processes import a_process

pytestmark = needs_postgres

PLANS = [Plan(f"RL-{n}", "roulette", "Roulette", FOLLOWED) for n in (1, 2)]


async def move(house: House, role: Role, do: str, **fields: Any) -> str:
    person = house.register.person(credential_of(role))
    ask = msgspec.convert({"do": do, **fields}, AnyMovement, str_keys=True)
    return await house.bookkeeper.move(person, Session(hash=role.value, person=person.credential), ask)


def test_every_process_has_the_same_book(address: str, tmp_path: Path) -> None:
    """What the writer enters the other process has; when the writer has gone it goes on from there."""

    async def work() -> None:
        first, second = (
            a_process(address, tmp_path, Path(f"/{name}"), Opening(PLANS, demonstration=True))
            for name in ("first", "second")
        )
        await first.open()
        await second.open()
        await until(lambda: len(first.hosts) + len(second.hosts) == 2)  # what persons deal is served by one process
        trays = {plan.name: TRAY for plan in PLANS}
        await move(first, Role.MANAGER, "state_book", cash=100_000_000, chips=BANK, trays=trays)
        await move(first, Role.CAGE_CASHIER, "agree_book")
        holder, there = (first if first.hosts else second), "RL-1"
        for role in (Role.DEALER, Role.FLOORPERSON):
            person = first.register.person(credential_of(role))
            holder.hosts[there].require_table().enter(entries.Assigned(person.credential, person.name, role))
        await holder.hosts[there].commit([])
        slip = await move(first, Role.DEALER, "count_tray", table=there, kind="opener", chips=TRAY)
        await move(first, Role.FLOORPERSON, "sign_slip", slip=slip)
        second.cage.follow()
        assert state_of(first.book) == state_of(second.book)
        before = state_of(first.book)
        await first.close()
        await until(lambda: second.processes.leads and there in second.hosts)
        assert state_of(second.book) == before
        reading = money.reading(second.hosts[there].require_table())
        assert second.book.expected(there, reading) == value(TRAY)
        await move(second, Role.FLOORPERSON, "print_slip", slip=slip)
        await second.close()

    run(work)
