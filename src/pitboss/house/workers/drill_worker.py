"""Drills in a process of their own, which stays: what it has played, compiled and counted serves the next question.

Whatever it is asked names game, rules, kinds and seed, of which question and grade follow; what it remembers only saves time.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeVar, cast

import msgspec

from pitboss import catalogue
from pitboss.drills import asking, progress
from pitboss.drills import exam as exams
from pitboss.drills.exam import Answered, Sat, answer_words
from pitboss.drills.kinds import Kind
from pitboss.drills.question import Drill
from pitboss.drills.tables import Setting
from pitboss.house.protocol.drills import DrillQuestion, ExamLine, ExamResult
from pitboss.house.workers.drill_messages import (
    Asked,
    ExamAsked,
    ExamQuestion,
    GradeAsked,
    Graded,
    Kinds,
    KindsAsked,
    Next,
    NextAsked,
    NotDone,
    Paper,
    RecordAsked,
    Recorded,
    Under,
)
from pitboss.house.workers.standing import StandingProcess, serve
from pitboss.mathematics.kit.judging import is_judged
from pitboss.paper.event_words import describe
from pitboss.paper.page import html
from pitboss.procedure import Refusal, Refused
from pitboss.submission import submit

SETTINGS, DRILLS, PAPERS = 32, 200, 64  # that the process remembers
NOT_MADE = "The drill could not be made; it has been logged. Try another."
T = TypeVar("T")


class DrillWorker(StandingProcess):
    """Who asks and grades."""

    def __init__(self) -> None:
        super().__init__("pitboss.house.workers.drill_worker")

    async def told(self, asked: Asked, kind: type[T]) -> T:
        """The answer, or a refusal."""
        found = msgspec.json.decode(await self.ask(asked), type=kind | NotDone | None)
        if isinstance(found, NotDone):
            raise Refused(found.why, found.sentence, found.cite)
        if found is None:
            raise Refused(Refusal.UNAVAILABLE, NOT_MADE, "")
        return cast(T, found)


class DrillWorkers:
    """Two processes: decisions may have to be counted for seconds, which keeps no dealer waiting."""

    def __init__(self) -> None:
        self._decisions, self._others = DrillWorker(), DrillWorker()

    def of(self, kinds: Iterable[Kind]) -> DrillWorker:
        """Who makes questions of these kinds."""
        return self._decisions if Kind.DECISIONS in kinds else self._others

    async def close(self) -> None:
        await self._decisions.close()
        await self._others.close()


# --- in the process


def answer(asked: Asked) -> msgspec.Struct:
    """What the house asked, answered."""
    try:
        match asked:
            case KindsAsked():
                return _kinds(asked)
            case NextAsked():
                return _next(asked)
            case GradeAsked():
                return _grade(asked)
            case ExamAsked():
                return _exam(asked)
            case RecordAsked():
                return _record(asked)
    except Refused as refusal:
        return NotDone(refusal.why, refusal.sentence, refusal.cite)


def _kinds(asked: KindsAsked) -> Kinds:
    """No decision has to be worked out to know that there are some."""
    setting = _setting(asked.under)
    quick = [kind for kind in Kind if kind is not Kind.DECISIONS]
    found = [kind for kind in quick if asking.drill(setting, kind, bytes(32), 0) is not None]
    return Kinds((*((Kind.DECISIONS,) if is_judged(setting.game) else ()), *found))


def _next(asked: NextAsked) -> Next:
    setting, kinds = _setting(asked.under), list(asked.kinds)
    while kinds:
        kind = progress.next_kind(asked.progress, setting, kinds)
        made = progress.next_drill(setting, kind, asked.seed, 0, asked.progress)
        if made is not None:
            return Next(kind, made.question.number, shown(made))
        kinds.remove(kind)
    raise exams.none_of(setting, asked.kinds)


def _grade(asked: GradeAsked) -> Graded:
    made = _drill(_key(asked.under), asked.kind, asked.seed, asked.number)
    if made is None:
        raise exams.none_of(_setting(asked.under), (asked.kind,))
    grade = made.grade(asked.answer)
    after = progress.answered(asked.progress, made.question, grade, asked.seconds)
    name = progress.key(made.question)
    return Graded(grade, made.question.topic, msgspec.structs.replace(after, topics={name: after.topics[name]}))


def _exam(asked: ExamAsked) -> ExamQuestion:
    paper = _paper(_key(asked.paper))
    if asked.after:
        paper.question(asked.after - 1).grade(asked.answer)  # refused unless it is an answer
    found = paper.find(asked.after)
    if found is None and not asked.after:
        raise exams.none_of(_setting(asked.paper.under), asked.paper.kinds)
    return ExamQuestion(None if found is None else shown(found))


def _record(asked: RecordAsked) -> Recorded:
    paper, answers = _paper(_key(asked.paper)), list[Answered]()
    for n, (given, seconds) in enumerate(asked.answers):
        made = paper.question(n)
        answers.append(Answered(made.question, made.grade(given), seconds))
    sat = Sat(asked.name, asked.date, asked.paper.seed.hex(), tuple(answers))
    page = html(exams.record(_setting(asked.paper.under), sat, describe)) if asked.printed else ""
    return Recorded(ExamResult(sat.right, tuple(map(_line, answers))), page)


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


def _key(asked: Under | Paper) -> bytes:
    return msgspec.json.encode(asked, order="deterministic")


def _setting(under: Under) -> Setting:
    return _opened(_key(under))


@lru_cache(SETTINGS)
def _opened(key: bytes) -> Setting:
    under = msgspec.json.decode(key, type=Under)
    game = catalogue.game(under.game)
    return Setting(game, submit(game.rules, under.choices) if under.choices else game.example())


@lru_cache(DRILLS)
def _drill(under: bytes, kind: Kind, seed: bytes, number: int) -> Drill | None:
    made = asking.drill(_opened(under), kind, seed, number)
    return None if made is None else _light(made)


@lru_cache(PAPERS)
def _paper(key: bytes) -> PaperSoFar:
    paper = msgspec.json.decode(key, type=Paper)
    return PaperSoFar(exams.questions(_setting(paper.under), paper.kinds, paper.seed, paper.count))


def _light(made: Drill) -> Drill:
    """Without the round that it was found in, which takes room."""
    return msgspec.structs.replace(made, asked_in=None)


if __name__ == "__main__":
    serve(Asked, answer)
