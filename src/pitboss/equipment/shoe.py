"""A shoe, a deck in the hand, an automated shoe, a continuous shuffler: what remains and what is out.

Only the device knows the order of the cards; the rules know the multiset. ``ShoeState`` is what stays between rounds;
``Shoe`` is the working object of one round. Cards that leave play go to the discard rack in the order of collection,
hand by hand, so that each hand can be rebuilt.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import lru_cache
from typing import Any

import msgspec

from pitboss.equipment.cards import Card
from pitboss.events import POSITION, CutMade, Discarded, Event, Shuffled
from pitboss.faces import FaceDown, is_unknown
from pitboss.procedure import Answer, Draw, Election, Option, Procedure, Who


class Dealing(StrEnum):
    """How cards come to the table."""

    MANUAL_SHOE = "manual_shoe"
    HAND = "hand"
    AUTOMATED_SHOE = "automated_shoe"


class Shuffling(StrEnum):
    """Who mixes them."""

    MANUAL = "manual"
    AUTOMATED = "automated"
    CONTINUOUS = "continuous"


class ShoeState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shoe between rounds."""

    missing: tuple[Card, ...] = ()  # cards not in it; of a full shoe none
    batch: int = 0  # which of two decks or batches is in play
    batches: int = 1
    cover: int = 0  # how many cards lie beneath the cover card; 0: there is none
    spent: bool = False  # the cover card has come out, or a reshuffle is due for another reason
    shuffled: bool = False
    cover_at: int = 0  # the seat on whose area the cover card came out; 0: none
    idle: bool = False  # nobody played in the last round, so the cards do not stay in the shoe
    by_hand: bool = False  # the shuffling device is out of order
    cover_player: str = ""  # whose area that was, where that is not the seat's own player

    def next_batch(self) -> "ShoeState":
        """A full shoe, not shuffled: the other batch where there are two, unless it is inside a broken device."""
        batch = self.batch if self.by_hand else (self.batch + 1) % self.batches
        return ShoeState(batch=batch, batches=self.batches, by_hand=self.by_hand)


KNOWN = 1024  # so many shoes, as rounds left them, are kept with what remains in them: those of so many tables
# By the identity of ``ShoeState.missing``: the very tuple, the full shoe and what remains. To find it by its cards would take
# longer the more of them are out.
_left_behind: dict[int, tuple[tuple[Card, ...], tuple[Card, ...], Mapping[Card, int]]] = {}


