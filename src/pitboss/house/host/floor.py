"""What staff do between rounds: inspections and duties, opening and closing; and wagers that must be handed back."""

from typing import TYPE_CHECKING

from pitboss.game import Checklist, Duty
from pitboss.house.host.clock import seconds
from pitboss.house.host.sessions import Session
from pitboss.house.protocol.commands import Command
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.procedure import FLOOR, Answer, Offer, Refusal, Refused, Window
from pitboss.wagers import REMOVE, close_betting

if TYPE_CHECKING:
    from pitboss.drivers.round import Round
    from pitboss.house.host.host import Host

HOUR = 3600

# --- inspections


def sign(host: "Host", session: Session, command: Command) -> None:
    """One person signs all items of a checklist; as many persons as the chapter names, each only once."""
    table = host.require_table()
    found = {c.name: c for c in table.game.checklists(table.rules)}
    checklist = found.get(command.checklist)
    if checklist is None:
        raise Refused(
            Refusal.MALFORMED,
            f"Expected a checklist of this game, not {command.checklist!r}; there are: {', '.join(found)}.",
            "",
        )
    person = " ".join(command.by.split())
    if not person:
        raise Refused(Refusal.MALFORMED, "A signature needs a name.", checklist.cite)
    missing = [item for item in checklist.items if item.cite not in command.items]
    if missing:
        raise Refused(Refusal.NOT_LAWFUL, f"Not every item is checked: {missing[0].text}", missing[0].cite)
    signed = {} if _starts_over(table, checklist) else table.signed.get(checklist.name, {})
    if checklist.blocks_opening and (table.open or len(signed) >= len(checklist.signed_by)):
        raise Refused(Refusal.STALE, f"{checklist.title} is already signed.", checklist.cite)
    if person.casefold() in {other.casefold() for other in signed}:
        raise Refused(
            Refusal.NOT_LAWFUL, f"{person} has already signed; a second person has to sign too.", checklist.cite
        )
    open_roles = [role for role in checklist.signed_by if role not in signed.values()]
    role = command.signs_as or open_roles[0]
    if role not in open_roles:
        needed = " or ".join(open_roles)
        raise Refused(Refusal.NOT_LAWFUL, f"It has to be signed by {needed} now, not by {role!r}.", checklist.cite)
    items = tuple(dict.fromkeys(item.cite for item in checklist.items))
    table.enter(entries.Signed(checklist.name, person, role, items, session.role, command.key))


def _starts_over(table: Table, checklist: Checklist) -> bool:
    """Whether a recurring checklist starts over."""
    return not checklist.blocks_opening and table.is_complete(checklist)


def sign_as_house(table: Table) -> None:
    """At an automatic table the house signs, in every role that the chapter names."""
    for checklist in unsigned(table):
        items = tuple(dict.fromkeys(item.cite for item in checklist.items))
        for role in checklist.signed_by:
            table.enter(entries.Signed(checklist.name, f"{entries.HOUSE} as {role}", role, items, entries.HOUSE))


def unsigned(table: Table) -> list[Checklist]:
    """The inspections that still keep the table from opening."""
    return [c for c in table.game.checklists(table.rules) if c.blocks_opening and not table.is_complete(c)]


# --- duties


def duties_left(host: "Host", table: Table) -> dict[str, float]:
    """For each duty, the seconds until it falls due; in wall time since the equipment was put in use (I-GEN-15)."""
    now = host.clock.seconds()
    return {d.name: seconds(table.since[d.name]) + d.hours * HOUR - now for d in table.duties if d.name in table.since}


def duties_due(host: "Host", table: Table) -> list[Duty]:
    left = duties_left(host, table)
    return [duty for duty in table.duties if left.get(duty.name, 1) <= 0]


def duty(host: "Host", session: Session, command: Command) -> None:
    """Someone changed the cards, dice or tiles; between rounds, or while nothing is on the layout."""
    table = host.require_table()
    found = {d.name: d for d in table.duties}
    done = found.get(command.name)
    if done is None:
        known = ", ".join(found) or "none"
        raise Refused(
            Refusal.MALFORMED, f"Expected a duty of this table, not {command.name!r}; there are: {known}.", ""
        )
    _between_rounds(table, done.title, done.cite)
    table.enter(entries.DutyDone(done.name, " ".join(command.by.split()) or session.role, command.key))


def _between_rounds(table: Table, what: str, cite: str) -> None:
    """Cancel a round in which nothing was wagered or paid; refuse in the middle of any other."""
    if table.round is None:
        return
    if table.binding or not isinstance(table.round.pending, Window):
        raise Refused(
            Refusal.NOT_YOUR_TURN, f"{what}: wait until this round is over and nothing is on the layout.", cite
        )
    table.unplay(what.lower())


def new_dealer(host: "Host", session: Session, command: Command) -> None:
    """Another dealer takes over, between rounds; what the chapter has a new dealer do first comes with the next round."""
    table, name = host.require_table(), " ".join(command.by.split())
    if table.founded.settings.dealer == "automatic":
        raise Refused(Refusal.NOT_LAWFUL, "This table deals automatically; there is no dealer to relieve.", "")
    if not table.open:
        raise Refused(Refusal.TABLE_CLOSED, "The table is closed; name a new dealer when it is open.", "")
    if not name:
        raise Refused(Refusal.MALFORMED, "A new dealer needs a name.", "")
    _between_rounds(table, "A new dealer", table.game.closed)
    table.enter(entries.Relieved(name, command.key))


# --- opening and closing


def blocked(host: "Host") -> str:
    """Why no round can be opened, as a sentence; empty when one can."""
    if host.suspended or host.table is None:
        return host.suspended
    table = host.table
    if not table.open:
        for checklist in unsigned(table):
            need = ", ".join(checklist.signed_by)
            return f"The table is closed: {checklist.title} has to be signed by {need} [{checklist.cite}]."
        return "The table is closed; the floor may open it."
    for due in duties_due(host, table):
        return f"{due.title}: {due.hours} hours have passed since they were put in use [{due.cite}]."
    return ""


def open_table(host: "Host", session: Session, command: Command) -> None:
    table = _floor_only(host, session)
    if table.open:
        raise Refused(Refusal.STALE, "The table is already open.", "")
    if table.founded.settings.dealer == "automatic":
        sign_as_house(table)
    for checklist in unsigned(table):
        need, have = len(checklist.signed_by), len(table.signed.get(checklist.name, {}))
        raise Refused(
            Refusal.TABLE_CLOSED, f"{checklist.title} has {have} of {need} signatures; sign it first.", checklist.cite
        )
    table.enter(entries.Opened(" ".join(command.by.split()) or session.role, command.key))
    host.dealer.open_next()


def close_table(host: "Host", session: Session, command: Command) -> None:
    """Close at once when nothing is on the layout, else when this round is over."""
    table = _floor_only(host, session)
    by = " ".join(command.by.split()) or session.role
    if not table.open:
        raise Refused(Refusal.STALE, "The table is already closed.", "")
    if table.round is not None and (table.binding or not isinstance(table.round.pending, Window)):
        table.enter(entries.Closing(by, command.key))
        return
    if table.round is not None:
        table.unplay("the table closes")
    table.enter(entries.Closed(by, command.key))


def _floor_only(host: "Host", session: Session) -> Table:
    if session.role != FLOOR:
        raise Refused(Refusal.WRONG_ROLE, f"Only the floor opens and closes tables, not the {session.role}.", "")
    return host.require_table()


STAFF_ACTIONS = {
    "sign": sign,
    "duty": duty,
    "new_dealer": new_dealer,
    "open_table": open_table,
    "close_table": close_table,
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
