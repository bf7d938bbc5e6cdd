"""Past rounds, and the replies to requests about seats."""

from pitboss.events import AnyEvent, AnySettlement
from pitboss.house.protocol.message import Message
from pitboss.house.protocol.views import SetHands
from pitboss.journal import Actor, Report
from pitboss.money import Cents
from pitboss.procedure import Answer


class RoundSummary(Message):
    """One closed round; ``marks`` are what players note beside its result: at baccarat pairs and naturals."""

    round: int
    opened: str
    closed: str
    result: str
    wagers: int
    paid: Cents
    void: bool
    marks: tuple[str, ...] = ()


class RoundStep(Message):
    """One step of a round: the answers, the events that followed, and the gists of their provisions.

    ``laid`` has, by the number of an event, the two hands that it sets or shows. ``person`` is who answered or reported,
    for those who may read every round; null for the automatic dealer and for players without an account.
    """

    sequence: int
    time: str
    answers: tuple[Answer, ...]
    report: Report | None
    events: tuple[AnyEvent, ...]
    laid: dict[str, SetHands]
    gists: dict[str, str]
    person: Actor | None = None


class Seed(Message):
    """A device, its commitment, and the seed once it is opened."""

    device: str
    commitment: str
    seed: str


class RoundDetail(Message):
    """One round in full."""

    round: int
    replay: bool
    submission_hash: str
    edition: str  # the text of the chapter that was played; PROPOSED where it is not law
    version: str
    commitment: str
    seed: str
    seeds: tuple[Seed, ...]
    steps: tuple[RoundStep, ...]
    settlements: tuple[AnySettlement, ...]
    chain_ok: bool


class KeptLine(Message):
    """One line of a table's log: what was done between the rounds, when and by whom; null: the automatic dealer or the house.

    ``work`` describes work on equipment, or gives the reason; ``items`` are the provisions that were signed for.
    """

    sequence: int
    time: str
    kind: str
    what: str
    by: Actor | None
    work: str
    items: tuple[str, ...]


class SeatTaken(Message):
    """A seat with the token that goes with it; or a further box, with all seats now held."""

    seat: int
    rack: Cents
    token: str = ""
    seats: tuple[int, ...] = ()


class SeatLeft(Message):
    """A seat given up and what its rack brought; or a box, with the seats still held."""

    seat: int
    cashed: Cents = 0
    seats: tuple[int, ...] = ()


class Done(Message):
    """A command was carried out and is on record; ``sequence`` is the entry up to which a view shows its effect."""

    sequence: int
    words: str = ""  # what it changes, where that is not plain from the command


class ChipsBought(Message):
    """What the rack holds now."""

    seat: int
    rack: Cents
