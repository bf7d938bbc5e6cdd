"""One table on the pit console: its state, who is there, what waits for somebody, what it won today."""

from collections.abc import Iterator

from pitboss.authority import AT_TABLES
from pitboss.house.host import money, readiness, rights, rules_in_force
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import Session
from pitboss.house.host.task import StaffTask
from pitboss.house.protocol.pit import DutyLine, PitTable, Waiting
from pitboss.house.protocol.views import StaffPlace
from pitboss.house.table import equipment
from pitboss.house.table.entries import Founded
from pitboss.house.table.table import Table
from pitboss.house.tasks import at_table
from pitboss.house.wire.day_books import DayBook
from pitboss.house.wire.view import moves
from pitboss.house.wire.view_cache import phase
from pitboss.ledger import LAYOUT
from pitboss.money import Cents
from pitboss.roles import AT_A_TABLE, Role, spoken

RESHUFFLE = "report reshuffle_ordered"
ACTS = frozenset(right.act for right in AT_TABLES) | {RESHUFFLE}  # what is done from the pit console
DEALING = frozenset({"close_bets", "outcome", "pay"})  # tasks


def line(host: Host, founded: Founded, book: DayBook | None) -> PitTable:
    """The table as everybody at the pit console sees it. Call it only while the host is not busy."""
    table = host.table
    if table is None:
        settings = founded.settings
        return PitTable(
            number=host.name,
            title=founded.title,
            game=founded.game,
            pit=host.house.register.pits.get(settings.pit, settings.pit),
            state="suspended",
            practice=settings.practice,
            waiting=(Waiting("suspended", host.suspension.sentence),),
            why=host.suspension.sentence,
        )
    founded, rules, settings = table.state.filing.founded, table.rules, table.state.filing.settings
    return PitTable(
        number=host.name,
        title=founded.title,
        game=founded.game,
        pit=host.house.register.pits.get(settings.pit, settings.pit),
        state=_state(host, table),
        phase=phase(host, table),
        round=table.state.felt.number,
        seats=rules.posted.seats,
        taken=tuple(
            (seat, table.state.seats.players[table.state.seats.holder(seat)])
            for seat in sorted([*table.state.seats.players, *table.state.seats.boxes])
        ),
        moves=moves(table),
        dealt=settings.dealer,
        chance=settings.chance,
        follow=settings.follow,
        practice=settings.practice,
        staff=tuple(map(StaffPlace.from_domain, table.state.standing.assigned)),
        since=_since(table, book),
        relief=tuple(map(StaffPlace.from_domain, table.state.standing.relief)),
        duties=tuple(_duties(host, table)),
        waiting=tuple(_waiting(host, table, book)),
        minimum=rules.minimum or 0,
        maximum=rules.maximum,
        filing=_filing(host, table),
        pending_rules=rules_in_force.waits_for(table),
        win=book.total.win if book is not None else 0,
        buy_ins=book.total.buy_ins if book is not None else 0,
        drop=_counted_drop(host, table, book),
        counting=book is None,
        on_layout=table.state.ledger.balance(LAYOUT),
        incidents=table.state.disputes.reported,
        why="" if table.state.standing.retired else readiness.blocked(host),
    )


def _counted_drop(host: Host, table: Table, book: DayBook | None) -> Cents | None:
    """What was counted of the boxes of this gaming day, when that count is signed."""
    kept = money.book_of(host, table)
    boxes = kept.boxes_of(table.name) if kept is not None and book is not None else ()
    known = [
        box for box in boxes if book is not None and box.day == book.day.date and box.state in ("counted", "accepted")
    ]
    checks = kept.slips if kept is not None else {}
    return (
        sum(
            box.cash + box.counted.withdrawn + sum(checks[id].cash for id in box.counted.checks)
            for box in known
            if box.counted is not None
        )
        if known
        else None
    )


def acts(host: Host, person: str) -> tuple[str, ...]:
    """What a person may do at a table, of what is done from the pit console."""
    table = host.table
    if table is None:
        return ()
    places = {Role.FLOORPERSON, *table.game.crew, *table.game.dealt_by}
    others = {f"{act} {role}" for act in ("assign", "release") for role in AT_A_TABLE if role not in places}
    return tuple(act for act in rights.acts(host, Session(person=person), table) if act in ACTS - others)


def _state(host: Host, table: Table) -> str:
    if host.suspension.sentence:
        return "suspended"
    if table.state.standing.retired:
        return "retired"
    if not table.state.standing.open:
        return "closed"
    return (
        "closing"
        if table.play.closing
        else "idle"
        if table.state.standing.idle and not table.state.seats.players
        else "open"
    )


def _since(table: Table, book: DayBook | None) -> str:
    """Since when whoever deals stands there."""
    dealing = next((place for place in table.state.standing.assigned if place.role in table.game.dealt_by), None)
    return book.since.get((dealing.person, dealing.role), "") if dealing is not None and book is not None else ""


def _filing(host: Host, table: Table) -> str:
    """The number under which the rules in force were filed."""
    found = host.house.register.filings.known.get(table.state.filing.filing)
    return (found.number or found.id) if found is not None else table.state.filing.filing


def _duties(host: Host, table: Table) -> Iterator[DutyLine]:
    left = readiness.duties_left(host, table)
    for duty in equipment.duties(table):
        if duty.name in left:
            yield DutyLine(duty.name, duty.title, int(left[duty.name] // 60), duty.cite)


def _waiting(host: Host, table: Table, book: DayBook | None) -> Iterator[Waiting]:
    """What waits for somebody above the dealer, and what the table waits for by itself; a closed table waits for nobody until its
    opening was begun."""
    times = book.proposed if book is not None else {}
    if table.state.standing.open or table.state.equipment.signed or host.suspension.sentence:
        for task in at_table.tasks(host):
            if task.kind != "open" and not _is_dealers(task):
                words = (
                    task.changes if task.kind in ("suspended", "owed") else f"{task.title}: {spoken(task.right.roles)}"
                )
                proposed = times.get(int(task.name)) if task.kind == "correction" else None
                yield Waiting(task.kind, words, task.cite, proposed[0] if proposed is not None else task.since)
    for number, (time, alarm) in enumerate(host.house.register.alarms, 1):
        if alarm.table == host.name and number not in host.house.register.seen:
            yield Waiting("alarm", alarm.words, "", time)
    for seat, person in table.state.seats.persons.items():
        if host.house.allowances is not None and (why := host.house.allowances.barred(person)):
            yield Waiting(
                "player", f"{table.state.seats.players[seat]} at seat {seat} plays no more: the seat is freed. ({why})"
            )
    for one in table.state.standing.relief:
        yield Waiting("relief", f"{one.name} takes over as {one.role.title} when this round is over")
    if pending := rules_in_force.waits_for(table):
        yield Waiting("rules", pending)


def _is_dealers(task: StaffTask) -> bool:
    """Whether it is part of dealing, which nobody has to be called for."""
    return task.kind in DEALING or (task.kind == "answer" and bool(rights.DEALT_BY.intersection(task.right.roles)))
