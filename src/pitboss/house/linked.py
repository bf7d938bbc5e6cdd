"""The progressive system of the house: what a meter says that several tables share (I-GEN-33).

Its amount is kept nowhere. It is the initial amount and whatever each table of the group has moved, rounds in progress
included, so that it is the same after a restart, and every answer of the system stands in the record of its table.
"""

from collections.abc import Iterable

import msgspec

from pitboss.families.progressive import RESERVE, Meter, MeterState, after_moves, linked_state
from pitboss.house.record import Table
from pitboss.procedure import Answer, Election


def says(election: Election, known: Answer, tables: Iterable[Table]) -> Answer:
    """The amount of the meter, or of its reserve; ``known``, which the table asked for saw last, where no table has it.

    A table whose record cannot be read is missing from the sum; what it took off may then leave less than nothing.
    """
    group = [(meter, table) for table in tables if (meter := _linked(table)) is not None and meter.name == known.on]
    if not group:
        return known
    state = linked_state(group[0][0], (_now(meter, table) for meter, table in group))
    amount = state.reserve if election.kind == RESERVE else state.value
    return msgspec.structs.replace(known, amount=max(0, amount))


def _linked(table: Table) -> Meter | None:
    meter = getattr(table.rules, "meter", None)
    return meter if isinstance(meter, Meter) and meter.linked else None


def _now(meter: Meter, table: Table) -> MeterState:
    state = table.state.meter
    assert isinstance(state, MeterState)
    return after_moves(meter, state, table.events) if table.round is not None else state
