"""Every message that the house sends on the socket of a table; its first field says which one it is."""

from typing import Any, get_args

import msgspec

from pitboss.events import AnyEvent
from pitboss.house.protocol.changes import ViewChange
from pitboss.house.protocol.info import SpotEdge
from pitboss.house.protocol.views import Role, View
from pitboss.money import Cents
from pitboss.procedure import Refused


class Identity(msgspec.Struct, frozen=True):
    """The role and seat of this connection."""

    role: Role
    seat: int


class WelcomeMessage(msgspec.Struct, frozen=True):
    """The first message after the greeting: the whole view."""

    view: View
    you: Identity


class EventsMessage(msgspec.Struct, frozen=True):
    """What happened since the last view on this connection, and the changed fields of the view."""

    events: tuple[AnyEvent, ...]
    sequence: int
    change: ViewChange


class AckMessage(msgspec.Struct, frozen=True):
    """A command was carried out and is on record; ``sequence`` is the entry up to which a view shows its effect."""

    ack: str
    sequence: int


class Preview(msgspec.Struct, frozen=True):
    """What would follow from a report, up to the first card that would be turned; then there is ``more``."""

    key: str
    events: tuple[AnyEvent, ...]
    more: bool
    money: dict[str, Cents]  # what it would do to the rack of each player
    remedy: str
    cite: str


class PreviewMessage(msgspec.Struct, frozen=True):
    preview: Preview


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refusal: ``why`` is for programs, the sentence for people, ``key`` that of the refused command, if it had one."""

    why: str
    sentence: str
    cite: str
    key: str = ""


class RefusedMessage(msgspec.Struct, frozen=True):
    refused: Refusal


class HouseNotice(msgspec.Struct, frozen=True):
    """A message of the house to a player that is not a reply."""

    why: str
    sentence: str
    cite: str


class NoticeMessage(msgspec.Struct, frozen=True):
    notice: HouseNotice


class BeatMessage(msgspec.Struct, frozen=True):
    """Nothing new; the connection is alive."""

    beat: int


class EdgesMessage(msgspec.Struct, frozen=True):
    """The edges of this table's wagers, once they are computed."""

    edges: tuple[SpotEdge, ...]


ServerMessage = (
    WelcomeMessage
    | EventsMessage
    | AckMessage
    | PreviewMessage
    | RefusedMessage
    | NoticeMessage
    | BeatMessage
    | EdgesMessage
)
BY_FIRST_FIELD: dict[str, type[msgspec.Struct]] = {k.__struct_fields__[0]: k for k in get_args(ServerMessage)}


def refusal(refused: Refused, key: str = "") -> Refusal:
    return Refusal(str(refused.why), refused.sentence, refused.cite, key)


def kind_of(message: dict[str, Any]) -> type[msgspec.Struct]:
    """The type of a decoded message."""
    return next(kind for field, kind in BY_FIRST_FIELD.items() if field in message)
