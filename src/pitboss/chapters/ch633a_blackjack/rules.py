"""§§ 633a.3, 633a.6, 633a.11–633a.13: the wagers, and what a certificate holder files about them."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Annotated, ClassVar

import msgspec

from pitboss.chapters.ch633a_blackjack import sides
from pitboss.equipment.cards import DECK, Card
from pitboss.families.progressive import check_rate
from pitboss.families.settling import ODD_CENT, DeadHand
from pitboss.meters import Meter
from pitboss.money import Cents, Money, Odds, dollars
from pitboss.procedure import Refusal, Refused
from pitboss.submission import Choice, Doubt, RulesSubmission, betting_positions
from pitboss.wagers import CASH, Paytable, Posted, Spots, Terms, WagerKind, offered

# § 633a.6.  Wagers.

BLACKJACK, INSURANCE, DOUBLE_DOWN, SPLIT_PAIRS = "blackjack", "insurance", "double_down", "split_pairs"
LUCKY_LADIES, MATCH_THE_DEALER, IN_BETWEEN = "lucky_ladies", "match_the_dealer", "in_between"
ROYAL_MATCH_21, BET_THE_SET_21, KINGS_BOUNTY = "royal_match_21", "bet_the_set_21", "kings_bounty"
SUPER_MATCH, BAD_BEAT, THREE_CARD_POKER = "super_match", "bad_beat_progressive", "three_card_poker"
HIT_AND_RUN = "hit_and_run_progressive"


def _side(name: str, title: str, number: int, about: str, pays: str, group: str = "side") -> WagerKind:
    cite = f"633a.6(e)({number})"
    return WagerKind(
        name, title, cite, about, needs=BLACKJACK, needs_cite="633a.6(e)", option=name, pays=pays, group=group
    )


WAGERS = (
    WagerKind(BLACKJACK, "Blackjack Wager", "633a.6(d)", "a hand nearer to 21 than the dealer's; needed to play",
    pays="633a.13(a)"),
    WagerKind(INSURANCE, "Insurance Wager", "633a.8(a)", "the dealer's ace hides a Blackjack", tendered=False, pays="633a.13(b)"),
    WagerKind(DOUBLE_DOWN, "Double Down Wager", "633a.10(a)", "more on the hand, for one card only", tendered=False,
    pays="633a.13(a)"),
    WagerKind(SPLIT_PAIRS, "Split Pairs Wager", "633a.11(a)", "as much again on the second of two equal cards", tendered=False,
    pays="633a.13(a)"),
    _side(LUCKY_LADIES, "Lucky Ladies Twenty Point Bonus Wager", 1, "your first two cards count 20", "633a.13(c)"),
    _side(MATCH_THE_DEALER, "Match-the-Dealer Wager", 2, "either of your first two cards has the up card's rank", "633a.13(d)"),
    _side(IN_BETWEEN, "In Between Wager", 3, "the up card falls between your first two cards, or all three are alike",
    "633a.13(e)"),
    _side(ROYAL_MATCH_21, "Royal Match 21 Wager", 4, "your first two cards are of one suit", "633a.13(f)"),
    _side(BET_THE_SET_21, "Bet the Set 21 Wager", 5, "your first two cards are a pair", "633a.13(g)"),
    _side(KINGS_BOUNTY, "King's Bounty Wager", 6, "your first two cards count 20", "633a.13(h)"),
    _side(SUPER_MATCH, "Super Match Wager", 7, "a pair or better among your first four cards", "633a.13(i)"),
    _side(BAD_BEAT, "Bad Beat Progressive Wager", 8, "your 20 against the dealer's 21", "633a.13(j)", "progressive"),
    _side(THREE_CARD_POKER, "Three Card Poker Wager", 9, "a flush, straight or three-of-a-kind with the up card", "633a.13(k)"),
    _side(HIT_AND_RUN, "Hit and Run Progressive Wager", 10, "the dealer has Blackjack or five cards or more", "633a.13(l)",
    "progressive"),
)  # fmt: skip
KINDS = {kind.name: kind for kind in WAGERS}
TWO_CARD_SIDES = (
    LUCKY_LADIES,
    MATCH_THE_DEALER,
    IN_BETWEEN,
    ROYAL_MATCH_21,
    BET_THE_SET_21,
    KINGS_BOUNTY,
    THREE_CARD_POKER,
)  # decided by a hand's first two cards
UP_CARD_SIDES = (MATCH_THE_DEALER, IN_BETWEEN, THREE_CARD_POKER)  # of those, the ones in which the up card counts
SEATS = 7  # 633a.2(a): at most

POSTED = Posted(
    seats=SEATS,
    limits="I-GEN-34",
    chips="633a.6(a)",
    closed="633a.6(c)",
    seated="633a.2(a)",
    forms=("", CASH),  # 633a.6(a), I-GEN-13
    boxes_cite="633a.6(f)",
    locked="633a.6(c)",
)

# § 633a.13(a)–(b).  Payout odds.

EVEN, NATURAL = Odds.parse("1 to 1"), Odds.parse("3 to 2")
INSURED = Odds.parse("2 to 1")

# --- what may be filed


class SettlementOrder(StrEnum):
    """633a.7(r)."""

    COLLECT_FIRST = "collect_first"
    MIXED = "mixed"


class SplitAces(StrEnum):
    """I-633a-09: what a hand of a split pair of aces may do."""

    ONE_CARD = "one_card"
    DRAW = "draw"


class InBetweenAce(StrEnum):
    """I-633a-24."""

    HIGH = "high"
    LOW = "low"


class RoyalMatchPaytable(StrEnum):
    A = "A"
    B = "B"
    C = "C"
    D = "D"
    E = "E"


class BetTheSetPaytable(StrEnum):
    A = "A"
    B = "B"
    C = "C"
    D = "D"


class BadBeatHands(StrEnum):
    """I-633a-14: which hands of a player who split may win the Bad Beat."""

    ANY = "any"
    FIRST = "first"


class SwitchNaturalPays(StrEnum):
    """I-633a-03."""

    AS_PRINTED = "as_printed"
    ONE_TO_ONE = "one_to_one"


class SwitchNaturalAgainst22(StrEnum):
    """I-633a-04."""

    WINS = "wins"
    PUSHES = "pushes"


class SuitToSide(StrEnum):
    """633a.7(d)(1): which side of a double shoe hearts and diamonds name; spades and clubs name the other."""

    RED_LEFT = "red_left"
    RED_RIGHT = "red_right"


ROYAL_MATCH_FOR_ONE_DECK = ("A", "B")  # 633a.13(f)(1); the others are for more than one
MOST_DECKS = 16  # I-633a-47: in the dealing shoe
FOUR_OR_MORE = tuple(range(4, MOST_DECKS + 1))
BET_THE_SET_DECKS = {"A": (1,), "B": (2,), "C": FOUR_OR_MORE, "D": FOUR_OR_MORE}  # 633a.13(g), I-633a-26
BAD_BEAT_SEED, HIT_AND_RUN_SEED = 500_000, 100_000  # 633a.13(j)(2), (l)(2): at least so many cents
LIMIT_FLOOR = 2_500_000  # 633a.13(m)
HAND_DECKS = 2  # 633a.12(b)(1): at most


class LimitedWagers(StrEnum):
    """I-633a-01: which top awards the payout limit of 633a.13(m) bounds, whose references do not fit what it describes."""

    BOTH = "lucky_ladies_and_kings_bounty"
    KINGS_BOUNTY = "kings_bounty"


class LimitedPer(StrEnum):
    """I-633a-02: whether the limit is one sum for the table and round, or one for each player."""

    TABLE = "table"
    PLAYER = "player"


class Rules(RulesSubmission, frozen=True, kw_only=True):
    """What a certificate holder files for Blackjack."""

    decks: Annotated[int,
        Choice("633a.3(a)", "Decks in the dealing shoe, both sides of a double shoe together; sixteen at most (I-633a-47).",
        1)] = 6  # fmt: skip
    seats: Annotated[int, betting_positions("633a.2(a)", SEATS)] = SEATS
    double_shoe: Annotated[bool, Choice("633a.3(c)", "Whether the shoe has two sides.")] = False
    suit_to_side: Annotated[SuitToSide | None, Choice("633a.7(d)(1)",
        "The side of a double shoe that a red determinant card names.")] = None  # fmt: skip
    automated_shuffling_device: Annotated[bool,
        Choice("633a.3(b)", "Whether two batches alternate, one in the shuffler.")] = False  # fmt: skip
    continuous_shuffler: Annotated[bool, Choice("633a.5(h)",
        "Whether the shoe reshuffles and counts by itself.")] = False  # fmt: skip
    preshuffled: Annotated[bool, Choice("633a.4(f)", "Whether decks come preinspected and preshuffled.")] = False
    dealt_from_hand: Annotated[bool, Choice("633a.12(b)", "Whether cards are dealt from the hand, face down.")] = False
    card_reader_can_reveal: Annotated[bool, Choice("633a.14(j)",
        "Whether a player could learn the hole card from the reader.")] = False  # fmt: skip
    no_mid_shoe_entry: Annotated[
        bool, Choice("633a.6(b)", "Whether a player who sits out waits for the reshuffle.")
    ] = False
    adjacent_boxes: Annotated[
        int, Choice("633a.6(f)", "On how many adjacent boxes one player may wager.", 1, SEATS, specify=True)
    ] = 1
    settlement_order: Annotated[SettlementOrder,
        Choice("633a.7(r)", "How wagers are collected and paid.", specify=True)] = SettlementOrder.COLLECT_FIRST  # fmt: skip
    even_money: Annotated[bool, Choice("633a.8(e)",
        "Whether a Blackjack may be paid even money against an ace.")] = False  # fmt: skip
    max_resplits: Annotated[int, Choice("633a.11(c)", "How often pairs may be split again.", 0, specify=True)] = 2
    max_ace_resplits: Annotated[int, Choice("633a.11(c)", "How often aces may be split again.", 0, specify=True)] = 0
    split_aces: Annotated[SplitAces, Choice("I-633a-09", "What split aces may do.", must=True)]
    odd_cent_to_house: Annotated[bool, ODD_CENT] = False
    dead_hand_returns: Annotated[DeadHand, Choice("I-633a-33",
        "What a hand gets back that is called dead because a card was not dealt.", added=True)] = DeadHand.ALL_WAGERS  # fmt: skip
    blackjack_switch: Annotated[bool, Choice("633a.12(a)", "Whether this is a Blackjack Switch table.")] = False
    switch_natural_pays: Annotated[SwitchNaturalPays | None,
        Choice("I-633a-03", "What a natural pays at Blackjack Switch.")] = None  # fmt: skip
    switch_natural_against_22: Annotated[SwitchNaturalAgainst22,
        Choice("I-633a-04", "A natural against a dealer's 22 at Blackjack Switch.")] = SwitchNaturalAgainst22.WINS  # fmt: skip
    surrender_at_switch: Annotated[bool, Choice("I-633a-07", "Whether a hand may be surrendered at Blackjack Switch.",
        added=True)] = False  # fmt: skip
    lucky_ladies: Annotated[bool, Choice("633a.6(e)(1)", "The Lucky Ladies Twenty Point Bonus Wager.")] = False
    match_the_dealer: Annotated[bool, Choice("633a.6(e)(2)", "The Match-the-Dealer Wager; six or eight decks.")] = False
    in_between: Annotated[bool, Choice("633a.6(e)(3)", "The In Between Wager.")] = False
    in_between_ace: Annotated[InBetweenAce, Choice("I-633a-24", "Rank of the ace at In Between.")] = InBetweenAce.HIGH
    royal_match_21: Annotated[bool, Choice("633a.6(e)(4)", "The Royal Match 21 Wager.")] = False
    royal_match_21_paytable: Annotated[RoyalMatchPaytable | None,
        Choice("633a.13(f)", "Its paytable; A or B for one deck.", specify=True, only_with=("royal_match_21",))] = None  # fmt: skip
    crown_treasure_bonus: Annotated[bool, Choice("633a.7(g)(4)",
        "The Crown Treasure Bonus of the Royal Match 21 Wager.")] = False  # fmt: skip
    bet_the_set_21: Annotated[bool, Choice("633a.6(e)(5)", "The Bet the Set 21 Wager; not with three decks.")] = False
    bet_the_set_21_paytable: Annotated[BetTheSetPaytable | None,
        Choice("633a.13(g)", "Its paytable: A for one deck, B for two, C or D from four.", specify=True,
        only_with=("bet_the_set_21",))] = None  # fmt: skip
    kings_bounty: Annotated[bool, Choice("633a.6(e)(6)", "The King's Bounty Wager.")] = False
    super_match: Annotated[bool, Choice("633a.6(e)(7)",
        "The Super Match Wager of Blackjack Switch; six or eight decks.")] = False  # fmt: skip
    bad_beat_progressive: Annotated[bool, Choice("633a.6(e)(8)", "The Bad Beat Progressive Wager.")] = False
    bad_beat_rate: Annotated[
        Fraction | None,
        Choice("633a.13(j)(2)", "Its rate of progression.", specify=True, only_with=("bad_beat_progressive",)),
    ] = None
    bad_beat_initial: Annotated[
        Money | None,
        Choice(
            "633a.13(j)(2)", "The meter at the start.", BAD_BEAT_SEED, specify=True, only_with=("bad_beat_progressive",)
        ),
    ] = None
    bad_beat_reset: Annotated[
        Money | None,
        Choice(
            "633a.13(j)(2)",
            "The meter after a jackpot.",
            BAD_BEAT_SEED,
            specify=True,
            only_with=("bad_beat_progressive",),
        ),
    ] = None
    bad_beat_any_20: Annotated[bool, Choice("633a.7(o)(1)(i)",
        "Whether any 20 of the player gets its stake back.")] = False  # fmt: skip
    bad_beat_split_hands: Annotated[BadBeatHands,
        Choice("I-633a-14", "Which hands of a player who split may win.")] = BadBeatHands.ANY  # fmt: skip
    magic_card_bonus: Annotated[bool, Choice("633a.13(j)(1)", "The Magic Card Bonus.")] = False
    lucky_player_bonus: Annotated[bool, Choice("633a.13(j)(1)", "The Lucky Player Bonus.")] = False
    three_card_poker: Annotated[bool, Choice("633a.6(e)(9)", "The Three Card Poker Wager.")] = False
    hit_and_run_progressive: Annotated[bool, Choice("633a.6(e)(10)", "The Hit and Run Progressive Wager.")] = False
    hit_and_run_rate: Annotated[
        Fraction | None,
        Choice("633a.13(l)(2)", "Its rate of progression.", specify=True, only_with=("hit_and_run_progressive",)),
    ] = None
    hit_and_run_initial: Annotated[Money | None,
        Choice("633a.13(l)(2)", "The meter at the start.", HIT_AND_RUN_SEED, specify=True,
        only_with=("hit_and_run_progressive",))] = None  # fmt: skip
    hit_and_run_reset: Annotated[Money | None, Choice("633a.13(l)(2)", "The meter after a jackpot.", HIT_AND_RUN_SEED, specify=True,
        only_with=("hit_and_run_progressive",))] = None  # fmt: skip
    payout_limit: Annotated[Money | None, Choice("633a.13(m)", "Most that the 1000 to 1 awards of a round may pay together.",
        LIMIT_FLOOR)] = None  # fmt: skip
    payout_limit_covers: Annotated[LimitedWagers, Choice("I-633a-01", "The wagers whose top awards the payout limit bounds.",
        added=True)] = LimitedWagers.BOTH  # fmt: skip
    payout_limit_per: Annotated[LimitedPer, Choice("I-633a-02", "Whether the payout limit is the table's, or each player's.",
        added=True)] = LimitedPer.TABLE  # fmt: skip

    denominated: ClassVar[tuple[str, ...]] = (HIT_AND_RUN,)  # 633a.7(o)(2)(ii)(C): in equal parts
    proportional: ClassVar[tuple[str, ...]] = (BAD_BEAT,)  # 633a.7(o)(1)(ii)(C)

    @classmethod
    def wager_names(cls) -> tuple[str, ...]:
        return tuple(kind.name for kind in WAGERS if kind.tendered)

    # --- cross-checks

    def check(self) -> None:
        self._check_shoe()
        self._check_switch()
        self._check_paytables()
        self._check_meters()
        self._check_limit()

    def _check_shoe(self) -> None:
        if self.decks > MOST_DECKS:
            raise _no(
                f"decks = {self.decks} is not allowed: a dealing shoe takes from 1 to {MOST_DECKS} decks.", "I-633a-47"
            )
        if self.double_shoe and self.decks % 2:
            raise _no("double_shoe needs two decks or more, as many on each side.", "633a.3(c)")
        if self.double_shoe and self.suit_to_side is None:  # I-633a-36
            raise _no("suit_to_side must be designated for a double_shoe: red_left or red_right.", "633a.7(d)(1)")
        if self.automated_shuffling_device and self.continuous_shuffler:
            raise _no("continuous_shuffler excludes an automated_shuffling_device with two batches.", "633a.3(b)")
        if self.double_shoe and (self.continuous_shuffler or self.automated_shuffling_device):
            raise _no("double_shoe is shuffled by hand, each side by itself.", "633a.7(e)(3)")
        if self.dealt_from_hand and self.decks > HAND_DECKS:
            raise _no(f"dealt_from_hand takes no more than {HAND_DECKS} decks.", "633a.12(b)(1)")
        if self.dealt_from_hand and not self.automated_shuffling_device:
            raise _no("dealt_from_hand needs an automated_shuffling_device.", "633a.12(b)(2)")

    def _check_switch(self) -> None:
        if self.super_match and not self.blackjack_switch:
            raise _no("super_match is offered at Blackjack Switch only.", "633a.6(e)(7)")
        if self.surrender_at_switch and not self.blackjack_switch:
            raise _no("surrender_at_switch belongs to blackjack_switch, which is not chosen.", "I-633a-07")
        if self.blackjack_switch and self.dealt_from_hand:
            raise _no("blackjack_switch is dealt as § 633a.7 says, not from the hand.", "633a.12(a)(3)")
        if self.blackjack_switch and self.switch_natural_pays is None:
            raise _no("switch_natural_pays must be chosen: as_printed or one_to_one.", "I-633a-03")

    def _check_paytables(self) -> None:
        for chosen, tables, wager, cite in (
            (self.match_the_dealer, sides.MATCH_THE_DEALER, MATCH_THE_DEALER, "633a.13(d)"),
            (self.super_match, sides.SUPER_MATCH, SUPER_MATCH, "633a.13(i)"),
        ):
            if chosen and self.decks not in tables:
                raise _no(f"{wager} has paytables for six and eight decks only.", cite)
        if self.royal_match_21_paytable is not None:
            single = self.royal_match_21_paytable in ROYAL_MATCH_FOR_ONE_DECK
            if single != (self.decks == 1):
                raise _no(
                    f"royal_match_21_paytable {self.royal_match_21_paytable} is not for {_decks(self.decks)}.",
                    "633a.13(f)(1)" if self.decks == 1 else "633a.13(f)(2)",
                )
        if self.bet_the_set_21 and self.decks == 3:
            raise _no("bet_the_set_21 has no paytable for three decks.", "633a.13(g)")
        paytable = self.bet_the_set_21_paytable
        if paytable is not None and self.decks not in BET_THE_SET_DECKS[paytable]:
            raise _no(f"bet_the_set_21_paytable {paytable} is not for {_decks(self.decks)}.", "633a.13(g)")
        if self.crown_treasure_bonus and not self.royal_match_21:
            raise _no("crown_treasure_bonus belongs to royal_match_21, which is not offered.", "633a.7(g)(4)")

    def _check_meters(self) -> None:
        for chosen, name, cite in (
            (self.bad_beat_progressive, "bad_beat", "633a.13(j)(2)"),
            (self.hit_and_run_progressive, "hit_and_run", "633a.13(l)(2)"),
        ):
            for key in (f"{name}_rate", f"{name}_initial", f"{name}_reset"):
                if chosen and getattr(self, key) is None:
                    raise _no(f"{key} must be filed where the wager is offered.", cite)
            if (rate := getattr(self, f"{name}_rate")) is not None:
                check_rate(f"{name}_rate", rate, cite)
        for bonus, cite in (
            ("magic_card_bonus", "633a.13(j)(1)"),
            ("lucky_player_bonus", "633a.13(j)(1)"),
            ("bad_beat_any_20", "633a.7(o)(1)(i)"),
        ):
            if getattr(self, bonus) and not self.bad_beat_progressive:
                raise _no(f"{bonus} belongs to bad_beat_progressive, which is not offered.", cite)

    def _check_limit(self) -> None:
        """633a.13(m), I-633a-02: no less than the top award at the maximum wager, so a maximum is needed."""
        if self.payout_limit is None:
            return
        for wager, table in ((LUCKY_LADIES, sides.LUCKY_LADIES), (KINGS_BOUNTY, sides.KINGS_BOUNTY)):
            if not getattr(self, wager) or wager not in self.limited_wagers:
                continue
            most = self.most(wager)
            if most is None:
                raise _no(f"payout_limit needs a maximum of the {wager} wager: the limit may not be less than that wager could "
                          f"win.", "633a.13(m)")  # fmt: skip
            if (could_win := most * table.lines[0][1].win) > self.payout_limit:
                raise _no(f"payout_limit is below ${dollars(could_win)}, which the maximum {wager} wager could win; that much "
                          f"would do.", "633a.13(m)")  # fmt: skip

    @property
    def limited_wagers(self) -> tuple[str, ...]:
        """I-633a-01, as filed."""
        both = self.payout_limit_covers is LimitedWagers.BOTH
        return (LUCKY_LADIES, KINGS_BOUNTY) if both else (KINGS_BOUNTY,)

    def doubts(self) -> tuple[Doubt, ...]:
        if self.dead_hand_returns is DeadHand.ALL_WAGERS:
            return super().doubts()
        about = "the text names the original wager alone, and a mistake of the dealer would cost the player the rest"
        return (*super().doubts(), Doubt("dead_hand_returns", f"{about}.", "I-633a-33"))

    # --- what follows from the choices

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """633a.12(a)(1): the Blackjack Wager areas of one player; two at Blackjack Switch."""
        return ("1", "2") if self.blackjack_switch else ("",)

    @property
    def dealt_decks(self) -> int:
        """633a.3(c), 633a.7(d)(1): how many decks a round is dealt from; the other side of a double shoe is not in it."""
        return self.decks // 2 if self.double_shoe else self.decks

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """What is in a full shoe, or in one full side of a double shoe."""
        return DECK * self.dealt_decks

    @property
    def has_surrender(self) -> bool:
        """633a.9(a): whether a hand may be surrendered; at Blackjack Switch where that was filed (I-633a-07)."""
        return not self.blackjack_switch or self.surrender_at_switch

    @property
    def naturals_pay_even(self) -> bool:
        """I-633a-03: at Blackjack Switch, by the trade's rule."""
        return self.blackjack_switch and self.switch_natural_pays is SwitchNaturalPays.ONE_TO_ONE

    @cached_property
    def decided_by(self) -> str:
        """The provision that lists what a player may do with a hand."""
        if self.blackjack_switch:
            return "633a.12(a)(4)"
        return "633a.12(b)(6)" if self.dealt_from_hand else "633a.7(i)(2)"

    @property
    def batches(self) -> int:
        return 2 if self.automated_shuffling_device else 1  # 633a.3(b)(1)

    @property
    def royal_match(self) -> Paytable:
        return sides.ROYAL_MATCH_21[self.royal_match_21_paytable or ("A" if self.decks == 1 else "C")]

    @property
    def bet_the_set(self) -> Paytable:
        """633a.13(g): the one for this number of decks, C where there are two."""
        table = next((name for name, decks in BET_THE_SET_DECKS.items() if self.decks in decks), "C")
        return sides.BET_THE_SET_21[self.bet_the_set_21_paytable or table]

    @cached_property
    def paytables(self) -> Mapping[str, Paytable]:
        """By wager, the table for this number of decks; Three Card Poker has one line and no table."""
        found = {
            LUCKY_LADIES: sides.LUCKY_LADIES,
            IN_BETWEEN: sides.IN_BETWEEN,
            ROYAL_MATCH_21: self.royal_match,
            BET_THE_SET_21: self.bet_the_set,
            KINGS_BOUNTY: sides.KINGS_BOUNTY,
            BAD_BEAT: sides.BAD_BEAT,
            HIT_AND_RUN: sides.HIT_AND_RUN,
        }
        for wager, tables in ((MATCH_THE_DEALER, sides.MATCH_THE_DEALER), (SUPER_MATCH, sides.SUPER_MATCH)):
            if self.decks in tables:
                found[wager] = tables[self.decks]
        return found

    @property
    def in_between_order(self) -> str:
        return sides.ACE_LOW if self.in_between_ace is InBetweenAce.LOW else sides.ACE_HIGH

    @cached_property
    def meters(self) -> tuple[Meter, ...]:
        """633a.13(j)(2), (l)(2): one for each progressive wager offered."""
        found = []
        if self.bad_beat_progressive:
            initial, reset, rate = self.bad_beat_initial, self.bad_beat_reset, self.bad_beat_rate
            found.append(_meter(BAD_BEAT, "633a.13(j)(2)", initial, reset, rate))
        if self.hit_and_run_progressive:
            initial, reset, rate = self.hit_and_run_initial, self.hit_and_run_reset, self.hit_and_run_rate
            found.append(_meter(HIT_AND_RUN, "633a.13(l)(2)", initial, reset, rate))
        return tuple(found)

    @cached_property
    def posted(self) -> Posted:
        return msgspec.structs.replace(POSTED, seats=self.seats, boxes=self.adjacent_boxes)

    @cached_property
    def offered(self) -> tuple[WagerKind, ...]:
        """Every wager of this table, those made by answering included."""
        return offered(WAGERS, self)

    @cached_property
    def spots(self) -> Spots:
        """A Blackjack Wager and what two cards decide have a spot for each hand; the others one for each player."""
        found = {}
        for kind in self.offered:
            if kind.tendered:
                by_hand = kind.name == BLACKJACK or kind.name in TWO_CARD_SIDES
                for on in self.areas if by_hand else ("",):
                    found[kind.name, on] = self._terms(kind, on)
        return found

    def _terms(self, kind: WagerKind, on: str) -> Terms:
        return self.terms(kind, on, odds=self.odds(kind.name))

    def odds(self, wager: str) -> tuple[Odds, ...]:
        """Everything this wager may be paid at."""
        if wager == BLACKJACK:
            return (EVEN,) if self.naturals_pay_even else (EVEN, NATURAL)
        if wager == THREE_CARD_POKER:
            return (sides.POKER,)
        return tuple(odds for _, odds in self.lines(wager))

    def lines(self, wager: str) -> tuple[tuple[str, Odds], ...]:
        """The lines of an optional wager's paytable that apply, without the line of the meter, which has no odds."""
        found = self.paytables[wager].lines
        return found if self.bad_beat_any_20 else tuple(each for each in found if each[0] != sides.PLAYER_20)


def _meter(name: str, cite: str, initial: Cents | None, reset: Cents | None, rate: Fraction | None) -> Meter:
    """A meter whose terms were filed, as ``check`` ensures."""
    assert initial is not None
    assert reset is not None
    assert rate is not None
    return Meter(name, cite, initial, reset, rate)


def _no(sentence: str, cite: str) -> Refused:
    return Refused(Refusal.FORBIDDEN_CHOICE, sentence, cite)


def _decks(count: int) -> str:
    return "one deck" if count == 1 else f"{count} decks"
