"""§§ 623a.9 and 623a.11: what one valid throw does to the layout, and the state of the table after it."""

from collections.abc import Sequence

from pitboss.chapters.ch623a_craps.layout import Layout
from pitboss.chapters.ch623a_craps.rules import Calls, FireAfterPass, Rules
from pitboss.chapters.ch623a_craps.standing import button_off
from pitboss.chapters.ch623a_craps.table import Fire, Key, Table
from pitboss.chapters.ch623a_craps.wagers import FIRE, POINTS, Verdict
from pitboss.equipment.dice import throws
from pitboss.events import (
    Announced,
    Charged,
    Collected,
    Event,
    Marked,
    Moved,
    Paid,
    Returned,
    Settlement,
    Shown,
    Wagered,
)
from pitboss.money import Cents, share, winnings
from pitboss.seating import clockwise

SUM = {dice: int(dice[0]) + int(dice[2]) for dice in throws(2)}
# 623a.9(a): the dice as they lie, and the sum called out at once
CALLED: dict[str, tuple[Event, ...]] = {
    dice: (Shown("dice", dice, cite="623a.9(a)"), Announced(str(total), cite="623a.9(a)"))
    for dice, total in SUM.items()
}
CALL_ENDS = "I-623a-05"  # with the decision of the wager, or after one roll where that is filed
PUCK: dict[int, Event] = {
    0: Marked("puck", "off", cite="623a.1:Come out roll"),
    **{point: Marked("puck", str(point), cite="623a.1:Come out point") for point in POINTS},
}


def settle(layout: Layout, dice: str, *, deciding: bool) -> tuple[list[Event], Table]:
    """623a.9(d)–(e): every wager that the throw decides, then puck, Fire Bets and dice."""
    events: list[Event] = [*CALLED[dice]]
    up = _wagers(layout, dice, events)
    point = next_point(layout.point, SUM[dice], deciding=deciding)
    fire = layout.fire
    if point != layout.point:
        events.append(PUCK[point])
        loser_seven = SUM[dice] == 7
        if fire and not point:
            fire = _fire(layout, loser_seven, events)
        if loser_seven:  # 623a.10(a)(1)
            events += layout.relinquish(loser_seven=True)
    fresh = layout.fresh and (layout.offered or bool(layout.point) or deciding)
    if layout.called and layout.rules.calls_last is Calls.ONE_ROLL:
        events += [button_off(key, CALL_ENDS) for key in layout.called]
        layout.called.clear()
    called = tuple(layout.called)
    here = clockwise({*(seat for seat, _, _ in up), *(bet.seat for bet in fire)})
    players = tuple((seat, layout.named(seat)) for seat in here if layout.named(seat))
    table = Table(
        point, layout.shooter, layout.turn, layout.offered, fresh, deciding, tuple(up.items()), called, tuple(fire),
        players, layout.shooter_player,
    )  # fmt: skip
    return events, table


def next_point(point: int, total: int, *, deciding: bool) -> int:
    """Set by a come out roll (623a.1), off when made or lost; none is set while only Come Bets are decided."""
    if point:
        return 0 if total in (point, 7) else point
    return total if total in POINTS and not deciding else 0


# § 623a.9.  Settlement of wagers.


def _wagers(layout: Layout, dice: str, events: list[Event]) -> dict[Key, Cents]:
    """Look up every wager; returns those that are up afterwards."""
    rules, called = layout.rules, layout.called
    decided = rules.decisions[layout.point, dice, False]
    up: dict[Key, Cents] = {}
    ended: list[tuple[Key, bool]] = []
    for key, amount in layout.up.items():
        seat, kind, on = key
        if called and key in called:
            what = rules.decisions[layout.point, dice, True].get((kind, on))
            if what is not None:
                ended.append((key, what.stays))
        else:
            what = decided.get((kind, on))
        if what is None:
            up[key] = amount
            continue
        if what.event is Collected and not what.vigorish:
            events.append(Collected(seat, kind, on, amount, 0, "", dice, cite=what.cite))
        else:
            events += _decide(key, amount, what, layout, dice, up)
    for key, stays in ended:
        del called[key]
        if stays:
            events.append(button_off(key, CALL_ENDS))
    return up


