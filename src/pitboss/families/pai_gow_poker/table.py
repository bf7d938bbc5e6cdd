"""The table of a Pai Gow poker game: its state between rounds, its inspections, and what is changed by the clock."""

from typing import Self

import msgspec

from pitboss.equipment.shoe import Dealing, ShoeState
from pitboss.families.one_deck import Deck, card_change
from pitboss.families.pai_gow_poker.dealing import PaiGowDevices, Selector
from pitboss.families.pai_gow_poker.rules import PaiGowRules
from pitboss.families.progressive import Progressive, opened
from pitboss.game import CheckItem, Checklist, Duty, RoundStart
from pitboss.meters import MeterState

DICE_HOURS = 24  # for which dice may stay in a shaker


# --- between rounds


class PaiGowTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state between rounds; a chapter may add to it.

    A deck that is not ``shuffled`` yet means that the game is just beginning, or begins again with another deck.
    """

    deck: ShoeState = ShoeState()
    preshuffled: int = 0  # decks that have not been used since they came to the table preshuffled
    meter: MeterState | None = None
    shoe_out: bool = False  # the automated shoe is out of order

    def begins(self, start: RoundStart) -> Self:
        """The state at the start of a round: a table that was reopened or idle begins again, with cards shuffled at the table."""
        if not start.reopened or not self.deck.shuffled:
            return self
        return msgspec.structs.replace(self, deck=msgspec.structs.replace(self.deck, shuffled=False), preshuffled=0)

    def progressive(self, rules: PaiGowRules) -> Progressive | None:
        """The meter during the next round, where there is one."""
        return Progressive(rules.meter, self.meter) if rules.meter is not None and self.meter is not None else None

    def after(self, deck: Deck, meter: Progressive | None, *, begun: bool) -> Self:
        """The state after a round; where nothing was dealt, or the deck was removed, the game has yet to begin."""
        next_deck = msgspec.structs.replace(deck.after(), shuffled=begun)
        left, shows = max(0, self.preshuffled - 1), meter.after() if meter is not None else None
        return msgspec.structs.replace(self, deck=next_deck, preshuffled=left, meter=shows, shoe_out=deck.shoe_out)

    @classmethod
    def opened(cls, rules: PaiGowRules) -> Self:
        decks = 2 if rules.two_decks else 1
        meter = opened(rules.meter) if rules.meter is not None else None
        return cls(ShoeState(batches=decks), preshuffled=decks if rules.preshuffled_decks else 0, meter=meter)


def open_table(rules: PaiGowRules) -> PaiGowTable:
    return PaiGowTable.opened(rules)


# --- by the clock


def card_and_dice_change(rules: PaiGowDevices, *, by_hand: str, from_shoe: str, dice: str) -> tuple[Duty, ...]:
    """The cards after four or eight hours, and the dice of a shaker after a day."""
    cards = card_change(rules, by_hand=by_hand, from_shoe=from_shoe)
    if rules.start_selector is not Selector.SHAKER:
        return cards
    return (*cards, Duty("dice_change", "Change the dice of the shaker", dice, DICE_HOURS))


# --- before it opens


def equipment_checklist(
    chapter: str,
    rules: PaiGowRules,
    *,
    start: str,
    system: str,
    boxes: str,
    rack: str,
    button: str = "",
    besides: tuple[CheckItem, ...] = (),
) -> Checklist:
    """The device for the start, the progressive system, boxes, rack and shoe, and further items (``besides``).

    ``start`` is the paragraph on shaker (1) and number generator (2), ``system`` the one on the progressive system.
    """
    items = [
        *_start_items(rules.start_selector, start, button),
        CheckItem(boxes, "Drop box and tip box are attached where approved."),
        CheckItem(rack, "The discard rack is fixed to the dealer's side of the table."),
    ]
    if rules.meter is not None:
        items += [
            CheckItem(system, "The progressive system is connected and approved."),
            CheckItem(f"{system}(1)", "Every betting position has its device for Progressive Payout Wagers."),
            CheckItem(f"{system}(2)", "The lock-out of Progressive Payout Wagers works."),
        ]
    if rules.dealing is Dealing.MANUAL_SHOE:
        items.append(CheckItem(f"{chapter}.8(a)", "The dealing shoe stands where approved."))
    return Checklist("equipment", "Table and equipment", start, ("floorperson",), (*items, *besides))


def _start_items(selector: Selector, start: str, button: str) -> tuple[CheckItem, ...]:
    if selector is Selector.RNG:
        return (CheckItem(f"{start}(2)", "The random number generator is the approved one."),)
    if selector is Selector.BUTTON:
        return (CheckItem(button, "The button is the approved one."),)
    return (
        CheckItem(f"{start}(1)", "The shaker is the approved one, and the dealer has it in their care."),
        CheckItem(f"{start}(1)(i)", "Three dice are in the shaker."),
        CheckItem(f"{start}(1)(ii)", "The dice cannot be seen while they are shaken."),
        CheckItem(f"{start}(1)(iii)", "The shaker bears the certificate holder's name or logo."),
    )


def one_joker(cite: str) -> CheckItem:
    """The deck is played with a single joker."""
    return CheckItem(cite, "The deck holds one joker; a second one was torn in half and put into the deck's box.")
