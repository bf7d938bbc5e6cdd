"""§§ 645a.2, 645a.4: layout, signs, inspections."""

from collections.abc import Iterator

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
from pitboss.families.pai_gow_poker.felt import (
    boxes_held,
    called,
    dealers_places,
    odds_of,
    players_places,
    printed,
    wager_area,
)
from pitboss.families.pai_gow_poker.table import equipment_checklist, one_joker
from pitboss.felt import Area, Box, Felt, Inscription, Place
from pitboss.game import Checklist, Sign
from pitboss.money import dollars

WIDTH, HEIGHT = 1500, 840
COLUMNS = 122  # of the printed odds
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
        places += players_places(seat, *SEAT_AT[seat - 1])  # (b)(3)
    return Felt(WIDTH, HEIGHT, "Pai Gow Poker", tuple(areas), tuple(places), tuple(_inscriptions(rules)))


def _inscriptions(rules: Rules) -> Iterator[Inscription]:
    yield Inscription(WIDTH // 2, 34, "PITBOSS CASINO  ·  PAI GOW POKER", "645a.2(b)(1)", 24)
    lines = [*((line, "645a.2(b)(9)") for line in odds(rules)), (limit(rules), "645a.2(b)(10)")]
    yield from printed(lines, WIDTH // 2, 184, COLUMNS)


def _dealers_areas(rules: Rules) -> Iterator[Area]:
    if rules.player_bank:
        box = Box(980, 68, 84, 84, 42)
        yield Area(
            DEALER_WAGER, "", box, "DEALER'S\nWAGER", 0, "645a.12(g)", "plain", name="Dealer's wager against the bank"
        )


def _dealers_places(rules: Rules) -> Iterator[Place]:
    yield from dealers_places(rules.start_selector, Box(560, 64, 260, 92), Box(836, 64, 116, 92))  # (b)(4)
    if rules.player_bank:
        yield Place("marker", "bank", Box(340, 76, 68, 68, 34), "Bank")


def _areas(rules: Rules, seat: int) -> Iterator[Area]:
    x, y = SEAT_AT[seat - 1]
    for kind in rules.offered:
        if kind.name == DEALER_WAGER or (kind.name == CO_BANK and not rules.co_banking):
            continue
        yield wager_area(kind, seat, x, y, BOXES, LABELS, CITES)


# --- what is printed


def odds(rules: Rules) -> list[str]:
    """(b)(9) What every wager offered pays, a sentence each."""
    found = [f"Pai Gow Poker pays {EVEN} less {VIGORISH}% vigorish   ·   Equal hands are the dealer's or the bank's"]
    if rules.fortune_bonus:
        found.append(f"Fortune Bonus pays {_bonus(rules.fortune)}")
    if rules.emperors_treasure:
        found.append(f"Emperor's Treasure pays {_bonus(rules.emperors)}")
    if rules.pai_gow_insurance:
        found.append(f"Pai Gow Insurance pays, without a pair or better, {odds_of(rules.insurance)}")
    if rules.progressive_payout:
        shares = ", ".join(f"{called(line)} {percent}% of meter" for line, percent in METER_SHARES.items())
        found.append(f"Progressive pays {shares}, {odds_of(PROGRESSIVE_PAYS)}")
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
        parts.append(f"{called(line)} {pays}" + (f" (Envy ${envy // 100:,})" if envy else ""))
    return ", ".join(parts) + f"; Envy from a ${QUALIFYING // 100} wager"


def signs(rules: Rules) -> tuple[Sign, ...]:
    """645a.2(b)(9)–(10), where they are not inscribed; how the house sets hands, for who asks (645a.11(a)(1))."""
    found = [
        Sign("645a.2(b)(9)", ". ".join(odds(rules)) + "."),
        Sign("645a.2(b)(10)", f"{limit(rules)}."),
        Sign("645a.7(f)", boxes_held(rules.adjacent_boxes)),
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
