"""Builds the view of one viewer: the scene folded from the events they may see, and what they may do now."""

from typing import Any

import msgspec

from pitboss import __version__
from pitboss.authority import answerers
from pitboss.events import COUNT
from pitboss.house.cage.looks import COLOURS
from pitboss.house.host import meters, rights, settling
from pitboss.house.host.host import Host
from pitboss.house.host.rules_in_force import waits_for
from pitboss.house.host.sessions import PLAYER, STAFF, WATCHER, Session
from pitboss.house.protocol.changes import BETTING, Part, Parts
from pitboss.house.protocol.views import (
    Asked,
    Correctable,
    Countdown,
    DealPrompt,
    DutyDue,
    IncidentLine,
    OpenCorrection,
    OpenedSeed,
    OwedLine,
    PendingRules,
    PossibleIrregularity,
    Question,
    SignedBy,
    StaffPlace,
    ThingHere,
    View,
    Wager,
    You,
)
from pitboss.house.table import equipment
from pitboss.house.table.scene import Scene, chosen, totals
from pitboss.house.table.table import Table
from pitboss.house.tasks.queue import of_table
from pitboss.house.wire import patron_lines
from pitboss.house.wire.round_summary import dealer_label, summary
from pitboss.house.wire.view_cache import NO_HINTS, QuestionHelp, TableMoment, ViewCache, cache_of
from pitboss.procedure import CHANCE, DEALER, FLOOR, Draw, Election, LayoutStatus, Offer, Option, Who, Window
from pitboss.roles import role_for

DRAWN = ("cards", "totals", "set", "shown", "chosen", "lit", "stacks")
SETTLED, SUMMED_UP = ("settlements",), ("summary",)
STAFF_ONLY = (
    "signed",
    "staff",
    "patrons",
    "things",
    "deal",
    "relief",
    "corrections",
    "sales",
    "owed",
    "incidents",
    "pay",
    "tasks",
)
TIMED = ("clock", "duties")
OTHER = (DRAWN, SETTLED, SUMMED_UP, STAFF_ONLY, TIMED)
COMMON = tuple(
    name for name in View.__struct_fields__ if name not in ("you", *(name for part in OTHER for name in part))
)
EMPTY = View(table="", you=You(WATCHER, 0), version="")
NO_STAFF, NO_TIME = (Part({name: getattr(EMPTY, name) for name in names}) for names in (STAFF_ONLY, TIMED))


def view(host: Host, session: Session) -> View:
    """The view of one session. Call it only while the host is not busy: what is not yet on disk must not be shown."""
    return parts(host, session).view()


def parts(host: Host, session: Session) -> Parts:
    """The same in parts, of which those that others see alike were perhaps made for them."""
    table, session, cache = host.table, rights.current_session(host, session), cache_of(host)
    if table is None:  # its record cannot be read
        you = You(session.role, session.seat)
        empty = View(
            table=host.name, you=you, blocked=host.suspension.sentence, sequence=host.sequence, version=__version__
        )  # fmt: skip
        return Parts(tuple(Part({name: getattr(empty, name) for name in names}) for names in (COMMON, *OTHER)), you)
    now, eyes = cache.moment(host, table), viewer_ids_of(table, session)
    if now.common is None:
        now.common = Part(_common(host, table, cache, now))
    scene = cache.scene(table, now, eyes)
    drawn = cache.drawn.get(eyes)
    if drawn is None or drawn[0] is not scene or drawn[1] != scene.changes:
        drawn = cache.drawn[eyes] = (scene, scene.changes, Part(_drawn(table, scene)))
    made = (
        now.common,
        drawn[2],
        cache.settled(table, now, eyes),
        _summed_up(table, cache, now, scene) if session.role == PLAYER else cache.no_summary,
        Part(_for_staff(host, table, cache, session)) if session.role in STAFF else NO_STAFF,
        _timed(host, now),
    )
    return Parts(made, _you(host, table, cache, now, session, scene))


