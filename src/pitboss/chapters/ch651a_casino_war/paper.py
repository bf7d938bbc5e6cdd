"""Layout, signs, inspections and duties of Casino War."""

from pitboss.chapters.ch651a_casino_war.rules import (
    BATCHES,
    INITIAL,
    INITIAL_PAYS,
    ON_WAR,
    TIE,
    TIE_PAYS,
    WAR,
    WAR_PAYS,
    Result,
    Rules,
)
from pitboss.equipment.shoe import Shuffling
from pitboss.families.opening import idle_checklist, opening_lists, shoe_things
from pitboss.felt import Area, Box, Felt, Inscription, Place, headed, in_the_middle
from pitboss.game import CheckItem, Checklist, Duty, Sign, ThingKind, signed_by
from pitboss.procedure import DEALER

PAYS = (
    f"Initial pays {INITIAL_PAYS}",
    f"War pays {WAR_PAYS[Result.HIGHER]}, and {WAR_PAYS[Result.TIE]} when the War deal ties",
    f"Tie pays {TIE_PAYS}",
)
# Seat 1 is at the dealer's left: the right-hand end as the players face the dealer (I-GEN-10).
SEAT_AT = (
    (1470, 270),
    (1310, 370),
    (1135, 440),
    (955, 480),
    (770, 495),
    (585, 480),
    (405, 440),
    (230, 370),
    (70, 270),
)  # fmt: skip


def felt(rules: Rules) -> Felt:
    """651a.2(a)–(b): positions with areas for Initial and War Wagers and for Tie Wagers, and the odds."""
    places = [
        Place("cards", DEALER, Box(730, 40, 180, 92), "DEALER"),
        Place("rack", "discard", Box(180, 40, 110, 70), "Discards"),
        Place("shoe", "shoe", Box(1350, 40, 110, 70), "Shoe"),
    ]
    areas = []
    for seat, (x, y) in enumerate(in_the_middle(SEAT_AT, rules.seats), 1):
        areas += [
            Area(INITIAL, "", Box(x, y, 72, 72, 36), "INITIAL", seat, "651a.2(b)(2)", name=f"Initial Wager, seat {seat}"),
            Area(WAR, "", Box(x + 78, y, 72, 72, 36), "WAR", seat, "651a.2(b)(2)", "plain", name=f"War Wager, seat {seat}"),
            Area(TIE, "", Box(x, y + 78, 72, 44, 10), "TIE", seat, "651a.2(b)(3)", name=f"Tie Wager, seat {seat}"),
            Area(TIE, ON_WAR, Box(x + 78, y + 78, 72, 44, 10), "WAR TIE", seat, "651a.2(b)(3)", "plain",
            name=f"Tie Wager on the War deal, seat {seat}"),
        ]  # fmt: skip
        places.append(Place("cards", seat, Box(x, y - 96, 150, 88), f"{seat}"))
    texts = (
        Inscription(820, 24, headed(rules, "Casino War"), "651a.2(b)(1)", 22),
        Inscription(820, 178, "     ".join(PAYS), "651a.2(b)(4)", 20),
        Inscription(820, 210, "On a tie, surrender half of the Initial Wager or go to War", "651a.9(c)", 18),
    )
    return Felt(1690, 650, "Casino War", tuple(areas), tuple(places), texts)


def signs(rules: Rules) -> tuple[Sign, ...]:
    """651a.2(b)(4), where the odds are not inscribed on the layout; 651a.7(e)."""
    boxes = "1 box" if rules.adjacent_boxes == 1 else f"{rules.adjacent_boxes} adjacent boxes"
    return (
        Sign("651a.2(b)(4)", ". ".join(PAYS) + "."),
        Sign("651a.7(e)", f"One player may wager on {boxes} in a round."),
    )


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """651a.2(c)–(d), 651a.3, 651a.4, 651a.5(g)."""
    continuous = rules.shuffler is Shuffling.CONTINUOUS
    equipment = [
        CheckItem("651a.2(c)", "Drop box and tip box are attached where approved."),
        CheckItem("651a.2(d)", "The discard rack is fixed to the dealer's side of the table, as approved."),
        CheckItem("651a.3(a)", f"{rules.shoe_decks * rules.batches} decks of one appearance and two cover cards are at the table."),
        CheckItem("651a.3(e)", "The shoe that reshuffles and counts is one that the laboratory approved.")
        if continuous
        else CheckItem("651a.3(b)", "The dealing shoe is a manual one and stands where approved."),
    ]  # fmt: skip
    if rules.batches == BATCHES:
        equipment += [
            CheckItem("651a.3(c)(2)", "The two batches have the same design and backs of two colours."),
            CheckItem("651a.5(g)(2)(i)", "The shuffler keeps one shuffled batch safely inside."),
        ]
    apart = CheckItem("651a.4(d)", "Each batch was spread, turned down and stacked by itself.")
    found = [
        Checklist("equipment", "Equipment of the table", "651a.2(c)", signed_by(), tuple(equipment)),
        *opening_lists(
            "651a.4",
            washed="The cards were turned down, washed and stacked.",
            apart=[apart] if rules.batches == BATCHES else [],
            preshuffled="651a.4(e)" if rules.preshuffled_decks else "",
            still_spread=True,
        ),
    ]
    if not continuous:  # 651a.5(h)
        by_device = "651a.5(g)(2)" if rules.batches == BATCHES else ""
        found.append(idle_checklist("651a.5(g)", by_hand="651a.5(g)(1)", by_device=by_device))
    return tuple(found)


def things(rules: Rules) -> tuple[ThingKind, ...]:
    """651a.3, 651a.5(h), 651a.11(e)."""
    continuous = rules.shuffler is Shuffling.CONTINUOUS
    shuffler = {Shuffling.MANUAL: "", Shuffling.AUTOMATED: "651a.3(c)", Shuffling.CONTINUOUS: "651a.5(h)"}[
        rules.shuffler
    ]
    return shoe_things(
        cards="651a.3(a)",
        shoe="651a.3(b)",
        shuffler=shuffler,
        broken="651a.11(e)",
        approval="651a.5(h)" if continuous else "",
    )


def duties(rules: Rules) -> tuple[Duty, ...]:
    """651a.3(d)."""
    return (Duty("deck_change", "Change the cards", "651a.3(d)", 24),)
