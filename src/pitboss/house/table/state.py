"""The state of a table: exactly what a snapshot of it holds, in parts. Each part stands with the entries that change it."""

import msgspec

from pitboss.house.table.disputes import Disputes
from pitboss.house.table.equipment import Equipment
from pitboss.house.table.felt import Felt
from pitboss.house.table.filing import Filing
from pitboss.house.table.pledges import Chance
from pitboss.house.table.seats import Seats
from pitboss.house.table.standing import Standing
from pitboss.ledger import Ledger


class TableState(msgspec.Struct):
    """What lasts from round to round. The names of all fields of all parts differ: a snapshot is flat."""

    filing: Filing = msgspec.field(default_factory=Filing)
    felt: Felt = msgspec.field(default_factory=Felt)
    ledger: Ledger = msgspec.field(default_factory=Ledger)
    seats: Seats = msgspec.field(default_factory=Seats)
    chance: Chance = msgspec.field(default_factory=Chance)
    equipment: Equipment = msgspec.field(default_factory=Equipment)
    standing: Standing = msgspec.field(default_factory=Standing)
    disputes: Disputes = msgspec.field(default_factory=Disputes)
