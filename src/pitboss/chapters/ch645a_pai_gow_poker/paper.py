"""§§ 645a.2, 645a.4: layout, signs, inspections."""

from collections.abc import Iterator
from textwrap import wrap

from pitboss.chapters.ch645a_pai_gow_poker.rules import (
    EMPERORS,
    EVEN,
    FORTUNE,
    INSURANCE,
    MAIN,
    METER_SHARES,
    PROGRESSIVE,
    PROGRESSIVE_PAYS,
    QUALIFYING,
    VIGORISH,
    BonusTable,
    Rules,
)
from pitboss.families.banking import BANK, CO_BANK, DEALER_WAGER
from pitboss.families.one_deck import opening_checklist
from pitboss.families.pai_gow_dealing import Selector
from pitboss.families.pai_gow_table import equipment_checklist, one_joker
from pitboss.felt import Area, Box, Felt, Inscription, Place
from pitboss.game import Checklist, Sign
from pitboss.money import dollars
from pitboss.procedure import DEALER
from pitboss.wagers import Paytable

WIDTH, HEIGHT = 1500, 840
COLUMNS, ROW = 122, 19  # of the printed odds
HARD_SPACE = "\u00a0"  # lines of odds are parted at commas only
# Seat 1 is at the dealer's left: the right-hand end as the players face him (I-GEN-10).
SEAT_AT = ((1262, 476), (1018, 536), (774, 566), (530, 566), (286, 536), (42, 476))
BOXES = {
    MAIN: Box(70, 96, 76, 76, 38),
    FORTUNE: Box(0, 96, 64, 64, 12),
    EMPERORS: Box(152, 96, 64, 64, 12),
    INSURANCE: Box(0, 178, 64, 64, 12),
    PROGRESSIVE: Box(152, 178, 64, 64, 32),
    BANK: Box(74, 182, 68, 28, 14),
    CO_BANK: Box(74, 214, 68, 28, 14),
}  # from the corner of a seat's place
LABELS = {
    MAIN: "PAI GOW\nPOKER", FORTUNE: "FORTUNE\nBONUS", EMPERORS: "EMPEROR'S\nTREASURE", INSURANCE: "PAI GOW\nINSURANCE",
    PROGRESSIVE: "PROG.", BANK: "BANK", CO_BANK: "CO-BANK",
}  # fmt: skip
CITES = {
    MAIN: "645a.2(b)(2)", FORTUNE: "645a.2(b)(5)", EMPERORS: "645a.2(b)(6)", INSURANCE: "645a.2(b)(7)",
    PROGRESSIVE: "645a.2(b)(8)", BANK: "645a.12(c)", CO_BANK: "645a.12(e)",
}  # fmt: skip


def felt(rules: Rules) -> Felt:
    """645a.2(b): for each player the areas of the wagers offered and of two hands; the dealer's two; odds and limit."""
    areas, places = list(_dealers_areas(rules)), list(_dealers_places(rules))
    for seat in range(1, rules.seats + 1):
        areas += _areas(rules, seat)
        places += _places(seat)
    return Felt(WIDTH, HEIGHT, "Pai Gow Poker", tuple(areas), tuple(places), tuple(_inscriptions(rules)))


