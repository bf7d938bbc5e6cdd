"""Drills: questions for players, dealers and the floor, and their grades. What a process has played, compiled and counted serves
the next.

Whatever it is asked names game, rules, kinds and seed, of which question and grade follow; what it remembers only saves time.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec

from pitboss import catalogue
from pitboss.drills import asking, progress
from pitboss.drills import exam as exams
from pitboss.drills.book import BookedDecision
from pitboss.drills.exam import Answered, Sat, answer_words
from pitboss.drills.kinds import Kind
from pitboss.drills.progress import Progress
from pitboss.drills.question import Drill, Grade
from pitboss.drills.tables import Setting
from pitboss.house.filings.position import address_of
from pitboss.house.protocol.drills import DrillQuestion, ExamLine, ExamResult
from pitboss.house.workers.request import Rank, Request, rules_of
from pitboss.mathematics.kit.judging import is_judged
from pitboss.paper.event_words import describe
from pitboss.paper.page import html
from pitboss.procedure import Refusal, Refused

SETTINGS, DRILLS, PAPERS = 32, 200, 64  # that the process remembers
A = TypeVar("A")


class Under(msgspec.Struct, frozen=True):
    """A game under its rules."""

    game: str
    choices: dict[str, Any]


class ExamPaper(msgspec.Struct, frozen=True):
    """The questions of an exam."""

    under: Under
    kinds: tuple[Kind, ...]
    seed: bytes
    count: int


class DrillRequest(Request[A], Generic[A], frozen=True):
    """Decisions may have to be counted for seconds, which keeps no dealer waiting."""

    lane, longest, extra, title = "now", 180.0, "", "This drill"

    def rank(self) -> Rank:
        return Rank.USUAL if Kind.DECISIONS in self.drilled() else Rank.FIRST

    def drilled(self) -> tuple[Kind, ...]:
        return ()


# --- which kinds there are


class KindsAsked(DrillRequest[tuple[Kind, ...]], frozen=True):
    """Which kinds of questions are there? No decision has to be worked out to know that there are some."""

    answer = tuple[Kind, ...]

    under: Under

    def work(self) -> Iterator[tuple[Kind, ...]]:
        setting = setting_of(self.under)
        quick = [kind for kind in Kind if kind is not Kind.DECISIONS]
        kinds = [kind for kind in quick if asking.drill(setting, kind, bytes(32), 0) is not None]
        yield (*((Kind.DECISIONS,) if is_judged(setting.game) else ()), *kinds)


# --- a question and its grade


class Next(msgspec.Struct, frozen=True):
    """A question, and where to find it again."""

    kind: Kind
    number: int
    question: DrillQuestion


class NextAsked(DrillRequest[Next], frozen=True):
    """A question of one of these kinds, for a learner with this progress."""

    answer = Next

    under: Under
    kinds: tuple[Kind, ...]
    seed: bytes
    progress: Progress

    def drilled(self) -> tuple[Kind, ...]:
        return self.kinds

    def work(self) -> Iterator[Next]:
        setting, kinds = setting_of(self.under), list(self.kinds)
        while kinds:
            kind = progress.next_kind(self.progress, setting, kinds)
            made = progress.next_drill(setting, kind, self.seed, 0, self.progress)
            if made is not None:
                yield Next(kind, made.question.number, shown(made))
                return
            kinds.remove(kind)
        raise exams.none_of(setting, self.kinds)


class Graded(msgspec.Struct, frozen=True):
    grade: Grade
    topic: str
    progress: Progress
    decision: BookedDecision | None = None  # as it goes into the book of whoever answered


class GradeAsked(DrillRequest[Graded], frozen=True):
    """An answer to one question, and the progress before it."""

    answer = Graded

    under: Under
    kind: Kind
    seed: bytes
    number: int
    given: str
    progress: Progress
    seconds: float

    def drilled(self) -> tuple[Kind, ...]:
        return (self.kind,)

    def work(self) -> Iterator[Graded]:
        made = _drill(_key(self.under), self.kind, self.seed, self.number)
        if made is None:
            raise exams.none_of(setting_of(self.under), (self.kind,))
        grade = made.grade(self.given)
        after = progress.answered(self.progress, made.question, grade, self.seconds)
        name = progress.key(made.question)
        learned = msgspec.structs.replace(after, topics={name: after.topics[name]})
        yield Graded(grade, made.question.topic, learned, _booked(setting_of(self.under), made, grade))


def _booked(setting: Setting, made: Drill, grade: Grade) -> BookedDecision | None:
    """A decision that was drilled; whose it is and when it was made says whoever asks."""
    if made.situation is None:
        return None
    words = {one.key: " ".join((one.words, *one.cards)) for one in made.question.choices}
    position = address_of(setting.game, setting.rules.chosen, made.situation)
    said = (words[grade.given], words[grade.accepted[0]])
    return BookedDecision("", 0.0, "drill", setting.game.name, position, *said, grade.cost, grade.percent, grade.wager)


# --- an exam


class ExamQuestion(msgspec.Struct, frozen=True):
    """None after the last."""

    question: DrillQuestion | None


class ExamAsked(DrillRequest[ExamQuestion], frozen=True):
    """The question after so many; and is this an answer to the one before?"""

    answer = ExamQuestion

    paper: ExamPaper
    after: int
    given: str = ""

    def drilled(self) -> tuple[Kind, ...]:
        return self.paper.kinds

    def work(self) -> Iterator[ExamQuestion]:
        paper = _paper(_key(self.paper))
        if self.after:
            paper.question(self.after - 1).grade(self.given)  # refused unless it is an answer
        made = paper.find(self.after)
        if made is None and not self.after:
            raise exams.none_of(setting_of(self.paper.under), self.paper.kinds)
        yield ExamQuestion(None if made is None else shown(made))


class Recorded(msgspec.Struct, frozen=True):
    result: ExamResult
    page: str


class RecordAsked(DrillRequest[Recorded], frozen=True):
    """What came of an exam; ``printed``: as a page to print and sign."""

    answer = Recorded

    paper: ExamPaper
    answers: tuple[tuple[str, float], ...]  # each with the seconds that it took
    name: str
    date: str
    printed: bool

    def drilled(self) -> tuple[Kind, ...]:
        return self.paper.kinds

    def work(self) -> Iterator[Recorded]:
        paper, answers = _paper(_key(self.paper)), list[Answered]()
        for n, (given, seconds) in enumerate(self.answers):
            made = paper.question(n)
            answers.append(Answered(made.question, made.grade(given), seconds))
        sat = Sat(self.name, self.date, self.paper.seed.hex(), tuple(answers))
        page = html(exams.record(setting_of(self.paper.under), sat, describe)) if self.printed else ""
        yield Recorded(ExamResult(sat.right, tuple(map(_line, answers))), page)


def shown(made: Drill) -> DrillQuestion:
    """A question without what the one who is asked should find out."""
    asked = made.question
    return DrillQuestion(asked.kind, asked.asks, asked.scene, asked.choices)


def _line(each: Answered) -> ExamLine:
    question, grade = each.question, each.grade
    return ExamLine(
        kind=question.kind,
        asks=question.asks,
        given=answer_words(question, grade.given),
        accepted=tuple(answer_words(question, key) for key in grade.accepted),
        right=grade.right,
        seconds=each.seconds,
        cost=grade.cost,
        cites=grade.cites,
    )


# --- what is remembered


class PaperSoFar:
    """An exam's questions as far as they were needed."""

    def __init__(self, made: Iterator[Drill]) -> None:
        self._made, self._found = made, list[Drill]()

    def find(self, n: int) -> Drill | None:
        """The question after so many; None after the last."""
        while len(self._found) <= n:
            one = next(self._made, None)
            if one is None:
                return None
            self._found.append(_light(one))
        return self._found[n]

    def question(self, n: int) -> Drill:
        found = self.find(n)
        if found is None:
            raise Refused(Refusal.NOT_FOUND, f"The exam has no question {n + 1}.", "")
        return found


def _key(asked: Under | ExamPaper) -> bytes:
    return msgspec.json.encode(asked, order="deterministic")


def setting_of(under: Under) -> Setting:
    return _opened(_key(under))


@lru_cache(SETTINGS)
def _opened(key: bytes) -> Setting:
    under = msgspec.json.decode(key, type=Under)
    if any(value is not None for value in under.choices.values()):
        return Setting(*rules_of(under.game, under.choices))
    game = catalogue.game(under.game)
    return Setting(game, game.example())


@lru_cache(DRILLS)
def _drill(under: bytes, kind: Kind, seed: bytes, number: int) -> Drill | None:
    made = asking.drill(_opened(under), kind, seed, number)
    return None if made is None else _light(made)


@lru_cache(PAPERS)
def _paper(key: bytes) -> PaperSoFar:
    paper = msgspec.json.decode(key, type=ExamPaper)
    return PaperSoFar(exams.questions(setting_of(paper.under), paper.kinds, paper.seed, paper.count))


def _light(made: Drill) -> Drill:
    """Without the round that it was found in, which takes room."""
    return msgspec.structs.replace(made, asked_in=None)
