"""What a patron played in this gaming day before the floor found out who they are: it counts against their own limits, too."""

from itertools import takewhile
from typing import TYPE_CHECKING, Any

from pitboss.events import Wagered, Withdrawn
from pitboss.house.cage.entries import Played
from pitboss.house.clock import seconds
from pitboss.house.host import patrons
from pitboss.house.table import entries
from pitboss.house.table.seats import player_name
from pitboss.house.table.table import Table
from pitboss.ledger import Ledger, rack_of

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

OF_WAGERS = ("step", "seat_moved")  # kinds of entry that tell of wagers, and where they went


def played_today(host: "Host", table: Table, patron: int, person: str) -> list[Played]:
    """One report for the cage, of rounds that are over; nothing where they wagered nothing."""
    allowances = host.house.allowances
    if allowances is None:
        return []
    first = table.play.first if table.round is not None else table.journal.sequence + 1
    day, rack = allowances.day(), rack_of(player_name(patron))
    begins = day.begins.timestamp()
    today = takewhile(lambda entry: seconds(entry.time) >= begins, patrons.latest(host, table, *OF_WAGERS))
    ledger, wagered = Ledger(), 0
    for entry in reversed([entry for entry in today if entry.sequence < first]):
        made: Any = entries.DECODERS[entry.kind].decode(entry.payload)
        if isinstance(made, entries.SeatMoved):
            if made.seat in ledger.owners:
                ledger.owners[made.to] = ledger.owners.pop(made.seat)
            continue
        ledger.fold(made.events)
        for event in made.events:
            if isinstance(event, Wagered | Withdrawn) and ledger.rack(event.seat) == rack:
                wagered += event.amount if isinstance(event, Wagered) else -event.amount
    if not wagered:
        return []
    returned = wagered + ledger.balance(rack)
    return [Played(person, table.name, day.date, 0, wagered, returned, key=allowances.new_key())]
