"""What may be put in use at a table, and what a new one is set up with."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pitboss.authority import IN_THE_HOUSE, right_of
from pitboss.game import ThingKind
from pitboss.house.host import canceling, rights
from pitboss.house.host.duty_clocks import is_worn
from pitboss.house.host.task import StaffTask, one_of
from pitboss.house.protocol.tasks import TaskAct, TaskAsk
from pitboss.house.table import entries, equipment
from pitboss.house.table.equipment import ENDED, Thing
from pitboss.house.table.table import Table
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

CLOCKS = "I-GEN-15"  # they belong to the equipment
NEVER = "9999"  # later than any time


def check_may_be_used(table: Table, id: str, kind: str, cite: str) -> None:
    """Refuse unless this equipment of the table may be put in use as one of this kind."""
    thing = known(table, id, cite)
    if thing.kind != kind:
        raise Refused(Refusal.NOT_LAWFUL, f"{id} is of kind {thing.kind}; {kind} have to be put in use.", cite)
    if thing.state == "in_use":
        raise Refused(Refusal.STALE, f"{id} is in use already; put another one in its place.", cite)
    if thing.signed:
        raise Refused(Refusal.NOT_LAWFUL, f"{thing.signed[0].name} has begun to {thing.act} {id}.", cite)
    if thing.state != "reserve":
        raise Refused(Refusal.NOT_LAWFUL, f"{id} is {thing.state.replace('_', ' ')} and cannot be put in use.", cite)


def known(table: Table, id: str, cite: str) -> Thing:
    """Equipment of the table, or a refusal that lists what there is."""
    found = table.state.equipment.things.get(id)
    if found is None:
        here = ", ".join(sorted(table.state.equipment.things)) or "none"
        raise Refused(Refusal.NOT_FOUND, f"There is no equipment {id!r} at this table; there are: {here}.", cite)
    return found


def whereabouts(host: "Host", id: str) -> str | None:
    """The table at which equipment is."""
    return next((table.name for table in host.house.tables() if id in table.state.equipment.things), None)


def as_it_left(host: "Host", id: str) -> Thing | None:
    """Equipment as it left a table; what was sealed, destroyed or removed from play stays that, wherever it was since."""
    found = [table.state.equipment.gone[id] for table in host.house.tables() if id in table.state.equipment.gone]
    return min(found, key=lambda one: (one.state not in ENDED, one.since or NEVER), default=None)


def full_set(table: str, kinds: Iterable[ThingKind]) -> Iterator[tuple[str, ThingKind, bool]]:
    """What a table works with, with the reserve: the name of each, its kind, and whether it is the one in use."""
    for kind in kinds:
        for number in range(1, kind.reserve + 2):
            yield f"{table}:{kind.name}-{number}", kind, number == 1


def found_with(table: Table, by: Actor | None = None) -> list[entries.ThingBrought]:
    """What a new table of a demonstration is set up with; its clocks begin when the table is first opened."""
    return [
        entries.ThingBrought(id, kind.name, kind.title, in_use, by=by)
        for id, kind, in_use in full_set(table.name, table.thing_kinds)
    ]


# --- what is missing, and what takes a second person


def missing_tasks(host: "Host", table: Table) -> Iterator[StaffTask]:
    """One for each kind of which nothing is in use at a table that a person deals."""
    for kind in equipment.missing(table):
        yield _to_use(host, table, kind)


def spare(host: "Host", table: Table, kind: str) -> list[Thing]:
    """What of a kind lies in reserve at the table and may be played with for some time."""
    things = table.state.equipment.things.values()
    return [
        one
        for one in things
        if one.kind == kind and one.state == "reserve" and not one.signed and not is_worn(host, table, one)
    ]


def _to_use(host: "Host", table: Table, kind: ThingKind) -> StaffTask:
    """What is in reserve is put in use; else some is brought first."""
    here = [one.id for one in spare(host, table, kind.name)]
    if not here:
        return to_reserve(host, table, kind)
    return StaffTask(
        kind="equipment",
        name=kind.name,
        title=f"Put {_some(kind)} in use",
        right=right_of(rights.rights_of(table), "bring thing"),
        cite=kind.cite,
        waits_for=canceling.waits(table),
        act=TaskAct("Put in use", {"do": "use_thing"}, choices=one_of(((id, id) for id in here), "thing")),
    )


def to_reserve(host: "Host", table: Table, kind: ThingKind) -> StaffTask:
    """What is in the store is brought to the table, else some has to come to the house."""
    stored = _in_store(host, table, kind)
    if stored:
        words, right = "Bring to the table:", right_of(rights.rights_of(table), "bring thing")
        act = TaskAct("Bring", {"do": "bring_thing"}, choices=one_of(((id, id) for id in stored), "thing"))
    else:
        words = "Receive"
        right = right_of(IN_THE_HOUSE, "receive thing")
        body = {"kind": kind.name, "description": kind.title}
        asks = (TaskAsk("thing", "Its number"), *((TaskAsk("approval", "Its approval"),) if kind.approval else ()))
        act = TaskAct("Receive", body, path="/api/things", asks=asks, page="/equipment")
    return StaffTask(
        kind="equipment", name=kind.name, title=f"{words} {_some(kind)}", right=right, cite=kind.cite, act=act
    )


def _some(kind: ThingKind) -> str:
    return kind.title[:1].lower() + kind.title[1:]


def _in_store(host: "Host", table: Table, kind: ThingKind) -> list[str]:
    """Equipment of a kind that is at no table and may come to this one."""
    register, tables = host.house.register, list(host.house.tables())
    placed = {id for other in tables for id in other.state.equipment.things}
    left = {id: thing for other in tables for id, thing in other.state.equipment.gone.items()}
    ended = {id for other in tables for id, thing in other.state.equipment.gone.items() if thing.state in ENDED}
    received = [
        one.thing for one in register.things.values() if one.kind == kind.name and (one.approval or not kind.approval)
    ]
    others = [id for id, thing in left.items() if thing.kind == kind.name and id not in register.things]
    return [
        id
        for id in dict.fromkeys((*received, *others))
        if id not in placed
        and id not in ended
        and (id not in left or not (left[id].state == "out_of_order" or is_worn(host, table, left[id])))
    ]


def witness_tasks(host: "Host", table: Table) -> Iterator[StaffTask]:
    """One for each thing that somebody has begun to seal or destroy: it takes two persons."""
    for thing in table.state.equipment.things.values():
        if thing.signed and thing.state not in ENDED:
            sealed = thing.act == "seal"
            yield StaffTask(
                kind="witness",
                name=thing.id,
                title=f"Witness that {thing.id} is {'sealed' if sealed else 'destroyed'}",
                right=right_of(rights.rights_of(table), "witness seal" if sealed else "witness destruction"),
                cite=CLOCKS,
                excluded=tuple(by.credential for by in thing.signed),
                waits_for=canceling.waits(table) if thing.state == "in_use" else "",
                changes=f"{thing.id} does not come back into play: {thing.reason}.",
                act=TaskAct("Sign as witness", {"do": f"{thing.act}_thing", "thing": thing.id}),
            )
