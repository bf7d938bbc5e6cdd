"""An exam: so many questions in a row, graded at the end, with a record to print and sign."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from pitboss import law
from pitboss.drills.asking import drill
from pitboss.drills.kinds import Kind
from pitboss.drills.question import Drill, Grade, PosedQuestion
from pitboss.drills.tables import Setting
from pitboss.events import Event
from pitboss.game import Game
from pitboss.paper.document import (
    Block,
    Document,
    Signatures,
    Words,
    cite,
    document,
    heading,
    items,
    paragraph,
    strong,
    table,
    words,
)
from pitboss.procedure import Refusal, Refused

FILE = "For the training file (58 Pa. Code Chapter 611a); it takes the place of no table test."
SHOWN = 10  # events before a question that are printed with it
Describe = Callable[[Event, Game], str]  # one line for one event


class Answered(msgspec.Struct, frozen=True):
    """One question of an exam, and how it was answered."""

    question: PosedQuestion
    grade: Grade
    seconds: float = 0


class Sat(msgspec.Struct, frozen=True):
    """An exam that was sat: by whom and when, as whoever held it says."""

    name: str
    date: str
    seed: str
    answers: tuple[Answered, ...]

    @property
    def right(self) -> int:
        return sum(each.grade.right for each in self.answers)


def questions(setting: Setting, kinds: Sequence[Kind], seed: bytes, count: int) -> Iterator[Drill]:
    """The questions of an exam, one after the other: the kinds in turn, no question twice; fewer where more are not found."""
    met: set[tuple[str, tuple[Event, ...]]] = set()
    number, left = 0, list(kinds)
    while left and len(met) < count and number <= 4 * count + len(Kind):
        kind = left[number % len(left)]
        made = drill(setting, kind, seed, number)
        number += 1
        if made is None:
            left.remove(kind)
        elif (same := (made.question.asks, made.question.scene)) not in met:
            met.add(same)
            yield made


def paper(setting: Setting, kinds: Sequence[Kind], seed: bytes, count: int) -> list[Drill]:
    """All questions of an exam, or a refusal where there are none."""
    found = list(questions(setting, kinds, seed, count))
    if not found:
        raise none_of(setting, kinds)
    return found


def none_of(setting: Setting, kinds: Sequence[Kind]) -> Refused:
    """Why there is no exam."""
    return Refused(Refusal.NOT_FOUND, f"{setting.game.title} has no drills of these kinds: {', '.join(kinds)}.", "")


def record(setting: Setting, sat: Sat, describe: Describe) -> Document:
    """The record: who, when, the score, and every question with its answer and the provision behind it."""
    count = len(sat.answers)
    blocks: list[Block] = [
        table(("", ""), [("Name", strong(sat.name)), ("Date", sat.date), ("Score", strong(f"{sat.right} of {count}"))]),
        paragraph(
            f"{FILE} Questions and answers come from this game played under its rules; seed {sat.seed}.", "quiet"
        ),
        heading("Results"),
        table(
            ("Kind", "Asked", "Right"),
            [_counted(kind, sat) for kind in Kind if any(each.question.kind is kind for each in sat.answers)],
            numbers=(1, 2),
        ),
    ]
    for number, each in enumerate(sat.answers, 1):
        blocks += _asked(setting.game, number, each, describe)
    blocks.append(Signatures(("The one who was examined", "The one who held the exam")))
    return document(setting.game, setting.rules, "Record of an exam", blocks, brief=True)


def _counted(kind: Kind, sat: Sat) -> tuple[str, int, int]:
    of = [each for each in sat.answers if each.question.kind is kind]
    return str(kind), len(of), sum(each.grade.right for each in of)


def _asked(game: Game, number: int, each: Answered, describe: Describe) -> list[Block]:
    question, grade = each.question, each.grade
    result = "right" if grade.right else "wrong"
    right = " or ".join(answer_words(question, key) for key in grade.accepted)
    took = f", in {each.seconds:.0f} s" if each.seconds else ""
    lines: list[Words] = [words(f"Answer{took}: {answer_words(question, grade.given)} — ", strong(result))]
    if not grade.right:
        lines.append(words("Right: ", right))
    if grade.cost:
        lines.append(words(f"Cost: {grade.cost:.4f} cents, {grade.percent:.2f} % of the wager"))
    lines += [words(describe(event, game)) for event in grade.follows]
    lines += [words(cite(provision), " ", law.gist(provision) or "") for provision in grade.cites]
    before = question.scene[-SHOWN:]
    return [
        heading(f"{number}. {question.asks}", 3),
        *([items([describe(event, game) for event in before])] if before else []),
        items(lines),
    ]


def answer_words(question: PosedQuestion, key: str) -> str:
    """An answer in words: the choice, or the amount."""
    chosen = next((choice for choice in question.choices if choice.key == key), None)
    return f"${key}" if chosen is None else " ".join((chosen.words, *chosen.cards))
