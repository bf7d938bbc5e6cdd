"""Taking and paying by hand: where the chapter has all wagers of a round collected and paid first, a table whose dealer is a
person opens no other round until somebody has said that it is done."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss.authority import right_of
from pitboss.house.host import rights
from pitboss.house.host.task import StaffTask
from pitboss.house.protocol.tasks import TaskAct
from pitboss.house.table.table import Table
from pitboss.shown import shown_of

if TYPE_CHECKING:
    from pitboss.house.host.host import Host


def due(table: Table) -> str:
    """The provision for which the next round waits until the last one is taken and paid; empty where it waits for nobody."""
    return shown_of(table.game).take_and_pay if table.state.felt.unpaid else ""


def words(table: Table) -> str:
    """The same as a sentence for everybody at the table."""
    return f"The dealer takes and pays round {table.state.felt.number}; then betting opens." if due(table) else ""


def tasks(host: "Host", table: Table) -> Iterator[StaffTask]:
    """That the last round is taken and paid, while the next one waits for it."""
    if cite := due(table):
        yield StaffTask(
            kind="pay",
            title=f"Take and pay round {table.state.felt.number}",
            right=right_of(rights.rights_of(table), "take and pay"),
            cite=cite,
            since=table.latest,
            changes="Betting opens for the next round.",
            act=TaskAct("All taken and paid", {"do": "take_and_pay", "round": table.state.felt.number}),
        )
