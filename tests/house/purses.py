"""Visitors with purses at two tables, and where their chips are by the record."""

from pathlib import Path

from pitboss.house.cage.conserved import Whereabouts, of_database
from pitboss.house.cage.purses import CAGE_JOURNAL
from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.storage.backup import check_in_use
from pitboss.house.storage.seal import Sealer
from tests.house.desk import Desk
from tests.house.live import PRACTICE
from tests.house.sending import leave_table, seat_wish

A, B = "RL-A", "RL-B"
PLANS = (Plan(A, "roulette", "Roulette", PRACTICE), Plan(B, "roulette", "Roulette", PRACTICE))
ME, YOU = "guest me", "guest you"
DAY = "2023-11-14"


async def sit(desk: Desk, name: str, amount: int = 0, purse: str = ME, key: str = "") -> Session:
    reply = await desk.house.cashier.sit_down(
        desk.host(name), seat_wish(key or desk.key(), amount=amount), "", lambda: purse
    )
    desk.host(name).presence.out_of_reach.pop(reply["seat"], None)
    return desk.house.sessions.of(reply["token"], name)


async def leave(desk: Desk, name: str, session: Session) -> None:
    await leave_table(desk.host(name), session, desk.key())
    await desk.house.cashier.brought_back()


def balance(desk: Desk, purse: str = ME) -> int:
    return desk.house.cage.purse(purse).balance


def counted(database: Path) -> Whereabouts:
    """Where every chip is, by the record on the disk alone, all of which is in order."""
    sealer = Sealer.read(database.with_name(database.name + ".key"))
    check_in_use(database, sealer)
    return of_database(database, sealer)


def kinds(desk: Desk) -> list[str]:
    return [entry.kind for entry in desk.house.store.entries(CAGE_JOURNAL)]
