"""The ledger: double entry, folded from events. Nothing else says where the chips are.

Accounts: ``rack N`` (the chips of the player at seat N), ``layout``, ``inventory`` (the house), ``cage`` (where chips come
from and go to where no money is counted), ``box`` (cash for chips), ``receipts`` (deposits withdrawn at the table), ``checks``
(counter checks), ``carried`` (chips that patrons brought or carried away), ``tips`` (chips in the tip box), ``owed`` (what a
correction gives to somebody who left, until it is paid; below zero: what they owe), and whatever account a ``Transferred`` or
``against`` names. Every event moves chips between two of them, so the sum is zero after every event.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from pitboss.events import (
    Charged,
    Collected,
    Event,
    Paid,
    Refunded,
    Returned,
    Settlement,
    Transferred,
    Wagered,
    Withdrawn,
)
from pitboss.money import Cents

LAYOUT, INVENTORY, CAGE, OWED = "layout", "inventory", "cage", "owed"
BOX, RECEIPTS, CHECKS, CARRIED, TIPS = "box", "receipts", "checks", "carried", "tips"


def rack_of(player: str) -> str:
    """The account of a player's chips, by their name."""
    return f"rack {player}"


class _Racks(dict[int, str]):
    """The account of each seat's own player; seat 0 is the dealer's."""

    def __missing__(self, seat: int) -> str:
        self[seat] = account = rack_of(str(seat))
        return account


RACKS = _Racks({0: INVENTORY})


class Ledger(msgspec.Struct):
    """Balances by account. ``owners`` maps a seat to the rack of its player, where that is not the seat's own."""

    balances: dict[str, Cents] = msgspec.field(default_factory=lambda: {LAYOUT: 0, INVENTORY: 0, CAGE: 0})
    owners: dict[int, str] = {}

    def rack(self, seat: int) -> str:
        """The account of the player at a seat; seat 0 is the dealer, who wagers out of the inventory."""
        return self.owners.get(seat) or RACKS[seat]

    def balance(self, account: str) -> Cents:
        return self.balances.get(account, 0)

    def chips(self, seat: int) -> Cents:
        """What the player at a seat has in the rack."""
        return self.balances.get(self.owners.get(seat) or RACKS[seat], 0)

    def short(self, seats: Iterable[int]) -> Iterator[tuple[int, Cents]]:
        """Of these seats, those whose rack is below zero, and by how much."""
        balances, owners = self.balances, self.owners
        for seat in seats:
            chips = balances.get(owners.get(seat) or RACKS[seat], 0)
            if chips < 0:
                yield seat, -chips

    def move(self, source: str, target: str, amount: Cents) -> None:
        """One transfer: the only way a balance changes."""
        balances = self.balances
        balances[source] = balances.get(source, 0) - amount
        balances[target] = balances.get(target, 0) + amount

    def fold(self, events: Iterable[Event]) -> None:
        """Apply events in order; those that move no chips are skipped."""
        balances, owners = self.balances, self.owners
        layout = house = 0  # nearly every event moves chips of these two accounts: summed up, booked once
        event: Any  # dispatched by class: isinstance on a Struct takes several times as long
        for event in events:
            kind = event.__class__
            if kind not in _OF_MONEY:
                continue
            if kind is Wagered:
                seat = event.seat
                if event.player:
                    owners[seat] = rack_of(event.player)
                rack = owners.get(seat) or RACKS[seat]
                amount = event.amount
                balances[rack] = balances.get(rack, 0) - amount
                layout += amount
            elif kind in _SETTLEMENTS:
                stake, returned = event.stake, event.returned
                if event.stays:
                    stake, returned = 0, returned - stake
                layout -= stake
                house += stake - returned
                if returned:
                    rack = owners.get(event.seat) or RACKS[event.seat]
                    balances[rack] = balances.get(rack, 0) + returned
                if event.against or event.vigorish:
                    self._between(event, stake - returned)
            else:
                _MOVES[kind](self, event)
        balances[LAYOUT] += layout
        balances[INVENTORY] += house

    def _between(self, event: Settlement, gain: Cents) -> None:
        """What else a settlement moves: the bank's gain where a player banks, and vigorish that is collected now."""
        if event.against:
            self.move(INVENTORY, event.against, gain)
        if event.taken:
            self.move(self.rack(event.seat), INVENTORY, event.taken)

    def check(self) -> None:
        """Chips are neither made nor lost."""
        total = sum(self.balances.values())
        assert total == 0, f"The ledger is out of balance by {total} cents."


def _withdrawn(ledger: Ledger, event: Withdrawn) -> None:
    ledger.move(LAYOUT, ledger.rack(event.seat), event.amount)


def _charged(ledger: Ledger, event: Charged) -> None:
    ledger.move(ledger.rack(event.seat), INVENTORY, event.amount)


def _refunded(ledger: Ledger, event: Refunded) -> None:
    ledger.move(INVENTORY, ledger.rack(event.seat), event.amount)


def _transferred(ledger: Ledger, event: Transferred) -> None:
    ledger.move(event.source, event.target, event.amount)


_SETTLEMENTS = frozenset({Paid, Collected, Returned})
_MOVES: dict[type[Event], Callable[[Ledger, Event], None]] = {
    Withdrawn: _withdrawn,  # type: ignore[dict-item]
    Charged: _charged,  # type: ignore[dict-item]
    Refunded: _refunded,  # type: ignore[dict-item]
    Transferred: _transferred,  # type: ignore[dict-item]
}
_OF_MONEY = frozenset({*_SETTLEMENTS, Wagered, *_MOVES})
