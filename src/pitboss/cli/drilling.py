"""A sitting of drills in the terminal: questions are printed, answers typed, grades shown with the provision."""

import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import count as counting
from pathlib import Path

import msgspec

from pitboss.drills import exam as exams
from pitboss.drills import progress as progresses
from pitboss.drills.exam import Answered, Sat, answer_words
from pitboss.drills.kinds import Kind
from pitboss.drills.progress import Progress
from pitboss.drills.question import Drill, DrillChoice, Grade, PosedQuestion
from pitboss.drills.tables import Setting
from pitboss.paper.page import html
from pitboss.procedure import Refusal, Refused
from pitboss.terminal.hints import SHOWN, fine
from pitboss.terminal.words import cards, describe, gist

LEAVES = ("quit", "exit", "q")


class LearnerStopped(Exception):
    """The learner stopped."""


class Drilling:
    """Asks one learner at a keyboard. The clock that tells how long an answer took is handed in."""

    def __init__(
        self,
        setting: Setting,
        kinds: Sequence[Kind],
        seed: bytes,
        *,
        read: Callable[[str], str],
        say: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._setting, self._kinds, self._seed = setting, list(kinds), seed
        self._read, self._say, self._clock = read, say, clock

    # --- practice

    def practise(self, count: int, kept: Path | None) -> None:
        """So many questions, each graded at once; weak topics come back, now and in later sittings."""
        known = progresses.read(kept.read_bytes()) if kept is not None and kept.exists() else Progress()
        self._say(f"{self._setting.game.title}: {_questions(count)}. Type a number, an amount, or quit.")
        before = known
        try:
            for asked in counting(1):
                if known.asked - before.asked >= count:
                    break
                drill = self._next(known, asked)
                grade, seconds = self._ask(drill, known.asked - before.asked + 1)
                known = progresses.answered(known, drill.question, grade, seconds)
                self._show_grade(drill.question, grade, seconds)
                if kept is not None:
                    kept.write_bytes(msgspec.json.encode(known))
        except (LearnerStopped, EOFError):
            pass
        self._summary(before, known)

    def _next(self, known: Progress, number: int) -> Drill:
        """The next question, of the kinds in turn; a kind that the game does not have is left out from then on."""
        while self._kinds:
            kind = self._kinds[number % len(self._kinds)]
            first = number * (progresses.LOOK + 1) + known.asked  # other questions than in the sitting before
            drill = progresses.next_drill(self._setting, kind, self._seed, first, known)
            if drill is not None:
                return drill
            self._kinds.remove(kind)
        raise Refused(Refusal.NOT_FOUND, f"{self._setting.game.title} has no drills of this kind.", "")

    def _summary(self, before: Progress, now: Progress) -> None:
        asked, right = now.asked - before.asked, now.right - before.right
        if not asked:
            return
        self._say("")
        cost = f", at a cost of {_cents(now.cost - before.cost)}" if now.cost > before.cost else ""
        self._say(f"{right} of {asked} right{cost}; longest streak {now.longest}.")
        for name, topic in progresses.weakest(now):
            self._say(f"  weak: {name.partition('/')[2]}, {topic.right} of {topic.asked} right")

    # --- an exam

    def exam(self, count: int, name: str, date: str) -> str:
        """So many questions, graded at the end; the record as a page."""
        drills = exams.paper(self._setting, self._kinds, self._seed, count)
        self._say(f"{self._setting.game.title}: an exam of {_questions(len(drills))}. Grades are shown at the end.")
        answers = []
        try:
            for number, drill in enumerate(drills, 1):
                grade, seconds = self._ask(drill, number)
                answers.append(Answered(drill.question, grade, seconds))
        except (LearnerStopped, EOFError):
            raise Refused(
                Refusal.MALFORMED, f"The exam was left after {len(answers)} of {len(drills)} questions.", ""
            ) from None
        sat = Sat(name, date, self._seed.hex(), tuple(answers))
        self._say("")
        self._say(f"{name}: {sat.right} of {len(answers)} right.")
        return html(exams.record(self._setting, sat, describe))

    # --- one question

    def _ask(self, drill: Drill, number: int) -> tuple[Grade, float]:
        question = drill.question
        self._say("")
        for event in question.scene:
            self._say(f"  {describe(event, self._setting.game)}")
        self._say(f"To you, {number}: {question.asks}")
        for choice in question.choices:
            self._say(f"  {choice.key:>2}  {_chosen(choice)}")
        began = self._clock()
        while True:
            typed = self._read("$ " if not question.choices else "> ").strip()
            if typed.lower() in LEAVES:
                raise LearnerStopped
            try:
                return drill.grade(typed), self._clock() - began
            except Refused as refusal:
                self._say(f"No: {refusal}")

    def _show_grade(self, question: PosedQuestion, grade: Grade, seconds: float) -> None:
        right = " or ".join(_words(question, key) for key in grade.accepted).removesuffix(".")
        if grade.right:
            words = f"Right, in {seconds:.1f} s."
        elif grade.cost:
            words = f"Better: {right}. Your answer costs {_cents(grade.cost)}, {grade.percent:.2f} % of the wager."
        else:
            words = f"Wrong; right is: {right}."
        self._say(f"Hint: {words}")
        ranked = sorted(grade.worths, key=lambda valued: valued.cost)
        for valued in ranked[:SHOWN]:
            self._say(f"  {_words(question, valued.key):<28} {_cents(valued.expected):>14}")
        for picture in grade.chances:
            shown = ", ".join(f"{name} {100 * share:.1f} %" for name, share in picture.of[:SHOWN])
            self._say(f"  {picture.title}: {shown}")
        for sentence in grade.because:
            self._say(f"  {sentence}")
        for event in grade.follows:
            self._say(f"  {describe(event, self._setting.game)}")
        for cite in grade.cites:
            self._say(f"  {gist(cite)}")


def _chosen(choice: DrillChoice) -> str:
    return f"{choice.words} {cards(choice.cards)}".rstrip()


def _words(question: PosedQuestion, key: str) -> str:
    found = next((choice for choice in question.choices if choice.key == key), None)
    return answer_words(question, key) if found is None else _chosen(found)


def _cents(amount: float) -> str:
    return fine(Fraction(amount))


def _questions(count: int) -> str:
    return "one question" if count == 1 else f"{count} questions"
