"""The entries of the cage's journal: one struct for each kind.

A purse is named by the credential number of whoever signed in, or by the beginning of the hash of a guest's cookie. The
fields are part of the record: old records must still decode.
"""

import msgspec

from pitboss.house.book import entries as book
from pitboss.journal import ClockChanged
from pitboss.money import Cents


class PurseOpened(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody came for the first time, and the house gave them play chips."""

    purse: str
    amount: Cents


class ToppedUp(msgspec.Struct, frozen=True, omit_defaults=True):
    """The house gave more play chips, on a gaming day."""

    purse: str
    amount: Cents
    day: str


class ChipsOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """Chips left a purse for a table; they are on the way until the table's own record names the key. ``stay`` is the key of
    the buy-in, where somebody who sits there buys more."""

    purse: str
    table: str
    amount: Cents
    key: str
    stay: str = ""
    brought: Cents = (
        0  # how much of it are chips that they have in hand; the rest of a deposit is withdrawn at the table
    )


class ChipsReturned(msgspec.Struct, frozen=True, omit_defaults=True):
    """Chips came back from the way: the table did not take them."""

    purse: str
    table: str
    amount: Cents
    key: str


class ChipsBack(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat was given up, and what was in its rack came back: the end of the stay that ``key`` began."""

    purse: str
    table: str
    amount: Cents
    key: str


class CorrectionCredited(msgspec.Struct, frozen=True, omit_defaults=True):
    """A correction of a round was agreed to at a table that the visitor had left: what it gives them came into their purse."""

    purse: str
    table: str
    round: int
    amount: Cents
    key: str


class Renamed(msgspec.Struct, frozen=True, omit_defaults=True):
    """The name and the colour under which somebody sits down from now on; empty: none of their own."""

    purse: str
    name: str = ""
    colour: str = ""


class Staked(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody with a limit may stake so much in all in a round of a table, out of what their limits leave."""

    purse: str
    table: str
    round: int
    amount: Cents
    seat: int = 0  # one person may have two seats at a table


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody wagered in a round so far, and what came back to their rack. Told again of the same round it stands
    instead; without a round it is the sum of several, of somebody who had no limit."""

    purse: str
    table: str
    day: str
    round: int = 0
    wagered: Cents = 0
    returned: Cents = 0
    over: bool = False  # they left the seat: whatever follows in this round is another stay
    seat: int = 0
    key: str = ""  # of what would count twice if it were told twice
    attends: int = 0  # 1: they are at this table from now on, without chips from the cage; -1: they have left it


class Reminded(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody was told how long they have been at tables on this gaming day, and what they wagered and lost."""

    purse: str
    day: str
    seconds: int
    wagered: Cents = 0
    lost: Cents = 0


KINDS: dict[str, type[msgspec.Struct]] = dict(book.KINDS) | {
    "purse_opened": PurseOpened,
    "topped_up": ToppedUp,
    "chips_out": ChipsOut,
    "chips_returned": ChipsReturned,
    "chips_back": ChipsBack,
    "corrected": CorrectionCredited,
    "renamed": Renamed,
    "staked": Staked,
    "played": Played,
    "reminded": Reminded,
    "clock": ClockChanged,
}
NAMES = {struct: kind for kind, struct in KINDS.items()}
DECODERS = {kind: msgspec.json.Decoder(struct) for kind, struct in KINDS.items()}
