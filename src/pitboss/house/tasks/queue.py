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


class Tasks:
    """Everything that waits in a house. What is not on the disk yet is not shown: a table that is being written is as it was."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: dict[str, list[StaffTask]] = {}
        self._of_house: list[StaffTask] = []

    def queue(self, person: Person, table: str = "") -> TaskQueue:
        """What waits for a person, and what of it they see waiting for others; of one table, where it is named."""
        found = [*self._at_tables(person, table), *(() if table else self._in_house(person))]
        named = self._house.register.named_as or UNNAMED
        return TaskQueue(tuple(sorted(found, key=_order)), self._house.clock.stamp(), named.zone)

    def look(self) -> None:
        """Derive again what waits at every table and in the house."""
        self._of_house = list(in_house.tasks(self._house))
        for name, host in self._house.everywhere.items():
            if not host.busy and not self._house.founded[name].settings.owner:  # tables of visitors are nobody's work
                self._known[name] = list(at_table.tasks(host))

    def _at_tables(self, person: Person, table: str) -> Iterator[TaskLine]:
        for name, host in self._house.everywhere.items():
            if table in ("", name):
                yield from at_table.lines(host, person, self._known.get(name, ()))

    def _in_house(self, person: Person) -> Iterator[TaskLine]:
        for task in self._of_house:
            if role_for(person.roles, task.right.roles) is not None:
                yield task.line(may=person.credential not in task.excluded)


def of_table(host: Host, person: Person) -> tuple[TaskLine, ...]:
    """What waits at one table, as a person there sees it; while it is not being written."""
    return tuple(sorted(at_table.lines(host, person, at_table.tasks(host)), key=_order))


def _order(line: TaskLine) -> tuple[bool, int, str]:
    """Theirs first, then by urgency and age; tasks of one table and age stay in the order in which they are done."""
    return not line.yours, ORDER[line.urgency], line.due or line.since or UNDATED
