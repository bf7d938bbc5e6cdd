"""The queue of one person: what is theirs to do first, then what waits for others and concerns them."""

from collections.abc import Iterable

from pitboss.house.house import House
from pitboss.house.people.entries import UNNAMED
from pitboss.house.people.register import Person
from pitboss.house.protocol.tasks import TaskLine, TaskQueue
from pitboss.house.tasks import at_table, in_house
from pitboss.roles import role_for

ORDER = {"now": 0, "soon": 1, "later": 2}
UNDATED = "9999"  # after any time


def queue(house: House, person: Person, table: str = "") -> TaskQueue:
    """What waits for a person, and what of it they see waiting for others; of one table, where it is named."""
    found: list[TaskLine] = []
    for name, host in house.everywhere.items():
        if table in ("", name) and not house.founded[name].settings.owner:
            found += at_table.lines(host, person)
    if not table:
        found += _in_house(house, person)
    named = house.register.named_as or UNNAMED
    return TaskQueue(tuple(sorted(found, key=_order)), house.clock.stamp(), named.zone)


def _in_house(house: House, person: Person) -> Iterable[TaskLine]:
    for task in in_house.tasks(house):
        if role_for(person.roles, task.right.roles) is not None:
            yield task.line(may=person.credential not in task.excluded)


def _order(line: TaskLine) -> tuple[bool, int, str]:
    """Theirs first, then by urgency and age; tasks of one table and age stay in the order in which they are done."""
    return not line.yours, ORDER[line.urgency], line.due or line.since or UNDATED
