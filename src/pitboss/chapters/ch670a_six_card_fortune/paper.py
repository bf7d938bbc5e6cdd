"""§§ 670a.2, 670a.4: layout, signs, inspections."""

from collections.abc import Iterator

from pitboss.chapters.ch670a_six_card_fortune.rules import (
    DOUBLE_DOWN,
    EVEN,
    FIVE,
    FORTUNE,
    FORTUNE_ENVIES,
    FORTUNE_PAYS,
    INSURANCE,
    INSURANCE_PAYS,
    MAIN,
    METER_SHARES,
    ONE,
    PROGRESSIVE,
    PROGRESSIVE_ENVIES,
    PROGRESSIVE_PAYS,
    Envies,
    Rules,
)
from pitboss.families.one_deck import opening_checklist
from pitboss.families.pai_gow_dealing import Selector
from pitboss.families.pai_gow_table import equipment_checklist, one_joker
from pitboss.felt import Area, Box, Felt, Inscription, Place
from pitboss.game import Checklist, Sign
from pitboss.procedure import DEALER
from pitboss.wagers import Paytable

WIDTH, HEIGHT = 1500, 860
# Seat 1 is at the dealer's left: the right-hand end as the players face him (I-GEN-10).
SEAT_AT = ((1262, 496), (1018, 562), (774, 596), (530, 596), (286, 562), (42, 496))
BOXES = {
    MAIN: Box(74, 96, 68, 68, 34),
    DOUBLE_DOWN: Box(150, 98, 64, 64, 32),
    FORTUNE: Box(2, 98, 64, 64, 12),
    INSURANCE: Box(30, 174, 66, 54, 12),
    PROGRESSIVE: Box(128, 174, 54, 54, 27),
}  # from the corner of a seat's place
LABELS = {
    MAIN: "SIX-CARD\nFORTUNE", DOUBLE_DOWN: "DOUBLE\nDOWN", FORTUNE: "FORTUNE\nBONUS", INSURANCE: "INSUR-\nANCE",
    PROGRESSIVE: "PROG.",
}  # fmt: skip
CITES = {
    MAIN: "670a.2(b)(2)", DOUBLE_DOWN: "670a.2(b)(5)", FORTUNE: "670a.2(b)(6)", INSURANCE: "670a.2(b)(7)",
    PROGRESSIVE: "670a.2(b)(8)",
}  # fmt: skip


