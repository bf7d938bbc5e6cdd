"""What waits in the house, at no table: filings, accounts, alarms, software, the record."""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.authority import AT_TABLES, IN_THE_HOUSE, Right, keeper, right_of
from pitboss.editions import PROPOSALS
from pitboss.house.clock import seconds
from pitboss.house.filings.proposals import open_proposals
from pitboss.house.host import conditions, rules_in_force
from pitboss.house.host.task import StaffTask
from pitboss.house.house import House
from pitboss.house.people.access import wish
from pitboss.house.people.filings import CITE, Filing
from pitboss.house.protocol.tasks import TaskAct, TaskAsk, TaskChoice, Urgency
from pitboss.house.record_keeper import UNWITNESSED_SECONDS
from pitboss.house.table.versions import running
from pitboss.house.tasks import of_money
from pitboss.procedure import Refused
from pitboss.roles import Role
from pitboss.submission import file_submission, submit

NAME = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b")  # of a choice, as the record has it
DAY = 24 * 3600.0  # seconds between two verifications, and between two backups


def tasks(house: House) -> Iterator[StaffTask]:
    """Everything that waits in the house."""
    yield from _filings(house)
    yield from _access(house)
    yield from _alarms(house)
    yield from _software(house)
    yield from _proposals(house)
    yield from _record(house)
    yield from _witnesses(house)
    yield from _locks(house)
    yield from of_money.tasks(house)


def _right(act: str) -> Right:
    return right_of(IN_THE_HOUSE, act)


# --- filings


def _filings(house: House) -> Iterator[StaffTask]:
    for filing in house.register.filings.known.values():
        if filing.state == "filed":
            yield _to_decide(filing)
        elif filing.state == "draft":
            yield _to_file(filing)
        elif filing.state == "approved" and not filing.said_by_file:
            yield from _to_put_in_force(house, filing)


def _name(filing: Filing) -> str:
    return f"{filing.number or filing.id}, {filing.title}"


def _to_decide(filing: Filing) -> StaffTask:
    by = filing.filed_by.name if filing.filed_by is not None else ""
    return StaffTask(
        kind="filing",
        name=filing.id,
        title=f"Decide on {_name(filing)}",
        right=_right("decide filing"),
        since=filing.filed,
        due=filing.review_ends,
        urgency="soon",
        excluded=(filing.filed_by.credential,) if filing.filed_by is not None else (),
        changes=f"Filed by {by}." if by else "",
        act=TaskAct(
            "Decide",
            path=f"/api/filings/{filing.id}/decide",
            choices=(
                TaskChoice("Approve", {"approved": True}),
                TaskChoice("Refuse", {"approved": False}, asks=(TaskAsk("conditions", "Why it is refused"),)),
            ),
            page=f"/board#filings/{filing.id}",
            only_there=True,
        ),
    )


def _to_file(filing: Filing) -> StaffTask:
    wrong = _cannot_file(filing.game, msgspec.json.encode(filing.choices, order="sorted"))
    return StaffTask(
        kind="draft",
        name=filing.id,
        title=f"Finish the draft {filing.id}, {filing.title}",
        right=_right("file filing"),
        since=filing.drafted,
        urgency="later",
        changes=wrong or "It goes to the Board.",
        act=TaskAct("Open the draft", page=f"/filings#draft/{filing.id}")
        if wrong
        else TaskAct(
            "File",
            path=f"/api/filings/{filing.id}/file",
            asks=(TaskAsk("number", "Number of the filing"),),
            page=f"/filings#draft/{filing.id}",
            only_there=True,
        ),
    )


@lru_cache(maxsize=256)
def _cannot_file(game: str, choices: bytes) -> str:
    """Why a draft cannot be filed yet, as a sentence; empty where it can."""
    decoded: dict[str, Any] = msgspec.json.decode(choices)
    try:
        file_submission(catalogue.game(game).rules, decoded)
    except Refused as refusal:
        return NAME.sub(lambda found: found[0].replace("_", " "), refusal.sentence)
    return ""


