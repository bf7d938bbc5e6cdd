"""Decisions judged in a process of their own, which stays: what it has compiled and counted serves the next question.

``python -m pitboss.house.workers.judge_worker`` reads one question per line and writes one answer per line.
"""

from fractions import Fraction
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.events import AnyEvent
from pitboss.house.protocol.judging import (
    AnswerWorth,
    BetterWager,
    ChancePicture,
    DecisionKind,
    DecisionMade,
    JudgedQuestion,
    NamedChance,
    ResultShares,
    WagerCost,
    WagersJudged,
    WagerUp,
    WayItEnds,
)
from pitboss.house.workers.standing import StandingProcess, serve
from pitboss.mathematics.kit import judging
from pitboss.mathematics.kit.edge import edges_for
from pitboss.mathematics.kit.session import Decided, Session
from pitboss.mathematics.kit.wager_judging import WagerJudgement, judge_wagers
from pitboss.money import Cents
from pitboss.procedure import Election, Offer
from pitboss.submission import RulesSubmission, submit

MOST_WAYS = 40  # ways to end that are told of an answer: of more only the sum matters


class QuestionAsked(msgspec.Struct, frozen=True, tag="question", omit_defaults=True):
    """A question as its seat sees it (``judging.Situation``)."""

    game: str
    choices: dict[str, Any]
    seat: int
    election: Election
    events: tuple[AnyEvent, ...]
    wagers: tuple[tuple[str, str, int, Cents], ...]
    gone: dict[str, int] = {}


class WagersAsked(msgspec.Struct, frozen=True, tag="wagers", omit_defaults=True):
    """What a seat may wager now, and what it has up."""

    game: str
    choices: dict[str, Any]
    offers: tuple[Offer, ...]
    wagers: tuple[tuple[str, str, int, Cents], ...] = ()
    marks: dict[str, str] = {}
    meters: dict[str, Cents] = {}


class SessionAsked(msgspec.Struct, frozen=True, tag="session", omit_defaults=True):
    """What a seat saw happen since its player came, and the decisions that were judged."""

    game: str
    choices: dict[str, Any]
    seat: int
    events: tuple[AnyEvent, ...]
    decisions: tuple[DecisionMade, ...] = ()


class SessionTold(msgspec.Struct, frozen=True):
    kinds: tuple[DecisionKind, ...]
    shares: ResultShares


Asked = QuestionAsked | WagersAsked | SessionAsked


class JudgeWorker(StandingProcess):
    """Who judges."""

    def __init__(self) -> None:
        super().__init__("pitboss.house.workers.judge_worker")

    async def question(self, asked: QuestionAsked) -> JudgedQuestion | None:
        return msgspec.json.decode(await self.ask(asked), type=JudgedQuestion | None)

    async def wagers(self, asked: WagersAsked) -> WagersJudged | None:
        return msgspec.json.decode(await self.ask(asked), type=WagersJudged | None)

    async def session(self, asked: SessionAsked) -> SessionTold | None:
        return msgspec.json.decode(await self.ask(asked), type=SessionTold | None)


# --- in the process


def answer(asked: Asked) -> JudgedQuestion | WagersJudged | SessionTold | None:
    game = catalogue.game(asked.game)
    rules = submit(game.rules, asked.choices)
    if isinstance(asked, QuestionAsked):
        wagers = {(wager, on, hand): amount for wager, on, hand, amount in asked.wagers}
        situation = judging.Situation(rules, asked.seat, asked.election, asked.events, wagers, asked.gone)
        found = judging.judge(game, situation)
        return None if found is None else told(found)
    if isinstance(asked, WagersAsked):
        wagers = {(wager, on, hand): amount for wager, on, hand, amount in asked.wagers}
        return _wagers(
            judge_wagers(game, rules, offers=asked.offers, wagers=wagers, marks=asked.marks, meters=asked.meters)
        )
    return _session(game.name, rules, asked)


def told(found: judging.Judgement) -> JudgedQuestion:
    """A judgement as it is sent."""
    return JudgedQuestion(
        worths=tuple(_worth(found, worth) for worth in found.worths),
        wager=found.wager,
        method=found.method,
        rests_on=found.rests_on,
        chances=tuple(
            ChancePicture(one.title, tuple(NamedChance(c.name, float(c.probability)) for c in one.of))
            for one in found.chances
        ),
        cites=found.cites,
    )


def _worth(found: judging.Judgement, worth: judging.Worth) -> AnswerWorth:
    cost = found.cost(worth)
    ways = worth.results if len(worth.results) <= MOST_WAYS else ()
    return AnswerWorth(
        worth.option,
        float(worth.low),
        float(worth.high),
        float(cost),
        float(100 * cost / found.wager) if found.wager else 0.0,
        worth.amount,
        best=not cost,
        results=tuple(WayItEnds(one.net, float(one.probability)) for one in sorted(ways, key=lambda one: one.net)),
    )


def _wagers(found: WagerJudgement) -> WagersJudged:
    return WagersJudged(
        tuple(
            WagerCost(
                *(one.wager, one.on, one.title, float(one.edge), float(one.cost), float(one.cost_decided), one.per),
                *(one.strategy, one.method, one.note, one.cite),
            )
            for one in found.lines
        ),
        tuple(
            WagerUp(*one.place, one.title, one.amount, float(one.expected), one.may_be_taken_down, one.words)
            for one in found.standing
        ),
        tuple(
            BetterWager(one.says, one.wager, one.on, one.amount, float(one.gain), one.words, one.cite)
            for one in found.better
        ),
    )


def _session(game: str, rules: RulesSubmission, asked: SessionAsked) -> SessionTold:
    session = Session(rules, asked.seat)
    session.hear(asked.events)
    session.decisions = [Decided(one.kind, one.says, Fraction(one.cost), one.wager) for one in asked.decisions]
    shares = session.shares(edges_for(catalogue.game(game), rules))
    return SessionTold(
        tuple(DecisionKind(one.kind, one.made, one.mistakes, float(one.cost)) for one in session.kinds()),
        ResultShares(
            shares.result,
            float(shares.expected),
            float(shares.mistakes),
            float(shares.luck),
            float(shares.band),
            shares.unpriced,
        ),
    )


if __name__ == "__main__":
    serve(Asked, answer)
