"""A player's own limits over HTTP: what they forbid themselves, what they have played, and what they want to change."""

from typing import Annotated, Literal

import msgspec

from pitboss.house.protocol.message import IncomingMessage, Message
from pitboss.money import Cents

Amount = Literal["loss_day", "loss_week", "loss_month", "wager_day", "wager_week", "wager_month"]
LimitName = Literal[Amount, "time_day", "check"]


class LimitLine(Message):
    """One limit: amounts in cents, time in minutes; null: none. ``so_far`` is what counts against it now."""

    limit: LimitName
    value: int | None
    so_far: int
    wish: int | None  # what was asked for instead, where ``from_`` is not empty; null: no limit any more
    wish_from: str  # from when on the wish can be confirmed; empty: there is none


class OwnLimitsState(Message):
    """What a player forbids themselves. ``excluded``: until when they play no more, empty until further notice, null: they
    may play. ``play_from``: from when on they may say again that they want to play, where they said so once."""

    limits: tuple[LimitLine, ...]
    excluded: str | None
    play_from: str
    barred: str  # why they may not play now, as a sentence
    seconds_today: int
    wagered_today: Cents
    lost_today: Cents
    checks: tuple[int, ...]
    waits: dict[str, int]  # by period of a limit: the hours until a wider one can be confirmed


class SetLimit(IncomingMessage):
    """Another limit; null: none. A tighter one counts at once, a wider one is a wish."""

    limit: LimitName
    value: Annotated[int, msgspec.Meta(ge=0, le=10**12)] | None = None


class ChosenLimit(IncomingMessage):
    """A wish that is confirmed, or dropped."""

    limit: LimitName


class Exclude(IncomingMessage):
    """No play for so many days; null: until further notice."""

    days: Annotated[int, msgspec.Meta(ge=1, le=10**6)] | None = None
