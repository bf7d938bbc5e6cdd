"""A slip of the house's money, or a receipt of its cage, to print: every part of it with where it goes (465a.3)."""

from collections.abc import Iterator, Mapping

import msgspec

from pitboss.money import Cents
from pitboss.paper.document import Block, Document, cited, document_of_house, heading, money, paragraph, strong, table
from pitboss.paper.particulars import Particulars

CITE = "465a.3"


class PrintedSlip(msgspec.Struct, frozen=True, kw_only=True):
    """What is on a slip; times are written as on the clock of the house."""

    title: str
    number: str
    facts: Mapping[str, str]  # date, shift, game and table, and what else it says
    copies: tuple[str, ...]  # where each part goes
    chips: Mapping[int, int] = {}
    cash: Cents = 0
    signed: tuple[tuple[str, str, str], ...] = ()  # what somebody did, their name and role, and when
    void: str = ""  # why
    note: str = ""
    mark: str = ""  # that it is a reprint, or only looked at


def printed_slip(slip: PrintedSlip, particulars: Particulars) -> Document:
    """All parts of a slip, one under the other."""
    blocks = [block for place, copy in enumerate(slip.copies, 1) for block in _part(slip, place, copy)]
    return document_of_house(slip.title, slip.number, CITE.partition(".")[0], blocks, particulars)


def _part(slip: PrintedSlip, place: int, copy: str) -> Iterator[Block]:
    yield heading(f"Part {place} of {len(slip.copies)}: {copy}")
    if slip.mark:
        yield paragraph(strong(slip.mark))
    if slip.void:
        yield paragraph(strong(f"VOID. {slip.void}"))
    yield table(("", ""), [("Number", slip.number), *((name, value) for name, value in slip.facts.items() if value)])
    rows = [
        (f"{money(one)}", f"{count:,}", money(one * count)) for one, count in sorted(slip.chips.items(), reverse=True)
    ]
    if slip.cash:
        rows.append(("Cash or amount", "", money(slip.cash)))
    total = sum(one * count for one, count in slip.chips.items()) + slip.cash
    yield table(("Denomination", "How many", "Value"), [*rows, ("Total", "", money(total))], numbers=(1, 2))
    if slip.note:
        yield paragraph(slip.note)
    if slip.signed:
        yield table(("Signed", "By", "At"), slip.signed)
    yield paragraph(cited("Signed with the signer's own credential at the time that is given.", "465a.32"), "quiet")
