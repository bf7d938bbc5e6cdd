"""Drafts studied over HTTP: one choice swept through, the changes that reach an edge, and what each choice contributes."""

from typing import Annotated, Literal

import msgspec

from pitboss.house.protocol.commands import Word
from pitboss.house.protocol.filings import Draft
from pitboss.house.protocol.message import IncomingMessage, Message
from pitboss.money import Cents


class AskStudy(IncomingMessage):
    """What is asked of a draft: ``compare`` it with what it is held against, ``sweep`` one ``choice``, or ``solve`` the ``edge`` of
    a ``wager``, written in percent like 2.5..3."""

    draft: Draft
    study: Literal["compare", "sweep", "solve"] = "compare"
    choice: Word = ""
    wager: Word = ""
    edge: Word = ""
    changes: Annotated[int, msgspec.Meta(ge=1, le=3)] = 2
    stake: Annotated[Cents, msgspec.Meta(ge=1, le=100_000_000)] = 10_00
    pace: Annotated[int, msgspec.Meta(ge=1, le=3600)] = 60


class StudyBar(Message):
    """One bar of a plot: its label, its value in percent, and whether it is what the draft has."""

    label: str
    percent: float
    filed: bool = False


class Study(Message):
    """What a study found, as a table and as bars. While it is worked out there are no rows, but how many of ``total`` submissions
    are ``done``."""

    done: int = 0
    total: int = 0
    words: str = ""
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    bars: tuple[StudyBar, ...] = ()
    title: str = ""  # of the plot
    ready: bool = False