def _to_put_in_force(house: House, filing: Filing) -> Iterator[StaffTask]:
    """An approved filing that is in force nowhere, and later than what is, at tables where it may be put in force today."""
    order = list(house.register.filings.known)
    places = {
        table: table.state.filing.scheduled.filing if table.state.filing.scheduled else table.state.filing.filing
        for table in house.tables()
        if table.game.name == filing.game and not table.state.filing.settings.owner and not table.state.standing.retired
    }
    if filing.id in places.values():
        return
    earlier = [
        table for table, other in places.items() if other not in order or order.index(other) < order.index(filing.id)
    ]
    fit = [table.name for table in earlier if rules_in_force.is_possible(house.everywhere[table.name], table, filing)]
    since = filing.binding.since if filing.binding is not None else ""
    is_early = any(rules_in_force.today(house.everywhere[table.name]) < since for table in earlier)
    if not fit and not is_early:
        return
    yield StaffTask(
        kind="in_force",
        name=filing.id,
        title=f"Put {_name(filing)} in force",
        right=right_of(AT_TABLES, "put rules in force"),
        cite=CITE,
        since=filing.decided,
        urgency="later",
        waits_for="" if fit else f"It may come into force on {since}, or later.",
        changes=" ".join(conditions.sentences(filing.binding)) or "It is approved, and in force nowhere.",
        act=TaskAct(
            "Put in force",
            {"do": "put_in_force", "filing": filing.id},
            choices=tuple(TaskChoice(name, path=f"/api/tables/{name}/do") for name in fit),
            page=f"/filings#filing/{filing.id}",
            only_there=True,
        ),
    )


# --- people


def _access(house: House) -> Iterator[StaffTask]:
    register = house.register
    for number, waiting in register.access.waiting.items():
        asked = waiting.asked
        known = register.people.get(asked.credential)
        side = keeper(*asked.roles, *asked.held, *(known.roles if known is not None else ()))
        sentence = wish(asked, known.name if known is not None else "")
        yield StaffTask(
            kind="access",
            name=str(number),
            title=f"Agree or not: {sentence}",
            right=msgspec.structs.replace(_right("agree to access"), roles=(side,)),
            since=waiting.since,
            excluded=(asked.by.credential,),
            changes=f"{asked.by.name} asked for it; a second person decides.",
            act=TaskAct(
                "Decide",
                choices=(
                    TaskChoice("Agree", path=f"/api/access/{number}/agree", second_look=f"Agree to {sentence}."),
                    TaskChoice("Decline", path=f"/api/access/{number}/withdraw"),
                ),
                page="/board#accounts" if side is Role.BOARD else "/people",
            ),
        )


def _locks(house: House) -> Iterator[StaffTask]:
    for person in house.register.people.values():
        if person.active and house.people.locked(person):
            side = keeper(*person.roles)
            yield StaffTask(
                kind="locked",
                name=person.credential,
                title=f"Unlock {person.name}, or leave it",
                right=_right("unlock person" if side is Role.ADMINISTRATOR else "keep Board accounts"),
                changes="Somebody tried wrong passwords; until then they cannot sign in by password.",
                act=TaskAct("Unlock", path=f"/api/people/{person.credential}/unlock", page="/people"),
            )


# --- play, software and the record


def _alarms(house: House) -> Iterator[StaffTask]:
    for number, (time, alarm) in enumerate(house.register.alarms, 1):
        if number not in house.register.seen:
            yield StaffTask(
                kind="alarm",
                name=str(number),
                title=f"Look into an alarm at {alarm.table}" if alarm.table else "Look into an alarm",
                right=_right("look into alarm"),
                since=time,
                changes=alarm.words,
                act=TaskAct(
                    "Say what it was",
                    path=f"/api/theory/alarms/{number}/seen",
                    asks=(TaskAsk("words", "What came of it"),),
                    page="/filings#play",
                ),
            )


def _software(house: House) -> Iterator[StaffTask]:
    """In a demonstration nobody approves anything."""
    founded, approved = house.register.founded, house.register.software_approved
    found = running()
    if (
        founded is None
        or founded.demonstration
        or (approved is not None and approved.software == found.software.version)
    ):
        return
    yield StaffTask(
        kind="software",
        title="Approve the software that is running",
        right=_right("approve software"),
        urgency="soon" if approved is None else "now",
        changes=f"Release {found.rules.release}; {'nothing was approved yet' if approved is None else 'another was approved'}.",
        act=TaskAct(
            "Approve",
            {"rules": found.rules.version, "software": found.software.version},
            path="/api/board/rules/approve",
            page="/board#record",
            only_there=True,
        ),
    )


