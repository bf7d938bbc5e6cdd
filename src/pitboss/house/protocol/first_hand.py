"""A hand on the first page: played without a table, for nothing, and judged."""

from typing import Annotated

import msgspec

from pitboss.events import AnyEvent
from pitboss.house.protocol.commands import Word
from pitboss.house.protocol.judging import JudgedQuestion
from pitboss.house.protocol.message import IncomingMessage, Message
from pitboss.money import Cents
from pitboss.procedure import Option

MOST_OPTIONS = 100


class PlayHand(IncomingMessage):
    """A wish for a hand, or an answer in one: ``answer`` is its place among the options, from 1. Without a ``token`` a new hand
    is dealt, of the ``game`` that is named, else of the one that the house shows first. ``judge``: have the answers judged."""

    token: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    answer: Annotated[int, msgspec.Meta(ge=0, le=MOST_OPTIONS)] = 0
    game: Word = ""
    judge: bool = True


class HandStep(Message):
    """One decision of the hand. ``given`` is the place of the answer among ``options``, from 1; 0: it is asked now. ``judged`` is
    null until it is worked out, and where nothing depends on the answer."""

    kind: str
    hand: int
    options: tuple[Option, ...]
    given: int
    judged: JudgedQuestion | None = None


class HandSoFar(Message):
    """A hand as its player sees it. ``labels`` are what the open hands are called, by holder and hand; ``coming``: the worths of
    the answers are being worked out."""

    token: str
    game: str
    title: str
    events: tuple[AnyEvent, ...]
    labels: dict[str, str]
    steps: tuple[HandStep, ...]
    over: bool
    net: Cents
    coming: bool = False
