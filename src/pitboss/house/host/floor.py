"""What staff do between rounds: duties, opening and closing; and wagers that must be handed back."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from pitboss.game import Duty, When
from pitboss.house.clock import seconds
from pitboss.house.host import assignments, incidents, inspections, managing, owed, patrons, rights, things
from pitboss.house.host.canceling import between_rounds
from pitboss.house.host.sessions import Session
from pitboss.house.people.entries import UNNAMED
from pitboss.house.protocol.commands import Command
from pitboss.house.table import entries
from pitboss.house.table.hours import day_of, moment_of
from pitboss.house.table.table import Table
from pitboss.procedure import Answer, Offer, Refusal, Refused, Window
from pitboss.wagers import REMOVE, close_betting

if TYPE_CHECKING:
    from pitboss.drivers.round import Round
    from pitboss.house.host.host import Host

HOUR = 3600

# --- duties


def duties_left(host: "Host", table: Table) -> dict[str, float]:
    """For each duty, the seconds until it falls due; in wall time since the thing was put in use (I-GEN-15)."""
    now = host.clock.seconds()
    return {d.name: _due(host, d, table.since[d.name]) - now for d in table.duties if d.name in table.since}


def _due(host: "Host", duty: Duty, since: str) -> float:
    """When a duty that was last done at a time is due again: after so many hours, or when the next gaming day begins."""
    if not duty.daily:
        return seconds(since) + duty.hours * HOUR
    named = host.register.named_as or UNNAMED
    return day_of(moment_of(since), named.zone, named.gaming_day).ends.timestamp()


def duties_due(host: "Host", table: Table) -> list[Duty]:
    left = duties_left(host, table)
    return [duty for duty in table.duties if left.get(duty.name, 1) <= 0]


def duty(host: "Host", session: Session, command: Command) -> None:
    """Somebody put other cards, dice or tiles in use, or inspected a device; while nothing is on the layout."""
    table = host.require_table()
    found = {d.name: d for d in table.duties}
    done = found.get(command.name)
    if done is None:
        known = ", ".join(found) or "none"
        raise Refused(
            Refusal.MALFORMED, f"Expected a duty of this table, not {command.name!r}; there are: {known}.", ""
        )
    actor = rights.require(host, session, f"do {done.name}")
    replaces = done.replaces and table.by_person and table.works_with(done.thing)
    if replaces:
        if not command.thing:
            raise Refused(Refusal.MALFORMED, f"{done.title}: say which {done.thing} were put in use.", done.cite)
        things.put_in_use(table, command.thing, done.thing, done.cite)
    between_rounds(table, done.title, done.cite)
    table.enter(entries.DutyDone(done.name, actor, command.key, command.thing if table.by_person else ""))


# --- opening and closing


def blocked(host: "Host") -> str:
    """Why no round can be opened, as a sentence; empty when one can."""
    if host.suspended or host.table is None:
        return host.suspended
    table = host.table
    if table.retired:
        return "This table is retired."
    if not table.open:
        return f"The table is closed: {not_ready(host, table) or 'the floor may open it.'}"
    if over := managing.approval_over(host, table):
        return over
    if not table.by_person:
        return ""  # software does what is due when it opens the next round
    for due in duties_due(host, table):
        why = "a gaming day has begun" if due.daily else f"{due.hours} hours have passed since they were put in use"
        return f"{due.title}: {why} [{due.cite}]."
    return not_ready(host, table)


def not_ready(host: "Host", table: Table) -> str:
    """What has to be there or signed before a person deals, as a sentence; empty when all is."""
    if not table.by_person:
        return ""
    for kind in table.things_missing:
        return f"{kind.title}: nothing is in use at this table [{kind.cite}]."
    for checklist in inspections.unsigned(table):
        return f"{checklist.title} has to be signed by {inspections.lacking(table, checklist)} [{checklist.cite}]."
    here = {place.role for place in table.assigned if rights.works_as(host, place.person, place.role)}
    lacking = [role.title for role in table.game.crew if role not in here]
    return f"No {' and no '.join(lacking)} is assigned to this table." if lacking else ""


def open_table(host: "Host", session: Session, command: Command) -> None:
    table = host.require_table()
    actor = rights.require(host, session, "open_table")
    managing.check_in_service(table)
    if table.open:
        raise Refused(Refusal.STALE, "The table is already open.", "")
    if not table.by_person:
        inspections.sign_automatically(table)
    if why := not_ready(host, table):
        cite = next((one.cite for one in inspections.unsigned(table)), "")
        raise Refused(Refusal.TABLE_CLOSED, why, cite)
    table.enter(entries.Opened(actor, command.key))
    host.dealer.open_next()


def close_table(host: "Host", session: Session, command: Command) -> None:
    """Close at once when nothing is on the layout, else when this round is over; after what has to be signed before."""
    table = host.require_table()
    actor = rights.require(host, session, "close_table")
    if not table.open:
        raise Refused(Refusal.STALE, "The table is already closed.", "")
    if table.by_person:
        for checklist in inspections.unsigned(table, When.CLOSING):
            raise Refused(
                Refusal.LOCKED,
                f"{checklist.title} has to be signed by {inspections.lacking(table, checklist)} before the table closes.",
                checklist.cite,
            )
    if table.round is not None and not table.is_cancelable:
        table.enter(entries.Closing(actor, command.key))
        return
    if table.round is not None:
        table.unplay("the table closes")
    table.close(actor, command.key)


STAFF_ACTIONS: dict[str, Callable[["Host", Session, Command], str | None]] = {
    "sign": inspections.sign,
    "duty": duty,
    "assign": assignments.assign,
    "release": assignments.release,
    "bring_thing": things.bring,
    "use_thing": things.use,
    "take_thing": things.take,
    "seal_thing": things.seal,
    "destroy_thing": things.destroy,
    "open_table": open_table,
    "close_table": close_table,
    "put_in_force": managing.put_in_force,
    "cancel_change": managing.cancel_change,
    "change_limits": managing.change_limits,
    "change_settings": managing.change_settings,
    "retire_table": managing.retire,
    "announce": incidents.announce,
    "incident": incidents.report,
    "propose_correction": incidents.propose,
    "decide_correction": incidents.decide,
    "settle_owed": owed.settle,
    "queue_relief": assignments.queue_relief,
    "free_seat": patrons.free_seat,
    "move_seat": patrons.move_seat,
    "seat_patron": patrons.seat_patron,
    "sell_chips": patrons.sell_chips,
    "undo_sale": patrons.undo_sale,
}

# --- wagers that keep betting from closing


def hand_back_strays(host: "Host", table: Table) -> None:
    """Hand back wagers that lack one they require, each with the reason; refuse when that does not help."""
    while True:
        assert table.round is not None
        window = table.round.pending
        assert isinstance(window, Window)
        try:
            window.check(close_betting())
            return
        except Refused as refusal:
            strays = _strays(table, table.round, refusal)
            if not strays:
                raise
            for seat, offer in strays:
                table.house(Answer(seat, REMOVE, offer.wager, offer.on, offer.least, absent=True))
                table.flush()
                table.enter(entries.HandedBack(seat, offer.wager, offer.on, refusal.sentence, refusal.cite))
                host.notify(table.holder(seat), refusal)


def check_closing(table: Table, seat: int) -> None:
    """Refuse when betting could not close because of the wagers of the player in a seat."""
    assert table.round is not None
    window = table.round.pending
    assert isinstance(window, Window)
    try:
        window.check(close_betting())
    except Refused as refusal:
        if any(table.holder(owner) == seat for owner, _ in _strays(table, table.round, refusal)):
            raise


def _strays(table: Table, play: "Round", refusal: Refused) -> list[tuple[int, Offer]]:
    """The wagers because of which betting was refused to close: as few as will do, each with its seat."""
    window = play.pending
    assert isinstance(window, Window)
    up = {(seat, wager) for seat, wager, *_ in table.up}
    seats = sorted({seat for seat, _ in up})
    removable = {seat: [o for o in window.menu.offers(seat) if o.says == REMOVE] for seat in seats}
    lacking = [
        (seat, offer)
        for seat in seats
        for offer in removable[seat]
        for needs in (table.game.wager(offer.wager).needs,)
        if needs and (seat, needs) not in up
    ]
    if lacking:
        return lacking
    for seat in seats:  # some other condition: find whose wagers fail it, and the fewest that do
        for some in ([offer] for offer in reversed(removable[seat])):
            if _closes_without(play, seat, some, refusal):
                return [(seat, offer) for offer in some]
        if _closes_without(play, seat, removable[seat], refusal):
            return [(seat, offer) for offer in removable[seat]]
    return []


def _closes_without(play: "Round", seat: int, offers: list[Offer], refusal: Refused) -> bool:
    """Whether betting could close without these, or would be refused for another reason."""
    trial = play.replica()
    try:
        for offer in offers:
            trial.answer(Answer(seat, REMOVE, offer.wager, offer.on, offer.least))
        assert isinstance(trial.pending, Window)
        trial.pending.check(close_betting())
    except Refused as other:
        return other.sentence != refusal.sentence and other.why is not Refusal.LOCKED
    return bool(offers)
