"""What may be put in use at a table, and what a new one is set up with."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pitboss.game import ThingKind
from pitboss.house.table import entries
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
