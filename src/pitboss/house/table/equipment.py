"""What people keep in order at a table: inspections, duties and their clocks, equipment."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

import msgspec

from pitboss.events import DeviceStatus, Event, Replaced
from pitboss.game import Checklist, Duty, ThingKind, When
from pitboss.house.table.payload import By, Payload, entry, fold
from pitboss.journal import AUTOMATIC, Actor

if TYPE_CHECKING:
    from pitboss.house.table.table import Table

EquipmentStatus = Literal["reserve", "in_use", "out_of_order", "sealed", "destroyed", "removed"]
ENDED = ("sealed", "destroyed", "removed")  # from which nothing comes back into play
SHUFFLED = ("cards", "tiles")  # equipment that is mixed when it comes to a table (I-GEN-38)
BEFORE_PLAY = (When.OPENING, When.CARDS)


@entry("signed")
class Signed(Payload, frozen=True):
    """A person signed a checklist, for one of its signatures. ``items`` are those that they ticked; ``work`` describes
    what was done, where the list is about work on equipment (617a.2(e))."""

    checklist: str
    by: By
    role: str
    items: tuple[str, ...]
    through: str = ""  # in records of earlier versions: the console
    key: str = ""
    number: int = 0  # which of its signatures, from 1
    work: str = ""
    thing: str = ""  # what comes into use with the last signature; what was in use is sealed


@entry("duty")
class DutyDone(Payload, frozen=True):
    """Cards, dice or tiles were changed, or a device inspected; their clock starts again. ``thing`` was put in use."""

    name: str
    by: By
    key: str = ""
    thing: str = ""


@entry("thing_brought")
class ThingBrought(Payload, frozen=True):
    """Equipment came to this table, into the reserve or into use. ``since`` is when it was first used, anywhere."""

    thing: str
    kind: str
    description: str
    in_use: bool = False
    since: str = ""
    by: Actor | None = None
    key: str = ""
    out_of_order: bool = False


@entry("thing_moved")
class ThingMoved(Payload, frozen=True):
    """Equipment of this table was put in use, or taken away from the table."""

    thing: str
    to: Literal["in_use", "away"]
    by: Actor | None = None
    key: str = ""


@entry("thing_signed")
class ThingSigned(Payload, frozen=True):
    """A person sealed equipment as evidence, or destroyed it, or was present: it takes two, and is done with the second."""

    thing: str
    act: Literal["seal", "destroy"]
    reason: str
    by: Actor
    key: str = ""


class Thing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Equipment at a table, or such that left it. ``since`` is when it was first used: its clock goes with it (I-GEN-15).
    ``removed`` from play for good, because the text or its condition ended its use, ``reason`` says why."""

    id: str
    kind: str
    description: str
    state: EquipmentStatus = "reserve"
    since: str = ""
    act: str = ""  # what is being done to it, or was: ``seal`` or ``destroy``
    reason: str = ""
    signed: tuple[Actor, ...] = ()  # who did that, and who was present


class Equipment(msgspec.Struct):
    """The part of a table's state that people keep in order."""

    things: dict[str, Thing] = {}
    gone: dict[str, Thing] = {}  # what left the table, as it was then
    unnamed: set[str] = set()  # kinds of which a set left in a round, and nobody has said yet which one came
    unseen: bool = False  # the cards or tiles that came to it have not been shown to a player yet
    since: dict[str, str] = {}  # duty → when the equipment it concerns was put in use
    signed: dict[str, dict[int, Actor]] = {}  # checklist → number of the signature → who signed

    def in_use(self, kind: str) -> Thing | None:
        """The equipment of a kind that is in use, or else what is out of order in its place."""
        of_kind = [thing for thing in self.things.values() if thing.kind == kind]
        states = ("in_use", "out_of_order")
        return next((thing for state in states for thing in of_kind if thing.state == state), None)

    def is_complete(self, checklist: Checklist) -> bool:
        """Whether as many persons have signed as the chapter requires."""
        return len(self.signed.get(checklist.name, ())) >= len(checklist.signatures)

    def remove(self, thing: Thing, state: EquipmentStatus | None = None, reason: str = "") -> None:
        """It leaves the table, as it is or in another state."""
        del self.things[thing.id]
        left = thing if state is None else msgspec.structs.replace(thing, state=state, reason=reason)
        self.gone[thing.id] = left


# --- inspections


def checklist(table: "Table", name: str) -> Checklist | None:
    return next((checklist for checklist in table.checklists if checklist.name == name), None)


