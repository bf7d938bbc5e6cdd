"""Decisions judged: what a process has compiled and counted serves the next question."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.events import AnyEvent
from pitboss.house.filings.position import address_of
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
from pitboss.house.workers.request import Request, rules_of
from pitboss.mathematics.kit import judging
from pitboss.mathematics.kit.edge import edges_for
from pitboss.mathematics.kit.session import Decided, PlayedSession
from pitboss.mathematics.kit.wager_judging import WagerJudgement, judge_wagers
from pitboss.money import Cents
from pitboss.procedure import Election, Offer

MOST_WAYS = 40  # ways to end that are shown of an answer: of more only the sum matters


class QuestionAsked(Request[JudgedQuestion | None], frozen=True):
    """A question as its seat sees it (``judging.Situation``); None where nothing can be said of it."""

    lane, longest, answer, title = "now", 180.0, JudgedQuestion | None, "The judgement"

    game: str
    choices: dict[str, Any]
    seat: int
    election: Election
    events: tuple[AnyEvent, ...]
    wagers: tuple[tuple[str, str, int, Cents], ...]
    gone: dict[str, int]

    def work(self) -> Iterator[JudgedQuestion | None]:
        game, rules = rules_of(self.game, self.choices)
        wagers = {(wager, on, hand): amount for wager, on, hand, amount in self.wagers}
        situation = judging.Situation(rules, self.seat, self.election, self.events, wagers, self.gone)
        judgement = judging.judge(game, situation)
        yield None if judgement is None else as_sent(judgement, address_of(game, self.choices, situation))


class WagersAsked(Request[WagersJudged], frozen=True):
    """What a seat may wager now, and what it has up."""

    lane, longest, answer, title = "now", 180.0, WagersJudged, "The judgement"

    game: str
    choices: dict[str, Any]
    offers: tuple[Offer, ...]
    wagers: tuple[tuple[str, str, int, Cents], ...]
    marks: dict[str, str]
    meters: dict[str, Cents]

    def work(self) -> Iterator[WagersJudged]:
        game, rules = rules_of(self.game, self.choices)
        wagers = {(wager, on, hand): amount for wager, on, hand, amount in self.wagers}
        yield _wagers(
            judge_wagers(game, rules, offers=self.offers, wagers=wagers, marks=self.marks, meters=self.meters)
        )


class SessionJudged(msgspec.Struct, frozen=True):
    kinds: tuple[DecisionKind, ...]
    shares: ResultShares


class SessionAsked(Request[SessionJudged], frozen=True):
    """What a seat saw happen since its player came, and the decisions that were judged."""

    lane, longest, answer, title = "now", 180.0, SessionJudged, "The judgement"

    game: str
    choices: dict[str, Any]
    seat: int
    events: tuple[AnyEvent, ...]
    decisions: tuple[DecisionMade, ...]

    def work(self) -> Iterator[SessionJudged]:
        game, rules = rules_of(self.game, self.choices)
        session = PlayedSession(rules, self.seat)
        session.hear(self.events)
        session.decisions = [Decided(one.kind, one.says, Fraction(one.cost), one.wager) for one in self.decisions]
        shares = session.shares(edges_for(game, rules))
        yield SessionJudged(
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


def as_sent(found: judging.Judgement, position: str = "") -> JudgedQuestion:
    """A judgement as it is sent, with the address of its position."""
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
        position=position,
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
