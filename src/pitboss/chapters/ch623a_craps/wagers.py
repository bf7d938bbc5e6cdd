"""§§ 623a.1, 623a.3, 623a.5 and 623a.6: the wagers, what decides each of them, and what it pays.

Pure functions: a throw is its two faces, lower first; a point of 0 means a come out roll.
"""

from collections.abc import Mapping
from itertools import combinations_with_replacement

import msgspec

from pitboss.events import Collected, Moved, Paid, Returned, Settlement
from pitboss.money import Odds
from pitboss.wagers import Paytable, WagerKind

# § 623a.1.  Definitions.

Faces = tuple[int, int]
Spot = tuple[str, str]  # a kind of wager and where it is made

POINTS = (4, 5, 6, 8, 9, 10)  # 623a.1:Come out point, 623a.1:Come point
NUMBERS = tuple(str(point) for point in POINTS)
CRAPS = (2, 3, 12)
THROWS: tuple[Faces, ...] = tuple(combinations_with_replacement(range(1, 7), 2))


def faces(dice: str) -> Faces:
    """``"4 3"`` → (3, 4)."""
    one, two = int(dice[0]), int(dice[2])
    return (one, two) if one <= two else (two, one)


# § 623a.3.  Wagers.

PASS, DONT_PASS, COME, DONT_COME = "pass_bet", "dont_pass_bet", "come_bet", "dont_come_bet"
PLACE, PLACE_TO_LOSE, BUY, LAY = "place_bet_to_win", "place_bet_to_lose", "buy_bet", "lay_bet"
HORN, HORN_HIGH, WHIRL, CRAPS_ELEVEN = "horn_bet", "horn_high_bet", "whirl_bet", "craps_eleven_bet"
ANY_SEVEN, ANY_CRAPS, ELEVEN, FIRE = "any_seven_bet", "any_craps_bet", "eleven_in_one_roll_bet", "fire_bet"
PASS_ODDS, DONT_PASS_ODDS = "supplemental_pass_bet", "supplemental_dont_pass_bet"
COME_ODDS, DONT_COME_ODDS = "supplemental_come_bet", "supplemental_dont_come_bet"

HARDWAYS = {"four": (2, 2), "six": (3, 3), "eight": (4, 4), "ten": (5, 5)}
DIGITS = ("", "One", "Two", "Three", "Four", "Five", "Six")
ALSO = {1: "Ace", 2: "Deuce", 3: "Trey"}
# (26)–(38), in the order of the text
HOPS: tuple[Faces, ...] = (
    (1, 3), (1, 4), (2, 3), (1, 5), (2, 4), (1, 6), (2, 5), (3, 4), (2, 6), (3, 5), (3, 6), (4, 5), (4, 6),
)  # fmt: skip


def hop_name(pair: Faces) -> str:
    return f"{DIGITS[pair[0]]}_{DIGITS[pair[1]]}_on_the_hop_bet".lower()


def _hop_title(pair: Faces) -> str:
    also = f" or {ALSO[pair[0]]}-{ALSO.get(pair[1], DIGITS[pair[1]])}" if pair[0] in ALSO else ""
    return f"{DIGITS[pair[0]]}-{DIGITS[pair[1]]}{also} on the Hop Bet"


