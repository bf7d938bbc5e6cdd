"""What a person did, in words: for the log of a table, and for every act that is searched for."""

from collections.abc import Callable
from typing import Any

from pitboss.events import Shown
from pitboss.house.people.access import side_words, wish
from pitboss.house.people.limits import said, worth
from pitboss.house.people.program_accounts import program_wish
from pitboss.journal import Step
from pitboss.money import dollars
from pitboss.procedure import CHANCE, Answer

Words = dict[str, Callable[[Any], str]]

# What people do between the rounds of a table.
BETWEEN_ROUNDS: Words = {
    "signed": lambda made: (
        f"signed {made.checklist.replace('_', ' ')}" + (f": {made.thing} comes into use" if made.thing else "")
    ),
    "duty": lambda made: made.name.replace("_", " ") + (f": {made.thing}" if made.thing else ""),
    "assigned": lambda made: f"assigned {made.name} as {made.role.title}",
    "released": lambda made: f"released {made.person} as {made.role.title}",
    "thing_brought": lambda made: f"brought {made.thing}" + (" into use" if made.in_use else ""),
    "thing_moved": lambda made: f"moved {made.thing}: {made.to.replace('_', ' ')}",
    "thing_signed": lambda made: f"signed to {made.act} {made.thing}",
    "rules_scheduled": lambda made: "scheduled other rules" + (f" ({made.filing})" if made.filing else ""),
    "rules_changed": lambda made: "other rules came into force" + (f" ({made.filing})" if made.filing else ""),
    "rules_unscheduled": lambda made: f"rules not changed after all: {made.why}",
    "settings_changed": lambda made: "changed how the table is run",
    "retired": lambda made: "retired the table",
    "announcement": lambda made: f"announced: {made.words}",
    "incident": lambda made: f"incident {made.number}, {made.kind.replace('_', ' ')}: {made.words}",
    "correction_proposed": lambda made: f"proposed correction {made.number} of round {made.round}",
    "correction_decided": lambda made: ("agreed to" if made.agreed else "dropped") + f" correction {made.number}",
    "owed_settled": lambda made: (
        f"{'paid' if made.amount > 0 else 'collected'} ${dollars(abs(made.amount))} of correction {made.number}, seat {made.seat}"
    ),
    "relief_queued": lambda made: f"{made.name or 'nobody'} is to take over as {made.role.title}",
    "seat_moved": lambda made: f"moved seat {made.seat} to seat {made.to}",
    "move_ordered": lambda made: (
        f"moves seat {made.seat} to seat {made.to} after the round"
        if made.to != made.seat
        else f"took back the move of seat {made.seat}"
    ),
    "patron_identified": lambda made: f"identified patron {made.patron} as {made.name or made.card}",
    "opened": lambda made: "opened the table",
    "closing": lambda made: "ordered the table closed after the round",
    "closed": lambda made: "closed the table",
    "taken_and_paid": lambda made: f"took and paid round {made.round}",
    "corrected": lambda made: "took back an outcome entered by mistake",
    "previewed": lambda made: f"looked at what would follow: {made.report.kind.replace('_', ' ')}",
}

AT_SEATS: Words = {
    "seated": lambda made: f"seated {made.name} at seat {made.seat} with ${dollars(made.amount)}",
    "boxed": lambda made: f"took the box at seat {made.seat}",
    "unboxed": lambda made: f"gave up the box at seat {made.seat}",
    "bought": lambda made: f"sold chips for ${dollars(made.amount)} to seat {made.seat}",
    "tipped": lambda made: f"put a tip of ${dollars(made.amount)} from seat {made.seat} into the tip box",
    "sale_undone": lambda made: f"took back the sale of chips for ${dollars(made.amount)} to seat {made.seat}",
    "colour_changed": lambda made: (
        f"gave seat {made.seat} {made.colour} chips of ${dollars(made.value)}"
        if made.colour
        else f"changed the chips of seat {made.seat} back into value chips"
    ),
    "left": lambda made: f"freed seat {made.seat}" + (f": {made.reason}" if made.reason else ""),
}

