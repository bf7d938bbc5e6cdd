"""§ 688a.12: what the wagers pay, as printed."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

import msgspec

from pitboss.families.poker_ranks import Hand
from pitboss.families.progressive import ALL, shared_text
from pitboss.money import Cents, Odds
from pitboss.wagers import Paytable

EVEN = Odds.parse("1 to 1")  # (a), without commission

# --- (b) Ace High Bonus

BOTH, WITH_JOKER, WITHOUT_JOKER = "both_ace_high", "dealer_ace_high_with_joker", "dealer_ace_high_without_joker"


class AceHighPaytable(StrEnum):
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"


ACE_HIGH_PAYS: Mapping[str, Paytable] = {
    name: Paytable.of(
        "688a.12(b)",
        name,
        **{line: f"{win} to 1" for line, win in zip((BOTH, WITH_JOKER, WITHOUT_JOKER), column, strict=True)},
    )
    for name, column in {
        AceHighPaytable.ONE: (20, 10, 8),
        AceHighPaytable.TWO: (40, 15, 5),
        AceHighPaytable.THREE: (30, 15, 6),
        AceHighPaytable.FOUR: (25, 10, 7),
        AceHighPaytable.FIVE: (40, 12, 5),
    }.items()
}

# --- (c) Fortune Bonus

ROYAL_MATCH = "royal_flush_and_royal_match"


class FortunePaytable(StrEnum):
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"


class FortuneTable(msgspec.Struct, frozen=True):
    """What a Fortune Bonus Wager pays, on which lines it pushes, and what others' hands pay its Envy lammer."""

    pays: Paytable
    envy: Mapping[str, Cents]
    pushes: tuple[str, ...] = ()
    suspect: bool = False  # the print is probably wrong


TOP_LINES: tuple[str, ...] = (
    Hand.SEVEN_CARD_STRAIGHT_FLUSH, ROYAL_MATCH, Hand.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER, Hand.FIVE_ACES,
    Hand.ROYAL_FLUSH, Hand.STRAIGHT_FLUSH, Hand.FOUR_OF_A_KIND,
)  # fmt: skip
OTHER_LINES: tuple[tuple[str, int], ...] = (
    (Hand.FULL_HOUSE, 5),
    (Hand.FLUSH, 4),
    (Hand.THREE_OF_A_KIND, 3),
    (Hand.STRAIGHT, 2),
)  # in all six


def _fortune(name: str, top: tuple[int, ...], envy: tuple[int, ...]) -> FortuneTable:
    """One printed table: to 1, and the Envy Bonus in dollars, of each of the top lines."""
    lines = [*zip(TOP_LINES, top, strict=True), *OTHER_LINES]
    pays = Paytable("688a.12(c)", name, tuple((str(line), Odds.parse(f"{win} to 1")) for line, win in lines))
    return FortuneTable(
        pays,
        {str(line): due * 100 for line, due in zip(TOP_LINES, envy, strict=True)},
        pushes=(Hand.THREE_PAIR,) if name == FortunePaytable.ONE else (),  # I-688a-01
        suspect=name == FortunePaytable.FIVE,  # four of a kind pays no more than a full house (I-688a-10)
    )


FORTUNE_PAYS: Mapping[str, FortuneTable] = {
    name: _fortune(name, *columns)
    for name, columns in {
        FortunePaytable.ONE: ((5000, 1000, 750, 250, 100, 50, 20), (1000, 250, 100, 50, 25, 10, 5)),
        FortunePaytable.TWO: ((8000, 2000, 1000, 400, 150, 50, 25), (5000, 1000, 500, 250, 50, 20, 5)),
        FortunePaytable.THREE: ((5000, 2000, 1000, 400, 150, 50, 25), (3000, 1000, 500, 250, 50, 20, 5)),
        FortunePaytable.FOUR: ((2500, 1000, 750, 250, 125, 50, 25), (1000, 750, 250, 100, 50, 20, 5)),
        FortunePaytable.FIVE: ((5000, 1000, 500, 300, 100, 45, 5), (2500, 500, 250, 150, 55, 25, 6)),
        FortunePaytable.SIX: ((5000, 2000, 1000, 400, 150, 50, 25), (2500, 500, 250, 150, 55, 25, 6)),
    }.items()
}

# --- (d) Progressive Payout


class ProgressivePaytable(StrEnum):
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"


