"""Decisions judged, at practice tables: what every lawful answer is worth, and the result of a session.

Worths and costs are in cents and parts of a cent; probabilities are between 0 and 1.
"""

from pitboss.house.protocol.message import Message
from pitboss.money import Cents
from pitboss.procedure import Option


class WayItEnds(Message):
    """One way in which the wagers that an answer concerns may end: what the player is then up or down, and how likely."""

    net: Cents
    probability: float


class AnswerWorth(Message):
    """What one lawful answer is worth: between ``low`` and ``high``, which are equal where it is exact; and what it costs
    to answer so rather than as well as can be, also in percent of the wager. ``amount`` is what is staked by it, where the
    option leaves a choice."""

    option: Option
    low: float
    high: float
    cost: float
    percent: float
    amount: Cents = 0
    best: bool = False
    results: tuple[WayItEnds, ...] = ()


class NamedChance(Message):
    """How likely something is that the answers depend on."""

    name: str
    probability: float


class ChancePicture(Message):
    """Chances that make one picture, such as the dealer's totals."""

    title: str
    of: tuple[NamedChance, ...]


class JudgedQuestion(Message):
    """A question judged for the seat that is asked, from what that seat may know. ``position`` is its address on the analysis
    board."""

    worths: tuple[AnswerWorth, ...]
    wager: Cents
    method: str
    rests_on: tuple[str, ...]
    chances: tuple[ChancePicture, ...]
    cites: tuple[str, ...]
    position: str = ""


class Judged(Message):
    """The question of a moment, judged. ``judged`` is null where nothing depends on the answer, and while it is being worked
    out, which ``coming`` tells."""

    round: int
    question: int
    hand: int
    judged: JudgedQuestion | None
    coming: bool = False


class DecisionsBooked(Message):
    """How many decisions went into the player's book."""

    booked: int


class DecisionMade(Message):
    """One decision that was judged: how it was answered, what that cost, and how the best answer is called."""

    round: int
    kind: str
    says: str
    best: str
    cost: float
    wager: Cents


class DecisionKind(Message):
    """All decisions of one kind."""

    kind: str
    made: int
    mistakes: int
    cost: float


class ResultShares(Message):
    """A result, split: ``result`` = ``expected`` − ``mistakes`` + ``luck``. ``band`` is how far luck is from nothing in
    19 sessions of 20 at most; ``unpriced`` are wagers without an edge, whose results are all put down to luck."""

    result: Cents
    expected: float
    mistakes: float
    luck: float
    band: float
    unpriced: tuple[str, ...]


class SessionReport(Message):
    """What came of a player's time in a seat: the rack after each round, decisions, and luck against skill. ``shares`` is
    null while edges are being worked out."""

    rounds: tuple[tuple[int, Cents], ...]  # number of a round, and the result up to it
    decisions: tuple[DecisionMade, ...]
    kinds: tuple[DecisionKind, ...]
    shares: ResultShares | None


class WagerCost(Message):
    """A wager that may be made now, played in one way: its edge, and what $100 on it cost on average, in cents; of a wager
    that may be returned undecided, ``cost_decided`` is of those that are not."""

    wager: str
    on: str
    title: str
    edge: float
    cost: float
    cost_decided: float
    per: str
    strategy: str
    method: str
    note: str = ""
    cite: str = ""


class WagerUp(Message):
    """A wager of the seat that is up, and what it brings from here on."""

    wager: str
    on: str
    hand: int
    title: str
    amount: Cents
    expected: float
    may_be_taken_down: bool = True
    words: str = ""


class BetterWager(Message):
    """Something lawful that is better, and what that is worth in cents."""

    says: str
    wager: str
    on: str
    amount: Cents
    gain: float
    words: str
    cite: str = ""


class WagersJudged(Message):
    """Wagers on offer, the cheapest first; those that are up; what would be better. ``coming``: edges are being worked out."""

    lines: tuple[WagerCost, ...]
    up: tuple[WagerUp, ...]
    better: tuple[BetterWager, ...]
    coming: bool = False