def _decide(key: Key, amount: Cents, what: Verdict, layout: Layout, dice: str, up: dict[Key, Cents]) -> list[Event]:
    """One wager, and whether it is up again."""
    seat, kind, on = key
    if what.event is Moved:
        up[seat, kind, what.to] = amount
        return [Moved(seat, kind, on, what.to, amount, cite=what.cite)]
    event = _settlement(key, amount, what, layout.rules, dice)
    if what.stays:
        up[key] = amount
        if event.prepaid:  # I-623a-33
            return [event, Charged(seat, event.vigorish, kind, on, cite="I-623a-33")]
    elif what.again:
        up[key] = amount
        return [event, Wagered(seat, kind, on, amount, 0, layout.named(seat), cite="I-623a-07")]
    return [event]


def _settlement(key: Key, amount: Cents, what: Verdict, rules: Rules, dice: str) -> Settlement:
    """Paid at its odds, part by part; collected; or returned."""
    seat, kind, on = key
    vigorish = rules.vigorish(kind, on, amount) if what.vigorish else 0
    prepaid = vigorish > 0 and rules.prepaid
    if what.event is Collected:
        return Collected(seat, kind, on, amount, 0, "", dice, 0, vigorish, prepaid=prepaid, cite=what.cite)
    if what.odds is None:
        return Returned(seat, kind, on, amount, amount, "", dice, cite=what.cite)
    won = amount if what.units == 1 else share(amount, what.won, what.units)
    due = won + winnings(won, what.odds, rules.payout_rounding)
    event = Returned if what.event is Returned else Paid
    return event(
        seat, kind, on, amount, due, what.odds.text, dice, 0, vigorish, what.stays, prepaid=prepaid, cite=what.cite
    )


# § 623a.11.  Additional procedures and rules for the Fire Bet.

FIRE_WINS = 4  # 623a.3(a)(40)(i); also when surveillance is notified, 623a.11(a)(6)
ALL = len(POINTS)


def _fire(layout: Layout, loser_seven: bool, events: list[Event]) -> list[Fire]:
    """(a)(4)–(6): a point made is marked and counted; a loser 7 settles every pending Fire Bet, in numerical order."""
    if loser_seven:
        events += [settle_fire(bet, layout.rules) for bet in _in_order(layout.fire)]
        events += _markers_off(layout.fire)
        return []
    after = [counted(bet, layout.point) if _counts(bet, layout) else bet for bet in layout.fire]
    grown = clockwise({len(new.points) for old, new in zip(layout.fire, after, strict=True) if new != old})
    events += [Marked(f"Fire Bet point marker {count}", str(layout.point), cite="623a.11(a)(4)") for count in grown]
    if layout.rules.fire_bet_paid_at_six:  # I-623a-19
        events += [settle_fire(bet, layout.rules) for bet in _in_order(after) if len(bet.points) == ALL]
        paid, after = after, [bet for bet in after if len(bet.points) < ALL]
        events += [] if after else _markers_off(paid)
    return after


def fourth_point_made(before: Sequence[Fire], after: Sequence[Fire]) -> bool:
    """(a)(6): whether some Fire Bet has just got the points with which it wins."""
    return any(len(bet.points) == FIRE_WINS and bet not in before for bet in after)


def _markers_off(bets: list[Fire]) -> list[Event]:
    """(a)(5): with the last pending Fire Bet every marker is removed."""
    most = max(len(bet.points) for bet in bets)
    return [Marked(f"Fire Bet point marker {count}", "", cite="623a.11(a)(5)") for count in range(1, most + 1)]


def _in_order(bets: list[Fire]) -> list[Fire]:
    return sorted(bets, key=lambda bet: (bet.seat, bet.hand))


def _counts(bet: Fire, layout: Layout) -> bool:
    """I-623a-17: the bet goes on with the next shooter, unless it was filed that their points do not count for it."""
    return bet.turn == layout.turn or layout.rules.fire_bet_after_pass is FireAfterPass.POINTS_COUNT


def counted(bet: Fire, point: int) -> Fire:
    """(b)(2)–(3): a point counts once, in any order."""
    if point in bet.points:
        return bet
    return Fire(bet.seat, bet.amount, bet.turn, bet.hand, (*bet.points, point))


def settle_fire(bet: Fire, rules: Rules) -> Settlement:
    """623a.5(f): paid once, for the most different points made."""
    odds, made = rules.fire.get(str(len(bet.points))), f"{len(bet.points)} points"
    if odds is None:
        cite = "623a.3(a)(40)(ii)"
        return Collected(bet.seat, FIRE, "", bet.amount, 0, "", made, bet.hand, cite=cite)
    due = bet.amount + winnings(bet.amount, odds, rules.payout_rounding)
    return Paid(bet.seat, FIRE, "", bet.amount, due, odds.text, made, bet.hand, cite="623a.3(a)(40)(i)")
