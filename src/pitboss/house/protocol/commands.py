"""The messages that a page sends. Anything that does not decode as one of them is refused as malformed."""

import hashlib
from typing import Annotated, Literal

import msgspec

from pitboss.money import Cents

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
Name = Annotated[str, msgspec.Meta(max_length=64)]
Word = Annotated[str, msgspec.Meta(max_length=64)]
Amount = Annotated[Cents, msgspec.Meta(ge=0, le=10**12)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=99)]
MOST_SECONDS = 3600  # of any timer of a table, by the desk and in a floor file
Seconds = Annotated[float, msgspec.Meta(ge=0, le=MOST_SECONDS)]
StaffAction = Literal[
    "ready",
    "contribute",
    "no_more_bets",
    "correct",
    "preview",
    "report",
    "sign",
    "duty",
    "assign",
    "release",
    "bring_thing",
    "use_thing",
    "take_thing",
    "seal_thing",
    "destroy_thing",
    "open_table",
    "close_table",
    "put_in_force",
    "cancel_change",
    "change_limits",
    "change_settings",
    "retire_table",
    "announce",
    "incident",
    "propose_correction",
    "decide_correction",
    "settle_owed",
    "queue_relief",
    "free_seat",
    "move_seat",
    "seat_patron",
    "sell_chips",
    "undo_sale",
]


class AnswerMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer to a question, or a wager. The token or the sign-in says who gives it.

    Without an amount, the usual amount of the option is meant; an amount of 0 is an amount of 0.
    """

    says: Word
    wager: Word = ""
    on: Word = ""
    amount: Amount | None = None
    cards: Annotated[tuple[Word, ...], msgspec.Meta(max_length=16)] = ()
    hand: Seat = 0
    form: Word = ""
    by: Literal["", "dealer", "chance", "floor"] | Seat = ""


class ReportMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An irregularity: what happened, at which seat, and the facts on which the remedy depends."""

    kind: Word
    seat: Seat = 0
    facts: Annotated[dict[Word, bool | int | Word], msgspec.Meta(max_length=16)] = {}


class LimitsMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Posted limits of one wager, or of the table; an amount that is not stated stays as it was filed."""

    minimum: Amount | None = None
    maximum: Amount | None = None


class SettingsMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a table is run; what is not stated stays as it is."""

    title: Name | None = None
    pit: Word | None = None
    betting_seconds: Seconds | None = None
    election_seconds: Seconds | None = None
    settled_seconds: Seconds | None = None
    courtesy_seconds: Seconds | None = None
    absence_seconds: Seconds | None = None
    buy_in: Amount | None = None
    sale_maximum: Amount | None = None
    sale_approval: Amount | None = None


class AdjustmentMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a correction gives to a seat, or, below zero, takes from it."""

    seat: Seat
    amount: Annotated[Cents, msgspec.Meta(ge=-(10**12), le=10**12)]


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One message on a table's socket after the greeting.

    An answer, "no more bets" or "ready" names what its sender saw: ``round``, the round in progress or else the next one,
    and ``question``, the number of the pending question, 0 where no round is in progress. A wager may name question 0 for
    the betting of its round. A command that was meant for another moment is refused.
    """

    key: Key
    answer: AnswerMessage | None = None
    do: StaffAction | None = None
    report: ReportMessage | None = None
    checklist: Word = ""
    person: Name = ""  # a credential number
    role: Word = ""
    thing: Name = ""
    reason: Annotated[str, msgspec.Meta(max_length=500)] = ""  # why, or what work was done
    items: Annotated[tuple[Word, ...], msgspec.Meta(max_length=64)] = ()
    name: Word = ""
    round: int = 0
    question: int | None = None
    filing: Word = ""
    at: Word = ""  # a moment, as year-month-dayThour:minute in the zone of the house; empty: now
    limits: Annotated[dict[Word, LimitsMessage], msgspec.Meta(max_length=64)] = {}  # by wager; "" for the table
    settings: SettingsMessage | None = None
    words: Annotated[str, msgspec.Meta(max_length=2000)] = ""  # an announcement, what happened, or a player's own word
    rounds: Annotated[tuple[int, ...], msgspec.Meta(max_length=50)] = ()
    seats: Annotated[tuple[Seat, ...], msgspec.Meta(max_length=20)] = ()
    people: Annotated[tuple[Name, ...], msgspec.Meta(max_length=20)] = ()
    lines: Annotated[tuple[AdjustmentMessage, ...], msgspec.Meta(max_length=20)] = ()  # of a correction; none: void
    number: Annotated[int, msgspec.Meta(ge=0)] = 0  # of a correction, or of the incident that it is about
    agreed: bool = False
    seat: Seat = 0
    to_seat: Seat = 0
    amount: Amount = 0


class TakeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Asks for a seat; any seat, when none is named. After a lost reply, the same key returns the same seat and token, so
    it has to be long enough not to be guessed."""

    key: Annotated[str, msgspec.Meta(min_length=16, max_length=64, pattern=r"^[\x21-\x7e]+$")]
    seat: Seat | None = None
    name: Name = ""
    word: Word = ""  # a word of the player's own, which counts in the first shuffle that they see
    amount: Amount = (
        0  # how much to buy in with, out of one's purse; 0: as much as is usual at the table, or what is there
    )


class Keyed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request without content besides its key."""

    key: Key


def digest(content: msgspec.Struct | str) -> str:
    """A hash by which two different commands under one key are told from a repetition."""
    return hashlib.sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()
