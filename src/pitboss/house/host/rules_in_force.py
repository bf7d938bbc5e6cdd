"""How other rules and limits come into force at a table, and when."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from pitboss.authority import right_of
from pitboss.house.clock import seconds
from pitboss.house.filings import proposals
from pitboss.house.host import conditions, meters, rights, suspension
from pitboss.house.host.task import StaffTask, one_of
from pitboss.house.people.entries import UNNAMED
from pitboss.house.people.filings import Filing
from pitboss.house.protocol.tasks import TaskAct
from pitboss.house.table import entries, rounds
from pitboss.house.table.filing import check_meters, differ_in_limits_only, submission_of
from pitboss.house.table.table import Table
from pitboss.money import dollars
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission, check_fileable

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

RULES, LIMITS = "601a.2", "I-GEN-34"


def adopt(host: "Host", table: Table) -> None:
    """Go on under the rules that are running, between rounds and before anything else is entered: those that played
    before may not know what is entered now, and have to replay their own part of the record."""
    version, between = host.house.version, table.round is None and table.play.foreign is None
    if version and between and table.state.filing.version != version:
        table.enter(entries.RulesAdopted(version, host.house.release))


def leave_or_cancel(host: "Host", table: Table) -> None:
    """A round that another version of the rules began: canceled if nothing hangs on it, else left to that version."""
    assert table.play.foreign is not None
    if not table.play.bound:
        host.dealer.set_time(table)
        rounds.unplay(table, "other rules were installed")
        return
    host.suspension.set(
        suspension.RULES,
        f"This table is suspended: round {table.state.felt.number} was begun under other rules "
        f"({table.play.foreign.version[:12]}) and is finished under those: open the house with that program once more, "
        "on the copy that was kept if the database has another version since.",
    )


def stop(host: "Host", sentence: str) -> None:
    """Stop a table, between rounds or not: what is installed is not what was approved."""
    if host.suspension.cause in ("", suspension.RULES):
        host.suspend(sentence, suspension.RULES)


def go_on(host: "Host") -> None:
    """What is installed is what was approved."""
    if host.suspension.cause == suspension.RULES and host.table is not None and host.table.play.foreign is None:
        host.suspend("", "")
        host.jobs.ring()


def come_into_force(host: "Host", table: Table) -> bool:
    """Let what is scheduled come into force, if it is time and nothing keeps it; whether it did."""
    coming = table.state.filing.scheduled
    if coming is None or (coming.at and host.house.clock.seconds() < seconds(coming.at)):
        return False
    if table.round is not None:
        if not rounds.is_cancelable(table):
            return False
        rounds.unplay(table, "other rules come into force")
    only_limits = differ_in_limits_only(table.state.filing.founded.choices, coming.choices)
    if not only_limits and (table.state.felt.up or _owes(table) or _sits_beyond(table, coming)):
        return False
    try:
        if not only_limits:
            check_all_meters(table, submission_of(table.game, coming.choices))
    except Refused as refusal:
        table.enter(entries.RulesUnscheduled(refusal.sentence, coming.by))
        host.outbox.announce(f"The rules stay as they are. {refusal.sentence}", refusal.cite)
        return False
    before = table.state.filing.founded.choices
    table.enter(entries.RulesChanged(coming.choices, coming.submission, coming.filing, coming.by, bounds=coming.bounds))
    host.outbox.announce(_announcement(before, coming, table.rules), LIMITS if only_limits else RULES)
    return True


def _owes(table: Table) -> bool:
    """Whether a player has yet to pay what was marked; that is collected by the rules under which it fell due."""
    owes, seats = table.game.must_pay_before_leaving, table.state.seats
    return any(owes(table.state.felt.state, seats.player(seat) or str(seat)) for seat in seats.players)


def _sits_beyond(table: Table, coming: entries.RulesScheduled) -> bool:
    """Whether somebody sits, or is to be moved, where the table would have no seat."""
    most, seats = submission_of(table.game, coming.choices).posted.seats, table.state.seats
    return any(seat > most for seat in (*seats.players, *seats.boxes, *(to for to, _ in seats.moves.values())))


def _announcement(before: dict[str, Any], made: entries.RulesScheduled, rules: RulesSubmission) -> str:
    if all(made.choices.get(name) == before.get(name) for name in {*made.choices, *before}):
        return f"From this round on {made.filing} is in force at this table; its rules stay as they are."
    names = [name for name in made.choices if made.choices[name] != before.get(name)]
    if differ_in_limits_only(before, made.choices):
        most = f" to ${dollars(rules.maximum)}" if rules.maximum is not None else ""
        return f"New limits from this round on: ${dollars(rules.minimum or 1)}{most}."
    words = ", ".join(name.replace("_", " ") for name in names)
    return f"From this round on other rules are in force at this table ({made.filing or 'filed'}): {words}."


def waits_for(table: Table) -> str:
    """What the rules to come wait for, as a sentence; empty where none are to come."""
    coming = table.state.filing.scheduled
    if coming is None:
        return ""
    what = (
        "Other limits" if differ_in_limits_only(table.state.filing.founded.choices, coming.choices) else "Other rules"
    )
    when = f"at {coming.at}, or later" if coming.at else "when this round is over and nothing is on the layout"
    waits = " Vigorish that is marked is collected first." if _owes(table) else ""
    if _sits_beyond(table, coming):
        waits += " Somebody sits where the table would have no seat; move them first."
    return f"{what} come into force {when}.{waits}"


def check_all_meters(table: Table, rules: RulesSubmission) -> None:
    """Refuse rules that would take from players what is on a meter, their table's own or a common one."""
    check_meters(table.game, table.rules, table.state.felt.state, rules)
    meters.check_kept(table, rules)


