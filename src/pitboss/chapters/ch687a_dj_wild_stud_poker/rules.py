"""§§ 687a.1–687a.3, 687a.7, 687a.12: what may be wagered, what it pays, and what is filed."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Annotated

import msgspec

from pitboss.equipment.shoe import Dealing, Shuffling
from pitboss.families.leaving import WHO_LEAVES, WhoLeaves
from pitboss.families.one_deck import check_devices
from pitboss.families.one_deck_table import card_change
from pitboss.families.poker_ranks import Hand
from pitboss.families.progressive import Winners, check_rate
from pitboss.game import Duty
from pitboss.meters import Meter
from pitboss.money import Cents, Odds, dollars
from pitboss.procedure import Refusal, Refused
from pitboss.submission import Choice, Doubt, RulesSubmission, betting_positions
from pitboss.wagers import Book, Paytable, Posted, Spots, Terms, WagerKind, offered

# § 687a.1.  Definitions.

ANTE, BLIND, RAISE = "ante", "blind", "raise"
PROGRESSIVE, TRIPS, BAD_BEAT = "progressive_bonus", "trips_bonus", "two_way_bad_beat_bonus"
ENVY = "progressive_bonus_envy"
RAISE_TIMES = 2  # 687a.1:Raise Wager, of the Ante

# § 687a.2.  DJ Wild Stud Poker table; physical characteristics.

SEATS = 6  # 687a.2(a): at most

# § 687a.7.  Wagers.


def _bonus(name: str, title: str, cite: str, about: str, pays: str, group: str = "side") -> WagerKind:
    return WagerKind(
        name, title, cite, about, needs=ANTE, needs_cite="687a.7(d)(1)", option=name, pays=pays, group=group
    )


WAGERS = (
    WagerKind(
        ANTE, "Ante Wager", "687a.7(d)(1)", "a better hand than the dealer's; needed to play",
        needs=BLIND, needs_cite="687a.7(d)(1)", pays="687a.12(a)",
    ),
    WagerKind(
        BLIND, "Blind Wager", "687a.7(d)(1)", "equal to the Ante; pays from a straight up when the hand wins",
        needs=ANTE, needs_cite="687a.7(d)(1)", pays="687a.12(b)",
    ),
    WagerKind(RAISE, "Raise Wager", "687a.7(d)(1)", "twice the Ante, to stay in after five cards", tendered=False,
    pays="687a.12(a)"),
    _bonus(
        PROGRESSIVE, "Progressive Bonus Wager", "687a.7(d)(2)",
        "a natural three-of-a-kind or better, a royal flush for the meter", "687a.12(c)", "progressive",
    ),
    _bonus(TRIPS, "Trips Bonus Wager", "687a.7(d)(3)", "a three-of-a-kind or better, whatever the dealer has", "687a.12(d)"),
    _bonus(BAD_BEAT, "Two-Way Bad Beat Bonus Wager", "687a.7(d)(4)", "a three-of-a-kind or better that is beaten", "687a.12(e)"),
)  # fmt: skip
KINDS = {kind.name: kind for kind in WAGERS}

POSTED = Posted(
    seats=SEATS,
    limits="687a.7(a)",
    chips="687a.7(a)",
    closed="687a.7(c)",
    seated="687a.7(b)",
    boxes=1,
    boxes_cite="687a.7(e)",
)

# § 687a.12.  Payout odds; progressive wager configuration.

EVEN = Odds.parse("1 to 1")  # (a) Ante and Raise
BLIND_PAYS = Paytable.of(
    "687a.12(b)",
    five_wilds="1000 to 1",
    royal_flush="50 to 1",
    five_of_a_kind="10 to 1",
    straight_flush="9 to 1",
    four_of_a_kind="4 to 1",
    full_house="3 to 1",
    flush="2 to 1",
    straight="1 to 1",
)  # (b); with less it pushes (I-687a-23)


class ProgressivePaytable(StrEnum):
    ONE = "1"
    TWO = "2"


class ProgressiveTwos(StrEnum):
    """I-687a-11: what a 2 is for the Progressive, once the joker is exchanged."""

    PLAIN = "plain"
    WILD = "wild"


class MeterShare(msgspec.Struct, frozen=True):
    """(c) A line of the progressive paytable that is paid from the meter, with its Envy Bonus."""

    percent: int
    envy: Cents


class ProgressiveTable(msgspec.Struct, frozen=True):
    """(c) What a Progressive Bonus Wager of exactly ``unit`` is paid."""

    unit: Cents
    seed: Cents
    shares: Mapping[str, MeterShare]
    fixed: Paytable


PROGRESSIVE_FIXED = Paytable.of(
    "687a.12(c)",
    four_of_a_kind="300 to 1",
    full_house="50 to 1",
    flush="40 to 1",
    straight="30 to 1",
    three_of_a_kind="9 to 1",
)
PROGRESSIVE_PAYS: Mapping[str, ProgressiveTable] = {
    ProgressivePaytable.ONE: ProgressiveTable(
        100, 200_000, {Hand.ROYAL_FLUSH: MeterShare(100, 100_000), Hand.STRAIGHT_FLUSH: MeterShare(10, 30_000)},
        PROGRESSIVE_FIXED,
    ),
    ProgressivePaytable.TWO: ProgressiveTable(
        500, 1_000_000, {Hand.ROYAL_FLUSH: MeterShare(100, 500_000), Hand.STRAIGHT_FLUSH: MeterShare(10, 150_000)},
        PROGRESSIVE_FIXED,
    ),
}  # fmt: skip


class TripsPaytable(StrEnum):
    DJWT_04 = "DJWT-04"
    DJWT_05 = "DJWT-05"
    DJWT_06 = "DJWT-06"
    DJWT_07 = "DJWT-07"


NATURAL, WILD = "natural", "wild"
TRIPS_LINES = (
    Hand.FIVE_WILDS, Hand.ROYAL_FLUSH, Hand.FIVE_OF_A_KIND, Hand.STRAIGHT_FLUSH, Hand.FOUR_OF_A_KIND,
    Hand.FULL_HOUSE, Hand.FLUSH, Hand.STRAIGHT, Hand.THREE_OF_A_KIND,
)  # fmt: skip


def _trips(name: str, natural: tuple[int, ...], wild: tuple[int, ...]) -> Paytable:
    """(d) One printed table of two columns; 0 where the print has n/a."""
    lines = [
        (f"{column} {line.words}", Odds.parse(f"{pays} to 1"))
        for line, *both in zip(TRIPS_LINES, natural, wild, strict=True)
        for column, pays in zip((NATURAL, WILD), both, strict=True)
        if pays
    ]
    return Paytable("687a.12(d)", name, tuple(lines))


TRIPS_PAYS: Mapping[str, Paytable] = {
    name: _trips(name, *columns)
    for name, columns in {
        TripsPaytable.DJWT_04: ((0, 1000, 0, 200, 60, 30, 25, 20, 6), (2000, 90, 70, 25, 6, 5, 4, 3, 1)),
        TripsPaytable.DJWT_05: ((0, 1000, 0, 200, 50, 30, 25, 20, 6), (2000, 70, 60, 25, 6, 5, 4, 3, 1)),
        TripsPaytable.DJWT_06: ((0, 400, 0, 200, 50, 30, 25, 20, 6), (500, 70, 60, 25, 6, 5, 4, 3, 1)),
        TripsPaytable.DJWT_07: ((0, 1000, 0, 200, 40, 30, 25, 20, 6), (2000, 60, 50, 25, 6, 5, 4, 3, 1)),
    }.items()
}


class BadBeatPaytable(StrEnum):
    DJWBB_01 = "DJWBB-01"
    DJWBB_02 = "DJWBB-02"
    DJWBB_03 = "DJWBB-03"
    DJWBB_04 = "DJWBB-04"


BAD_BEAT_PAYS: Mapping[str, Paytable] = {
    name: Paytable(
        "687a.12(e)",
        name,
        # I-687a-08: Five Wilds cannot be beaten. I-687a-07: the last line is a three-of-a-kind, not less.
        tuple((line, Odds.parse(f"{pays} to 1")) for line, pays in zip(TRIPS_LINES[1:], column, strict=True)),
    )
    for name, column in {
        BadBeatPaytable.DJWBB_01: (500, 500, 500, 500, 400, 300, 100, 9),
        BadBeatPaytable.DJWBB_02: (10000, 10000, 5000, 500, 400, 300, 100, 9),
        BadBeatPaytable.DJWBB_03: (500, 500, 500, 300, 200, 100, 50, 15),
        BadBeatPaytable.DJWBB_04: (299, 299, 299, 299, 200, 100, 50, 15),
    }.items()
}

# § 687a.3.  Cards; number of decks.  What is filed.


class Rules(RulesSubmission, frozen=True, kw_only=True):
    """What a certificate holder files for DJ Wild Stud Poker."""

    progressive_bonus: Annotated[bool, Choice("687a.7(d)(2)", "The Progressive Bonus Wager.")] = False
    progressive_bonus_paytable: Annotated[
        ProgressivePaytable,
        Choice(
            "687a.12(c)",
            "Progressive Paytable 1 takes $1, Paytable 2 takes $5.",
            specify=True,
            only_with=("progressive_bonus",),
        ),
    ] = ProgressivePaytable.ONE
    progressive_rate: Annotated[
        Fraction | None,
        Choice(
            "I-687a-12",
            "Percentage of each Progressive Bonus Wager that goes to the meter.",
            specify=True,
            only_with=("progressive_bonus",),
        ),
    ] = None
    progressive_stake_back: Annotated[
        bool, Choice("I-687a-13", "Whether awards of so many to 1 give the stake back as well.")
    ] = True
    progressive_twos: Annotated[
        ProgressiveTwos,
        Choice("I-687a-11", "Whether the 2s are plain or wild for the Progressive, the joker exchanged.", added=True),
    ] = ProgressiveTwos.PLAIN
    progressive_winners: Annotated[
        Winners, Choice("I-GEN-03", "Whether several winners of the whole meter are paid in turn, or in equal parts.")
    ] = Winners.TURN_ORDER
    folded_hand_keeps_progressive: Annotated[
        bool, Choice("687a.11(b)(3)", "Whether a folded hand still wins its own Progressive.")
    ] = True
    trips_bonus: Annotated[bool, Choice("687a.7(d)(3)", "The Trips Bonus Wager.")] = False
    trips_bonus_paytable: Annotated[
        TripsPaytable,
        Choice("687a.12(d)", "The paytable of the Trips Bonus Wager.", specify=True, only_with=("trips_bonus",)),
    ] = TripsPaytable.DJWT_05
    two_way_bad_beat_bonus: Annotated[bool, Choice("687a.7(d)(4)", "The Two-Way Bad Beat Bonus Wager.")] = False
    two_way_bad_beat_bonus_paytable: Annotated[
        BadBeatPaytable,
        Choice(
            "687a.12(e)",
            "The paytable of the Two-Way Bad Beat Bonus Wager.",
            specify=True,
            only_with=("two_way_bad_beat_bonus",),
        ),
    ] = BadBeatPaytable.DJWBB_01
    two_way: Annotated[
        bool, Choice("I-687a-06", "Whether the dealer's beaten hand pays the Bad Beat as the player's does.")
    ] = True
    adjacent_boxes: Annotated[
        int, Choice("687a.7(e)", "On how many adjacent boxes one player may wager.", 1, SEATS, specify=True)
    ] = 1
    seats: Annotated[int, betting_positions("687a.2(a)", SEATS)] = SEATS
    player_who_leaves: Annotated[WhoLeaves, WHO_LEAVES] = WhoLeaves.LOSES
    dealing: Annotated[Dealing, Choice("687a.8(a)", "How the cards are dealt.")] = Dealing.MANUAL_SHOE
    shuffler: Annotated[
        Shuffling, Choice("687a.5(a)", "Shuffled by hand, by a device, or by a device that reshuffles and counts.")
    ] = Shuffling.AUTOMATED
    shuffler_counts: Annotated[
        bool, Choice("687a.5(b)", "Whether the shuffler counts 53 cards after each shuffle.")
    ] = False
    preshuffled_decks: Annotated[
        bool, Choice("687a.4(e)", "Whether decks come to the table inspected and shuffled beforehand.")
    ] = False
    two_decks: Annotated[
        bool, Choice("687a.3(b)", "Whether two decks alternate, one in the shuffler while one is in play.")
    ] = False

    @classmethod
    def wager_names(cls) -> tuple[str, ...]:
        """Blind and Raise follow the Ante (I-687a-26), and the Progressive takes what its paytable says."""
        return tuple(name for name in KINDS if name not in (BLIND, RAISE, PROGRESSIVE))

    def least(self, wager: str) -> Cents:
        return self.progressive.unit if wager == PROGRESSIVE else super().least(ANTE if wager == BLIND else wager)

    def most(self, wager: str) -> Cents | None:
        return self.progressive.unit if wager == PROGRESSIVE else super().most(ANTE if wager == BLIND else wager)

    def check(self) -> None:
        check_devices(self, two_decks="687a.3(b)", by_hand="687a.9(a)(1)", counts="687a.5(b)")
        if self.progressive_rate is not None:
            check_rate("progressive_rate", self.progressive_rate, "I-687a-12")
        elif self.progressive_bonus:
            raise Refused(
                Refusal.FORBIDDEN_CHOICE,
                "progressive_rate has no default and must be chosen where the progressive_bonus is offered.",
                "I-687a-12",
            )

    def doubts(self) -> tuple[Doubt, ...]:
        if not self.two_way_bad_beat_bonus or self.two_way_bad_beat_bonus_paytable is not BadBeatPaytable.DJWBB_04:
            return super().doubts()
        words = "the last line is printed for a three-of-a-kind or less; it is paid for a three-of-a-kind alone."
        return (*super().doubts(), Doubt("two_way_bad_beat_bonus_paytable", words, "I-687a-07"))

    @property
    def progressive(self) -> ProgressiveTable:
        return PROGRESSIVE_PAYS[self.progressive_bonus_paytable]

    @property
    def trips(self) -> Paytable:
        return TRIPS_PAYS[self.trips_bonus_paytable]

    @property
    def bad_beat(self) -> Paytable:
        return BAD_BEAT_PAYS[self.two_way_bad_beat_bonus_paytable]

    @cached_property
    def meter(self) -> Meter | None:
        """687a.12(c): the meter, where there is one."""
        if not self.progressive_bonus:
            return None
        assert self.progressive_rate is not None
        seed = self.progressive.seed
        return Meter(PROGRESSIVE, "687a.12(c)", seed, seed, self.progressive_rate)

    @property
    def meters(self) -> tuple[Meter, ...]:
        return () if self.meter is None else (self.meter,)

    @cached_property
    def posted(self) -> Posted:
        return msgspec.structs.replace(POSTED, seats=self.seats, boxes=self.adjacent_boxes)

    @cached_property
    def offered(self) -> tuple[WagerKind, ...]:
        """687a.7(d)(2)–(4): the wagers of this table."""
        return offered(WAGERS, self)

    @cached_property
    def spots(self) -> Spots:
        return {(kind.name, ""): self._terms(kind) for kind in self.offered if kind.tendered}

    def _terms(self, kind: WagerKind) -> Terms:
        least, most = self.least(kind.name), self.most(kind.name)
        if kind.name == PROGRESSIVE:
            cite = "687a.12(c)"
            back = self.progressive_stake_back
            return Terms(
                kind=kind, least=least, most=most, step=least, step_cite=cite, limits_cite=cite, stake_back=back
            )
        return self.terms(kind, odds=self.odds(kind.name))

    def odds(self, wager: str) -> tuple[Odds, ...]:
        """What a wager may pay. Awards of the Progressive are partly of the meter: its sign has them."""
        if wager == ANTE:
            return (EVEN,)
        table = {BLIND: BLIND_PAYS, TRIPS: self.trips, BAD_BEAT: self.bad_beat}[wager]
        return tuple(pays for _, pays in table.lines)


def equal_blinds(book: Book) -> None:
    """Before betting closes each Blind is exactly the Ante (687a.1:Blind Wager, I-687a-26)."""
    for seat in book.seats(ANTE):
        ante, blind = book.amount(seat, ANTE), book.amount(seat, BLIND)
        if ante != blind:
            raise Refused(
                Refusal.NOT_EQUAL,
                f"Seat {seat}'s Blind Wager of ${dollars(blind)} is not equal to the Ante Wager of ${dollars(ante)}.",
                "687a.1:Blind Wager",
            )


def duties(rules: Rules) -> tuple[Duty, ...]:
    """687a.3(c)."""
    return card_change(rules, by_hand="687a.3(c)(1)", from_shoe="687a.3(c)(2)")