def _common(host: Host, table: Table, cache: ViewCache, now: TableMoment) -> dict[str, Any]:
    """What everybody sees alike, until the next entry of the record."""
    status, seats = cache.layout_status(table), table.state.seats
    return {
        "table": host.name,
        "round": table.state.felt.number,
        "question": now.round.asked if now.round is not None else 0,
        "phase": now.phase,
        "wagers": _wagers(table, status),
        "turn": status.turn,
        "markers": table.state.felt.markers,
        "before": table.state.felt.before,
        "racks": {str(seat): table.state.ledger.chips(seat) for seat in table.state.seats.players},
        "names": {
            **{str(seat): name for seat, name in seats.players.items()},
            **{str(box): seats.players[holder] for box, holder in seats.boxes.items()},
        },
        "colours": {
            str(seat): COLOURS[colour]
            for seat, colour in (
                *((seat, stay.colour) for seat, stay in seats.stays.items()),
                *((seat, chips.colour) for seat, chips in seats.colours.items()),
            )
            if colour in COLOURS
        },
        "boxes": {str(box): holder for box, holder in table.state.seats.boxes.items()},
        "moves": moves(table),
        "asked": _asked(table),
        "meters": now.meters,
        "settled_round": table.play.settled_round,
        "results": table.state.felt.results,
        "commitment": _commitment(table),
        "pledge": table.state.chance.pledge[1],
        "shuffle_pledge": table.state.chance.source[1],
        "contributed": tuple(sorted(table.state.chance.contributed)),
        "opened": OpenedSeed(*table.state.chance.revealed) if table.state.chance.revealed else None,
        "blocked": now.blocked,
        "waits": host.dealer.waits or settling.words(table),
        "closing": table.play.closing,
        "last_hand": table.state.standing.last_hand,
        "ready": tuple(sorted(host.dealer.ready)),
        "due": tuple(checklist.name for checklist in equipment.lists_due(table)),
        "rules": table.state.filing.founded.submission,
        "follow": table.state.filing.founded.settings.follow,
        "pending_rules": _pending_rules(table),
        "sequence": table.journal.sequence,
        "version": __version__,
    }


def moves(table: Table) -> dict[str, int]:
    """Who is moved when the round is over, and where to."""
    return {str(seat): to for seat, (to, _) in table.state.seats.moves.items()}


def _drawn(table: Table, scene: Scene) -> dict[str, Any]:
    """Cards and devices as they are seen with the eyes of these seats, or of this role, until something happens."""
    return {
        "cards": scene.cards,
        "totals": totals(table, scene),
        "set": scene.set,
        "shown": scene.shown,
        "chosen": chosen(table, scene),
        "lit": scene.lit,
        "stacks": tuple(scene.stacks.values()),
    }


def _summed_up(table: Table, cache: ViewCache, now: TableMoment, scene: Scene) -> Part:
    """The last settlements of a player in words; made again when there are others, or when their words may be others."""
    if not now.settled[1]:
        return cache.no_summary
    dealer = dealer_label(table, scene) if now.is_settled else ""
    mark, known = (now.settled, dealer), cache.summaries.get(scene.viewer_ids)
    if known is None or known[0] != mark:
        seats = [who for who in scene.viewer_ids if isinstance(who, int)]
        known = cache.summaries[scene.viewer_ids] = (mark, Part({"summary": summary(table, seats, dealer)}))
    return known[1]


def _for_staff(host: Host, table: Table, cache: ViewCache, session: Session) -> dict[str, Any]:
    return {
        "signed": {
            name: tuple(SignedBy(number, by.name, by.role) for number, by in sorted(slots.items()))
            for name, slots in table.state.equipment.signed.items()
        },
        "staff": tuple(map(StaffPlace.from_domain, table.state.standing.assigned)),
        "patrons": patron_lines.at_table(host, table, session),
        "things": _things(table),
        "deal": _deal(host, table, cache, session),
        "relief": tuple(map(StaffPlace.from_domain, table.state.standing.relief)),
        "corrections": open_corrections(table),
        "sales": {str(seat): sold[-1] for seat, sold in table.state.seats.sales.items() if sold},
        "owed": owed_lines(table),
        "incidents": _incidents(table),
        "pay": settling.due(table),
        "tasks": of_table(host, person) if (person := rights.person_of(host, session)) is not None else (),
    }