def felt(rules: Rules) -> Felt:
    """670a.2(b): for each player the areas of the wagers offered and of two hands; the dealer's two; the odds."""
    areas: list[Area] = []
    places = list(_dealers_places(rules))
    for seat in range(1, rules.seats + 1):
        areas += _areas(rules, seat)
        places += _places(seat)
    title = Inscription(WIDTH // 2, 34, "PITBOSS CASINO  ·  SIX-CARD FORTUNE PAI GOW POKER", "670a.2(b)(1)", 24)
    lines = odds(rules)
    printed = [Inscription(WIDTH // 2, 206 + 48 * n, line, "670a.2(b)(9)", 14) for n, line in enumerate(lines)]
    return Felt(WIDTH, HEIGHT, "Six-Card Fortune Pai Gow Poker", tuple(areas), tuple(places), (title, *printed))


def _dealers_places(rules: Rules) -> Iterator[Place]:
    yield Place("cards", DEALER, Box(590, 64, 260, 92), "High")  # (b)(4)
    yield Place("cards", DEALER, Box(866, 64, 74, 92), "Low")
    yield Place("rack", "discard", Box(60, 64, 130, 92), "Discards")
    yield Place("shoe", "deck", Box(1310, 64, 130, 92), "Deck")
    if rules.start_selector is Selector.SHAKER:
        yield Place("dice", "dice", Box(1120, 64, 150, 92), "Shaker")
    yield Place("marker", "start", Box(240, 76, 68, 68, 34), "Start")


def _areas(rules: Rules, seat: int) -> Iterator[Area]:
    x, y = SEAT_AT[seat - 1]
    for kind in rules.offered:
        at = BOXES[kind.name]
        box = Box(x + at.x, y + at.y, at.width, at.height, at.radius)
        tint, name = "" if kind.tendered else "plain", f"{kind.title}, seat {seat}"
        yield Area(kind.name, "", box, LABELS[kind.name], seat, CITES[kind.name], tint, name=name)


def _places(seat: int) -> Iterator[Place]:
    """(b)(3) Two areas for each player's hands."""
    x, y = SEAT_AT[seat - 1]
    yield Place("cards", seat, Box(x, y, 142, 88), "High")
    yield Place("cards", seat, Box(x + 150, y, 66, 88), "Low")


# --- what is printed


def odds(rules: Rules) -> list[str]:
    """(b)(9) What every wager offered pays, a sentence each."""
    found = [f"Six-Card Fortune Pai Gow Poker pays {EVEN}   ·   Equal hands are the dealer's"]
    if rules.double_down:
        found.append(f"Double Down pays {EVEN}; it pushes unless the dealer has a pair of 8s or better")
    if rules.fortune_bonus:
        found.append(f"Fortune Bonus pays {_lines(FORTUNE_PAYS)}\n{_envy(FORTUNE_ENVIES, rules.small_wagers_envy)}")
    if rules.insurance:
        found.append(f"Insurance pays {_lines(INSURANCE_PAYS)}")
    if rules.progressive_payout:
        shares = ", ".join(f"{_called(line)} {percent}% of meter" for line, percent in METER_SHARES.items())
        envy = _envy({rules.progressive_unit: PROGRESSIVE_ENVIES[rules.progressive_unit]}, True)
        found.append(f"Progressive pays {shares}, {_lines(PROGRESSIVE_PAYS)}\n{envy}")
    return found


def _envy(tables: Envies, small: bool) -> str:
    """``Envy Bonus for a $5 wager: Five aces $5,000, …``, for each size of wager that draws one."""
    sizes = {
        wager: ", ".join(f"{_called(line)} ${cents // 100:,}" for line, cents in table.items())
        for wager, table in tables.items()
        if small or wager >= FIVE
    }
    return "; ".join(f"Envy Bonus for ${wager // 100}: {table}" for wager, table in sizes.items())


def _lines(table: Paytable) -> str:
    return ", ".join(f"{_called(line)} {pays}" for line, pays in table.lines)


def _called(line: str) -> str:
    return line.replace("_", " ").capitalize()


HOUSE_WAY = (
    "The best class of hand is played high and the highest card outside it low.",
    "Three pairs: the two lower stay high, a card of the highest goes low.",
    "Two threes of a kind: the lower three and two of the higher stay high, the other goes low.",
    "Six in sequence or of one suit: the lowest five stay high, the top card goes low.",
    "No pair, straight or flush: the highest card stays high, the second goes low.",
)


def signs(rules: Rules) -> tuple[Sign, ...]:
    """670a.2(b)(9), where the odds are not inscribed; how hands are set, for who asks (670a.11(a)(1))."""
    boxes = "1 betting area" if rules.adjacent_boxes == 1 else f"{rules.adjacent_boxes} adjacent betting areas"
    found = [
        Sign("670a.2(b)(9)", ". ".join(line.replace("\n", ". ") for line in odds(rules)) + "."),
        Sign("670a.7(f)", f"One player may wager on {boxes} in a round."),
        Sign("670a.11(d)", f"How the dealer sets his hands. {' '.join(HOUSE_WAY)}"),
    ]
    if rules.progressive_payout:
        found.append(Sign("670a.12(d)(2)", f"The Progressive Payout Wager is ${rules.progressive_unit // ONE}."))
    return tuple(found)


# --- what is inspected


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """670a.2(c)–(f), 670a.3(a), 670a.4, 670a.8(a)."""
    equipment = equipment_checklist(
        "670a", rules, start="670a.2(d)", system="670a.2(c)", boxes="670a.2(e)", rack="670a.2(f)"
    )
    return equipment, *opening_checklist("670a.4", rules, (one_joker("670a.4(b)"),), backs="670a.3(b)(1)")
