"""§§ 623a.2, 623a.3(c) and 623a.7(d): the layout, the signs, the inspections, the clock on the dice."""

from collections.abc import Iterator

from pitboss.chapters.ch623a_craps.dice import SET
from pitboss.chapters.ch623a_craps.irregularities import CREW, MINI_CREW
from pitboss.chapters.ch623a_craps.rules import DOLLAR, FIRE_MOST, Rules
from pitboss.chapters.ch623a_craps.wagers import (
    ANY_CRAPS,
    ANY_SEVEN,
    BOXES,
    BUY,
    BY_NUMBER,
    COME,
    COME_ODDS,
    CRAPS_ELEVEN,
    DONT_COME,
    DONT_COME_ODDS,
    DONT_PASS,
    DONT_PASS_ODDS,
    FIRE,
    HARDWAY,
    HARDWAYS,
    HOPS,
    HORN,
    HORN_HIGH,
    KINDS,
    LAY,
    NUMBERS,
    ONE_ROLL,
    PASS,
    PASS_ODDS,
    PLACE,
    PLACE_TO_LOSE,
    WHIRL,
    Faces,
    hop_name,
)
from pitboss.felt import Area, Box, Felt, Inscription, Place, headed
from pitboss.game import CheckItem, Checklist, Duty, Sign, ThingKind, signed_by
from pitboss.money import dollars
from pitboss.roles import Role