def _proposals(house: House) -> Iterator[StaffTask]:
    """I-GEN-46: a house that plays, or wants to play, a text of which only a proposal is at hand accepts that once."""
    tables = (table for table in house.tables() if not table.state.filing.settings.practice)
    played = [(table.game, table.rules) for table in tables if not table.state.standing.retired]
    for filing in house.register.filings.known.values():
        if filing.state in ("filed", "approved") and (game := catalogue.games().get(filing.game)) is not None:
            with suppress(Refused):  # a filing of a former version, which another one took the place of
                played.append((game, submit(game.rules, filing.choices)))
    for chapter, text in open_proposals(house.register, played).items():
        yield StaffTask(
            kind="proposal",
            name=chapter,
            title=f"Accept that Chapter {chapter} is played as it was proposed",
            right=_right("accept proposal"),
            cite=PROPOSALS,
            urgency="soon",
            changes=f"Only the proposal is at hand ({text.document}); the text in force may differ. Every paper, page and "
            "record says PROPOSED. Until then no new table plays it; those that run keep running.",
            act=TaskAct("Accept", path=f"/api/editions/{chapter}/accept"),
        )


def _record(house: House) -> Iterator[StaffTask]:
    now, register = house.clock.seconds(), house.register
    verified, backed_up = register.upkeep.verified, register.upkeep.backed_up
    if house.record.verification.state.state != "running":
        if verified is not None and not verified[1].in_order:
            yield _verify(verified[1].found, "now", verified[0])
        elif verified is None or now - seconds(verified[0]) >= DAY:
            why = (
                "Nobody verified the record for a day."
                if verified is not None
                else "Nobody has verified this record yet."
            )
            yield _verify(why, "later", verified[0] if verified is not None else "")
    if backed_up is None or now - seconds(backed_up[0]) >= DAY:
        yield StaffTask(
            kind="backup",
            title="Make a backup",
            right=_right("make backup"),
            since=backed_up[0] if backed_up is not None else "",
            urgency="later",
            changes="No backup was made for a day." if backed_up is not None else "No backup was made yet.",
            act=TaskAct("Make a backup", path="/api/administration/backups", page="/administration#backups"),
        )


def _witnesses(house: House) -> Iterator[StaffTask]:
    """Somebody outside sees that the record only grows: a house names who, and hears of a head that nobody has cosigned."""
    since, page, own = house.record.unwitnessed_since, "/board#record", house.record.own_witnesses
    if own.refused:
        yield StaffTask(
            kind="witness refuses",
            title="Find out why the witness file does not cosign the record",
            right=_right("approve software"),
            urgency="now",
            changes=own.refused,
            act=TaskAct("See the record", page=page),
        )
    if warning := own.warning():
        yield StaffTask(
            kind="name witness",
            title="Name a witness of the record",
            right=_right("approve software"),
            urgency="later",
            changes=warning,
            act=TaskAct(
                "Name a witness",
                path="/api/board/witnesses",
                asks=(TaskAsk("vkey", "Public key, as `pitboss witness` prints it"),),
                page=page,
                only_there=True,
            ),
        )
    if since and house.clock.seconds() - seconds(since) >= UNWITNESSED_SECONDS:
        yield StaffTask(
            kind="unwitnessed",
            title="Find out why no witness has signed the record",
            right=_right("approve software"),
            since=since,
            urgency="soon",
            changes="Every head since then is signed by the house alone.",
            act=TaskAct("See the record", page=page),
        )


def _verify(why: str, urgency: Urgency, since: str) -> StaffTask:
    return StaffTask(
        kind="verification",
        title="Verify the record",
        right=_right("export record"),
        since=since,
        urgency=urgency,
        changes=why,
        act=TaskAct("Verify now", path="/api/board/verification", page="/board#record"),
    )
