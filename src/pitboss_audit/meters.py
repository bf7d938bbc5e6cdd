"""A progressive meter during a round, in micro-cents: what wagers add, what is won of it, and what a void takes back.

A part is paid down to the cent and its fraction stays (I-GEN-06); only the whole brings the next seed (I-GEN-04). A linked meter,
which other tables move too, stands at what the progressive system states at each movement (I-GEN-33).
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from pitboss_audit.facts import Line, NotSettled, Round
from pitboss_audit.money import cents

MICRO = 1_000_000


class Meter:
    """One meter of one table. ``lines`` are its movements."""

    def __init__(
        self,
        played: Round,
        name: str,
        initial: int,
        reset: int,
        rate: str,
        *,
        reserve_rate: str = "0",
        linked: bool = False,
    ) -> None:
        if played.before.get("from_the_middle") and not linked:
            raise NotSettled("What the meter showed before this round is not in this part of the record.")
        self.value, self.reserve = played.before.get(name, (initial * MICRO, 0))
        self.name, self._reset, self.linked = name, reset, linked
        self._rate, self._reserve_rate = Fraction(rate) / 100, Fraction(reserve_rate) / 100
        self._stated = (
            answer
            for step in played.steps
            for answer in step.answers
            if answer["by"] == "system" and answer["on"] == name
        )
        self._taken: dict[int, tuple[int, int]] = {}
        self._takes_all = played.rules.get("as_before") == "I-645a-12"
        self.lines: list[Line] = []

    def after(self) -> Mapping[str, Any]:
        """What the next round begins with."""
        return {self.name: (self.value, self.reserve)}

    def _ask_system(self) -> None:
        if self.linked:
            self.value = next(self._stated).get("amount", 0)
            if self._reserve_rate:
                self.reserve = next(self._stated).get("amount", 0)

    def _move(self, by: int, seat: int = 0) -> None:
        before, self.value = self.value, self.value + by
        self.lines.append(Line(seat, self.name, "", before, self.value, "", kind="meter"))

    def add(self, stakes: Iterable[tuple[int, int]]) -> None:
        """Betting is closed: each wager (seat, stake) adds its part."""
        self._ask_system()
        for seat, stake in stakes:
            due, kept = int(stake * MICRO * self._rate), int(stake * MICRO * self._reserve_rate)
            before = self._taken.get(seat, (0, 0))
            self._taken[seat] = before[0] + due, before[1] + kept
            self.reserve += kept
            self._move(due, seat)

    def take_back(self, seats: Iterable[int] | None = None) -> None:
        """I-GEN-08: what wagers added that are returned; None: all."""
        chosen = set(self._taken if seats is None else seats)
        for seat in [seat for seat in self._taken if seat in chosen]:
            due, kept = self._taken.pop(seat, (0, 0))
            self.reserve -= kept
            if due:
                self._move(-due, seat)

    def award(self, seat: int, percent: int, most: int | None = None) -> int:
        """A part of what it shows at a player's turn; what a payout limit cuts stays on it (I-645a-12)."""
        self._ask_system()
        whole: int = self.value * percent // (100 * MICRO)
        due = whole if most is None else min(whole, most)
        self._move(-(whole if self._takes_all else due) * MICRO, seat)
        if percent == 100:
            if due == whole or self._takes_all:
                self._reseed()
            elif (short := self._reset * MICRO - self.value) > 0:
                self._move(short)
        return due

    def shared(self, parts: Mapping[int, Fraction]) -> dict[int, int]:
        """The whole of it by seat, each a part of it (I-GEN-03)."""
        self._ask_system()
        value, found = self.value, dict[int, int]()
        for seat, share in parts.items():
            found[seat] = int(value * share / MICRO)
            self._move(-found[seat] * MICRO, seat)
        self._reseed()
        return found

    def _reseed(self) -> None:
        reserve, self.reserve = self.reserve, 0
        self._move(self._reset * MICRO + reserve)


def amount(rules: Mapping[str, Any], name: str, default: str) -> int:
    """Cents that were filed."""
    return cents(rules.get(name) or default)


def equal_parts(seats: Iterable[int], player: Mapping[int, str]) -> dict[int, Fraction]:
    """Each player's equal part of a meter, divided among that player's winning hands."""
    seats = list(seats)
    hands: dict[str, int] = {}
    for seat in seats:
        hands[player[seat]] = hands.get(player[seat], 0) + 1
    return {seat: Fraction(1, len(hands) * hands[player[seat]]) for seat in seats}
