"""Settling a round: losing wagers first, then each winner from the highest number down, with the vigorish."""

from collections.abc import Generator, Iterator, Mapping, Sequence

import msgspec

from pitboss.events import Charged, Event, Marked, Noted, Settlement
from pitboss.families.baccarat.hands import BANKER, Hand
from pitboss.families.baccarat.rules import PARAGRAPH, BaccaratRules, Verdict, verdict
from pitboss.families.settling import decided
from pitboss.money import Cents, dollars
from pitboss.seating import Seat
from pitboss.wagers import Wager, returned

Won = dict[Seat, Cents]  # by seat: won on the Banker's Hand, vigorish marked and not yet collected


def in_order(wagers: Sequence[Wager]) -> list[Wager]:
    """From the highest number down, which is clockwise from the dealer's left (I-627a-11)."""
    return sorted(wagers, key=lambda wager: (wager.seat, PARAGRAPH[wager.kind], wager.on))


def settle(wagers: Sequence[Wager], player: Hand, banker: Hand, won: Won, rules: BaccaratRules) -> Iterator[Event]:
    """627a.11(b) and its counterparts: all losing wagers are collected, then the others are paid position by position."""
    verdicts = [(wager, verdict(wager.kind, wager.on, player, banker, rules)) for wager in in_order(wagers)]
    not_lost = [(wager, found) for wager, found in verdicts if found.odds or found.push]
    for wager, found in verdicts:
        if not (found.odds or found.push):
            yield _settled(wager, found, rules)
    for seat in dict.fromkeys(wager.seat for wager, _ in not_lost):
        yield from _position(seat, [(w, found) for w, found in not_lost if w.seat == seat], won, rules)


def _position(seat: Seat, not_lost: list[tuple[Wager, Verdict]], won: Won, rules: BaccaratRules) -> Iterator[Event]:
    """One player: the vigorish is marked or taken before the payout, or after it (I-627a-07)."""
    paid = [_settled(wager, found, rules) for wager, found in not_lost]
    fee = [event for event in paid if event.vigorish or event.deferred]
    vigorish = [_vigorish(event, won, rules) for event in fee]
    yield from (*paid, *vigorish) if rules.law.pays_first else (*vigorish, *paid)


def _settled(wager: Wager, found: Verdict, rules: BaccaratRules) -> Settlement:
    """One wager; a winner on the Banker's Hand owes vigorish on the winnings."""
    if found.push:
        return returned(wager, cite=found.cite, outcome=found.outcome)
    event = decided(wager, found.odds, rules, pays=found.cite, loses=found.cite, outcome=found.outcome)
    if found.odds is None or wager.kind != BANKER or rules.vigorish is None:
        return event
    amount = event.returned - event.stake
    if rules.marks_vigorish:
        return msgspec.structs.replace(event, vigorish=marked(amount, rules), deferred=True)
    return msgspec.structs.replace(event, vigorish=rules.vigorish.due(amount))


def _vigorish(event: Settlement, won: Won, rules: BaccaratRules) -> Event:
    """627a.12(d) and its counterparts: taken with the payout, or marked in the space that bears the player's number."""
    seat, cite = event.seat, f"{rules.law.payout}(d)"
    if not event.deferred:
        return Noted(f"vigorish of ${dollars(event.vigorish)} collected", seat, cite=f"{cite}(1)")
    won[seat] = won.get(seat, 0) + event.returned - event.stake
    return _mark(seat, won, rules)


def _mark(seat: Seat, won: Won, rules: BaccaratRules) -> Marked:
    amount, cite = f"${dollars(marked(won[seat], rules))}", f"{rules.law.payout}(d)(2)(ii)"
    return Marked(marker(seat, rules), amount, seat, cite=cite)


def moved_along(won: Won, now: Mapping[Seat, Seat], rules: BaccaratRules) -> Generator[Event, None, Won]:
    """Vigorish that is marked goes with a player who was moved: to the space that bears the number where they sit now."""
    moved = [seat for seat in won if now.get(seat, seat) != seat]
    there = {now.get(seat, seat): amount for seat, amount in won.items()}
    for seat in moved:
        yield Marked(marker(seat, rules), "", seat, cite=f"{rules.law.payout}(d)(2)(ii)")
    for seat in moved:
        yield _mark(now[seat], there, rules)
    return there


def marked(amount: Cents, rules: BaccaratRules) -> Cents:
    """What a marker shows: the exact percentage in whole cents; nothing is rounded up before it is collected."""
    assert rules.vigorish is not None
    exact = rules.vigorish.exact(amount)
    return exact.numerator // exact.denominator


def marker(seat: Seat, rules: BaccaratRules) -> str:
    return f"vigorish {rules.number(seat)}"


def collect(seat: Seat, won: Won, rules: BaccaratRules) -> Iterator[Event]:
    """(d)(2)(i), (iii) The vigorish marked for a seat is collected, and only then its marker taken away."""
    assert rules.vigorish is not None
    cite = f"{rules.law.payout}(d)(2)"
    if amount := rules.vigorish.due(won.pop(seat)):  # the exact sum, rounded once (I-GEN-05)
        yield Charged(seat, amount, BANKER, cite=f"{cite}(i)")
    yield Marked(marker(seat, rules), "", seat, cite=f"{cite}(iii)")


def collect_all(won: Won, rules: BaccaratRules) -> Iterator[Event]:
    for seat in sorted(won):
        yield from collect(seat, won, rules)
