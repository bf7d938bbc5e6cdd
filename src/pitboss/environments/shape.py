"""The shape of what a seat sees: which holders, faces, outcomes, markers, spots and meters there are at a table.

What the devices may show, and who holds cards besides the seats, is found by rehearsing a few rounds under the same rules.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random

import msgspec

from pitboss.drivers.round import Round
from pitboss.drivers.taking_part import amount_on, base_wagers
from pitboss.environments.vocabulary import MOST_HANDS, vocabulary
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.events import Dealt, Event, Revealed
from pitboss.game import Game, RoundStart
from pitboss.procedure import DEALER, Answer, Draw, Refused, Window
from pitboss.shown import Vocabulary
from pitboss.submission import RulesSubmission
from pitboss.testkit.random_play import elect, weighted
from pitboss.wagers import WAGER, close_betting

REHEARSED = 6  # rounds
ELSEWHERE = "elsewhere"  # a holder that no rehearsal has shown
_DICE = re.compile(r"[1-6]( [1-6])+")
_SELECTED = ("magic_card", "lucky_player")  # a system's selections, which no device shows


class Rehearsed(msgspec.Struct):
    """What was met in rounds played at random: faces of cards or tiles, outcomes of devices, holders besides the seats."""

    faces: dict[str, None] = {}
    outcomes: dict[str, None] = {}
    holders: dict[str, None] = {}

    def drawn(self, question: Draw) -> None:
        if question.face:
            self.faces |= dict.fromkeys(question.weights)
        elif question.device not in _SELECTED:
            for outcome in question.weights:
                parts = outcome.split() if _DICE.fullmatch(outcome) else [outcome]
                self.outcomes |= dict.fromkeys(parts)

    def heard(self, events: Sequence[Event]) -> None:
        for event in events:
            holder = event.to if isinstance(event, Dealt) else event.of if isinstance(event, Revealed) else 0
            if isinstance(holder, str):
                self.holders[holder] = None


def rehearse(game: Game, rules: RulesSubmission) -> Rehearsed:
    """A few rounds, always the same ones, with the wagers that take part."""
    source, found, state = Random(game.name), Rehearsed(), game.open(rules)

    def pick(n: int) -> int:
        return source.randrange(n) if n > 0 else 0

    for number in range(1, REHEARSED + 1):
        play = Round(game, rules, state, RoundStart(number, seated=(1,)))
        while not play.closed:
            question = play.pending
            if isinstance(question, Draw):
                found.drawn(question)
                found.heard(play.answer(weighted(question, pick)))
            elif isinstance(question, Window):
                for terms in base_wagers(game, rules):
                    with suppress(Refused):  # a Pass Bet that is up already
                        play.answer(Answer(1, WAGER, terms.kind.name, terms.on, amount_on(terms, rules)))
                found.heard(play.answer(close_betting()))
            else:
                asked = play.elections()[0]
                usual = asked.default
                found.heard(play.answer(elect(asked, pick) if usual is None else usual.answer(asked.to)))
        state = play.result
    return found


class Shape:
    """The fixed shape of an observation at one table."""

    def __init__(self, game: Game, rules: RulesSubmission, seats: Sequence[int]) -> None:
        words = vocabulary(game) or Vocabulary()
        met = rehearse(game, rules)
        self.game, self.seats = game, tuple(seats)
        self.hands, self.marks, self.asked = min(words.hands(rules), MOST_HANDS), words.marks, words.asked
        self.faces = tuple(sorted(met.faces, key=_order))
        self.outcomes = tuple(met.outcomes)
        named = [DEALER, *(holder for holder in sorted(met.holders) if holder != DEALER), ELSEWHERE]
        own = [f"own hand {n}" for n in range(self.hands)]
        others = [f"seat {n + 1} from here" for n in range(len(self.seats) - 1)]
        self.holders = (*own, *others, *named)
        self.meters = tuple(meter.name for meter in rules.meters)
        made_by_answers = [kind.name for kind in game.wagers if not kind.tendered]
        self.spots: tuple[tuple[str, str], ...] = (
            *rules.spots,
            *((kind, "") for kind in made_by_answers),
            (ELSEWHERE, ""),
        )
        self.has_totals = bool(self.faces) and bool(game.hand_label(self.faces[:1], False))
        self.face_of: Mapping[str, int] = {face: n for n, face in enumerate(self.faces)}
        self.outcome_of: Mapping[str, int] = {outcome: n for n, outcome in enumerate(self.outcomes)}
        self.holder_of: Mapping[str, int] = {name: n for n, name in enumerate(self.holders)}
        self._spot_of = {spot: n for n, spot in enumerate(self.spots)}
        self.marks_of = {
            marker: tuple(n for n, mark in enumerate(self.marks) if mark[0] == marker) for marker, _ in self.marks
        }

    def parts(self, outcome: str) -> list[str]:
        """A throw by its faces; anything else as it is."""
        return outcome.split() if _DICE.fullmatch(outcome) else [outcome]

    def spot(self, wager: str, on: str) -> int:
        """Where the chips of a wager are shown."""
        of = self._spot_of
        return of.get((wager, on), of.get((wager, ""), of[ELSEWHERE, ""]))


def _order(face: str) -> tuple[int, str]:
    return (DECK_WITH_JOKER.index(face), "") if face in DECK_WITH_JOKER else (len(DECK_WITH_JOKER), face)
