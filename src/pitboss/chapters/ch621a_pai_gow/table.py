"""What a table keeps between rounds, and what lies on it in one round."""

import msgspec

from pitboss.chapters.ch621a_pai_gow.delivery import PLACES, Hand
from pitboss.chapters.ch621a_pai_gow.hands import Setting
from pitboss.chapters.ch621a_pai_gow.rules import Rules, StartSelector
from pitboss.equipment.shoe import ShoeState
from pitboss.procedure import DEALER, Who
from pitboss.seating import Seat
from pitboss.wagers import Book, Wager


class Table(msgspec.Struct, frozen=True):
    """Between rounds. ``tiles`` not mixed yet: a set new to the table, or an idle table (621a.9(b), I-621a-10)."""

    tiles: ShoeState = ShoeState()


def open_table(rules: Rules) -> Table:
    return Table()


class Round:
    """One round: the wagers still up, four tiles at every place, and the hands that were set of them."""

    __slots__ = ("bank", "co_bank", "hands", "players", "rules", "settings", "wagers")

    def __init__(self, rules: Rules, book: Book) -> None:
        self.rules = rules
        self.wagers: dict[Seat, Wager] = {wager.seat: wager for wager in book.wagers()}
        self.players = {seat: book.player(seat) for seat in self.wagers}
        self.bank: Seat = 0
        self.co_bank = False
        self.hands: dict[Who, Hand] = {}
        self.settings: dict[Who, Setting] = {}

    @property
    def first(self) -> Who:
        """Who is number one in the count: the bank, or the dealer."""
        return self.bank or DEALER

    @property
    def empty(self) -> list[Seat]:
        """The betting positions without a wager, counterclockwise."""
        return [place for place in PLACES if isinstance(place, int) and place not in (self.bank, *self.wagers)]

    @property
    def uses_rng(self) -> bool:
        """621a.6(a)(1), I-621a-02: a number generator finds the start, but never for a player bank."""
        return self.rules.start_selector is StartSelector.RNG and not self.bank
