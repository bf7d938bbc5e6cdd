"""§§ 621a.6(c)–(e), 621a.7 and 621a.9(g), (j)–(k): which tiles go to which place. Pure functions from stacks to hands.

Stacks are in a row from the dealer's right to the dealer's left, each with its top tile first.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum

from pitboss.equipment.tiles import HEIGHT, STACKS, Stack, Stacks, Tile
from pitboss.procedure import DEALER, Who

# § 621a.6(c), § 621a.9(j).  The starting position.

SEATS = 6  # 621a.2(a), I-621a-23
DEAD_HAND = "dead hand"
PLACES: tuple[Who, ...] = (DEALER, *range(SEATS, 0, -1), DEAD_HAND)  # I-621a-01: counterclockwise, the dealer first


def places_from(total: int, first: Who = DEALER) -> tuple[Who, ...]:
    """All eight places, counterclockwise from the one that the count ends on; ``first`` (dealer or bank) is number one."""
    at = (PLACES.index(first) + total - 1) % len(PLACES)
    return PLACES[at:] + PLACES[:at]


# § 621a.7.  Alternative dealing procedures.


class Style(StrEnum):
    """The nine styles of 621a.7, in its order, after the ordinary one of 621a.6(d)."""

    FROM_THE_RIGHT = "from_the_right"
    HOUSE_WAY_FROM_THE_LEFT = "house_way_from_the_left"
    CUP_SAY_FROM_THE_RIGHT = "cup_say_from_the_right"
    CUP_SAY_FROM_THE_LEFT = "cup_say_from_the_left"
    JUNG_QUAT = "jung_quat"
    CHEE_YEE = "chee_yee"
    PIN_SAY_FROM_THE_RIGHT = "pin_say_from_the_right"
    PIN_SAY_FROM_THE_LEFT = "pin_say_from_the_left"
    DRAGON_HEAD_AND_PHOENIX_TAIL_FROM_THE_RIGHT = "dragon_head_and_phoenix_tail_from_the_right"
    DRAGON_HEAD_AND_PHOENIX_TAIL_FROM_THE_LEFT = "dragon_head_and_phoenix_tail_from_the_left"


Hand = tuple[Tile, ...]
Delivery = Callable[[Stacks], Iterator[Hand]]


def whole_stacks(stacks: Stacks) -> Iterator[Hand]:
    """621a.6(d), 621a.7(1): stack by stack."""
    yield from stacks


def cup_say(stacks: Stacks) -> Iterator[Hand]:
    """(2)–(3) Two stacks at a time: the upper two tiles of both, then the lower two."""
    for one, other in zip(stacks[::2], stacks[1::2], strict=True):
        yield one[:2] + other[:2]
        yield one[2:] + other[2:]


def jung_quat(stacks: Stacks) -> Iterator[Hand]:
    """(4) The two stacks in the centre, then the two beside them, as in Cup Say."""
    return cup_say(_in_pairs(stacks)[::-1])


def chee_yee(stacks: Stacks) -> Iterator[Hand]:
    """(5) The two stacks at the ends, then those next to them, as in Cup Say."""
    return cup_say(_in_pairs(stacks))


def _in_pairs(stacks: Stacks) -> Stacks:
    """The stacks of both ends, then the next two, to the centre."""
    return tuple(stack for n in range(STACKS // 2) for stack in (stacks[n], stacks[-1 - n]))


def pin_say(stacks: Stacks) -> Iterator[Hand]:
    """(6)–(7) The top tiles of the first four stacks, then those of the other four, and so on down."""
    first, other = _layers(stacks[:4]), _layers(stacks[4:])
    for one, two in zip(first, other, strict=True):
        yield one
        yield two


def dragon_head(stacks: Stacks) -> Iterator[Hand]:
    """(8)–(9) Stacks 1 and 2 set upon 3 and 4, two tiles off both at a time, in turn with the tops of the other four.

    Which goes upon which (I-621a-19) makes no difference to anyone's tiles.
    """
    tall = stacks[0] + stacks[2], stacks[1] + stacks[3]
    for level, tail in enumerate(_layers(stacks[4:])):
        yield tuple(tile for stack in tall for tile in stack[2 * level : 2 * level + 2])
        yield tail


def _layers(stacks: Stacks) -> list[Stack]:
    """The top tile of each stack, then the second of each, to the bottom."""
    return [tuple(stack[level] for stack in stacks) for level in range(HEIGHT)]


def from_the_left(style: Delivery) -> Delivery:
    """The same, begun at the dealer's left."""
    return lambda stacks: style(stacks[::-1])


STYLES: Mapping[Style, tuple[str, Delivery]] = {
    Style.FROM_THE_RIGHT: ("621a.6(d)", whole_stacks),
    Style.HOUSE_WAY_FROM_THE_LEFT: ("621a.7(1)", from_the_left(whole_stacks)),
    Style.CUP_SAY_FROM_THE_RIGHT: ("621a.7(2)", cup_say),
    Style.CUP_SAY_FROM_THE_LEFT: ("621a.7(3)", from_the_left(cup_say)),
    Style.JUNG_QUAT: ("621a.7(4)", jung_quat),
    Style.CHEE_YEE: ("621a.7(5)", chee_yee),
    Style.PIN_SAY_FROM_THE_RIGHT: ("621a.7(6)", pin_say),
    Style.PIN_SAY_FROM_THE_LEFT: ("621a.7(7)", from_the_left(pin_say)),
    Style.DRAGON_HEAD_AND_PHOENIX_TAIL_FROM_THE_RIGHT: ("621a.7(8)", dragon_head),
    Style.DRAGON_HEAD_AND_PHOENIX_TAIL_FROM_THE_LEFT: ("621a.7(9)", from_the_left(dragon_head)),
}


def deliver(stacks: Stacks, style: Style, places: tuple[Who, ...]) -> dict[Who, Hand]:
    """621a.6(d), 621a.7, 621a.9(k): four tiles to every place, wagered on or not, in the order delivered."""
    return dict(zip(places, STYLES[style][1](stacks), strict=True))


# § 621a.9(g).  The bank's cut.


def _cuts() -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Each cut there is: its name, its paragraph, and the order of the stacks after it (I-621a-18)."""
    row = tuple(range(STACKS))
    for first in row:
        for last in row[first:]:
            block, rest = row[first : last + 1], row[:first] + row[last + 1 :]
            name = f"{first + 1}-{last + 1}" if last > first else f"{first + 1}"
            yield f"{name} right", "621a.9(g)(1)", block + rest
            yield f"{name} left", "621a.9(g)(1)", rest + block
            for size in range(1, len(block)):
                one, other, left = block[:size], block[size:], len(block) - size
                yield f"{name} right {size} left {left}", "621a.9(g)(2)", one + rest + other
                yield f"{name} left {size} right {left}", "621a.9(g)(2)", other + rest + one


# ``3-5 right``: the third to the fifth stack from the dealer's right go to the right end. ``3-5 left 1 right 2``: of
# these the first goes to the left end, the other two to the right. An order that changes nothing is not a cut.
CUTS: Mapping[str, tuple[str, tuple[int, ...]]] = {
    name: (cite, order) for name, cite, order in _cuts() if order != tuple(range(STACKS))
}


def cut(stacks: Stacks, name: str) -> Stacks:
    """The stacks after a cut."""
    return tuple(stacks[n] for n in CUTS[name][1])
