"""What is on the table during a round."""

from pitboss.chapters.ch670a_six_card_fortune.rules import FORTUNE, MAIN, OPTIONAL, PROGRESSIVE, Rules
from pitboss.families.pai_gow_poker.dealing import Deal
from pitboss.families.pai_gow_poker.round import PaiGowRound
from pitboss.families.progressive import Progressive
from pitboss.money import Cents
from pitboss.seating import Seat
from pitboss.wagers import Book


class Round(PaiGowRound):
    """The round with its wagers that draw Envy Bonuses.

    ``lammers`` and ``progressives`` are the wagers that draw Envy Bonuses, by seat, settled or not.
    """

    __slots__ = ("lammers", "progressives", "rules")

    def __init__(self, rules: Rules, book: Book, deal: Deal, meter: Progressive | None) -> None:
        super().__init__(book, book.seats(MAIN), deal, meter, PROGRESSIVE)
        self.rules = rules
        self.lammers: dict[Seat, Cents] = {
            seat: book.amount(seat, FORTUNE) for seat in self.up(FORTUNE) if rules.draws_envy(book.amount(seat, FORTUNE))
        }  # fmt: skip
        self.progressives: dict[Seat, Cents] = {seat: book.amount(seat, PROGRESSIVE) for seat in self.up(PROGRESSIVE)}

    def has_optional(self, seat: Seat) -> bool:
        return any((seat, kind) in self.wagers for kind in OPTIONAL)

    def leaves(self, seat: Seat) -> None:
        super().leaves(seat)
        self.lammers.pop(seat, None)
        self.progressives.pop(seat, None)