@lru_cache(maxsize=64)
def _counted(cards: tuple[Card, ...]) -> Mapping[Card, int]:
    """How often each card is in a full shoe; counted once for all its rounds."""
    counts: dict[Card, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return counts


class Shoe:
    """The shoe during one round. ``card()`` draws; ``remaining`` is what is left."""

    __slots__ = ("_draws", "_full", "continuous", "device", "discards", "drawn", "left", "remaining", "state")

    def __init__(
        self, cards: Iterable[Card], state: ShoeState, *, device: str = "shoe", continuous: bool = False
    ) -> None:
        full, missing = tuple(cards), state.missing
        self.remaining: Mapping[Card, int] = _remaining(full, missing) if missing else dict(_counted(full))
        self.left = len(full) - len(missing)
        self._full = full
        self.state, self.device, self.continuous = state, device, continuous
        self.drawn: list[Card] = []
        self.discards: list[tuple[Who, tuple[Card, ...]]] = []
        self._draws: dict[str, Draw] = {}  # by provision: the question for a card is the same for each

    # --- before play

    def shuffle(self, cite: str) -> Event:
        """The cards in the shoe are mixed: their order is new from now on."""
        return Shuffled(
            self.device if self.state.batches == 1 else f"{self.device} {self.state.batch + 1}",
            self.left,
            cite=cite,
        )

    # --- play

    def card(self, cite: str) -> Procedure[Card]:
        """The next card, from chance."""
        answer: Any = yield self.asks(cite)
        return self.take(answer.says)

    def asks(self, cite: str) -> Draw:
        """The question for the next card; its answer is to be taken out with ``take``."""
        question = self._draws.get(cite)
        if question is None or question.independent is not self.continuous:
            question = self._draws[cite] = Draw(self.device, self.remaining, cite, self.continuous, face=True)
        return question

    def take(self, card: Card) -> Card:
        """Take a known card out of the shoe."""
        if card.__class__ is not FaceDown:
            self.remaining[card] -= 1  # type: ignore[index]
        self.left -= 1
        self.drawn.append(card)
        return card

    def put_back(self, card: Card) -> None:
        """Put back a card that turns out to have come from another shoe."""
        assert isinstance(self.remaining, dict)
        self._undraw(card)
        if not isinstance(card, FaceDown):
            self.remaining[card] += 1
        self.left += 1

    def _undraw(self, card: Card) -> bool:
        """Take a card out of those that were drawn; whether it was among them. One that lies face down is the very same."""
        same = [at for at, one in enumerate(self.drawn) if one is card]
        if not same and not isinstance(card, FaceDown):
            same = [at for at, one in enumerate(self.drawn) if not isinstance(one, FaceDown) and one == card]
        if same:
            del self.drawn[same[0]]
        return bool(same)

    def discard(self, of: Who, cards: Sequence[Card], cite: str, *, shown: bool = False, hand: int = 0) -> Event:
        """One hand to the rack, its cards together."""
        self.discards.append((of, tuple(cards)))
        return Discarded(of, tuple(cards), hand, cite=cite, seen_by=None if shown else ())

    @property
    def cover_is_out(self) -> bool:
        """Whether a card beneath the cover card has been drawn, or the shoe is spent for another reason."""
        return self.state.spent or self.left < self.state.cover

    def gather(self) -> None:
        """Put the discards of this round and of earlier ones back in; the shoe is spent.

        A card that was drawn from another shoe has a back of another colour and stays out.
        """
        assert isinstance(self.remaining, dict)
        rack = []
        for card in (card for _, hand in self.discards for card in hand):
            if self._undraw(card):
                rack.append(card)
        for card in (*self.state.missing, *rack):
            if not is_unknown(card):
                self.remaining[card] += 1
            self.left += 1
        self.discards.clear()
        self.state = msgspec.structs.replace(self.state, missing=(), cover=0, spent=True)

    def after(self) -> ShoeState:
        """The state after the round; a continuous shuffler takes its cards back."""
        if self.continuous:
            return msgspec.structs.replace(self.state, missing=(), shuffled=True)
        before = self.state.missing
        missing = (*before, *self.drawn)
        if _all_seen(self.drawn) and (_kept(before) is not None or _all_seen(before)):
            while len(_left_behind) >= KNOWN:
                with suppress(RuntimeError):  # another thread plays rounds, too
                    _left_behind.pop(next(iter(_left_behind)), None)
            _left_behind[id(missing)] = missing, self._full, dict(self.remaining)
        return msgspec.structs.replace(self.state, missing=missing, spent=self.cover_is_out, shuffled=True)


def _all_seen(cards: Sequence[Card]) -> bool:
    return FaceDown not in map(type, cards)


def _kept(missing: tuple[Card, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...], Mapping[Card, int]] | None:
    """What was kept of a shoe from which this very tuple is missing, all of its cards seen."""
    found = _left_behind.get(id(missing))
    return found if found is not None and found[0] is missing else None


def _remaining(cards: tuple[Card, ...], missing: tuple[Card, ...]) -> dict[Card, int]:
    """How often each card is still in the shoe; one that nobody has seen is among those that remain by what is known."""
    kept = _kept(missing)
    if kept is not None and (kept[1] is cards or kept[1] == cards):
        return dict(kept[2])
    remaining = dict(_counted(cards))
    for card, count in Counter(card for card in missing if card.__class__ is not FaceDown).items():
        if card in remaining:
            remaining[card] -= count
    return remaining


def cut(by: Who, cite: str, *, least: int, most: int, default: int | None = None) -> Procedure[int]:
    """Someone cuts the stack ``least`` to ``most`` cards from the top; the default is the middle of these."""
    middle = (least + most) // 2 if default is None else default
    option = Option("cut", least=least, most=most, unit=POSITION)
    answer = yield Election(
        by, "cut", (option,), cite, Option("cut", least=middle, most=middle, unit=POSITION), courtesy=True
    )
    assert isinstance(answer, Answer)
    yield CutMade(answer.by, answer.amount, answer.automatic, cite=cite)
    return answer.amount
