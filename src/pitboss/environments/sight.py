"""What one seat sees of a table, folded from the events that it is shown; and the same as arrays of a fixed shape."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.environments.shape import ELSEWHERE, Shape
from pitboss.events import (
    Burned,
    Collected,
    Dealt,
    Discarded,
    Event,
    Marked,
    MeterMoved,
    Moved,
    Paid,
    Returned,
    Revealed,
    RoundOpened,
    Settlement,
    Shown,
    Shuffled,
    Wagered,
    Withdrawn,
    visible,
)
from pitboss.meters import MICRO
from pitboss.money import Cents, share
from pitboss.procedure import Election, Who, Window

Observation = dict[str, Any]

_NUMBER = re.compile(r"\d+")
BETTING, ANSWERING = 1, 2  # in "asked"; 0 is nothing, and the questions of the game follow from 3


class TableSight:
    """The table as one seat sees it."""

    def __init__(self, shape: Shape, seat: int, meters: Mapping[str, int]) -> None:
        self.shape, self.seat = shape, seat
        self.hands: dict[tuple[Who, int], list[str]] = {}  # the cards on the table that the seat has seen, by holder
        self.down: dict[tuple[Who, int], int] = {}  # how many more lie there face down
        self.gone: list[str] = []  # cards that were seen and have left the table since the last shuffle
        self.chips: dict[tuple[str, str, int], Cents] = {}  # the seat's own on the layout, by wager, spot and hand
        self.meters = dict(meters)
        self._marks = np.zeros(len(shape.marks), np.int8)
        self._shown = np.zeros(len(shape.outcomes), np.int8)

    @property
    def layout(self) -> Cents:
        """The seat's own chips on the layout."""
        return sum(self.chips.values())

    def fold(self, events: Iterable[Event]) -> None:
        """Events as they happened; only what is visible to the seat is looked at."""
        for event in events:
            fold = _FOLDS.get(event.__class__)
            if fold is not None:
                fold(self, event if event.seen_by is None else visible(event, self.seat))

    # --- cards

    def _opened(self, event: RoundOpened) -> None:
        for cards in self.hands.values():
            self.gone += cards
        self.hands.clear()
        self.down.clear()

    def _shuffled(self, event: Shuffled) -> None:
        self.gone.clear()

    def _dealt(self, event: Dealt) -> None:
        key = event.to, event.hand
        if event.card:
            self.hands.setdefault(key, []).append(event.card)
        else:
            self.down[key] = self.down.get(key, 0) + 1

    def _revealed(self, event: Revealed) -> None:
        if all(event.cards):
            key = event.of, event.hand
            self.hands[key] = list(event.cards)
            self.down.pop(key, None)

    def _discarded(self, event: Discarded) -> None:
        """Cards that are collected unseen are those that lay there; some of a hand may stay."""
        key, left = (event.of, event.hand), len(event.cards)
        held = self.hands.get(key, [])
        if all(event.cards):
            self.gone += event.cards
            for card in event.cards:
                if card in held:
                    held.remove(card)
        elif left >= len(held) + self.down.get(key, 0):
            self.gone += self.hands.pop(key, [])
        if not self.hands.get(key):
            self.hands.pop(key, None)
            self.down.pop(key, None)

    def _burned(self, event: Burned) -> None:
        if event.card:
            self.gone.append(event.card)

    # --- devices, markers, meters

    def _show(self, event: Shown) -> None:
        self._outcome(event.outcome)

    def _marked(self, event: Marked) -> None:
        shape = self.shape
        if event.at in shape.outcome_of and event.marker == "point marker":
            self._outcome(event.at)
        for n in shape.marks_of.get(event.marker, ()):
            own = not event.seat or event.seat == self.seat
            self._marks[n] = own and shape.marks[n][1] == event.at

    def _outcome(self, outcome: str) -> None:
        """The dice by their faces, a wheel by its label."""
        numbers = [self.shape.outcome_of[part] for part in self.shape.parts(outcome) if part in self.shape.outcome_of]
        self._shown[:] = 0
        for n in numbers:
            self._shown[n] += 1

    def _meter(self, event: MeterMoved) -> None:
        self.meters[event.meter] = event.after

    # --- chips

    def _wagered(self, event: Wagered) -> None:
        self._put(event, event.on, event.amount)

    def _withdrawn(self, event: Withdrawn) -> None:
        self._put(event, event.on, -event.amount)

    def _moved(self, event: Moved) -> None:
        """Where only part of a wager is moved, it stays one wager on its spot."""
        if event.seat == self.seat and self.chips.get((event.wager, event.on, event.hand)) == event.amount:
            self._put(event, event.on, -event.amount)
            self._put(event, event.to, event.amount)

    def _settled(self, event: Settlement) -> None:
        if not event.stays:
            self._put(event, event.on, -event.stake)

    def _put(self, event: Wagered | Withdrawn | Moved | Settlement, on: str, amount: Cents) -> None:
        if event.seat != self.seat:
            return
        key = event.wager, on, event.hand
        now = self.chips.get(key, 0) + amount
        if now:
            self.chips[key] = now
        else:
            self.chips.pop(key, None)

    # --- as arrays

    def observe(self, asked: Election | Window | None) -> Observation:
        """The arrays of ``Shape.spaces``; those of a game that has no such thing are left out."""
        shape, found = self.shape, Observation()
        if shape.faces:
            found |= self._cards()
        if shape.outcomes:
            found["shown"] = self._shown.copy()
        if shape.marks:
            found["marks"] = self._marks.copy()
        if shape.meters:
            found["meters"] = np.array([share(self.meters.get(name, 0), 1, MICRO) for name in shape.meters], np.int64)
        found["chips"] = self._chips()
        found["asked"] = np.int64(self._phase(asked))
        if shape.hands > 1:
            found["hand"] = np.int64(min(asked.hand, shape.hands - 1) if isinstance(asked, Election) else 0)
        return found

    def _cards(self) -> Observation:
        shape = self.shape
        cards = np.zeros((len(shape.holders), len(shape.faces)), np.int8)
        down = np.zeros(len(shape.holders), np.int8)
        seen = np.zeros(len(shape.faces), np.int16)
        totals = np.zeros(len(shape.holders), np.int8)
        for (who, hand), held in self.hands.items():
            row = self._row(who, hand)
            for card in held:
                face = shape.face_of[card]
                cards[row, face] += 1
                seen[face] += 1
            if shape.has_totals and held:
                label = _NUMBER.search(shape.game.hand_label(held, False))
                totals[row] = int(label[0]) if label else 0
        for (who, hand), count in self.down.items():
            down[self._row(who, hand)] += count
        for card in self.gone:
            seen[shape.face_of[card]] += 1
        found: Observation = {"cards": cards, "down": down, "seen": seen}
        if shape.has_totals:
            found["totals"] = totals
        return found

    def _row(self, who: Who, hand: int) -> int:
        shape = self.shape
        if who == self.seat:
            return min(hand, shape.hands - 1)
        if isinstance(who, int):
            others = [seat for seat in shape.seats if seat != self.seat]
            return shape.hands + others.index(who) if who in others else len(shape.holders) - 1
        return shape.holder_of.get(who, shape.holder_of[ELSEWHERE])

    def _chips(self) -> NDArray[np.int64]:
        found = np.zeros(len(self.shape.spots), np.int64)
        for (wager, on, _), amount in self.chips.items():
            found[self.shape.spot(wager, on)] += amount
        return found

    def _phase(self, asked: Election | Window | None) -> int:
        if asked is None:
            return 0
        if isinstance(asked, Window):
            return BETTING
        kinds = self.shape.asked
        return ANSWERING + 1 + kinds.index(asked.kind) if asked.kind in kinds else ANSWERING


_FOLDS: dict[type[Event], Callable[[TableSight, Any], None]] = {
    RoundOpened: TableSight._opened,
    Shuffled: TableSight._shuffled,
    Dealt: TableSight._dealt,
    Revealed: TableSight._revealed,
    Discarded: TableSight._discarded,
    Burned: TableSight._burned,
    Shown: TableSight._show,
    Marked: TableSight._marked,
    MeterMoved: TableSight._meter,
    Wagered: TableSight._wagered,
    Withdrawn: TableSight._withdrawn,
    Moved: TableSight._moved,
    Paid: TableSight._settled,
    Collected: TableSight._settled,
    Returned: TableSight._settled,
}
