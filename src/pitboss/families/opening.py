"""A table with a shoe between the rounds: who inspects its cards and what is done with them, and what it works with."""

from collections.abc import Iterable

from pitboss.families.shoe_law import SHUFFLER
from pitboss.game import DEALER_OR_FLOOR, CheckItem, Checklist, ThingKind, When, inspected_and_verified, signed_by
from pitboss.roles import Role

CARDS = "cards"
INSPECTED = "The dealer inspected the cards for defects; the floorperson assigned to the table verified it."
SPREAD = "The cards were spread face up by deck, suit and sequence for the first player."
PRESHUFFLED = "The decks came preinspected and preshuffled."
OPENING_TITLE, ARRIVAL_TITLE = "Opening of the table", "Cards for the first player"


def opening_lists(
    section: str,
    *,
    washed: str,
    received: Iterable[CheckItem] = (),
    inspected: Iterable[CheckItem] = (),
    apart: Iterable[CheckItem] = (),
    preshuffled: str = "",
    still_spread: bool = False,
) -> tuple[Checklist, ...]:
    """A chapter's ``section`` on opening: what is done with cards that come, and then when the first player is there.

    ``received`` is said of all cards that come, ``inspected`` only of those inspected here. After the first
    player's look they are ``washed``, two batches ``apart``. ``preshuffled`` is the provision that lifts this for decks
    which came inspected and shuffled; in some chapters they are ``still_spread`` (I-GEN-21).
    """
    inspection, look = f"{section}(a)", CheckItem(f"{section}(b)", SPREAD)
    if preshuffled:
        came = (*received, CheckItem(preshuffled, PRESHUFFLED))
        who = signed_by(*DEALER_OR_FLOOR, cite=preshuffled)
        lists = (Checklist("opening", OPENING_TITLE, preshuffled, who, came, When.CARDS),)
        return (*lists, arrival_list(look)) if still_spread else lists
    items = (*received, CheckItem(inspection, INSPECTED), *inspected)
    who = inspected_and_verified(inspection, inspection)
    return (
        Checklist("opening", OPENING_TITLE, inspection, who, items, When.CARDS),
        arrival_list(look, CheckItem(f"{section}(c)", washed), *apart),
    )


def arrival_list(first: CheckItem, *then: CheckItem, title: str = ARRIVAL_TITLE) -> Checklist:
    """What the dealer does with cards or tiles that came to the table before, when the first player comes."""
    return Checklist(
        "arrival", title, first.cite, signed_by(Role.DEALER, cite=first.cite), (first, *then), When.ARRIVAL
    )


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
    *,
    cards: str,
    shoe: str,
    shuffler: str = "",
    broken: str = "",
    approval: str = "",
    from_hand: bool = False,
    new_cards: bool = False,
) -> tuple[ThingKind, ...]:
    """What a table with a shoe works with, each under its provision.

    ``shuffler`` is the provision on a shuffling device, where one was filed, ``broken`` the one on its being out of order,
    ``approval`` the one that wants it tested before use. ``new_cards``: those of one opening are not used at the next.
    """
    found = [ThingKind(CARDS, "Decks of cards", cards, reserve=1, new_at_opening=new_cards)]
    if not from_hand:
        found.append(ThingKind("shoe", "Dealing shoe", shoe))
    if shuffler:
        device = SHUFFLER if broken else ""
        found.append(ThingKind(SHUFFLER, "Shuffling device", shuffler, device=device, approval=approval))
    return tuple(found)