def _timed(host: Host, now: TableMoment) -> Part:
    due, duties = host.dealer.deadline(), now.duties
    if due is None and not duties:
        return NO_TIME
    clock = None if due is None else Countdown(max(0, round((due - host.house.clock.elapsed()) * 1000)))
    wall = host.house.clock.seconds()
    mark = (clock, int(wall * 1000))  # whoever looks in the same millisecond is told the same
    if now.timed is None or now.timed[0] != mark:
        left = tuple(DutyDue(name, round((at - wall) * 1000)) for name, at in duties.items())
        now.timed = (mark, Part({"clock": clock, "duties": left}))
    return now.timed[1]


def viewer_ids_of(table: Table, session: Session) -> tuple[Who, ...]:
    """The seats or role as which a session sees this table now."""
    if session.role == PLAYER and not table.state.seats.boxes:
        return (session.seat,)
    return session.viewer_ids(table.state.seats.held(session.seat))


def _wagers(table: Table, status: LayoutStatus) -> tuple[Wager, ...]:
    """Every wager on the layout with its status."""
    special = {(one.seat, one.wager, one.on, one.hand): one for one in status.wagers}
    up = [
        Wager(*spot[:3], amount, spot[3])
        if (one := special.get(spot)) is None
        else Wager(*spot[:3], amount, spot[3], one.works, one.locked, one.called, one.note, one.cite, one.lies)
        for spot, amount in table.state.felt.up.items()
    ]
    return tuple(up)


def _you(host: Host, table: Table, cache: ViewCache, now: TableMoment, session: Session, scene: Scene) -> You:
    seat, betting = session.seat, now.phase == BETTING
    player, staff = session.role == PLAYER and seat in table.state.seats.players, session.role in STAFF
    held: tuple[Any, ...] = scene.viewer_ids if player else ()
    asked = now.round is not None and not (player and betting)
    may = rights.acts(host, session, table) if staff else ()
    person = rights.person_of(host, session) if session.person else None
    others = (_spoken_for(table, may) if may else []) or (held if len(held) > 1 else ())
    return You(
        role=session.role,
        seat=seat,
        seats=held,
        rack=table.state.ledger.chips(seat) if player else 0,
        offers=open_offers(host, table, cache, now, seat) if player and betting else (),
        offers_at={
            str(box): open_offers(host, table, cache, now, box) if betting else () for box in others if box != seat
        }
        if others
        else {},
        questions=_questions(host, table, cache, session, scene) if asked else (),
        possible=_possible(host, table, cache, may) if staff else (),
        correctable=_correctable(table, session.role) if "correct outcome" in may else None,
        name=person.name if person is not None else "",
        roles=rights.roles_at(host, session) if person is not None else (),
        may=may,
    )


def open_offers(host: Host, table: Table, cache: ViewCache, now: TableMoment, seat: int) -> tuple[Offer, ...]:
    """What a seat may do while betting is open, without a wager whose common meter has lost its link."""
    offers = cache.offers(table, now, seat)
    if not host.link_lost or not (closed := meters.closed_wager(host, table)):
        return offers
    return tuple(offer for offer in offers if offer.wager != closed)


def _spoken_for(table: Table, may: tuple[str, ...]) -> list[int]:
    """The seats and boxes for which this person speaks: all that are taken, where patrons hold no device."""
    seats, follow = table.state.seats, table.state.filing.settings.follow
    return sorted((*seats.players, *seats.boxes)) if follow and "speak for seat" in may else []


def _possible(host: Host, table: Table, cache: ViewCache, may: tuple[str, ...]) -> tuple[PossibleIrregularity, ...]:
    """The irregularities that this person may report now."""
    waker = host.presence.wake_staff if host.is_running else None
    return tuple(one for one in cache.possible(table, waker) if f"report {one.kind}" in may)


