"""623a Craps and Mini-Craps: wagers that stand from throw to throw, a point, calls of on and off, vigorish, and the Fire Bet."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss_audit.facts import Key, Line, NotSettled, Round
from pitboss_audit.money import cents, net, pays, up, won

POINTS = (4, 5, 6, 8, 9, 10)
WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 8: "eight", 10: "ten"}
HARD = {f"{WORDS[n]}_the_hardway_bet": n for n in (4, 6, 8, 10)}
TAKEN = {4: "2 to 1", 10: "2 to 1", 5: "3 to 2", 9: "3 to 2", 6: "6 to 5", 8: "6 to 5"}
LAID = {4: "1 to 2", 10: "1 to 2", 5: "2 to 3", 9: "2 to 3", 6: "5 to 6", 8: "5 to 6"}
HOPS = {
    f"{WORDS[a]}_{WORDS[b]}_on_the_hop_bet": (a, b)
    for a, b in ((1, 3), (1, 4), (2, 3), (1, 5), (2, 4), (1, 6), (2, 5), (3, 4), (2, 6), (3, 5), (3, 6), (4, 5), (4, 6))
} | {f"{WORDS[n]}_the_hardway_on_the_hop_bet": (n // 2, n // 2) for n in (4, 6, 8, 10)}
UNIT = {2: "30 to 1", 3: "15 to 1", 11: "15 to 1", 12: "30 to 1"}  # of a Horn, by the total
SINGLE = {
    "any_seven_bet": ((7,), "4 to 1"),
    "any_craps_bet": ((2, 3, 12), "7 to 1"),
    "craps_two_bet": ((2,), "30 to 1"),
    "craps_three_bet": ((3,), "15 to 1"),
    "craps_twelve_bet": ((12,), "30 to 1"),
    "eleven_in_one_roll_bet": ((11,), "15 to 1"),
}
LINE_BETS = ("pass_bet", "dont_pass_bet", "come_bet", "dont_come_bet")
REST_ON_COME_OUT = ("place_bet_to_win", "place_bet_to_lose", "buy_bet", *HARD)  # I-623a-04, unless called on
BOUGHT, FIRE = ("buy_bet", "lay_bet"), "fire_bet"
FIRE_LINES = {4: "Four Points", 5: "Five Points", 6: "Six or More Points"}

Part = tuple[Fraction, str]


def one_roll(kind: str, on: str, a: int, b: int) -> list[Part] | None:
    """The parts of a one-roll wager that win, each with its odds; ``None`` for any other wager."""
    total, faces, whole = a + b, (min(a, b), max(a, b)), Fraction(1)
    if kind in HOPS:
        return [(whole, "30 to 1" if a == b else "15 to 1")] if faces == HOPS[kind] else []
    if kind == "field_bet":
        return [(whole, "2 to 1" if total in (2, 12) else "1 to 1")] if total in (2, 3, 4, 9, 10, 11, 12) else []
    if kind == "six_seven_eight_bet":  # I-623a-32
        return [(whole, "2 to 1" if faces in ((3, 3), (4, 4)) else "1 to 1")] if total in (6, 7, 8) else []
    if kind in SINGLE:
        totals, odds = SINGLE[kind]
        return [(whole, odds)] if total in totals else []
    if kind == "craps_eleven_bet":  # I-623a-14: halves
        return [(whole / 2, "7 to 1" if total < 4 or total == 12 else "15 to 1")] if total in UNIT else []
    if kind == "horn_bet":
        return [(whole / 4, UNIT[total])] if total in UNIT else []
    if kind == "horn_high_bet":
        return [(whole * (2 if total == int(on) else 1) / 5, UNIT[total])] if total in UNIT else []
    if kind == "whirl_bet":
        return [(whole / 5, "4 to 1" if total == 7 else UNIT[total])] if total == 7 or total in UNIT else []
    return None


def settle(played: Round) -> tuple[list[Line], Mapping[str, Any]]:
    table = Table(played)
    last = max(
        (n for n, fact in enumerate(played.facts) if fact["event"] == "shown"), default=-1
    )  # others were no roll
    number = -1
    for step in played.steps:
        for answer in step.answers:
            if answer["says"] in ("called_on", "called_off"):
                table.call(answer["says"], (answer["by"], answer["wager"], answer.get("on", ""), 0))
        for fact in step.facts:
            number += 1
            if fact["event"] in ("wagered", "withdrawn"):
                sign = 1 if fact["event"] == "wagered" else -1
                table.change((fact["seat"], fact["wager"], fact["on"], fact.get("hand", 0)), sign * fact["amount"])
            elif fact["event"] == "marked":
                table.hand_dice(fact.get("seat", 0))
            elif number == last:
                a, b = (int(face) for face in fact["outcome"].split())
                table.throw(a, b)
    return table.lines, table.after()


class Table:
    """What lies on the layout, from throw to throw."""

    def __init__(self, played: Round) -> None:
        if played.before.get("from_the_middle"):
            raise NotSettled("What lay on the layout before this round is not in this part of the record.")
        before, self.rules = played.before, played.rules
        self.up: dict[Key, int] = dict(before.get("up", {}))
        self.calls: dict[Key, str] = dict(before.get("calls", {}))
        self.fire: dict[Key, frozenset[int]] = dict(before.get("fire", {}))
        self.turns: dict[Key, int] = dict(before.get("turns", {}))  # for which shooter a Fire Bet was made
        self.shooter, self.turn = before.get("shooter", (0, 0))
        self.point: int = before.get("point", 0)
        self.lines: list[Line] = []
        self.prepaid = self.rules["vigorish_collected"] == "at_wager"

    def after(self) -> Mapping[str, Any]:
        kept = {key: call for key, call in self.calls.items() if key in self.up}
        shooter = (self.shooter, self.turn)
        return {
            **{"up": self.up, "calls": kept, "fire": self.fire},
            **{"turns": self.turns, "shooter": shooter, "point": self.point},
        }

    def hand_dice(self, seat: int) -> None:
        """Somebody has the dice; another player is another shooter."""
        if seat and seat != self.shooter:
            self.shooter, self.turn = seat, self.turn + 1

    def call(self, says: str, key: Key) -> None:
        self.calls[key] = says

    def change(self, key: Key, by: int) -> None:
        """Chips that were added or taken down, and the vigorish that is taken with them in advance, or given back."""
        before = self.up.get(key, 0)
        if key[1] in BOUGHT and self.prepaid:
            due = self.fee(key, before + by) - self.fee(key, before)
            if due > 0:
                self._money("charged", key, due)
            elif due < 0 and self.rules["vigorish_refunded"]:
                self._money("refunded", key, -due)
        self.up[key] = before + by
        if key[1] == FIRE:
            self.fire.setdefault(key, frozenset())
        if not self.up[key]:
            self._off(key)

    def _money(self, kind: str, key: Key, amount: int) -> None:
        self.lines.append(Line(key[0], key[1], key[2], 0, amount, "623a.5(g)(3)", key[3], kind=kind))

    def _off(self, key: Key) -> None:
        for kept in (self.up, self.calls, self.fire, self.turns):
            kept.pop(key, None)

    def fee(self, key: Key, stake: int) -> int:
        """623a.5(g)(3), I-623a-09, -38: the vigorish on a Buy or Lay Bet."""
        rate = Fraction(self.rules["vigorish_rate"]) / 100
        base = Fraction(stake)
        if key[1] == "lay_bet" and self.rules["lay_vigorish_base"] == "win":
            base = stake * net(LAID[int(key[2])])
        exact, filed = base * rate, self.rules["vigorish_rounding"]
        chip = cents(self.rules.get("unit") or "1.00")
        if filed == "exact":
            return int(exact)
        if filed == "down_to_chip":
            return int(exact / chip) * chip
        nearest = up(exact / chip - Fraction(1, 2)) * chip  # halfway: the lower, for the player
        return nearest if nearest <= stake * Fraction(5, 100) else int(exact / chip) * chip

    # --- a throw

    def throw(self, a: int, b: int) -> None:
        has_line = any(kind in ("pass_bet", "dont_pass_bet") for _, kind, _, _ in self.up)
        total, come_out = a + b, not self.point
        made = total if total == self.point else 0
        seven_out = bool(self.point) and total == 7
        for key, stake in list(self.up.items()):
            if key[1] == FIRE:
                continue
            decided = self._decide(key, stake, a, b)
            if decided is None:
                if key[1] in ("come_bet", "dont_come_bet") and not key[2]:
                    self._off(key)
                    there = (key[0], key[1], str(total), key[3])
                    self.up[there] = self.up.get(there, 0) + stake
                continue
            self._settled(key, stake, *decided)
        self._fire_bets(made, seven_out)
        if come_out:
            self.point = total if total in POINTS and has_line else 0
        elif total in (7, self.point):
            self.point = 0
        if self.rules["calls_last"] == "one_roll":
            self.calls = {}

    def _settled(self, key: Key, stake: int, back: int, stays: bool) -> None:
        vigorish = 0
        if key[1] in BOUGHT and (back or self.prepaid):  # it won, even where rounding leaves nothing of the win
            vigorish = self.fee(key, stake)
        self.lines.append(Line(key[0], key[1], key[2], stake, back, "623a.5", key[3], vigorish))
        self.calls.pop(key, None)  # I-623a-05: a call lasts until the wager is decided
        if not stays:
            self._off(key)
        elif key[1] in BOUGHT and self.prepaid and vigorish:
            self._money("charged", key, vigorish)  # I-623a-33: it is owed again

    def _decide(self, key: Key, stake: int, a: int, b: int) -> tuple[int, bool] | None:
        """What comes back, and whether the wager stays up; ``None`` while it is undecided."""
        _, kind, on, _ = key
        total, come_out, call = a + b, not self.point, self.calls.get(key, "")
        parts = one_roll(kind, on, a, b)
        if parts is not None:
            return sum(won(self.rules, int(stake * share), odds) for share, odds in parts), False
        if kind in LINE_BETS:
            number = int(on) if on else self.point if "pass" in kind else 0
            return self._line(kind.startswith("dont"), number, total, stake)
        if kind.startswith("supplemental"):
            return self._odds(key, stake, total)
        rests = come_out and (call != "called_on" if kind in REST_ON_COME_OUT else call == "called_off")
        number = HARD.get(kind) or int(on)
        if rests or total not in (7, number):
            return None
        wins, odds = self._number(kind, number, a, b)
        return (won(self.rules, stake, odds), bool(self.rules["winning_wagers_stay_up"])) if wins else (0, False)

    def _odds(self, key: Key, stake: int, total: int) -> tuple[int, bool] | None:
        """623a.6: odds behind a line or Come Bet; I-623a-03: behind a Come Bet they rest on a come out roll."""
        kind, on = key[1], key[2]
        number, laying = int(on) if on else self.point, "dont" in kind
        if total not in (7, number):
            return None
        rests = kind == "supplemental_come_bet" and not self.point and self.rules["come_odds_on_come_out"] == "off"
        if rests and self.calls.get(key) != "called_on":
            return stake, False
        wins = (total == 7) == laying
        return won(self.rules, stake, (LAID if laying else TAKEN)[number]) if wins else 0, False

    def _number(self, kind: str, number: int, a: int, b: int) -> tuple[bool, str]:
        """Whether a Hardway, Place, Buy or Lay Bet wins on its number or a 7, and at which odds."""
        seven = a + b == 7
        if kind in HARD:
            return a == b and not seven, pays("623a.5(a)")[f"{WORDS[number].title()} the Hardway Bet"]
        if kind == "place_bet_to_win":
            return not seven, pays("623a.5(a)")[f"Place Bet to Win on {number}"]
        if kind == "buy_bet":
            return not seven, pays("623a.5(g)(1)")[f"Buy Bet on the {number}"]
        if kind == "place_bet_to_lose":
            return seven, pays("623a.5(a)")[f"Place Bet to Lose on {number}"]
        return seven, pays("623a.5(g)(2)")[f"Lay Bet against the {number}"]

    def _line(self, against: bool, number: int, total: int, stake: int) -> tuple[int, bool] | None:
        """A Pass or Come Bet, or its opposite, before (0) or after its number."""
        even = won(self.rules, stake, "1 to 1")
        if number:
            if total not in (7, number):
                return None
            return (even if (total == 7) == against else 0), False
        if total in (7, 11):
            return (0 if against else even), False
        if total == 12 and against:
            return stake, False  # I-623a-07: where it is made again, that is another wager
        return (even if against else 0, False) if total in (2, 3, 12) else None

    # --- 623a.11

    def _fire_bets(self, made: int, seven_out: bool) -> None:
        """Each counts the points made, each once, until a 7 with a point on (I-623a-16, -17)."""
        frozen = self.rules["fire_bet_after_pass"] == "points_frozen"
        for key in list(self.fire):
            its = self.turns.setdefault(key, self.turn) == self.turn or not frozen
            points = self.fire[key] | ({made} if made and its else frozenset())
            self.fire[key] = points
            if seven_out or (len(points) == 6 and self.rules["fire_bet_paid_at_six"]):
                stake, line_ = self.up[key], FIRE_LINES.get(len(points), "")
                odds = pays(f"623a.5(f)#{self.rules['fire_bet_paytable']}")[line_] if line_ else ""
                self._settled(key, stake, won(self.rules, stake, odds) if odds else 0, False)