def _listed() -> list[tuple[str, str, str, str]]:
    """(a)(1)–(42): name, title, what it is on, its group on the layout."""
    hard, number = HARDWAYS.items(), "the number before a 7"
    return [
        (PASS, "Pass Bet", "7 or 11 on the come out roll, or the point before a 7", "line"),
        (DONT_PASS, "Don't Pass Bet", "2 or 3 on the come out roll, or a 7 before the point; 12 is void", "line"),
        (COME, "Come Bet", "like a Pass Bet, from any throw after the come out roll", "line"),
        (DONT_COME, "Don't Come Bet", "like a Don't Pass Bet, from any throw after the come out roll", "line"),
        (PLACE, "Place Bet to Win", number, "number"),
        (PLACE_TO_LOSE, "Place Bet to Lose", "a 7 before the number", "number"),
        *((f"{w}_the_hardway_bet", f"{w.title()} the Hardway Bet", f"{a}-{b} before any other {a + b} or a 7", "hardway")
          for w, (a, b) in hard),
        ("field_bet", "Field Bet", "2, 3, 4, 9, 10, 11 or 12", "one roll"),
        (ANY_SEVEN, "Any Seven Bet", "7", "one roll"),
        (ANY_CRAPS, "Any Craps Bet", "2, 3 or 12", "one roll"),
        ("craps_two_bet", "Craps Two Bet", "2", "one roll"),
        ("craps_three_bet", "Craps Three Bet", "3", "one roll"),
        ("craps_twelve_bet", "Craps Twelve Bet", "12", "one roll"),
        (ELEVEN, "11 in One Roll Bet", "11", "one roll"),
        (CRAPS_ELEVEN, "Craps-Eleven or C and E Bet", "half on Any Craps, half on 11", "one roll"),
        (HORN, "Horn Bet", "a quarter each on 2, 3, 11 and 12", "one roll"),
        (HORN_HIGH, "Horn High Bet", "a Horn Bet with a fifth unit on one of its numbers", "one roll"),
        (WHIRL, "Whirl Bet", "a Horn Bet with a fifth unit on Any Seven", "one roll"),
        *((f"{w}_the_hardway_on_the_hop_bet", f"{w.title()} the Hardway on the Hop Bet", f"{a}-{b}", "hop")
          for w, (a, b) in hard),
        *((hop_name(pair), _hop_title(pair), f"{pair[0]}-{pair[1]}", "hop") for pair in HOPS),
        ("six_seven_eight_bet", "6-7-8 Bet", "6, 7 or 8", "one roll"),
        (FIRE, "Fire Bet", "four or more different points made before the loser 7", "fire"),
        (BUY, "Buy Bet", f"{number}, at true odds", "number"),
        (LAY, "Lay Bet", "a 7 before the number, at true odds", "number"),
    ]  # fmt: skip


BACKS = {PASS_ODDS: PASS, DONT_PASS_ODDS: DONT_PASS, COME_ODDS: COME, DONT_COME_ODDS: DONT_COME}
ODDS_ON = {base: odds for odds, base in BACKS.items()}
ODDS_CITE = dict(zip(BACKS, ("623a.6(a)", "623a.6(b)", "623a.6(c)", "623a.6(d)"), strict=True))
_PAYS = {FIRE: "623a.5(f)", BUY: "623a.5(g)(1)", LAY: "623a.5(g)(2)", CRAPS_ELEVEN: "623a.5(b)", HORN: "623a.5(c)",
         HORN_HIGH: "623a.5(d)", WHIRL: "623a.5(e)"}  # fmt: skip
# What somebody new needs: the line bets and the odds behind them, where the edge is smallest; the numbers, for those who want
# one now; and the field, the one-roll bet that everybody asks about. All others cost more, or say the same in another way.
BASIC = (PASS, DONT_PASS, COME, DONT_COME, PASS_ODDS, DONT_PASS_ODDS, COME_ODDS, DONT_COME_ODDS, PLACE, "field_bet")
SPOKEN: Mapping[str, tuple[str, ...]] = {
    PASS: ("pass line", "the line"),
    DONT_PASS: ("the don't", "dark side"),
    PASS_ODDS: ("odds", "taking odds"),
    DONT_PASS_ODDS: ("laying odds",),
    COME_ODDS: ("come odds",),
    DONT_COME_ODDS: ("don't come odds",),
    PLACE: ("place", "six and eight"),
    PLACE_TO_LOSE: ("don't place",),
    "four_the_hardway_bet": ("hard four", "ballerina"),
    "six_the_hardway_bet": ("hard six",),
    "eight_the_hardway_bet": ("hard eight", "square pair"),
    "ten_the_hardway_bet": ("hard ten", "puppy paws"),
    "field_bet": ("field",),
    ANY_SEVEN: ("big red", "any red"),
    ANY_CRAPS: ("craps check", "three-way"),
    "craps_two_bet": ("aces", "snake eyes"),
    "craps_three_bet": ("ace deuce",),
    "craps_twelve_bet": ("boxcars", "midnight"),
    ELEVEN: ("yo", "yo-leven"),
    CRAPS_ELEVEN: ("C and E", "crap yo"),
    HORN: ("horn",),
    HORN_HIGH: ("horn high", "horn high yo"),
    WHIRL: ("whirl", "world"),
    **{f"{word}_the_hardway_on_the_hop_bet": (f"hop hard {word}",) for word in HARDWAYS},
    **{
        hop_name(pair): (f"hop easy {word}",)
        for word, (one, two) in HARDWAYS.items()
        for pair in HOPS
        if sum(pair) == one + two
    },
    **{hop_name(pair): ("hop seven",) for pair in HOPS if sum(pair) == 7},
    BUY: ("buy",),
    LAY: ("lay", "no number"),
}  # one name may be that of several wagers; a search finds them all
_OPTION = {FIRE: "fire_bet", BUY: "buy_bets", LAY: "lay_bets"}

