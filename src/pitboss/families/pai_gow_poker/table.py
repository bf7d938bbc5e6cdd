"""The table of a Pai Gow poker game: its state between rounds, its inspections, and what is changed by the clock."""

from typing import Self

import msgspec

from pitboss.equipment.shoe import ShoeState, Shuffling
from pitboss.families.one_deck import Deck
from pitboss.families.one_deck_table import (
    DEALER_ONLY,
    card_change,
    card_lists,
    deck_questions,
    deck_things,
    equipment_items,
    equipment_list,
    idle_list,
)
from pitboss.families.pai_gow import SHAKES
from pitboss.families.pai_gow_poker.dealing import DICE_TOTALLED, SHAKES_SEEN, PaiGowDevices, Selector
from pitboss.families.pai_gow_poker.law import DealingLaw
from pitboss.families.pai_gow_poker.round import HAND_READ, HANDS_SET
from pitboss.families.pai_gow_poker.rules import PaiGowRules
from pitboss.families.pai_gow_poker.setting import SURRENDERED_CARDS
from pitboss.families.progressive import AwardCites, Progressive, opened, progressive_questions
from pitboss.game import CheckItem, Checklist, Duty, RoundStart, StaffQuestion, ThingKind
from pitboss.meters import MeterState

LINKED = "The progressive system is connected, approved for linked tables, and linked to its group."
# what dealer and floorperson see to together, before the spread
SECOND_JOKER = "A second joker, if the deck came with one, was torn in half and put into the deck's box."
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
    rack: int = 0  # which deck's cards lie in the discard rack; 0: none

    def begins(self, start: RoundStart) -> Self:
        """The state at the start of a round: a table that was reopened or idle begins again, with cards shuffled at the table."""
        if not start.reopened or not self.deck.shuffled:
            return self
        deck = msgspec.structs.replace(self.deck, shuffled=False)
        return msgspec.structs.replace(self, deck=deck, preshuffled=0, rack=0)

    def progressive(self, rules: PaiGowRules) -> Progressive | None:
        """The meter during the next round, where there is one."""
        return Progressive(rules.meter, self.meter) if rules.meter is not None and self.meter is not None else None

    def after(self, deck: Deck, meter: Progressive | None, *, begun: bool) -> Self:
        """The state after a round; where nothing was dealt, or the deck was removed, the game has yet to begin."""
        next_deck = msgspec.structs.replace(deck.after(), shuffled=begun)
        left, shows = max(0, self.preshuffled - 1), meter.after() if meter is not None else None
        return msgspec.structs.replace(
            self, deck=next_deck, preshuffled=left, meter=shows, shoe_out=deck.shoe_out, rack=deck.shoe.rack
        )

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
    return (*cards, Duty("dice_change", "Change the dice of the shaker", dice, DICE_HOURS, thing="dice"))


# --- what is inspected


class TableCites(msgspec.Struct, frozen=True, kw_only=True):
    """Where a chapter has its table: ``start`` is the paragraph on shaker (1) and number generator (2)."""

    chapter: str
    start: str
    system: str  # the progressive system
    boxes: str
    rack: str
    button: str = ""

    @property
    def reshuffles(self) -> str:
        """The provision on a device that reshuffles and counts."""
        return f"{self.chapter}.5(h)"


def table_lists(cites: TableCites, rules: PaiGowRules, *, linked: bool = False) -> tuple[Checklist, ...]:
    """The equipment, the cards, and the cards of an idle table; ``linked``: the progressive system serves several tables."""
    chapter, idle = cites.chapter, f"{cites.chapter}.5(g)"
    common = equipment_items(chapter, rules, boxes=cites.boxes, rack=cites.rack, reshuffles=cites.reshuffles)
    items = [*_start_items(rules.start_selector, cites.start, cites.button), *common]
    if rules.meter is not None:
        items += [
            CheckItem(cites.system, LINKED if linked else "The progressive system is connected and approved."),
            CheckItem(f"{cites.system}(1)", "Every betting position has its device for Progressive Payout Wagers."),
            CheckItem(f"{cites.system}(2)", "The lock-out of Progressive Payout Wagers works."),
        ]
    either = "by hand or device" if rules.shuffler is Shuffling.AUTOMATED else ""
    ready = [CheckItem(f"{idle}(1)", "They were washed, stacked, shuffled by hand and cut.", either)]
    if either:
        ready.append(
            CheckItem(f"{idle}(2)", "They were put into the shuffler, and the deck inside was taken out.", either)
        )
    return (
        equipment_list(cites.start, items),
        *card_lists(
            f"{chapter}.4",
            rules,
            backs=f"{chapter}.3(b)(1)",
            received=(CheckItem(f"{chapter}.3(a)", "The deck has one joker, which is in use."),),
            inspected=(CheckItem(f"{chapter}.4(b)", SECOND_JOKER),),
        ),
        *idle_list(idle, rules, *ready),
    )


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


# --- what the table works with, and who is asked what


def table_things(cites: TableCites, rules: PaiGowRules) -> tuple[ThingKind, ...]:
    """The deck and its devices, what finds the start, and the progressive system."""
    start, things = cites.start, list(deck_things(cites.chapter, rules, reshuffles=cites.reshuffles))
    if rules.start_selector is Selector.RNG:
        things.append(ThingKind("generator", "Random number generator", f"{start}(2)", approval=f"{start}(2)"))
    elif rules.start_selector is Selector.BUTTON:
        things.append(ThingKind("button", "Button for the starting position", cites.button, approval=cites.button))
    else:
        things += [
            ThingKind("shaker", "Pai Gow Poker shaker", f"{start}(1)", approval=f"{start}(1)"),
            ThingKind("dice", "Three dice of the shaker", f"{start}(1)(i)", reserve=1),
        ]
    if rules.meter is not None:
        things.append(ThingKind("meter", "Progressive table game system", cites.system, approval=cites.system))
    return tuple(things)


def table_questions(
    law: DealingLaw, *, hands: str, hand: str, award: AwardCites, surrender: str = ""
) -> tuple[StaffQuestion, ...]:
    """What dealer and floor are asked: ``hands`` is where the dealer sets theirs, ``hand`` where a player's are turned up,
    ``surrender`` where surrendered cards are counted, if the chapter has that."""
    counted = (StaffQuestion(SURRENDERED_CARDS, DEALER_ONLY, surrender),) if surrender else ()
    cites = next(iter(law.devices.values()))
    return (
        *deck_questions(law.deck, stub=cites.stub, miscounted=cites.miscount),
        StaffQuestion(SHAKES, DEALER_ONLY, law.shaken),
        StaffQuestion(SHAKES_SEEN, DEALER_ONLY, law.shaken),
        StaffQuestion(DICE_TOTALLED, DEALER_ONLY, law.totalled),
        StaffQuestion(HANDS_SET, DEALER_ONLY, hands),
        StaffQuestion(HAND_READ, DEALER_ONLY, hand),
        *counted,
        *progressive_questions(cites.lock_out, award),
    )
