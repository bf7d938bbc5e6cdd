"""§§ 623a.3, 623a.4(c)–(d) and 623a.6: when a wager may be made, beyond its limits."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from pitboss.chapters.ch623a_craps.wagers import (
    ANY_SEVEN,
    BACKS,
    BOXES,
    COME,
    DONT_COME,
    DONT_PASS,
    FIRE,
    HORN,
    HORN_HIGH,
    KINDS,
    LINE,
    WHIRL,
)
from pitboss.money import Cents, dollars, share
from pitboss.procedure import Answer, Refusal, Refused
from pitboss.seating import Seat

if TYPE_CHECKING:
    from pitboss.chapters.ch623a_craps.layout import Layout

FOUR_FIFTHS = (4, 5)  # 623a.3(a)(20)–(21): the part of a Horn High or Whirl Bet that is a Horn Bet


def broken_down(answer: Answer) -> list[tuple[str, Cents]]:
    """623a.3(a)(20)–(21): four units on the Horn Bet, one on the chosen box or on Any Seven."""
    horn = share(answer.amount, *FOUR_FIFTHS)
    box = ANY_SEVEN if answer.wager == WHIRL else BOXES[answer.on]
    return [(HORN, horn), (box, answer.amount - horn)]


def in_time(layout: "Layout", answer: Answer, total: Cents) -> None:
    """What the text demands of a wager beyond its limits."""
    check = TIMES.get(answer.wager)
    if check is not None:
        check(layout, answer, total)


def _no(answer: Answer, words: str, cite: str = "") -> Refused:
    return Refused(Refusal.NOT_LAWFUL, words, cite or KINDS[answer.wager].cite)


def _on_the_line(layout: "Layout", answer: Answer, total: Cents) -> None:
    """I-623a-01, -06: Pass and Don't Pass Bets are made and increased before the come out roll only."""
    if layout.point:
        up = layout.amount(seat_of(answer), answer.wager)
        cite = "623a.4(d)" if up and answer.wager == DONT_PASS else ""
        raise _no(
            answer,
            f"The point is {layout.point}: a {KINDS[answer.wager].title} may be made only before a come out roll.",
            cite,
        )


def _after_come_out(layout: "Layout", answer: Answer, total: Cents) -> None:
    """I-623a-02: Come and Don't Come Bets are not made for a come out roll."""
    if not layout.point:
        raise _no(
            answer,
            f"The next throw is a come out roll: a {KINDS[answer.wager].title} may be made only once there is a point.",
        )


def _behind_a_bet(layout: "Layout", answer: Answer, total: Cents) -> None:
    """623a.6: odds back a bet that has its point, up to the filed multiple."""
    seat, kind, on = seat_of(answer), answer.wager, answer.on
    most = layout.most_odds(seat, kind, on)
    if not most:
        words = f"Seat {seat} has no {KINDS[BACKS[kind]].title} with a point there to back."
        raise Refused(Refusal.WAGER_REQUIRED, words, KINDS[kind].cite)
    if total > most:
        words = f"${dollars(total)} is more than the ${dollars(most)} that may back this bet."
        raise Refused(Refusal.ABOVE_MAXIMUM, words, "623a.6(e)")


def _before_first_come_out(layout: "Layout", answer: Answer, total: Cents) -> None:
    """623a.3(a)(40), 623a.4(c)(3), I-623a-35: one for each seat and shooter, never increased."""
    seat = seat_of(answer)
    if layout.point or not layout.fresh:
        raise _no(answer, "A Fire Bet may be made only before a new shooter's first come out roll.")
    mine = any(bet.seat == seat and bet.turn == layout.turn for bet in layout.fire)
    if mine or (seat, FIRE, "") in layout.up:
        raise Refused(
            Refusal.LOCKED, f"Seat {seat} has a Fire Bet on this shooter; it may not be increased.", "623a.4(c)(3)"
        )


def _in_parts(layout: "Layout", answer: Answer, total: Cents) -> None:
    """623a.3(b)(2): where a wager is broken down, neither part goes over its own maximum."""
    if not layout.rules.broken_down(answer.wager):
        return
    for part, amount in broken_down(answer):
        most = layout.rules.most(part)
        if most is not None and layout.amount(seat_of(answer), part) + amount > most:
            words = f"The part on the {KINDS[part].title} would be above its maximum of ${dollars(most)}."
            raise Refused(Refusal.ABOVE_MAXIMUM, words, "623a.3(b)(2)")


def seat_of(answer: Answer) -> Seat:
    assert isinstance(answer.by, int)
    return answer.by


TIMES: dict[str, Callable[["Layout", Answer, Cents], None]] = {
    **dict.fromkeys(LINE, _on_the_line),
    **dict.fromkeys((COME, DONT_COME), _after_come_out),
    **dict.fromkeys(BACKS, _behind_a_bet),
    **dict.fromkeys((HORN_HIGH, WHIRL), _in_parts),
    FIRE: _before_first_come_out,
}