def _inscriptions(rules: Rules) -> Iterator[Inscription]:
    yield Inscription(WIDTH // 2, 34, "PITBOSS CASINO  ·  PAI GOW POKER", "645a.2(b)(1)", 24)
    y = 184
    for text, cite in [*((line, "645a.2(b)(9)") for line in odds(rules)), (limit(rules), "645a.2(b)(10)")]:
        rows = wrap(", ".join(part.replace(" ", HARD_SPACE) for part in text.split(", ")), COLUMNS)
        half = ROW * len(rows) // 2
        yield Inscription(WIDTH // 2, y + half, "\n".join(rows), cite, 15)
        y += ROW * len(rows) + 6


def _dealers_areas(rules: Rules) -> Iterator[Area]:
    if rules.player_bank:
        box = Box(980, 68, 84, 84, 42)
        yield Area(
            DEALER_WAGER, "", box, "DEALER'S\nWAGER", 0, "645a.12(g)", "plain", name="Dealer's wager against the bank"
        )


def _dealers_places(rules: Rules) -> Iterator[Place]:
    yield Place("cards", DEALER, Box(560, 64, 260, 92), "High")  # (b)(4)
    yield Place("cards", DEALER, Box(836, 64, 116, 92), "Low")
    yield Place("rack", "discard", Box(60, 64, 130, 92), "Discards")
    yield Place("shoe", "deck", Box(1310, 64, 130, 92), "Deck")
    if rules.start_selector is Selector.SHAKER:
        yield Place("dice", "dice", Box(1120, 64, 150, 92), "Shaker")
    yield Place("marker", "start", Box(240, 76, 68, 68, 34), "Start")
    if rules.player_bank:
        yield Place("marker", "bank", Box(340, 76, 68, 68, 34), "Bank")


def _areas(rules: Rules, seat: int) -> Iterator[Area]:
    x, y = SEAT_AT[seat - 1]
    for kind in rules.offered:
        if kind.name == DEALER_WAGER or (kind.name == CO_BANK and not rules.co_banking):
            continue
        at = BOXES[kind.name]
        box = Box(x + at.x, y + at.y, at.width, at.height, at.radius)
        tint = "" if kind.tendered else "plain"
        yield Area(
            kind.name, "", box, LABELS[kind.name], seat, CITES[kind.name], tint, name=f"{kind.title}, seat {seat}"
        )


def _places(seat: int) -> Iterator[Place]:
    """(b)(3) Two areas for each player's hands."""
    x, y = SEAT_AT[seat - 1]
    yield Place("cards", seat, Box(x, y, 142, 88), "High")
    yield Place("cards", seat, Box(x + 150, y, 66, 88), "Low")


# --- what is printed


def odds(rules: Rules) -> list[str]:
    """(b)(9) What every wager offered pays, a sentence each."""
    found = [f"Pai Gow Poker pays {EVEN} less {VIGORISH}% vigorish   ·   Equal hands are the dealer's or the bank's"]
    if rules.fortune_bonus:
        found.append(f"Fortune Bonus pays {_bonus(rules.fortune)}")
    if rules.emperors_treasure:
        found.append(f"Emperor's Treasure pays {_bonus(rules.emperors)}")
    if rules.pai_gow_insurance:
        found.append(f"Pai Gow Insurance pays, without a pair or better, {_lines(rules.insurance)}")
    if rules.progressive_payout:
        shares = ", ".join(f"{_called(line)} {percent}% of meter" for line, percent in METER_SHARES.items())
        found.append(f"Progressive pays {shares}, {_lines(PROGRESSIVE_PAYS)}")
    return found


def limit(rules: Rules) -> str:
    """(b)(10) The limit, or that one would be posted."""
    if rules.payout_limit is None:
        return "Subject to the posted payout limit, if any"
    return f"Payout limit on the optional wagers of one hand: ${dollars(rules.payout_limit)}"


def _bonus(table: BonusTable) -> str:
    parts = []
    for line, pays in table.pays.lines:
        envy = table.envy.get(line)
        parts.append(f"{_called(line)} {pays}" + (f" (Envy ${envy // 100:,})" if envy else ""))
    return ", ".join(parts) + f"; Envy from a ${QUALIFYING // 100} wager"


def _lines(table: Paytable) -> str:
    return ", ".join(f"{_called(line)} {pays}" for line, pays in table.lines)


def _called(line: str) -> str:
    return line.replace("_", " ").capitalize()


def signs(rules: Rules) -> tuple[Sign, ...]:
    """645a.2(b)(9)–(10), where they are not inscribed; how the house sets hands, for who asks (645a.11(a)(1))."""
    boxes = "1 betting area" if rules.adjacent_boxes == 1 else f"{rules.adjacent_boxes} adjacent betting areas"
    found = [
        Sign("645a.2(b)(9)", ". ".join(odds(rules)) + "."),
        Sign("645a.2(b)(10)", f"{limit(rules)}."),
        Sign("645a.7(f)", f"One player may wager on {boxes} in a round."),
        Sign("645a.11(c)", f"{rules.way.title}. {' '.join(rules.way.sentences)}"),
    ]
    if rules.player_bank:
        found.append(
            Sign("645a.12(a)", "Players may bank the game." + (" Co-banking is offered." if rules.co_banking else ""))
        )
    return tuple(found)


# --- what is inspected


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """645a.2(c)–(f), 645a.3(a), 645a.4, 645a.8(a)."""
    equipment = equipment_checklist(
        "645a", rules, start="645a.2(c)", button="645a.2(c)(3)", system="645a.2(d)", boxes="645a.2(e)", rack="645a.2(f)"
    )
    return equipment, *opening_checklist("645a.4", rules, (one_joker("645a.3(a)"),), backs="645a.3(b)(1)")
