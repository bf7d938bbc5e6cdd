"""The Board console over HTTP: what is searched for in the record, and what was found."""

from typing import Literal, get_args

from pitboss.house.protocol.message import IncomingMessage, Message
from pitboss.house.protocol.people import PersonIdentity
from pitboss.money import Cents
from pitboss.rulebook.manifest import FileDifference

GroupBy = Literal["table", "day", "person", "provision", "wager", "game", "patron"]
RoundOrder = Literal["closed", "round", "wagered", "paid", "win", "times"]
GROUPS: tuple[GroupBy, ...] = get_args(GroupBy)
ORDERS: tuple[RoundOrder, ...] = get_args(RoundOrder)
MOST_LINES = 500  # of one answer; the export has all of them


class RoundQuery(IncomingMessage):
    """Which rounds that are over. Every filter that is given has to hold; an empty one holds for all.

    ``since`` and ``until`` are gaming days (2026-05-31, both included) or times (2026-05-31T18:00Z, until is not included).
    ``player``, ``wager``, ``stake_…`` and ``paid_…`` have to hold of one and the same wager. ``provision`` finds a citation
    and what is below it: 633a.14(c) also finds 633a.14(c)(1). ``person`` is somebody of the staff: the dealer on duty, or
    whoever acted in the round. Names are found by name or by credential number; ``player`` also by the number of a player's card
    and as a patron of a table (``blackjack-1 p7``), and finds what they did before anybody knew who they are.
    """

    tables: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    player: str = ""
    wager: str = ""
    stake_least: Cents | None = None
    stake_most: Cents | None = None
    paid_least: Cents | None = None
    paid_most: Cents | None = None
    result: str = ""  # a part of its words
    provision: str = ""
    irregularity: str = ""  # its kind; "any" finds every round with one
    person: str = ""
    version: str = ""  # the rules version, or its beginning
    void: bool | None = None
    corrected: bool | None = None
    notable: bool | None = None  # void, corrected or with an irregularity: something to look at
    rounds: tuple[int, ...] = ()  # by number, at any of the tables
    group_by: tuple[GroupBy, ...] = ()
    order: RoundOrder = "closed"
    ascending: bool = False
    limit: int = 50
    offset: int = 0


class Totals(Message):
    """Sums over whole rounds. ``win`` is what the table's inventory took in more than it paid out.

    ``times`` is how often the provision that was asked for was applied. ``wagers``, ``staked`` and ``returned`` are those of
    the wagers that the query describes, where it describes wagers.
    """

    rounds: int = 0
    wagered: Cents = 0
    paid: Cents = 0
    win: Cents = 0
    times: int = 0
    wagers: int = 0
    staked: Cents = 0
    returned: Cents = 0


class RoundFound(Message):
    """One round that was found. ``dealer`` is a credential number; empty: the automatic dealer."""

    table: str
    round: int
    game: str
    gaming_day: str
    opened: str
    closed: str
    result: str
    wagered: Cents
    paid: Cents
    win: Cents
    void: bool
    corrected: bool
    dealer: str
    dealer_name: str
    version: str
    submission: str
    filing: str
    first: int  # its first and last entry in the journal of its table
    last: int
    irregularities: int = 0
    times: int = 0


class GroupFound(Message):
    """The rounds of one group together; ``keys`` and ``labels`` follow ``group_by``. A label is a person's name, or what a
    provision says in our words; elsewhere it is the key. Under a wager or a patron the sums are those of these wagers. A patron's
    key is the credential number, ``card`` and the number of a card, or a table and their number there (``blackjack-1 p7``)."""

    keys: tuple[str, ...]
    labels: tuple[str, ...]
    totals: Totals


class RoundsFound(Message):
    """What was found: ``groups`` where the query groups, else ``rounds``; ``totals`` are of all, also those not listed."""

    query: RoundQuery
    words: str  # the query as a sentence
    totals: Totals
    rounds: tuple[RoundFound, ...] = ()
    groups: tuple[GroupFound, ...] = ()
    lines: int = 0  # how many rounds or groups there are in all
    archived: str = ""  # the last gaming day that was read from the archive; what is later came from the record itself
    milliseconds: float = 0.0


class DecisionQuery(IncomingMessage):
    """Which acts of people, at a table or in the house's own journal (``house``)."""

    journals: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    person: str = ""  # name or credential number
    role: str = ""
    kinds: tuple[str, ...] = ()
    words: str = ""  # a part of them
    round: int | None = None
    limit: int = 50
    offset: int = 0


class DecisionFound(Message):
    """One act of a person, by the entry in which it is recorded."""

    journal: str
    sequence: int
    time: str
    gaming_day: str
    person: str
    name: str
    role: str
    kind: str
    words: str
    table: str = ""
    round: int = 0


class DecisionsFound(Message):
    """The acts that were found, latest first; ``people`` are counts by credential number and name."""

    query: DecisionQuery
    decisions: tuple[DecisionFound, ...] = ()
    lines: int = 0
    people: tuple[tuple[str, str, int], ...] = ()
    kinds: tuple[tuple[str, int], ...] = ()
    milliseconds: float = 0.0


class SavedQuery(IncomingMessage):
    """A query under a name. An empty query is not saved: it takes the name away."""

    name: str
    query: RoundQuery | None = None


class RoundFunds(Message):
    """What the player of a seat had in the rack when a round began and when it was over."""

    seat: int
    player: str
    start: Cents
    end: Cents
    person: str = ""
    patron: int = 0  # by number at this table


