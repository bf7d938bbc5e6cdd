"""What is on the table during a round."""

from collections.abc import Mapping

from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import PROGRESSIVE, RAISE, TRIPS, Rules
from pitboss.equipment.cards import Card
from pitboss.families.poker_ranks import Hand
from pitboss.families.progressive import Progressive
from pitboss.seating import Seat
from pitboss.wagers import Wager

SET_ASIDE = "set_aside"
Wagers = dict[tuple[Seat, str], Wager]


class Round:
    """What is on the table during a round: wagers still up, hands, the card set aside, the meter, who sits where."""

    __slots__ = (
        "acted",
        "dealer",
        "decided",
        "folded",
        "hands",
        "jackpots",
        "meter",
        "players",
        "progressives",
        "rules",
        "set_aside",
        "shown",
        "wagers",
    )

    def __init__(self, rules: Rules, wagers: Wagers, players: Mapping[Seat, str], meter: Progressive | None) -> None:
        self.rules, self.wagers, self.players, self.meter = rules, wagers, players, meter
        self.hands: dict[Seat, list[Card]] = {}
        self.dealer: list[Card] = []
        self.set_aside: Card = ""
        self.shown = False  # whether the card set aside was turned
        self.acted = False  # whether anyone has raised or folded
        self.decided = False  # whether everyone has
        self.folded: list[Seat] = []
        self.jackpots: list[tuple[Wager, Hand]] = []  # paid when every hand has been settled
        self.progressives = self.seats(PROGRESSIVE)  # who wagered on it, settled or not

    def seats(self, kind: str) -> list[Seat]:
        """The seats with a wager of this kind, from the dealer's left."""
        return sorted(seat for seat, name in self.wagers if name == kind)

    def take(self, seat: Seat, kind: str) -> Wager | None:
        """Take a wager off the layout, to be settled."""
        return self.wagers.pop((seat, kind), None)

    def live(self, seat: Seat) -> bool:
        """(c) Whether a hand stays on the table: it has a Raise, Trips or Progressive Wager."""
        return any((seat, kind) in self.wagers for kind in (RAISE, TRIPS, PROGRESSIVE))
