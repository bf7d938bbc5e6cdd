"""Seats, further boxes and chips: taking them and giving them up.

A patron has one seat at a table, and the token and name that go with it; the rack is the patron's own and goes where they are
moved. Where the Rules Submission lets one player wager on several adjacent boxes (I-GEN-24), they may take free ones beside
their own; these have no token, their wagers come out of the same rack, and what is dealt there is shown to the same player.
"""

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from pitboss.events import Wagered, Withdrawn
from pitboss.house.host import money
from pitboss.house.host.sessions import Session
from pitboss.house.people.entries import UNNAMED
from pitboss.house.table import entries, rounds
from pitboss.house.table.seats import Stay
from pitboss.house.table.table import Table
from pitboss.journal import Actor, Report
from pitboss.money import Cents, dollars
from pitboss.procedure import SYSTEM, Answer, Refusal, Refused, Window
from pitboss.roles import Role
from pitboss.submission import RulesSubmission
from pitboss.wagers import leaves, moves

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

LOW_RACK = 10_000  # below this a player may buy more chips
NAME_LENGTH = 24
WORD_LENGTH = 64
TRANSFER = "transfer"  # in a reply: the key of the chips that were taken; another's where the reply is that of before
NO_STAY = Stay("", "")

# --- limits


def boxes(rules: RulesSubmission) -> tuple[int, str]:
    """On how many adjacent boxes one player may wager, and by which provision; 1 where the rules do not mention boxes."""
    return max(rules.posted.boxes, 1), rules.posted.boxes_cite


def free(table: Table) -> list[int]:
    """Seats and boxes that nobody holds, or is to be moved to."""
    seats = table.state.seats
    kept = {to for to, _ in seats.moves.values()}
    return [seat for seat in range(1, table.rules.posted.seats + 1) if not seats.holder(seat) and seat not in kept]


def check_free(table: Table, seat: int) -> None:
    most, others, closed = table.rules.posted.seats, free(table), table.game.closed
    if not 1 <= seat <= most:
        raise Refused(Refusal.NO_SUCH_SEAT, f"Expected a seat from 1 to {most}, not {seat}.", closed)
    if seat not in others:
        known = f"free: {', '.join(map(str, others))}" if others else "every seat is taken"
        raise Refused(Refusal.NO_SUCH_SEAT, f"That seat is taken; {known}.", closed)


# --- taking


class Chips(msgspec.Struct, frozen=True):
    """Chips that the cage has sent to a table: out of which purse, under which key; and how its visitor is shown."""

    purse: str
    key: str
    amount: Cents
    name: str = ""
    colour: str = ""
    stay: str = ""  # the key of the buy-in, where more is bought
    brought: Cents = 0  # how much of it they carried here


def check_one_seat(table: Table, person: str, purse: str = "", card: str = "") -> None:
    """Refuse a second seat to somebody who sits here; where the filing allows a further box, that is offered instead."""
    there = table.state.seats.seat_known_as(person, purse, card)
    if not there:
        return
    most, cite = boxes(table.rules)
    instead = "one player has one betting area here" if most == 1 else "take a further box beside it instead"
    words = f"You have seat {there} at this table; {instead}."
    raise Refused(Refusal.ONE_POSITION, words, cite or table.rules.posted.seated)


def check_no_staff(host: "Host", table: Table, person: str) -> None:
    """Refuse a seat to whoever works here, but for practice."""
    found = host.house.register.people.get(person)
    works = found is not None and any(role is not Role.PLAYER for role in found.roles)
    if found is not None and works and not table.state.filing.settings.practice:
        raise Refused(Refusal.WRONG_ROLE, f"{found.name} works here, and may play at practice tables only.", "")


def is_own(host: "Host") -> bool:
    """Whether a visitor has a table for themselves, to practise at."""
    return host.table is not None and bool(host.table.state.filing.settings.owner)


def is_one_table(host: "Host") -> bool:
    """Whether whoever sits down at a table may sit at no other one, by the rules of the house."""
    return not (host.house.register.named_as or UNNAMED).several_tables and not is_own(host)


