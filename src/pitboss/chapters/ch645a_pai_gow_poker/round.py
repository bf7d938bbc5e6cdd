"""What is on the table during a round."""

from collections.abc import Iterator

import msgspec

from pitboss.chapters.ch645a_pai_gow_poker.rules import (
    BANK_LAW,
    EMPERORS,
    FORTUNE,
    MAIN,
    OPTIONAL,
    PROGRESSIVE,
    QUALIFYING,
    Rules,
)
from pitboss.events import Event, Settlement
from pitboss.families.banking import Bank, Centre
from pitboss.families.pai_gow import Place
from pitboss.families.pai_gow_poker.dealing import Deal
from pitboss.families.pai_gow_poker.round import PaiGowRound
from pitboss.families.progressive import Progressive
from pitboss.money import Cents
from pitboss.procedure import DEALER
from pitboss.seating import Seat
from pitboss.wagers import Book, Wager


class Round(PaiGowRound):
    """The round with its bank, the centre of the table, and the winnings of optional wagers."""

    __slots__ = ("bank", "centre", "lammers", "rules", "won")

    def __init__(self, rules: Rules, book: Book, deal: Deal, bank: Bank | None, meter: Progressive | None) -> None:
        banks = [bank.seat] if bank is not None else []
        super().__init__(book, {*book.seats(MAIN), *banks}, deal, meter, PROGRESSIVE)
        self.rules, self.bank = rules, bank
        self.centre = Centre(bank, BANK_LAW, rules.vigorish, rules.payout_rounding) if bank is not None else None
        self.lammers = [(seat, kind) for seat, kind in self.wagers if self._qualifies(seat, kind)]
        self.won: dict[Seat, Cents] = {}  # on optional wagers, by hand

    def _qualifies(self, seat: Seat, kind: str) -> bool:
        """Five dollars or more, whatever the size beyond that (645a.1:Qualifying Wager, I-645a-08)."""
        return kind in (FORTUNE, EMPERORS) and self.wagers[seat, kind].amount >= QUALIFYING

    @property
    def in_play(self) -> bool:
        """Whether there is a wager, against the dealer or against a bank, to deal for."""
        return bool(self.up(MAIN)) or (self.bank is not None and self.bank.dealer_wager > 0)

    @property
    def against(self) -> Place:
        """Whose hands the players face."""
        return self.bank.seat if self.bank is not None else DEALER

    def has_optional(self, seat: Seat) -> bool:
        return any((seat, kind) in self.wagers for kind in OPTIONAL)

    def leaves(self, seat: Seat) -> None:
        super().leaves(seat)
        self.lammers = [(owner, kind) for owner, kind in self.lammers if owner != seat]

    def give_back(self, cite: str) -> Iterator[Event]:
        """With the bank's cover and the dealer's wager; what was forfeited before stays forfeited."""
        yield from super().give_back(cite)
        if self.centre is not None:
            yield from self.centre.voided(cite)

    def lose(self, wager: Wager, *, cite: str, outcome: str) -> Settlement:
        """To the inventory, or to the centre where a player banks."""
        if self.centre is not None and wager.kind == MAIN:
            return self.centre.lost(wager, cite=cite, outcome=outcome)
        return super().lose(wager, cite=cite, outcome=outcome)

    def limited(self, line: Settlement) -> Settlement:
        """645a.13(f), I-645a-12: one hand's optional wagers win no more than the limit together; stakes go back as well."""
        limit, net = self.rules.payout_limit, line.returned - line.stake
        if limit is None or net <= 0:
            return line
        before = self.won.get(line.seat, 0)
        pays = min(net, limit - before)
        self.won[line.seat] = before + pays
        if pays == net:
            return line
        return msgspec.structs.replace(line, returned=line.stake + pays, outcome=f"{line.outcome}, payout limit")
