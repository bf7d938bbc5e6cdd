"""Filings as the register shows them: with the tables at which each is, was or is to come into force."""

import asyncio
import time
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from pitboss import catalogue, editions
from pitboss.house.host import conditions
from pitboss.house.host.host import Host
from pitboss.house.house import House
from pitboss.house.people.entries import UNNAMED
from pitboss.house.people.filings import CITE, Filing
from pitboss.house.protocol.filings import Draft, FilingDetail, FilingLine
from pitboss.house.table import entries as table_entries
from pitboss.paper.review_clock import day, days_left
from pitboss.procedure import Refusal, Refused
from pitboss.submission import made_choices

PATIENCE_SECONDS = 8.0  # for which a reply waits until that is done
BUSY_SECONDS = 0.002  # between two looks whether a table has written what it does
MOST_CHANGES = 500  # of one table, looked at for filings that were in force before
NOTHING = "nothing"  # to compare with


class Places(msgspec.Struct, frozen=True):
    """Filing → the tables at which it is in force, or is to come; table → since when its rules are in force."""

    in_force: dict[str, tuple[str, ...]]
    scheduled: dict[str, tuple[str, ...]]
    since: dict[str, str]


class Baseline(msgspec.Struct, frozen=True):
    """What a draft is compared with."""

    label: str
    choices: dict[str, Any]


async def places(house: House) -> Places:
    """Where each filing is in force or is to come, as it is on the disk: tables of other processes are looked at again, and what a
    table is just writing is waited for, since it may come to nothing."""
    await house.processes.look_elsewhere(now=True)
    in_force, scheduled, since = dict[str, tuple[str, ...]](), dict[str, tuple[str, ...]](), dict[str, str]()
    for host in list(house.everywhere.values()):
        await _written(host)
        table = host.table
        if table is None or table.state.standing.retired:
            continue
        if table.state.filing.filing:
            in_force[table.state.filing.filing] = (*in_force.get(table.state.filing.filing, ()), table.name)
        if table.state.filing.scheduled is not None and table.state.filing.scheduled.filing:
            coming = table.state.filing.scheduled.filing
            scheduled[coming] = (*scheduled.get(coming, ()), table.name)
        since[table.name] = table.state.filing.in_force_since
    return Places(in_force, scheduled, since)


async def _written(host: Host) -> None:
    patience = time.monotonic() + PATIENCE_SECONDS
    while host.busy:
        if time.monotonic() > patience:
            words = f"The record of {host.name} is being written, and takes its time; ask again."
            raise Refused(Refusal.UNAVAILABLE, words, "")
        await asyncio.sleep(BUSY_SECONDS)


def ever_in_force(house: House) -> Mapping[str, Collection[str]]:
    """Filing → the tables at which it ever came into force, as their records tell."""
    found: dict[str, set[str]] = {}
    kind = table_entries.NAMES[table_entries.RulesChanged]
    for name in house.everywhere:
        for entry in house.store.history.entries_of(name, (kind,), None, MOST_CHANGES):
            made = msgspec.json.decode(entry.payload, type=table_entries.RulesChanged)
            if made.filing:
                found.setdefault(made.filing, set()).add(name)
    return found


def line(house: House, filing: Filing, earlier: Mapping[str, Collection[str]], known: Places) -> FilingLine:
    return FilingLine.from_domain(filing, **_shown(house, filing, earlier, known))


async def detail(house: House, id: str, earlier: Mapping[str, Collection[str]] | None = None) -> FilingDetail:
    known = await places(house)
    filing = house.register.filings.get(id)
    return FilingDetail.from_domain(
        filing, **_shown(house, filing, earlier or {}, known), filed_by=str(filing.filed_by or "")
    )


def _shown(house: House, filing: Filing, earlier: Mapping[str, Collection[str]], known: Places) -> dict[str, Any]:
    """What is shown of a filing otherwise than the register has it."""
    tables = known.in_force.get(filing.id, ())
    state: str = filing.state
    if state == "approved" and (tables or earlier.get(filing.id)):
        state = "in_force" if tables else "superseded"
    game = catalogue.games().get(filing.game)
    text = editions.recorded(game.chapter, str(filing.choices.get("edition") or "")) if game is not None else None
    return {
        "text": text.words if text is not None else "",
        "proposed": text is not None and text.proposed,
        "state": state,
        "drafted_by": str(filing.drafted_by),
        "days_left": days_left(filing.filed, today(house)) if state == "filed" else None,
        "decided_by": str(filing.decided_by or ""),
        "binding": conditions.sentences(filing.binding),
        "tables": tables,
        "scheduled": known.scheduled.get(filing.id, ()),
        "example": filing.said_by_file and _is_example(filing),
    }


def _is_example(filing: Filing) -> bool:
    """Whether it has the choices of its game's example; whose house it is makes no difference."""
    game = catalogue.games().get(filing.game)
    return game is not None and _unheld(filing.choices) == _unheld(made_choices(game.example().chosen))


def _unheld(choices: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in choices.items() if name != "holder"}


async def compared_with(house: House, draft: Draft) -> Baseline | None:
    """What a draft is compared with: the filing or table that was named, else what is in force for its game."""
    if draft.against == NOTHING:
        return None
    if draft.against in house.register.filings.known:
        return _filing(house, draft.against, draft.game)
    if draft.against:
        made = house.founded[house.host(draft.against).name]
        if made.game != draft.game:
            raise Refused(Refusal.FORBIDDEN_CHOICE, f"Table {draft.against} is for {made.game}.", CITE)
        return Baseline(f"table {draft.against}", made.choices)
    if draft.instead_of:
        return _filing(house, draft.instead_of, draft.game)
    used = (await places(house)).in_force
    mine = [id for id in used if house.register.filings.get(id).game == draft.game and id != draft.filing]
    if mine:
        most = max(mine, key=lambda id: len(used[id]))
        found = house.register.filings.get(most)
        return Baseline(f"{most}, in force at {', '.join(used[most])}", found.choices)
    tables = [table for table in house.tables() if table.game.name == draft.game and not table.state.standing.retired]
    tables = [table for table in tables if not table.state.filing.settings.owner]
    tables.sort(key=lambda table: table.state.filing.settings.practice)
    return Baseline(f"what is in force at {tables[0].name}", tables[0].state.filing.founded.choices) if tables else None


def _filing(house: House, id: str, game: str) -> Baseline:
    found = house.register.filings.get(id)
    if found.game != game:
        raise Refused(Refusal.FORBIDDEN_CHOICE, f"{id} is for {found.game}.", CITE)
    return Baseline(f"{id}, {found.title}", found.choices)


def day_of(house: House, stated: str) -> str:
    """A day that was stated, today where none was; nothing is filed or decided on a day that has not come."""
    now = today(house)
    if not stated:
        return now
    written = day(stated).isoformat()
    if written > now:
        raise Refused(Refusal.FORBIDDEN_CHOICE, f"{written} has not come; today is {now}.", "601a.10")
    return written


def today(house: House) -> str:
    """The date, where the house is."""
    zone = (house.register.named_as or UNNAMED).zone
    return datetime.fromtimestamp(house.clock.seconds(), ZoneInfo(zone)).date().isoformat()
