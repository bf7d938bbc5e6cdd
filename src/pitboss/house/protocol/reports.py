"""The reports of the house over HTTP."""

from typing import Literal

from pitboss.house.protocol.message import Message
from pitboss.money import Cents

ReportSpan = Literal["shift", "day", "week", "month", "year"]


class ReportName(Message):
    """A report, and what can be asked of it."""

    name: str
    title: str
    about: str
    cite: str
    version: int
    spans: tuple[str, ...]
    filters: tuple[str, ...]
    groups: tuple[tuple[str, str], ...]  # columns by which rows can be put together, with their titles
    roles: tuple[str, ...]  # who may read it
    may: bool = False  # whether whoever asks is one of them


class ReportHead(Message):
    """A column: text, money (in cents), number, percent (of one) or time."""

    name: str
    title: str
    kind: str


class ReportTie(Message):
    """What a report says, and what the book or the record says by another way."""

    words: str
    reported: Cents
    booked: Cents


class ReportTable(Message):
    """A report as it was made, with the header of 811a.9(a). Without rows it says "No Activity"."""

    name: str
    title: str
    holder: str
    period: str
    generated: str
    software: str
    definition: str
    filters: str
    cite: str
    columns: tuple[ReportHead, ...]
    rows: tuple[tuple[str | int | float | None, ...], ...]
    totals: tuple[str | int | float | None, ...]
    ties: tuple[ReportTie, ...] = ()
    count: int = 0  # of all rows; a page gets the first of them
    formula: str = ""
    no_activity: bool = False
