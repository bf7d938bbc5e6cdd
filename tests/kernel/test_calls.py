"""How many calls of Python an event takes: work that no busy machine changes.

The aim is twelve in every game. What a game takes above that is written down here, and nothing may add to it.
"""

import random
import sys
from types import FrameType

import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.drivers.taking_part import amount_on, base_wagers
from pitboss.game import Game, RoundStart
from pitboss.journal import Report
from pitboss.procedure import Answer, Draw, Refused, Window
from pitboss.submission import RulesSubmission
from pitboss.testkit.random_play import weighted
from pitboss.wagers import WAGER, close_betting

AIM, ROUNDS, SEED = 12.0, 40, 633
ABOVE = {
    "pai-gow": 15.8,
    "minibaccarat": 14.3,
    "midibaccarat": 15.0,
    "baccarat": 14.7,
    "blackjack": 25.6,
    "pai-gow-poker": 19.3,
    "casino-war": 14.3,
    "six-card-fortune-pai-gow-poker": 23.2,
    "over-under": 17.3,
    "dj-wild-stud-poker": 13.7,
    "face-up-pai-gow-poker": 20.8,
}


def played(game: Game, rules: RulesSubmission) -> list[list[Answer | Report]]:
    """What was answered in rounds with the first wagers of a game, where everybody takes what is usual."""
    source, state, found = random.Random(SEED), game.open(rules), []
    for number in range(1, ROUNDS + 1):
        play = Round(game, rules, state, RoundStart(number))
        while (asked := play.pending) is not None:
            if isinstance(asked, Window):
                wager(play, rules)
                play.answer(close_betting())
            elif isinstance(asked, Draw):
                play.answer(weighted(asked, source.randrange))
            else:
                election = play.elections()[0]
                play.answer((election.default or election.options[0]).answer(election.to))
        found.append(list(play.history))
        state = play.result
    return found


def wager(play: Round, rules: RulesSubmission) -> None:
    """One wager of each kind that takes part; one that is up already, or not in time, is left."""
    kinds = {terms.kind.name: terms for terms in reversed(base_wagers(play.game, rules))}
    for name, terms in reversed(kinds.items()):
        try:
            play.answer(Answer(1, WAGER, name, terms.on, amount_on(terms, rules)))
        except Refused:
            continue


@pytest.mark.parametrize("name", catalogue.games())
def test_calls_of_an_event(name: str) -> None:
    game = catalogue.game(name)
    rules = game.example()
    answers, state = played(game, rules), game.open(rules)
    calls = events = 0

    def count(frame: FrameType, event: str, what: object) -> None:
        nonlocal calls
        calls += event == "call"

    for number, given in enumerate(answers, 1):
        sys.setprofile(count)
        try:
            play = Round(game, rules, state, RoundStart(number))
            happened = [*play.events, *play.feed(given)]
        finally:
            sys.setprofile(None)
        events += len(happened)
        state = play.result
    assert calls / events <= ABOVE.get(name, AIM), f"{calls / events:.1f} calls an event"
