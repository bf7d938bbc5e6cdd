"""One round: the wagers still up, the cards, the hands that were set of them, the meter."""

from collections.abc import Iterator, Mapping, Sequence

from pitboss.chapters.ch670a_six_card_fortune.rules import (
    FORTUNE,
    KINDS,
    MAIN,
    OPTIONAL,
    PROGRESSIVE,
    Rules,
)
from pitboss.equipment.cards import Card
from pitboss.events import Event
from pitboss.families.house_ways import Setting
from pitboss.families.pai_gow_dealing import Deal, Place
from pitboss.families.progressive import Progressive
from pitboss.money import Cents
from pitboss.seating import Seat, counterclockwise
from pitboss.wagers import Book, Wager, returned


class Round:
    """What setting and settlement look at. ``seats`` are those whose hands are in play, counterclockwise.

    ``lammers`` and ``progressives`` are the wagers that draw Envy Bonuses, by seat, settled or not.
    """

    __slots__ = ("deal", "lammers", "meter", "players", "progressives", "rules", "seats", "settings", "wagers")

    def __init__(self, rules: Rules, book: Book, deal: Deal, meter: Progressive | None) -> None:
        self.rules, self.deal, self.meter = rules, deal, meter
        self.wagers: dict[tuple[Seat, str], Wager] = {(wager.seat, wager.kind): wager for wager in book.wagers()}
        self.seats = counterclockwise(book.seats(MAIN))
        self.players: Mapping[Seat, str] = {seat: book.player(seat) for seat in self.seats}
        self.lammers: dict[Seat, Cents] = {
            seat: book.amount(seat, FORTUNE) for seat in self.up(FORTUNE) if rules.draws_envy(book.amount(seat, FORTUNE))
        }  # fmt: skip
        self.progressives: dict[Seat, Cents] = {seat: book.amount(seat, PROGRESSIVE) for seat in self.up(PROGRESSIVE)}
        self.settings: dict[Place, Setting] = {}

    def cards(self, place: Place) -> Sequence[Card]:
        return self.deal.hands[place]

    def up(self, kind: str) -> list[Seat]:
        """The seats with a wager of this kind, counterclockwise."""
        return [seat for seat in self.seats if (seat, kind) in self.wagers]

    def take(self, seat: Seat, kind: str) -> Wager | None:
        """A wager off the layout, to be settled."""
        return self.wagers.pop((seat, kind), None)

    def has_optional(self, seat: Seat) -> bool:
        return any((seat, kind) in self.wagers for kind in OPTIONAL)

    def leaves(self, seat: Seat) -> None:
        """A hand is out of the round: void, or abandoned."""
        self.seats = [other for other in self.seats if other != seat]
        self.lammers.pop(seat, None)
        self.progressives.pop(seat, None)

    # --- handing back

    def give_back(self, cite: str) -> Iterator[Event]:
        """I-GEN-08: every wager, and what the Progressive had put on the meter."""
        for seat in list(self.seats):
            yield from self.give_back_to(seat, cite)

    def give_back_to(self, seat: Seat, cite: str) -> Iterator[Event]:
        """One player's wagers, all of them."""
        if self.meter is not None and (seat, PROGRESSIVE) in self.wagers:
            yield from self.meter.reverse([seat])
        for kind in KINDS:
            if wager := self.take(seat, kind):
                yield returned(wager, cite=cite, outcome="void")
