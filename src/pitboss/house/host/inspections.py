"""Inspections: who signs which list, and what still keeps a table from play."""

from typing import TYPE_CHECKING

from pitboss.game import Checklist, When
from pitboss.house.table import equipment
from pitboss.house.table.equipment import signs_itself
from pitboss.house.table.table import Table
from pitboss.roles import spoken

if TYPE_CHECKING:
    pass


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


def lacking(table: Table, checklist: Checklist) -> str:
    """Who still has to sign a list, as the end of a sentence."""
    signed = table.state.equipment.signed.get(checklist.name, {})
    return " and ".join(spoken(one.roles) for n, one in enumerate(checklist.signatures, 1) if n not in signed)
