"""A question as the learner sees it, and a grade as they get it. Amounts are in cents; worths and costs in parts of a cent."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

from pitboss.drills.kinds import Kind
from pitboss.drivers.fair import Stream
from pitboss.drivers.round import Round
from pitboss.events import AnyEvent, Event
from pitboss.mathematics.kit.judging import Judgement, Situation
from pitboss.money import Cents, cents, dollars
from pitboss.procedure import Refusal, Refused

CHOICES = 4  # so many answers to choose from, where the question is not a decision
T = TypeVar("T")


class DrillChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer to choose: by its ``key``. Cards or tiles that belong to it are beside its words."""

    key: str
    words: str
    cards: tuple[str, ...] = ()


class PosedQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question. ``scene`` is what happened at the table, as the one who is asked sees it.

    Where there are no ``choices``, the answer is an amount in dollars. ``topic`` is what it is about: weak ones come back.
    """

    game: str
    kind: Kind
    seed: str
    number: int
    topic: str
    asks: str
    scene: tuple[AnyEvent, ...]
    choices: tuple[DrillChoice, ...] = ()


class Valued(msgspec.Struct, frozen=True):
    """What one answer to a decision is worth, and what it costs to give it rather than the best."""

    key: str
    expected: float
    cost: float
    percent: float  # of the wager


class Picture(msgspec.Struct, frozen=True):
    """Chances that make one picture: each with its name, between 0 and 1."""

    title: str
    of: tuple[tuple[str, float], ...]


class Grade(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer graded. ``accepted`` are the keys of every right answer, or the one amount."""

    right: bool
    given: str
    accepted: tuple[str, ...]
    cites: tuple[str, ...]  # the provisions behind it
    because: tuple[str, ...] = ()  # sentences
    follows: tuple[AnyEvent, ...] = ()  # what the procedure did
    cost: float = 0
    percent: float = 0  # of the wager
    wager: Cents = 0
    worths: tuple[Valued, ...] = ()
    chances: tuple[Picture, ...] = ()


class Where(msgspec.Struct, frozen=True):
    """The round that a question was found in, and where: before so many of its answers, and before so many of its events.
    Whoever doubts a grade can play that round again."""

    play: Round
    answers: int
    events: int


class Drill(msgspec.Struct, frozen=True):
    """A question with what it takes to grade it; it stays with those who ask."""

    question: PosedQuestion
    accepted: tuple[str, ...]
    cites: tuple[str, ...]
    because: tuple[str, ...] = ()
    follows: tuple[Event, ...] = ()
    judged: Judgement | None = None  # its worths are in the order of the choices
    asked_in: Where | None = None
    situation: Situation | None = None  # of a decision: the question as its seat saw it

    def grade(self, answer: str) -> Grade:
        """The answer graded; one that is none of the choices, or no amount, is refused."""
        given = self._read(answer)
        made = Grade(
            right=given in self.accepted,
            given=given,
            accepted=self.accepted,
            cites=self.cites,
            because=self.because,
            follows=self.follows,  # type: ignore[arg-type]
        )
        return made if self.judged is None else self._with_costs(made, self.judged)

    def _read(self, answer: str) -> str:
        typed = answer.strip()
        if not self.question.choices:
            try:
                return dollars(cents(typed.removeprefix("$")))
            except ValueError as error:
                raise Refused(Refusal.MALFORMED, str(error), "") from None
        keys = [choice.key for choice in self.question.choices]
        if typed not in keys:
            raise Refused(Refusal.MALFORMED, f"Expected a choice from {keys[0]} to {keys[-1]}, not {typed!r}.", "")
        return typed

    def _with_costs(self, grade: Grade, judged: Judgement) -> Grade:
        worths = []
        for choice, worth in zip(self.question.choices, judged.worths, strict=True):
            cost = judged.cost(worth)
            percent = float(100 * cost / judged.wager) if judged.wager else 0.0
            worths.append(Valued(choice.key, float(worth.expected), float(cost), percent))
        own = next(valued for valued in worths if valued.key == grade.given)
        pictures = tuple(
            Picture(chances.title, tuple((chance.name, float(chance.probability)) for chance in chances.of))
            for chances in judged.chances
        )
        return msgspec.structs.replace(
            grade,
            cost=own.cost,
            percent=own.percent,
            wager=judged.wager,
            worths=tuple(worths),
            chances=pictures,
        )


class QuestionDraft(msgspec.Struct, frozen=True):
    """A question before it has a number: what one kind of drill made of a round."""

    topic: str
    asks: str
    scene: tuple[Event, ...]
    choices: tuple[DrillChoice, ...]
    accepted: tuple[str, ...]
    cites: tuple[str, ...]
    because: tuple[str, ...] = ()
    follows: tuple[Event, ...] = ()
    judged: Judgement | None = None
    asked_in: Where | None = None
    situation: Situation | None = None


def mixed(right: str, others: Iterable[str], stream: Stream) -> tuple[tuple[DrillChoice, ...], str]:
    """The right answer among up to three others, in random order; and its key."""
    wrong = [words for words in dict.fromkeys(others) if words != right]
    order = stream.shuffled([right, *stream.shuffled(wrong)[: CHOICES - 1]])
    choices = tuple(DrillChoice(str(n), words) for n, words in enumerate(order, 1))
    return choices, str(order.index(right) + 1)


def one_of(items: Sequence[T], stream: Stream) -> T:
    """One of several, each equally likely."""
    return items[stream.below(len(items))]
