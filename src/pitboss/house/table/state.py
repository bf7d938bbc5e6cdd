"""The state of a table: exactly what a snapshot of it holds, in parts. Each part stands with the entries that change it."""

import msgspec

from pitboss.house.table.disputes import Disputes
from pitboss.house.table.equipment import Equipment
from pitboss.house.table.felt import FeltState
from pitboss.house.table.filing import FilingState
from pitboss.house.table.pledges import ChanceState
from pitboss.house.table.seats import Seats
from pitboss.house.table.standing import Standing
from pitboss.ledger import Ledger


class TableState(msgspec.Struct):
    """What lasts from round to round. The names of all fields of all parts differ: a snapshot is flat."""

    filing: FilingState = msgspec.field(default_factory=FilingState)
    felt: FeltState = msgspec.field(default_factory=FeltState)
    ledger: Ledger = msgspec.field(default_factory=Ledger)
    seats: Seats = msgspec.field(default_factory=Seats)
    chance: ChanceState = msgspec.field(default_factory=ChanceState)
    equipment: Equipment = msgspec.field(default_factory=Equipment)
    standing: Standing = msgspec.field(default_factory=Standing)
    disputes: Disputes = msgspec.field(default_factory=Disputes)
