"""What managers do at a table: other rules and limits, timers, pit, an end; and how what is scheduled comes about."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import msgspec

from pitboss.house.clock import seconds
from pitboss.house.host import conditions, meters, rights, seats
from pitboss.house.host.sessions import Session
from pitboss.house.people.entries import UNNAMED
from pitboss.house.protocol.commands import Command
from pitboss.house.table import entries
from pitboss.house.table.managing import check_meters, differ_in_limits_only, submission_of
from pitboss.house.table.table import Table
from pitboss.money import dollars
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission, check_fileable

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

RULES, LIMITS = "601a.2", "I-GEN-34"
CHANGES = "Say what is to change: timers, buy-in, sales of chips, title, pit."

# --- rules


def put_in_force(host: "Host", session: Session, command: Command) -> str:
    """An approved filing comes into force here, at a moment, as soon as nothing is on the layout; what changes, in words."""
    table = host.require_table()
    actor = rights.require(host, session, "put rules in force")
    check_in_service(table)
    if host.allowances is not None:
        host.allowances.look()  # it may have been approved or withdrawn a moment ago, at another process
    filing = host.register.filings.get(command.filing)
    if filing.game != table.game.name:
        raise Refused(Refusal.FORBIDDEN_CHOICE, f"{filing.id} is for {filing.game}, not for {table.game.name}.", RULES)
    if filing.state != "approved":
        raise Refused(Refusal.LOCKED, f"{filing.id} is {filing.state}; rules are put in force once approved.", RULES)
    at = _moment(host, command.at)
    conditions.check_place(filing, table.name)
    conditions.check_date(filing, conditions.day_in(_zone(host), seconds(at)) if at else today(host))
    wanted = conditions.coming(table, filing)
    rules = submission_of(table.game, wanted.choices)
    check_fileable(rules)
    submission = rules.hash(table.game.name)
    if submission == table.founded.submission and filing.id == table.filing:
        raise Refused(Refusal.STALE, f"{filing.id} is in force at this table already.", RULES)
    _check_meters(table, rules)
    coming = table.scheduled
    if coming is not None and (coming.filing, coming.submission, coming.at) == (filing.id, submission, at):
        raise Refused(Refusal.STALE, f"{filing.id} is to come into force at this table already.", RULES)
    table.enter(entries.RulesScheduled(wanted.choices, submission, filing.id, at, actor, command.key, wanted.bounds))
    if not come_into_force(host, table):
        after = "the round is over and nothing is on the layout"
        when = f"at {command.at.replace('T', ' ')}, or later, when {after}" if at else f"as soon as {after}"
        host.announce(f"Other rules come into force at this table {when}.", RULES)
    return " ".join(wanted.words)


def cancel_change(host: "Host", session: Session, command: Command) -> None:
    """What was to come into force will not."""
    table = host.require_table()
    actor = rights.require(host, session, "put rules in force")
    if table.scheduled is None:
        raise Refused(Refusal.STALE, "No other rules are to come into force at this table.", RULES)
    table.enter(entries.RulesUnscheduled(_reason(command), actor, command.key))


def change_limits(host: "Host", session: Session, command: Command) -> None:
    """Other posted limits, within what was filed; from the next round on."""
    table = host.require_table()
    actor = rights.require(host, session, "change limits")
    check_in_service(table)
    coming = table.scheduled
    if coming is not None and (coming.filing or not differ_in_limits_only(table.founded.choices, coming.choices)):
        raise Refused(Refusal.LOCKED, "Other rules are to come into force here; cancel that first.", RULES)
    if not command.limits:
        raise Refused(Refusal.MALFORMED, "Say which limits: of the table, or of a wager.", LIMITS)
    chosen = dict(coming.choices if coming is not None else table.founded.choices)
    for wager, limits in command.limits.items():
        stated = {name: dollars(value) for name, value in msgspec.structs.asdict(limits).items() if value is not None}
        if wager:
            own = dict(chosen.get("limits") or {})
            own[wager] = {**own.get(wager, {}), **stated}
            chosen["limits"] = own
        else:
            chosen |= stated
    rules = submission_of(table.game, chosen)
    conditions.check_maximum(host.register.filings.known.get(table.filing), rules)
    conditions.check_within(submission_of(table.game, {**chosen, **table.bounds}), rules)
    if rules.hash(table.game.name) == table.founded.submission:
        raise Refused(Refusal.STALE, "These limits are posted already.", LIMITS)
    table.enter(entries.RulesScheduled(rules.chosen, rules.hash(table.game.name), "", "", actor, command.key))
    come_into_force(host, table)


def come_into_force(host: "Host", table: Table) -> bool:
    """Let what is scheduled come into force, if it is time and nothing keeps it; whether it did."""
    coming = table.scheduled
    if coming is None or (coming.at and host.clock.seconds() < seconds(coming.at)):
        return False
    if table.round is not None:
        if not table.is_cancelable:
            return False
        table.unplay("other rules come into force")
    only_limits = differ_in_limits_only(table.founded.choices, coming.choices)
    if not only_limits and (table.up or _owes(table) or _sits_beyond(table, coming)):
        return False
    try:
        if not only_limits:
            _check_meters(table, submission_of(table.game, coming.choices))
    except Refused as refusal:
        table.enter(entries.RulesUnscheduled(refusal.sentence, coming.by))
        host.announce(f"The rules stay as they are. {refusal.sentence}", refusal.cite)
        return False
    before = table.founded.choices
    table.enter(entries.RulesChanged(coming.choices, coming.submission, coming.filing, coming.by, bounds=coming.bounds))
    host.announce(_told(before, coming, table.rules), LIMITS if only_limits else RULES)
    return True


def _owes(table: Table) -> bool:
    """Whether a player has yet to pay what was marked; that is collected by the rules under which it fell due."""
    return any(table.game.must_pay_before_leaving(table.state, seat) for seat in table.players)


def _sits_beyond(table: Table, coming: entries.RulesScheduled) -> bool:
    """Whether somebody sits where the table would have no seat."""
    most = submission_of(table.game, coming.choices).posted.seats
    return any(seat > most for seat in (*table.players, *table.boxes))


def _told(before: dict[str, Any], made: entries.RulesScheduled, rules: RulesSubmission) -> str:
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
    coming = table.scheduled
    if coming is None:
        return ""
    what = "Other limits" if differ_in_limits_only(table.founded.choices, coming.choices) else "Other rules"
    when = f"at {coming.at}, or later" if coming.at else "when this round is over and nothing is on the layout"
    waits = " Vigorish that is marked is collected first." if _owes(table) else ""
    if _sits_beyond(table, coming):
        waits += " Somebody sits where the table would have no seat; move them first."
    return f"{what} come into force {when}.{waits}"


def _check_meters(table: Table, rules: RulesSubmission) -> None:
    """Refuse rules that would take from players what is on a meter, their table's own or a common one."""
    check_meters(table.game, table.rules, table.state, rules)
    meters.check_kept(table, rules)