def zone(host: "Host") -> str:
    return (host.house.register.named_as or UNNAMED).zone


def today(host: "Host") -> str:
    """The date where the house is."""
    return conditions.day_in(zone(host), host.house.clock.seconds())


def approval_over(host: "Host", table: Table) -> str:
    """Why no round begins under a filing that the Board approved until a date which is over; empty where that is not so."""
    filing = host.house.register.filings.known.get(table.state.filing.filing)
    if filing is None or not conditions.is_over(filing, today(host)):
        return ""
    assert filing.binding is not None
    return (
        f"{filing.id} is approved on the condition that it is in force until {filing.binding.until}; put another filing in "
        f"force [{RULES}]."
    )


def wanted(host: "Host", table: Table, filing: Filing, moment: str = "") -> tuple[conditions.Coming, str]:
    """What a filing results in at a table where it comes into force now or at a moment, and its hash; or a refusal."""
    if filing.game != table.game.name:
        words = f"{filing.id} is for {filing.game}, not for {table.game.name}."
        raise Refused(Refusal.FORBIDDEN_CHOICE, words, RULES)
    if filing.state != "approved":
        words = f"{filing.id} is {filing.state}; rules are put in force once approved."
        raise Refused(Refusal.LOCKED, words, RULES)
    conditions.check_place(filing, table.name)
    conditions.check_date(filing, conditions.day_in(zone(host), seconds(moment)) if moment else today(host))
    coming, now = conditions.coming(table, filing), table.state.filing
    rules = submission_of(table.game, coming.choices)
    check_fileable(rules)
    if not now.settings.practice:
        proposals.check(table.game, rules, host.house.register)
    submission = rules.hash(table.game.name)
    if submission == now.founded.submission and filing.id == now.filing:
        raise Refused(Refusal.STALE, f"{filing.id} is in force at this table already.", RULES)
    check_all_meters(table, rules)
    other = now.scheduled
    if other is not None and (other.filing, other.submission, other.at) == (filing.id, submission, moment):
        raise Refused(Refusal.STALE, f"{filing.id} is to come into force at this table already.", RULES)
    return coming, submission


def is_possible(host: "Host", table: Table, filing: Filing) -> bool:
    """Whether a filing can be put in force at a table now."""
    try:
        return bool(wanted(host, table, filing))
    except Refused:
        return False


def tasks(host: "Host", table: Table) -> Iterator[StaffTask]:
    """Where the filing in force may not be played under any more, another has to come into force."""
    is_settled = table.state.standing.retired or table.state.filing.scheduled is not None
    if is_settled or not (over := approval_over(host, table)):
        return
    approved = [one for one in host.house.register.filings.known.values() if one.game == table.game.name]
    fit = [one for one in approved if one.state == "approved" and is_possible(host, table, one)]
    yield StaffTask(
        kind="in_force",
        title="Put another filing in force",
        right=right_of(rights.rights_of(table), "put rules in force"),
        cite=RULES,
        waits_for="" if fit else "No other filing of this game may be in force here today; file one.",
        changes=over,
        act=TaskAct(
            "Put in force",
            {"do": "put_in_force"},
            choices=one_of(((one.id, f"{one.number or one.id}: {one.title}") for one in fit), "filing"),
            page="/filings",
        ),
    )


def moment(host: "Host", text: str) -> str:
    """A moment to come, in the zone of the house, as a time of the record; empty for now."""
    if not text:
        return ""
    where = zone(host)
    try:
        local = datetime.fromisoformat(text)
    except ValueError:
        raise Refused(Refusal.MALFORMED, f"Expected a moment like 2026-05-31T06:00, not {text!r}.", "") from None
    aware = local if local.tzinfo is not None else local.replace(tzinfo=ZoneInfo(where))
    try:
        there = aware.astimezone(UTC).astimezone(aware.tzinfo)
    except OverflowError:
        raise Refused(Refusal.MALFORMED, f"{text} is too far away; name a moment within this century.", "") from None
    if there.replace(tzinfo=None) != local.replace(tzinfo=None):
        raise Refused(Refusal.MALFORMED, f"There is no {text} in {where}: the clocks are set forward then.", "")
    if aware.timestamp() < host.house.clock.seconds() // 60 * 60:  # whoever names a moment names its minute
        words = f"{text.replace('T', ' ')} is over; name a moment to come, or none, for as soon as possible."
        raise Refused(Refusal.FORBIDDEN_CHOICE, words, "")
    return aware.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def check_pit(pit: str, pits: Mapping[str, str]) -> None:
    """A table stands in a pit of its house; in a house without pits it stands in none. A floor file is read by the same rule."""
    if pits and pit not in pits:
        stated = repr(pit) if pit else "no pit"
        raise Refused(Refusal.NOT_FOUND, f"Expected a pit of this house, not {stated}: {', '.join(pits)}.", "")
    if pit and not pits:
        raise Refused(Refusal.NOT_FOUND, f"This house has no pits; name a pit before a table stands in {pit!r}.", "")
