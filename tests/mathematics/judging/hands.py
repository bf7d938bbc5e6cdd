"""Rounds of the games of two hands, through the engine, up to a question and on from it."""

from collections.abc import Iterable, Sequence

import msgspec

from pitboss.drivers.round import Round
from pitboss.events import Event, Revealed, Settlement
from pitboss.game import Game, RoundStart
from pitboss.journal import Report
from pitboss.mathematics.kit.judging import Judgement, Situation, Worth, judge
from pitboss.mathematics.kit.sight import Sight
from pitboss.mathematics.kit.strategy import default_answer
from pitboss.money import Cents
from pitboss.procedure import CHANCE, Answer, Draw, Election, Window
from pitboss.submission import RulesSubmission
from pitboss.wagers import WAGER, close_betting

SEAT = 1


def wager(kind: str, amount: Cents, seat: int = SEAT) -> Answer:
    return Answer(seat, WAGER, kind, "", amount)


class Played:
    """One round on known cards. ``answers`` are given when they are lawful answers to what is asked; else the default."""

    def __init__(
        self, game: Game, rules: RulesSubmission, said: Iterable[Answer], chance: Sequence[str], seat: int = SEAT,
        state: object = None, answers: Sequence[Answer] = (),
    ) -> None:  # fmt: skip
        opened = game.open(rules) if state is None else state
        self.round, self.seat, self.sight = Round(game, rules, opened, RoundStart(1)), seat, Sight(seat)
        self.chance, self.answers = iter(chance), list(answers)
        self.events: list[Event] = []
        self._heard(self.round.events)
        while not isinstance(self.round.pending, Window):
            self.step()
        for answer in (*said, close_betting()):
            self._heard(self.round.answer(answer))

    def _heard(self, events: Iterable[Event]) -> None:
        self.events += events
        self.sight.hear(events)

    def until(self, kind: str) -> Situation:
        """What the seat knows when it is asked a question of this kind."""
        while not self.round.closed:
            for question in self.round.questions(self.seat):
                if question.kind == kind:
                    return self.sight.situation(self.round.rules, question)
            self.step()
        raise AssertionError(f"seat {self.seat} was not asked {kind!r}")

    def end(self) -> list[Event]:
        while not self.round.closed:
            self.step()
        return self.events

    def step(self) -> None:
        """The next answer of chance, or of whoever is asked first."""
        if isinstance(self.round.pending, Draw):
            self._heard(self.round.answer(Answer(CHANCE, next(self.chance))))
            return
        question = self.round.elections()[0]
        self._heard(self.round.answer(self._said(question)))

    def _said(self, question: Election) -> Answer:
        for answer in self.answers:
            if answer.by == question.to and any(option.admits(answer) for option in question.options):
                return answer
        return default_answer(question)

    def report(self, report: Report) -> None:
        self._heard(self.round.report(report))

    def net(self, *kinds: str) -> Cents:
        """What the seat won or lost on wagers of these kinds, when the round is over."""
        lines = [event for event in self.end() if isinstance(event, Settlement) and event.seat == self.seat]
        return sum(line.returned - line.stake - line.vigorish for line in lines if line.wager in kinds)


def seen_besides(situation: Situation, cards: Sequence[str]) -> Situation:
    """The same, after the seat has seen these cards or tiles of another seat, too."""
    return msgspec.structs.replace(situation, events=(*situation.events, Revealed(9, tuple(cards), cite="")))


def judged(game: Game, situation: Situation) -> Judgement:
    found = judge(game, situation)
    assert found is not None
    return found


def named(found: Judgement, *cards: str) -> Worth:
    """The answer that lays these cards or tiles low."""
    return next(worth for worth in found.worths if sorted(worth.option.cards) == sorted(cards))
