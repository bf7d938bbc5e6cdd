"""The flat rows into which the record is folded, so that it can be searched: one structure for each table of rows.

The columns of index, archive and views are these fields, in this order. A field may be added with a default; an archived day
that lacks it is read with that column empty. Columns are named so that none has to be quoted in a query.
"""

import msgspec

from pitboss.money import Cents


class RoundRow(msgspec.Struct, frozen=True):
    """One round that is over. ``dealer`` is empty where software dealt. ``funds`` and ``meters`` are JSON."""

    table_id: str
    round: int
    gaming_day: str  # in which it was closed
    game: str
    opened: str
    closed: str
    result: str
    wagered: Cents
    paid: Cents
    win: Cents
    void: bool
    dealer: str
    dealer_name: str
    version: str
    submission: str
    filing: str
    first: int
    last: int
    irregularities: int
    funds: str  # of each seat when it began and when it was over
    meters: str  # what they showed then


class WagerRow(msgspec.Struct, frozen=True):
    """One wager as it was decided in a round. ``returned`` is all that was handed back, vigorish not yet taken."""

    table_id: str
    round: int
    gaming_day: str
    seat: int
    player: str
    person: str  # the credential number of a player who signed in
    wager: str
    placed_on: str
    hand: int
    stake: Cents
    returned: Cents
    vigorish: Cents
    outcome: str
    cite: str
    odds: str = ""  # as they are filed; empty where it was not won at odds
    patron: int = 0  # whose it was, by number at this table; in records of earlier versions 0
    sitting: int = 0  # the entry with which they had sat down


class ProvisionRow(msgspec.Struct, frozen=True):
    """How often a provision was applied in a round."""

    table_id: str
    round: int
    gaming_day: str
    cite: str
    times: int


class IrregularityRow(msgspec.Struct, frozen=True):
    """Something that went wrong in a round, and who reported it; without a person it was noticed by the procedure itself,
    or reported by a player without an account."""

    table_id: str
    round: int
    gaming_day: str
    kind: str
    seat: int
    person: str
    name: str
    role: str
    remedy: str
    cite: str


class DecisionRow(msgspec.Struct, frozen=True):
    """One act of a person, by the entry in which it is recorded. ``round`` is 0 between rounds."""

    journal: str
    sequence: int
    time: str
    gaming_day: str
    person: str
    name: str
    role: str
    kind: str
    words: str
    table_id: str
    round: int


class CorrectionRow(msgspec.Struct, frozen=True):
    """A correction that a second person agreed to. It may come long after its round, so it is never archived."""

    table_id: str
    round: int
    number: int


class PatronRow(msgspec.Struct, frozen=True):
    """Who a patron is, by the entry that says so: they sat down, or the floor found out. What an entry leaves empty stays as an
    earlier one said. It counts for whatever the patron did at this table, before or after, so it is never archived."""

    table_id: str
    patron: int  # in records of earlier versions 0
    sequence: int
    time: str
    name: str
    person: str
    card: str
    visitor: str  # of whose purse the chips came, as a hash: the same at all tables of one visitor


# What is archived, by the name of its file.
ARCHIVED: dict[str, type[msgspec.Struct]] = {
    "rounds": RoundRow,
    "wagers": WagerRow,
    "provisions": ProvisionRow,
    "irregularities": IrregularityRow,
    "decisions": DecisionRow,
}
KINDS: dict[str, type[msgspec.Struct]] = {**ARCHIVED, "corrections": CorrectionRow, "patrons": PatronRow}
NAMES = {struct: name for name, struct in KINDS.items()}
Row = RoundRow | WagerRow | ProvisionRow | IrregularityRow | DecisionRow | CorrectionRow | PatronRow


def columns(name: str) -> tuple[str, ...]:
    """The columns of a table of rows."""
    return KINDS[name].__struct_fields__


def types(name: str) -> dict[str, type]:
    """The type of each column: ``str``, ``int`` or ``bool``."""
    return {one.name: one.type for one in msgspec.structs.fields(KINDS[name])}


def numbers(name: str) -> tuple[str, ...]:
    """The columns that can be summed, by which two copies of some rows are compared."""
    return tuple(column for column, kind in types(name).items() if kind is not str)
