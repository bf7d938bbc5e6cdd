"""The view of a table for one viewer. Money is in cents; seats that are keys of objects are strings.

A field is left out of a message when it has its default value.
"""

from typing import Literal

import msgspec

from pitboss.events import AnySettlement
from pitboss.game import Arranged
from pitboss.house.protocol.message import Message
from pitboss.house.protocol.tasks import TaskLine
from pitboss.money import Cents
from pitboss.procedure import Offer, Option, Turn, Who

Phase = Literal["closed", "betting", "playing", "settled"]
Role = Literal["watcher", "player", "dealer", "floor", "staff", "audit"]  # as what someone looks at a table
KnownBy = Literal["account", "card", "visit", "nothing"]  # how the house knows a patron; a visit is that of a guest
Cell = tuple[str, str, str]


class Wager(Message):
    """Chips on the layout. ``works`` is false where the next outcome does not count for it; ``note`` and ``cite`` say
    why, or what may back it; ``lies`` is the place of the felt to which its chips were moved."""

    seat: int
    wager: str
    on: str
    amount: Cents
    hand: int
    works: bool = True
    locked: bool = False
    called: bool = False
    note: str = ""
    cite: str = ""
    lies: str = ""


class HeldCard(msgspec.Struct, omit_defaults=True):  # the scene of a table changes it while it is being made
    """A card or tile on the table: empty where this viewer may not see it, ``gone`` once it is in the discard rack."""

    card: str
    place: str
    hand: int
    gone: bool = False


class SetHands(Message):
    """Two hands as they were set: the size of the low hand (0 where it is not known), and the names of both."""

    lows: int
    high: str
    low: str


class ChosenCards(Message):
    """Cards chosen by an election, with the names of the two hands where hands were set."""

    says: str
    cards: tuple[str, ...]
    high: str = ""
    low: str = ""


class Asked(Message):
    """Whom the table waits for."""

    to: Who
    kind: str
    cite: str


class Question(Message):
    """A question to this viewer. ``entered`` is the outcome that a person has just entered and is asked to confirm;
    ``arranged`` previews the hands for each option; ``cell`` is the place of the hand on the strategy chart: the title of
    the grid, the head of the row, the column."""

    to: Who
    kind: str
    cite: str
    options: tuple[Option, ...]
    hand: int
    default: Option | None
    entered: str = ""
    arranged: tuple[Arranged | None, ...] = ()
    cell: Cell | None = None
    more_cells: tuple[Cell, ...] = ()  # other places of the hand on the chart


class PossibleIrregularity(Message):
    """An irregularity that could be reported now, with the seats it could concern; none where it concerns no seat."""

    kind: str
    seats: tuple[int, ...]


class MeterView(Message):
    """What a progressive meter shows, by the wager that plays for it."""

    wager: str
    title: str
    amount: Cents
    closed: str = ""  # why nothing is taken on it now, as a sentence


class Countdown(Message):
    """When betting closes, or an answer is due."""

    closes_in_ms: int


class DutyDue(Message):
    """When a duty falls due."""

    name: str
    due_in_ms: int


class Correctable(Message):
    """The outcome that was entered last and can still be taken back."""

    device: str
    outcome: str


class SignedBy(Message):
    """A signature under a checklist: which of its signatures, by whom, in which role."""

    number: int
    name: str
    role: str


class StaffPlace(Message):
    """Somebody who stands at the table, by credential number."""

    person: str
    name: str
    role: str


class PatronLine(Message):
    """A patron at a table, or one who left lately and of whom nobody knows who they are. ``name`` is what everybody reads;
    ``account`` and ``card`` are for those who may know."""

    number: int  # at this table; 0 for somebody of an earlier version of the record
    name: str
    known_by: KnownBy
    account: str = ""  # the name on the account
    card: str = ""
    seat: int = 0  # 0: they left
    boxes: tuple[int, ...] = ()  # further ones
    since: str = ""  # when they sat down
    colour: str = ""  # of the chips with which they play, where each has a colour
    chip: Cents = 0  # what each of those is worth
    tables: tuple[str, ...] = ()  # other tables at which they sit now; on the pit console


class ThingHere(Message):
    """Equipment at the table. ``signed`` are those who have sealed or destroyed it, or begun to."""

    id: str
    kind: str
    description: str
    state: str
    since: str = ""
    act: str = ""
    reason: str = ""
    signed: tuple[str, ...] = ()


class ComingCard(Message):
    """A card or tile that comes next: for whom, for which of their hands, and whether it lies face up."""

    to: Who
    hand: int = 0
    face_up: bool = True
    burned: bool = False


class DealPrompt(Message):
    """What the dealer is to enter now at a table where chance is entered, and what comes after it.

    ``place`` is set where a card that lies face down is turned: it is the one that was dealt as ``card`` of ``to``. With
    ``tells`` nobody sees its face: a reader, or the dealer who looks at its corner, tells one of ``outcomes`` about it.
    """

    device: str
    cite: str
    card: ComingCard | None = None  # None for a wheel, dice, a reader
    place: str = ""
    position: int = 0  # which card of the hand it is, from 1
    tells: str = ""
    outcomes: tuple[str, ...] = ()  # where there are few; empty for cards and tiles
    next: tuple[ComingCard, ...] = ()


