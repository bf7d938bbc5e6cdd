"""§§ 688a.2, 688a.4: layout, signs, inspections."""

from pitboss.chapters.ch688a_face_up_pai_gow_poker.paytables import EVEN, FortuneTable, ProgressiveTable
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import (
    ACE_HIGH,
    FORTUNE,
    MAIN,
    PROGRESSIVE,
    QUALIFYING,
    Rules,
)
from pitboss.families.pai_gow_poker.felt import Layout, WagerArea, boxes_held, called, felt_of, odds_of
from pitboss.families.pai_gow_poker.table import TableCites, table_lists, table_things
from pitboss.families.progressive import posted
from pitboss.felt import Box, Felt
from pitboss.game import Checklist, Sign, ThingKind

LAYOUT = Layout(
    title="Face Up Pai Gow Poker",
    title_cite="688a.2(b)(1)",
    height=816,
    seat_top=(456, 516, 546),
    high=Box(560, 64, 260, 92),
    low=Box(836, 64, 116, 92),
    odds_top=200,
    wagers={
        MAIN: WagerArea(Box(70, 98, 76, 76, 38), "FACE UP\nPAI GOW", "688a.2(b)(2)"),
        FORTUNE: WagerArea(Box(0, 98, 62, 62, 12), "FORTUNE\nBONUS", "688a.2(b)(6)"),
        ACE_HIGH: WagerArea(Box(154, 98, 62, 62, 12), "ACE HIGH\nBONUS", "688a.2(b)(5)"),
        PROGRESSIVE: WagerArea(Box(80, 184, 56, 56, 28), "PROG.", "688a.2(b)(7)"),
    },
)
PUSH = "If the dealer has an Ace High Pai Gow, the Face Up Pai Gow Poker Wager pushes and is returned"


def felt(rules: Rules) -> Felt:
    """688a.2(b): for each player the areas of the wagers offered and of two hands; the dealer's two; the odds."""
    lines = [(PUSH, "688a.2(b)(8)"), *((line, "688a.2(b)(9)") for line in odds(rules))]
    return felt_of(LAYOUT, rules, rules.offered, lines)


# --- what is printed


def odds(rules: Rules) -> list[str]:
    """(b)(9) What every wager offered pays, one sentence each."""
    found = [f"Face Up Pai Gow Poker pays {EVEN} without commission   ·   Equal hands are the dealer's"]
    if rules.ace_high_bonus:
        found.append(f"Ace High Bonus pays {odds_of(rules.ace_high)}")
    if rules.fortune_bonus:
        found.append(f"Fortune Bonus pays {_fortune(rules.fortune)}")
    if rules.progressive_payout:
        found.append(f"The ${rules.progressive.unit // 100} Progressive pays {_progressive(rules.progressive)}")
    return found


def _fortune(table: FortuneTable) -> str:
    parts = [f"{called(line)} {pays}{_envy(table.envy.get(line, 0))}" for line, pays in table.pays.lines]
    pushes = [f"{called(line)} pushes" for line in table.pushes]
    return ", ".join([*parts, *pushes]) + f"; Envy from a ${QUALIFYING // 100} wager"


def _progressive(table: ProgressiveTable) -> str:
    parts = [f"{called(line)} {award.text}{_envy(award.envy)}" for line, award in table.awards.items()]
    stake = "the wager is returned as well" if table.stake_back else "the wager included"
    joker = "; the joker is wild" if table.wild else ""
    return f"{', '.join(parts)}; {stake}{joker}"


def _envy(due: int) -> str:
    return f" (Envy ${due // 100:,})" if due else ""


def signs(rules: Rules) -> tuple[Sign, ...]:
    """688a.2(b)(8)–(9), where they are not inscribed; how the house sets hands (688a.11(b)(1))."""
    found = [
        Sign("688a.2(b)(8)", f"{PUSH}."),
        Sign("688a.2(b)(9)", ". ".join(odds(rules)) + "."),
        Sign("688a.7(f)", boxes_held(rules.adjacent_boxes)),
        Sign("688a.11(a)", f"{rules.way.title}. {' '.join(rules.way.sentences)}"),
    ]
    if rules.meter is not None:
        found.append(Sign("688a.12(d)", posted(rules.meter, rules.progressive_winners)))
    if rules.progressive_link_group is not None:
        found.append(
            Sign("688a.2(d)", f"The Progressive is shared by all tables of the group {rules.progressive_link_group}.")
        )
    return tuple(found)


# --- what is inspected, and what the table works with

CITES = TableCites(chapter="688a", start="688a.2(c)", system="688a.2(d)", boxes="688a.2(e)", rack="688a.2(f)")


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """688a.2(c)–(f), 688a.3(a), 688a.4, 688a.5(g)–(h), 688a.8(a)."""
    return table_lists(CITES, rules, linked=rules.progressive_link_group is not None)


def things(rules: Rules) -> tuple[ThingKind, ...]:
    """688a.2(c)–(d), 688a.3, 688a.5, 688a.8, 688a.10."""
    return table_things(CITES, rules)
