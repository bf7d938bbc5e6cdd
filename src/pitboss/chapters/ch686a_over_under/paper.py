"""Layout, signs, inspections and duties of Over/Under."""

from pitboss.chapters.ch686a_over_under.rules import (
    ANTE,
    BATCHES,
    BONUS,
    BONUS_PAYS,
    EVEN_MONEY,
    HAND,
    KINDS,
    OVER,
    UNDER,
    Edition,
    Rules,
)
from pitboss.equipment.shoe import Shuffling
from pitboss.families.opening import IDLE_TITLE, INSPECTED, opening_lists, shoe_things
from pitboss.felt import Area, Box, Felt, Inscription, Place, headed, in_the_middle
from pitboss.game import CheckItem, Checklist, Duty, Sign, ThingKind, When, inspected_and_verified, signed_by

# Seat 1 is at the dealer's left: the right-hand end as the players face the dealer (I-GEN-10).
SEAT_AT = ((1110, 330), (905, 430), (695, 475), (485, 475), (275, 430), (70, 330))
EVEN_MONEY_WORDS = {
    Edition.PROPOSED_2019: "All bets pay even money except for Bonus Bets",
    Edition.ADOPTED_2021: "All bets pay even money except for Bonus wagers",
}
SPREAD_IDLE = {  # 686a.5(g): whose request turns the cards up
    Edition.PROPOSED_2019: "The cards were taken from shoe and rack and spread face down, or face up if any player asked.",
    Edition.ADOPTED_2021: "The cards were taken from shoe and rack and spread face down, or face up if the first player to "
    "arrive asked.",
}
BONUS_WORDS = "   ".join(f"{line} pays {odds}" for line, odds in BONUS_PAYS.lines)


def felt(rules: Rules) -> Felt:
    """686a.2(a)–(b): positions with three rectangles for cards, the wagers' areas and the inscriptions."""
    areas, places = (
        [],
        [
            Place("rack", "discard", Box(100, 40, 110, 70), "Discards"),
            Place("shoe", "shoe", Box(1150, 40, 110, 70), "Shoe"),
        ],
    )
    for seat, (x, y) in enumerate(in_the_middle(SEAT_AT, rules.seats), 1):
        places += [Place("cards", seat, Box(x + 62 * n, y - 92, 56, 80), str(n + 1)) for n in range(HAND)]
        spots = [
            (ANTE, "ANTE", Box(x, y, 84, 84, 42), "686a.2(b)(2)", ""),
            (OVER, "OVER 23", Box(x + 94, y, 84, 40, 10), "686a.2(b)(2)", "plain"),
            (UNDER, "UNDER 18", Box(x + 94, y + 44, 84, 40, 10), "686a.2(b)(2)", "plain"),
        ]
        if rules.bonus_wager:
            spots.append((BONUS, "BONUS", Box(x + 50, y + 94, 84, 44, 22), "686a.2(b)(5)", ""))
        areas += [
            Area(kind, "", box, label, seat, cite, tint, name=f"{KINDS[kind].title}, seat {seat}")
            for kind, label, box, cite, tint in spots
        ]
    texts = [
        Inscription(680, 24, headed(rules, "Over/Under"), "686a.2(b)(1)", 22),
        Inscription(680, 70, EVEN_MONEY_WORDS[rules.edition], "686a.2(b)(4)(i)", 20),
        Inscription(680, 104, "House wins on 18—23", "686a.2(b)(4)(ii)", 26),
        Inscription(680, 138, "Aces are always counted as 11", "686a.2(b)(4)(iii)", 20),
        Inscription(680, 170, f"Ante, Over 23 and Under 18 pay {EVEN_MONEY}", "686a.2(b)(6)", 18),
    ]
    if rules.bonus_wager:
        texts.append(Inscription(680, 198, "Bonus   " + BONUS_WORDS, "686a.2(b)(6)", 16))
    return Felt(1360, 640, "Over/Under", tuple(areas), tuple(places), tuple(texts))


