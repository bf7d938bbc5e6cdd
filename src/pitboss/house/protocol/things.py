"""Requests and replies about equipment that the house received, and about who can be assigned to a table."""

from typing import Annotated

import msgspec

from pitboss.house.protocol.commands import Name, Word
from pitboss.house.protocol.message import IncomingMessage, Message
from pitboss.house.protocol.people import PersonIdentity
from pitboss.roles import Role

Described = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
ThingId = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9:._-]*$")]


class ReceiveThing(IncomingMessage):
    """Equipment that came to the house: its number, what it is, and the certificate or approval it came with."""

    thing: ThingId
    kind: Word
    description: Described
    approval: Name = ""


class ThingLine(Message):
    """one line of the list of equipment: where it is (empty: in the store), in which state, and who sealed or destroyed it."""

    thing: str
    kind: str
    description: str
    approval: str
    received: str
    where: str
    state: str
    since: str
    reason: str
    signed: tuple[str, ...]
    due: str = ""  # when what has to be done with it falls due; empty: nothing has
    duty: str = ""  # what that is


class PersonPlace(Message):
    """Where somebody stands: at which table, as what, and since when."""

    person: str
    table: str
    role: Role
    since: str = ""


class StaffLine(PersonIdentity):
    """Somebody who can be assigned, and the tables where they stand."""

    tables: tuple[str, ...]
