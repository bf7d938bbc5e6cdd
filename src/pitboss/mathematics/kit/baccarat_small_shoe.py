"""Baccarat with six cards: every order of them played by the procedure itself, beside the count that serves a full shoe."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import factorial

import msgspec

from pitboss.drivers.enumeration import outcomes
from pitboss.drivers.round import Round
from pitboss.equipment.cards import rank
from pitboss.equipment.shoe import ShoeState
from pitboss.events import Settlement
from pitboss.families.baccarat.hands import POINTS
from pitboss.families.baccarat.rules import BaccaratRules
from pitboss.game import Game, RoundStart
from pitboss.mathematics.kit.baccarat_counting import MOST, coups_of, settled
from pitboss.mathematics.kit.strategy import default_answer
from pitboss.mathematics.studies.second_methods import PlayedThrough
from pitboss.procedure import Answer
from pitboss.wagers import WAGER, close_betting

CARDS = ("AS", "3S", "5S", "6S", "8S", "KS")  # every rule of the third card comes into play
WHOLE = 20_00  # 5 % of it is paid in chips, whatever they are


def played_through(game: Game, rules: BaccaratRules) -> Iterator[PlayedThrough]:
    """Every wager of the layout."""
    stake = -(-max(terms.least for terms in rules.spots.values()) // WHOLE) * WHOLE
    spots = [spot for spot, terms in rules.spots.items() if terms.takes(stake)]
    missing = list(rules.cards)
    for card in CARDS:
        missing.remove(card)
    state = msgspec.structs.replace(game.open(rules), shoe=ShoeState(missing=tuple(missing), shuffled=True))

    def begin() -> Round:
        play = Round(game, rules, state, RoundStart(2, seated=(1,)))
        while play.elections():  # who deals
            play.answer(usual(play))
        for spot in spots:
            play.answer(Answer(1, WAGER, *spot, stake))
        return play

    def usual(play: Round) -> Answer:
        asked = play.elections()
        return default_answer(asked[0]) if asked else close_betting()

    nets = dict.fromkeys(spots, Fraction(0))
    for chance, events in outcomes(begin, usual):
        for event in events:
            if isinstance(event, Settlement):
                nets[event.wager, event.on] += chance * Fraction(event.returned - event.stake - event.vigorish, stake)
    held = Counter(POINTS[rank(card)] for card in CARDS)
    coups = coups_of(tuple(held[value] for value in range(10)))
    for (kind, on), net in nets.items():
        counted = settled(rules, kind, on, coups)
        mean = sum((each * ways for (_, each), ways in counted.items()), Fraction(0)) / sum(counted.values())
        yield PlayedThrough(kind, on, f"shoe of {' '.join(CARDS)}", factorial(MOST), -net, -mean)
