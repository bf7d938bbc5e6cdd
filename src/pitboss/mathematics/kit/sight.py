"""What one seat sees of its table, round after round: its wagers, the cards that are out, and the question it is asked.

``Sight`` is folded from events and never looks into a procedure, so that whoever drives the rounds (terminal, library,
house, strategies) may keep one: hand it every event that a round returns, those before the first question included, and
ask for a ``Situation`` when the seat is asked something. ``CardsOut`` is the fold of the cards alone; a game's
``judging`` folds the events of a situation with it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from pitboss.events import (
    Burned,
    CutMade,
    Dealt,
    Discarded,
    Event,
    Moved,
    Revealed,
    RoundOpened,
    Settlement,
    Shuffled,
    Wagered,
    Withdrawn,
    visible,
)
from pitboss.mathematics.kit.judging import Place, Situation
from pitboss.money import Cents
from pitboss.procedure import Election, Who
from pitboss.submission import RulesSubmission


class CardsOut:
    """The cards that a viewer knows to be out of the shoe: ``held`` in hands on the table, and in the ``rack``.

    A shuffle empties the rack, also in the middle of a round, when all that is not on the table goes back into the shoe.
    A shoe that is not cut after its shuffle shuffles continuously, and takes its cards back after every round.
    """

    def __init__(self, gone: Mapping[str, int] | None = None) -> None:
        self.rack: Counter[str] = Counter(gone or {})
        self.held: dict[tuple[Who, int], list[str]] = {}
        self.ahead: list[str] = []  # shown before it is dealt: the next card of the shoe, known to everybody
        self._dealt_to: set[Who] = set()
        self._keeps = True  # whether what was dealt stays out after the round

    def fold(self, events: Iterable[Event]) -> "CardsOut":
        """Take account of events as the viewer sees them."""
        for event in events:
            match event:
                case RoundOpened():
                    self._next_round()
                case Shuffled():
                    self.rack.clear()
                    self._keeps = False
                case CutMade():
                    self._keeps = True
                case Burned(card=card) if card:
                    self.rack[card] += 1
                case Dealt(to=to, card=card, hand=hand):
                    self._dealt_to.add(to)
                    self._no_longer_ahead((card,))
                    self.held.setdefault((to, hand), []).append(card)
                case Revealed(of=of, cards=cards, hand=hand):
                    self._reveal(of, hand, cards)
                case Discarded(of=of, cards=cards, hand=hand):
                    self._discard(of, hand, cards)
                case _:
                    pass
        return self

    def _next_round(self) -> None:
        if not self._keeps:
            self.rack.clear()
        else:
            self.rack += self.on_table()
        self.held.clear()
        self.ahead.clear()
        self._dealt_to.clear()

    def _reveal(self, of: Who, hand: int, cards: tuple[str, ...]) -> None:
        if of not in self._dealt_to and not isinstance(of, int):
            self.ahead += [card for card in cards if card]
            return
        known = self.held.get((of, hand), [])
        if any(cards) or len(known) != len(cards):
            self.held[of, hand] = list(cards)

    def _discard(self, of: Who, hand: int, cards: tuple[str, ...]) -> None:
        """A hand goes to the rack; a single card that is nobody's hand (found face up, drawn in error) goes there too."""
        known = self.held.get((of, hand))
        if known is not None and len(known) == len(cards):
            del self.held[of, hand]
            cards = tuple(new or old for new, old in zip(cards, known, strict=True))
        self._no_longer_ahead(cards)
        self.rack.update(card for card in cards if card)

    def _no_longer_ahead(self, cards: Iterable[str]) -> None:
        for card in cards:
            if card in self.ahead:
                self.ahead.remove(card)

    def on_table(self) -> Counter[str]:
        """The faces that lie on the table, and those that were shown before they are dealt."""
        found = Counter(self.ahead)
        for cards in self.held.values():
            found.update(card for card in cards if card)
        return found

    @property
    def out(self) -> Counter[str]:
        """Every card that is known not to be in the shoe."""
        return self.rack + self.on_table()


class Sight:
    """What one seat has seen so far. ``hear`` takes events as the round returns them and looks only at what the seat may.

    ``gone`` are cards that the seat saw leave the shoe before; without them, the shoe is full as far as it knows.
    """

    def __init__(self, seat: int, gone: Mapping[str, int] | None = None) -> None:
        self.seat = seat
        self.events: list[Event] = []  # of this round
        self.wagers: dict[Place, Cents] = {}
        self._cards, self._gone = CardsOut(gone), Counter(gone or {})

    def hear(self, events: Iterable[Event]) -> None:
        """Take account of what happened next."""
        for event in events:
            seen = visible(event, self.seat)
            self._cards.fold((seen,))
            if isinstance(seen, RoundOpened):
                self.events.clear()
                self._gone = Counter(self._cards.rack)
            elif isinstance(seen, Shuffled):
                self._gone.clear()
            self.events.append(seen)
            self._money(seen)

    def _money(self, event: Event) -> None:
        match event:
            case Wagered(seat=self.seat):
                self._move((event.wager, event.on, event.hand), event.amount)
            case Withdrawn(seat=self.seat):
                self._move((event.wager, event.on, event.hand), -event.amount)
            case Moved(seat=self.seat):
                self._move((event.wager, event.on, event.hand), -event.amount)
                self._move((event.wager, event.to, event.hand), event.amount)
            case Settlement(seat=self.seat) if not event.stays:
                self._move((event.wager, event.on, event.hand), -event.stake)
            case _:
                pass

    def _move(self, place: Place, amount: Cents) -> None:
        up = self.wagers.get(place, 0) + amount
        if up > 0:
            self.wagers[place] = up
        else:
            self.wagers.pop(place, None)

    def situation(self, rules: RulesSubmission, election: Election) -> Situation:
        """The question that this seat is asked now, with all that it knows."""
        return Situation(rules, self.seat, election, tuple(self.events), dict(self.wagers), dict(self._gone))
