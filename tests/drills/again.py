"""Plays the round of a question again and works out the answer from what its procedure does, without looking at the key."""

import itertools
import re
from collections.abc import Iterable

from pitboss.drills.kinds import Kind
from pitboss.drills.question import Drill
from pitboss.drills.tables import Setting
from pitboss.drivers.round import Round
from pitboss.events import Announced, Event, IrregularityReported, Revealed, Settlement
from pitboss.journal import Report
from pitboss.ledger import Ledger
from pitboss.mathematics.kit import judging
from pitboss.mathematics.kit.sight import Sight
from pitboss.money import dollars
from pitboss.paper.procedure_trace import acts_of
from pitboss.paper.rehearsal import Moment
from pitboss.procedure import NO_MORE_BETS, Answer, Window


def check(setting: Setting, drill: Drill) -> None:
    """Fail unless the answers that are accepted are those that the procedure gives, and no other choice is."""
    question, right = drill.question, answers_of(setting, drill)
    if not question.choices:
        assert drill.accepted == right
        return
    keys = [choice.key for choice in question.choices]
    assert set(drill.accepted) <= set(keys)
    assert len({(choice.words, choice.cards) for choice in question.choices}) == len(keys)
    decides = question.kind is Kind.DECISIONS
    named = {choice.key for choice in question.choices if (choice.key if decides else choice.words) in right}
    assert set(drill.accepted) == named


def answers_of(setting: Setting, drill: Drill) -> tuple[str, ...]:
    """The right amount, the keys of the right decisions, or the words of the right choice."""
    where = drill.asked_in
    assert where is not None
    history = [item for item in where.play.history if isinstance(item, Answer)]
    fresh = Round(setting.game, setting.rules, where.play.state, where.play.start)
    if drill.question.kind is Kind.FLOOR:
        return (_remedy(fresh, history[: where.answers], drill),)
    if drill.question.kind is Kind.DECISIONS:
        return _decided(setting, fresh, history, drill)
    moments = _moments(fresh, history)
    events = [event for _, followed in moments for event in followed]
    if drill.question.kind is Kind.NEXT:
        first, *others = _steps(setting, moments, where.events)
        assert not {choice.words for choice in drill.question.choices} & {*others} - {first}
        return (first,)
    event = events[where.events]
    if drill.question.kind is Kind.CALL:
        after = itertools.takewhile(lambda each: isinstance(each, Announced), events[where.events + 1 :])
        soon = {each.words for each in after if isinstance(each, Announced)}
        assert not {choice.words for choice in drill.question.choices} & soon
    match event:
        case Settlement():
            return (_handed(event),)
        case Announced():
            return (event.words,)
        case Revealed():
            return (event.total,)
    raise AssertionError(f"nothing to ask about {event}")


def _moments(fresh: Round, history: Iterable[Answer]) -> list[Moment]:
    moments: list[Moment] = [(None, list(fresh.events))]
    wagers: list[Event] = []
    for answer in history:
        asked = fresh.pending
        asked = next((one for one in fresh.elections() if one.to == answer.by), asked)
        followed = fresh.answer(answer)
        if isinstance(asked, Window) and answer.says != NO_MORE_BETS:
            wagers += followed
            continue
        if isinstance(asked, Window):
            moments.append((asked, wagers))
            wagers = []
        moments.append((asked, followed))
    return moments


def _handed(settled: Settlement) -> str:
    """What goes into the player's rack, as the ledger has it."""
    ledger = Ledger()
    ledger.fold([settled])
    return dollars(ledger.balance(ledger.rack(settled.seat)))


def _remedy(fresh: Round, history: list[Answer], drill: Drill) -> str:
    for answer in history:
        fresh.answer(answer)
    seat = re.search(r", seat (\d+)\. What now", drill.question.asks)
    followed = fresh.report(Report(drill.question.topic, int(seat[1]) if seat else 0))
    return next(event.remedy for event in followed if isinstance(event, IrregularityReported))


def _decided(setting: Setting, fresh: Round, history: list[Answer], drill: Drill) -> tuple[str, ...]:
    """The keys of all decisions that are worth most to someone who saw this round and no other."""
    sight = Sight(1)
    sight.hear(fresh.events)
    for answer in history:
        sight.hear(fresh.answer(answer))
    asked = next(one for one in fresh.elections() if one.to == 1)
    judged = judging.judge(setting.game, sight.situation(setting.rules, asked))
    assert judged is not None
    assert drill.judged is not None  # in the order of the choices
    best = max(worth.low for worth in judged.worths)
    right = [(worth.option, worth.amount) for worth in judged.worths if worth.high >= best]
    listed = [(worth.option, worth.amount) for worth in drill.judged.worths]
    every = {option: max(each.amount for each in judged.worths if each.option == option) for option, _ in listed}
    assert every == {worth.option: every[worth.option] for worth in judged.worths}  # each answer is asked for
    assert sorted(map(repr, listed)) == sorted(map(repr, every.items()))  # once, for its whole amount
    assert any(each in listed for each in right)
    return tuple(str(n) for n, each in enumerate(listed, 1) if each in right)


def _steps(setting: Setting, moments: list[Moment], at: int) -> tuple[str, ...]:
    """The steps that come after so many events and before the next one, in order."""
    count, starts = 0, dict[int, int]()
    for question, followed in moments:
        starts.setdefault(id(question), count)
        for event in followed:
            starts[id(event)] = count
            count += 1
    now = [key for key, _, _, item in acts_of(moments) if starts[id(item)] == at]
    return tuple(step.does for key in now for step in setting.steps if key in step.acts)
