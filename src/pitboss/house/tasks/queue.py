"""The queue of one person: what is theirs to do first, then what waits for others and concerns them."""

from collections.abc import Iterator

from pitboss.house.host.host import Host
from pitboss.house.host.task import StaffTask
from pitboss.house.house import House
from pitboss.house.people.entries import UNNAMED
from pitboss.house.people.register import Person
from pitboss.house.protocol.tasks import TaskLine, TaskQueue
from pitboss.house.tasks import at_table, in_house
from pitboss.roles import role_for

ORDER = {"now": 0, "soon": 1, "later": 2}
UNDATED = "9999"  # after any time
MINUTE = 60.0  # seconds
Share = tuple[object, ...]


class Tasks:
    """Everything that waits in a house. What is not on the disk yet is not shown: a table that is being written is as it was."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: dict[str, list[StaffTask]] = {}
        self._of_house: list[StaffTask] = []
        self._marks: dict[str, tuple[object, ...]] = {}  # as of which what waits at a table was derived
        self._shares: dict[str, tuple[int, Share]] = {}
        self._general: tuple[object, ...] = ()
        self._changes = 0  # of ``_general``

    def queue(self, person: Person, table: str = "") -> TaskQueue:
        """What waits for a person, and what of it they see waiting for others; of one table, where it is named."""
        found = [*self._at_tables(person, table), *(() if table else self._in_house(person))]
        named = self._house.register.named_as or UNNAMED
        return TaskQueue(tuple(sorted(found, key=_order)), self._house.clock.stamp(), named.zone)

    def look(self) -> None:
        """Derive what waits in the house, and at the tables that changed; at every one when a minute has passed, or when people or
        equipment of some table may be wanted at another."""
        house = self._house
        hosts = list(house.everywhere.items())
        self._of_house = list(in_house.tasks(house))
        minute = int(house.clock.seconds() // MINUTE)
        general = (
            minute,
            house.register.applied,
            house.book.applied,
            *(self._share(name, host) for name, host in hosts),
        )
        if general != self._general:
            self._general, self._changes = general, self._changes + 1
        for name, host in hosts:
            sequence = host.table.journal.sequence if host.table is not None else 0
            mark = (self._changes, sequence, host.suspension.sentence, id(host))
            if mark != self._marks.get(name) and not host.busy:
                self._marks[name] = mark
                # tables of visitors are nobody's work
                self._known[name] = [] if house.founded[name].settings.owner else list(at_table.tasks(host))

    def _share(self, name: str, host: Host) -> Share:
        """What of a table other tables depend on: who stands there, and what equipment it has or had."""
        if host.table is None:
            return ()
        sequence, state = host.table.journal.sequence, host.table.state
        known = self._shares.get(name)
        if known is None or known[0] != sequence:
            share = (
                tuple(state.standing.assigned),
                tuple(state.equipment.things),
                tuple(state.equipment.gone.values()),
            )
            known = self._shares[name] = (sequence, known[1] if known is not None and known[1] == share else share)
        return known[1]

    def _at_tables(self, person: Person, table: str) -> Iterator[TaskLine]:
        for name, host in self._house.everywhere.items():
            if table in ("", name):
                yield from at_table.lines(host, person, self._known.get(name, ()))

    def _in_house(self, person: Person) -> Iterator[TaskLine]:
        for task in self._of_house:
            if role_for(person.roles, task.right.roles) is not None:
                yield task.line(may=task.may(person.credential))


def of_table(host: Host, person: Person) -> tuple[TaskLine, ...]:
    """What waits at one table, as a person there sees it; while it is not being written."""
    return tuple(sorted(at_table.lines(host, person, at_table.tasks(host)), key=_order))


def _order(line: TaskLine) -> tuple[bool, int, str]:
    """Theirs first, then by urgency and age; tasks of one table and age stay in the order in which they are done."""
    return not line.yours, ORDER[line.urgency], line.due or line.since or UNDATED
