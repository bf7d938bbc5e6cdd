"""Drills over HTTP: what can be drilled, one question and its grade, and an exam with its record.

A question is told without anything that the one who is asked should find out: its topic, its seed and its answer stay in the
house, in a token that only the house can read.
"""

from typing import Annotated

import msgspec

from pitboss.drills.kinds import Kind
from pitboss.drills.progress import RESTS
from pitboss.drills.question import DrillChoice, Grade
from pitboss.events import AnyEvent
from pitboss.house.protocol.commands import Name, Word
from pitboss.house.protocol.info import TileName
from pitboss.house.protocol.message import IncomingMessage, Message
from pitboss.house.protocol.open_table import Letters

MOST_QUESTIONS = 50  # of an exam
Count = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
Sum = Annotated[float, msgspec.Meta(ge=0, le=1e12)]  # of cents, or of seconds
Kinds = Annotated[tuple[Kind, ...], msgspec.Meta(min_length=1, max_length=len(Kind))]
TopicName = Annotated[str, msgspec.Meta(max_length=400)]
Token = Annotated[str, msgspec.Meta(max_length=9000)]
Typed = Annotated[str, msgspec.Meta(min_length=1, max_length=32)]


# --- what there is


class DrillGame(Message):
    """A game that can be drilled."""

    name: str
    title: str
    chapter: str
    decides: bool = False  # whether its players decide something during a round


class DrillKind(Message):
    """A kind of question, and whom it is for: ``player``, ``dealer`` or ``floor``."""

    kind: Kind
    who: str
    title: str


class Drills(Message):
    """All games and all kinds of questions; which of them a game has, its rules decide."""

    games: tuple[DrillGame, ...]
    kinds: tuple[DrillKind, ...]


class GameDrills(Message):
    """One game under the rules at hand: the kinds of questions that it has, and what is needed to show them. ``kinds`` is
    empty while they are being looked for, which ``coming`` tells."""

    game: str
    title: str  # of the table whose rules they are
    submission: str
    kinds: tuple[Kind, ...]
    wagers: dict[str, str]  # by name, its title
    tiles: dict[str, TileName] = {}
    charted: bool = False
    coming: bool = False


# --- what a learner keeps


class KeptTopic(Message):
    """One topic: its box, when it is due (counted in questions), and how it was answered."""

    box: Annotated[int, msgspec.Meta(ge=0, le=len(RESTS) - 1)]
    due: Count
    asked: Count = 0
    right: Count = 0
    cost: Sum = 0


class KeptProgress(Message):
    """What a learner has done so far, as their browser keeps it; of the topics, those that concern the question."""

    asked: Count = 0
    right: Count = 0
    streak: Count = 0
    longest: Count = 0
    cost: Sum = 0
    seconds: Sum = 0
    topics: Annotated[dict[TopicName, KeptTopic], msgspec.Meta(max_length=100)] = {}


# --- a question


class WantDrill(IncomingMessage):
    """A wish for a question: of one of these kinds, under the rules that the letters of a link carry, else the example's."""

    game: Word
    kinds: Kinds
    rules: Letters = ""
    progress: KeptProgress | None = None


class DrillQuestion(Message):
    """A question. ``scene`` is what happened at the table, as the one who is asked sees it. Where there are no ``choices``,
    the answer is an amount in dollars."""

    kind: Kind
    asks: str
    scene: tuple[AnyEvent, ...]
    choices: tuple[DrillChoice, ...] = ()


class DrillAsked(Message):
    """A question and the token under which it is answered; ``coming``: it is being made, and is there when it is asked for
    again. ``waiting`` is how many others wait for theirs."""

    question: DrillQuestion | None
    token: str = ""
    coming: bool = False
    waiting: int = 0


class AnswerDrill(IncomingMessage):
    """An answer: the key of a choice, or an amount in dollars; and how long it took, which only the learner's own progress
    tells."""

    token: Token
    answer: Typed
    seconds: Sum = 0
    progress: KeptProgress | None = None


class DrillGraded(Message):
    """The grade, what the question was about, and the progress after it, with that one topic. ``grade`` is null while it is
    being worked out: send the answer again. ``position`` is the address of a decision on the analysis board."""

    grade: Grade | None
    topic: str = ""
    progress: KeptProgress | None = None
    position: str = ""


# --- an exam


class StartExam(IncomingMessage):
    """A wish for an exam."""

    game: Word
    kinds: Kinds
    name: Annotated[Name, msgspec.Meta(min_length=1)]
    rules: Letters = ""
    count: Annotated[int, msgspec.Meta(ge=1, le=MOST_QUESTIONS)] = 10


class AnswerExam(IncomingMessage):
    """An answer in an exam, to the question of this number."""

    number: Annotated[int, msgspec.Meta(ge=1, le=MOST_QUESTIONS)]
    answer: Typed


class ExamLine(Message):
    """One question of an exam that is over, in words."""

    kind: Kind
    asks: str
    given: str
    accepted: tuple[str, ...]
    right: bool
    seconds: float
    cost: float = 0
    cites: tuple[str, ...] = ()


class ExamResult(Message):
    """An exam that is over."""

    right: int
    lines: tuple[ExamLine, ...]


class ExamState(Message):
    """Where an exam stands: the question of this number, or its result. ``coming``: either is being made; ask again."""

    exam: str
    number: int
    count: int
    question: DrillQuestion | None = None
    result: ExamResult | None = None
    coming: bool = False
