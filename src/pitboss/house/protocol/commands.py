"""What people may send: shapes only. Whoever sends anything else is told so before anything is looked at."""

import hashlib
from typing import Annotated, Literal

import msgspec

from pitboss.money import Cents

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
Name = Annotated[str, msgspec.Meta(max_length=64)]
Word = Annotated[str, msgspec.Meta(max_length=64)]
Amount = Annotated[Cents, msgspec.Meta(ge=0, le=10**12)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=99)]
StaffAction = Literal[
    "ready", "no_more_bets", "correct", "preview", "report", "sign", "duty", "new_dealer", "open_table", "close_table"
]


class AnswerMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer to a question, or a wager. Who says it follows from the token.

    An amount that is left out is the one its option has by itself; an amount of nothing is just that.
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
    """An irregularity: what, whose, and the facts its remedy depends on."""

    kind: Word
    seat: Seat = 0
    facts: Annotated[dict[Word, bool | int | Word], msgspec.Meta(max_length=16)] = {}


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename={"signs_as": "as"}):
    """One message on a table's socket after the greeting.

    What answers something, closes betting or goes on names what its sender saw: ``round``, the round in progress or else
    the one that comes next, and ``question``, the number of the question that is pending, 0 where no round is in
    progress. A wager may name question 0 for the betting of its round. What was meant for another moment is refused.
    """

    key: Key
    answer: AnswerMessage | None = None
    do: StaffAction | None = None
    report: ReportMessage | None = None
    checklist: Word = ""
    by: Name = ""
    signs_as: Word = ""
    items: Annotated[tuple[Word, ...], msgspec.Meta(max_length=64)] = ()
    name: Word = ""
    round: int = 0
    question: int | None = None


class Greeting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: Annotated[str, msgspec.Meta(max_length=256)] = ""


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first message on a socket."""

    hello: Greeting


class TakeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Asks for a seat, any seat when none is named. The key is also what brings the same seat back after a lost
    reply, so it has to be long enough not to be guessed."""

    key: Annotated[str, msgspec.Meta(min_length=16, max_length=64, pattern=r"^[\x21-\x7e]+$")]
    seat: Seat | None = None
    name: Name = ""


class Keyed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request that says nothing but that it is made."""

    key: Key


def digest(content: msgspec.Struct | str) -> str:
    """What tells two commands under one key apart."""
    return hashlib.sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()
