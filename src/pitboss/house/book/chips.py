"""Chips and notes by denomination: what is counted."""

from collections.abc import Iterable, Mapping

from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused

Chips = dict[int, int]  # how many of each denomination, which is in cents
Pile = tuple[tuple[int, int], ...]  # the same as the record has it: denomination and count, in order
VALUE_CHIPS = (50, 100, 250, 500, 2500, 10_000, 50_000, 100_000, 500_000)  # with coins of half a dollar
NOTES = (100, 200, 500, 1000, 2000, 5000, 10_000)
MOST = 1_000_000  # chips of one denomination that anybody counts at once
COUNTED = "465a.36"


def value(chips: Mapping[int, int]) -> Cents:
    return sum(denomination * count for denomination, count in chips.items())


def added(*piles: Mapping[int, int]) -> Chips:
    """Several piles together."""
    total: Chips = {}
    for pile in piles:
        for denomination, count in pile.items():
            total[denomination] = total.get(denomination, 0) + count
    return {denomination: count for denomination, count in sorted(total.items()) if count}


def listed(chips: Mapping[int, int]) -> Pile:
    """Chips as the record has them."""
    return tuple(sorted((denomination, count) for denomination, count in chips.items() if count))


def without(chips: Mapping[int, int], taken: Mapping[int, int]) -> Chips:
    """What is left of a pile; below zero where more was taken than was there."""
    return added(chips, {denomination: -count for denomination, count in taken.items()})


def check(
    chips: Mapping[int, int], known: Iterable[int] = VALUE_CHIPS, what: str = "chips", cite: str = COUNTED
) -> Chips:
    """A pile as somebody counted it, or a refusal where that cannot be."""
    allowed = tuple(known)
    for denomination, count in chips.items():
        if denomination not in allowed:
            words = f"This house has no {what} of ${dollars(denomination)}; it has {_named(allowed)}."
            raise Refused(Refusal.MALFORMED, words, cite)
        if not 0 <= count <= MOST:
            words = f"Expected from 0 to {MOST:,} {what} of ${dollars(denomination)}, not {count:,}."
            raise Refused(Refusal.MALFORMED, words, cite)
    return added(chips)


def spoken(chips: Mapping[int, int]) -> str:
    """``20 × $25.00, 5 × $100.00``."""
    return (
        ", ".join(f"{count} × ${dollars(denomination)}" for denomination, count in sorted(chips.items())) or "nothing"
    )


def _named(denominations: Iterable[int]) -> str:
    return ", ".join(f"${dollars(one)}" for one in denominations)
