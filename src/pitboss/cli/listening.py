"""What rounds of a game ask, by name: of whom, with which answers, and what chance may show.

Only a procedure knows that, so it is heard while rounds are played. What golden plays and rehearsals told is kept in
``asked.json`` (written by ``tools.site.asked``); a game that is not in it is rehearsed.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import msgspec

from pitboss.events import CENTS
from pitboss.game import Game
from pitboss.procedure import Draw, Each, Election, Option, Question, Window
from pitboss.submission import RulesSubmission

FILE = Path(__file__).parent / "asked.json"
SEAT = "seat"
TABLES = 3  # rehearsed for each way to file the rules


class AnswerHeard(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer: its word, the spots it may name, and what is stated with it (pieces, amount, count, position, seat)."""

    says: str
    on: tuple[str, ...] = ()
    takes: str = ""


class QuestionHeard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question of a round: to whom, its name, and the answers to it."""

    by: str
    question: str
    cite: str
    answers: tuple[AnswerHeard, ...] = ()


class DeviceHeard(msgspec.Struct, frozen=True):
    """What chance shows, by the device that shows it."""

    name: str
    shows: tuple[str, ...]


class Heard(msgspec.Struct, frozen=True, omit_defaults=True):
    """What rounds of a game ask, and the spots of its wagers; ``acts`` are what a seat may say while betting is open."""

    asked: tuple[QuestionHeard, ...] = ()
    spots: dict[str, tuple[str, ...]] = {}
    acts: tuple[str, ...] = ()
    chance: tuple[DeviceHeard, ...] = ()
    system: tuple[str, ...] = ()


class Listener:
    """Folds questions into names."""

    def __init__(self) -> None:
        self._asked: dict[tuple[str, str], tuple[str, dict[str, tuple[set[str], str]]]] = {}
        self._spots: dict[str, dict[str, None]] = {}
        self._acts: set[str] = set()
        self._devices: dict[str, dict[str, None]] = {}
        self.system: set[str] = set()

    def hear(self, question: Question | None) -> None:
        if isinstance(question, Window):
            self._acts |= question.menu.acts
        elif isinstance(question, Draw):
            self._hear_chance(question)
        elif isinstance(question, Each):
            for election in question.elections:
                self.hear(election)
        elif isinstance(question, Election):
            self._hear_election(question)

    def _hear_chance(self, draw: Draw) -> None:
        known = self._devices.setdefault(draw.device, {})
        if not known.keys() >= draw.weights.keys():
            known.update(dict.fromkeys(draw.weights))

    def _hear_election(self, question: Election) -> None:
        by = SEAT if isinstance(question.to, int) else question.to
        _, options = self._asked.setdefault((by, question.kind), (question.cite, {}))
        for option in question.options:
            spots, takes = options.get(option.says, (set(), ""))
            about_seat = by != SEAT and option.on.isdigit()  # an award of seat 3, say: no name of its own
            on = set() if about_seat or not option.on else {option.on}
            options[option.says] = (spots | on, takes or (SEAT if about_seat else _takes(option)))

    def see(self, rules: RulesSubmission) -> None:
        """The spots of a layout."""
        for wager, on in rules.spots:
            if on:
                self._spots.setdefault(wager, {})[on] = None

    def heard(self) -> Heard:
        asked = [
            QuestionHeard(
                by,
                kind,
                cite,
                tuple(AnswerHeard(says, tuple(sorted(on)), takes) for says, (on, takes) in options.items()),
            )
            for (by, kind), (cite, options) in sorted(self._asked.items())
        ]
        return Heard(
            asked=tuple(asked),
            spots={wager: tuple(spots) for wager, spots in self._spots.items()},
            acts=tuple(sorted(self._acts)),
            chance=tuple(DeviceHeard(name, tuple(shows)) for name, shows in sorted(self._devices.items())),
            system=tuple(sorted(self.system)),
        )


def _takes(option: Option) -> str:
    """What is stated with the word: pieces, or an amount in its unit."""
    if option.cards:
        return "pieces"
    return ("amount" if option.unit == CENTS else option.unit) if option.most else ""


def rehearse_for(listener: Listener, game: Game, filed: Iterable[RulesSubmission]) -> None:
    """Rehearse a game under each of these rules, and hear what is asked."""
    from pitboss.paper.rehearsal import rehearse

    for rules in filed:
        listener.see(rules)
        for moments in rehearse(game, rules, range(TABLES)):
            for question, _ in moments:
                listener.hear(question)


def heard(game: Game) -> Heard:
    """What rounds of the game ask; of a game that is not kept, what rehearsals of its example bring out."""
    kept = _kept().get(game.name)
    if kept is None:
        listener = Listener()
        rehearse_for(listener, game, (game.example(),))
        kept = listener.heard()
    return msgspec.structs.replace(kept, asked=(*kept.asked, *_declared(game, kept)))


def _declared(game: Game, kept: Heard) -> Iterator[QuestionHeard]:
    """Questions that the game declares and that no round of it was heard to ask, as a game of its family asks them."""
    known = {asked.question for asked in kept.asked}
    elsewhere = {asked.question: asked for other in _kept().values() for asked in other.asked}
    for question in game.staff_questions:
        if question.kind not in known and question.kind in elsewhere:
            yield msgspec.structs.replace(elsewhere[question.kind], cite=question.cite)


@cache
def _kept() -> dict[str, Heard]:
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Heard])