class Award(msgspec.Struct, frozen=True):
    """A line of a progressive paytable: a sum, a share of the meter in per cent, or both added (I-688a-06)."""

    amount: Cents = 0
    percent: int = 0
    envy: Cents = 0

    @property
    def text(self) -> str:
        """``$5,000 + 100% of meter``, as it is posted."""
        return self.text_for(1)

    def text_for(self, winners: int) -> str:
        """The same when several have won it."""
        whole, cents = divmod(self.amount, 100)
        parts = [f"${whole:,}" + (f".{cents:02d}" if cents else "")] if self.amount else []
        return " + ".join([*parts, *([shared_text(self.percent, winners)] if self.percent else [])])


class ProgressiveTable(msgspec.Struct, frozen=True):
    """What a Progressive Payout Wager of exactly ``unit`` is awarded, best line first.

    ``rate`` and ``reserve_rate`` are percentages of the wager, for the meter and for the pool of its next seed.
    """

    name: str
    unit: Cents
    seed: Cents
    rate: Fraction
    awards: Mapping[str, Award]
    reserve_rate: Fraction = Fraction(0)
    stake_back: bool = False
    wild: bool = False  # the joker is any card, for this wager alone (I-688a-11)
    suspect: bool = False  # the rate cannot be what the published payback was computed with (I-688a-09)


def _share(percent: int, dollars: int = 0, envy: int = 0) -> Award:
    return Award(dollars * 100, percent, envy * 100)


def _sum(cents: Cents, envy: int = 0) -> Award:
    return Award(cents, 0, envy * 100)


def _lines(**awards: Award) -> Mapping[str, Award]:
    return awards


_ACES_HIGH = _lines(
    seven_card_straight_flush=_share(ALL),
    five_aces=_share(10),
    royal_flush=_sum(500_00),
    straight_flush=_sum(100_00),
    four_of_a_kind=_sum(75_00),
    full_house=_sum(4_00),
)  # Paytables 1 and 3
_NO_FULL_HOUSE = _lines(
    seven_card_straight_flush=_share(ALL),
    five_aces=_share(10),
    five_of_a_kind=_sum(800_00),
    royal_flush=_sum(400_00),
    straight_flush=_sum(75_00),
    four_of_a_kind=_sum(10_00),
)  # Paytables 6 and 7 (I-688a-08)

PROGRESSIVE_PAYS: Mapping[str, ProgressiveTable] = {
    table.name: table
    for table in (
        ProgressiveTable(ProgressivePaytable.ONE, 1_00, 10_000_00, Fraction(28), _ACES_HIGH),
        ProgressiveTable(
            ProgressivePaytable.TWO, 1_00, 10_000_00, Fraction(7),
            _lines(
                seven_card_straight_flush=_share(ALL),
                seven_card_straight_flush_with_joker=_share(10),
                five_of_a_kind=_sum(500_00),
                royal_flush=_sum(300_00),
                straight_flush=_sum(100_00),
                four_of_a_kind=_sum(30_00),
                full_house=_sum(7_00),
            ),
            wild=True,
        ),
        ProgressiveTable(ProgressivePaytable.THREE, 1_00, 2_000_00, Fraction(29), _ACES_HIGH),
        ProgressiveTable(
            ProgressivePaytable.FOUR, 5_00, 10_000_00, Fraction(1),
            _lines(
                seven_card_straight_flush=_share(ALL, 5000, envy=5000),
                royal_flush_and_royal_match=_share(20, 5000, envy=3750),
                seven_card_straight_flush_with_joker=_share(10, 5000, envy=1250),
                five_aces=_sum(2_500_00, envy=500),
                royal_flush=_sum(500_00, envy=250),
                straight_flush=_sum(200_00, envy=100),
                four_of_a_kind=_sum(100_00, envy=25),
                full_house=_sum(25_00),
                flush=_sum(20_00),
                three_of_a_kind=_sum(15_00),
                straight=_sum(7_50),
            ),
            reserve_rate=Fraction(1), stake_back=True,
        ),
        ProgressiveTable(
            ProgressivePaytable.FIVE, 1_00, 5_000_00, Fraction(17),
            _lines(
                seven_card_straight_flush=_share(ALL),
                five_aces=_share(10),
                five_of_a_kind=_sum(1_000_00),
                royal_flush=_sum(500_00),
                straight_flush=_sum(100_00),
                four_of_a_kind=_sum(20_00),
                full_house=_sum(5_00),
            ),
            wild=True,
        ),
        ProgressiveTable(
            ProgressivePaytable.SIX, 1_00, 2_000_00, Fraction(17), _NO_FULL_HOUSE, wild=True, suspect=True,
        ),
        ProgressiveTable(
            ProgressivePaytable.SEVEN, 1_00, 1_000_00, Fraction(26), _NO_FULL_HOUSE, wild=True, suspect=True,
        ),
    )
}  # fmt: skip
