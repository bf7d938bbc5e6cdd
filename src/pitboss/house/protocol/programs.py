"""Programs of the staff and webhooks: what administrators send, and what they are shown."""

from typing import Annotated

import msgspec

from pitboss.house.protocol.message import IncomingMessage, Message

ProgramName = Annotated[str, msgspec.Meta(max_length=40)]
ScopeName = Annotated[str, msgspec.Meta(max_length=20)]
Few = msgspec.Meta(max_length=8)


class CreateProgram(IncomingMessage):
    """An account for a program: what it is called, what it is for, what it may ask for, and for how many days."""

    program: ProgramName
    purpose: Annotated[str, msgspec.Meta(max_length=200)]
    scopes: Annotated[tuple[ScopeName, ...], Few]
    days: Annotated[int, msgspec.Meta(ge=1, le=366)] = 90


class ScopeLine(Message):
    """A scope: what a program that has it may do, and whether two persons decide on it."""

    scope: str
    words: str
    two: bool


class ProgramLine(Message):
    """An account of a program. ``state``: active, expired or revoked; ``last_used`` is since the house opened."""

    program: str
    purpose: str
    scopes: tuple[str, ...]
    since: str
    expires: str
    by: tuple[str, ...]
    state: str
    last_used: str = ""


class ProgramRequest(Message):
    """A program that waits for a second administrator; ``you_may``: whether whoever reads this may agree."""

    number: int
    since: str
    words: str
    by: str
    you_may: bool


class ProgramList(Message):
    """The programs of a house, those that wait, and what scopes there are."""

    programs: tuple[ProgramLine, ...]
    requests: tuple[ProgramRequest, ...]
    scopes: tuple[ScopeLine, ...]


class ProgramToken(Message):
    """A new program with its token, which is shown once; or without both, where a second person has to agree."""

    programs: ProgramList
    program: str
    token: str = ""


class NameWebhook(IncomingMessage):
    """Send what happens to an address: which topics, under which name."""

    webhook: Annotated[str, msgspec.Meta(max_length=40, pattern="^[a-z0-9][a-z0-9-]*$")]
    url: Annotated[str, msgspec.Meta(max_length=400)]
    topics: Annotated[tuple[ScopeName, ...], Few]


class WebhookLine(Message):
    """A webhook, and how it goes with it since the house opened."""

    webhook: str
    url: str
    topics: tuple[str, ...]
    by: str
    delivered: int
    failures: int
    failing_since: str = ""
    why: str = ""


class WebhookList(Message):
    """The webhooks of a house, and the addresses to which they may go."""

    webhooks: tuple[WebhookLine, ...]
    allowed: tuple[str, ...]
    topics: tuple[str, ...]


class WebhookSecret(Message):
    """A new webhook with the secret that signs what it sends, which is shown once."""

    webhooks: WebhookList
    webhook: str
    secret: str
