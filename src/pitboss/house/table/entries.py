"""The entries of a table's journal: every kind, with its decoder. Each is declared in the part of the table that it changes.

``step`` entries (answers and events) are defined in ``pitboss.journal``; the others record what happens around the rounds.
"""

import msgspec

from pitboss.house.table.disputes import (
    Adjustment as Adjustment,
)
from pitboss.house.table.disputes import (
    CorrectionDecided as CorrectionDecided,
)
from pitboss.house.table.disputes import (
    CorrectionProposed as CorrectionProposed,
)
from pitboss.house.table.disputes import (
    IncidentReported as IncidentReported,
)
from pitboss.house.table.disputes import (
    OwedSettled as OwedSettled,
)
from pitboss.house.table.disputes import (
    Payee as Payee,
)
from pitboss.house.table.equipment import (
    DutyDone as DutyDone,
)
from pitboss.house.table.equipment import (
    Signed as Signed,
)
from pitboss.house.table.equipment import (
    ThingBrought as ThingBrought,
)
from pitboss.house.table.equipment import (
    ThingMoved as ThingMoved,
)
from pitboss.house.table.equipment import (
    ThingSigned as ThingSigned,
)
from pitboss.house.table.filing import NEEDS_TIME as NEEDS_TIME
from pitboss.house.table.filing import USUAL_BETTING_SECONDS as USUAL_BETTING_SECONDS
from pitboss.house.table.filing import (
    Founded as Founded,
)
from pitboss.house.table.filing import (
    RulesAdopted as RulesAdopted,
)
from pitboss.house.table.filing import (
    RulesChanged as RulesChanged,
)
from pitboss.house.table.filing import (
    RulesScheduled as RulesScheduled,
)
from pitboss.house.table.filing import (
    RulesUnscheduled as RulesUnscheduled,
)
from pitboss.house.table.filing import (
    Settings as Settings,
)
from pitboss.house.table.filing import (
    SettingsChanged as SettingsChanged,
)
from pitboss.house.table.payload import COMMAND_NAME as COMMAND_NAME
from pitboss.house.table.payload import HOUSE as HOUSE
from pitboss.house.table.payload import KINDS as KINDS
from pitboss.house.table.payload import SESSION_DIGITS as SESSION_DIGITS
from pitboss.house.table.payload import By as By
from pitboss.house.table.pledges import (
    Committed as Committed,
)
from pitboss.house.table.pledges import (
    Contributed as Contributed,
)
from pitboss.house.table.pledges import (
    Pledged as Pledged,
)
from pitboss.house.table.pledges import (
    SeedRevealed as SeedRevealed,
)
from pitboss.house.table.rounds import (
    Began as Began,
)
from pitboss.house.table.rounds import (
    Corrected as Corrected,
)
from pitboss.house.table.rounds import (
    Ended as Ended,
)
from pitboss.house.table.rounds import (
    HandedBack as HandedBack,
)
from pitboss.house.table.rounds import (
    Previewed as Previewed,
)
from pitboss.house.table.rounds import (
    TakenAndPaid as TakenAndPaid,
)
from pitboss.house.table.rounds import (
    Unplayed as Unplayed,
)
from pitboss.house.table.seats import (
    Advanced as Advanced,
)
from pitboss.house.table.seats import (
    Bought as Bought,
)
from pitboss.house.table.seats import (
    Boxed as Boxed,
)
from pitboss.house.table.seats import (
    ColourChanged as ColourChanged,
)
from pitboss.house.table.seats import (
    Left as Left,
)
from pitboss.house.table.seats import (
    MoveOrdered as MoveOrdered,
)
from pitboss.house.table.seats import (
    PatronIdentified as PatronIdentified,
)
from pitboss.house.table.seats import (
    SaleUndone as SaleUndone,
)
from pitboss.house.table.seats import (
    Seated as Seated,
)
from pitboss.house.table.seats import (
    SeatMoved as SeatMoved,
)
from pitboss.house.table.seats import (
    Tipped as Tipped,
)
from pitboss.house.table.seats import (
    Unboxed as Unboxed,
)
from pitboss.house.table.standing import (
    Announcement as Announcement,
)
from pitboss.house.table.standing import (
    Assigned as Assigned,
)
from pitboss.house.table.standing import (
    Closed as Closed,
)
from pitboss.house.table.standing import (
    Closing as Closing,
)
from pitboss.house.table.standing import (
    Opened as Opened,
)
from pitboss.house.table.standing import (
    Released as Released,
)
from pitboss.house.table.standing import (
    ReliefQueued as ReliefQueued,
)
from pitboss.house.table.standing import (
    Relieved as Relieved,
)
from pitboss.house.table.standing import (
    Retired as Retired,
)
from pitboss.journal import ClockChanged as ClockChanged

NAMES = {struct: kind for kind, struct in KINDS.items()}
DECODERS = {kind: msgspec.json.Decoder(struct) for kind, struct in KINDS.items()}
