"""Judging by brute force: the real procedure, followed through every card that may come.

A shoe is left with few cards. The first cards are given, everything after them is followed with its exact probability, and
decisions are answered by a policy that knows no more than its seat. Where the policy answers as the judgement says is best,
a judgement is right if every worth in it is what following that answer comes to.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK
from pitboss.equipment.shoe import ShoeState
from pitboss.events import Event, Settlement
from pitboss.game import Game, RoundStart
from pitboss.journal import Report
from pitboss.mathematics.kit import judging
from pitboss.mathematics.kit.judging import Judgement
from pitboss.mathematics.kit.sight import Sight
from pitboss.procedure import Answer, Draw, Election, Window
from pitboss.submission import RulesSubmission
from pitboss.wagers import close_betting

SEAT = 1
Policy = Callable[["Branch", Election], Answer]


class Branch:
    """One way that a round has gone so far, with all its events."""

    def __init__(self, play: Round, gone: Counter[str], events: Sequence[Event] = ()) -> None:
        self.play, self.gone, self.events = play, gone, list(events or play.events)

    def answer(self, answer: Answer) -> "Branch":
        self.events += self.play.answer(answer)
        return self

    def copy(self) -> "Branch":
        return Branch(self.play.replica(), self.gone, self.events)

    def sight(self) -> Sight:
        found = Sight(SEAT, self.gone)
        found.hear(self.events)
        return found

    def judged(self, election: Election) -> Judgement:
        found = judging.judge(self.play.game, self.sight().situation(self.play.rules, election))
        assert found is not None
        return found

    @property
    def asked(self) -> Election | None:
        """What the seat has to decide now."""
        found = self.play.questions(SEAT)
        return found[0] if found and not found[0].courtesy else None

    @property
    def net(self) -> int:
        return sum(e.returned - e.stake for e in self.events if isinstance(e, Settlement) and e.seat == SEAT)


def begin(game: Game, rules: RulesSubmission, left: str, wagers: Sequence[Answer], cards: str) -> Branch:
    """A round from a shoe in which ``left`` is left (``4*TS 3*7H``), after the first ``cards`` were drawn."""
    missing, many = Counter(getattr(rules, "cards", DECK * 6)), Counter[str]()
    for part in left.split():
        count, _, card = part.rpartition("*")
        many[card] += int(count or 1)
    missing -= many
    state = msgspec.structs.replace(game.open(rules), shoe=ShoeState(missing=tuple(missing.elements()), shuffled=True))
    branch = Branch(Round(game, rules, state, RoundStart(2, seated=(SEAT,))), missing)
    waiting = cards.split()
    while waiting:
        if isinstance(branch.play.pending, Window):
            for wager in wagers:
                branch.answer(wager)
            branch.answer(close_betting())
        elif isinstance(branch.play.pending, Draw):
            branch.answer(Answer("chance", waiting.pop(0)))
        else:
            _by_default(branch)
    return branch


def _by_default(branch: Branch) -> None:
    election = branch.play.elections()[0]
    assert election.default is not None
    branch.answer(election.default.answer(election.to))


def decisions(branch: Branch, chance: Fraction = Fraction(1)) -> Iterator[tuple[Fraction, Branch]]:
    """Every way from here to the seat's next decision, or to the end of the round; the others let their default stand."""
    play = branch.play
    while not play.closed and branch.asked is None:
        if isinstance(play.pending, Draw):
            total = sum(play.pending.weights.values())
            for answer in list(play.pending.lawful()):
                part = Fraction(play.pending.weights[answer.says], total)
                yield from decisions(branch.copy().answer(answer), chance * part)
            return
        _by_default(branch)
    yield chance, branch


Ways = list[tuple[Fraction, Branch]]


def ways_to(branch: Branch, steps: Sequence[str] = ()) -> Ways:
    """The ways to the seat's next decision, and on from there: a step is an answer of the seat, a report (``!kind``), or the
    card that comes next (in capitals)."""
    found = [(chance, each) for chance, each in decisions(branch) if not each.play.closed]
    for step in steps:
        for n, (chance, each) in enumerate(found):
            pending = each.play.pending
            if step[0] == "!":
                each.events += each.play.report(Report(step[1:], SEAT))
            elif isinstance(pending, Draw):
                found[n] = chance * Fraction(pending.weights[step], sum(pending.weights.values())), each
                if pending.weights[step]:
                    each.answer(Answer("chance", step))
            else:
                assert each.asked is not None
                option = next(option for option in each.asked.options if option.says == step)
                each.answer(option.answer(SEAT))
        found = [(chance, each) for chance, each in found if chance]
    return [way for chance, each in found for way in decisions(each, chance) if not way[1].play.closed]


def followed(branch: Branch, policy: Policy) -> Fraction:
    """What the seat nets on average from here on, by a policy."""
    found = Fraction(0)
    for chance, each in decisions(branch):
        if each.play.closed:
            found += chance * each.net
        else:
            assert each.asked is not None
            found += chance * followed(each.answer(policy(each, each.asked)), policy)
    return found


class Best:
    """Answers as the judgement says is best; asked the same twice, it looks only once."""

    def __init__(self) -> None:
        self._known: dict[Any, Answer] = {}

    def __call__(self, branch: Branch, election: Election) -> Answer:
        key = (
            tuple(
                str(event)
                for event in branch.sight().events
                if type(event).__name__ in ("Dealt", "Revealed", "Elected")
            ),
            election,
        )
        if key not in self._known:
            best = branch.judged(election).best
            self._known[key] = best.option.answer(SEAT, best.amount or None)
        return self._known[key]


def compared(ways: Ways, policy: Policy | None = None) -> Iterator[tuple[str, Fraction, judging.Worth]]:
    """For each answer to the seat's decision: what following it comes to, and what it was judged to be worth."""
    policy = policy or Best()
    first = ways[0][1]
    assert first.asked is not None
    judgement = first.judged(first.asked)
    assert all(each.asked is not None and each.judged(each.asked) == judgement for _, each in ways)  # what is hidden is
    for worth in judgement.worths:
        answer = worth.option.answer(SEAT, worth.amount or None)
        parts = (chance * followed(each.copy().answer(answer), policy) for chance, each in ways)
        total = sum(parts, Fraction(0))
        yield worth.option.says, total / sum(chance for chance, _ in ways), worth


def differ(ways: Ways, policy: Policy | None = None) -> float:
    """The most by which a worth differs from what following it comes to, in cents.

    A judgement leaves out what no answer changes, so that both are told as differences from the first answer.
    """
    rows = list(compared(ways, policy))
    _, base, judged = rows[0]
    for says, _, worth in rows:
        assert worth.low == worth.high, says
    return max(abs(float((total - base) - (worth.low - judged.low))) for _, total, worth in rows)
