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
from pitboss.families.pai_gow_poker.felt import Layout, WagerArea, boxes_held, called, felt_of, odds_of
from pitboss.families.pai_gow_poker.table import TableCites, table_lists, table_things
from pitboss.felt import Box, Felt
from pitboss.game import Checklist, Sign, ThingKind

LAYOUT = Layout(
    title="Six-Card Fortune Pai Gow Poker",
    title_cite="670a.2(b)(1)",
    height=860,
    seat_top=(496, 562, 596),
    high=Box(590, 64, 260, 92),
    low=Box(866, 64, 74, 92),
    odds_top=200,
    wagers={
        MAIN: WagerArea(Box(74, 96, 68, 68, 34), "SIX-CARD\nFORTUNE", "670a.2(b)(2)"),
        DOUBLE_DOWN: WagerArea(Box(150, 98, 64, 64, 32), "DOUBLE\nDOWN", "670a.2(b)(5)"),
        FORTUNE: WagerArea(Box(2, 98, 64, 64, 12), "FORTUNE\nBONUS", "670a.2(b)(6)"),
        INSURANCE: WagerArea(Box(30, 174, 66, 54, 12), "INSUR-\nANCE", "670a.2(b)(7)"),
        PROGRESSIVE: WagerArea(Box(128, 174, 54, 54, 27), "PROG.", "670a.2(b)(8)"),
    },
)


def felt(rules: Rules) -> Felt:
    """670a.2(b): for each player the areas of the wagers offered and of two hands; the dealer's two; the odds."""
    return felt_of(LAYOUT, rules, rules.offered, ((line, "670a.2(b)(9)") for line in odds(rules)))


# --- what is printed


def odds(rules: Rules) -> list[str]:
    """(b)(9) What every wager offered pays, one sentence each."""
    found = [f"Six-Card Fortune Pai Gow Poker pays {EVEN}   ·   Equal hands are the dealer's"]
    if rules.double_down:
        found.append(f"Double Down pays {EVEN}; it pushes unless the dealer has a pair of 8s or better")
    if rules.fortune_bonus:
        found += [
            f"Fortune Bonus pays {odds_of(FORTUNE_PAYS)}",
            *_envy("Fortune", FORTUNE_ENVIES, rules.small_wagers_envy),
        ]
    if rules.insurance:
        found.append(f"Insurance pays {odds_of(INSURANCE_PAYS)}")
    if rules.progressive_payout:
        shares = ", ".join(f"{called(line)} {percent}% of meter" for line, percent in METER_SHARES.items())
        envy = _envy("Progressive", {rules.progressive_unit: PROGRESSIVE_ENVIES[rules.progressive_unit]}, True)
        found += [f"Progressive pays {shares}, {odds_of(PROGRESSIVE_PAYS)}", *envy]
    return found


def _envy(whose: str, tables: Envies, small: bool) -> Iterator[str]:
    """``Fortune Envy Bonus for $5: Five aces $5,000, …``, for each size of wager that draws one."""
    for wager, table in tables.items():
        if small or wager >= FIVE:
            sums = ", ".join(f"{called(line)} ${cents // 100:,}" for line, cents in table.items())
            yield f"{whose} Envy Bonus for ${wager // 100}: {sums}"


HOUSE_WAY = (
    "The best class of hand is played high and the highest card outside it low.",
    "Three pairs: the two lower stay high, a card of the highest goes low.",
    "Two threes of a kind: the lower three and two of the higher stay high, the other goes low.",
    "Six in sequence or of one suit: the lowest five stay high, the top card goes low.",
    "No pair, straight or flush: the highest card stays high, the second goes low.",
)


def signs(rules: Rules) -> tuple[Sign, ...]:
    """670a.2(b)(9), where the odds are not inscribed; how hands are set (670a.11(a)(1))."""
    found = [
        Sign("670a.2(b)(9)", ". ".join(odds(rules)) + "."),
        Sign("670a.7(f)", boxes_held(rules.adjacent_boxes)),
        Sign("670a.11(d)", f"How the dealer's hands are set. {' '.join(HOUSE_WAY)}"),
    ]
    if rules.progressive_payout:
        found.append(Sign("670a.12(d)(2)", f"The Progressive Payout Wager is ${rules.progressive_unit // ONE}."))
    return tuple(found)


# --- what is inspected, and what the table works with

CITES = TableCites(chapter="670a", start="670a.2(d)", system="670a.2(c)", boxes="670a.2(e)", rack="670a.2(f)")


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """670a.2(c)–(f), 670a.3(a), 670a.4, 670a.5(g)–(h), 670a.8(a)."""
    return table_lists(CITES, rules)


def things(rules: Rules) -> tuple[ThingKind, ...]:
    """670a.2(c)–(d), 670a.3, 670a.5, 670a.8, 670a.10."""
    return table_things(CITES, rules)
