"""The pit over HTTP: every table at a glance, what waits there, and what it won hour by hour."""

from pitboss.house.protocol.message import Message
from pitboss.house.protocol.views import OpenCorrection, OwedLine, PatronLine, StaffPlace
from pitboss.money import Cents


class Waiting(Message):
    """Something at a table that waits for somebody: a signature, a duty, an answer of the floor, a second person."""

    what: str  # the kind of a task, or alarm, player, relief, rules
    words: str
    cite: str = ""
    since: str = ""


class DutyLine(Message):
    """Minutes until a duty falls due; below zero, it is late."""

    name: str
    title: str
    minutes: int
    cite: str = ""


class PitTable(Message):
    """One table on the pit console. ``win`` is what the table took in more than it paid out, since its gaming day began."""

    number: str
    title: str
    game: str
    pit: str
    state: str  # open, closed, closing, idle, suspended, retired
    phase: str = ""
    round: int = 0
    seats: int = 0
    taken: tuple[tuple[int, str], ...] = ()  # seat and name
    patrons: tuple[PatronLine, ...] = ()
    moves: dict[str, int] = {}  # seats whose players are moved when this round is over, and where to
    dealt: str = "automatic"
    chance: str = "generator"
    follow: bool = False
    practice: bool = False
    staff: tuple[StaffPlace, ...] = ()
    since: str = ""  # since when the dealer stands there
    relief: tuple[StaffPlace, ...] = ()
    duties: tuple[DutyLine, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    minimum: Cents = 0
    maximum: Cents | None = None
    filing: str = ""
    pending_rules: str = ""  # what they wait for
    win: Cents = 0
    band: tuple[Cents, Cents] | None = None  # within which ``win`` is on 95 of 100 days; where it is known
    buy_ins: Cents = 0  # chips that patrons sat down with or bought today
    drop: Cents | None = None  # of this gaming day, as it was counted; None: not counted yet, or no book is kept
    counting: bool = False  # win and buy-ins are still being counted from the record
    on_layout: Cents = 0
    incidents: int = 0
    may: tuple[str, ...] = ()  # what the person who looks may do there
    why: str = ""  # why no round can begin


class HourLine(Message):
    """One hour of a table: rounds, what was bought in, wagered and won by the table."""

    table: str
    hour: str
    rounds: int = 0
    buy_ins: Cents = 0
    handle: Cents = 0
    win: Cents = 0


class IncidentRecord(Message):
    """An incident that was reported at a table, and what became of the rounds it is about."""

    number: int
    kind: str
    words: str
    time: str
    by: str
    rounds: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    people: tuple[str, ...] = ()
    corrections: tuple[str, ...] = ()  # each as a sentence


class IncidentBook(Message):
    """The incidents of a table, latest first, the kinds there are, the corrections that wait for a second
    person, and what corrections left owed."""

    kinds: tuple[str, ...]
    incidents: tuple[IncidentRecord, ...] = ()
    corrections: tuple[OpenCorrection, ...] = ()
    owed: tuple[OwedLine, ...] = ()
