"""Seats, further boxes and chips: who sits where, what he may take beside it, and how he leaves.

A player's first seat is who he is: his token, his name and his one rack go with it. Where the Rules Submission lets one
player wager on several adjacent boxes (I-GEN-24), he may take free ones beside his own; they have no token of their
own, their wagers come out of his rack, and what is dealt there is for his eyes.
"""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pitboss.game import Game
from pitboss.house.host.sessions import Session
from pitboss.house.protocol.commands import TakeSeat
from pitboss.house.storage.seal import new_token, token_hash
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.journal import Report
from pitboss.money import dollars
from pitboss.procedure import Refusal, Refused, Window
from pitboss.submission import RulesSubmission
from pitboss.wagers import Posted

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

LOW_RACK = 10_000  # below this a player may buy more chips
NAME_LENGTH = 24

# --- what is filed


def positions(game: Game, rules: RulesSubmission) -> int:
    """How many seats the table has: those filed, where the layout may have fewer than the game."""
    posted = getattr(rules, "posted", None)
    return posted.seats if isinstance(posted, Posted) else game.seats


def boxes(rules: RulesSubmission) -> tuple[int, str]:
    """On how many adjacent boxes one player may wager, and where that stands; 1 where boxes are not spoken of."""
    posted = getattr(rules, "posted", None)
    return (max(posted.boxes, 1), posted.boxes_cite) if isinstance(posted, Posted) else (1, "")


def _free(table: Table) -> list[int]:
    return [seat for seat in range(1, positions(table.game, table.rules) + 1) if not table.holder(seat)]


def _check_free(table: Table, seat: int) -> None:
    most, free, closed = positions(table.game, table.rules), _free(table), table.game.closed
    if not 1 <= seat <= most:
        raise Refused(Refusal.NO_SUCH_SEAT, f"There is no seat {seat} here; seats are 1 to {most}.", closed)
    if seat not in free:
        others = f"free: {', '.join(map(str, free))}" if free else "every seat is taken"
        raise Refused(Refusal.NO_SUCH_SEAT, f"That seat is taken; {others}.", closed)


# --- coming


def take_seat(host: "Host", wish: TakeSeat) -> dict[str, Any]:
    """A free seat, a rack of play chips, and the token that goes with it."""
    table = host.require_table()
    seat = wish.seat if wish.seat is not None else next(iter(_free(table)), 1)
    _check_free(table, seat)
    name = "".join(c for c in wish.name if c.isprintable()).strip()[:NAME_LENGTH] or f"Player {seat}"
    amount, token = table.founded.settings.buy_in, new_token()
    if table.reopened and table.round is not None and not table.binding:
        table.unplay("nobody was at the table")  # the next begins as after an opening
    table.enter(entries.Seated(seat, name, amount))
    host.sit_down(seat, token_hash(token))
    host.out_of_reach[seat] = host.clock.elapsed()
    return {"seat": seat, "token": token, "rack": table.rack(seat)}


def take_box(host: "Host", session: Session, wish: TakeSeat) -> dict[str, Any]:
    """A free box beside those that a player holds, as far as the Rules Submission goes."""
    table = own_seat(host, session)
    held, (most, cite) = table.held(session.seat), boxes(table.rules)
    if len(held) >= most:
        number = "one box" if most == 1 else f"{most} adjacent boxes"
        raise Refused(Refusal.ONE_POSITION, f"One player may hold {number} at this table.", cite or table.game.closed)
    beside = [box for box in (held[-1] + 1, held[0] - 1) if box in _free(table)]
    seat = wish.seat if wish.seat is not None else next(iter(beside), held[-1] + 1)
    _check_free(table, seat)
    if seat not in beside:
        raise Refused(Refusal.ONE_POSITION, f"Box {seat} is not beside what you hold; boxes are adjacent.", cite)
    table.enter(entries.Boxed(seat, session.seat, wish.key))
    return {"seat": seat, "seats": table.held(session.seat), "rack": table.rack(session.seat)}


