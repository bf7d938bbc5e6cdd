"""What travels between the house and the process that asks and grades drills."""

from typing import Any

import msgspec

from pitboss.drills.kinds import Kind
from pitboss.drills.progress import Progress
from pitboss.drills.question import Grade
from pitboss.house.protocol.drills import DrillQuestion, ExamResult
from pitboss.procedure import Refusal

# --- asked


class Under(msgspec.Struct, frozen=True):
    """A game under its rules."""

    game: str
    choices: dict[str, Any]


class KindsAsked(msgspec.Struct, frozen=True, tag="kinds"):
    """Which kinds of questions are there?"""

    under: Under


class NextAsked(msgspec.Struct, frozen=True, tag="next"):
    """A question of one of these kinds, for a learner with this progress."""

    under: Under
    kinds: tuple[Kind, ...]
    seed: bytes
    progress: Progress


class GradeAsked(msgspec.Struct, frozen=True, tag="grade"):
    """An answer to one question, and the progress before it."""

    under: Under
    kind: Kind
    seed: bytes
    number: int
    answer: str
    progress: Progress
    seconds: float


class Paper(msgspec.Struct, frozen=True):
    """The questions of an exam."""

    under: Under
    kinds: tuple[Kind, ...]
    seed: bytes
    count: int


class ExamAsked(msgspec.Struct, frozen=True, tag="exam"):
    """The question after so many; and is this an answer to the one before?"""

    paper: Paper
    after: int
    answer: str = ""


class RecordAsked(msgspec.Struct, frozen=True, tag="record"):
    """What came of an exam; ``printed``: as a page to print and sign."""

    paper: Paper
    answers: tuple[tuple[str, float], ...]  # each with the seconds that it took
    name: str
    date: str
    printed: bool


Asked = KindsAsked | NextAsked | GradeAsked | ExamAsked | RecordAsked


# --- answered


class Next(msgspec.Struct, frozen=True, tag="next"):
    """A question, and where to find it again."""

    kind: Kind
    number: int
    question: DrillQuestion


class Graded(msgspec.Struct, frozen=True, tag="graded"):
    grade: Grade
    topic: str
    progress: Progress


class Kinds(msgspec.Struct, frozen=True, tag="kinds"):
    kinds: tuple[Kind, ...]


class ExamQuestion(msgspec.Struct, frozen=True, tag="exam"):
    """None after the last."""

    question: DrillQuestion | None


class Recorded(msgspec.Struct, frozen=True, tag="record"):
    result: ExamResult
    page: str


class NotDone(msgspec.Struct, frozen=True, tag="refused"):
    why: Refusal
    sentence: str
    cite: str
