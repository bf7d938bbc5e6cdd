"""Things at a table: brought, put in use, put aside, taken away, sealed as evidence, destroyed; each by somebody named."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from pitboss.game import ThingKind
from pitboss.house.host import rights
from pitboss.house.host.canceling import between_rounds
from pitboss.house.host.sessions import Session
from pitboss.house.protocol.commands import Command
from pitboss.house.table import entries, equipment
from pitboss.house.table.equipment import ENDED, Thing
from pitboss.house.table.table import Table
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

RULE = "I-GEN-15"  # clocks belong to things


def bring(host: "Host", session: Session, command: Command) -> None:
    """A thing that the house received comes to this table, into the reserve."""
    table = host.require_table()
    actor = rights.require(host, session, "bring thing")
    received, left = host.register.things.get(command.thing), host.left(command.thing)
    where = host.whereabouts(command.thing)
    if where is not None:
        raise Refused(
            Refusal.NOT_LAWFUL, f"{command.thing} is at {where}; it has to be taken away from there first.", RULE
        )
    if received is None and left is None:
        raise Refused(Refusal.NOT_FOUND, f"The house has no thing {command.thing!r}.", RULE)
    if left is not None and left.state in ENDED:
        why = f": {left.reason}" if left.reason else ""
        raise Refused(Refusal.NOT_LAWFUL, f"{command.thing} was {left.state} and does not come back{why}.", RULE)
    found = received if received is not None else left
    assert found is not None
    name, words = found.kind, found.description
    kind = next((kind for kind in table.thing_kinds if kind.name == name), None)
    if kind is None:
        known = ", ".join(kind.name for kind in table.thing_kinds) or "nothing"
        raise Refused(Refusal.NOT_LAWFUL, f"This table works with {known}, not with {name}.", RULE)
    if received is not None and kind.approval and not received.approval:
        raise Refused(
            Refusal.NOT_LAWFUL, f"{received.thing} came without an approval; a {kind.title} needs one.", kind.approval
        )
    since = left.since if left is not None else ""
    broken = left is not None and left.state == "out_of_order"
    table.enter(entries.ThingBrought(command.thing, name, words, False, since, actor, command.key, out_of_order=broken))


def put_in_use(table: Table, id: str, kind: str, cite: str) -> None:
    """Refuse unless this thing of the table may be put in use as one of this kind."""
    thing = _thing(table, id, cite)
    if thing.kind != kind:
        raise Refused(Refusal.NOT_LAWFUL, f"{id} is of kind {thing.kind}; {kind} have to be put in use.", cite)
    if thing.state == "in_use":
        raise Refused(Refusal.STALE, f"{id} is in use already; put another one in its place.", cite)
    if thing.signed:
        raise Refused(Refusal.NOT_LAWFUL, f"{thing.signed[0].name} has begun to {thing.act} {id}.", cite)
    if thing.state != "reserve":
        raise Refused(Refusal.NOT_LAWFUL, f"{id} is {thing.state.replace('_', ' ')} and cannot be put in use.", cite)


def use(host: "Host", session: Session, command: Command) -> None:
    """Put a thing of the reserve in use, where nothing of its kind is: after a set left the table."""
    table = host.require_table()
    actor = rights.require(host, session, "bring thing")
    thing = _thing(table, command.thing, RULE)
    put_in_use(table, thing.id, thing.kind, RULE)
    replaced = table.state.equipment.in_use(thing.kind)
    duty = next((d for d in equipment.duties(table) if d.thing == thing.kind and d.replaces), None)
    if replaced is not None and duty is not None:
        raise Refused(Refusal.NOT_LAWFUL, f"{duty.title}: record it as that duty.", duty.cite)
    between_rounds(table, "Putting a thing in use", RULE)
    table.enter(entries.ThingMoved(thing.id, "in_use", actor, command.key))


def take(host: "Host", session: Session, command: Command) -> None:
    """A thing leaves the table; not one that is in use while the table is open."""
    table = host.require_table()
    actor = rights.require(host, session, "take thing")
    thing = _thing(table, command.thing, RULE)
    if thing.state == "in_use" and table.state.standing.open:
        raise Refused(Refusal.LOCKED, f"{thing.id} is in use; close the table, or put another one in its place.", RULE)
    if thing.state == "destroyed":
        raise Refused(Refusal.NOT_LAWFUL, f"{thing.id} was destroyed.", RULE)
    table.enter(entries.ThingMoved(thing.id, "away", actor, command.key))


def seal(host: "Host", session: Session, command: Command) -> None:
    _with_two(host, session, command, "seal", ("seal thing", "witness seal"))


def destroy(host: "Host", session: Session, command: Command) -> None:
    _with_two(host, session, command, "destroy", ("destroy thing", "witness destruction"))


def _with_two(
    host: "Host", session: Session, command: Command, act: Literal["seal", "destroy"], needs: tuple[str, str]
) -> None:
    """The first person does it and says why, the second was present; it is done when both have signed."""
    table = host.require_table()
    begun = command.thing in table.state.equipment.things and bool(table.state.equipment.things[command.thing].signed)
    actor = rights.require(host, session, needs[begun])
    thing = _thing(table, command.thing, RULE)
    if thing.state in ("sealed", "destroyed"):
        raise Refused(Refusal.STALE, f"{thing.id} is {thing.state}.", RULE)
    if thing.signed and thing.act != act:
        raise Refused(Refusal.NOT_LAWFUL, f"{thing.signed[0].name} has begun to {thing.act} {thing.id}.", RULE)
    rights.require(host, session, needs[begun], first=thing.signed)
    reason = " ".join(command.reason.split()) or thing.reason
    if not reason:
        raise Refused(Refusal.MALFORMED, f"To {act} {thing.id} needs a reason.", RULE)
    if thing.state == "in_use":
        between_rounds(table, f"To {act} what is in use", RULE)
    table.enter(entries.ThingSigned(thing.id, act, reason, actor, command.key))


def _thing(table: Table, id: str, cite: str) -> Thing:
    found = table.state.equipment.things.get(id)
    if found is None:
        here = ", ".join(sorted(table.state.equipment.things)) or "none"
        raise Refused(Refusal.NOT_FOUND, f"There is no thing {id!r} at this table; there are: {here}.", cite)
    return found


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
