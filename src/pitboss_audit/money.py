"""Amounts and odds: whole cents, odds as the text writes them, and what is rounded how.

Written from the text and the readings I-GEN-05, -06, -07 and -41 alone. The printed paytables are ``paytables.json``, transcribed
from the regulation; nothing here or beside it imports pitboss or reads a file of it.
"""

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

PAYTABLES: dict[str, dict[str, Any]] = {
    table["id"]: table
    for table in json.loads((Path(__file__).parent / "paytables.json").read_text(encoding="utf-8"))["paytables"]
}


def up(amount: Fraction) -> int:
    """A fraction of a cent as a whole one: never less than the stated odds."""
    return -int(-amount // 1)


@cache
def odds(text: str) -> tuple[str, Fraction]:
    """``7 to 6`` or ``1000 for 1``, as its kind and what one cent wins."""
    found = re.fullmatch(r"([\d.]+) (to|for) (\d+)", text)
    if not found:
        raise ValueError(f"{text!r} are no odds.")
    return found[2], Fraction(found[1]) / int(found[3])


def net(text: str) -> Fraction:
    """What one cent wins besides itself: odds *for* one include it."""
    kind, ratio = odds(text)
    return ratio - (1 if kind == "for" else 0)


def paid(stake: int, text: str) -> int:
    """All that a winning stake brings back, to the cent: at *to* odds the stake as well, at *for* odds nothing besides."""
    return stake + up(stake * net(text))


@cache
def pays(table: str) -> dict[str, str]:
    """A paytable as outcome → odds, in its printed order."""
    return {row["outcome"]: row["pay"] for row in PAYTABLES[table]["rows"] if "pay" in row}


@cache
def envies(table: str) -> dict[str, int]:
    """The Envy Bonus of each outcome that has one, in cents."""
    return {row["outcome"]: cents(row["envy"][1:]) for row in PAYTABLES[table]["rows"] if "envy" in row}


def cents(text: str) -> int:
    """``"12.50"`` as 1250."""
    return int(Fraction(text.replace(",", "")) * 100)


def won(rules: Mapping[str, Any], stake: int, pays: str, least: str = "") -> int:
    """Stake and winnings together, as this table pays what does not come out even (I-GEN-06, I-GEN-41).

    ``least``: the odds that the text prints as the least, below which nothing is rounded.
    """
    filed, due = rules.get("breakage", "up_to_cent"), stake * net(pays)
    step = cents(rules["unit"]) if filed in ("down_to_chip", "up_to_chip") and rules.get("unit") else 1
    if not filed.startswith("down"):
        return stake + up(due / step) * step
    floor = up(stake * net(least)) if least else 0
    return stake + max(int(due / step) * step, floor)


def part(amount: Fraction) -> int:
    """A part of a meter, or a commission, to the cent below (I-GEN-05, I-GEN-06)."""
    return int(amount // 1)


def commission(win: int, rules: Mapping[str, Any]) -> int:
    """5 per cent of a win, to the cent below, or up to the next 25 cents where that was filed (I-GEN-05)."""
    five = Fraction(win, 20)
    return up(five / 25) * 25 if rules.get("vigorish_rounding") == "next_25_cents" else part(five)


def surrendered(stake: int, rules: Mapping[str, Any]) -> int:
    """What comes back of a wager of which half is lost: the odd cent is the player's unless filed otherwise (I-GEN-07)."""
    return stake // 2 if rules.get("odd_cent_to_house") else stake - stake // 2