class PendingRules(Message):
    """Other rules that come into force at this table, and what they wait for."""

    words: str
    filing: str = ""
    at: str = ""


class OpenCorrection(Message):
    """A correction that waits for a second person: what it gives to each seat, or takes."""

    number: int
    round: int
    reason: str
    by: str
    lines: tuple[tuple[int, Cents, str], ...]  # seat, amount, name of the player
    void: bool = False


class OwedLine(Message):
    """What a correction left owed to somebody who is not at the table, until it is paid; below zero: what they owe."""

    number: int  # of the correction
    round: int
    seat: int  # theirs in that round
    amount: Cents
    name: str
    since: str


class IncidentLine(Message):
    """An incident that was reported at this table."""

    number: int
    kind: str
    words: str
    by: str
    rounds: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    people: tuple[str, ...] = ()


class OpenedSeed(Message):
    """The seed of a round that is over."""

    round: int
    seed: str


class You(Message, omit_defaults=False):
    """The viewer: their role and seats, and what they may do now."""

    role: Role
    seat: int
    seats: tuple[int, ...] = ()  # the seat and the boxes held beside it
    rack: Cents = 0
    offers: tuple[Offer, ...] = ()  # while betting is open
    offers_at: dict[str, tuple[Offer, ...]] = {}  # the offers of the boxes held beside the seat
    questions: tuple[Question, ...] = ()
    possible: tuple[PossibleIrregularity, ...] = ()
    correctable: Correctable | None = None
    name: str = ""  # of whoever signed in
    roles: tuple[str, ...] = ()  # in which they may act at this table
    may: tuple[str, ...] = ()  # every act of ``authority`` that they may do at this table


class View(Message, kw_only=True, omit_defaults=False):
    """A table as one viewer sees it; every field is always there."""

    table: str
    round: int = 0
    question: int = 0  # the number of the pending question of this round; 0 where no round is in progress
    phase: Phase = "closed"
    clock: Countdown | None = None
    wagers: tuple[Wager, ...] = ()
    cards: dict[str, list[HeldCard]] = {}
    totals: dict[str, str] = {}  # the announced total of a revealed hand, by holder and hand
    set: dict[str, SetHands] = {}  # hands that were set, by holder and hand
    shown: dict[str, str] = {}
    chosen: dict[str, ChosenCards] = {}  # by holder and hand
    lit: list[str] = []  # areas that were lit in this round
    stacks: tuple[int, ...] = ()  # of tiles: how many are left in each
    turn: Turn | None = None  # who has the dice
    markers: dict[str, str] = {}
    before: dict[str, int] = {}  # markers that lie in front of a player, with the player's seat
    racks: dict[str, Cents] = {}
    names: dict[str, str] = {}
    colours: dict[str, str] = {}  # by seat, of players who chose one, or were given chips of one
    boxes: dict[str, int] = {}  # further boxes, each with its player's seat
    moves: dict[str, int] = {}  # seats whose players are moved when this round is over, and where to
    you: You
    asked: tuple[Asked, ...] = ()
    meters: tuple[MeterView, ...] = ()
    settlements: tuple[AnySettlement, ...] = ()
    settled_round: int = 0  # the round that the settlements are of
    summary: str = ""  # of the round for this player, in a sentence or two
    results: list[str] = []
    commitment: str = ""
    pledge: str = ""  # the commitment to the seed of the next round
    shuffle_pledge: str = ""  # and to that of the next shuffles, where there are any
    contributed: tuple[int, ...] = ()  # seats that added a word of their own
    opened: OpenedSeed | None = None
    blocked: str = ""
    waits: str = ""  # why betting stays open although it was to close, or does not open yet
    closing: bool = False
    last_hand: bool = False  # it was announced that one more round is dealt before the table closes
    ready: tuple[int, ...] = ()  # seats whose players are ready
    signed: dict[str, tuple[SignedBy, ...]] = {}  # by checklist
    due: tuple[str, ...] = ()  # the checklists that have to be signed before play
    staff: tuple[StaffPlace, ...] = ()  # who stands here; for staff only
    patrons: tuple[PatronLine, ...] = ()  # who sits here; for staff only
    things: tuple[ThingHere, ...] = ()  # what is here; for staff only
    duties: tuple[DutyDue, ...] = ()
    rules: str = ""  # the hash of the rules in force; when it changes, what was read about the table is old
    follow: bool = False  # patrons hold no device, and the dealer speaks for the seats
    pending_rules: PendingRules | None = None
    deal: DealPrompt | None = None  # for whoever enters what the cards, dice or wheel show
    relief: tuple[StaffPlace, ...] = ()  # who takes over as soon as that is possible; for staff only
    corrections: tuple[OpenCorrection, ...] = ()  # that wait for a second person; for staff only
    sales: dict[str, Cents] = {}  # by seat, the last sale of chips that can be taken back; for staff only
    owed: tuple[OwedLine, ...] = ()  # by corrections, and not settled yet; for staff only
    incidents: tuple[IncidentLine, ...] = ()  # the latest; for staff only
    pay: str = ""  # the provision for which the next round waits until the last one is taken and paid; for staff only
    tasks: tuple[TaskLine, ...] = ()  # what waits at this table, for whoever works here
    sequence: int = 0
    version: str
