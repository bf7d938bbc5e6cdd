"""The ledger: double entry, folded from events. Nothing else says where the chips are.

Accounts: ``rack N`` (the chips of the player at seat N), ``layout``, ``inventory`` (the house), ``cage``
(where chips come from and go to), and whatever account a ``Transferred`` or ``against`` names. Every event
moves chips between two of them, so the sum is zero after every event.
"""

from collections.abc import Callable, Iterable

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

LAYOUT, INVENTORY, CAGE = "layout", "inventory", "cage"


class Ledger:
    """Balances by account. ``owners`` maps a seat to a rack when one player holds several seats."""

    __slots__ = ("balances", "owners")

    def __init__(self) -> None:
        self.balances: dict[str, Cents] = {LAYOUT: 0, INVENTORY: 0, CAGE: 0}
        self.owners: dict[int, str] = {}

    def rack(self, seat: int) -> str:
        """The account of the player at a seat; seat 0 is the dealer, who wagers out of the inventory."""
        account = self.owners.get(seat)
        if account is None:
            account = self.owners[seat] = f"rack {seat}" if seat else INVENTORY
        return account

    def balance(self, account: str) -> Cents:
        return self.balances.get(account, 0)

    def move(self, source: str, target: str, amount: Cents) -> None:
        """One transfer: the only way a balance changes."""
        balances = self.balances
        balances[source] = balances.get(source, 0) - amount
        balances[target] = balances.get(target, 0) + amount

    def fold(self, events: Iterable[Event]) -> None:
        """Apply events in order; those that move no chips are passed over."""
        for event in events:
            apply = _MOVES.get(type(event))
            if apply is not None:
                apply(self, event)

    def check(self) -> None:
        """Chips are neither made nor lost."""
        total = sum(self.balances.values())
        assert total == 0, f"The ledger is out of balance by {total} cents."


# A roulette round settles dozens of wagers; these two write the balances themselves instead of calling move.


def _wagered(ledger: Ledger, event: Wagered) -> None:
    seat, amount, balances = event.seat, event.amount, ledger.balances
    if event.player:
        ledger.owners[seat] = f"rack {event.player}"
    rack = ledger.owners.get(seat) or ledger.rack(seat)
    balances[rack] = balances.get(rack, 0) - amount
    balances[LAYOUT] += amount


def _withdrawn(ledger: Ledger, event: Withdrawn) -> None:
    ledger.move(LAYOUT, ledger.rack(event.seat), event.amount)


def _settled(ledger: Ledger, event: Settlement) -> None:
    stake, returned, balances = event.stake, event.returned, ledger.balances
    rack, other = ledger.owners.get(event.seat) or ledger.rack(event.seat), event.against or INVENTORY
    if event.stays:
        stake, returned = 0, returned - stake
    balances[LAYOUT] -= stake
    balances[rack] = balances.get(rack, 0) + returned
    balances[other] = balances.get(other, 0) + stake - returned
    if event.vigorish and not event.deferred and not event.prepaid:
        ledger.move(rack, INVENTORY, event.vigorish)


def _charged(ledger: Ledger, event: Charged) -> None:
    ledger.move(ledger.rack(event.seat), INVENTORY, event.amount)


def _refunded(ledger: Ledger, event: Refunded) -> None:
    ledger.move(INVENTORY, ledger.rack(event.seat), event.amount)


def _transferred(ledger: Ledger, event: Transferred) -> None:
    ledger.move(event.source, event.target, event.amount)


_MOVES: dict[type[Event], Callable[[Ledger, Event], None]] = {
    Wagered: _wagered,  # type: ignore[dict-item]
    Withdrawn: _withdrawn,  # type: ignore[dict-item]
    Paid: _settled,  # type: ignore[dict-item]
    Collected: _settled,  # type: ignore[dict-item]
    Returned: _settled,  # type: ignore[dict-item]
    Charged: _charged,  # type: ignore[dict-item]
    Refunded: _refunded,  # type: ignore[dict-item]
    Transferred: _transferred,  # type: ignore[dict-item]
}