def second_table(table: str) -> Refused:
    """Why somebody who sits at a table gets no seat at another, in a house where one person plays at one."""
    words = f"You sit at table {table}; in this house one person plays at one table at a time."
    return Refused(Refusal.ONE_POSITION, words, "")


def check_one_table(host: "Host", person: str, purse: str = "", card: str = "") -> None:
    """Refuse a seat to somebody who sits at another table, where the house has everybody play at one."""
    if not is_one_table(host):
        return
    for table in host.house.tables():
        if (
            table.name != host.name
            and not table.state.filing.settings.owner
            and table.state.seats.seat_known_as(person, purse, card)
        ):
            raise second_table(table.name)


def may_sit(host: "Host", wished: int | None, person: str, purse: str = "") -> int:
    """The free seat that somebody may take, or a refusal. Practice is open to everyone."""
    table = host.require_table()
    player = host.house.register.people.get(person)
    check_no_staff(host, table, person)
    check_allowed(host, person)
    if table.state.filing.founded.settings.follow:
        raise Refused(Refusal.WRONG_MODE, "At this table patrons sit down with the dealer; nobody joins it here.", "")
    if table.state.standing.retired:
        raise Refused(Refusal.TABLE_CLOSED, "This table is retired.", "")
    if table.state.filing.settings.accounts and player is None:
        raise Refused(
            Refusal.NOT_SIGNED_IN, "Sign in as a player to sit at this table; practice tables need no account.", ""
        )
    money.check_box(host, table)
    check_one_seat(table, person, purse)
    check_one_table(host, person, purse)
    seat = wished if wished is not None else next(iter(free(table)), 1)
    check_free(table, seat)
    return seat


def further_box(table: Table, own: int, wished: int | None) -> int:
    """The free box that whoever has a seat may take, or a refusal."""
    if own in table.state.seats.moves:
        to, _ = table.state.seats.moves[own]
        words = f"Seat {own} is moved to seat {to} when the round is over; take a further box there."
        raise Refused(Refusal.LOCKED, words, table.game.closed)
    held, (most, cite) = table.state.seats.held(own), boxes(table.rules)
    if len(held) >= most:
        number = "one box" if most == 1 else f"{most} adjacent boxes"
        raise Refused(Refusal.ONE_POSITION, f"One player may hold {number} at this table.", cite or table.game.closed)
    beside = [box for box in (held[-1] + 1, held[0] - 1) if box in free(table)]
    box = wished if wished is not None else next(iter(beside), held[-1] + 1)
    check_free(table, box)
    if box not in beside:
        held_here = ", ".join(map(str, held))
        raise Refused(Refusal.ONE_POSITION, f"Box {box} is not beside {held_here}; boxes must be adjacent.", cite)
    return box


def check_outer_box(table: Table, box: int) -> None:
    """Refuse to give up a box that keeps other boxes of the same player together."""
    rest = [one for one in table.state.seats.held(table.state.seats.boxes[box]) if one != box]
    if rest[-1] - rest[0] >= len(rest):
        words = f"Box {box} is between other boxes of one player; give up an outer one first."
        raise Refused(Refusal.ONE_POSITION, words, boxes(table.rules)[1])


def check_word(word: str) -> None:
    if not word or len(word) > WORD_LENGTH or not word.isprintable():
        raise Refused(Refusal.MALFORMED, f"Expected a word of 1 to {WORD_LENGTH} characters.", "")


def contributed(table: Table, seat: int, word: str, key: str, person: str) -> entries.Contributed:
    """A player adds a word of their own to what is not drawn yet, so that the house cannot have chosen the outcome."""
    if table.state.filing.settings.chance != "generator":
        raise Refused(Refusal.CANNOT_HAPPEN, "At this table physical devices decide; there is no seed to add to.", "")
    check_word(word)
    if seat in table.state.chance.contributed:
        raise Refused(Refusal.STALE, "You added a word already; another counts from the next round on.", "")
    if not table.state.chance.commitments:
        raise Refused(Refusal.STALE, "The house has committed to nothing yet; add your word when it has.", "")
    return entries.Contributed(seat, word, key, person)


