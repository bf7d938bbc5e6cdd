"""What people send to tables, in short: a command by its fields, an answer by what it says."""

import asyncio
from typing import Any

import msgspec

from pitboss.house.commands.buy_chips import BuyChips
from pitboss.house.commands.leave import LeaveTable
from pitboss.house.commands.take_box import TakeBox
from pitboss.house.commands.take_seat import TakeSeat
from pitboss.house.commands.union import SocketCommand, all_commands
from pitboss.house.host.command import Command
from pitboss.house.host.host import Host
from pitboss.house.host.replies import Reply
from pitboss.house.host.seats import Chips
from pitboss.house.host.sessions import Session, as_stranger

MOMENT = ("round", "question")


def said(
    says: str, wager: str = "", on: str = "", amount: int | None = None, cards: Any = (), hand: int = 0, **more: Any
) -> dict[str, Any]:
    """An answer, or a wager."""
    stated = {"wager": wager, "on": on, "amount": amount, "cards": tuple(cards), "hand": hand, **more}
    return {
        "says": says,
        **{name: value for name, value in stated.items() if value not in ("", None, (), 0) or name == "amount"},
    }


def message(key: str, **what: Any) -> dict[str, Any]:
    """The message of a command. ``answer`` and ``report`` stand for those commands with these fields; round and question are
    left out where a command has none."""
    if (answer := what.pop("answer", None)) is not None:
        what = {"do": "answer", **what, **answer}
    what |= what.pop("report", None) or {}
    if what.get("amount", 0) is None:
        del what["amount"]
    command = all_commands().get(what.get("do", ""))
    if command is not None:
        what = {name: value for name, value in what.items() if name not in MOMENT or name in command.__struct_fields__}
    return {"key": key, **what}


def command_of(key: str, **what: Any) -> Command:
    """A command as the house reads it; of the first betting where it names no moment."""
    sent = msgspec.json.encode(message(key, **{"round": 1, "question": 0} | what))
    return msgspec.json.decode(sent, type=SocketCommand)


def seat_wish(key: str, seat: int | None = None, **more: Any) -> TakeSeat:
    return TakeSeat(key=key, seat=seat, **more)


def take_seat(host: Host, wish: TakeSeat, person: str = "", chips: Chips | None = None) -> "asyncio.Future[Reply]":
    return host.do(as_stranger(person), wish, chips)


def take_box(host: Host, session: Session, wish: TakeSeat) -> "asyncio.Future[Reply]":
    return host.do(session, TakeBox(key=wish.key, seat=wish.seat))


def leave_table(host: Host, session: Session, key: str, box: int = 0) -> "asyncio.Future[Reply]":
    return host.do(session, LeaveTable(key=key, box=box))


def buy_chips(host: Host, session: Session, key: str) -> "asyncio.Future[Reply]":
    return host.do(session, BuyChips(key=key))
