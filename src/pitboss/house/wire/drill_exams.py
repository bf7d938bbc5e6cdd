"""Exams that are being sat: each question is asked when the one before is answered, and answered once.

What was answered is in the drill book before it is acknowledged; so another process of the house, or this one after a restart, goes
on where it was. Only the question that is being made, and the time by a clock that nobody sets, are in memory.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from pitboss.house.clock import Clock
from pitboss.house.protocol.drills import DrillQuestion, ExamResult, ExamState
from pitboss.house.storage.seal import new_token
from pitboss.house.wire.drill_book import DrillBook, ExamBegun, ExamStanding, Given
from pitboss.house.wire.pushing import States
from pitboss.house.workers.drills import ExamAsked, ExamPaper, ExamQuestion, RecordAsked, Recorded
from pitboss.procedure import Refusal, Refused

MOST_EXAMS = 400  # that are kept, over or not
MOST_OF_ADDRESS = 20
EXAM_SECONDS = 4 * 3600.0  # for which an exam may be sat, and its record read
FORGOTTEN_SECONDS = 24 * 3600.0  # then nothing is left of it; a wall clock that jumps an hour ends no exam
NO_EXAM = "There is no such exam, or it was begun too long ago; begin another."

Examine = Callable[[ExamAsked], Awaitable[ExamQuestion]]
Record = Callable[[RecordAsked], Awaitable[Recorded]]


class Exam:
    """One exam of one visitor."""

    def __init__(self, id: str, begun: ExamBegun, since: float) -> None:
        self.id, self.owner, self.address = id, begun.owner, begun.address
        self.paper, self.name, self.date, self.begun = begun.paper, begun.name, begun.date, since
        self.answers: list[Given] = []  # each with the seconds that it took
        self.question: DrillQuestion | None = None
        self.asked: float | None = None  # when the question was first told
        self.result: ExamResult | None = None
        self.step: asyncio.Task[None] | None = None  # what is being made for it

    def record(self, *, printed: bool) -> RecordAsked:
        return RecordAsked(self.paper, tuple(self.answers), self.name, self.date, printed)


class Exams:
    """All exams of a house, by a clock that nobody sets; only what another process left is dated by the wall clock. ``examine`` and
    ``record`` ask the process that makes them, in turn."""

    def __init__(self, clock: Clock, book: DrillBook) -> None:
        self._clock, self._book = clock, book
        self._kept: OrderedDict[str, Exam] = OrderedDict()

    async def begin(self, owner: str, address: str, paper: ExamPaper, name: str, date: str) -> Exam:
        """An exam; the oldest of an address that has many, or of all, is given up for it."""
        now = self._clock.seconds()
        begun, id = ExamBegun(owner, address, paper, name, date, now), new_token()
        await asyncio.to_thread(
            self._book.begin,
            id,
            begun,
            most=MOST_EXAMS,
            most_of_address=MOST_OF_ADDRESS,
            oldest=now - FORGOTTEN_SECONDS,
        )
        return self._keep(Exam(id, begun, self._clock.elapsed()))

    async def find(self, id: str, owner: str) -> Exam:
        """One's exam as the book has it: another process may have taken an answer since."""
        stands = await asyncio.to_thread(self._book.find, id)
        exam = self._kept.get(id)
        if stands is None:
            self._kept.pop(id, None)
            raise Refused(Refusal.NOT_FOUND, NO_EXAM, "")
        if exam is None or (exam.step is None and len(exam.answers) < len(stands.answers)):
            exam = self._keep(self._resumed(id, stands))
        if self._clock.elapsed() - exam.begun > EXAM_SECONDS:
            raise Refused(Refusal.NOT_FOUND, NO_EXAM, "")
        if exam.owner != owner:
            raise Refused(Refusal.WRONG_ROLE, "This exam is somebody else's.", "")
        return exam

    def _keep(self, exam: Exam) -> Exam:
        self._kept[exam.id] = exam
        while len(self._kept) > MOST_EXAMS:
            self._kept.popitem(last=False)
        return exam

    def _resumed(self, id: str, stands: ExamStanding) -> Exam:
        """An exam that another process began, or this one before it was closed."""

        def elapsed(at: float) -> float:
            return self._clock.elapsed() - max(0.0, self._clock.seconds() - at)

        exam = Exam(id, stands.begun, elapsed(stands.begun.at))
        exam.answers = list(stands.answers)
        exam.asked = elapsed(stands.asked) if stands.asked is not None else None
        return exam

    async def give_up(self, exam: Exam) -> None:
        self._kept.pop(exam.id, None)
        await asyncio.to_thread(self._book.give_up, exam.id)

    def take(self, exam: Exam, number: int, answer: str, examine: Examine, record: Record) -> None:
        """Take an answer, and have the next question made; the same answer again changes nothing."""
        done = len(exam.answers)
        if number <= done:
            if exam.answers[number - 1][0] != answer:
                raise Refused(Refusal.STALE, f"Question {number} was answered already, and stands.", "")
        elif number > done + 1 or exam.asked is None or exam.result is not None:
            raise Refused(Refusal.STALE, f"Question {number} has not been asked yet.", "")
        elif exam.step is None:
            seconds = self._clock.elapsed() - exam.asked
            exam.step = asyncio.create_task(self._go_on(exam, examine, record, (answer, max(0.0, seconds))))

    def go_on(self, exam: Exam, examine: Examine, record: Record) -> None:
        """Have made what is next, unless it is there: the first question, or what could not be made before."""
        if exam.step is None and exam.question is None and exam.result is None:
            exam.step = asyncio.create_task(self._go_on(exam, examine, record, None))

    async def states(self, exam: Exam) -> States[ExamState]:
        """That something is being made for it, while that is so; and where it stands."""
        if exam.step is not None and not exam.step.done():
            yield ExamState(exam.id, len(exam.answers) + 1, exam.paper.count, coming=True)
        yield await self.state(exam)

    async def state(self, exam: Exam) -> ExamState:
        """Where it stands, once what is being made for it is there."""
        step = exam.step
        if step is not None:
            await asyncio.wait((step,))
            if exam.step is step:
                exam.step = None
            step.result()  # a refusal, where the answer was none
        if exam.question is not None and exam.asked is None:
            exam.asked = self._clock.elapsed()
            await asyncio.to_thread(self._book.asked, exam.id, len(exam.answers) + 1, self._clock.seconds())
        if exam.result is not None:  # fewer questions may have been found than were wished for
            return ExamState(exam.id, len(exam.answers), len(exam.answers), result=exam.result)
        return ExamState(exam.id, len(exam.answers) + 1, exam.paper.count, exam.question)

    async def _go_on(self, exam: Exam, examine: Examine, record: Record, answered: Given | None) -> None:
        given = [*exam.answers, answered] if answered is not None else exam.answers
        made = await examine(ExamAsked(exam.paper, len(given), given[-1][0] if given else ""))
        if answered is not None:
            counts = await asyncio.to_thread(self._book.answer, exam.id, len(given), answered)
            exam.answers.append(counts)
            exam.asked = None
            if counts[0] != answered[0]:  # another process took another answer meanwhile
                exam.question = None
                raise Refused(Refusal.STALE, f"Question {len(given)} was answered already, and stands.", "")
        exam.question = made.question
        if exam.question is None:
            exam.result = (await record(exam.record(printed=False))).result