def _zone(host: "Host") -> str:
    return (host.register.named_as or UNNAMED).zone


def today(host: "Host") -> str:
    """The date where the house is."""
    return conditions.day_in(_zone(host), host.clock.seconds())


def approval_over(host: "Host", table: Table) -> str:
    """Why no round begins under a filing that the Board approved until a date which is over; empty where that is not so."""
    filing = host.register.filings.known.get(table.filing)
    if filing is None or not conditions.is_over(filing, today(host)):
        return ""
    assert filing.binding is not None
    return f"{filing.id} is approved on the condition that it is in force until {filing.binding.until}; put another filing in force [{RULES}]."


def _moment(host: "Host", text: str) -> str:
    """A moment to come, in the zone of the house, as a time of the record; empty for now."""
    if not text:
        return ""
    zone = _zone(host)
    try:
        local = datetime.fromisoformat(text)
    except ValueError:
        raise Refused(Refusal.MALFORMED, f"Expected a moment like 2026-05-31T06:00, not {text!r}.", "") from None
    aware = local if local.tzinfo is not None else local.replace(tzinfo=ZoneInfo(zone))
    try:
        there = aware.astimezone(UTC).astimezone(aware.tzinfo)
    except OverflowError:
        raise Refused(Refusal.MALFORMED, f"{text} is too far away; name a moment within this century.", "") from None
    if there.replace(tzinfo=None) != local.replace(tzinfo=None):
        raise Refused(Refusal.MALFORMED, f"There is no {text} in {zone}: the clocks are set forward then.", "")
    if aware.timestamp() < host.clock.seconds() // 60 * 60:  # whoever names a moment names its minute
        words = f"{text.replace('T', ' ')} is over; name a moment to come, or none, for as soon as possible."
        raise Refused(Refusal.FORBIDDEN_CHOICE, words, "")
    return aware.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