# --- leaving


def leave(host: "Host", session: Session, seat: int, key: str) -> dict[str, Any]:
    """Give up a further box, or everything; not while wagers are up there."""
    table = own_seat(host, session)
    if seat not in table.held(session.seat):
        raise Refused(Refusal.WRONG_ROLE, f"Only the player in seat {seat} does that.", "")
    if seat != session.seat:
        return _leave_box(host, table, session, seat, key)
    held = table.held(seat)
    for one in held:
        _check_decided(table, one)
    for one in held:
        settle_up(host, table, one)
    amount = _goes(table, seat, "", key)
    host.get_up(seat)
    return {"seat": seat, "cashed": amount}


def _leave_box(host: "Host", table: Table, session: Session, seat: int, key: str) -> dict[str, Any]:
    rest = [box for box in table.held(session.seat) if box != seat]
    if rest[-1] - rest[0] >= len(rest):
        raise Refused(Refusal.ONE_POSITION, f"Box {seat} lies between others of yours.", boxes(table.rules)[1])
    _check_decided(table, seat)
    settle_up(host, table, seat)
    table.enter(entries.Unboxed(seat, key=key))
    return {"seat": seat, "seats": rest}


def _check_decided(table: Table, seat: int) -> None:
    up = table.stakes(seat)
    if up or (table.round is not None and table.round.questions(seat)):
        why = f"${dollars(up)} of seat {seat} is on the layout" if up else "an answer is awaited"
        raise Refused(Refusal.LOCKED, f"{why.capitalize()}; leave when it is decided.", table.game.closed)


def _goes(table: Table, seat: int, by: str, key: str = "") -> int:
    """Everything a player holds is free again, and his rack goes to the cage."""
    for box in table.held(seat):
        if box != seat:
            table.enter(entries.Unboxed(box, by, key))
    amount = table.rack(seat)
    table.enter(entries.Left(seat, amount, by, key))
    return amount


def settle_up(host: "Host", table: Table, seat: int) -> None:
    """What the chapter has a player pay before he leaves is collected, while betting is open; until then he stays."""
    if not table.game.owes(table.state, seat):
        return
    if table.round is None:
        host.dealer.open_next()
    kind = table.game.irregularity("player_left")
    assert kind is not None, "a game in which something is owed says what becomes of it"
    if table.round is None or not isinstance(table.round.pending, Window):
        raise Refused(Refusal.LOCKED, f"Seat {seat} owes vigorish; leave when betting is open.", kind.cite)
    with suppress(Refused):  # it was collected already, in this very round
        table.report(Report(kind.name, seat), table.salt())
        table.flush()


def give_up_seats(host: "Host", table: Table, before: float) -> None:
    """Seats whose players have long been out of reach, and have nothing at stake, are free again."""
    for seat, since in list(host.out_of_reach.items()):
        if since > before or seat not in table.players:
            continue
        try:
            for one in table.held(seat):
                _check_decided(table, one)
                settle_up(host, table, one)
        except Refused:
            continue  # another time
        _goes(table, seat, entries.HOUSE)
        host.get_up(seat)


# --- chips


def buy_chips(host: "Host", session: Session, key: str) -> dict[str, Any]:
    """More play chips for a rack that has run low."""
    table = own_seat(host, session)
    rack = table.rack(session.seat)
    if rack >= LOW_RACK:
        raise Refused(
            Refusal.LOCKED,
            f"Seat {session.seat} has ${dollars(rack)}; more chips are for racks below ${dollars(LOW_RACK)}.",
            table.game.closed,
        )
    table.enter(entries.Bought(session.seat, table.founded.settings.buy_in, key))
    return {"seat": session.seat, "rack": table.rack(session.seat)}


def own_seat(host: "Host", session: Session) -> Table:
    """The table, for a player who sits at it."""
    table = host.require_table()
    if not host.sits(session):
        raise Refused(Refusal.WRONG_ROLE, "Only the player in a seat does that.", "")
    return table
