"""A shoe, a deck in the hand, an automated shoe, a continuous shuffler: what remains, what is out, what is
due. The secret order is the device's; the rules know only the multiset.

``ShoeState`` is what stays between rounds; ``Shoe`` is the working object of one round. Cards that leave
play go to the discard rack in the order of collection, hand by hand, so that each can be rebuilt.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

import msgspec

from pitboss.equipment.cards import Card
from pitboss.events import POSITION, Burned, CutMade, Discarded, Event, Shuffled
from pitboss.procedure import DEALER, Answer, Draw, Election, Option, Procedure, Who


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
    """A shoe between rounds. ``missing`` are the cards not in it, so a fresh shoe is an empty tuple.

    ``batch`` tells which of two decks or batches is in play, ``cover`` at how many remaining cards the cover
    card lies (0: none), ``spent`` that it has come out and ``cover_at`` on whose area (0: on no seat's).
    ``idle``: nobody played in the last round, so the cards do not stay in the shoe. ``by_hand``: the shuffling
    device is out of order.
    """

    missing: tuple[Card, ...] = ()
    batch: int = 0
    batches: int = 1
    cover: int = 0
    spent: bool = False
    shuffled: bool = False
    cover_at: int = 0
    idle: bool = False
    by_hand: bool = False

    def next_batch(self) -> "ShoeState":
        """A full shoe, unshuffled: the other batch where there are two, unless it is shut up in a broken device."""
        batch = self.batch if self.by_hand else (self.batch + 1) % self.batches
        return ShoeState(batch=batch, batches=self.batches, by_hand=self.by_hand)


class Shoe:
    """The cards of one round, out of a shoe. Draw with ``card()``; what is left is ``remaining``."""

    __slots__ = ("continuous", "device", "discards", "drawn", "left", "remaining", "state")

    def __init__(
        self, cards: Iterable[Card], state: ShoeState, *, device: str = "shoe", continuous: bool = False
    ) -> None:
        remaining: dict[Card, int] = {}
        for card in cards:
            remaining[card] = remaining.get(card, 0) + 1
        for card in state.missing:
            remaining[card] -= 1
        self.remaining: Mapping[Card, int] = remaining
        self.left = sum(remaining.values())
        self.state, self.device, self.continuous = state, device, continuous
        self.drawn: list[Card] = []
        self.discards: list[tuple[Who, tuple[Card, ...]]] = []

    # --- before play

    def shuffle(self, cite: str) -> Event:
        """The cards in the shoe are mixed: from here the order is new."""
        return Shuffled(
            self.device if self.state.batches == 1 else f"{self.device} {self.state.batch + 1}",
            self.left,
            cite=cite,
        )

    # --- play

    def card(self, cite: str) -> Procedure[Card]:
        """The next card, from chance."""
        answer = yield Draw(self.device, self.remaining, cite, self.continuous)
        assert isinstance(answer, Answer)
        return self.take(answer.says)

    def take(self, card: Card) -> Card:
        """A card known to have left the shoe."""
        assert isinstance(self.remaining, dict)
        self.remaining[card] -= 1
        self.left -= 1
        self.drawn.append(card)
        return card

    def put_back(self, card: Card) -> None:
        """A card taken for this shoe's that turns out to have come from another."""
        assert isinstance(self.remaining, dict)
        self.drawn.remove(card)
        self.remaining[card] += 1
        self.left += 1

    def burn(self, cite: str, *, shown: bool = False) -> Procedure[Card]:
        """One card out of play; only its first viewer, if any, sees it."""
        card = yield from self.card(cite)
        self.discards.append((DEALER, (card,)))
        yield Burned(card, cite=cite, seen_by=None if shown else ())
        return card

    def discard(self, of: Who, cards: Sequence[Card], cite: str, *, shown: bool = False, hand: int = 0) -> Event:
        """One hand to the rack, kept together."""
        self.discards.append((of, tuple(cards)))
        return Discarded(of, tuple(cards), hand, cite=cite, seen_by=None if shown else ())

    @property
    def cover_is_out(self) -> bool:
        """Whether a card from beneath the cover card has been drawn, or the shoe is spent for another reason."""
        return self.state.spent or self.left < self.state.cover

    def gather(self) -> None:
        """What lies in the discard rack, from this round and earlier ones, goes back in; the shoe is spent.

        A card in the rack that was drawn from another shoe has backs of another colour and stays out.
        """
        assert isinstance(self.remaining, dict)
        rack = []
        for card in (card for _, hand in self.discards for card in hand):
            if card in self.drawn:
                self.drawn.remove(card)
                rack.append(card)
        for card in (*self.state.missing, *rack):
            self.remaining[card] += 1
            self.left += 1
        self.discards.clear()
        self.state = msgspec.structs.replace(self.state, missing=(), cover=0, spent=True)

    def after(self) -> ShoeState:
        """The shoe as it stands after the round; a continuous shuffler takes its cards back."""
        if self.continuous:
            return msgspec.structs.replace(self.state, missing=(), shuffled=True)
        missing = (*self.state.missing, *self.drawn)
        return msgspec.structs.replace(self.state, missing=missing, spent=self.cover_is_out, shuffled=True)


def cut(by: Who, cite: str, *, least: int, most: int, default: int | None = None) -> Procedure[int]:
    """Someone cuts the stack ``least`` to ``most`` cards from the top; the default is the middle of these."""
    middle = (least + most) // 2 if default is None else default
    option = Option("cut", least=least, most=most, unit=POSITION)
    answer = yield Election(
        by, "cut", (option,), cite, Option("cut", least=middle, most=middle, unit=POSITION), courtesy=True
    )
    assert isinstance(answer, Answer)
    yield CutMade(answer.by, answer.amount, cite=cite)
    return answer.amount