PIPS = ("", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅")
LEFT, TOP = 70, 96  # the rim holds the Fire Bet areas and, above, the spaces before the boxperson
NUMBER, PROPS = 116, 490  # widths of a number box and of the block of propositions
WIDTH, HEIGHT = 1500, 740
RIGHT = WIDTH - LEFT - PROPS
SHOWN = {"5": "FIVE", "6": "SIX", "8": "EIGHT", "9": "NINE"}


def dice(pair: Faces) -> str:
    return PIPS[pair[0]] + PIPS[pair[1]]


def felt(rules: Rules) -> Felt:
    """623a.2(d): an area for every wager offered, the house's name, the words "no call bets", the Fire Bet's places."""
    areas = [area for area in _areas() if not area.wager or rules.offers(KINDS[area.wager])]
    places = [
        Place("dice", "dice", Box(WIDTH // 2 - 70, TOP + 526, 140, 56, 14), "Dice"),
        Place("marker", "puck", Box(LEFT + 42, TOP + 2, 40, 40, 20), "OFF"),
    ]
    texts = [
        Inscription(WIDTH // 2, 30, headed(rules, "Mini-Craps" if rules.mini else "Craps"), "623a.2(d)(1)", 22),
        Inscription(LEFT + 110, 58, "NO CALL BETS", "623a.2(d)(3)", 18),
        Inscription(WIDTH - LEFT - 170, 58, _limits(rules), "623a.3(c)", 15),
        Inscription(RIGHT + PROPS // 2, TOP + 374, "ON THE HOP", "623a.2(d)(2)", 13),
    ]
    if rules.fire_bet:
        areas += _fire_areas(rules)
        places += _fire_spaces(rules)
    return Felt(WIDTH, HEIGHT, "Mini-Craps" if rules.mini else "Craps", tuple(areas), tuple(places), tuple(texts))


def _area(kind: str, on: str, box: Box, label: str, tint: str = "") -> Area:
    return Area(kind, on, box, label, cite=KINDS[kind].cite, tint=tint, name=f"{KINDS[kind].title} {on}".rstrip())


def _areas() -> Iterator[Area]:
    """623a.2(d)(2): the lines, the numbers and the propositions."""
    yield from _lines()
    for column, on in enumerate(NUMBERS):
        yield from _number(LEFT + 130 + column * (NUMBER + 4), on)
    yield from _propositions()
    yield from _hops()


def _lines() -> Iterator[Area]:
    width = RIGHT - LEFT - 20
    yield _area(DONT_COME, "", Box(LEFT, TOP + 48, 124, 156, 10), "DON'T\nCOME\nBAR 12")
    yield _area(COME, "", Box(LEFT, TOP + 212, width, 84, 10), "COME", "red")
    yield _area(
        "field_bet",
        "",
        Box(LEFT, TOP + 302, width, 78, 10),
        "2 · 3 · 4 · 9 · 10 · 11 · 12\nFIELD   1 to 1, 2 and 12 pay 2 to 1",
    )
    flat, behind = width - 190, 184
    for row, kind, odds, label in (
        (386, DONT_PASS, DONT_PASS_ODDS, "DON'T PASS LINE   BAR 12"),
        (454, PASS, PASS_ODDS, "PASS LINE"),
    ):
        yield _area(kind, "", Box(LEFT, TOP + row, flat, 62, 10), label)
        yield _area(odds, "", Box(LEFT + flat + 6, TOP + row, behind, 62, 10), "odds")


def _number(x: int, on: str) -> Iterator[Area]:
    """A number: what is against it behind, Come Bets in it, what is for it in front."""
    half = NUMBER // 2 - 2
    right = x + half + 4
    yield _area(DONT_COME, on, Box(x, TOP, half, 34, 4), "don't\ncome", "plain")
    yield _area(DONT_COME_ODDS, on, Box(right, TOP, half, 34, 4), "odds", "plain")
    yield _area(PLACE_TO_LOSE, on, Box(x, TOP + 38, half, 34, 4), "lose")
    yield _area(LAY, on, Box(right, TOP + 38, half, 34, 4), "lay")
    yield _area(COME, on, Box(x, TOP + 76, NUMBER, 56, 6), SHOWN.get(on, on), "red")
    yield _area(COME_ODDS, on, Box(x, TOP + 136, NUMBER, 26, 4), "come odds", "plain")
    yield _area(PLACE, on, Box(x, TOP + 166, half, 40, 4), f"place\n{BY_NUMBER[PLACE][on]}")
    yield _area(BUY, on, Box(right, TOP + 166, half, 40, 4), f"buy\n{BY_NUMBER[BUY][on]}")


def _propositions() -> Iterator[Area]:
    quarter = PROPS // 4
    yield _area(ANY_SEVEN, "", Box(RIGHT, TOP, PROPS - 4, 46, 10), "ANY SEVEN   4 to 1", "red")
    for n, word in enumerate(("six", "ten", "eight", "four")):
        kind = f"{word}_the_hardway_bet"
        pair, odds = HARDWAY[kind]
        yield _area(kind, "", Box(RIGHT + n * quarter, TOP + 52, quarter - 4, 66, 8), f"{dice(pair)}\n{odds}")
    for n, (number, pair) in enumerate((("3", (1, 2)), ("2", (1, 1)), ("12", (6, 6)), ("11", (5, 6)))):
        kind = BOXES[number]
        box = Box(RIGHT + n * quarter, TOP + 124, quarter - 4, 66, 8)
        yield _area(kind, "", box, f"{dice(pair)}\n{ONE_ROLL[kind][pair]}")
        box = Box(RIGHT + n * quarter, TOP + 296, quarter - 4, 60, 8)
        yield _area(HORN_HIGH, number, box, f"HORN HIGH\nBET {dice(pair)}")
    yield _area(ANY_CRAPS, "", Box(RIGHT, TOP + 196, PROPS - 4, 40, 10), "ANY CRAPS   7 to 1", "red")
    for n, (kind, label) in enumerate(
        ((CRAPS_ELEVEN, "C · E"), (HORN, "HORN BET"), (WHIRL, "WHIRL BET"), ("six_seven_eight_bet", "6-7-8"))
    ):
        yield _area(kind, "", Box(RIGHT + n * quarter, TOP + 242, quarter - 4, 48, 8), label)


def _hops() -> Iterator[Area]:
    """(a)(22)–(38), in the order of the text; the pairs pay 30 to 1, the others 15 to 1."""
    pairs = [(f"{word}_the_hardway_on_the_hop_bet", pair) for word, pair in HARDWAYS.items()]
    pairs += [(hop_name(pair), pair) for pair in HOPS]
    each = PROPS // 6
    for n, (kind, pair) in enumerate(pairs):
        box = Box(RIGHT + n % 6 * each, TOP + 384 + n // 6 * 46, each - 4, 42, 6)
        yield _area(kind, "", box, f"{dice(pair)}\n{ONE_ROLL[kind][pair]}")


# --- the Fire Bet ------------------------------------------------------------------------------------------


def _fire_areas(rules: Rules) -> list[Area]:
    """623a.2(d)(4)(i): round the rim, clockwise from the left of the boxperson or dealer, who is above."""
    return [
        Area(
            FIRE,
            "",
            Box(x, y, 44, 44, 22),
            str(seat),
            seat,
            "623a.2(d)(4)(i)",
            "green",
            name=f"Fire Bet, position {seat}",
        )
        for seat, (x, y) in enumerate(rim(rules.seats), 1)
    ]


def rim(seats: int) -> list[tuple[int, int]]:
    """Positions down the right-hand side, along the bottom from right to left, and up the left-hand side."""
    side = 3 if seats > 9 else min(2, seats // 2)
    below = seats - 2 * side
    down = [TOP + 110 + n * 190 for n in range(side)]
    along = [WIDTH - 150 - n * (WIDTH - 260) // max(below - 1, 1) for n in range(below)]
    return [*((WIDTH - 56, y) for y in down), *((x, HEIGHT - 56) for x in along), *((12, y) for y in reversed(down))]


def _fire_spaces(rules: Rules) -> Iterator[Place]:
    """623a.2(d)(4)(ii): numbered spaces before the boxperson, where Fire Bets wait."""
    for seat in range(1, rules.seats + 1):
        x = WIDTH // 2 + 290 - seat * 36
        yield Place("rack", f"fire {seat}", Box(x, 50, 30, 30, 15), str(seat))


# --- signs, inspections, clocks ----------------------------------------------------------------------------


def _limits(rules: Rules) -> str:
    low, high = rules.minimum, rules.maximum
    least = f"Minimum ${dollars(low)}" if low else "Minimum as posted"
    return least + (f"   Maximum ${dollars(high)}" if high else "   Maximum as posted")


def _own_limits(rules: Rules) -> str:
    """The limits of single wagers, where they differ from those of the table."""
    said = ""
    for wager in rules.limits:
        high = rules.most(wager)
        most = f" to ${dollars(high)}" if high else " or more"
        said += f" {KINDS[wager].title}: ${dollars(rules.least(wager))}{most}."
    return said


def signs(rules: Rules) -> tuple[Sign, ...]:
    """623a.3(c), 623a.2(d)(4)(iii)."""
    found = [
        Sign("623a.3(c)", f"{_limits(rules)}.{_own_limits(rules)}"),
        Sign(
            "623a.6(e)",
            f"Odds up to {rules.times_in_words(laid=False)}; laid, to win up to {rules.times_in_words(laid=True)}.",
        ),
    ]
    if rules.fire_bet:
        pays = ", ".join(f"{points} points {odds}" for points, odds in rules.fire.lines)
        limits = f"The Fire Bet is from ${dollars(DOLLAR)} to ${dollars(FIRE_MOST)}, in steps of ${dollars(DOLLAR)}."
        found += [
            Sign("623a.2(d)(4)(iii)(A)", f"The Fire Bet pays for different points made: {pays}."),
            Sign("623a.2(d)(4)(iii)(B)", "Fire Bets are taken only before a shooter's first come out roll."),
            Sign("623a.2(d)(4)(iii)(C)", limits),
        ]
    return tuple(found)


def duties(rules: Rules) -> tuple[Duty, ...]:
    """623a.7(d)."""
    roles = (*(MINI_CREW if rules.mini else CREW), Role.FLOORPERSON)
    return (Duty("dice_change", f"Change the set of {SET} dice", "623a.7(d)", 24, "dice", roles),)


def things(rules: Rules) -> tuple[ThingKind, ...]:
    """623a.7(a), (d): one set in use, and another for when a die is lost or unsuitable."""
    return (ThingKind("dice", f"Set of {SET} dice", "623a.7(a)", reserve=1, new_at_opening=True),)


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """623a.2(a)–(c), (e), 623a.7(a), (d)."""
    length = (
        CheckItem("623a.2(c)", "The table is no longer than 9 1/2 feet and seats no more than nine players.")
        if rules.mini
        else CheckItem("623a.2(b)", "The table is no longer than 14 feet.")
    )
    items = [
        CheckItem("623a.2(a)", "The table is oblong, with rounded corners and high walls."),
        length,
        CheckItem("623a.2(e)", "Drop box and tip box are attached where approved."),
        CheckItem("623a.7(a)", f"A set of {SET} dice and a dice cup are at the table."),
        CheckItem("623a.7(d)", "The dice are new to the table since it was closed."),
    ]
    if rules.fire_bet:
        words = "The Fire Bet point markers are larger than any value chip and plainly unlike it."
        items.append(CheckItem("623a.11(a)(4)", words))
    return (Checklist("opening", "Opening of the table", "623a.7(d)", signed_by(), tuple(items)),)
