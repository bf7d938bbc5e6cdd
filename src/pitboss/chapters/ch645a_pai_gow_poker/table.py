"""One round: the wagers still up, the cards, the hands that were set of them, the bank, the meter."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from pitboss.chapters.ch645a_pai_gow_poker.rules import (
    BANK_LAW,
    EMPERORS,
    FORTUNE,
    KINDS,
    MAIN,
    OPTIONAL,
    PROGRESSIVE,
    QUALIFYING,
    Rules,
)
from pitboss.equipment.cards import Card
from pitboss.events import Event, Settlement
from pitboss.families.banking import Bank, Centre
from pitboss.families.house_ways import Setting
from pitboss.families.pai_gow_dealing import Deal, Place
from pitboss.families.progressive import Progressive
from pitboss.money import Cents
from pitboss.procedure import DEALER
from pitboss.seating import Seat, counterclockwise
from pitboss.wagers import Book, Wager, returned


class Round:
    """What setting and settlement look at. ``seats`` are those whose hands are in play, counterclockwise."""

    __slots__ = ("bank", "centre", "deal", "lammers", "meter", "players", "rules", "seats", "settings", "wagers", "won")

    def __init__(self, rules: Rules, book: Book, deal: Deal, bank: Bank | None, meter: Progressive | None) -> None:
        self.rules, self.deal, self.bank, self.meter = rules, deal, bank, meter
        self.wagers: dict[tuple[Seat, str], Wager] = {(wager.seat, wager.kind): wager for wager in book.wagers()}
        self.centre = Centre(bank, BANK_LAW, rules.vigorish) if bank is not None else None
        banks = [bank.seat] if bank is not None else []
        self.seats = counterclockwise({*(seat for seat, kind in self.wagers if kind == MAIN), *banks})
        self.players: Mapping[Seat, str] = {seat: book.player(seat) for seat in self.seats}
        self.lammers = [(seat, kind) for seat, kind in self.wagers if self._qualifies(seat, kind)]
        self.settings: dict[Place, Setting] = {}
        self.won: dict[Seat, Cents] = {}  # on optional wagers, by hand

    def _qualifies(self, seat: Seat, kind: str) -> bool:
        """Five dollars or more, whatever the size beyond that (645a.1:Qualifying Wager, I-645a-08)."""
        return kind in (FORTUNE, EMPERORS) and self.wagers[seat, kind].amount >= QUALIFYING

    @property
    def in_play(self) -> bool:
        """Whether there is a wager against the dealer, or against a bank, to deal for."""
        return any(kind == MAIN for _, kind in self.wagers) or (self.bank is not None and self.bank.dealer_wager > 0)

    @property
    def against(self) -> Place:
        """Whose hands the players face."""
        return self.bank.seat if self.bank is not None else DEALER

    def cards(self, seat: Seat) -> Sequence[Card]:
        return self.deal.hands[seat]

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
        self.lammers = [(owner, kind) for owner, kind in self.lammers if owner != seat]

    # --- handing back, and the limit

    def give_back(self, cite: str) -> Iterator[Event]:
        """I-GEN-08: every wager, what the Progressive had put on the meter, the bank's cover and the dealer's wager."""
        for seat in counterclockwise({seat for seat, _ in self.wagers}):
            yield from self.give_back_to(seat, cite)
        if self.centre is not None:
            yield from self.centre.voided(cite)
        elif self.bank is not None:
            yield from self.bank.given_back(cite)

    def give_back_to(self, seat: Seat, cite: str) -> Iterator[Event]:
        """One player's wagers, all of them (I-645a-20)."""
        if self.meter is not None and (seat, PROGRESSIVE) in self.wagers:
            yield from self.meter.reverse([seat])
        for kind in KINDS:
            if wager := self.take(seat, kind):
                yield returned(wager, cite=cite, outcome="void")

    def limited(self, line: Settlement) -> Settlement:
        """645a.13(f), I-645a-12: what one hand's optional wagers win together ends at the limit; stakes come besides."""
        limit, net = self.rules.payout_limit, line.returned - line.stake
        if limit is None or net <= 0:
            return line
        before = self.won.get(line.seat, 0)
        pays = min(net, limit - before)
        self.won[line.seat] = before + pays
        if pays == net:
            return line
        return msgspec.structs.replace(line, returned=line.stake + pays, outcome=f"{line.outcome}, payout limit")
