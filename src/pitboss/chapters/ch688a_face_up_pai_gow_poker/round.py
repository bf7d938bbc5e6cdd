"""What is on the table during a round."""

from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import (
    FORTUNE,
    MAIN,
    OPTIONAL,
    PROGRESSIVE,
    QUALIFYING,
    Rules,
)
from pitboss.families.pai_gow_poker.dealing import Deal
from pitboss.families.pai_gow_poker.round import PaiGowRound
from pitboss.families.progressive import Progressive
from pitboss.seating import Seat
from pitboss.wagers import Book, Wager


class Round(PaiGowRound):
    """The round with its lammers and jackpots.

    ``lammers`` are the wagers that draw Envy Bonuses; ``fortunes`` the seats with a Fortune Bonus Wager, settled or not;
    ``jackpots`` the wagers that won the whole meter, and on which line, which are paid when all hands are shown.
    """

    __slots__ = ("fortunes", "jackpots", "lammers", "rules")

    def __init__(self, rules: Rules, book: Book, deal: Deal, meter: Progressive | None) -> None:
        super().__init__(book, book.seats(MAIN), deal, meter, PROGRESSIVE)
        self.rules = rules
        self.fortunes = frozenset(self.up(FORTUNE))
        self.jackpots: list[tuple[Wager, str]] = []
        self.lammers = [(seat, kind) for seat, kind in self.wagers if self._qualifies(seat, kind)]

    def _qualifies(self, seat: Seat, kind: str) -> bool:
        """Five dollars or more (688a.1:Qualifying Wager); of the Progressive, only one paytable takes that (I-688a-14)."""
        return kind in (FORTUNE, PROGRESSIVE) and self.wagers[seat, kind].amount >= QUALIFYING

    def has_optional(self, seat: Seat) -> bool:
        return any((seat, kind) in self.wagers for kind in OPTIONAL)

    def leaves(self, seat: Seat) -> None:
        super().leaves(seat)
        self.lammers = [(owner, kind) for owner, kind in self.lammers if owner != seat]
