"""Journals of rigged rounds: real procedures, events and entries of every game with a meter, with rare hands on demand."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.game import RoundStart
from pitboss.house.clock import stamp
from pitboss.house.table import entries
from pitboss.house.table.entries import Settings
from pitboss.journal import Actor, Entry, Journal, step
from pitboss.meters import MeterState
from pitboss.procedure import Answer
from pitboss.submission import submit
from pitboss.testkit.rigged import Rigged
from tests.test_rigged import CASES, LONG, TWENTY, Case, held

START, MINUTE = 1_780_000_000, 60
FLOOR = Actor("F-1", "Fiona Floor", "floorperson")
BLACKJACK: dict[str, Any] = {
    "decks": 6, "split_aces": "one_card", "bad_beat_progressive": True, "bad_beat_rate": "12.5", "bad_beat_initial": "7000.00",
    "bad_beat_reset": "5000.00", "hit_and_run_progressive": True, "hit_and_run_rate": "20", "hit_and_run_initial": "1500.01",
    "hit_and_run_reset": "1000.00", "minimum": "1.00",
}  # fmt: skip
GAMES = [*(case.game for case in CASES), "blackjack"]


class Recorded:
    """A table whose rounds are played out and recorded, with as much time between them as is asked for."""

    def __init__(
        self, game: str, seed: int, name: str = "t-1", now: float = START, filed: dict[str, Any] | None = None
    ) -> None:
        self.name, self.game, self.chance, self.now = name, catalogue.game(game), random.Random(seed), now
        self.case: Case | None = next((case for case in CASES if case.game == game), None)
        self.choices = dict(self.case.filed if self.case is not None else BLACKJACK) | (filed or {})
        limits = self.case.limits if self.case is not None else ()
        if limit := self.chance.choice((*limits, None)):
            self.choices["payout_limit"] = limit
        self.rules = submit(self.game.rules, self.choices)
        self.journal, self.entries, self.number = Journal(name), list[Entry](), 0
        self.state = self.game.open(self.rules)
        made = entries.Founded(game, name, self.choices, "", "", Settings())
        self.record("founded", made)

    def record(self, kind: str, made: Any) -> None:
        self.entries.append(self.journal.append(kind, made, stamp(self.now)))

    def meters(self) -> Mapping[str, MeterState]:
        return self.game.meter_states(self.rules, self.state)

    def play(self, rounds: int, every: float = MINUTE) -> "Recorded":
        for _ in range(rounds):
            self.round()
            self.now += every
        return self

    def round(self) -> None:
        self.number += 1
        self.state = self.game.keep_meters(
            self.state, self.game.open(self.rules)
        )  # fresh cards, of which any may be promised
        seats = sorted(self.chance.sample(range(1, 7), self.chance.randint(1, 4)))
        hands, wagers, says = self._poker(seats, self.case) if self.case is not None else self._blackjack(seats)
        start = RoundStart(self.number, seated=tuple(seats))
        play = Round(self.game, self.rules, self.state, start, may_lie_face_down=True)
        events = Rigged(hands, self.chance, says).play_out(play, wagers)
        self.state = play.result
        self.record("round", entries.Began(start, "", ""))
        for first in range(0, len(events), 7):  # as the steps of a live round
            self.record("step", step((), events[first : first + 7], person=FLOOR))
        self.record("ended", entries.Ended(self.number))

    def _poker(self, seats: list[int], case: Case) -> tuple[Any, list[Answer], dict[str, str]]:
        hands = held(self.chance, case.hands, seats)
        wagers = [Answer(seat, "wager", kind, "", 1000) for seat in seats for kind in case.main]
        wagers += self._sides(seats, case.sides)
        return {seat: cards for seat, (_, cards) in hands.items()}, wagers, {"raise": "raise"}

    def _blackjack(self, seats: list[int]) -> tuple[Any, list[Answer], dict[str, str]]:
        hands: dict[int | str, list[str]] = {
            seat: twenty.split() for seat, twenty in zip(seats, TWENTY, strict=False) if self.chance.random() < 0.8
        }
        if self.chance.random() < 0.5:
            hands["dealer"] = list(LONG)
        wagers = [Answer(seat, "wager", "blackjack", "", 1000) for seat in seats]
        wagers += self._sides(seats, {"bad_beat_progressive": (100, 300, 733), "hit_and_run_progressive": (100, 500)})
        return hands, wagers, {"decision": "stand"}

    def _sides(self, seats: list[int], sides: Mapping[str, tuple[int, ...]]) -> Iterator[Answer]:
        for seat in seats:
            for kind, stakes in sides.items():
                if self.chance.random() < 0.8:
                    yield Answer(seat, "wager", kind, "", self.chance.choice(stakes))
