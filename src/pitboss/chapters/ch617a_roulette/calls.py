"""Voisins, tiers and orphelins: sections of the wheel that players call by name.

The chapter knows no such wager: a call is laid as ordinary wagers of § 617a.3, every one by itself. A section is a row
of compartments told from the zero, so that the wheel in use decides which numbers are in it; its chips are worked out
from the layout.
"""

from functools import cache
from typing import NamedTuple

from pitboss.chapters.ch617a_roulette.rules import Rules, Spot
from pitboss.game import Call

ZERO = "0"
MOST_NUMBERS = 4  # of one wager of a call: a Six Numbers Wager would pay its numbers too little


class Section(NamedTuple):
    """Rows of compartments, each from and to so many steps clockwise from the zero."""

    name: str
    title: str
    about: str
    rows: tuple[tuple[int, int], ...]


def sections(size: int) -> tuple[Section, ...]:
    """The three sections of a wheel: 17 compartments around the zero, 12 opposite, and what is left on both sides."""
    return (
        Section("voisins", "Voisins du zéro", "the neighbours of zero", ((-9, 7),)),
        Section("tiers", "Tiers du cylindre", "the third of the wheel opposite zero", ((11, 22),)),
        Section("orphelins", "Orphelins", "the orphans between the two others", ((8, 10), (23, size - 10))),
    )


def calls(rules: Rules) -> tuple[Call, ...]:
    """Each section with the wagers that cover it."""
    order = rules.device.order
    at, size = order.index(ZERO), len(order)
    inside = {spot: numbers for spot, numbers in rules.covers.items() if len(numbers) <= MOST_NUMBERS}
    on_layout = {number for numbers in inside.values() for number in numbers}
    found = []
    for section in sections(size):
        row = tuple(order[(at + step) % size] for first, last in section.rows for step in range(first, last + 1))
        numbers = tuple(number for number in row if number in on_layout)  # 617a.1(e): a covered 00 has no wager
        within = tuple((spot, of) for spot, of in inside.items() if set(of) <= set(numbers))
        chips = tuple((*spot, count) for spot, count in covering(numbers, within))
        found.append(Call(section.name, section.title, section.about, numbers, chips))
    return tuple(found)


def chips_for(numbers: tuple[str, ...]) -> int:
    """How many chips a wager of a call has: on three or four numbers two, so that none returns less than on a Split Wager."""
    return (len(numbers) + 1) // 2


@cache
def covering(
    numbers: tuple[str, ...], within: tuple[tuple[Spot, tuple[str, ...]], ...]
) -> tuple[tuple[Spot, int], ...]:
    """The wagers that cover all the numbers and none besides: with the fewest chips, then in the fewest places, then with
    the fewest numbers alone; among equals, those that are first on the layout."""
    best: tuple[tuple[int, int, int, tuple[int, ...]], tuple[int, ...]] | None = None
    bearing = {number: [n for n, (_, of) in enumerate(within) if number in of] for number in numbers}

    def rank(chosen: tuple[int, ...]) -> tuple[int, int, int, tuple[int, ...]]:
        sets = [within[n][1] for n in chosen]
        return sum(map(chips_for, sets)), len(sets), sum(len(one) == 1 for one in sets), tuple(sorted(chosen))

    def search(chosen: tuple[int, ...], left: frozenset[str], chips: int) -> None:
        nonlocal best
        if best is not None and chips + (len(left) + 1) // 2 > best[0][0]:
            return
        if not left:
            ranked = rank(chosen)
            if best is None or ranked < best[0]:
                best = ranked, chosen
            return
        hardest = min((number for number in numbers if number in left), key=lambda one: len(bearing[one]))
        for n in bearing[hardest]:
            of = within[n][1]
            search((*chosen, n), left - set(of), chips + chips_for(of))

    search((), frozenset(numbers), 0)
    assert best is not None, "every number of the layout has a Straight Wager"
    return tuple((within[n][0], chips_for(within[n][1])) for n in sorted(best[1]))
