"""§§ 633a.2(c)–(h), 633a.3–633a.5, 633a.7(a): what is inspected and by whom, what the table works with, and what recurs."""

from pitboss.chapters.ch633a_blackjack.dealing import DETERMINANT, READER, READER_IN_ORDER, READER_MISUSE
from pitboss.chapters.ch633a_blackjack.decisions import ON_THE_CARDS
from pitboss.chapters.ch633a_blackjack.irregularities import LAW
from pitboss.chapters.ch633a_blackjack.procedure import STANDING
from pitboss.chapters.ch633a_blackjack.rules import Rules
from pitboss.families.cash import CASH_CONVERTED
from pitboss.families.opening import idle_checklist, opening_lists, shoe_things
from pitboss.families.progressive import AWARD_VERIFIED, DOCUMENTS, HAND_VERIFIED
from pitboss.families.shoe_law import IN_ORDER
from pitboss.game import FLOOR_ONLY, CheckItem, Checklist, Duty, Signature, StaffQuestion, ThingKind
from pitboss.roles import Role

# --- inspections

# 633a.2(f): the card reader is for the floorperson who is assigned to the table.
ASSIGNED = (Signature(FLOOR_ONLY, "inspects", "633a.2(f)", assigned=True),)


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """Equipment and cards before the table opens; the cards of an idle table, unless they stay in a continuous shuffler."""
    found = [
        Checklist("equipment", "Equipment of the table", "633a.2(f)", ASSIGNED, tuple(equipment(rules))),
        *opening(rules),
    ]
    if not rules.continuous_shuffler:  # 633a.5(h)
        by_device = "633a.5(g)(2)" if rules.automated_shuffling_device else ""
        found.append(idle_checklist("633a.5(g)", by_hand="633a.5(g)(1)", by_device=by_device))
    return tuple(found)


def equipment(rules: Rules) -> list[CheckItem]:
    """633a.2(c)–(h), 633a.3, 633a.5(h), 633a.7(a)."""
    found = [
        CheckItem("633a.2(e)", "Drop box and tip box are attached where approved."),
        CheckItem("633a.2(f)", "The card reader is attached, has not been tampered with and works."),
        CheckItem("633a.2(g)", "The discard rack is fixed to the dealer's side of the table."),
        CheckItem("633a.2(g)(1)", "The rack is as high as the stacked decks of one shoe, or", "height of the rack"),
        CheckItem("633a.2(g)(2)", "it is higher and has a clear mark at that height.", "height of the rack"),
    ]
    if rules.double_shoe:
        found += [
            CheckItem("633a.2(h)", "Height or mark of the rack go by the decks of one side."),
            CheckItem("633a.3(c)", "The two sides have one design, backs of two colours and a cover card each."),
        ]
    if rules.automated_shuffling_device:
        found.append(CheckItem("633a.3(b)(2)", "The two batches have one design and backs of two colours."))
    if rules.continuous_shuffler:
        found.append(CheckItem("633a.5(h)", "The shoe that reshuffles and counts is one that the laboratory approved."))
    if not rules.dealt_from_hand:
        found.append(CheckItem("633a.7(a)", "The dealing shoe stands where approved."))
    if rules.bad_beat_progressive:
        found.append(
            CheckItem("633a.2(c)", "Every position has an electronic wagering system that can lock wagers out.")
        )
    if rules.hit_and_run_progressive:
        found += [
            CheckItem("633a.2(d)", "The progressive table game system works and can lock wagers out."),
            CheckItem("633a.2(d)(1)", "Every position has a device that takes the Hit and Run Progressive Wager."),
        ]
    return found


def opening(rules: Rules) -> tuple[Checklist, ...]:
    """633a.4."""
    inspected, apart = [], []
    if rules.double_shoe:
        apart.append(CheckItem("633a.4(d)", "The decks of each side were spread, washed and stacked by themselves."))
    if rules.automated_shuffling_device:
        inspected.append(CheckItem("633a.4(e)", "Each batch was inspected by itself."))
        apart.append(CheckItem("633a.4(e)", "Each batch was spread, mixed, stacked and shuffled by itself."))
    return opening_lists(
        "633a.4",
        inspected=inspected,
        washed="The cards were turned down, washed, stacked and shuffled.",
        apart=apart,
        preshuffled="633a.4(f)" if rules.preshuffled else "",
    )


# --- things and their clocks


def things(rules: Rules) -> tuple[ThingKind, ...]:
    """633a.2(c)–(d), (f), 633a.3, 633a.5(h), 633a.7(a), 633a.12(b), 633a.14(k), (m)."""
    shuffler = "633a.5(h)" if rules.continuous_shuffler else "633a.3(b)" if rules.automated_shuffling_device else ""
    found = shoe_things(
        cards="633a.3(a)",
        shoe="633a.7(a)",
        shuffler=shuffler,
        broken="633a.14(m)",
        approval="633a.5(h)" if rules.continuous_shuffler else "",
        from_hand=rules.dealt_from_hand,
    )
    reader = ThingKind(READER, "Card reader device", "633a.2(f)", device=READER)
    if not rules.meters:
        return (*found, reader)
    cite = "633a.2(c)" if rules.bad_beat_progressive else "633a.2(d)"
    return (*found, reader, ThingKind("progressive system", "Progressive table game system", cite))


def duties(rules: Rules) -> tuple[Duty, ...]:
    """633a.2(f), 633a.3(d)."""
    hours = 4 if rules.dealt_from_hand else 24
    return (
        Duty("deck_change", "Change the cards", "633a.3(d)", hours),
        Duty(
            "card_reader_inspection",
            "Inspect the card reader",
            "633a.2(f)",
            24,
            thing=READER,
            roles=FLOOR_ONLY,
            replaces=False,
            assigned=True,
            daily=True,
        ),
    )


# --- what is asked of the dealer and the floor

STAFF_QUESTIONS = (
    *LAW.staff_questions,
    StaffQuestion(CASH_CONVERTED, (Role.DEALER,), "633a.6(a)"),
    StaffQuestion(IN_ORDER, FLOOR_ONLY, "633a.12(b)(2)"),
    StaffQuestion(DETERMINANT, (Role.DEALER,), "633a.7(d)(1)"),
    StaffQuestion(READER, (Role.DEALER,), "633a.7(h)"),
    StaffQuestion(READER_MISUSE, FLOOR_ONLY, "633a.14(j)"),
    StaffQuestion(READER_IN_ORDER.kind, FLOOR_ONLY, "I-633a-46"),
    StaffQuestion(ON_THE_CARDS, (Role.DEALER,), "633a.9(a)(2)"),
    StaffQuestion(STANDING, (Role.DEALER,), "633a.7(m)"),
    StaffQuestion(HAND_VERIFIED, (Role.DEALER,), "633a.7(o)(1)(ii)(A)"),
    StaffQuestion(AWARD_VERIFIED, FLOOR_ONLY, "633a.7(o)(1)(ii)(B)"),
    StaffQuestion(DOCUMENTS, FLOOR_ONLY, "633a.7(o)(2)(ii)(C)"),
)
