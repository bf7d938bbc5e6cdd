"""617a Roulette. The pocket of the last spin decides, for every spin before it was void (617a.6, 617a.4(c))."""

import re
from collections.abc import Callable, Mapping
from functools import cache

from pitboss_audit.facts import Line, Round, Wager, line
from pitboss_audit.money import pays, won

REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}  # I-617a-02
DOUBLE = re.findall(
    r"\d+", "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
)
SINGLE = re.findall(
    r"\d+", "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
)
OUTSIDE: Mapping[str, tuple[str, Callable[[int], bool]]] = {
    "red": ("Red", lambda n: n in REDS),
    "black": ("Black", lambda n: n not in REDS),
    "odd": ("Odd", lambda n: n % 2 == 1),
    "even": ("Even", lambda n: n % 2 == 0),
    "one_to_eighteen": ("1-18", lambda n: n <= 18),
    "nineteen_to_thirty_six": ("19-36", lambda n: n >= 19),
}
FIVE = "five_adjacent_number"
FIRST_FIVE = "first_five_numbers"


@cache
def covered(kind: str, on: str, wheel: str) -> frozenset[str]:
    """The pockets that win."""
    numbers = range(1, 37)
    if kind in OUTSIDE:
        return frozenset(str(n) for n in numbers if OUTSIDE[kind][1](n))
    if kind == "column":
        return frozenset(str(n) for n in numbers if n % 3 == int(on) % 3)
    if kind == "dozen":
        return frozenset(str(n) for n in numbers if (n - 1) // 12 == int(on) - 1)
    if kind == FIRST_FIVE:
        return frozenset({"0", "00", "1", "2", "3"})
    if kind == FIVE:  # 617a.3(e)(1)(i): five next to each other on the wheel in use
        order = SINGLE if wheel == "single" else DOUBLE
        at = order.index(on)
        return frozenset(order[(at + step) % len(order)] for step in range(-2, 3))
    return frozenset(on.split("-"))


def settle(played: Round) -> tuple[list[Line], dict[str, object]]:
    pocket = played.chance[-1]
    return [one(played, wager, pocket) for wager in played.wagers], {}


def one(played: Round, wager: Wager, pocket: str) -> Line:
    kind = wager.wager
    if pocket not in covered(kind, wager.on, played.rules["wheel"]):
        return line(wager, 0, "617a.5(e)")
    # 617a.5(d): of a Five Adjacent Number Wager the fifth on the number wins, as a wager on it alone
    paid_kind, stake = ("straight", wager.amount // 5) if kind == FIVE else (kind, wager.amount)
    name = OUTSIDE[kind][0] if kind in OUTSIDE else paid_kind.replace("_", " ").title()
    printed = pays("617a.4(a)")[name]
    return line(wager, won(played.rules, stake, played.rules["payouts"].get(paid_kind, printed), printed), "617a.4(a)")
