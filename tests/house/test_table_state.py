"""A table's state is what its entries lead to, and a snapshot holds all of it."""

import inspect
from itertools import count
from typing import get_type_hints

import msgspec
import pytest

from pitboss.drivers.fair import commitment
from pitboss.house.table import entries, snapshot
from pitboss.house.table.chance import Device, Devices
from pitboss.house.table.payload import FOLDS, KINDS
from pitboss.house.table.state import TableState
from pitboss.house.table.table import Table, found
from pitboss.journal import Step
from pitboss.ledger import CAGE
from pitboss.submission import hash_of
from tests.house.filled import filled
from tests.house.folding import differing

GAME = "casino-war"
SEED = bytes(range(32))


def founded() -> Table:
    made = entries.Founded(GAME, "One", {}, hash_of(GAME, {}), "v1")
    return found("one", made, "2026-01-01T00:00:00.000Z")


def devices() -> Devices:
    made = Devices()
    made.install("shoe", Device(7, commitment(SEED), SEED))
    return made


def full() -> Table:
    """A table of which every durable field is filled, and none as at a new one."""
    table, number = founded(), count(1)
    for part, kind in get_type_hints(TableState).items():
        hints = get_type_hints(kind, include_extras=True)
        for name in kind.__struct_fields__:
            if name in ("founded", "state", "devices", "balances"):
                continue
            setattr(getattr(table.state, part), name, filled(hints[name], number))
    table.state.filing.founded = msgspec.structs.replace(
        table.state.filing.founded, settings=filled(entries.Settings, number), bounds={"minimum": 5}
    )
    table.state.felt.state = filled(table.game.state, number)
    table.state.ledger.balances = {"rack 1": 500, CAGE: -500}
    table.state.chance.devices, table.seeds = devices(), {7: SEED}
    return table


def fields() -> list[str]:
    return [f"{field.part}.{field.name}" for field in snapshot.FIELDS]


def test_every_field_of_the_state_survives_a_snapshot() -> None:
    """Filled by its type, written, read again: nothing is lost, and nothing was as at a new table."""
    table, fresh = full(), founded()
    assert differing(table, fresh) == fields(), "every field is filled, so that losing it would be seen"
    assert differing(table, snapshot.restore("one", snapshot.take(table), {7: SEED})) == []


@pytest.mark.parametrize("dropped", fields())
def test_a_field_that_is_dropped_from_snapshots_is_missed(dropped: str) -> None:
    """The control of the test above, for each field."""
    table = full()
    (field,) = [field for field in snapshot.FIELDS if f"{field.part}.{field.name}" == dropped]
    flat = msgspec.json.decode(snapshot.take(table))
    del flat[field.key]
    if dropped in ("filing.founded", "felt.state"):
        with pytest.raises(msgspec.ValidationError):
            snapshot.restore("one", msgspec.json.encode(flat), {7: SEED})
        return
    if dropped == "filing.version":  # of old snapshots: as founded
        assert snapshot.restore("one", msgspec.json.encode(flat), {7: SEED}).state.filing.version == "v1"
    assert dropped in differing(table, snapshot.restore("one", msgspec.json.encode(flat), {7: SEED}))


def test_a_snapshot_is_flat_and_its_names_differ() -> None:
    """Rules packages of every version hand theirs to the next: one key for each field, none in two parts."""
    keys = [field.key for field in snapshot.FIELDS]
    assert len(set(keys)) == len(keys)
    assert {*keys, "sequence", "head"} == set(msgspec.json.decode(snapshot.take(full())))
    # These were in every snapshot from the first version on, and stay what they are called.
    assert {"founded", "number", "state", "balances", "players", "up", "chance", "signed", "revealed"} <= {*keys}


def test_every_kind_of_entry_says_what_it_does() -> None:
    """A kind has the one function that applies it, or is declared as only recorded; a step is applied by the round."""
    assert {kind for kind, payload in KINDS.items() if payload not in FOLDS} == {"step"}
    assert entries.NAMES[Step] == "step"
    for payload, apply in FOLDS.items():
        beside = inspect.getmodule(apply)
        only_recorded = apply.__name__ == "_nothing"
        assert only_recorded or beside is inspect.getmodule(payload), f"{payload.__name__} is applied elsewhere"