def signs(rules: Rules) -> tuple[Sign, ...]:
    """686a.2(b)(6), where the odds are not inscribed on the layout; 686a.6(b), (f)."""
    bonus = f" Bonus: {BONUS_WORDS.replace('   ', ', ')}." if rules.bonus_wager else ""
    boxes = "1 box" if rules.adjacent_boxes == 1 else f"{rules.adjacent_boxes} adjacent boxes"
    found = [
        Sign("686a.2(b)(6)", f"Ante, Over 23 and Under 18 pay {EVEN_MONEY}.{bonus}"),
        Sign("686a.6(f)", f"One player may wager on {boxes} in a round."),
    ]
    if rules.no_mid_shoe_entry:
        found.append(Sign("686a.6(b)", "No mid-shoe entry: a player who sits out a round waits for the next shuffle."))
    return tuple(found)


WASHED = "The cards were turned down, washed, stacked and shuffled."
APART = "Each batch was spread, mixed, stacked and shuffled by itself."


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """686a.2(c)–(d), 686a.3, 686a.4, 686a.5(g)–(h), 686a.7(a)."""
    equipment = [
        CheckItem("686a.2(c)", "Drop box and tip box are attached where approved."),
        CheckItem("686a.2(d)", "The discard rack is fixed to the dealer's side of the table."),
        CheckItem("686a.2(d)(1)", "The rack is as high as six decks stacked up, or", "height of the rack"),
        CheckItem("686a.2(d)(2)", "it is higher and has a clear mark at that height.", "height of the rack"),
        CheckItem("686a.3(a)", "Each batch is six decks of 52 cards of one appearance, with a cover card."),
        CheckItem("686a.7(a)", "The dealing shoe stands where approved."),
    ]
    two = rules.batches == BATCHES
    if two:
        equipment.append(CheckItem("686a.3(b)(2)", "The two batches have the same design and backs of two colours."))
    if rules.shuffler is Shuffling.CONTINUOUS:
        equipment.append(CheckItem("686a.5(h)", "The continuous shuffler is one that the laboratory approved."))
    found = [
        Checklist("equipment", "Equipment of the table", "686a.2(c)", signed_by(), tuple(equipment)),
        *opening_lists(
            "686a.4",
            inspected=[CheckItem("686a.4(d)", "Each batch was inspected by itself.")] if two else [],
            washed=WASHED,
            apart=[CheckItem("686a.4(d)", APART)] if two else [],
            preshuffled="686a.4(e)" if rules.preshuffled_decks else "",
            still_spread=True,
        ),
    ]
    if rules.shuffler is not Shuffling.CONTINUOUS:  # 686a.5(h)
        found.append(idle_table(rules))
    return tuple(found)


def idle_table(rules: Rules) -> Checklist:
    """686a.5(g): after the first player's look, all that 686a.4 orders at an opening, the inspection included."""
    items = [
        CheckItem("686a.5(g)", SPREAD_IDLE[rules.edition]),
        CheckItem("686a.4(a)", INSPECTED),
        CheckItem("686a.4(c)", WASHED),
        *([CheckItem("686a.4(d)", APART)] if rules.batches == BATCHES else []),
    ]
    who = inspected_and_verified("686a.5(g)", "686a.5(g)")
    return Checklist("idle", IDLE_TITLE, "686a.5(g)", who, tuple(items), When.IDLE)


def things(rules: Rules) -> tuple[ThingKind, ...]:
    """686a.3, 686a.5(h), 686a.7(a), 686a.9(e)."""
    shuffler = {Shuffling.MANUAL: "", Shuffling.AUTOMATED: "686a.3(b)", Shuffling.CONTINUOUS: "686a.3(a)"}[
        rules.shuffler
    ]
    approval = "686a.5(h)" if rules.shuffler is Shuffling.CONTINUOUS else ""
    return shoe_things(cards="686a.3(a)", shoe="686a.7(a)", shuffler=shuffler, broken="686a.9(e)", approval=approval)


def duties(rules: Rules) -> tuple[Duty, ...]:
    """686a.3(c)."""
    return (Duty("deck_change", "Change the cards", "686a.3(c)", 24),)