def before_arrival(table: Table) -> None:
    """Somebody comes: a round that waited at an empty table begins again, as after an opening, with a new shuffle."""
    if table.state.standing.reopened and table.round is not None and not rounds.is_bound(table):
        rounds.unplay(table, "nobody was at the table")


def printable(name: str) -> str:
    """A name as it is shown to others."""
    return "".join(c for c in name if c.isprintable()).strip()[:NAME_LENGTH]


# --- leaving


def is_decided(table: Table, seat: int) -> bool:
    """Whether a seat has neither chips on the layout, nor a question to answer, nor an Envy Bonus to wait for."""
    return not _undecided(table, seat)


def is_bound_to_round(table: Table, seat: int) -> bool:
    """Whether whoever is in a seat stays there until the round is over: the round asks, deals and pays by the seats that it knows,
    and hears of a move only while betting is open."""
    return table.round is not None and not (isinstance(table.round.pending, Window) and is_decided(table, seat))


def _undecided(table: Table, seat: int) -> str:
    """Why a seat cannot be left yet; empty where it can."""
    if up := table.state.felt.stakes(seat):
        return f"Seat {seat} has ${dollars(up)} on the layout"
    if _awaits_envy(table, seat):
        return f"Hands of others may pay seat {seat} an Envy Bonus"
    asked = table.round is not None and table.round.questions(seat)
    return f"Seat {seat} has a question to answer" if asked else ""


def _awaits_envy(table: Table, seat: int) -> bool:
    """Whether hands of others may pay whoever is in a seat in this round, though nothing of theirs is on the layout any more."""
    if table.round is None or not table.game.envy or isinstance(table.round.pending, Window):
        return False
    wagered, whose = 0, ""
    for event in table.play.events:
        if isinstance(event, Wagered) and event.seat == seat and event.wager in table.game.envy:
            wagered, whose = wagered + event.amount, event.player
        elif isinstance(event, Withdrawn) and event.seat == seat and event.wager in table.game.envy:
            wagered -= event.amount
    return wagered > 0 and whose == table.state.seats.player(seat)


def check_decided(table: Table, seat: int) -> None:
    if why := _undecided(table, seat):
        cite = table.rules.posted.remain or table.game.closed
        raise Refused(Refusal.LOCKED, f"{why}; leave when it is decided.", cite)


def count_play(host: "Host", table: Table, seat: int) -> None:
    """Somebody leaves a seat: what they have played in the round that goes on counts against their own limits."""
    allowances = host.house.allowances
    if allowances is not None and table.round is not None:
        host.outbox.played += allowances.played_so_far(table, seat, over=True)


def give_up_all(
    host: "Host", table: Table, seat: int, by: str, key: str = "", actor: Actor | None = None, reason: str = ""
) -> int:
    """Free all seats of a player and send their rack to the cage."""
    count_play(host, table, seat)
    host.dealer.ready.discard(seat)  # who comes next has yet to say so
    own = "" if by else table.state.seats.persons.get(seat, "")
    for box in table.state.seats.held(seat):
        if box != seat:
            give_up_box(table, entries.Unboxed(box, by, key, own, actor=actor, reason=reason))
    _note_in_window(table, leaves(seat, table.state.seats.player(seat)))
    if seat in table.state.seats.colours:  # colours stay at their table
        table.enter(entries.ColourChanged(seat, by=actor, key=key))
    amount = table.state.ledger.chips(seat)
    stay = table.state.seats.stays.get(seat, NO_STAY)
    carried = money.carries(host, table, stay.purse)
    table.enter(entries.Left(seat, amount, by, key, own, actor, reason, stay.purse, stay.key, carried=carried))
    return amount


def give_up_box(table: Table, given_up: entries.Unboxed) -> None:
    """A further box is nobody's from now on; where betting is open, nothing that was said there is left to the next."""
    _note_in_window(table, leaves(given_up.seat, table.state.seats.player(given_up.seat)))
    table.enter(given_up)


