"""The base of every structure on the wire."""

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))  # for mypy: what is inherited is frozen
class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the house sends. A field that has its default value is left out."""


class IncomingMessage(Message, forbid_unknown_fields=True):
    """What the house receives. A field that it does not know makes the message malformed."""
