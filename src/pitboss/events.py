"""Events: what happened at the table, in the past tense, each with the provision that made it happen.

This is the whole vocabulary of the record; every game speaks it. Events are frozen, encode to JSON in one
way only, and carry ``seen_by``: None means everyone, a tuple names the seats (and roles) that may see the
secret part. ``hidden()`` is the event as everyone else sees it.
"""

import re
from typing import Any, Final, Literal

import msgspec

from pitboss.money import Cents

PLACE = "?"  # how the name of a place begins, where the face of a card is not known


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="event", tag=_snake, kw_only=True, gc=False):
    """A fact with its citation."""

    cite: str
    seen_by: tuple[int | str, ...] | None = None

    def hidden(self) -> "Event":
        """The event without its secret part."""
        return self


# --- the round ---------------------------------------------------------------------------------------------


class RoundOpened(Event, frozen=True):
    """A round of play began."""

    round: int


class RoundClosed(Event, frozen=True):
    """The round of play is complete."""

    round: int


class RoundVoided(Event, frozen=True):
    """All hands are void; the wagers follow as ``Returned``."""

    why: str


class Announced(Event, frozen=True):
    """The dealer said something aloud that the rules require."""

    words: str


class Noted(Event, frozen=True):
    """A fact that moves neither cards nor money. What a person did is not noted but ``Attested``."""

    what: str
    seat: int = 0


class Attested(Event, frozen=True):
    """Somebody who was asked said that they did something: counted, inspected, verified, covered, told.

    ``automatic``: at this table software deals, and did it (I-GEN-39). ``count`` is what was counted, where that was asked.
    """

    by: int | str
    what: str
    seat: int = 0
    count: int | None = None
    automatic: bool = False


class DeviceStatus(Event, frozen=True):
    """A device went out of order, or came back into service. It stays so until the next event of this kind."""

    device: str
    in_service: bool


class Replaced(Event, frozen=True):
    """A set of cards, dice or tiles, or a ball, left the table, and another took its place; ``inspected``: by those who were
    asked in this round, so that they need not sign for it again."""

    thing: str
    why: str = ""
    inspected: bool = False
    sealed: bool = False  # what left was sealed as evidence


class IrregularityReported(Event, frozen=True):
    """Something went wrong; ``remedy`` is what the chapter orders."""

    kind: str
    remedy: str
    seat: int = 0


# --- equipment ---------------------------------------------------------------------------------------------


class Shuffled(Event, frozen=True):
    """A shoe, deck or set of tiles was randomly mixed; from here its order is new."""

    device: str
    count: int


class CutMade(Event, frozen=True):
    """Someone cut: the top ``position`` cards went below the rest."""

    by: int | str
    position: int
    automatic: bool = False  # by the software that deals the table


class Burned(Event, frozen=True):
    """A card left play; ``card`` is empty when it was not shown to the table."""

    card: str

    def hidden(self) -> "Burned":
        return Burned("", cite=self.cite)


class Dealt(Event, frozen=True):
    """A card or tile was dealt to a seat or to the dealer. ``hand`` tells split or second hands apart."""

    to: int | str
    card: str
    place: str = ""
    hand: int = 0

    def hidden(self) -> "Dealt":
        return Dealt(self.to, "", self.place, self.hand, cite=self.cite)


class Revealed(Event, frozen=True):
    """Cards or tiles were turned face up, or, where ``seen_by`` is set, seen only by those it names."""

    of: int | str
    cards: tuple[str, ...]
    total: str = ""
    hand: int = 0

    def hidden(self) -> "Revealed":
        return Revealed(self.of, ("",) * len(self.cards), "", self.hand, cite=self.cite)


class Discarded(Event, frozen=True):
    """Cards went to the discard rack, in order, so that the hand can be reconstructed."""

    of: int | str
    cards: tuple[str, ...]
    hand: int = 0

    def hidden(self) -> "Discarded":
        return Discarded(self.of, ("",) * len(self.cards), self.hand, cite=self.cite)


class Shown(Event, frozen=True):
    """A wheel, the dice or another device showed its result."""

    device: str
    outcome: str


class Marked(Event, frozen=True):
    """A marker, puck, button or lammer was placed (``at``), or taken away (``at`` empty)."""

    marker: str
    at: str
    seat: int = 0


# --- decisions ---------------------------------------------------------------------------------------------


Unit = Literal["cents", "count", "position"]  # what the amount of an election is
CENTS: Final = "cents"
COUNT: Final = "count"
POSITION: Final = "position"


