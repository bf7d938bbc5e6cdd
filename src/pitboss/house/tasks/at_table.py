"""What waits at one table, and who of the house could do it."""

from collections.abc import Iterable, Iterator

from pitboss.authority import IN_THE_HOUSE, effective, right_of, role_at
from pitboss.house.host import equipment_checks, money, payees, questions, readiness, rules_in_force, settling
from pitboss.house.host.host import Host
from pitboss.house.host.task import StaffTask
from pitboss.house.people.register import Person
from pitboss.house.protocol.tasks import TaskAct, TaskLine
from pitboss.roles import RANKS, Role, role_for

RUNS = RANKS[1:]  # who runs the floor sees what waits at every table, whoever it waits for

# Each yields what waits for one reason, most urgent first.
SOURCES = (
    questions.tasks,
    settling.tasks,
    readiness.tasks,
    rules_in_force.tasks,
    equipment_checks.witness_tasks,
    payees.tasks,
    money.tasks,
)


def tasks(host: Host) -> Iterator[StaffTask]:
    """Everything that waits at a table; where it is suspended, only that."""
    table = host.table
    if host.suspension.sentence or table is None:
        yield _suspended(host)
        return
    for source in SOURCES:
        yield from source(host, table)


def _suspended(host: Host) -> StaffTask:
    return StaffTask(
        kind="suspended",
        title="Find out why the table is suspended",
        right=right_of(IN_THE_HOUSE, "see administration"),
        changes=host.suspension.sentence,
        act=TaskAct("Open administration", page="/administration"),
    )


def lines(host: Host, person: Person, found: Iterable[StaffTask]) -> Iterator[TaskLine]:
    """What waits at a table, as one person sees it: all of it where they see the pit or stand there, else what is theirs."""
    table = host.table
    here = table.state.standing.roles_of(person.credential) if table is not None else frozenset[Role]()
    roles, title = effective(person.roles, here), table.game.title if table is not None else ""
    sees = bool(here) or role_for(person.roles, RUNS) is not None
    for task in found:
        may = task.may(person.credential) and role_at(task.right, roles, here) is not None
        if may or sees:
            yield task.line(host.name, " · ".join(part for part in (host.name, title) if part), may=may)
