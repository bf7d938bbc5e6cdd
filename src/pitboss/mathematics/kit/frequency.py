"""What chance shows in a game of dice or a wheel, and how likely each outcome is: what past outcomes are held against.

The procedure is played and its questions to chance are read, so that nothing is said here of any game.
"""

import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from pitboss.drivers.round import Round
from pitboss.drivers.taking_part import amount_on, base_wagers
from pitboss.game import Game, RoundStart
from pitboss.procedure import CHANCE, Answer, Draw, Refused, Window
from pitboss.submission import RulesSubmission
from pitboss.wagers import WAGER, close_betting

SEAT, STAKE = 1, 1000
MOST_ANSWERS = 60
DICE = re.compile(r"[1-6]( [1-6])+")


def named(outcome: str) -> str:
    """Under which name an outcome is counted: of dice their total."""
    return str(sum(map(int, outcome.split()))) if DICE.fullmatch(outcome) else outcome


def expected(game: Game, rules: RulesSubmission) -> Mapping[str, Fraction]:
    """Every outcome of the throw or spin that decides a round, with its probability; none where cards or tiles decide."""
    play = Round(game, rules, game.open(rules), RoundStart(1, seated=(SEAT,)))
    wagers = [
        Answer(SEAT, WAGER, terms.kind.name, terms.on, amount_on(terms, rules, STAKE))
        for terms in base_wagers(game, rules)
    ]
    found: dict[str, Fraction] = {}
    for _ in range(MOST_ANSWERS):
        question = play.pending
        if question is None:
            break
        if isinstance(question, Draw):
            if question.face or not question.independent:
                return {}
            found = found or _shares(question.weights)
            play.answer(Answer(CHANCE, next(iter(question.weights))))
        elif isinstance(question, Window):
            _bet(play, wagers)
        else:
            asked = play.elections()[0]
            play.answer((asked.default or asked.options[0]).answer(asked.to))
    return found


def _shares(weights: Mapping[str, int]) -> dict[str, Fraction]:
    counted = Counter[str]()
    for outcome, weight in weights.items():
        counted[named(outcome)] += weight
    total = sum(counted.values())
    return {name: Fraction(weight, total) for name, weight in counted.items()}


def _bet(play: Round, wagers: list[Answer]) -> None:
    """The next wager that taking part needs; betting closes after the last."""
    while wagers:
        try:
            play.answer(wagers.pop(0))
            return
        except Refused:
            continue
    play.answer(close_betting())
