"""The base of every structure on the wire."""

from typing import Any, Self, dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))  # for mypy: what is inherited is frozen
class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the house sends. A field that has its default value is left out."""

    @classmethod
    def from_domain(cls, source: object, **more: Any) -> Self:
        """The fields of this message as ``source`` has them; ``more`` are those that it has otherwise, or not at all.

        Nothing else of the source is sent, whatever is added to it.
        """
        own = {
            name: getattr(source, name) for name in cls.__struct_fields__ if name not in more and hasattr(source, name)
        }
        return cls(**own, **more)


class IncomingMessage(Message, forbid_unknown_fields=True):
    """What the house receives. A field that it does not know makes the message malformed."""
