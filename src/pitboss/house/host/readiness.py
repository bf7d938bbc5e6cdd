"""What keeps a table from play: duties, inspections, people and equipment."""

from functools import lru_cache
from typing import TYPE_CHECKING

from pitboss.game import Duty
from pitboss.house.clock import seconds
from pitboss.house.host import inspections, rights, rules_in_force
from pitboss.house.people.entries import UNNAMED
from pitboss.house.table import equipment
from pitboss.house.table.hours import day_of, moment_of
from pitboss.house.table.table import Table
from pitboss.procedure import Refusal, Refused, Window

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

HOUR = 3600

# --- duties


def duties_left(host: "Host", table: Table) -> dict[str, float]:
    """For each duty, the seconds until it falls due; in wall time since the thing was put in use (I-GEN-15)."""
    now = host.house.clock.seconds()
    return {name: due - now for name, due in duties_due_at(host, table).items()}


def duties_due_at(host: "Host", table: Table) -> dict[str, float]:
    """For each duty, when it falls due in wall time."""
    named, since = host.house.register.named_as or UNNAMED, table.state.equipment.since
    return {
        duty.name: _due(duty, since[duty.name], named.zone, named.gaming_day)
        for duty in equipment.duties(table)
        if duty.name in since
    }


@lru_cache(maxsize=4096)
def _due(duty: Duty, since: str, zone: str, gaming_day: str) -> float:
    """When a duty that was last done at a time is due again: after so many hours, or when the next gaming day begins."""
    if not duty.daily:
        return seconds(since) + duty.hours * HOUR
    return day_of(moment_of(since), zone, gaming_day).ends.timestamp()


def duties_due(host: "Host", table: Table) -> list[Duty]:
    left = duties_left(host, table)
    return [duty for duty in equipment.duties(table) if left.get(duty.name, 1) <= 0]


# --- opening and closing


def blocked(host: "Host") -> str:
    """Why no round can be opened, as a sentence; empty when one can."""
    if host.suspension.sentence or host.table is None:
        return host.suspension.sentence
    table = host.table
    if table.state.standing.retired:
        return "This table is retired."
    if not table.state.standing.open:
        return f"The table is closed: {not_ready(host, table) or 'the floor may open it.'}"
    if over := rules_in_force.approval_over(host, table):
        return over
    if table.state.filing.founded.settings.dealer != "person":
        return ""  # software does what is due when it opens the next round
    for due in duties_due(host, table):
        why = "a gaming day has begun" if due.daily else f"{due.hours} hours have passed since they were put in use"
        return f"{due.title}: {why} [{due.cite}]."
    return not_ready(host, table)


def not_ready(host: "Host", table: Table) -> str:
    """What has to be there or signed before a person deals, as a sentence; empty when all is."""
    if not table.state.filing.by_person:
        return ""
    for kind in equipment.missing(table):
        return f"{kind.title}: nothing is in use at this table [{kind.cite}]."
    for checklist in inspections.unsigned(table):
        return f"{checklist.title} has to be signed by {inspections.lacking(table, checklist)} [{checklist.cite}]."
    here = {place.role for place in table.state.standing.assigned if rights.works_as(host, place.person, place.role)}
    lacking = [role.title for role in table.game.crew if role not in here]
    return f"No {' and no '.join(lacking)} is assigned to this table." if lacking else ""


def no_round(host: "Host", table: Table) -> Refused:
    """Why nothing can be wagered or answered now."""
    why = blocked(host)
    if why:
        return Refused(Refusal.TABLE_CLOSED, why, table.game.closed)
    over = f"Round {table.state.felt.number} is over; betting for the next is not open yet."
    return Refused(Refusal.BETTING_CLOSED, over, table.game.closed)


def is_betting(table: Table) -> bool:
    play = table.play.round
    return play is not None and isinstance(play.pending, Window)


def check_in_service(table: Table) -> None:
    """Refuse what cannot be done any more at a table that is retired."""
    if table.state.standing.retired:
        raise Refused(Refusal.TABLE_CLOSED, "This table is retired; its number stays with its record.", "")


def stated(text: str, otherwise: str) -> str:
    """What somebody said, in one line; ``otherwise`` is the refusal where they said nothing."""
    words = " ".join(text.split())
    if not words:
        raise Refused(Refusal.MALFORMED, otherwise, "")
    return words
