"""Exams that are being sat: each question is asked when the one before is answered, and answered once."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from pitboss.house.clock import Clock
from pitboss.house.protocol.drills import DrillQuestion, ExamResult, ExamState
from pitboss.house.storage.seal import new_token
from pitboss.house.workers.drill_messages import ExamAsked, ExamQuestion, Paper, RecordAsked, Recorded
from pitboss.procedure import Refusal, Refused

MOST_EXAMS = 400  # that are kept, over or not
MOST_OF_ADDRESS = 20
EXAM_SECONDS = 4 * 3600.0  # for which an exam may be sat, and its record read
PATIENCE = 2.0  # seconds that a request waits; then it is asked again
NO_EXAM = "There is no such exam, or it was begun too long ago; begin another."

Examine = Callable[[ExamAsked], Awaitable[ExamQuestion]]
Record = Callable[[RecordAsked], Awaitable[Recorded]]


class Exam:
    """One exam of one visitor."""

    def __init__(self, owner: str, address: str, paper: Paper, name: str, date: str, begun: float) -> None:
        self.id, self.owner, self.address = new_token(), owner, address
        self.paper, self.name, self.date, self.begun = paper, name, date, begun
        self.answers: list[tuple[str, float]] = []  # each with the seconds that it took
        self.question: DrillQuestion | None = None
        self.asked: float | None = None  # when the question was first told
        self.result: ExamResult | None = None
        self.step: asyncio.Task[None] | None = None  # what is being made for it

    def record(self, *, printed: bool) -> RecordAsked:
        return RecordAsked(self.paper, tuple(self.answers), self.name, self.date, printed)


class Exams:
    """All exams of a house, by a clock that nobody sets. ``examine`` and ``record`` ask the process that makes them, in turn."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: OrderedDict[str, Exam] = OrderedDict()

    def begin(self, owner: str, address: str, paper: Paper, name: str, date: str) -> Exam:
        """An exam; the oldest of an address that has many, or of all, is given up for it."""
        own = [exam.id for exam in self._kept.values() if exam.address == address]
        for oldest in [*own[: len(own) - MOST_OF_ADDRESS + 1], *list(self._kept)[: len(self._kept) - MOST_EXAMS + 1]]:
            self._kept.pop(oldest, None)
        exam = Exam(owner, address, paper, name, date, self._clock.elapsed())
        self._kept[exam.id] = exam
        return exam

    def find(self, id: str, owner: str) -> Exam:
        exam = self._kept.get(id)
        if exam is None or self._clock.elapsed() - exam.begun > EXAM_SECONDS:
            raise Refused(Refusal.NOT_FOUND, NO_EXAM, "")
        if exam.owner != owner:
            raise Refused(Refusal.WRONG_ROLE, "This exam is somebody else's.", "")
        return exam

    def give_up(self, exam: Exam) -> None:
        self._kept.pop(exam.id, None)

    def take(self, exam: Exam, number: int, answer: str, examine: Examine, record: Record) -> None:
        """Take an answer, and have the next question made; the same answer again changes nothing."""
        done = len(exam.answers)
        if number <= done:
            if exam.answers[number - 1][0] != answer:
                raise Refused(Refusal.STALE, f"Question {number} was answered already, and stands.", "")
        elif number > done + 1 or exam.question is None or exam.asked is None:
            raise Refused(Refusal.STALE, f"Question {number} has not been asked yet.", "")
        elif exam.step is None:
            seconds = self._clock.elapsed() - exam.asked
            exam.step = asyncio.create_task(self._go_on(exam, examine, record, (answer, max(0.0, seconds))))

    def go_on(self, exam: Exam, examine: Examine, record: Record) -> None:
        """Have made what is next, unless it is there: the first question, or what could not be made before."""
        if exam.step is None and exam.question is None and exam.result is None:
            exam.step = asyncio.create_task(self._go_on(exam, examine, record, None))

    async def state(self, exam: Exam) -> ExamState:
        """Where it stands, once that is known or a request has waited long enough."""
        step = exam.step
        if step is not None:
            await asyncio.wait((step,), timeout=PATIENCE)
            if not step.done():
                return ExamState(exam.id, len(exam.answers) + 1, exam.paper.count, coming=True)
            if exam.step is step:
                exam.step = None
            step.result()  # a refusal, where the answer was none
        if exam.question is not None and exam.asked is None:
            exam.asked = self._clock.elapsed()
        if exam.result is not None:  # fewer questions may have been found than were wished for
            return ExamState(exam.id, len(exam.answers), len(exam.answers), result=exam.result)
        return ExamState(exam.id, len(exam.answers) + 1, exam.paper.count, exam.question)

    async def _go_on(self, exam: Exam, examine: Examine, record: Record, answered: tuple[str, float] | None) -> None:
        given = [*exam.answers, answered] if answered is not None else exam.answers
        told = await examine(ExamAsked(exam.paper, len(given), given[-1][0] if given else ""))
        if answered is not None:
            exam.answers.append(answered)
        exam.question, exam.asked = told.question, None
        if exam.question is None:
            exam.result = (await record(exam.record(printed=False))).result
