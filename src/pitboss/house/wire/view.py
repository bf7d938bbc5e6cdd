"""Builds the view of one viewer: the scene folded from the events they may see, and what they may do now."""

from typing import cast

from pitboss import __version__
from pitboss.events import AnySettlement, visible
from pitboss.house.host import floor
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import PLAYER, STAFF, Session
from pitboss.house.protocol.changes import BETTING
from pitboss.house.protocol.views import (
    Asked,
    Correctable,
    Countdown,
    DutyDue,
    OpenedSeed,
    Phase,
    Question,
    View,
    Wager,
    You,
)
from pitboss.house.table.scene import chosen, totals
from pitboss.house.table.table import Table
from pitboss.house.wire.view_cache import NO_HINTS, Hints, ViewCache, cache_of
from pitboss.procedure import CHANCE, DEALER, FLOOR, Draw, Election, LayoutStatus, Option, Who, Window


def view(host: Host, session: Session) -> View:
    """The view of one session. Call it only while the host is not busy: what is not yet on disk must not be shown."""
    table, session, cache = host.table, host.current_session(session), cache_of(host)
    if table is None:  # its record cannot be read
        you = You(session.role, session.seat)
        return View(table=host.name, you=you, blocked=host.suspended, version=__version__)
    seen = viewer_ids_of(table, session)
    scene, status = cache.scene(table, seen), cache.layout_status(table)
    return View(
        table=host.name,
        round=table.number,
        question=table.round.asked if table.round is not None else 0,
        phase=phase(host, table),
        clock=_clock(host),
        wagers=_wagers(table, status),
        cards=scene.cards,
        totals=totals(table, scene),
        set=scene.set,
        shown=scene.shown,
        chosen=chosen(table, scene),
        lit=scene.lit,
        stacks=tuple(scene.stacks.values()),
        turn=status.turn,
        markers=table.markers,
        before=table.before,
        racks={str(seat): table.rack(seat) for seat in table.players},
        names={str(seat): table.players[table.holder(seat)] for seat in [*table.players, *table.boxes]},
        boxes={str(box): holder for box, holder in table.boxes.items()},
        you=_you(host, table, cache, session),
        asked=_asked(table),
        meters=tuple(host.meters(table)),
        settlements=tuple(cast(AnySettlement, visible(event, *seen)) for event in table.settlements),
        settled_round=table.settled_round,
        results=table.results,
        commitment=_commitment(table),
        opened=OpenedSeed(*table.revealed) if table.revealed else None,
        blocked=floor.blocked(host),
        closing=table.closing,
        ready=tuple(sorted(host.dealer.ready)),
        signed={checklist: tuple(persons) for checklist, persons in table.signed.items()},
        duties=tuple(DutyDue(name, round(left * 1000)) for name, left in floor.duties_left(host, table).items()),
        sequence=table.journal.sequence,
        version=__version__,
    )


def viewer_ids_of(table: Table, session: Session) -> tuple[Who, ...]:
    """The seats or role as which a session sees this table now."""
    return session.viewer_ids(table.held(session.seat))


def phase(host: Host, table: Table) -> Phase:
    if host.suspended or not table.open:
        return "closed"
    if table.round is None:
        return "settled"
    return "betting" if isinstance(table.round.pending, Window) else "playing"


def _clock(host: Host) -> Countdown | None:
    due = host.dealer.deadline()
    return None if due is None else Countdown(max(0, round((due - host.clock.elapsed()) * 1000)))


def _wagers(table: Table, status: LayoutStatus) -> tuple[Wager, ...]:
    """Every wager on the layout with its status."""
    special = {(one.seat, one.wager, one.on, one.hand): one for one in status.wagers}
    return tuple(
        Wager(*spot[:3], amount, spot[3])
        if (one := special.get(spot)) is None
        else Wager(*spot[:3], amount, spot[3], one.works, one.locked, one.called, one.note, one.cite, one.lies)
        for spot, amount in table.up.items()
    )


def _you(host: Host, table: Table, cache: ViewCache, session: Session) -> You:
    player, staff = session.role == PLAYER and session.seat in table.players, session.role in STAFF
    held, betting = table.held(session.seat) if player else [], phase(host, table) == BETTING
    return You(
        role=session.role,
        seat=session.seat,
        seats=tuple(held),
        rack=table.rack(session.seat) if player else 0,
        offers=cache.offers(table, session.seat) if player and betting else (),
        offers_at={str(box): cache.offers(table, box) if betting else () for box in held if box != session.seat},
        questions=_questions(table, cache, session),
        possible=cache.possible(table, host.waker()) if staff else (),
        correctable=_correctable(table, session.role) if staff else None,
    )


def _questions(table: Table, cache: ViewCache, session: Session) -> tuple[Question, ...]:
    if table.round is None or session.role not in (PLAYER, DEALER, FLOOR):
        return ()
    seen = viewer_ids_of(table, session)
    correctable = _correctable(table, session.role) if session.role in STAFF else None
    entered = correctable.outcome if correctable is not None else ""
    asked = [
        _question(election, entered, cache.hints(table, election, cache.scene(table, seen)))
        for who in seen
        for election in table.round.questions(who)
    ]
    pending = table.round.pending
    if session.role in STAFF and isinstance(pending, Draw) and table.founded.settings.chance == "entered":
        all_kinds = session.role != DEALER  # for others the remaining cards would reveal those face down
        outcomes = [Option(outcome) for outcome, weight in pending.weights.items() if weight > 0 or all_kinds]
        asked.append(_question(Election(CHANCE, pending.device, tuple(outcomes), pending.cite)))
    return tuple(asked)


def _correctable(table: Table, role: str) -> Correctable | None:
    """The outcome that can still be taken back; a card is named only to the dealer, who entered it."""
    entered = table.correctable
    if entered is None:
        return None
    return Correctable(entered.device, "" if table.has_cards and role != DEALER else entered.outcome)


def _question(election: Election, entered: str = "", hints: Hints = NO_HINTS) -> Question:
    return Question(
        election.to,
        election.kind,
        election.cite,
        election.options,
        election.hand,
        election.default,
        entered,
        hints.arranged,
        hints.cell,
    )


def _asked(table: Table) -> tuple[Asked, ...]:
    """Whom the table waits for."""
    if table.round is None:
        return ()
    pending = table.round.pending
    if isinstance(pending, Draw):
        return (Asked(CHANCE, pending.device, pending.cite),)
    return tuple(Asked(e.to, e.kind, e.cite) for e in table.round.elections())


def _commitment(table: Table) -> str:
    """The commitment of the shoe in use, or else that of the round."""
    for device in reversed(table.chance.shoes.values()):
        return device.commitment
    return table.chance.round.commitment if table.chance.round is not None else ""
