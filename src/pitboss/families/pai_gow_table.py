"""The table of a Pai Gow game with cards: what is looked at before it opens."""

from typing import Protocol

from pitboss.equipment.shoe import Dealing
from pitboss.families.pai_gow_dealing import PaiGowDevices, Selector
from pitboss.game import CheckItem, Checklist


class PaiGowTable(PaiGowDevices, Protocol):
    """With the choice that decides whether there is a progressive system."""

    @property
    def progressive_payout(self) -> bool: ...


def equipment_checklist(
    chapter: str, rules: PaiGowTable, *, start: str, system: str, boxes: str, rack: str, button: str = ""
) -> Checklist:
    """The device for the start, the progressive system, boxes, rack and shoe.

    ``start`` is the paragraph on shaker (1) and number generator (2), ``system`` that on the progressive system.
    """
    items = [
        *_start_items(rules.start_selector, start, button),
        CheckItem(boxes, "Drop box and tip box are attached where approved."),
        CheckItem(rack, "The discard rack is fixed to the dealer's side of the table."),
    ]
    if rules.progressive_payout:
        items += [
            CheckItem(system, "The progressive system is connected and approved."),
            CheckItem(f"{system}(1)", "Every betting position has its device for Progressive Payout Wagers."),
            CheckItem(f"{system}(2)", "The lock-out of Progressive Payout Wagers works."),
        ]
    if rules.dealing is Dealing.MANUAL_SHOE:
        items.append(CheckItem(f"{chapter}.8(a)", "The dealing shoe stands where approved."))
    return Checklist("equipment", "Table and equipment", start, ("floorperson",), tuple(items))


def _start_items(selector: Selector, start: str, button: str) -> tuple[CheckItem, ...]:
    if selector is Selector.RNG:
        return (CheckItem(f"{start}(2)", "The random number generator is the approved one."),)
    if selector is Selector.BUTTON:
        return (CheckItem(button, "The button is the approved one."),)
    return (
        CheckItem(f"{start}(1)", "The shaker is the approved one, and the dealer has it in his care."),
        CheckItem(f"{start}(1)(i)", "Three dice are in the shaker."),
        CheckItem(f"{start}(1)(ii)", "The dice cannot be seen while they are shaken."),
        CheckItem(f"{start}(1)(iii)", "The shaker bears the certificate holder's name or logo."),
    )


def one_joker(cite: str) -> CheckItem:
    """The deck is played with a single joker."""
    return CheckItem(cite, "The deck holds one joker; a second one was torn in half and put into the deck's box.")
