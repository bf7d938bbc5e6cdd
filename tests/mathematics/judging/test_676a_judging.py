"""Go Fore It judged: against the exact edge, and against the procedure with every pair of hole cards."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from pitboss import law
from pitboss.chapters.ch676a_go_fore_it import GAME
from pitboss.chapters.ch676a_go_fore_it.rules import POINTS, Rules
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK, rank
from pitboss.events import Dealt, Event, Settlement, Wagered
from pitboss.game import RoundStart
from pitboss.mathematics.go_fore_it.edges import hands, main_game
from pitboss.mathematics.go_fore_it.judging import judge
from pitboss.mathematics.kit.judging import Judgement, Situation
from pitboss.procedure import Answer, Draw, Election, Option, Window, costing
from pitboss.submission import submit
from pitboss.wagers import close_betting

SEAT, STAKE = 1, 1_000
RULES = submit(Rules, {})


def judged(one: str, two: str) -> Judgement:
    events = Wagered(SEAT, "front_9", "", STAKE, cite=""), Dealt(SEAT, one, cite=""), Dealt(SEAT, two, cite="")
    election = Election(SEAT, "back 9", (costing("back_9", STAKE), Option("fold")), "676a.11(b)")
    found = judge(Situation(RULES, SEAT, election, events, {("front_9", "", 0): STAKE}))
    assert found is not None
    assert all(law.known(cite) for cite in found.cites)
    return found


def test_best_answers_give_the_exact_edge() -> None:
    """Every two front cards, with the best answer to them: the optimal figure, to the last digit."""
    card = {
        points: [f"{value}{suit}" for value, p in POINTS.items() if p == points for suit in "SH"]
        for points in POINTS.values()
    }
    worth = sum(
        Fraction(ways, comb(52, 2)) * judged(card[one][0], card[two][1]).best.expected / STAKE
        for (one, two), ways in hands(2)
    )
    assert worth == main_game().mean


@pytest.mark.parametrize("front", [("AS", "2S"), ("9S", "KS")])
def test_worths_are_what_the_procedure_comes_to(front: tuple[str, str]) -> None:
    """Every pair of hole cards by value, each played once through the procedure: equal as fractions, result by result."""
    found = judged(*front)
    pairs: dict[tuple[int, ...], list[tuple[str, ...]]] = {}
    for hole in combinations([card for card in DECK if card not in front], 2):
        pairs.setdefault(tuple(sorted(POINTS[rank(card)] for card in hole)), []).append(hole)
    for worth in found.worths:
        nets = Counter[int]()
        for alike in pairs.values():
            nets[played(front, alike[0], worth.option.says)] += len(alike)
        told = {result.net: result.probability for result in worth.results}
        assert told == {net: Fraction(count, comb(50, 2)) for net, count in nets.items()}
        assert worth.low == worth.high == sum(net * chance for net, chance in told.items())


def played(front: tuple[str, ...], hole: tuple[str, ...], says: str) -> int:
    """What the seat nets with these four cards and this answer; the dealer has any others."""
    dealer = [card for card in DECK if card not in (*front, *hole)][:4]
    cards = iter([card for each in zip((*front, *hole), dealer, strict=True) for card in each])
    play, events = Round(GAME, RULES, GAME.open(RULES), RoundStart(1)), list[Event]()
    while not play.closed:
        if isinstance(play.pending, Draw):
            events += play.answer(Answer("chance", next(cards)))
        elif isinstance(play.pending, Window):
            play.answer(Answer(SEAT, "wager", "front_9", "", STAKE))
            events += play.answer(close_betting())
        else:
            (election,) = play.elections()
            option = next((option for option in election.options if option.says == says), election.default)
            assert option is not None
            events += play.answer(option.answer(election.to))
    return sum(event.returned - event.stake for event in events if isinstance(event, Settlement))
