"""Slips and receipts of the house as documents to look at and to print."""

from datetime import datetime
from zoneinfo import ZoneInfo

from pitboss.house.book import papers
from pitboss.house.book.book import Slip
from pitboss.house.book.words import KINDS, describe
from pitboss.house.house import House
from pitboss.house.people.entries import UNNAMED
from pitboss.house.people.register import names
from pitboss.paper.document import Document
from pitboss.paper.particulars import Particulars
from pitboss.paper.slip import PrintedSlip, printed_slip
from pitboss.procedure import Refusal, Refused

LOOKED_AT = "LOOKED AT, NOT PRINTED"
COPIES_OF_RECEIPT = ("patron", "cage")
AT_WINDOW = {
    "redeem": "Chips redeemed for cash",
    "deposit": "Cash deposited",
    "deposit chips": "Chips deposited",
    "withdraw": "Deposit withdrawn in cash",
    "redeem check": "Counter check redeemed",
    "bank check": "Counter check deposited in the bank",
    "pay owed": "What was owed, paid",
    "collect owed": "What a patron owed, collected",
    "coupon": "Coupon paid in cash",
    "redeem tips": "Chips of a tip box, redeemed for cash",
}


def slip_of(house: House, id: str) -> Slip:
    """A slip by its number, or a refusal."""
    found = house.book.slips.get(id)
    if found is None:
        raise Refused(Refusal.NOT_FOUND, f"There is no slip {id!r} of a day that is not final.", "465a.3")
    return found


def slip_paper(house: House, id: str) -> Document:
    """A slip as far as it got, in all its parts."""
    slip = slip_of(house, id)
    paper, step = papers.PAPERS[slip.paper], slip.next
    did = {one.state: one.does for one in paper.steps} | {"void": "signed that it is void"}
    prints = {0: LOOKED_AT, 1: ""}
    made = PrintedSlip(
        title=paper.title,
        number=slip.id,
        facts={
            "Date": slip.day,
            "Shift": str(slip.shift),
            "Game and table": _table(house, slip.table),
            "When": KINDS.get(slip.kind, "") if slip.paper == "inventory" else "",
            "Drop box": slip.box,
            "About": describe(slip, names(house.register)),
            "Still to sign": step.title if step is not None else "",
        },
        copies=paper.copies,
        chips=slip.chips,
        cash=slip.cash,
        signed=tuple(
            (did[one.state], f"{one.by.name}, {_role(one.by.role)}", _local(house, one.at)) for one in slip.signed
        ),
        void=slip.void,
        note="" if slip.void else slip.note,
        mark=prints.get(slip.prints, f"REPRINT {slip.prints - 1}"),
    )
    return printed_slip(made, _particulars(house))


def receipt_paper(house: House, id: str) -> Document:
    """A receipt of the cage's window: the patron's part and the cage's."""
    time, act = next(((time, one) for time, one in house.book.acts if one.receipt == id), ("", None))
    if act is None:
        raise Refused(Refusal.NOT_FOUND, f"There is no receipt {id!r} of a day that is not final.", "465a.23")
    made = PrintedSlip(
        title="Receipt",
        number=act.receipt,
        facts={
            "Date": act.day,
            "Shift": str(act.shift),
            "What": AT_WINDOW.get(act.act, act.act),
            "Patron": act.name or (names(house.register)(act.patron) if act.patron else ""),
            "About": act.about,
        },
        copies=COPIES_OF_RECEIPT,
        chips=dict(act.chips),
        cash=0 if act.chips else act.amount,
        signed=(("received or paid it", f"{act.by.name}, {_role(act.by.role)}", _local(house, time)),),
    )
    return printed_slip(made, _particulars(house))


def _particulars(house: House) -> Particulars:
    named = house.register.named_as or UNNAMED
    return Particulars(holder=named.holder, licence=named.licence, address=named.address)


def _table(house: House, name: str) -> str:
    host = house.hosts.get(name)
    title = host.table.game.title if host is not None and host.table is not None else ""
    return ", ".join(part for part in (title, name) if part)


def _role(role: str) -> str:
    return role.replace("_", " ")


def _local(house: House, stamp: str) -> str:
    zone = ZoneInfo((house.register.named_as or UNNAMED).zone)
    return datetime.fromisoformat(stamp).astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")