OF_THE_HOUSE: Words = {
    "person_added": lambda made: f"added {made.name} ({made.credential}): {_roles(made.roles)}",
    "roles_changed": lambda made: f"changed the roles of {made.credential}: {_roles(made.roles)}",
    "person_ended": lambda made: f"ended {made.credential}",
    "person_invited": lambda made: f"invited {made.credential}",
    "password_set": lambda made: "set a password",
    "passkey_added": lambda made: f"added a passkey: {made.label}",
    "limit_set": lambda made: f"set a limit: {said(made.limit)} {worth(made.limit, made.value)}",
    "loosening_asked": lambda made: f"asked for a wider limit: {said(made.limit)} {worth(made.limit, made.value)}",
    "loosening_dropped": lambda made: f"asked no more for a wider limit: {said(made.limit)}",
    "limit_loosened": lambda made: f"widened a limit: {said(made.limit)} {worth(made.limit, made.value)}",
    "excluded": lambda made: f"excluded themselves from play until {made.until or 'further notice'}",
    "play_asked": lambda made: "asked to play again",
    "exclusion_ended": lambda made: "may play again",
    "play_alarm": lambda made: made.words,
    "alarm_seen": lambda made: f"looked into alarm {made.number}: {made.words}",
    "signed_in": lambda made: f"signed in by {made.how}",
    "signed_out": lambda made: f"signed out {made.credential}: {made.why}",
    "sign_in_unlocked": lambda made: f"unlocked {made.credential}",
    "access_requested": lambda made: f"request {made.number}: asked to {wish(made)}",
    "access_agreed": lambda made: f"agreed to request {made.number} of {made.asked} about {made.credential}",
    "access_withdrawn": lambda made: f"withdrew request {made.number}",
    "admitted_alone": lambda made: f"admitted {made.credential} as second {made.side.title} without a second person",
    "access_recovered": lambda made: f"a link for {side_words(made.side)} was made with the key file",
    "notice_dismissed": lambda made: f"dismissed notice {made.number}",
    "thing_received": lambda made: f"received {made.thing}: {made.description}",
    "house_named": lambda made: f"named the house: {made.holder}, days from {made.gaming_day} in {made.zone}",
    "pit_named": lambda made: f"named pit {made.pit}: {made.title}",
    "filing_drafted": lambda made: f"drafted {made.filing} for {made.game}: {made.title}",
    "filing_filed": lambda made: f"filed {made.filing}" + (f" as {made.number}" if made.number else ""),
    "filing_decided": lambda made: (
        ("approved" if made.approved else "refused")
        + f" {made.filing}"
        + (f": {made.conditions}" if made.conditions else "")
    ),
    "filing_withdrawn": lambda made: f"withdrew {made.filing}: {made.reason}",
    "device_key_issued": lambda made: f"issued a key to {made.device} at {made.table}",
    "device_key_revoked": lambda made: f"revoked the key of {made.device}",
    "program_asked": lambda made: f"request {made.number} for a program: asked to {program_wish(made)}",
    "program_created": lambda made: program_wish(made) + (f", as {made.asked} asked" if made.asked is not None else ""),
    "program_withdrawn": lambda made: f"withdrew request {made.number} for a program",
    "program_revoked": lambda made: f"revoked the program {made.program}",
    "webhook_named": lambda made: f"named the webhook {made.webhook}: {', '.join(made.topics)} to {made.url}",
    "webhook_ended": lambda made: f"ended the webhook {made.webhook}",
    "backup_made": lambda made: f"made a backup: {made.file}",
    "proposal_accepted": lambda made: f"accepted that edition {made.edition} of Chapter {made.chapter} is a proposal",
    "software_approved": lambda made: f"approved the software {made.release}, rules {made.rules[:12]}",
    "rules_kept": lambda made: f"the package of the rules {made.version[:12]}, release {made.release}, is kept",
    "software_checked": lambda made: f"the software was compared: {', '.join(made.differs) or 'as approved'}",
    "witness_named": lambda made: f"named a witness: {made.vkey.partition('+')[0]}",
    "witness_ended": lambda made: f"ended a witness: {made.vkey.partition('+')[0]}",
    "record_verified": lambda made: f"had the record verified: {made.found}",
}

ALL: Words = {**BETWEEN_ROUNDS, **AT_SEATS, **OF_THE_HOUSE}


def words(kind: str, made: Any) -> str:
    """What an entry says that somebody did; a kind without words of its own is called by its name."""
    if isinstance(made, Step):
        return _step(made)
    known = ALL.get(kind)
    return known(made) if known is not None else kind.replace("_", " ")


def _roles(roles: Any) -> str:
    return ", ".join(role.title for role in roles)


def _step(made: Step) -> str:
    """What somebody said or reported in a round. Cards are not named: they are in the round itself, for those who may."""
    if made.report is not None:
        about = f" at seat {made.report.seat}" if made.report.seat else ""
        return f"reported {made.report.kind.replace('_', ' ')}{about}"
    shown = [f"{event.outcome} on the {event.device}" for event in made.events if isinstance(event, Shown)]
    return "; ".join(_answer(answer, shown) for answer in made.answers)


def _answer(answer: Answer, shown: list[str]) -> str:
    if answer.by == CHANCE:
        return f"entered {shown[-1]}" if shown else "entered a card or tile"
    said = answer.says.replace("_", " ")
    what = " ".join(part for part in (said, answer.wager, f"on {answer.on}" if answer.on else "") if part)
    amount = f" ${dollars(answer.amount)}" if answer.amount and answer.wager else ""
    seat = f"for seat {answer.by}: " if isinstance(answer.by, int) else ""
    return f"{seat}{what}{amount}"