WAGERS = (
    *(
        WagerKind(
            name, title, f"623a.3(a)({n})", about,
            option=_OPTION.get(name, ""), pays=_PAYS.get(name, "623a.5(a)"), group=group,
            spoken=SPOKEN.get(name, ()), basic=name in BASIC,
        )
        for n, (name, title, about, group) in enumerate(_listed(), 1)
    ),
    *(
        WagerKind(
            odds, f"Supplemental {title}", ODDS_CITE[odds], "odds behind it, once it has its point",
            needs=base, needs_cite=ODDS_CITE[odds], pays=ODDS_CITE[odds], group="odds",
            spoken=SPOKEN[odds], basic=odds in BASIC,
        )
        for (odds, base), title in zip(BACKS.items(), ("Pass Bet", "Don't Pass Bet", "Come Bet", "Don't Come Bet"), strict=True)
    ),
)  # fmt: skip
KINDS: Mapping[str, WagerKind] = {kind.name: kind for kind in WAGERS}
LINE = (PASS, DONT_PASS)
CONTRACT = {PASS: "623a.4(c)(1)", COME: "623a.4(c)(2)"}  # not removed or reduced once the point is set
OFF_ON_COME_OUT = (PLACE, PLACE_TO_LOSE, BUY, *(f"{word}_the_hardway_bet" for word in HARDWAYS))  # I-623a-04
STAYS_UP = (*OFF_ON_COME_OUT, LAY)  # I-623a-33
ON_NUMBERS = (PLACE, PLACE_TO_LOSE, BUY, LAY, COME_ODDS, DONT_COME_ODDS)

# § 623a.5.  Payout odds.

EVEN, TWO_TO_ONE = Odds.parse("1 to 1"), Odds.parse("2 to 1")


def _by_number(cite: str, four: str, five: str, six: str) -> Paytable:
    return Paytable.of(cite, **{"4": four, "5": five, "6": six, "8": six, "9": five, "10": four})


TAKEN = {"four": "2 to 1", "five": "3 to 2", "six": "6 to 5"}  # true odds
LAID = {"four": "1 to 2", "five": "2 to 3", "six": "5 to 6"}
BY_NUMBER: Mapping[str, Paytable] = {
    PLACE: _by_number("623a.5(a)", "9 to 5", "7 to 5", "7 to 6"),
    PLACE_TO_LOSE: _by_number("623a.5(a)", "5 to 11", "5 to 8", "4 to 5"),
    BUY: _by_number("623a.5(g)(1)", **TAKEN),
    LAY: _by_number("623a.5(g)(2)", **LAID),
    PASS_ODDS: _by_number("623a.6(a)", **TAKEN),
    DONT_PASS_ODDS: _by_number("623a.6(b)", **LAID),
    COME_ODDS: _by_number("623a.6(c)", **TAKEN),
    DONT_COME_ODDS: _by_number("623a.6(d)", **LAID),
}
HARDWAY: Mapping[str, tuple[Faces, Odds]] = {
    f"{word}_the_hardway_bet": (pair, Odds.parse("7 to 1" if word in ("four", "ten") else "9 to 1"))
    for word, pair in HARDWAYS.items()
}
FIRE_PAYTABLES: Mapping[str, Paytable] = {
    "A": Paytable.of("623a.5(f)", "A", **{"4": "24 to 1", "5": "249 to 1", "6": "999 to 1"}),
    "B": Paytable.of("623a.5(f)", "B", **{"4": "39 to 1", "5": "199 to 1", "6": "499 to 1"}),
}  # by different points made; "or more" than six cannot be (I-623a-19)


def _totals(odds: str, *totals: int) -> dict[Faces, Odds]:
    return {throw: Odds.parse(odds) for throw in THROWS if sum(throw) in totals}


ONE_ROLL: Mapping[str, Mapping[Faces, Odds]] = {
    "field_bet": _totals("1 to 1", 3, 4, 9, 10, 11) | _totals("2 to 1", 2, 12),
    ANY_SEVEN: _totals("4 to 1", 7),
    ANY_CRAPS: _totals("7 to 1", *CRAPS),
    "craps_two_bet": _totals("30 to 1", 2),
    "craps_three_bet": _totals("15 to 1", 3),
    "craps_twelve_bet": _totals("30 to 1", 12),
    ELEVEN: _totals("15 to 1", 11),
    **{f"{word}_the_hardway_on_the_hop_bet": {pair: Odds.parse("30 to 1")} for word, pair in HARDWAYS.items()},
    **{hop_name(pair): {pair: Odds.parse("15 to 1")} for pair in HOPS},
    "six_seven_eight_bet": _totals("1 to 1", 6, 7, 8) | {(3, 3): TWO_TO_ONE, (4, 4): TWO_TO_ONE},  # I-623a-32
}

