"""Inspections: who signs which list, and what still keeps a table from play."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss.authority import right_of
from pitboss.game import VERIFIES, Checklist, When
from pitboss.house.host import equipment_checks, rights
from pitboss.house.host.task import StaffTask, one_of
from pitboss.house.protocol.tasks import TaskAct, TaskAsk, TaskItem
from pitboss.house.table import equipment
from pitboss.house.table.equipment import signs_itself
from pitboss.house.table.table import Table
from pitboss.roles import spoken

if TYPE_CHECKING:
    from pitboss.house.host.host import Host


def sign_automatically(table: Table) -> None:
    """At a table that software deals, the automatic dealer signs what is due, under its own name (I-GEN-39)."""
    for checklist in equipment.lists_due(table):
        for signed in list(signs_itself(table, checklist)):
            table.enter(signed)


def unsigned(table: Table, when: When | None = None) -> list[Checklist]:
    """The lists that are still to be signed before play, or of one kind."""
    if when is None:
        return equipment.lists_due(table)
    return [one for one in table.checklists if one.when is when and not table.state.equipment.is_complete(one)]


def _unsigned_numbers(table: Table, checklist: Checklist) -> list[int]:
    signed = table.state.equipment.signed.get(checklist.name, {})
    return [number for number in range(1, len(checklist.signatures) + 1) if number not in signed]


def tasks(host: "Host", table: Table, *lists: Checklist) -> Iterator[StaffTask]:
    """One for each signature that these lists lack."""
    for checklist in lists:
        signed = table.state.equipment.signed.get(checklist.name, {})
        for number in _unsigned_numbers(table, checklist):
            yield _signature(host, table, checklist, number, tuple(by.credential for by in signed.values()))


def _signature(host: "Host", table: Table, checklist: Checklist, number: int, signed: tuple[str, ...]) -> StaffTask:
    signature = checklist.signatures[number - 1]
    right = right_of(rights.rights_of(table), f"sign {checklist.name} {number}")
    verifies = signature.does == VERIFIES and number - 1 in _unsigned_numbers(table, checklist)
    spare = [one.id for one in equipment_checks.spare(host, table, checklist.replaces)]
    waits = ""
    if verifies:
        waits = f"First {spoken(checklist.signatures[number - 2].roles)} inspects and signs."
    elif checklist.replaces and table.state.filing.by_person and not spare:
        waits = f"First bring other {checklist.replaces} to the table."
    elif next(rights.able(host, table, right, signed), None) is None:
        waits = f"First {spoken(right.roles)} has to be assigned to the table."
    body = {"do": "sign", "checklist": checklist.name, **({"thing": spare[0]} if len(spare) == 1 else {})}
    return StaffTask(
        kind="signature",
        name=f"{checklist.name} {number}",
        title=f"{_verb(signature.does)} and sign: {checklist.title}",
        right=right,
        cite=signature.cite or checklist.cite,
        excluded=signed if len(checklist.signatures) > 1 else (),
        waits_for=waits,
        changes="It is the last signature of this list." if len(_unsigned_numbers(table, checklist)) == 1 else "",
        act=TaskAct(
            words="Sign",
            body=body,
            items=tuple(TaskItem(item.text, item.cite, item.either) for item in checklist.items),
            choices=one_of(((one, one) for one in spare), "thing") if len(spare) > 1 else (),
            asks=(TaskAsk("reason", "What was done"),) if checklist.when is When.WORK else (),
        ),
    )


def _verb(does: str) -> str:
    """``Inspect`` for somebody who inspects."""
    return {"verifies": "Verify", "is present": "Be present"}.get(does) or does.removesuffix("s").capitalize()
