"""The progressive system of the house: the amount of a meter that several tables share (I-GEN-33).

The amount is not stored. It is the initial amount plus what each table of the group has added or taken, rounds in
progress included, so that it is the same after a restart; every answer of the system is in the record of its table.
"""

from collections.abc import Iterable

import msgspec

from pitboss.events import MeterMoved
from pitboss.families.progressive import METER, RESERVE, after_moves, linked_state
from pitboss.house.protocol.views import Meter as MeterView
from pitboss.house.table.table import Table
from pitboss.meters import Meter, MeterState
from pitboss.procedure import SYSTEM, Answer, Election


def says(election: Election, known: Answer, tables: Iterable[Table], link: str = "") -> Answer:
    """The amount of the meter, or of its reserve; ``known``, the amount the table saw last, where no table has the meter.

    A table whose record cannot be read is missing from the sum, which may then be negative; the answer is at least 0.
    """
    group = [
        (meter, table)
        for table in tables
        if table.founded.settings.link == link and (meter := _linked(table)) is not None and meter.name == known.on
    ]
    if not group:
        return known
    state = linked_state(group[0][0], (_now(meter, table) for meter, table in group))
    amount = state.reserve if election.kind == RESERVE else state.value
    return msgspec.structs.replace(known, amount=max(0, amount))


def shown(table: Table, tables: Iterable[Table]) -> list[MeterView]:
    """What the meters at a table show now, by the wager that plays for each: in cents, the round in progress included."""
    return [
        MeterView(wager, table.game.wager(wager).title, _shown(meter, state, table, tables))
        for meter, state in _meters(table)
        for wager in (meter.name.split()[0],)
    ]


def _shown(meter: Meter, state: MeterState, table: Table, tables: Iterable[Table]) -> int:
    if meter.linked:
        known = Answer(SYSTEM, METER, on=meter.name, amount=state.value)
        asked = Election(SYSTEM, METER, (), meter.cite)
        value = says(asked, known, tables, table.founded.settings.link).amount
    else:
        moves = [event for event in table.events if isinstance(event, MeterMoved) and event.meter == meter.name]
        value = moves[-1].after if moves and table.round is not None else state.value
    return MeterState(value).shown


def _meters(table: Table) -> list[tuple[Meter, MeterState]]:
    """The meters that were filed for a table, as they were when its round began."""
    states = table.game.meter_states(table.rules, table.state)
    return [(meter, states[meter.name]) for meter in table.rules.meters if meter.name in states]


def _linked(table: Table) -> Meter | None:
    return next((meter for meter, _ in _meters(table) if meter.linked), None)


def _now(meter: Meter, table: Table) -> MeterState:
    state = table.game.meter_states(table.rules, table.state)[meter.name]
    return after_moves(meter, state, table.events) if table.round is not None else state