# (b)–(e): wagers paid as several of one unit each
BOXES = {"2": "craps_two_bet", "3": "craps_three_bet", "11": ELEVEN, "12": "craps_twelve_bet"}
_HORN = tuple(BOXES.values())
PARTS: Mapping[Spot, tuple[str, ...]] = {
    (CRAPS_ELEVEN, ""): (ANY_CRAPS, ELEVEN),
    (HORN, ""): _HORN,
    **{(HORN_HIGH, number): (*_HORN, box) for number, box in BOXES.items()},
    (WHIRL, ""): (*_HORN, ANY_SEVEN),
}
UNITS = {kind: len(parts) for (kind, _), parts in PARTS.items()}


class Verdict(msgspec.Struct, frozen=True):
    """What a throw does to a wager. Of ``units`` equal parts ``won`` are paid at the odds and the others lost."""

    event: type[Settlement] | type[Moved]
    cite: str
    odds: Odds | None = None
    won: int = 1
    units: int = 1
    to: str = ""  # where a Come or Don't Come Bet travels
    stays: bool = False
    again: bool = False  # returned and made again at once
    vigorish: bool = False  # whether vigorish belongs to this settlement


def verdict(kind: str, on: str, throw: Faces, point: int) -> Verdict | None:
    """What becomes of a working wager; None when the throw does not decide it."""
    if kind in ONE_ROLL or (kind, on) in PARTS:
        return one_roll(kind, on, throw)
    if kind in HARDWAY:
        return hardway(kind, throw)
    if kind in LINE:
        return line(kind, sum(throw), point)
    if kind in (COME, DONT_COME):
        return line(kind, sum(throw), int(on) if on else 0)
    return number(kind, sum(throw), int(on) if on else point)


def line(kind: str, total: int, point: int) -> Verdict | None:
    """(a)(1)–(4): Pass and Come, Don't Pass and Don't Come; a bet without a point is at its first throw."""
    cite, dont = KINDS[kind].cite, kind in (DONT_PASS, DONT_COME)
    if point:
        return _either((total == point) is not dont, cite, "(B)") if total in (point, 7) else None
    if total in POINTS:
        return Verdict(Moved, cite, to=str(total)) if kind in (COME, DONT_COME) else None
    if dont and total == 12:
        return Verdict(Returned, f"{cite}(iii)")
    return _either((total in (7, 11)) is not dont, cite, "(A)")


def _either(won: bool, cite: str, way: str) -> Verdict:
    """(i) says how a bet wins, (ii) how it loses."""
    return Verdict(Paid, f"{cite}(i){way}", EVEN) if won else Verdict(Collected, f"{cite}(ii){way}")


def number(kind: str, total: int, number: int) -> Verdict | None:
    """(a)(5)–(6), (41)–(42), § 623a.6: a number against the 7, from either side."""
    if total not in (number, 7):
        return None
    against = kind in (PLACE_TO_LOSE, LAY, DONT_PASS_ODDS, DONT_COME_ODDS)
    cite, won = KINDS[kind].cite, (total == 7) is against
    if kind in BACKS:
        cite += "(2)" + {4: "(i)", 10: "(i)", 5: "(ii)", 9: "(ii)"}.get(number, "(iii)") if won else ""
    else:
        cite += "(i)" if won else "(ii)"
    return Verdict(Paid, cite, BY_NUMBER[kind][str(number)]) if won else Verdict(Collected, cite)


def hardway(kind: str, throw: Faces) -> Verdict | None:
    """(a)(7)–(10): the pair before its total in any other way or a 7."""
    (pair, odds), cite = HARDWAY[kind], KINDS[kind].cite
    if throw == pair:
        return Verdict(Paid, f"{cite}(i)", odds)
    return Verdict(Collected, f"{cite}(ii)") if sum(throw) in (sum(pair), 7) else None


def one_roll(kind: str, on: str, throw: Faces) -> Verdict:
    """(a)(11)–(39): won or lost on the very next throw, part by part."""
    parts, cite = PARTS.get((kind, on), (kind,)), KINDS[kind].cite
    winning = [ONE_ROLL[part][throw] for part in parts if throw in ONE_ROLL[part]]
    if not winning:
        return Verdict(Collected, f"{cite}(ii)")
    even = kind == WHIRL and sum(throw) == 7  # I-623a-13: four units won, four lost
    return Verdict(Returned if even else Paid, f"{cite}(i)", winning[0], len(winning), len(parts))
