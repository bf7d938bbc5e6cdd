"""§§ 623a.3(a), 623a.4(c)–(d) and 623a.6: the status of each wager before the next throw, and who has the dice."""

from typing import TYPE_CHECKING

from pitboss.chapters.ch623a_craps.table import Fire, Key
from pitboss.chapters.ch623a_craps.wagers import (
    COME_ODDS,
    CONTRACT,
    DONT_COME,
    DONT_PASS,
    FIRE,
    KINDS,
    LAY,
    LINE,
    ODDS_CITE,
    ODDS_ON,
)
from pitboss.events import Event, Noted
from pitboss.money import dollars
from pitboss.procedure import LayoutStatus, Turn, WagerStatus

if TYPE_CHECKING:
    from pitboss.chapters.ch623a_craps.layout import Layout

NOT_REMOVED = "623a.4(c)(3)"  # a Fire Bet


def layout_status(layout: "Layout") -> LayoutStatus:
    """The status of every wager that has a note, including Fire Bets that were brought in."""
    found = [_status(layout, key) for key in layout.up]
    noted = [status for status in found if status.note]
    return LayoutStatus((*noted, *(_fire(bet) for bet in layout.fire)), turn(layout))


def turn(layout: "Layout") -> Turn | None:
    """623a.7(b)–(c), 623a.10(c)–(d): the shooter, or to whom the dice are on offer."""
    if not layout.offered:
        return Turn(layout.shooter, "shooter", "623a.7(c)")
    seat = layout.next_shooter(layout.throwers())
    return Turn(seat, "offered the dice", layout.offer_cite) if seat else None


def _status(layout: "Layout", key: Key) -> WagerStatus:
    seat, kind, on = key
    come_out, called = not layout.point, key in layout.called
    if kind == FIRE:
        return WagerStatus(seat, kind, on, locked=True, note="stays until the loser 7", cite=NOT_REMOVED)
    if not layout.rules.works(kind, layout.point, called=called):
        cite = "I-623a-03" if kind == COME_ODDS else KINDS[kind].cite
        note = "called off for come out rolls" if called else "off on a come out roll, unless called on"
        return WagerStatus(seat, kind, on, works=False, called=called, note=note, cite=cite)
    if come_out and called:
        return WagerStatus(seat, kind, on, called=True, note="called on for come out rolls", cite=KINDS[kind].cite)
    return _flat(layout, key)


def _flat(layout: "Layout", key: Key) -> WagerStatus:
    """A bet with a point: whether it may come down, and how much may back it."""
    seat, kind, on = key
    notes, cite, locked = [], "", layout.locked(key)
    if locked:
        notes, cite = ["stays up until it is decided"], CONTRACT[kind]
    elif on if kind == DONT_COME else layout.point and kind == DONT_PASS:
        notes, cite = ["may be reduced, not increased"], "623a.4(d)"
    if kind in ODDS_ON and (on or kind in LINE):
        most = layout.most_odds(seat, ODDS_ON[kind], on)
        if most:
            laid = kind in (DONT_PASS, DONT_COME)
            times = layout.rules.odds_times[laid][on or str(layout.point)]
            notes.append(f"odds up to ${dollars(most)}, {times}× {'what it may win' if laid else 'the bet'}")
            cite = cite or ODDS_CITE[ODDS_ON[kind]]
    return WagerStatus(seat, kind, on, locked=locked, note="; ".join(notes), cite=cite)


def _fire(bet: Fire) -> WagerStatus:
    """623a.11(a)(3)–(4): in its player's space before the boxperson, with the points made for it so far."""
    made = ", ".join(map(str, bet.points)) or "none yet"
    note, lies = f"points made: {made}", f"fire {bet.seat}"
    return WagerStatus(bet.seat, FIRE, "", bet.hand, locked=True, note=note, cite=NOT_REMOVED, lies=lies)


# --- the marker button on a wager that was called on or off


def button(kind: str) -> str:
    """623a.3(a)(5)–(10), (41)–(42): only a Lay Bet, which works unless called off, has an "off" button."""
    return "off button" if kind == LAY else "on button"


def button_off(key: Key, cite: str) -> Event:
    """A call ends while its wager stays up."""
    seat, kind, on = key
    where = f" on {on}" if on else ""
    return Noted(f"{button(kind)} taken off the {KINDS[kind].title}{where}", seat, cite=cite)
