"""Inspections: who signs which list, and what still keeps a table from play."""

from typing import TYPE_CHECKING

from pitboss.game import VERIFIES, Checklist, When
from pitboss.house.host import rights, things
from pitboss.house.host.sessions import Session
from pitboss.house.protocol.commands import Command
from pitboss.house.table import entries, equipment, rounds
from pitboss.house.table.equipment import signs_itself
from pitboss.house.table.table import Table
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused
from pitboss.roles import spoken

if TYPE_CHECKING:
    from pitboss.house.host.host import Host


def sign(host: "Host", session: Session, command: Command) -> None:
    """One person signs a checklist, for the signature that their role may give; each signature takes a person of its own."""
    table = host.require_table()
    checklist = equipment.checklist(table, command.checklist)
    if checklist is None:
        known = ", ".join(one.name for one in table.checklists)
        raise Refused(
            Refusal.MALFORMED, f"Expected a checklist of this game, not {command.checklist!r}; there are: {known}.", ""
        )
    number, actor = _signature(host, session, table, checklist)
    _check_moment(table, checklist)
    unknown = [cite for cite in command.items if cite not in {item.cite for item in checklist.items}]
    if unknown:
        raise Refused(Refusal.MALFORMED, f"{checklist.title} has no item {unknown[0]!r}.", checklist.cite)
    missing = checklist.missing(command.items)
    if missing is not None:
        raise Refused(Refusal.NOT_LAWFUL, f"Not every item is checked: {missing.text}", missing.cite)
    work = " ".join(command.reason.split())
    if checklist.when is When.WORK and not work:
        raise Refused(Refusal.MALFORMED, f"{checklist.title}: say what was done.", checklist.cite)
    items = tuple(dict.fromkeys(command.items))
    thing = _replacement(table, checklist, command.thing)
    signed = {} if _starts_over(table, checklist) else table.state.equipment.signed.get(checklist.name, {})
    if len(signed) + 1 < len(checklist.signatures):
        thing = ""  # it is done with the last signature
    table.enter(entries.Signed(checklist.name, actor, actor.role, items, "", command.key, number, work, thing))


def _replacement(table: Table, checklist: Checklist, named: str) -> str:
    """What comes into use in place of a set that a list has sealed: what is named, else the only one in reserve."""
    kind = checklist.replaces
    if not kind or not table.state.filing.by_person:
        return ""
    reserve = [
        one.id
        for one in table.state.equipment.things.values()
        if one.kind == kind and one.state == "reserve" and not one.signed
    ]
    if not reserve:
        words = f"{checklist.title}: no other {kind} are in reserve here; bring some to the table first."
        raise Refused(Refusal.NOT_LAWFUL, words, checklist.cite)
    if not named and len(reserve) > 1:
        words = f"{checklist.title}: say which {kind} come into use: {', '.join(reserve)}."
        raise Refused(Refusal.MALFORMED, words, checklist.cite)
    if named:
        things.put_in_use(table, named, kind, checklist.cite)
    return named or reserve[0]


def _signature(host: "Host", session: Session, table: Table, checklist: Checklist) -> tuple[int, Actor]:
    """Which of the signatures of a list this person gives, and in which role."""
    signed = {} if _starts_over(table, checklist) else table.state.equipment.signed.get(checklist.name, {})
    mine = [n for n in range(1, len(checklist.signatures) + 1) if _may(host, session, checklist, n)]
    missing = [n for n in range(1, len(checklist.signatures) + 1) if n not in signed]
    if mine and not missing:
        raise Refused(Refusal.STALE, f"{checklist.title} is already signed.", checklist.cite)
    number = next((n for n in mine if n in missing), None)
    if number is None:
        rights.require(host, session, f"sign {checklist.name} {(missing or [1])[0]}")  # refused, with who may
        raise AssertionError("whoever may sign was found before")
    signature = checklist.signatures[number - 1]
    cite = signature.cite or checklist.cite
    actor = rights.require(host, session, f"sign {checklist.name} {number}", first=signed.values())
    if signature.does == VERIFIES and number - 1 not in signed:
        raise Refused(Refusal.NOT_LAWFUL, f"{checklist.title}: verified once it was inspected and signed for.", cite)
    return number, actor


def _may(host: "Host", session: Session, checklist: Checklist, number: int) -> bool:
    return f"sign {checklist.name} {number}" in rights.acts(host, session, host.require_table())


def _starts_over(table: Table, checklist: Checklist) -> bool:
    return checklist.when is When.WORK and table.state.equipment.is_complete(checklist)


def _check_moment(table: Table, checklist: Checklist) -> None:
    """Work is done at a closed table, and what belongs to an opening is signed before it."""
    if checklist.when is When.WORK and table.state.standing.open:
        raise Refused(Refusal.LOCKED, f"{checklist.title}: close the table first.", checklist.cite)
    if checklist.when is When.OPENING and table.state.standing.open:
        raise Refused(Refusal.STALE, f"{checklist.title} is signed before the table opens.", checklist.cite)
    if checklist.when is When.CLOSING and not table.state.standing.open:
        raise Refused(Refusal.STALE, "The table is closed.", checklist.cite)
    if checklist.when is When.CLOSING and table.round is not None and not rounds.is_cancelable(table):
        raise Refused(Refusal.LOCKED, f"{checklist.title}: wait until this round is over.", checklist.cite)
    if checklist.when in (When.IDLE, When.ARRIVAL):
        if not table.state.seats.players:
            raise Refused(
                Refusal.STALE, f"{checklist.title} is signed when somebody has come to the table.", checklist.cite
            )
        if checklist not in equipment.lists_due(table):
            raise Refused(Refusal.STALE, f"{checklist.title} is not due.", checklist.cite)


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
