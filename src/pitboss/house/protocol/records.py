"""Past rounds, and the replies to requests about seats."""

import msgspec

from pitboss.events import AnyEvent, AnySettlement
from pitboss.house.protocol.views import SetHands
from pitboss.journal import Report
from pitboss.money import Cents
from pitboss.procedure import Answer


class RoundSummary(msgspec.Struct, frozen=True):
    """One closed round."""

    round: int
    opened: str
    closed: str
    result: str
    wagers: int
    paid: Cents
    void: bool


class RoundStep(msgspec.Struct, frozen=True):
    """One step of a round: the answers, the events that followed, and the gists of their provisions.

    ``laid`` has, by the number of an event, the two hands that it sets or shows.
    """

    sequence: int
    time: str
    answers: tuple[Answer, ...]
    report: Report | None
    events: tuple[AnyEvent, ...]
    laid: dict[str, SetHands]
    gists: dict[str, str]


class Seed(msgspec.Struct, frozen=True):
    """A device, its commitment, and the seed once it is opened."""

    device: str
    commitment: str
    seed: str


class RoundDetail(msgspec.Struct, frozen=True):
    """One round in full."""

    round: int
    replay: bool
    submission_hash: str
    version: str
    commitment: str
    seed: str
    seeds: tuple[Seed, ...]
    steps: tuple[RoundStep, ...]
    settlements: tuple[AnySettlement, ...]
    chain_ok: bool


class SeatTaken(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat with the token that goes with it; or a further box, with all seats now held."""

    seat: int
    rack: Cents
    token: str = ""
    seats: tuple[int, ...] = ()


class SeatLeft(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat given up and what its rack brought; or a box, with the seats still held."""

    seat: int
    cashed: Cents = 0
    seats: tuple[int, ...] = ()


class ChipsBought(msgspec.Struct, frozen=True):
    """What the rack holds now."""

    seat: int
    rack: Cents