def lists_due(table: "Table") -> list[Checklist]:
    """The inspections without which no round begins."""
    equipment, now = table.state.equipment, _due_now(table)
    return [
        checklist
        for checklist in table.checklists
        if not equipment.is_complete(checklist)
        and (
            checklist.when in BEFORE_PLAY
            or checklist.when in now
            or (checklist.when is When.WORK and equipment.signed.get(checklist.name))  # signed by some, and not by all
        )
    ]


def _due_now(table: "Table") -> tuple[When, ...]:
    """What is due because somebody has come to the table."""
    standing = table.state.standing
    if not standing.open or not table.state.seats.players:
        return ()
    if table.state.equipment.unseen and any(one.when is When.ARRIVAL for one in table.checklists):
        return (When.ARRIVAL,)
    return (When.IDLE,) if standing.idle else ()


def unsign(table: "Table", *when: When) -> None:
    """Inspections of these moments are due again."""
    for checklist in table.checklists:
        if checklist.when in when:
            table.state.equipment.signed.pop(checklist.name, None)


def signs_itself(table: "Table", checklist: Checklist) -> Iterator[Signed]:
    """The signatures of the automatic dealer, for all that are missing."""
    for number, signature in enumerate(checklist.signatures, 1):
        if number not in table.state.equipment.signed.get(checklist.name, {}):
            yield Signed(checklist.name, AUTOMATIC, signature.roles[0], checklist.enough, number=number)


@fold(Signed)
def signed(table: "Table", made: Signed) -> None:
    equipment = table.state.equipment
    checklist = next(checklist for checklist in table.checklists if checklist.name == made.checklist)
    if checklist.when is When.WORK and equipment.is_complete(checklist):
        equipment.signed[made.checklist] = {}  # this list is signed each time the work is done
    slots = equipment.signed.setdefault(made.checklist, {})
    number = made.number or len(slots) + 1
    assert 1 <= number <= len(checklist.signatures), f"{checklist.title} has no signature {number}"
    signer = made.by if isinstance(made.by, Actor) else Actor("", made.by, made.role)
    others = {by.credential for by in slots.values() if by.credential}
    assert signer.credential not in others, "each signature takes a person of its own"
    slots[number] = signer
    if checklist.when is When.WORK:
        unsign(table, When.OPENING)  # what is worked on is inspected again before play
    if not equipment.is_complete(checklist):
        return
    if made.thing:
        _exchange(table, checklist.replaces, made.thing, made.work)
    if checklist.when is When.IDLE:
        table.state.standing.idle = False
    elif checklist.when is When.ARRIVAL:  # they were shown and mixed, whatever had lain there before
        equipment.unseen = table.state.standing.idle = False


def _exchange(table: "Table", kind: str, thing: str, why: str) -> None:
    """The set in use leaves the table sealed, and another comes into use."""
    equipment = table.state.equipment
    assert equipment.things[thing].kind == kind, f"{thing} is no replacement for {kind or 'anything'}"
    if (old := equipment.in_use(kind)) is not None:
        equipment.remove(old, "sealed", why)
    _use(table, thing)


# --- duties and their clocks


def duties(table: "Table") -> tuple[Duty, ...]:
    now = table.game.duties_now
    return table.game.duties(table.rules) if now is None else now(table.rules, table.state.felt.state)


def start_clocks(table: "Table", kind: str, since: str) -> None:
    """The clocks of what replaces equipment of a kind start at a time."""
    for duty in duties(table):
        if duty.thing == kind and duty.replaces:
            table.state.equipment.since[duty.name] = since


@fold(DutyDone)
def duty_done(table: "Table", made: DutyDone) -> None:
    duty = next((duty for duty in duties(table) if duty.name == made.name), None)
    table.state.equipment.since[made.name] = table.now
    if duty is None or not duty.replaces:
        return
    if made.thing:
        _use(table, made.thing)
    elif duty.thing in SHUFFLED:  # the automatic dealer's
        mixed_again(table)


def mixed_again(table: "Table") -> None:
    """New cards or tiles have come: they are inspected, shown and mixed before play."""
    table.state.standing.reopened = table.state.equipment.unseen = True
    unsign(table, When.CARDS, When.ARRIVAL)


# --- equipment


