"""The statement of a patron's account for a year, to print: Player Account Summary."""

from collections.abc import Iterator, Sequence
from zoneinfo import ZoneInfo

from pitboss.house.protocol.statement import AccountStatement
from pitboss.house.table.hours import moment_of
from pitboss.money import Cents
from pitboss.paper.document import Block, Document, document_of_house, heading, money, paragraph, table
from pitboss.paper.particulars import Particulars

REPORT = 1  # the version of what is in it
NOTHING = "No Activity"


def statement_paper(of: AccountStatement, particulars: Particulars) -> Document:
    """A statement as a document."""
    return document_of_house("Player Account Summary", f"{of.name}, {of.year}", "811a", _blocks(of), particulars)


def _blocks(of: AccountStatement) -> Iterator[Block]:
    facts = {
        "Account": f"{of.name}, {of.credential}",
        "Period": f"{of.year}-01-01 to {of.year}-12-31, {of.zone}",
        "Generated": _local(of, of.generated),
        "Software and report": f"pitboss {of.version}, report 16 version {REPORT}",
    }
    yield table(("", ""), list(facts.items()))
    yield heading("Summary")
    sums = [
        ("Deposit when the year began", of.first),
        *sorted(of.sums.items()),
        ("Deposit at the end", of.last),
        ("Chips in hand at the end", of.chips),
        ("Wagered", of.wagered),
        ("Returned", of.returned),
        ("Won, or lost", of.returned - of.wagered),
    ]
    yield table(("", "Amount"), [(what, _signed(amount)) for what, amount in sums], numbers=(1,))
    yield heading("Open today")
    yield from _listed(("What", "Amount"), [(one.what, _signed(one.amount)) for one in of.owed], (1,))
    yield heading("Deposit and chips")
    moved = [(_local(of, m.at), m.what, m.table or m.receipt, money(m.amount), money(m.deposit)) for m in of.moves]
    yield from _listed(("When", "What", "Where", "Amount", "Deposit then"), moved, (3, 4))
    yield heading("Play by day and table")
    played = [
        (p.day, p.title, f"{p.rounds:,}", money(p.wagered), money(p.returned), _signed(p.returned - p.wagered))
        for p in of.play
    ]
    if played:
        total = (f"{of.played:,}", money(of.wagered), money(of.returned), _signed(of.returned - of.wagered))
        played.append(("Total", "", *total))
    heads = ("Gaming day", "Table", "Rounds", "Wagered", "Returned", "Won, or lost")
    yield from _listed(heads, played, (2, 3, 4, 5))


def _listed(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], numbers: tuple[int, ...]) -> Iterator[Block]:
    yield table(heads, rows, numbers=numbers) if rows else paragraph(NOTHING)


def _signed(amount: Cents) -> str:
    return f"−{money(-amount)}" if amount < 0 else money(amount)


def _local(of: AccountStatement, stamp: str) -> str:
    return moment_of(stamp).astimezone(ZoneInfo(of.zone)).strftime("%Y-%m-%d %H:%M")
