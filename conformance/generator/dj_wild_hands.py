"""687a, the hands that the cases are made of, how they rank, and what Ante, Blind and Raise make of them."""

from collections.abc import Sequence
from typing import Any

from generator.cards import mixed
from generator.kit import dollars, says, settled, table, wager
from pitboss_audit.games.dj_wild import NAMES, best
from pitboss_audit.money import paid

ANTE, SIDE = dollars(10), dollars(5)


HANDS = {
    "five-wilds": "2S 2H 2D 2C JK",
    "royal": "AS KS QS JS TS",
    "royal-wild": "AS KS QS JS 2D",
    "royal-joker": "AS KS JK JS TS",
    "royal-four-wilds": "AS 2H 2D 2C JK",
    "five-nines": "9S 9H 9D 2C JK",
    "five-nines-four": "9S 9H 9D 9C JK",
    "five-low-four-wilds": "7S 2H 2D 2C JK",
    "straight-flush": "9S 8S 7S 6S 5S",
    "straight-flush-wild": "9S 8S 7S 2D 5S",
    "straight-flush-with-two": "6S 5S 4S 3S 2S",
    "straight-flush-ace-low": "AS 2S 3S 4S 5S",
    "four": "9S 9H 9D 9C KS",
    "four-wild": "9S 9H 9D 2C KS",
    "four-three-wilds": "2S 2H 2D KS 4H",
    "full-house": "9S 9H 9D KS KH",
    "full-house-wild": "9S 9H KS KH 2C",
    "full-house-with-twos": "2S 2H KS KH KD",
    "flush": "AS JS 9S 6S 3S",
    "flush-wild": "AS JS 9S 6S 2D",
    "flush-with-two": "KS 9S 7S 4S 2S",
    "straight": "9S 8H 7D 6C 5S",
    "straight-wild": "9S 8H 7D 6C 2S",
    "straight-with-two": "2S 3H 4D 5C 6S",
    "straight-ace-low": "AS 2H 3D 4C 5S",
    "straight-broadway": "AS KH QD JC TS",
    "trips": "9S 9H 9D KS 4H",
    "trips-wild": "9S 9H KS 4H 2C",
    "trips-joker": "9S 9H KS 4H JK",
    "two-pair": "9S 9H KS KD 4H",
    "pair": "9S 9H KS 7D 4H",
    "pair-wild": "AS KH 9D 7C JK",
    "ace-high": "AS KH 9D 7C 4S",
    "nine-high": "9S 8H 7D 5C 3S",
}


def of(key: str) -> tuple[str, ...]:
    return tuple(HANDS[key].split())


def main_lines(mine: Sequence[str], dealer: Sequence[str], seat: int = 1) -> list[dict[str, Any]]:
    a, b = best(mine), best(dealer)
    blind = table("687a.12(b)")
    line = NAMES.get(a[0], "Three-of-a-kind or less")
    pays = blind.get(line, "push")
    won = ANTE if pays == "push" else paid(ANTE, pays)
    stakes = (("ante", ANTE, 2 * ANTE), ("blind", ANTE, won), ("raise", 2 * ANTE, 4 * ANTE))
    return [settled(seat, kind, stake, back if a > b else stake if a == b else 0) for kind, stake, back in stakes]


def two(seat: int = 1) -> list[dict[str, Any]]:
    return [wager(seat, "ante", ANTE), wager(seat, "blind", ANTE)]


RAISE = [says(1, "raise")]


def low_dealer(used: Sequence[str]) -> list[str]:
    """A dealer whose hand is nothing: jack high."""
    return mixed("J8653", used, 1)
