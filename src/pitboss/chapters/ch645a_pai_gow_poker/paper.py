"""§§ 645a.2, 645a.4: layout, signs, inspections."""

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
from pitboss.families.pai_gow_poker.felt import Layout, WagerArea, boxes_held, called, felt_of, odds_of
from pitboss.families.pai_gow_poker.table import TableCites, table_lists, table_things
from pitboss.felt import Area, Box, Felt, Place
from pitboss.game import Checklist, Sign, ThingKind
from pitboss.money import dollars

LAYOUT = Layout(
    title="Pai Gow Poker",
    title_cite="645a.2(b)(1)",
    height=840,
    seat_top=(476, 536, 566),
    high=Box(560, 64, 260, 92),
    low=Box(836, 64, 116, 92),
    odds_top=184,
    wagers={
        MAIN: WagerArea(Box(70, 96, 76, 76, 38), "PAI GOW\nPOKER", "645a.2(b)(2)"),
        FORTUNE: WagerArea(Box(0, 96, 64, 64, 12), "FORTUNE\nBONUS", "645a.2(b)(5)"),
        EMPERORS: WagerArea(Box(152, 96, 64, 64, 12), "EMPEROR'S\nTREASURE", "645a.2(b)(6)"),
        INSURANCE: WagerArea(Box(0, 178, 64, 64, 12), "PAI GOW\nINSURANCE", "645a.2(b)(7)"),
        PROGRESSIVE: WagerArea(Box(152, 178, 64, 64, 32), "PROG.", "645a.2(b)(8)"),
        BANK: WagerArea(Box(74, 182, 68, 28, 14), "BANK", "645a.12(c)"),
        CO_BANK: WagerArea(Box(74, 214, 68, 28, 14), "CO-BANK", "645a.12(e)"),
    },
)
DEALERS_WAGER = Area(
    DEALER_WAGER, "", Box(980, 68, 84, 84, 42), "DEALER'S\nWAGER", 0, "645a.12(g)", "plain",
    name="Dealer's wager against the bank",
)  # fmt: skip
BANK_MARKER = Place("marker", "bank", Box(340, 76, 68, 68, 34), "Bank")


def felt(rules: Rules) -> Felt:
    """645a.2(b): for each player the areas of the wagers offered and of two hands; the dealer's two; odds and limit."""
    left_out = {DEALER_WAGER} if rules.co_banking else {DEALER_WAGER, CO_BANK}
    kinds = [kind for kind in rules.offered if kind.name not in left_out]
    lines = [*((line, "645a.2(b)(9)") for line in odds(rules)), (limit(rules), "645a.2(b)(10)")]
    if not rules.player_bank:
        return felt_of(LAYOUT, rules, kinds, lines)
    return felt_of(LAYOUT, rules, kinds, lines, areas=(DEALERS_WAGER,), places=(BANK_MARKER,))


# --- what is printed


def odds(rules: Rules) -> list[str]:
    """(b)(9) What every wager offered pays, one sentence each."""
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
    """(b)(10), I-645a-12: the payout limit that is filed, or that none is; with a meter, what a limit does to its award."""
    if rules.payout_limit is None:
        return "No payout limit on the optional wagers of one hand"
    words = f"Payout limit on the optional wagers of one hand: ${dollars(rules.payout_limit)}"
    if not rules.progressive_payout:
        return words
    return f"{words}, whatever the meter shows; what the limit does not pay stays on the meter"


def _bonus(table: BonusTable) -> str:
    parts = []
    for line, pays in table.pays.lines:
        envy = table.envy.get(line)
        parts.append(f"{called(line)} {pays}" + (f" (Envy ${envy // 100:,})" if envy else ""))
    return ", ".join(parts) + f"; Envy from a ${QUALIFYING // 100} wager"


def signs(rules: Rules) -> tuple[Sign, ...]:
    """645a.2(b)(9)–(10), where they are not inscribed; how the house sets hands (645a.11(a)(1))."""
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


# --- what is inspected, and what the table works with

CITES = TableCites(
    chapter="645a",
    start="645a.2(c)",
    button="645a.2(c)(3)",
    system="645a.2(d)",
    boxes="645a.2(e)",
    rack="645a.2(f)",
)


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """645a.2(c)–(f), 645a.3(a), 645a.4, 645a.5(g)–(h), 645a.8(a)."""
    return table_lists(CITES, rules)


def things(rules: Rules) -> tuple[ThingKind, ...]:
    """645a.2(c)–(d), 645a.3, 645a.5, 645a.8, 645a.10."""
    return table_things(CITES, rules)
