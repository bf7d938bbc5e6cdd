"""Information about a table that does not change with play, and what law and mathematics say about it."""

from typing import Any

from pitboss.game import Call, Checklist, Duty, IrregularityKind, Sign
from pitboss.house.protocol.message import Message
from pitboss.mathematics.kit.chart import Chart
from pitboss.money import Cents
from pitboss.wagers import WagerKind


class SpotEdge(Message):
    """The house edge of a wager per unit, as a decimal, with the method and the strategy it holds for.

    ``half_width`` is nonzero where the figure is the middle of an interval.
    """

    wager: str
    on: str
    edge: str
    method: str
    half_width: str
    strategy: str
    deviation: str  # the standard deviation of what one unit nets
    exact: str  # the edge as a fraction, where it is one of few digits
    note: str = ""  # what it rests on, in words
    conditional: bool = False  # over those moments only at which the wager may be made
    worst: str = (
        ""  # the edge of the lawful wager that costs most, with the filed chip, breakage and rounding of vigorish
    )
    worst_stake: Cents = 0  # which that is; 0: none can be named


class Worked(Message):
    """An example: what one stake wins at the odds, the vigorish on it, and what is left."""

    stake: Cents
    won: Cents
    vigorish: Cents
    words: str  # `5% vigorish`
    when: str  # if not with the payout
    net: Cents


class Spot(Message):
    """A place of the layout where a wager may be made; ``most`` null: no maximum is posted."""

    wager: str
    on: str
    title: str
    covers: tuple[str, ...]
    least: Cents
    most: Cents | None
    step: Cents
    odds: str
    worked: Worked | None
    edges: tuple[SpotEdge, ...]  # empty while they are being computed
    paid_in: Cents = 1  # payouts that are not a multiple of it are rounded


class BoxLimit(Message):
    """How many adjacent boxes one player may hold, and by which provision."""

    most: int
    cite: str


class Racetrack(Message):
    """A wheel drawn out: its compartments in order, and the calls that its sections have."""

    order: tuple[str, ...]
    calls: tuple[Call, ...]


class FeltSize(Message):
    width: int
    height: int


class TileName(Message):
    """The name of a tile, its rank among so many, and what players call it."""

    name: str
    rank: int
    of: int
    traditional: str = ""


class TableSummary(Message, kw_only=True):
    """One line of the lobby."""

    id: str
    game: str
    title: str
    chapter: str
    about: str
    seats: int
    numbers: tuple[int, ...]  # what is printed at each seat
    taken: tuple[int, ...]
    practice: bool
    accounts: bool  # whether only players who signed in may sit down
    dealer: str
    chance: str
    minimum: Cents | None
    maximum: Cents | None
    buy_in: Cents
    sale_maximum: Cents  # of chips sold at once to a patron without a device
    sale_approval: Cents  # from which on a floorperson sells them
    follow: bool  # whether patrons hold no device here, and the dealer speaks for them
    pit: str
    open: bool
    edition: str  # of the chapter: which text of it is played
    text: str  # the same in words, with where it was published
    proposed: bool  # whether that text is only proposed
    chip_colours: tuple[str, ...] = ()  # that patrons may have, where each has chips of another colour


class TableInfo(TableSummary, kw_only=True):
    """Everything that a table's rules say."""

    wagers: tuple[WagerKind, ...]
    awards: dict[str, tuple[tuple[str, str], ...]]  # by wager, what is posted of it: each outcome with what it pays
    spots: tuple[Spot, ...]
    signs: tuple[Sign, ...]
    checklists: tuple[Checklist, ...]
    duties: tuple[Duty, ...]
    boxes: BoxLimit
    strategy: bool  # whether there is a chart to practise by
    submission: dict[str, Any]  # the choices filed for this table
    submission_hash: str
    irregularities: tuple[IrregularityKind, ...]
    felt: FeltSize
    tiles: dict[str, TileName]
    own: bool  # whether it is a visitor's own table for practice, which no list has
    rules_version: str
    locked: str = ""  # the provision that forbids touching a wager once it is placed, where there is one
    racetrack: Racetrack | None = None  # where there are calls
    take_and_pay: str = (
        ""  # the provision that has a round collected and paid before the next; a dealer in person confirms it
    )
    rules: str = ""  # the letters of a link that carries them


class StrategyChart(Message):
    """How to play best; null while it is being computed."""

    chart: Chart | None


class LawLine(Message):
    """One line of a register. A reading says of which ``provision`` it is, and its ``reason``."""

    cite: str
    gist: str
    status: str
    code: tuple[str, ...] = ()  # what decides it
    provision: str = ""
    reason: str = ""


class GameWords(Message):
    """What is said of games in another language, by its English; what is not there stays in English."""

    words: dict[str, str]


class ProvisionInfo(Message):
    """What a citation says, and how the project answers for it; ``lines`` has it with everything beneath it."""

    cite: str
    gist: str
    status: str
    lines: tuple[LawLine, ...]
