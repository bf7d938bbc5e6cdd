"""The money of a demonstration: its made-up people open the book and work a little, so that everybody finds something to do.

Everything is done as people would do it: by movements and commands, each refused to whoever may not.
"""

import logging
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.house.book.movements.asks import AnyMovement
from pitboss.house.commands.free_seat import FreeSeat
from pitboss.house.commands.open_table import OpenPlay
from pitboss.house.commands.seat_patron import SeatPatron
from pitboss.house.commands.sign import SignChecklist
from pitboss.house.floorplan.demonstration import DemonstrationMoney, work
from pitboss.house.host import inspections, rights
from pitboss.house.host.sessions import Session
from pitboss.house.host.table_house import new_key
from pitboss.house.people.demonstration import DEALERS, credential_of
from pitboss.procedure import Refused
from pitboss.roles import Role

if TYPE_CHECKING:
    from pitboss.house.house import House

log = logging.getLogger("pitboss")
SECOND_CASHIER = "DEMO-cage-cashier-2"


async def begin(house: "House") -> None:
    """Open the book of a demonstration whose floor has the table that this needs, once; a floor in use is left as it is."""
    money = work().money
    founded = house.register.founded
    if founded is None or not founded.demonstration or money.table not in house.hosts or house.book.applied:
        return
    try:
        await _begin(house, money)
    except Refused as refusal:  # somebody plays there already: their house keeps play chips
        log.info("the book of the demonstration was not opened: %s", refusal.sentence)


async def _begin(house: "House", money: DemonstrationMoney) -> None:
    dealer, floor, cashier = DEALERS[-1], credential_of(Role.FLOORPERSON), credential_of(Role.CAGE_CASHIER)
    table, host = money.table, house.hosts[money.table]

    async def move(by: str, do: str, **fields: Any) -> str:
        ask = msgspec.convert({"do": do, **fields}, AnyMovement, strict=False, str_keys=True)
        return await house.bookkeeper.move(house.register.person(by), Session(person=by), ask)

    async def at_table(by: str, command: Any) -> None:
        await host.do(rights.current_session(host, Session(hash=by, person=by)), command)

    async def counted(kind: str, chips: dict[str, int], note: str = "") -> None:
        slip = await move(dealer, "count_tray", table=table, kind=kind, chips=chips)
        await move(floor, "sign_slip", slip=slip, note=note)

    async def opened() -> None:
        for checklist in inspections.unsigned(host.require_table()):
            for signature in checklist.signatures:
                items = tuple(item.cite for item in checklist.items)
                by = dealer if signature.roles[0] is Role.DEALER else credential_of(signature.roles[0])
                await at_table(by, SignChecklist(key=new_key(house), checklist=checklist.name, items=items))
        await at_table(floor, OpenPlay(key=new_key(house)))

    trays = dict.fromkeys(house.bookkeeper.tables(), money.tray)
    await move(
        credential_of(Role.MANAGER),
        "state_book",
        cash=money.cash,
        chips=money.chips,
        reserve=money.reserve,
        trays=trays,
    )
    await move(cashier, "agree_book")
    there = {chip: count - money.missing.get(chip, 0) for chip, count in money.tray.items()}
    await counted("opener", there, "Counted twice; told to the floor and to security.")
    await opened()
    await at_table(dealer, SeatPatron(key=new_key(house), seat=1, amount=money.sold))
    await at_table(floor, FreeSeat(key=new_key(house), seat=1, reason="changed their mind"))
    await counted("drop", there | {"10000": there["10000"] - money.sold // 10_000})
    await move(credential_of(Role.SECURITY), "take_box", table=table, last=False)
    await move(floor, "request_fill", table=table, chips=money.fill)
    credit = await move(floor, "request_credit", table=table, chips=money.credit)
    await move(cashier, "void_slip", slip=credit, reason="The table needs these chips after all.")
    drawer = await move(SECOND_CASHIER, "hand_out_drawer", cashier=cashier, cash=money.drawer)
    await move(cashier, "sign_slip", slip=drawer)
    await move(cashier, "at_window", act="deposit", patron=credential_of(Role.PLAYER), amount=money.deposit)
