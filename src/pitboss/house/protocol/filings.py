"""Filings over HTTP: drafts, decisions, comparison; and the floor: pits, tables, the house itself."""

from typing import Annotated, Any

import msgspec

from pitboss.house.protocol.commands import Name, Word
from pitboss.house.protocol.message import IncomingMessage, Message
from pitboss.money import Cents

Words = Annotated[str, msgspec.Meta(max_length=2000)]
Choices = Annotated[dict[Word, Any], msgspec.Meta(max_length=200)]


class ChoiceLine(Message):
    """A choice of a game: what it is about, by which provision, and what it may be."""

    name: str
    kind: str  # bool, one_of, number, money, percent, odds, words, list, lines, limits, payouts, texts
    about: str
    cite: str
    allowed: str
    values: tuple[str, ...] = ()  # of one_of
    unlawful: dict[str, str] = {}  # of these, the ones that the other choices exclude, with the reason
    least: int | None = None
    most: int | None = None
    default: Any = None
    value: Any = None
    specify: bool = False  # the text has the certificate holder specify it, and the draft does not yet
    keys: tuple[str, ...] = ()  # of limits, payouts: the wagers they may name
    group: str = ""  # the heading under which it stands


class MistakeLine(Message):
    """What is unlawful or missing in a draft; ``choice`` is the one it is about, where it is about one."""

    sentence: str
    cite: str
    choice: str = ""
    warning: bool = False  # lawful, but somebody should look at it twice


class EdgeLine(Message):
    """The edge of one wager under a draft, and under what it is compared with; as fractions of the wager."""

    wager: str
    title: str
    on: str = ""
    edge: float | None = None
    deviation: float | None = None
    exact: str = ""
    method: str = ""
    strategy: str = ""  # of the player, for which it holds
    half_width: float = 0  # of the interval, where it is no exact figure
    other: float | None = None
    other_deviation: float | None = None
    worst: float | None = None  # of the lawful wager that costs most, paid in the filed chips
    worst_stake: Cents = 0  # which that is


class ChangeLine(Message):
    """A choice that differs from what is compared with."""

    choice: str
    about: str
    cite: str
    before: Any = None
    after: Any = None


class Draft(IncomingMessage):
    """A draft as somebody types it; ``against`` is a filing id, a table number, or empty for what is in force."""

    game: Word
    choices: Choices = {}
    title: Name = ""
    filing: Word = ""  # the draft that it changes; empty: a new one
    against: Word = ""
    instead_of: Word = ""


class DraftChecked(Message):
    """What is known of a draft: every choice, its mistakes and warnings, its edges, what differs. ``edges`` is None while
    they are being worked out; ask again."""

    choices: tuple[ChoiceLine, ...]
    mistakes: tuple[MistakeLine, ...]
    lawful: bool
    submission: str = ""
    edges: tuple[EdgeLine, ...] | None = None
    changes: tuple[ChangeLine, ...] = ()
    against: str = ""


class FilingLine(Message):
    """A filing in the register."""

    id: str
    game: str
    title: str
    state: str  # draft, filed, approved, refused, withdrawn; in_force, superseded where tables tell so
    submission: str
    drafted: str
    drafted_by: str
    number: str = ""
    filed: str = ""
    review_ends: str = ""
    days_left: int | None = None  # of the review, by the date where the house is; below zero when it is over
    decided: str = ""
    decided_by: str = ""
    conditions: str = ""
    binding: tuple[str, ...] = ()  # those of them that are rules, each as a sentence
    reason: str = ""
    instead_of: str = ""
    tables: tuple[str, ...] = ()  # where it is in force
    scheduled: tuple[str, ...] = ()  # where it is to come into force
    said_by_file: bool = False  # a floor file says that it is filed and approved; nobody did it in this house
    example: bool = False  # of these, one with the choices of the game's example
    text: str = ""  # which text of the chapter it follows, in words
    proposed: bool = False  # whether that text is only proposed


class FilingDetail(FilingLine):
    """A filing with its choices, as they were written."""

    choices: dict[str, Any] = {}
    filed_by: str = ""


class DocumentLine(Message):
    """A paper that can be printed of a filing, and in which forms."""

    name: str
    title: str
    suffixes: tuple[str, ...]


class GameLine(Message):
    """A game for which rules can be filed; ``example`` is a complete lawful submission to begin with."""

    name: str
    title: str
    chapter: str
    about: str
    example: dict[str, Any]
    documents: tuple[DocumentLine, ...] = ()


class FileDraft(IncomingMessage):
    """Files a draft under a number; the date is today where none is stated."""

    number: Word
    date: Word = ""


class BindingMessage(IncomingMessage):
    """Conditions of the Board that are rules; dates are written 2026-12-31."""

    maximum: Annotated[Cents, msgspec.Meta(ge=1)] | None = None
    since: Word = ""
    until: Word = ""
    tables: Annotated[tuple[Word, ...], msgspec.Meta(max_length=200)] = ()


class ComingFiling(Message):
    """What a filing would change at a table, and what the Board made a condition of it, each as a sentence."""

    changes: tuple[str, ...]
    binding: tuple[str, ...]
    conditions: str


class DecideFiling(IncomingMessage):
    """The Board's decision."""

    approved: bool
    conditions: Words = ""
    binding: BindingMessage | None = None
    date: Word = ""


class WithdrawFiling(IncomingMessage):
    """A filing or a draft is not pursued any more."""

    reason: Words


class AddTable(IncomingMessage):
    """A new table, under an approved filing."""

    number: Word
    game: Word
    filing: Word
    title: Name = ""
    pit: Word = ""
    dealt: Word = "person"
    chance: Word = "entered"
    follow: bool = False
    buy_in: Cents = 100_000


class FloorTable(Message):
    """A table on the floor plan: where it stands, what is in force there and what is to come."""

    number: str
    title: str
    game: str
    pit: str = ""
    filing: str = ""  # empty: the rules with which it was founded
    since: str = ""
    pending_rules: str = ""  # the filing that comes into force
    pending_at: str = ""
    minimum: Cents | None = None
    maximum: Cents | None = None
    state: str = "closed"  # open, closed, suspended, retired
    dealt: str = "automatic"
    practice: bool = False
    sale_maximum: Cents | None = None  # of chips, where patrons hold no device
    sale_approval: Cents | None = None


class EditionLine(Message):
    """One text of a chapter: where it was published, by what authority, from when to when it is law; dates are year-month-day."""

    chapter: str
    title: str
    name: str
    status: str  # proposed, adopted, rescinded
    document: str
    authority: tuple[str, ...]
    filed: str = ""
    adopted: str = ""
    effective: str = ""
    until: str = ""
    replaces: str = ""
    superseded_by: str = ""
    later: tuple[str, ...] = ()  # what became of it since, of which no text is at hand
    accepted_by: str = ""  # of a proposal: who accepted for this house that it is one


class PitDetails(IncomingMessage):
    """A pit: its name and what it is called."""

    pit: Word
    title: Name


class FloorPlan(Message):
    """Pits and tables of the house."""

    pits: tuple[PitDetails, ...]
    tables: tuple[FloorTable, ...]


class HouseDetails(IncomingMessage):
    """Whose house it is, when its days begin, and whether one person may sit at several tables at once."""

    holder: Name
    licence: Name = ""
    address: Annotated[str, msgspec.Meta(max_length=200)] = ""
    zone: Word = "America/New_York"
    gaming_day: Word = "06:00"
    shifts: tuple[Word, ...] = ()
    several_tables: bool = True
