"""Whether a table is open, who stands at it, and what was announced to it."""

from typing import TYPE_CHECKING

import msgspec

from pitboss.game import When
from pitboss.house.table.equipment import SHUFFLED, duties, is_shuffled, lists_due, missing, mixed_again, unsign
from pitboss.house.table.payload import By, Payload, entry, fold
from pitboss.journal import Actor
from pitboss.roles import Role

if TYPE_CHECKING:
    from pitboss.house.table.table import Table


@entry("opened")
class Opened(Payload, frozen=True):
    """The table was opened to play."""

    by: By
    key: str = ""


@entry("closing")
class Closing(Payload, frozen=True):
    """The table is to be closed when the round in progress is over."""

    by: By
    key: str = ""


@entry("closed")
class Closed(Payload, frozen=True):
    """The table was closed to play, between rounds."""

    by: By
    key: str = ""


@entry("retired")
class Retired(Payload, frozen=True):
    """The table is closed for good; its record stays."""

    reason: str
    by: Actor
    key: str = ""


@entry("announcement")
class Announcement(Payload, frozen=True):
    """Somebody told the whole table something."""

    words: str
    by: Actor
    key: str = ""
    last_hand: bool = False  # that one more round is dealt before the table closes


@entry("relieved")
class Relieved(Payload, frozen=True):
    """In records of earlier versions: a new dealer came to the table."""

    by: By
    key: str = ""


@entry("assigned")
class Assigned(Payload, frozen=True):
    """From now on a person stands at this table in a role. A dealer relieves the one before, and what the chapter has a
    new dealer do first is part of the next round."""

    person: str
    name: str
    role: Role
    by: Actor | None = None
    key: str = ""


@entry("released")
class Released(Payload, frozen=True):
    """A person left their place at this table."""

    person: str
    role: Role
    by: Actor | None = None
    key: str = ""


@entry("relief_queued")
class ReliefQueued(Payload, frozen=True):
    """A person takes over the place of a role as soon as that is possible; an empty person: nobody any more."""

    person: str
    name: str
    role: Role
    by: Actor
    key: str = ""


class Post(msgspec.Struct, frozen=True):
    """Somebody's place at a table."""

    person: str
    name: str
    role: Role


class Standing(msgspec.Struct):
    """The part of a table's state that says whether and by whom it is served."""

    open: bool = False
    idle: bool = False  # it is open, and everybody had left it
    retired: bool = False
    relieved: bool = False  # a new dealer has come, and no round has begun since
    reopened: bool = False  # it was opened, got new cards or was empty, and no round has begun since
    assigned: list[Post] = []
    relief: list[ReliefQueued] = []
    announced: Announcement | None = None
    last_hand: bool = False  # it was announced, and the table has not closed since

    def roles_of(self, person: str) -> frozenset[Role]:
        """The roles in which a person is assigned to this table."""
        return frozenset(place.role for place in self.assigned if place.person == person)


@fold(Opened)
def opened(table: "Table", made: Opened) -> None:
    standing, equipment, by_person = table.state.standing, table.state.equipment, table.state.filing.by_person
    if by_person:
        assert not lists_due(table), "the table was opened before its inspections were signed"
        assert not missing(table), "the table was opened without what it works with"
    standing.open = standing.reopened = equipment.unseen = True
    standing.idle = False
    unsign(table, When.CLOSING, When.IDLE, When.ARRIVAL)
    for thing in equipment.things.values():
        if thing.state == "in_use" and not thing.since:
            equipment.things[thing.id] = msgspec.structs.replace(thing, since=table.now)
    for duty in duties(table):
        if by_person:
            equipment.since.setdefault(duty.name, table.now)
        else:
            equipment.since[duty.name] = table.now


@fold(Closing)
def closing(table: "Table", made: Closing) -> None:
    table.play.closing, table.play.closes_for = True, made.by


@fold(Closed)
def closed(table: "Table", made: Closed) -> None:
    standing, equipment = table.state.standing, table.state.equipment
    standing.open = table.play.closing = standing.idle = standing.last_hand = False
    equipment.signed = {}
    for kind in table.thing_kinds:
        if kind.new_at_opening and (old := equipment.in_use(kind.name)) is not None:
            equipment.remove(old, "removed", "used until the table closed")


def deserted(table: "Table") -> None:
    """The last player has left."""
    standing, equipment = table.state.standing, table.state.equipment
    standing.reopened = True
    if not standing.open:
        return
    standing.idle = True
    unsign(table, When.IDLE)
    for kind in table.thing_kinds:
        if (
            kind.new_at_opening and kind.name in SHUFFLED and table.state.felt.number
        ):  # 629a.3(b): every shoe has new cards
            if (old := equipment.in_use(kind.name)) is not None:
                equipment.remove(old, "removed", "used in a shoe")
            mixed_again(table)


def awaits_players(table: "Table") -> bool:
    """Whether new cards or tiles are to be mixed and cut, which has to wait for the first player."""
    return table.state.standing.reopened and not table.state.seats.players and is_shuffled(table)


@fold(Retired)
def retired(table: "Table", made: Retired) -> None:
    assert not table.state.standing.open, "a table is retired once it is closed"
    table.state.standing.retired = True


@fold(Announcement)
def announced(table: "Table", made: Announcement) -> None:
    standing = table.state.standing
    standing.announced = made
    standing.last_hand = standing.last_hand or made.last_hand


@fold(Relieved)
def relieved(table: "Table", made: Relieved) -> None:
    table.state.standing.relieved = True


@fold(Assigned)
def assigned(table: "Table", made: Assigned) -> None:
    standing = table.state.standing
    if made.role is Role.DEALER:
        standing.assigned = [place for place in standing.assigned if place.role is not Role.DEALER]
        standing.relieved = standing.open or standing.relieved
    standing.assigned.append(Post(made.person, made.name, made.role))
    standing.relief = [one for one in standing.relief if (one.person, one.role) != (made.person, made.role)]


@fold(Released)
def released(table: "Table", made: Released) -> None:
    standing = table.state.standing
    standing.assigned = [p for p in standing.assigned if (p.person, p.role) != (made.person, made.role)]


@fold(ReliefQueued)
def relief_queued(table: "Table", made: ReliefQueued) -> None:
    standing = table.state.standing
    standing.relief = [one for one in standing.relief if one.role is not made.role]
    if made.person:
        standing.relief.append(made)
