"""What is filed for Pai Gow, and what may be wagered (§ 621a.5)."""

from enum import StrEnum
from functools import cached_property
from typing import Annotated

import msgspec

from pitboss.chapters.ch621a_pai_gow.delivery import SEATS, Style
from pitboss.chapters.ch621a_pai_gow.hands import HouseWay
from pitboss.families.banking import BANK, CO_BANK, DEALER_WAGER, LAST_WAGER, BankLaw, check_banking
from pitboss.families.leaving import WHO_LEAVES, WhoLeaves
from pitboss.money import Odds, Rounding, Vigorish
from pitboss.submission import Choice, RulesSubmission
from pitboss.wagers import Posted, Spots, WagerKind, charge_on_winnings

# § 621a.5.  Wagers.

PAI_GOW = "pai_gow"
WAGERS = (
    WagerKind(PAI_GOW, "Pai Gow Wager", "621a.5(a)", "both hands above the dealer's or the bank's", pays="621a.8(k)"),
    WagerKind(
        BANK, "Bank", "621a.9(c)", "a player covers all others' wagers, and the dealer's", tendered=False,
        option="player_bank", pays="621a.9(o)", group="bank",
    ),
    WagerKind(
        CO_BANK, "Co-bank", "621a.9(e)", "a player and the dealer cover all others' wagers, half each", tendered=False,
        option="co_banking", pays="621a.9(r)", group="bank",
    ),
    WagerKind(
        DEALER_WAGER, "Dealer's Wager", "621a.9(h)", "the dealer's wager against a bank", tendered=False,
        option="player_bank", pays="621a.9(p)", group="bank",
    ),
)  # fmt: skip
KINDS = {kind.name: kind for kind in WAGERS}

# § 621a.8(k).  Payout odds; vigorish.

PAYS = Odds.parse("1 to 1")
VIGORISH = 5  # per cent of what is won


# § 621a.9.  Player bank; co-banking.

BANK_LAW = BankLaw(
    wager=PAI_GOW,
    filed="621a.9(a)",
    start="621a.9(b)",
    offered="621a.9(c)",
    wagered="621a.9(d)(1)",
    cover="621a.9(d)(2)",
    co_banking="621a.9(e)",
    one_area="621a.9(f)",
    dealer_wager="621a.9(h)",
    dealer_settled="621a.9(n)",
    settled="621a.9(o)",
    dealer_paid="621a.9(p)",
    co_settled="621a.9(r)",
)


class StartSelector(StrEnum):
    """621a.6(a): what finds the starting position."""

    SHAKER = "shaker"
    RNG = "rng"


class CrossedHands(StrEnum):
    """I-621a-08: what becomes of hands whose low hand ranks above the high hand."""

    SWAPPED = "swapped"
    LOSE = "lose"


class BankSets(StrEnum):
    """621a.10(f), I-645a-22: how a bank sets its own hands."""

    FREE = "free"
    HOUSE_WAY = "house_way"


class Rules(RulesSubmission, frozen=True, kw_only=True):
    """What a certificate holder files for Pai Gow."""

    start_selector: Annotated[
        StartSelector, Choice("621a.6(a)", "What finds the starting position in a round without a player bank.")
    ] = StartSelector.SHAKER
    delivery_styles: Annotated[
        tuple[Style, ...],
        Choice("621a.7", "The styles of delivery that dealer or bank may choose besides the ordinary one."),
    ] = ()
    house_way: Annotated[
        HouseWay,
        Choice(
            "I-621a-03",
            "What decides between settings of the dealer's hands, and a co-bank's, that the text leaves equal.",
            specify=True,
            only_with=("co_banking",),
        ),
    ] = HouseWay.LOW_FIRST
    crossed_hands: Annotated[
        CrossedHands, Choice("I-621a-08", "What becomes of a player's hands when the low one ranks above the high one.")
    ] = CrossedHands.SWAPPED
    player_who_leaves: Annotated[WhoLeaves, WHO_LEAVES] = WhoLeaves.LOSES
    vigorish_rounding: Annotated[
        Rounding, Choice("621a.8(k)", "Whether the vigorish is rounded up to the next 25 cents.")
    ] = Rounding.EXACT
    player_bank: Annotated[bool, Choice("621a.9(a)", "Whether players are offered the bank.")] = False
    co_banking: Annotated[bool, Choice("621a.9(e)", "Whether a bank may share the round with the dealer.")] = False
    dealer_wager_against_bank: Annotated[
        str, Choice("621a.9(h)", "The dealer's wager against a bank: last_wager (the bank's own), or an amount.")
    ] = LAST_WAGER
    bank_sets: Annotated[BankSets, Choice("621a.10(f)", "Whether a bank sets its hands freely, or the house way.")] = (
        BankSets.FREE
    )
    adjacent_boxes: Annotated[
        int, Choice("621a.5(d)", "On how many adjacent betting areas one player may wager.", 1, 2)
    ] = 1

    @classmethod
    def wager_names(cls) -> tuple[str, ...]:
        return tuple(kind.name for kind in WAGERS if kind.tendered)

    def check(self) -> None:
        check_banking(self, BANK_LAW)

    @property
    def styles(self) -> tuple[Style, ...]:
        """621a.7, I-621a-19: the ordinary style, and those that were filed."""
        return tuple(dict.fromkeys((Style.FROM_THE_RIGHT, *self.delivery_styles)))

    @property
    def vigorish(self) -> Vigorish:
        return Vigorish(VIGORISH, rounding=self.vigorish_rounding)

    @property
    def posted(self) -> Posted:
        return msgspec.structs.replace(POSTED, boxes=self.adjacent_boxes)

    @cached_property
    def spots(self) -> Spots:
        return {(PAI_GOW, ""): self.terms(KINDS[PAI_GOW], odds=(PAYS,), charge=charge_on_winnings(self.vigorish))}


POSTED = Posted(
    seats=SEATS,
    limits="I-GEN-34",
    chips="621a.5(a)",
    closed="621a.5(c)",
    seated="621a.5(b)",
    boxes=1,
    boxes_cite="621a.5(d)",
)
