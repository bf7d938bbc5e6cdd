"""§§ 617a.1, 617a.2: layout, signs, inspections."""

from collections.abc import Iterator
from math import cos, pi, sin

from pitboss.chapters.ch617a_roulette.rules import (
    BLACK,
    COLUMN,
    DOZEN,
    EVEN,
    FIRST_FIVE,
    FIVE_ADJACENT,
    FOUR_NUMBERS,
    HIGH,
    KINDS,
    LOW,
    NUMBERS,
    ODD,
    RED,
    SIX_NUMBERS,
    SPLIT,
    STRAIGHT,
    THREE_NUMBERS,
    Rules,
    WheelInUse,
    colour,
)
from pitboss.felt import Area, Box, Felt, Inscription, Place, headed
from pitboss.game import CheckItem, Checklist, Duty, Sign, Signature, ThingKind, When, signed_by
from pitboss.money import dollars
from pitboss.roles import Role

CELL, LEFT, TOP = 64, 470, 60
MIDDLE, BOTTOM = LEFT + 7 * CELL, TOP + 5 * CELL  # of the numbers and the areas around them
TRACK = Box(LEFT, BOTTOM + 56, 14 * CELL, 196, 98)  # the replica: the wheel drawn out to an oval


def felt(rules: Rules) -> Felt:
    """617a.1(f): every betting area of 617a.3, limits, and the replica where Five Adjacent is offered."""
    areas = [*_number_areas(rules), *_outside_areas(rules), *_line_areas(rules)]
    height = BOTTOM + 60
    replica = rules.five_adjacent_number_wager
    if replica:
        areas += _replica_areas(rules)
        height = TRACK.y + TRACK.height + 24
    radius = min(height // 2 - 20, 214)
    places = [
        Place(
            "wheel",
            "wheel",
            Box(240 - radius, height // 2 - radius, 2 * radius, 2 * radius, radius),
            order=rules.device.order,
        ),
        Place("marker", "point marker", Box(LEFT, TOP, CELL, CELL)),
    ]
    if replica:
        places.append(Place("replica", "wheel", TRACK, "Five Adjacent Numbers", rules.device.order))
    low, high = rules.minimum, rules.maximum
    posted = f"Minimum ${dollars(low)}" if low else "Minimum as posted"
    posted += f"  ·  Maximum ${dollars(high)}" if high else "  ·  Maximum as posted"
    texts = [
        Inscription(MIDDLE, 34, headed(rules), "617a.1(f)(1)", 24),
        Inscription(MIDDLE, BOTTOM + 28, posted, "617a.1(f)(3)", 18),
    ]
    return Felt(LEFT + 14 * CELL + 30, height, "Roulette", tuple(areas), tuple(places), tuple(texts))


def _cell(number: str, rules: Rules) -> Box:
    """Where a number's box is printed; the zeros are at the end, before the first row."""
    if number == "0":
        return Box(LEFT, TOP, CELL, 3 * CELL) if rules.wheel is WheelInUse.SINGLE else Box(LEFT, TOP + 96, CELL, 96)
    if number == "00":
        return Box(LEFT, TOP, CELL, 96)
    n = int(number) - 1
    return Box(LEFT + CELL * (1 + n // 3), TOP + CELL * (2 - n % 3), CELL, CELL)


def _number_areas(rules: Rules) -> Iterator[Area]:
    for number in ("0", "00", *NUMBERS):
        tint = colour(number)
        if (STRAIGHT, number) in rules.covers:
            yield Area(STRAIGHT, number, _cell(number, rules), number, cite="617a.3(e)(1)", tint=tint)
        elif number == "00" and rules.wheel is WheelInUse.DOUBLE_AS_SINGLE:
            yield Area(
                "",
                "00",
                _cell(number, rules),
                "00 not in play",
                cite="617a.1(e)(1)",
                tint=tint,
                name="00 is not available",
            )


def _outside_areas(rules: Rules) -> Iterator[Area]:
    for n in range(3):
        box = Box(LEFT + 13 * CELL, TOP + CELL * (2 - n), CELL, CELL)
        yield Area(COLUMN, str(n + 1), box, "2 to 1", cite="617a.3(e)(7)", name=f"Column {n + 1}")
        label = ("1st 12", "2nd 12", "3rd 12")[n]
        yield Area(
            DOZEN,
            str(n + 1),
            Box(LEFT + CELL * (1 + 4 * n), TOP + 3 * CELL, 4 * CELL, CELL),
            label,
            cite="617a.3(e)(8)",
            name=label,
        )
    row = (
        (LOW, "1–18"),
        (EVEN, "EVEN"),
        (RED, "RED"),
        (BLACK, "BLACK"),
        (ODD, "ODD"),
        (HIGH, "19–36"),
    )
    for n, (kind, label) in enumerate(row):
        tint = kind if kind in (RED, BLACK) else ""
        box = Box(LEFT + CELL * (1 + 2 * n), TOP + 4 * CELL, 2 * CELL, CELL)
        yield Area(kind, "", box, label, cite=KINDS[kind].cite, tint=tint, name=label)


def _line_areas(rules: Rules) -> Iterator[Area]:
    """617a.3(e)(2)–(6): lines and corners, each where the text places the chip."""
    bottom = TOP + 3 * CELL
    for (kind, on), numbers in rules.covers.items():
        if kind not in (SPLIT, THREE_NUMBERS, FOUR_NUMBERS, SIX_NUMBERS, FIRST_FIVE):
            continue
        boxes = [_cell(n, rules) for n in numbers]
        first = boxes[0]
        row = kind == THREE_NUMBERS and "0" not in numbers and "00" not in numbers
        if kind == FIRST_FIVE:
            x, y = LEFT + CELL, bottom
        elif kind == SIX_NUMBERS:
            x, y = first.x + CELL, bottom
        elif row:
            x, y = first.x + CELL // 2, bottom
        elif on == "0-1-2-3":
            x, y = LEFT + CELL, bottom
        else:
            x, y = _touch(boxes)
        yield Area(
            kind,
            on,
            Box(x - 11, y - 11, 22, 22, 11),
            cite=KINDS[kind].cite,
            hot=True,
            name=f"{KINDS[kind].title} {on or '0-00-1-2-3'}",
        )
    if (SPLIT, "0-00") in rules.covers:  # the second place of 617a.3(e)(2) (I-617a-14)
        x, y = LEFT + 9 * CELL, bottom + CELL // 2
        yield Area(
            SPLIT,
            "0-00",
            Box(x - 11, y - 11, 22, 22, 11),
            cite="617a.3(e)(2)",
            hot=True,
            name="Split Wager 0-00",
            alias=True,
        )


def _touch(boxes: list[Box]) -> tuple[int, int]:
    """The middle of what the boxes have in common: a line or a corner."""
    x0, x1 = max(b.x for b in boxes), min(b.x + b.width for b in boxes)
    y0, y1 = max(b.y for b in boxes), min(b.y + b.height for b in boxes)
    return (x0 + x1) // 2, (y0 + y1) // 2


def _replica_areas(rules: Rules) -> Iterator[Area]:
    """617a.1(f)(4), 617a.3(e)(1)(ii): the compartments in order; one that may not be a centre is shown without a wager."""
    order = rules.device.order
    for n, pocket in enumerate(order):
        x, y = _on_track(n, len(order))
        live = (FIVE_ADJACENT, pocket) in rules.covers
        yield Area(
            FIVE_ADJACENT if live else "",
            pocket,
            Box(x - 20, y - 20, 40, 40, 20),
            pocket,
            cite="617a.3(e)(1)(ii)" if live else "617a.1(f)(4)",
            tint=colour(pocket),
            name=f"Five around {pocket}" if live else f"{pocket} is not available as a centre",
        )


def _on_track(n: int, count: int) -> tuple[int, int]:
    """The middle of the nth of ``count`` equal steps round the replica, clockwise from the middle of its top."""
    radius, straight = TRACK.radius - 26, TRACK.width - 2 * TRACK.radius
    (x, y), bend = TRACK.middle, round(pi * radius)
    half = straight + bend  # one straight with the bend after it: top and right, or bottom and left
    way = (n * 2 * half // count + straight // 2) % (2 * half)
    side, way = (1, way) if way < half else (-1, way - half)
    if way <= straight:
        return x + side * (way - straight // 2), y - side * radius
    angle = pi * (way - straight) / bend
    return x + side * (straight // 2 + round(radius * sin(angle))), y - side * round(radius * cos(angle))


def signs(rules: Rules) -> tuple[Sign, ...]:
    """617a.1(e)(2), 617a.1(f)(3), 617a.4(c)(1)."""
    low, high = rules.minimum, rules.maximum
    least = f"Minimum wager ${dollars(low)}." if low else "Minimum wager as posted."
    most = f" Maximum wager ${dollars(high)}." if high else " Maximum wager as posted."
    found = [Sign("617a.1(f)(3)", least + most)]
    if rules.wheel is WheelInUse.DOUBLE_AS_SINGLE:
        found += [
            Sign(
                "617a.1(e)(2)(i)",
                "This double zero wheel is in use as a single zero wheel. 00 cannot be wagered on.",
            ),
            Sign("617a.1(e)(2)(ii)", "If the ball rests in 00, the spin is void and the wheel is spun again."),
            Sign(
                "617a.1(e)(2)(iii)",
                "Red, black, odd, even, 1 to 18 and 19 to 36 lose when the ball rests in 0.",
            ),
        ]
    return tuple(found)


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """617a.2."""
    opening = [
        CheckItem("617a.1(a)", "The ball is nonmetallic, 12/16 to 14/16 inch across."),
        CheckItem(
            "617a.1(b)",
            "The wheel is at least 30 inches across, at one end of the table; the layout at the other.",
        ),
        CheckItem("617a.2(a)(1)", "The ball, passed over a magnet or compass, is not magnetic."),
        CheckItem("617a.2(a)(2)", "Table and wheel hide no magnet or contrivance."),
        CheckItem("617a.2(a)(3)", "The wheel is level and turns freely and evenly."),
        CheckItem("617a.2(a)(4)", "All parts of the wheel are secure."),
        CheckItem("617a.1(g)", "Drop box and tip box are attached where approved."),
    ]
    if rules.wheel is WheelInUse.DOUBLE_AS_SINGLE:
        opening.append(CheckItem("617a.2(a)(5)", "The 00 area is covered and the notices of single zero play are up."))
    return (
        Checklist(
            "opening", "Opening inspection", "617a.2(a)", signed_by(*INSPECTORS, cite="617a.2(a)"), tuple(opening)
        ),
        adjustment(),
        replacement(),
        Checklist(
            "closing",
            "Closing",
            "617a.2(f)",
            signed_by(),
            (CheckItem("617a.2(f)", "The wheel is covered and the cover locked."),),
            When.CLOSING,
        ),
    )


INSPECTORS = (Role.FLOORPERSON, Role.SECURITY)  # 617a.2(a): one of them is enough (I-617a-15)
MECHANICS = (Role.FLOORPERSON, Role.MAINTENANCE)  # 617a.2(b)
LOGGED = CheckItem(
    "617a.2(e)",
    "The log has date, time, table number, what was done and its description, and the worker's credential number.",
)


def adjustment() -> Checklist:
    """617a.2(b)–(c), (e): done by one person while another watches; the opening inspection comes after it."""
    return Checklist(
        "adjustment",
        "Adjustment of movable parts",
        "617a.2(b)",
        (
            Signature(MECHANICS, "adjusts", "617a.2(b)"),
            Signature((Role.SECURITY,), "is present", "617a.2(b)"),
        ),
        (
            CheckItem("617a.2(b)", "The external movable parts were adjusted in the presence of security."),
            CheckItem("617a.2(c)", "The adjustment is finished; the opening inspection follows it."),
            LOGGED,
        ),
        When.WORK,
    )


def replacement() -> Checklist:
    """617a.2(d)–(e): the text names nobody who watches; the table stays closed until it is inspected again."""
    return Checklist(
        "replacement",
        "Replacement of movable parts",
        "617a.2(d)",
        (Signature(MECHANICS, "replaces", "617a.2(e)"),),
        (
            CheckItem("617a.2(d)", "Movable parts were replaced; the opening inspection follows before reopening."),
            LOGGED,
        ),
        When.WORK,
    )


def things(rules: Rules) -> tuple[ThingKind, ...]:
    """617a.1(a)–(d): one wheel, a ball, and another to take its place (617a.6(b)–(c))."""
    wheel = "617a.1(c)" if rules.wheel is WheelInUse.SINGLE else "617a.1(d)"
    return (
        ThingKind("wheel", "Roulette wheel", wheel),
        ThingKind("ball", "Roulette ball", "617a.1(a)", reserve=1),
    )


def duties(rules: Rules) -> tuple[Duty, ...]:
    """The chapter sets no clock for a ball or a wheel."""
    return ()
