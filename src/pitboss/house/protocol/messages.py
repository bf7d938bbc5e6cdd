"""Every message that the house sends on the socket of a table; its first field says which one it is."""

from typing import Any, get_args

import msgspec

from pitboss.events import AnyEvent
from pitboss.house.protocol.changes import ViewChange
from pitboss.house.protocol.info import SpotEdge
from pitboss.house.protocol.message import Message
from pitboss.house.protocol.views import Role, View
from pitboss.money import Cents
from pitboss.procedure import Refused


class Identity(Message):
    """The role and seat of this connection."""

    role: Role
    seat: int


class WelcomeMessage(Message):
    """The first message after the greeting: the whole view."""

    view: View
    you: Identity


class EventsMessage(Message):
    """What happened since the last view on this connection, and the changed fields of the view."""

    events: tuple[AnyEvent, ...]
    sequence: int
    change: ViewChange


class AckMessage(Message):
    """A command was carried out and is on record; ``sequence`` is the entry up to which a view shows its effect."""

    ack: str
    sequence: int


class Preview(Message):
    """What would follow from a report, up to the first card that would be turned; then there is ``more``."""

    key: str
    events: tuple[AnyEvent, ...]
    more: bool
    money: dict[str, Cents]  # what it would do to the rack of each player
    remedy: str
    cite: str


class PreviewMessage(Message):
    preview: Preview


class HouseNotice(Message):
    """A message of the house that is not a reply: ``code`` is for programs, the sentence for people."""

    code: str
    sentence: str
    cite: str


class RefusalBody(HouseNotice):
    """A refusal; ``key`` is that of the refused command, if it had one."""

    key: str = ""


class RefusedMessage(Message):
    """The refusal of a command or of a request."""

    refused: RefusalBody


class NoticeMessage(Message):
    notice: HouseNotice


class BeatMessage(Message):
    """Nothing new; the connection is alive."""

    beat: int


class EdgesMessage(Message):
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


def refusal(refused: Refused, key: str = "") -> RefusedMessage:
    return RefusedMessage(RefusalBody(refused.code, refused.sentence, refused.cite, key))


def encoded_refusal(code: str, sentence: str) -> bytes:
    """A refusal before any route is reached."""
    return msgspec.json.encode(RefusedMessage(RefusalBody(code, sentence, "")))


def kind_of(message: dict[str, Any]) -> type[msgspec.Struct]:
    """The type of a decoded message."""
    return next(kind for field, kind in BY_FIRST_FIELD.items() if field in message)