@fold(ThingBrought)
def brought(table: "Table", made: ThingBrought) -> None:
    equipment = table.state.equipment
    equipment.gone.pop(made.thing, None)
    state: EquipmentStatus = "out_of_order" if made.out_of_order else "reserve"
    equipment.things[made.thing] = Thing(made.thing, made.kind, made.description, state, made.since)
    if made.in_use:
        _use(table, made.thing, starts=table.state.standing.open)


@fold(ThingMoved)
def moved(table: "Table", made: ThingMoved) -> None:
    thing = table.state.equipment.things[made.thing]
    if made.to == "in_use":
        _use(table, made.thing)
    else:
        table.state.equipment.remove(thing)


@fold(ThingSigned)
def sealed_or_destroyed(table: "Table", made: ThingSigned) -> None:
    things = table.state.equipment.things
    thing = things[made.thing]
    assert made.by.credential not in {by.credential for by in thing.signed}, "it takes two persons"
    signed = (*thing.signed, made.by)
    done: EquipmentStatus = "sealed" if made.act == "seal" else "destroyed"
    state = done if len(signed) > 1 else thing.state
    things[made.thing] = msgspec.structs.replace(thing, signed=signed, state=state, act=made.act, reason=made.reason)


def _use(table: "Table", id: str, *, starts: bool = True) -> None:
    """Put equipment in use; what was in use of its kind goes into the reserve, as old as it is. What a closed table is
    set up with does not age (``starts``) before the table is opened."""
    equipment = table.state.equipment
    thing = equipment.things[id]
    assert thing.state == "reserve", f"{id} is {thing.state} and cannot be put in use"
    named = thing.kind in equipment.unnamed
    equipment.unnamed.discard(thing.kind)
    old = equipment.in_use(thing.kind)
    if old is not None and old.id != id and old.state == "in_use":
        equipment.things[old.id] = msgspec.structs.replace(old, state="reserve")
    since = thing.since or (table.now if starts else "")
    equipment.things[id] = msgspec.structs.replace(thing, state="in_use", since=since)
    if since:
        start_clocks(table, thing.kind, since)
    if thing.kind in SHUFFLED and not named:  # else it has been in play since the round in which it came
        mixed_again(table)


OF_EQUIPMENT = frozenset({DeviceStatus, Replaced})  # the events that say something about it


def note_equipment(table: "Table", events: Iterable[Event]) -> None:
    """What events of a round say about equipment: a device out of order or back, a set that left the table."""
    for event in events:
        if isinstance(event, DeviceStatus):
            _device_status(table, event)
        elif isinstance(event, Replaced):
            _replaced(table, event)


def _device_status(table: "Table", event: DeviceStatus) -> None:
    equipment = table.state.equipment
    for kind in {kind.name for kind in table.thing_kinds if kind.device == event.device}:
        thing = equipment.in_use(kind)
        if thing is not None:  # where another took the place of the broken one, that one serves
            state: EquipmentStatus = "in_use" if event.in_service else "out_of_order"
            equipment.things[thing.id] = msgspec.structs.replace(thing, state=state)


def _replaced(table: "Table", event: Replaced) -> None:
    """The set that was in use has left the table; which one took its place, somebody has to say."""
    equipment, kind = table.state.equipment, event.thing
    old = equipment.in_use(kind)
    if old is not None:
        equipment.remove(old, "sealed" if event.sealed else "removed", event.why)
    if table.state.filing.by_person:
        equipment.unnamed.add(kind)
    start_clocks(table, kind, table.now)
    if kind in SHUFFLED and not event.inspected:
        unsign(table, When.CARDS)


def works_with(table: "Table", kind: str) -> bool:
    """Whether a table works with equipment of a kind; one with a generator needs none, and only keeps what it has."""
    equipment = table.state.equipment
    known = (*equipment.things.values(), *equipment.gone.values())
    return table.state.filing.settings.chance == "entered" or any(thing.kind == kind for thing in known)


def missing(table: "Table") -> list[ThingKind]:
    """At a table dealt by a person, the kinds of which nothing is in use; a device out of order is not missing, nor one
    that was taken away as such, for the text says what is done without it."""
    equipment = table.state.equipment
    broken = {thing.kind for thing in equipment.gone.values() if thing.state == "out_of_order"}
    kinds = [k for k in table.thing_kinds if works_with(table, k.name)] if table.state.filing.by_person else []
    return [k for k in kinds if equipment.in_use(k.name) is None and not (k.device and k.name in broken)]


def is_shuffled(table: "Table") -> bool:
    """Whether the game is played with cards or tiles."""
    return any(kind.name in SHUFFLED for kind in table.thing_kinds)
