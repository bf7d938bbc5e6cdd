"""What the cage has to pay: facts for whoever keeps its book, so that an award is paid once.

A part of a meter never comes out of the table inventory where the chapter says so (633a.7(o)(1)(ii)(C) and (2)(ii)(C),
645a.11(h)(4)(ii)(D), 670a.11(h)(3)(i)(B)(IV), 688a.11(h)(3)(i)(B)(4)); 687a does not, so that a table of it pays by itself.
"""

from collections.abc import Iterable

import msgspec

from pitboss.house.people.entries import UNNAMED
from pitboss.house.progressives.moves import Award
from pitboss.house.progressives.periods import local_date
from pitboss.house.progressives.thresholds import needs_w2g
from pitboss.money import Cents


class AwardToPay(msgspec.Struct, frozen=True):
    """An award that the cage pays. ``id`` is table, round, seat and wager: whoever pays under an id that is paid already is to be
    refused. ``of_meter`` reduces the pool, the rest is an award at fixed odds, with the stake where it is handed back."""

    id: str
    table: str
    round: int
    seat: int
    wager: str
    meter: str
    time: str
    amount: Cents
    of_meter: Cents
    w2g: bool
    documented: bool  # the papers are complete, and the cards may be taken up
    corrected: bool  # a correction of its round was agreed to: look at it before paying


def awards_to_pay(awards: Iterable[Award], zone: str = UNNAMED.zone) -> list[AwardToPay]:
    """The awards that no table pays, in order; the clock of the house is in ``zone``."""
    return [
        AwardToPay(
            id=award.id,
            table=award.table,
            round=award.round,
            seat=award.seat,
            wager=award.wager,
            meter=str(award.meter),
            time=award.time,
            amount=award.amount,
            of_meter=award.of_meter,
            w2g=needs_w2g(award.amount, award.stake, local_date(award.time, zone)),
            documented=award.documented,
            corrected=bool(award.corrections),
        )
        for award in awards
        if not award.by_table
    ]
