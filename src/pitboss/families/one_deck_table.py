"""The table of a game with one deck, or two that alternate: what is inspected, what it works with, who is asked what.

A chapter has the sections under the same numbers: .3 cards, .4 opening, .5 shuffle and cut, .8 to .10 dealing.
"""

from collections.abc import Iterable

from pitboss.equipment.shoe import Dealing, Shuffling
from pitboss.families.one_deck import (
    AUTOMATED_SHOE,
    CARDS_INSPECTED,
    INSPECTION_VERIFIED,
    MISDEALT,
    OTHER_DECK,
    OUT_OF_ORDER,
    RACK,
    STUB,
    DeckLaw,
    Devices,
)
from pitboss.families.opening import CARDS, opening_lists
from pitboss.families.shoe_law import CUT, SHUFFLER
from pitboss.game import (
    DEALER_OR_FLOOR,
    FLOOR_ONLY,
    CheckItem,
    Checklist,
    Duty,
    StaffQuestion,
    ThingKind,
    When,
    signed_by,
)
from pitboss.roles import Role

DEALER_ONLY = (Role.DEALER,)

# --- by the clock


def card_change(rules: Devices, *, by_hand: str, from_shoe: str) -> tuple[Duty, ...]:
    """Four hours when dealt from the hand, eight from a shoe of either kind."""
    if rules.dealing is Dealing.HAND:
        return (Duty("deck_change", "Change the cards", by_hand, 4),)
    return (Duty("deck_change", "Change the cards", from_shoe, 8),)


# --- what is inspected

BACKS = "The two decks have the same design and backs of two colours."


def equipment_items(chapter: str, rules: Devices, *, boxes: str, rack: str, reshuffles: str) -> tuple[CheckItem, ...]:
    """Boxes and rack, the manual shoe, and the device that reshuffles and counts, where one is used."""
    items = [
        CheckItem(boxes, "Drop box and tip box are attached where approved."),
        CheckItem(rack, "The discard rack is fixed to the dealer's side of the table."),
    ]
    if rules.dealing is Dealing.MANUAL_SHOE:
        items.append(CheckItem(f"{chapter}.8(a)", "The dealing shoe stands where approved."))
    if rules.shuffler is Shuffling.CONTINUOUS:
        items.append(CheckItem(reshuffles, "The device that reshuffles and counts is the approved one."))
    return tuple(items)


def equipment_list(cite: str, items: Iterable[CheckItem]) -> Checklist:
    """What a floorperson looks at before the table opens."""
    return Checklist("equipment", "Table and equipment", cite, signed_by(), tuple(items))


def card_lists(
    section: str,
    rules: Devices,
    *,
    backs: str,
    received: tuple[CheckItem, ...] = (),
    inspected: tuple[CheckItem, ...] = (),
) -> tuple[Checklist, ...]:
    """What is done with cards that come to the table, and for the first player; little with those that come preshuffled.

    ``section`` is the chapter's on opening, ``backs`` the provision on the backs of two decks; ``received`` and
    ``inspected`` are further items about the cards, the latter only about those that are inspected here.
    """
    apart, two = f"{section}(d)", rules.two_decks
    return opening_lists(
        section,
        received=(*received, *([CheckItem(backs, BACKS)] if two else [])),
        inspected=(*inspected, *([CheckItem(apart, "Each deck was inspected by itself.")] if two else [])),
        washed="The cards were turned down, washed, stacked and shuffled.",
        apart=[CheckItem(apart, "Each deck was spread, mixed, stacked and shuffled by itself.")] if two else [],
        preshuffled=f"{section}(e)" if rules.preshuffled_decks else "",
    )


def idle_list(spread: str, rules: Devices, *ready: CheckItem) -> tuple[Checklist, ...]:
    """What the dealer does with the cards of an idle table, under ``spread``; nothing where a device reshuffles them.

    ``ready`` is how they are made ready for play; of several ways one is enough.
    """
    if rules.shuffler is Shuffling.CONTINUOUS:
        return ()
    lay = CheckItem(spread, "The cards lay spread on the table, and the first player to come could look at them.")
    return (Checklist("idle", "Idle table", spread, signed_by(*DEALER_ONLY, cite=spread), (lay, *ready), When.IDLE),)


# --- what the table works with


def deck_things(chapter: str, rules: Devices, *, reshuffles: str) -> tuple[ThingKind, ...]:
    """Cards, shuffler and shoe; ``reshuffles`` is the provision on a device that reshuffles and counts."""
    things = [ThingKind(CARDS, "Deck of cards", f"{chapter}.3(a)", reserve=1)]
    if rules.shuffler is not Shuffling.MANUAL:
        counts = rules.shuffler is Shuffling.CONTINUOUS
        cite, approval = (reshuffles, reshuffles) if counts else (f"{chapter}.5(a)", "")
        things.append(ThingKind(SHUFFLER, "Shuffling device", cite, device=SHUFFLER, approval=approval))
    if rules.dealing is Dealing.MANUAL_SHOE:
        things.append(ThingKind("dealing_shoe", "Dealing shoe", f"{chapter}.8(a)", approval=f"{chapter}.8(a)"))
    elif rules.dealing is Dealing.AUTOMATED_SHOE:
        things.append(ThingKind(AUTOMATED_SHOE, "Automated dealing shoe", f"{chapter}.10(a)(1)", device=AUTOMATED_SHOE))
    return tuple(things)


# --- who is asked what


def deck_questions(law: DeckLaw, *, stub: str, miscounted: str) -> tuple[StaffQuestion, ...]:
    """What dealer and floor are asked about the deck."""
    return (
        StaffQuestion(CUT, DEALER_ONLY, law.cut),
        StaffQuestion(RACK, DEALER_ONLY, f"{law.two_decks}(4)"),
        StaffQuestion(STUB, DEALER_ONLY, stub),
        StaffQuestion(MISDEALT, DEALER_ONLY, miscounted),
        StaffQuestion(OUT_OF_ORDER, DEALER_OR_FLOOR, law.unusable),
        StaffQuestion(OTHER_DECK, FLOOR_ONLY, "I-GEN-32"),
        StaffQuestion(CARDS_INSPECTED, DEALER_ONLY, law.inspected),
        StaffQuestion(INSPECTION_VERIFIED, FLOOR_ONLY, law.inspected),
    )