def _note_in_window(table: Table, answer: Answer) -> None:
    """While betting is open, what a player said in it may end with their leaving, or go where they are moved: a bank accepted,
    the dice held."""
    window = table.round.pending if table.round is not None else None
    if isinstance(window, Window) and window.menu.notes_leaving:
        table.answer(answer, table.step_key())


def move(host: "Host", table: Table, moved: entries.SeatMoved) -> None:
    """Move a player to another seat."""
    _note_in_window(table, moves(moved.seat, moved.to, table.state.seats.player(moved.seat)))
    count_play(host, table, moved.seat)
    if moved.seat in host.dealer.ready:
        host.dealer.ready.remove(moved.seat)
        host.dealer.ready.add(moved.to)
    table.enter(moved)
    host.presence.change_seat(moved.seat, moved.to)


def make_moves(host: "Host", table: Table) -> None:
    """The round is over: whoever was to be moved then is moved now."""
    for seat, (to, by) in list(table.state.seats.moves.items()):
        move(host, table, entries.SeatMoved(seat, to, by))


def settle_up(host: "Host", table: Table, seat: int) -> None:
    """Collect what the chapter has a player pay before leaving; that is possible only while betting is open."""
    if not table.game.must_pay_before_leaving(table.state.felt.state, table.state.seats.player(seat) or str(seat)):
        return
    if table.round is None:
        host.dealer.open_next()
    kind = table.game.irregularity("player_left")
    assert kind is not None, "a game in which a player can owe something has the irregularity player_left"
    if table.round is None or not isinstance(table.round.pending, Window):
        raise Refused(Refusal.LOCKED, f"Seat {seat} owes vigorish; leave when betting is open.", kind.cite)
    with suppress(Refused):  # it was already collected in this round
        table.report(Report(kind.name, seat, by=SYSTEM), table.step_key())
        table.flush()


def give_up_seats(host: "Host", table: Table, before: float) -> None:
    """Free the seats of players who have been disconnected since ``before`` and have nothing at stake."""
    for seat, since in list(host.presence.out_of_reach.items()):
        if since <= before and seat in table.state.seats.players:
            with suppress(Refused):  # tried again later
                give_up_unused(host, table, seat)


def give_up_unused(host: "Host", table: Table, seat: int, key: str = "") -> None:
    """Free the seats of a player for them; refused while they have anything at stake."""
    for one in table.state.seats.held(seat):
        check_decided(table, one)
        settle_up(host, table, one)
    give_up_all(host, table, seat, entries.HOUSE, key)
    host.presence.get_up(seat)


def give_up_barred(host: "Host", table: Table) -> None:
    """Free the seats of those who may not play any more, as soon as nothing of theirs is undecided; their chips go into
    their purses."""
    if host.house.allowances is None:
        return
    for seat, person in list(table.state.seats.persons.items()):
        if seat not in table.state.seats.players or not host.house.allowances.barred(person):
            continue
        try:
            for one in table.state.seats.held(seat):
                check_decided(table, one)
                settle_up(host, table, one)
        except Refused:
            continue  # the round is finished first
        give_up_all(host, table, seat, entries.HOUSE)
        host.presence.get_up(seat)


def check_allowed(host: "Host", person: str) -> None:
    """Refuse a seat to whoever excluded themselves from play."""
    if person and host.house.allowances is not None:
        host.house.allowances.refresh()
        host.house.allowances.check_visitor(person)


# --- chips


def may_buy(host: "Host", session: Session) -> Table:
    """The table at which a player may buy more chips, or a refusal."""
    check_sits(host, session)
    table = host.require_table()
    money.check_box(host, table)
    rack = table.state.ledger.chips(session.seat)
    if rack >= LOW_RACK:
        raise Refused(
            Refusal.LOCKED,
            f"Seat {session.seat} has ${dollars(rack)}; more chips can be bought below ${dollars(LOW_RACK)}.",
            table.game.closed,
        )
    return table


def check_sits(host: "Host", session: Session) -> None:
    """Refuse whoever has no seat here."""
    if not host.presence.sits(session):
        raise Refused(Refusal.WRONG_ROLE, "Only a seated player may do that.", "")
