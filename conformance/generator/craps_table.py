"""A craps table in the fewest lines that settle it: wagers on spots, a point, and one throw at a time."""

from fractions import Fraction
from typing import Any

from generator.kit import settled, table
from pitboss_audit.games.craps import HARD, HOPS, LAID, POINTS, TAKEN, WORDS
from pitboss_audit.money import paid, up

PAYS = table("623a.5(a)")
BUY, LAY = table("623a.5(g)(1)"), table("623a.5(g)(2)")
UNIT_PAYS = {2: 30, 3: 15, 11: 15, 12: 30}
OFF_ON_COME_OUT = ("place_bet_to_win", "place_bet_to_lose", "buy_bet", *HARD)

Spot = tuple[int, str, str]


def one_roll(kind: str, on: str, a: int, b: int) -> Fraction | None:
    """What one unit of a one-roll wager has in all after this throw; ``None`` for other wagers."""
    total, faces = a + b, (min(a, b), max(a, b))
    if kind in HOPS:
        return Fraction(31 if faces[0] == faces[1] else 16) if faces == HOPS[kind] else Fraction(0)
    if kind == "field_bet":
        return Fraction(3 if total in (2, 12) else 2 if total in (3, 4, 9, 10, 11) else 0)
    if kind == "six_seven_eight_bet":
        return Fraction(0 if total not in (6, 7, 8) else 3 if faces in ((3, 3), (4, 4)) else 2)
    single = {"any_seven_bet": ((7,), 4), "any_craps_bet": ((2, 3, 12), 7), "craps_two_bet": ((2,), 30)}
    single |= {"craps_three_bet": ((3,), 15), "craps_twelve_bet": ((12,), 30), "eleven_in_one_roll_bet": ((11,), 15)}
    if kind in single:
        totals, odds = single[kind]
        return Fraction(odds + 1 if total in totals else 0)
    if kind == "craps_eleven_bet":
        return Fraction(8 if total in (2, 3, 12) else 16 if total == 11 else 0, 2)
    if kind == "horn_bet":
        return Fraction(UNIT_PAYS[total] + 1 if total in UNIT_PAYS else 0, 4)
    if kind == "horn_high_bet":
        units = 2 if total == int(on) else 1
        return Fraction(units * (UNIT_PAYS[total] + 1) if total in UNIT_PAYS else 0, 5)
    if kind == "whirl_bet":
        return Fraction(5 if total == 7 else UNIT_PAYS[total] + 1 if total in UNIT_PAYS else 0, 5)
    return None


class Table:
    """Wagers by seat, kind and spot, and what each throw does to them."""

    def __init__(self, *, rate: int = 5, prepaid: bool = False, stays: bool = True, come_odds: str = "off") -> None:
        self.point, self.rate, self.prepaid, self.stays, self.come_odds = 0, rate, prepaid, stays, come_odds
        self.up: dict[Spot, int] = {}
        self.on: set[Spot] = set()
        self.off: set[Spot] = set()

    def bet(self, seat: int, kind: str, amount: int, on: str = "") -> None:
        self.up[seat, kind, on] = self.up.get((seat, kind, on), 0) + amount

    def standing(self) -> list[dict[str, Any]]:
        return [
            {"seat": seat, "wager": kind, **({"on": on} if on else {}), "stake": stake}
            for (seat, kind, on), stake in self.up.items()
        ]

    def throw(self, a: int, b: int) -> list[dict[str, Any]]:
        total, come_out, lines, left = a + b, not self.point, [], dict(self.up)
        for spot, stake in self.up.items():
            seat, kind, on = spot
            outcome = self._decide(spot, stake, a, b)
            if outcome is None:
                if kind in ("come_bet", "dont_come_bet") and not on:
                    del left[spot]
                    left[seat, kind, str(total)] = left.get((seat, kind, str(total)), 0) + stake
                continue
            back, stays = outcome
            fee = Fraction(stake * self.rate, 100) if kind in ("buy_bet", "lay_bet") and (back or self.prepaid) else 0
            lines.append(settled(seat, kind, stake, back, on, commission=up(Fraction(fee))))
            if not stays:
                del left[spot]
        self.up = left
        if come_out:
            self.point = total if total in POINTS else 0
        elif total in (7, self.point):
            self.point = 0
        return lines

    def _decide(self, spot: Spot, stake: int, a: int, b: int) -> tuple[int, bool] | None:
        """What comes back, and whether the wager stays up; ``None`` while it is undecided."""
        _, kind, on = spot
        total, come_out = a + b, not self.point
        unit = one_roll(kind, on, a, b)
        if unit is not None:
            return up(stake * unit), False
        if kind in ("pass_bet", "dont_pass_bet", "come_bet", "dont_come_bet"):
            number = int(on) if on else self.point if "pass" in kind else 0
            return self._line(kind.startswith("dont"), number, total, stake)
        if kind.startswith("supplemental"):
            number = int(on) if on else self.point
            laying, idle = "dont" in kind, kind == "supplemental_come_bet" and come_out and self.come_odds == "off"
            if total not in (7, number):
                return None
            if idle:
                return stake, False
            won = (total == 7) == laying
            return (paid(stake, (LAID if laying else TAKEN)[number]) if won else 0), False
        if (come_out and kind in OFF_ON_COME_OUT and spot not in self.on) or (come_out and spot in self.off):
            return None
        number = HARD.get(kind) or int(on)
        if total not in (7, number):
            return None
        if kind in HARD:
            won, odds = a == b and total == number, PAYS[f"{WORDS[number].title()} the Hardway Bet"]
        elif kind in ("place_bet_to_win", "buy_bet"):
            won = total == number
            odds = (
                PAYS[f"Place Bet to Win on {number}"] if kind == "place_bet_to_win" else BUY[f"Buy Bet on the {number}"]
            )
        else:
            won = total == 7
            odds = PAYS[f"Place Bet to Lose on {number}"] if "place" in kind else LAY[f"Lay Bet against the {number}"]
        return (paid(stake, odds), self.stays) if won else (0, False)

    @staticmethod
    def _line(against: bool, number: int, total: int, stake: int) -> tuple[int, bool] | None:
        """A Pass or Come Bet, or its opposite, before (0) or after its number."""
        if number:
            if total not in (7, number):
                return None
            return (2 * stake if (total == 7) == against else 0), False
        if total in (7, 11):
            return (0 if against else 2 * stake), False
        if total == 12 and against:
            return stake, False
        return ((2 * stake if against else 0), False) if total in (2, 3, 12) else None
