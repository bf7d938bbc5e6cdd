"""Spoken wagers with cash: they count if the dealer confirms them and changes the cash into chips.

The dealer is asked to say so when betting is closed (I-GEN-13, I-GEN-39), once for each seat.
"""

from collections.abc import Iterable

from pitboss.procedure import DEALER, Procedure, attest
from pitboss.seating import Seat

CASH_CONVERTED = "cash converted"  # what the dealer is asked, by kind


def cash_converted(seats: Iterable[Seat], cite: str) -> Procedure[None]:
    """The dealer confirms the spoken wagers of these seats, and says that their cash was changed."""
    what = "confirmed the spoken wager and converted its cash into value chips"
    for seat in dict.fromkeys(seats):
        yield from attest(DEALER, what, cite, kind=CASH_CONVERTED, seat=seat)