class MeterChange(Message):
    """What a progressive meter showed when a round began and when it was over, in micro-cents."""

    meter: str
    before: int
    after: int


class FundsAndMeters(Message):
    """Beside the replay of a round: funds and meters at its start and its end."""

    table: str
    round: int
    funds: tuple[RoundFunds, ...] = ()
    meters: tuple[MeterChange, ...] = ()


class RoundReplayed(Message):
    """A round played again by the rules that played it (POST /api/board/rounds/{table}/{number}/replay)."""

    table: str
    round: int
    as_recorded: bool
    sentence: str  # what was found; where it differs, the first difference
    versions: tuple[str, ...] = ()  # of the rules that were run
    rounds: int = 0  # that were played: those since the last snapshot before it, too
    entries: int = 0
    milliseconds: int = 0


class BoardChoices(Message):
    """What the console offers while somebody types a query (GET /api/board/choices); each list may be longer than the record."""

    today: str = ""  # the gaming day that it is now
    tables: tuple[tuple[str, str], ...] = ()  # name and title
    games: tuple[tuple[str, str], ...] = ()  # name and title
    wagers: dict[str, tuple[str, ...]] = {}  # by game
    irregularities: tuple[str, ...] = ()
    people: tuple[PersonIdentity, ...] = ()
    versions: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()  # of decisions


class VerificationState(Message):
    """How far a verification of the whole record is, or what the last one found."""

    state: Literal["none", "running", "done", "failed"] = "none"
    done: float = 0.0  # from 0 to 1
    entries: int = 0
    sentence: str = ""
    started: str = ""
    ended: str = ""


class VerifyRecord(IncomingMessage):
    """Have the whole record looked through, and compared with a checkpoint that somebody kept, if one is given."""

    checkpoint: str = ""
    replay: bool = False  # and every round played again by the rules that played it


class SettlementDiffering(Message):
    """One settlement that is not the same when it is settled again."""

    table: str
    round: int
    seat: int
    provision: str
    words: str


class NotSettledAgain(Message):
    """Rounds of a table that were not settled again, and why."""

    words: str


class SettledAgain(Message):
    """How far a second settlement of every recorded round is, by an engine of its own, or what the last one found."""

    state: Literal["none", "running", "done", "failed"] = "none"
    done: float = 0.0  # from 0 to 1
    rounds: int = 0
    settlements: int = 0
    agreeing: int = 0
    differing: int = 0
    changed: int = 0  # by a reading that changed since
    unsettled: int = 0  # rounds
    differences: tuple[SettlementDiffering, ...] = ()  # the first of them
    changes: tuple[SettlementDiffering, ...] = ()
    left: tuple[NotSettledAgain, ...] = ()
    sentence: str = ""
    ended: str = ""


class OtherReading(Message):
    """A reading or edition that recorded rounds can be settled under, as it is written in a submission."""

    chapter: str  # or "all chapters"
    reading: str  # its id; of an edition its name
    written: str  # such as edition=2019-proposed
    says: str
    cost: str = ""  # what it costs whom, as far as it is known


class SettleOtherwise(IncomingMessage):
    """Settle recorded rounds again with other choices, each as CHOICE=VALUE; compared with what was filed, or with ``base``."""

    chosen: tuple[str, ...]
    base: tuple[str, ...] = ()
    day: str = ""  # a gaming day; empty: all rounds


class SettledOtherwise(Message):
    """A wager that would have been handed back otherwise, with the provision behind either; amounts in cents."""

    table: str
    round: int
    seat: int
    wager: str
    stake: int
    before: int
    after: int
    cite_before: str = ""  # empty: it was not settled
    cite_after: str = ""
    who: str = ""  # the player's name, or the patron's number at the table


class OtherwiseState(Message):
    """How far rounds are settled under another reading, or what the latest time found."""

    state: Literal["none", "running", "done", "failed"] = "none"
    readings: tuple[OtherReading, ...] = ()  # those that can be asked for
    chosen: tuple[str, ...] = ()
    base: tuple[str, ...] = ()
    day: str = ""
    rounds: int = 0
    settlements: int = 0
    changed: int = 0  # settlements
    not_comparable: int = 0  # rounds
    more: int = 0  # cents that patrons would have had more
    patrons: dict[str, int] = {}  # by table and patron
    changes: tuple[SettledOtherwise, ...] = ()  # the first of them
    left: tuple[str, ...] = ()  # the first rounds that cannot be compared, with the reason
    sentence: str = ""
    ended: str = ""


class LogKey(Message):
    """Who signs the heads of the record: the public key of the house, and those of its witnesses."""

    origin: str
    vkey: str
    witnesses: tuple[str, ...]
    cosigns_as: str = ""


class RulesVersion(Message):
    """A version of the rules and of the whole software, by their hashes."""

    rules: str
    software: str = ""
    release: str = ""
    by: str = ""
    since: str = ""


class KeptRules(Message):
    """A rules package that the house keeps."""

    version: str
    release: str
    since: str


class RulesState(Message):
    """What is running, what was approved, in what they differ, and what is kept."""

    running: RulesVersion
    approved: RulesVersion | None = None
    differences: tuple[FileDifference, ...] = ()
    checked: str = ""
    kept: tuple[KeptRules, ...] = ()


class ApproveRules(IncomingMessage):
    """Approve the software that is running, named by its hashes."""

    rules: str
    software: str


class NameWitness(IncomingMessage):
    """A witness may sign heads from now on, or not any more."""

    vkey: str
    ended: bool = False


class Cosignature(IncomingMessage):
    """Signature lines of witnesses, for the latest head."""

    lines: tuple[str, ...]