def _pending_rules(table: Table) -> PendingRules | None:
    pending = table.state.filing.scheduled
    return None if pending is None else PendingRules(waits_for(table), pending.filing, pending.at)


def _deal(host: Host, table: Table, cache: ViewCache, session: Session) -> DealPrompt | None:
    """What is to be entered now, for those who may enter it."""
    if session.role not in STAFF or role_for(rights.roles_at(host, session), table.game.dealt_by) is None:
        return None
    return cache.deal_prompt(table)


def open_corrections(table: Table) -> tuple[OpenCorrection, ...]:
    """Corrections that wait for a second person."""
    return tuple(
        OpenCorrection.from_domain(
            one, by=one.by.name, lines=tuple((line.seat, line.amount, line.player) for line in one.lines)
        )
        for one in table.state.disputes.corrections_open.values()
    )


def owed_lines(table: Table) -> tuple[OwedLine, ...]:
    """What corrections left owed, and is not settled yet."""
    return tuple(map(OwedLine.from_domain, table.state.disputes.owed))


def _incidents(table: Table) -> tuple[IncidentLine, ...]:
    return tuple(
        IncidentLine.from_domain(one, by=str(one.by)) for one in reversed(table.state.disputes.incidents[-10:])
    )


def _things(table: Table) -> tuple[ThingHere, ...]:
    return tuple(
        ThingHere.from_domain(one, signed=tuple(by.name for by in one.signed))
        for one in table.state.equipment.things.values()
    )


def _questions(host: Host, table: Table, cache: ViewCache, session: Session, scene: Scene) -> tuple[Question, ...]:
    """The questions that this viewer may answer."""
    play = table.round
    if play is None or session.role not in (PLAYER, *STAFF):
        return ()
    if session.role == PLAYER:
        if isinstance(play.pending, Window):
            return ()
        return tuple(
            _question(election, "", cache.hints(table, election, scene))
            for who in scene.viewer_ids
            for election in play.questions(who)
        )
    roles, settings, pending = rights.roles_at(host, session), table.state.filing.settings, play.pending
    correctable = _correctable(table, session.role)
    followed = _spoken_for(table, rights.acts(host, session, table))
    asked = [
        _question(_without_counts(election), correctable.outcome if correctable is not None else "")
        for election in play.elections()
        if (election.to in (DEALER, FLOOR) or election.to in followed)
        and not (election.to == DEALER and settings.dealer == "automatic")
        and (isinstance(election.to, int) or role_for(roles, answerers(table.game, election.to, election.kind)))
    ]
    enters = role_for(roles, table.game.dealt_by) is not None
    if enters and isinstance(pending, Draw) and settings.chance == "entered":
        all_kinds = session.role != DEALER  # for others the remaining cards would reveal those face down
        outcomes = [Option(outcome) for outcome, weight in pending.weights.items() if weight > 0 or all_kinds]
        asked.append(_question(Election(CHANCE, pending.device, tuple(outcomes), pending.cite)))
    return tuple(asked)


def _correctable(table: Table, role: str) -> Correctable | None:
    """The outcome that can still be taken back; a card is named only to the dealer, who entered it."""
    entered = table.play.correctable
    if entered is None:
        return None
    return Correctable(entered.device, "" if table.play.has_cards and role != DEALER else entered.outcome)


def _without_counts(election: Election) -> Election:
    """The number that a count is expected to give is not shown to whoever counts."""
    if not any(option.unit == COUNT for option in election.options):
        return election
    options = tuple(msgspec.structs.replace(o, usual=0) if o.unit == COUNT else o for o in election.options)
    return msgspec.structs.replace(election, options=options, default=None)


def _question(election: Election, entered: str = "", hints: QuestionHelp = NO_HINTS) -> Question:
    return Question(
        election.to,
        election.kind,
        election.cite,
        election.options,
        election.hand,
        election.default,
        entered,
        hints.arranged,
        next(iter(hints.cells), None),
        hints.cells[1:],
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
    for device in reversed(table.state.chance.devices.shoes.values()):
        return device.commitment
    return table.state.chance.devices.round.commitment if table.state.chance.devices.round is not None else ""