class Elected(Event, frozen=True):
    """A player, the dealer or the floor chose. ``absent`` marks an answer that the house gave for an absent player,
    ``automatic`` one of a table that software deals."""

    by: int | str
    says: str
    on: str = ""
    amount: Cents = 0
    cards: tuple[str, ...] = ()
    hand: int = 0
    absent: bool = False
    unit: Unit = CENTS
    automatic: bool = False

    def hidden(self) -> "Elected":
        return msgspec.structs.replace(self, cards=(), seen_by=None)


# --- money -------------------------------------------------------------------------------------------------


class Wagered(Event, frozen=True):
    """Chips went from a rack to the layout."""

    seat: int
    wager: str
    on: str
    amount: Cents
    hand: int = 0
    player: str = ""


class Withdrawn(Event, frozen=True):
    """Chips came back from the layout before the wager was decided."""

    seat: int
    wager: str
    on: str
    amount: Cents
    hand: int = 0


class Moved(Event, frozen=True):
    """A wager was moved to another area of the layout; it is the same money."""

    seat: int
    wager: str
    on: str
    to: str
    amount: Cents
    hand: int = 0


class Settlement(Event, frozen=True):
    """One wager decided. ``returned`` is all that is handed back, the stake included, vigorish not yet taken.

    ``odds`` and ``outcome`` say why: what the paytable line is called and what it pays. A wager that
    ``stays`` has been paid and is up again for the next throw as the same wager. A ``deferred`` vigorish
    is marked now and collected later; a ``prepaid`` one was ``Charged`` when the wager was made. ``against``
    is the account on the other side: empty for the house, else the player's bank that covers the wager.
    """

    seat: int
    wager: str
    on: str
    stake: Cents
    returned: Cents
    odds: str = ""
    outcome: str = ""
    hand: int = 0
    vigorish: Cents = 0
    stays: bool = False
    deferred: bool = False
    against: str = ""
    prepaid: bool = False

    @property
    def taken(self) -> Cents:
        """The vigorish that is taken with it; what is deferred or prepaid is charged by an event of its own."""
        return 0 if self.deferred or self.prepaid else self.vigorish


class Paid(Settlement, frozen=True):
    """The wager won."""


class Collected(Settlement, frozen=True):
    """The wager lost, in whole or, after a surrender, in part."""


class Returned(Settlement, frozen=True):
    """The wager was neither won nor lost: a push, or a void."""


class Charged(Event, frozen=True):
    """Vigorish was taken from a rack apart from any settlement (in advance, or marked earlier)."""

    seat: int
    amount: Cents
    wager: str = ""
    on: str = ""
    hand: int = 0


class Refunded(Event, frozen=True):
    """Vigorish taken in advance was given back."""

    seat: int
    amount: Cents
    wager: str = ""
    on: str = ""


class Transferred(Event, frozen=True):
    """Chips went between two accounts of the table outside any wager: a bank's cover, shortfall or surplus."""

    source: str
    target: str
    amount: Cents
    what: str = ""


class MeterMoved(Event, frozen=True):
    """A progressive meter took a contribution, paid an award or was reset. Micro-cents, so rates stay exact."""

    meter: str
    before: int
    after: int
    why: str
    seat: int = 0


AnyEvent = (
    RoundOpened
    | RoundClosed
    | RoundVoided
    | Announced
    | Noted
    | Attested
    | DeviceStatus
    | Replaced
    | IrregularityReported
    | Shuffled
    | CutMade
    | Burned
    | Dealt
    | Revealed
    | Discarded
    | Shown
    | Marked
    | Elected
    | Wagered
    | Withdrawn
    | Moved
    | Paid
    | Collected
    | Returned
    | Charged
    | Refunded
    | Transferred
    | MeterMoved
)

AnySettlement = Paid | Collected | Returned

_encoder = msgspec.json.Encoder(order="deterministic")
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(list[AnyEvent])


def encode(events: list[Event]) -> bytes:
    """The one encoding of a list of events."""
    return _encoder.encode(events)


def decode(data: bytes) -> list[Event]:
    """Events from their encoding; anything else is an error."""
    return list(_decoder.decode(data))


def visible(event: Event, *viewer_ids: int | str) -> Event:
    """The event as a viewer sees it who looks with these seats or roles.

    At a table with physical cards the house does not know what a player sees: there a card is named by its place.
    """
    if event.seen_by is None:
        return event
    return event if any(who in event.seen_by for who in viewer_ids) and not has_place(event) else event.hidden()


def has_place(event: Event) -> bool:
    """Whether a card of an event lies face down and nobody but its holder knows it (``pitboss.faces``)."""
    if isinstance(event, Dealt | Burned):
        return event.card.startswith(PLACE)
    return isinstance(event, Revealed | Discarded | Elected) and any(card.startswith(PLACE) for card in event.cards)
