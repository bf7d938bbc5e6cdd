"""The property of every table: all its entries, its last snapshot and the rest, and the table that is played lead to one state."""

from typing import Any

from pitboss.house.host.host import Host
from pitboss.house.table import snapshot
from pitboss.house.table.chance import Devices
from pitboss.house.table.recovery import seeds_in
from pitboss.house.table.table import Table
from pitboss.journal import Entry

MOST = 600  # entries that are folded after a test; a longer record is folded by tests of its own


def as_data(table: Table, field: snapshot.StateField) -> Any:
    """What a field holds, as something that can be compared."""
    value = field.get(table)
    return value.dump() if isinstance(value, Devices) else value


def differing(one: Table, other: Table) -> list[str]:
    """The fields of the state in which two tables differ."""
    return [f"{f.part}.{f.name}" for f in snapshot.FIELDS if as_data(one, f) != as_data(other, f)]


def folded(table: Table, record: list[Entry]) -> Table:
    for entry in record:
        table.replay(entry)
    return table


def check_folds(host: Host) -> None:
    """Fold a host's record in both ways, where the running rules wrote all of it and it is at rest."""
    table = host.table
    if table is None or host.suspension.sentence or table.written or not 0 < table.journal.sequence <= MOST:
        return
    record = list(host.house.store.entries(host.name))
    versions = {table.state.filing.version, table.state.filing.founded.version}
    if len(record) != table.journal.sequence or len(versions) > 1 or record[-1].hash != table.journal.head:
        return
    seeds = host.house.store.snapshots.secrets(host.name) | seeds_in(record)
    whole = folded(Table(host.name, seeds), record)
    assert differing(whole, table) == [], f"{host.name} as played differs from its record: {differing(whole, table)}"
    kept = host.house.store.snapshots.snapshot(host.name)
    if kept is not None:
        rest = folded(snapshot.restore(host.name, kept[1], seeds), record[kept[0] :])
        assert differing(rest, whole) == [], f"the snapshot of {host.name} leads elsewhere: {differing(rest, whole)}"