# --- settings, and an end


def change_settings(host: "Host", session: Session, command: Command) -> None:
    """Timers, buy-in, title and pit of a table."""
    table, wanted = host.require_table(), command.settings
    actor = rights.require(host, session, "change settings")
    if wanted is None:
        raise Refused(Refusal.MALFORMED, CHANGES, "")
    if wanted.pit is not None:
        check_pit(wanted.pit, host.register.pits)
    stated = {name: value for name, value in msgspec.structs.asdict(wanted).items() if value is not None}
    title = " ".join(str(stated.pop("title", table.founded.title)).split())
    if not title:
        raise Refused(Refusal.MALFORMED, "Say what the table is called.", "")
    for name in ("buy_in", "sale_maximum", "sale_approval"):
        if getattr(wanted, name) == 0:
            raise Refused(Refusal.MALFORMED, f"Expected at least one cent as {name.replace('_', ' ')}.", "")
    changed = msgspec.structs.replace(table.founded.settings, **stated)
    if changed.closes_by_time and wanted.betting_seconds == 0:
        raise Refused(Refusal.MALFORMED, f"The time for betting: {entries.NEEDS_TIME}.", "")
    if (changed, title) == (table.founded.settings, table.founded.title):
        raise Refused(Refusal.STALE, f"Nothing would be different at this table. {CHANGES}", "")
    table.enter(entries.SettingsChanged(changed, title, actor, command.key))


def check_pit(pit: str, pits: Mapping[str, str]) -> None:
    """A table stands in a pit of its house; in a house without pits it stands in none. A floor file is read by the same rule."""
    if pits and pit not in pits:
        stated = repr(pit) if pit else "no pit"
        raise Refused(Refusal.NOT_FOUND, f"Expected a pit of this house, not {stated}: {', '.join(pits)}.", "")
    if pit and not pits:
        raise Refused(Refusal.NOT_FOUND, f"This house has no pits; name a pit before a table stands in {pit!r}.", "")


def retire(host: "Host", session: Session, command: Command) -> None:
    """Close a table for good; it has to be closed to play."""
    table = host.require_table()
    actor = rights.require(host, session, "retire table")
    if table.retired:
        raise Refused(Refusal.STALE, "This table is retired already.", "")
    if table.open or table.round is not None:
        raise Refused(Refusal.LOCKED, "Close the table first; then it can be retired.", "")
    if table.up:
        raise Refused(Refusal.LOCKED, "There are wagers on the layout; they are decided first.", table.game.closed)
    for seat in list(table.players):
        seats.give_up_all(table, seat, entries.HOUSE, command.key)
        host.get_up(seat)
    table.enter(entries.Retired(_reason(command), actor, command.key))


def check_in_service(table: Table) -> None:
    """Refuse what cannot be done any more at a table that is retired."""
    if table.retired:
        raise Refused(Refusal.TABLE_CLOSED, "This table is retired; its number stays with its record.", "")


def _reason(command: Command) -> str:
    return stated(command.reason, "Say why.")


def stated(text: str, otherwise: str) -> str:
    """What somebody said, in one line; ``otherwise`` is the refusal where they said nothing."""
    words = " ".join(text.split())
    if not words:
        raise Refused(Refusal.MALFORMED, otherwise, "")
    return words
