"""A person signs a checklist."""

from typing import Annotated

import msgspec

from pitboss.game import VERIFIES, Checklist, When
from pitboss.house.host import equipment_checks
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.protocol.commands import Name, Reason, Word
from pitboss.house.table import entries, equipment, rounds
from pitboss.house.table.table import Table
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused


class SignChecklist(Command, frozen=True, kw_only=True, tag="sign"):
    """One person signs a checklist, for the signature that their role may give; each signature takes a person of its own."""

    right = "sign {checklist} 1"
    checklist: Word = ""
    items: Annotated[tuple[Word, ...], msgspec.Meta(max_length=64)] = ()
    reason: Reason = ""  # what work was done
    thing: Name = ""  # which comes into use

    def entries(self, at: At) -> Entries:
        table = at.table
        checklist = equipment.checklist(table, self.checklist)
        if checklist is None:
            known = ", ".join(one.name for one in table.checklists)
            words = f"Expected a checklist of this game, not {self.checklist!r}; there are: {known}."
            raise Refused(Refusal.MALFORMED, words, "")
        number, actor = _signature(at, checklist)
        _check_time(table, checklist)
        unknown = [cite for cite in self.items if cite not in {item.cite for item in checklist.items}]
        if unknown:
            raise Refused(Refusal.MALFORMED, f"{checklist.title} has no item {unknown[0]!r}.", checklist.cite)
        missing = checklist.missing(self.items)
        if missing is not None:
            raise Refused(Refusal.NOT_LAWFUL, f"Not every item is checked: {missing.text}", missing.cite)
        work = " ".join(self.reason.split())
        if checklist.when is When.WORK and not work:
            raise Refused(Refusal.MALFORMED, f"{checklist.title}: say what was done.", checklist.cite)
        thing = _replacement(table, checklist, self.thing)
        if len(_signed(table, checklist)) + 1 < len(checklist.signatures):
            thing = ""  # it is done with the last signature
        items = tuple(dict.fromkeys(self.items))
        yield entries.Signed(checklist.name, actor, actor.role, items, "", at.key, number, work, thing)


def _signed(table: Table, checklist: Checklist) -> dict[int, Actor]:
    """Who has signed so far; a list about work is signed each time it is done."""
    if checklist.when is When.WORK and table.state.equipment.is_complete(checklist):
        return {}
    return table.state.equipment.signed.get(checklist.name, {})


def _signature(at: At, checklist: Checklist) -> tuple[int, Actor]:
    """Which of the signatures of a list this person gives, and in which role."""
    signed, numbers = _signed(at.table, checklist), range(1, len(checklist.signatures) + 1)
    mine = [number for number in numbers if at.may(f"sign {checklist.name} {number}")]
    missing = [number for number in numbers if number not in signed]
    if mine and not missing:
        raise Refused(Refusal.STALE, f"{checklist.title} is already signed.", checklist.cite)
    number = next((number for number in mine if number in missing), None)
    if number is None:
        at.actor(f"sign {checklist.name} {(missing or [1])[0]}")  # refused, with who may
        raise AssertionError("whoever may sign was found before")
    signature = checklist.signatures[number - 1]
    actor = at.actor(f"sign {checklist.name} {number}", first=signed.values())
    if signature.does == VERIFIES and number - 1 not in signed:
        words = f"{checklist.title}: verified once it was inspected and signed for."
        raise Refused(Refusal.NOT_LAWFUL, words, signature.cite or checklist.cite)
    return number, actor


def _check_time(table: Table, checklist: Checklist) -> None:
    """Work is done at a closed table, a closing is signed at an open one, and what is done when somebody comes once they have."""
    when, is_open = checklist.when, table.state.standing.open
    if when is When.WORK and is_open:
        raise Refused(Refusal.LOCKED, f"{checklist.title}: close the table first.", checklist.cite)
    if when is When.CLOSING and not is_open:
        raise Refused(Refusal.STALE, "The table is closed.", checklist.cite)
    if when is When.CLOSING and table.round is not None and not rounds.is_cancelable(table):
        raise Refused(Refusal.LOCKED, f"{checklist.title}: wait until this round is over.", checklist.cite)
    if when in (When.IDLE, When.ARRIVAL):
        if not table.state.seats.players:
            words = f"{checklist.title} is signed when somebody has come to the table."
            raise Refused(Refusal.STALE, words, checklist.cite)
        if checklist not in equipment.lists_due(table):
            raise Refused(Refusal.STALE, f"{checklist.title} is not due.", checklist.cite)


def _replacement(table: Table, checklist: Checklist, named: str) -> str:
    """What comes into use in place of a set that a list has sealed: what is named, else the only one in reserve."""
    kind = checklist.replaces
    if not kind or not table.state.filing.by_person:
        return ""
    things = table.state.equipment.things.values()
    reserve = [one.id for one in things if one.kind == kind and one.state == "reserve" and not one.signed]
    if not reserve:
        words = f"{checklist.title}: no other {kind} are in reserve here; bring some to the table first."
        raise Refused(Refusal.NOT_LAWFUL, words, checklist.cite)
    if not named and len(reserve) > 1:
        words = f"{checklist.title}: say which {kind} come into use: {', '.join(reserve)}."
        raise Refused(Refusal.MALFORMED, words, checklist.cite)
    if named:
        equipment_checks.check_may_be_used(table, named, kind, checklist.cite)
    return named or reserve[0]
