"""What keeps a table from play: duties, inspections, people and equipment."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import structs

from pitboss.authority import right_of
from pitboss.game import Duty, When
from pitboss.house.clock import stamp
from pitboss.house.host import (
    canceling,
    duty_clocks,
    equipment_checks,
    inspections,
    money,
    relief,
    rights,
    rules_in_force,
    settling,
)
from pitboss.house.host.task import StaffTask, missing, one_of
from pitboss.house.protocol.tasks import TaskAct
from pitboss.house.table import equipment
from pitboss.house.table.table import Table
from pitboss.procedure import Refusal, Refused, Window

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

FEW = 2  # tasks that everybody at the table is told of
SOON = duty_clocks.HOUR  # seconds: a duty that falls due within this time is shown

# --- duties


def duties_left(host: "Host", table: Table) -> dict[str, float]:
    """For each duty, the seconds until it falls due; in wall time since the thing was put in use (I-GEN-15)."""
    now = host.house.clock.seconds()
    return {name: due - now for name, due in duties_due_at(host, table).items()}


def duties_due_at(host: "Host", table: Table) -> dict[str, float]:
    """For each duty, when it falls due in wall time."""
    since = table.state.equipment.since
    return {
        duty.name: duty_clocks.due_at(host, duty, since[duty.name])
        for duty in equipment.duties(table)
        if duty.name in since
    }


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
        return f"The table is closed. {missing(steps(host, table), FEW) or 'The floor may open it.'}"
    if over := rules_in_force.approval_over(host, table):
        return over
    if table.state.filing.founded.settings.dealer != "person":
        return ""  # software does what is due when it opens the next round
    for due in duties_due(host, table):
        why = "a gaming day has begun" if due.daily else f"{due.hours} hours have passed since they were put in use"
        return f"{due.title}: {why} [{due.cite}]."
    return missing(steps(host, table), FEW)


def not_ready(host: "Host", table: Table) -> str:
    """What has to be done before a person deals, as a sentence; empty when all is."""
    return missing(steps(host, table))


def steps(host: "Host", table: Table) -> list[StaffTask]:
    """What has to be done before a person deals here, in the order in which it is done."""
    if not table.state.filing.by_person:
        return []
    lists = list(inspections.tasks(host, table, *inspections.unsigned(table)))
    # what is done by those who stand here: a list, the opening, a duty that is due
    wanted = [*lists, *([_opening(table, lists)] if _is_closed(table) else _duties(host, table))]
    trays = list(money.opening(host, table))
    return [*equipment_checks.missing_tasks(host, table), *relief.tasks(host, table, [*wanted, *trays]), *lists, *trays]


def _is_closed(table: Table) -> bool:
    return not table.state.standing.open


def tasks(host: "Host", table: Table) -> Iterator[StaffTask]:
    """What opens a closed table, and what an open one waits for between two rounds."""
    if table.state.standing.retired:
        return
    needed = steps(host, table)
    if _is_closed(table):
        yield from (structs.replace(task, urgency="later") for task in needed)
        yield _opening(table, needed)
        return
    yield from needed
    if table.state.filing.by_person:
        yield from _duties(host, table)
        known = {task.name for task in needed if task.kind == "assign"}
        lacking = relief.tasks(host, table, money.tasks(host, table))
        yield from (task for task in lacking if task.name not in known)
    if table.state.standing.last_hand and not table.play.closing:
        yield from _closing(host, table)


def _opening(table: Table, needed: list[StaffTask]) -> StaffTask:
    return StaffTask(
        kind="open",
        title="Open the table",
        right=right_of(rights.rights_of(table), "open_table"),
        urgency="later",
        waits_for=missing(needed),
        changes="Betting opens when somebody comes.",
        act=TaskAct("Open", {"do": "open_table"}),
    )


def _closing(host: "Host", table: Table) -> Iterator[StaffTask]:
    """The last hand was announced: what is signed before the table closes, then that it closes."""
    lists = inspections.unsigned(table, When.CLOSING) if table.state.filing.by_person else []
    waits = canceling.waits(table)
    needed = [
        structs.replace(task, waits_for=task.waits_for or waits) for task in inspections.tasks(host, table, *lists)
    ]
    yield from needed
    yield StaffTask(
        kind="close",
        title="Close the table",
        right=right_of(rights.rights_of(table), "close_table"),
        waits_for=missing(needed),
        changes="No further round is dealt.",
        act=TaskAct("Close", {"do": "close_table"}),
    )


def _duties(host: "Host", table: Table) -> Iterator[StaffTask]:
    """Duties that are due, and those that soon will be."""
    left, now = duties_left(host, table), host.house.clock.seconds()
    for duty in equipment.duties(table):
        if left.get(duty.name, SOON) >= SOON:
            continue
        exchanged = duty.replaces and equipment.works_with(table, duty.thing)
        spare = [one.id for one in equipment_checks.spare(host, table, duty.thing)] if exchanged else []
        waits = canceling.waits(table)
        if exchanged and not spare:
            waits = f"First bring other {duty.thing} to the table."
            if (kind := next((kind for kind in table.thing_kinds if kind.name == duty.thing), None)) is not None:
                yield equipment_checks.to_reserve(host, table, kind)
        yield StaffTask(
            kind="duty",
            name=duty.name,
            title=duty.title,
            right=right_of(rights.rights_of(table), f"do {duty.name}"),
            cite=duty.cite,
            due=stamp(now + left[duty.name]),
            urgency="now" if left[duty.name] <= 0 else "soon",
            waits_for=waits,
            changes=f"Their clock starts again: {duty.when}.",
            act=TaskAct("Done", {"do": "duty", "name": duty.name}, choices=one_of(((id, id) for id in spare), "thing")),
        )


def no_round(host: "Host", table: Table) -> Refused:
    """Why nothing can be wagered or answered now."""
    why = blocked(host)
    if why:
        return Refused(Refusal.TABLE_CLOSED, why, table.game.closed)
    if waits := settling.words(table):
        return Refused(Refusal.BETTING_CLOSED, waits, settling.due(table))
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
