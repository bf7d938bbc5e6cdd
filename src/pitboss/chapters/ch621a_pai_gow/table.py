"""The state of the table between rounds, and what is on it during one round."""

import msgspec

from pitboss.chapters.ch621a_pai_gow.delivery import DEAD_HAND, PLACES, Hand
from pitboss.chapters.ch621a_pai_gow.hands import Setting, set_hands
from pitboss.chapters.ch621a_pai_gow.rules import BANK_LAW, Rules, StartSelector
from pitboss.equipment.shoe import ShoeState
from pitboss.equipment.tiles import Tile
from pitboss.events import Collected, Discarded
from pitboss.families.banking import Bank, BankState, Centre
from pitboss.game import RoundStart
from pitboss.money import Cents
from pitboss.procedure import DEALER, Who
from pitboss.seating import Seat
from pitboss.wagers import Book, Wager, collected


class Table(msgspec.Struct, frozen=True):
    """The state between rounds."""

    tiles: ShoeState = (
        ShoeState()
    )  # not shuffled: the set is new to the table, or the table was idle (621a.9(b), I-621a-10)
    bank: BankState = BankState()

    @property
    def fresh(self) -> bool:
        """Whether the game is just starting."""
        return not self.tiles.shuffled

    def begins(self, start: RoundStart) -> "Table":
        """The state at the start of a round: at a table that was reopened or idle the game starts again (621a.4(g), I-GEN-38)."""
        return Table() if start.reopened else self


def open_table(rules: Rules) -> Table:
    return Table()


class Round:
    """One round: the wagers still up, four tiles at every place, the hands set of them, and the bank, if any."""

    __slots__ = ("bank", "centre", "exposed", "hands", "players", "rules", "settings", "shown", "unseen", "wagers")

    def __init__(self, rules: Rules, book: Book, bank: Bank | None) -> None:
        self.rules, self.bank = rules, bank
        self.wagers: dict[Seat, Wager] = {wager.seat: wager for wager in book.wagers()}
        self.players = {seat: book.player(seat) for seat in self.wagers} | ({bank.seat: bank.player} if bank else {})
        self.centre = Centre(bank, BANK_LAW, rules.vigorish, rules.payout_rounding) if bank else None
        self.hands: dict[Who, Hand] = {}
        self.settings: dict[Who, Setting] = {}
        self.unseen: dict[Who, tuple[Tile, ...]] = {}  # low hands of tiles that only their player knows
        self.exposed: list[Seat] = []  # who has yet to decide whether to play on
        self.shown: list[Who] = []  # the places of dealer and bank, once their hands are face up

    def setting(self, place: Who) -> Setting:
        """How the hands of a place are set; those that were set unseen are looked at now."""
        if place in self.unseen:
            self.settings[place] = set_hands(self.hands[place], self.unseen[place])
            del self.unseen[place]
        return self.settings[place]

    @property
    def first(self) -> Who:
        """Number one in the count, whom all others wager against: the bank, or else the dealer."""
        return self.bank.seat if self.bank else DEALER

    @property
    def uses_rng(self) -> bool:
        """621a.6(a)(1), I-621a-02: a number generator finds the start, but never in a banked round."""
        return self.rules.start_selector is StartSelector.RNG and not self.bank

    @property
    def dealer_plays(self) -> bool:
        """621a.9(n): against a bank the dealer has hands only with a wager."""
        return not self.bank or bool(self.bank.dealer_wager)

    @property
    def setters(self) -> list[Seat]:
        """The seats that set hands: all with a wager, and a bank that is not shared with the dealer (621a.9(e))."""
        return [*self.wagers, *([self.bank.seat] if self.bank and not self.bank.shared else [])]

    @property
    def empty(self) -> list[Who]:
        """The places whose tiles nobody plays, besides the Dead Hand."""
        in_play = {DEAD_HAND, self.first, *self.wagers, *([DEALER] if self.dealer_plays else [])}
        return [place for place in PLACES if place not in in_play]

    def stake(self, seat: Seat) -> Cents:
        """What a seat has wagered; a bank has no wager."""
        return self.wagers[seat].amount if seat in self.wagers else 0

    def lost(self, seat: Seat, *, cite: str, outcome: str) -> Collected:
        """A wager is lost: to the house, or to the centre of the table where a player banks."""
        wager = self.wagers.pop(seat)
        if self.centre:
            return self.centre.lost(wager, cite=cite, outcome=outcome)
        return collected(wager, cite=cite, outcome=outcome)

    def gathered(self, place: Who, cite: str) -> Discarded:
        """Tiles taken from a place, unseen."""
        return Discarded(place, self.hands[place], cite=cite, seen_by=())
