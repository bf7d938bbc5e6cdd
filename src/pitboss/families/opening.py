"""A table with a shoe between the rounds: who inspects its cards and what is done with them, and what it works with."""

from collections.abc import Iterable

from pitboss.families.shoe_law import SHUFFLER
from pitboss.game import DEALER_OR_FLOOR, CheckItem, Checklist, ThingKind, When, inspected_and_verified, signed_by
from pitboss.roles import Role

CARDS = "cards"
INSPECTED = "The dealer inspected the cards for defects; the floorperson assigned to the table verified it."
SPREAD = "The cards were spread face up by deck, suit and sequence for the first player."
PRESHUFFLED = "The decks came preinspected and preshuffled."


def cards_checklist(section: str, items: Iterable[CheckItem], *, preshuffled: str = "") -> Checklist:
    """What is done with cards that come to a table: the dealer inspects, the floorperson assigned to the table verifies.

    ``preshuffled`` is the provision that lifts that for decks which were inspected before they came.
    """
    who = signed_by(*DEALER_OR_FLOOR, cite=preshuffled) if preshuffled else inspected_and_verified(section, section)
    return Checklist("opening", "Opening of the table", preshuffled or section, who, tuple(items), When.CARDS)


def opening_checklist(section: str, *, preshuffled: str, batches: int, washed: str, apart: str) -> Checklist:
    """(a)–(d) of a chapter's section on opening.

    ``preshuffled`` is the provision on decks that came so, or empty; they are only spread (I-GEN-21). ``washed`` says what
    is done with the cards after the spread, ``apart`` what is done with each of two batches.
    """
    spread = CheckItem(f"{section}(b)", SPREAD)
    if preshuffled:
        return cards_checklist(f"{section}(a)", (CheckItem(preshuffled, PRESHUFFLED), spread), preshuffled=preshuffled)
    items = [CheckItem(f"{section}(a)", INSPECTED), spread, CheckItem(f"{section}(c)", washed)]
    if batches > 1:
        items.append(CheckItem(f"{section}(d)", apart))
    return cards_checklist(f"{section}(a)", items)


MIXED = "mixed by hand or by the device"
IDLE_TITLE = "Cards of an idle table"
SPREAD_IDLE = (
    "The cards were taken from shoe and rack and spread face down, or face up on request, for the first player."
)


def idle_checklist(section: str, *, by_hand: str, by_device: str = "") -> Checklist:
    """What the dealer does with the cards of a table without gaming activity, before the next round.

    ``by_hand`` is the provision on washing them, ``by_device`` the one on a shuffler, where one was filed; while that is
    out of order the cards are washed, so that either of the two is enough.
    """
    either = MIXED if by_device else ""
    items = [
        CheckItem(section, SPREAD_IDLE),
        CheckItem(by_hand, "They were washed, stacked, shuffled and cut.", either),
    ]
    if by_device:
        text = "They were stacked and put into the shuffler, and the batch inside was taken out."
        items.append(CheckItem(by_device, text, either))
    return Checklist("idle", IDLE_TITLE, section, signed_by(Role.DEALER), tuple(items), When.IDLE)


def shoe_things(
    *, cards: str, shoe: str, shuffler: str = "", broken: str = "", approval: str = "", from_hand: bool = False
) -> tuple[ThingKind, ...]:
    """What a table with a shoe works with, each under its provision.

    ``shuffler`` is the provision on a shuffling device, where one was filed, ``broken`` the one on its being out of order,
    ``approval`` the one that wants it tested before use.
    """
    found = [ThingKind(CARDS, "Decks of cards", cards, reserve=1)]
    if not from_hand:
        found.append(ThingKind("shoe", "Dealing shoe", shoe))
    if shuffler:
        device = SHUFFLER if broken else ""
        found.append(ThingKind(SHUFFLER, "Shuffling device", shuffler, device=device, approval=approval))
    return tuple(found)
