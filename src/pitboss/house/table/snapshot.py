"""A snapshot of a table between rounds, a few kilobytes, so that recovery need not replay every round.

It is flat, one key for each field of each part of the table's state, because rules packages of every version hand theirs to the
next. It is generated from the state: a field that is declared there is in it.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, get_type_hints

import msgspec

from pitboss.house.table.chance import Devices, Dump
from pitboss.house.table.felt import Spot
from pitboss.house.table.filing import founded
from pitboss.house.table.state import TableState
from pitboss.house.table.table import Table
from pitboss.journal import Actor, Journal
from pitboss.money import Cents

REQUIRED = ("founded", "state")  # in every snapshot; without them there is no table
Read = Callable[[Any, Table], Any]


class Form(msgspec.Struct, frozen=True):
    """How a field stands in a snapshot, where that is not as it is."""

    type: Any
    write: Callable[[Any], Any]
    read: Read
    key: str = ""  # its own name where empty


def _items(of: dict[Any, Any]) -> tuple[tuple[Any, Any], ...]:
    return tuple(of.items())


def _sorted(of: set[Any]) -> tuple[Any, ...]:
    return tuple(sorted(of))


def _state(kept: msgspec.Raw, table: Table) -> Any:
    return msgspec.json.decode(kept, type=table.game.state)


PAIRS: Read = lambda kept, table: dict(kept)  # noqa: E731
AS_SET: Read = lambda kept, table: set(kept)  # noqa: E731
AS_BYTES: Read = lambda kept, table: bytes.fromhex(kept)  # noqa: E731
FORMS = {
    "state": Form(msgspec.Raw, lambda state: msgspec.Raw(msgspec.json.encode(state)), _state),
    "players": Form(tuple[tuple[int, str], ...], _items, PAIRS),
    "up": Form(tuple[tuple[Spot, Cents], ...], _items, PAIRS),
    "words": Form(str, bytes.hex, AS_BYTES),
    "shuffle_words": Form(str, bytes.hex, AS_BYTES),
    "contributed": Form(tuple[int, ...], _sorted, AS_SET),
    "unnamed": Form(tuple[str, ...], _sorted, AS_SET),
    "devices": Form(dict[str, Dump], Devices.dump, lambda kept, table: Devices.restore(kept, table.seeds), "chance"),
}


class StateField(msgspec.Struct, frozen=True):
    """One field of one part of the state."""

    part: str
    name: str
    key: str
    get: Callable[[Table], Any]
    form: Form | None


def _fields() -> list[tuple[StateField, tuple[Any, ...]]]:
    """Every field of every part, and its declaration in a snapshot. One that older snapshots lack is as at a new table."""
    fields: list[tuple[StateField, tuple[Any, ...]]] = []
    fresh = TableState()
    for part, kind in get_type_hints(TableState).items():
        hints = get_type_hints(kind)
        for name in kind.__struct_fields__:
            form = FORMS.get(name)
            key = form.key or name if form is not None else name
            new = getattr(getattr(fresh, part), name)
            default = msgspec.json.encode(form.write(new) if form is not None else new)
            declared = form.type if form is not None else hints[name]
            field = StateField(part, name, key, attrgetter(f"state.{part}.{name}"), form)
            usual = () if key in REQUIRED else (msgspec.field(default_factory=_default(declared, default)),)
            fields.append((field, (key, declared, *usual)))
    return fields


def _default(declared: Any, encoded: bytes) -> Callable[[], Any]:
    return lambda: msgspec.json.decode(encoded, type=declared)


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """Where in its journal the table is."""

    sequence: int
    head: str


_DECLARED = _fields()
FIELDS = [field for field, _ in _DECLARED]
Snapshot = msgspec.defstruct("Snapshot", [made for _, made in _DECLARED], bases=(Head,), kw_only=True, frozen=True)


def take(table: Table) -> bytes:
    """The snapshot of a table that has no round in progress."""
    assert table.play.round is None
    flat: dict[str, Any] = {"sequence": table.journal.sequence, "head": table.journal.head}
    for field in FIELDS:
        value = field.get(table)
        flat[field.key] = value if field.form is None else field.form.write(value)
    return msgspec.json.encode(flat)


def restore(name: str, body: bytes, seeds: Mapping[int, bytes]) -> Table:
    """The table of a snapshot, with the seeds that are needed to go on."""
    snapshot = _read(body)
    table = Table(name, seeds)
    founded(table, snapshot.founded)
    table.journal = Journal(name, snapshot.sequence, snapshot.head)
    for field in FIELDS:
        kept = getattr(snapshot, field.key)
        value = kept if field.form is None else field.form.read(kept, table)
        setattr(getattr(table.state, field.part), field.name, value)
    filing, felt = table.state.filing, table.state.felt
    if felt.unpaid:  # whoever takes and pays goes on with the list
        table.play.settled_round, table.play.settlements = felt.number, list(felt.unpaid)
    filing.version = filing.version or filing.founded.version
    table.state.ledger.check()
    return table


def _read(body: bytes) -> Any:
    try:
        return msgspec.json.decode(body, type=Snapshot)
    except msgspec.ValidationError:
        return msgspec.json.decode(_with_actors(body), type=Snapshot)


def _with_actors(body: bytes) -> bytes:
    """A snapshot of 0.1, whose signatures are roles by the name of who signed, with the signatures of today."""
    fields = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    actors = {
        checklist: {number: Actor("", who, role) for number, (who, role) in enumerate(by.items(), 1)}
        for checklist, by in msgspec.json.decode(body, type=_Signed).signed.items()
    }
    return msgspec.json.encode(fields | {"signed": msgspec.Raw(msgspec.json.encode(actors))})


class _Signed(msgspec.Struct, frozen=True):
    signed: dict[str, dict[str, str]]
