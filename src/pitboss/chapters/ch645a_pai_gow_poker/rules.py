"""§§ 645a.1–645a.3, 645a.7, 645a.13: what may be wagered, what it pays, and what is filed."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, partial
from typing import Annotated, ClassVar

import msgspec

from pitboss.families.banking import (
    BANK,
    CO_BANK,
    DEALER_WAGER,
    LAST_WAGER,
    BankLaw,
    check_banking,
)
from pitboss.families.house_ways import ABOUT_RULES, HouseWay, HouseWayName, check_way, way_key, way_of
from pitboss.families.pai_gow_poker.dealing import check_button
from pitboss.families.pai_gow_poker.rules import PROGRESSIVE as PROGRESSIVE
from pitboss.families.pai_gow_poker.rules import PaiGowRules, optional_wager
from pitboss.families.pai_gow_poker.table import card_and_dice_change
from pitboss.families.poker_ranks import Hand
from pitboss.families.progressive import ALL, check_rate
from pitboss.game import Duty
from pitboss.meters import Meter
from pitboss.money import Cents, Money, Odds, Rounding, Vigorish, dollars, winnings
from pitboss.procedure import Refusal, Refused
from pitboss.submission import Choice
from pitboss.wagers import Charge, Paytable, WagerKind, charge_on_winnings

# § 645a.1.  Definitions.

MAIN = "pai_gow_poker"
FORTUNE, EMPERORS = "fortune_bonus", "emperors_treasure"
INSURANCE = "pai_gow_insurance"
OPTIONAL = (FORTUNE, EMPERORS, INSURANCE, PROGRESSIVE)  # in the order of their settlement
QUALIFYING: Cents = 500  # 645a.1:Qualifying Wager

# § 645a.7.  Wagers.

_optional = partial(optional_wager, MAIN, "645a.7(e)")


def _banking(name: str, title: str, cite: str, about: str) -> WagerKind:
    """Chips of a bank, or of the dealer against it; never tendered."""
    return WagerKind(name, title, cite, about, tendered=False, option="player_bank", pays="645a.12(j)", group="bank")


WAGERS = (
    WagerKind(MAIN, "Pai Gow Poker Wager", "645a.7(d)", "both hands above the dealer's; needed to play", pays="645a.13(a)"),
    _optional(FORTUNE, "Fortune Bonus Wager", "645a.7(e)(1)", "a straight or better, or three of a kind, in seven cards",
    "645a.13(b)"),
    _optional(EMPERORS, "Emperor's Treasure Wager", "645a.7(e)(2)", "a straight or better, or three of a kind, in seven cards",
    "645a.13(c)"),
    _optional(INSURANCE, "Pai Gow Insurance Wager", "645a.7(e)(3)", "no pair or better in seven cards", "645a.13(d)"),
    _optional(
        PROGRESSIVE, "Progressive Payout Wager", "645a.7(e)(4)",
        "a full house or better, seven in a row of one suit for the meter", "645a.13(e)(1)", "progressive",
    ),
    _banking(BANK, "Bank", "645a.12(d)(2)", "covers the wagers of all others"),
    _banking(CO_BANK, "Co-bank", "645a.12(e)", "covers the wagers of all others, half of them for the dealer"),
    _banking(DEALER_WAGER, "Dealer's wager", "645a.12(g)", "the dealer against the bank"),
)  # fmt: skip
KINDS = {kind.name: kind for kind in WAGERS}

# § 645a.12.  Player bank; co-banking; selection of bank; procedures for dealing.

BANK_LAW = BankLaw(
    wager=MAIN,
    filed="645a.12(a)",
    start="645a.12(b)",
    offered="645a.12(c)",
    wagered="645a.12(d)(1)",
    cover="645a.12(d)(2)",
    co_banking="645a.12(e)",
    one_area="645a.12(f)",
    dealer_wager="645a.12(g)",
    dealer_settled="645a.12(i)",
    settled="645a.12(j)",
    dealer_paid="645a.12(k)",
    co_settled="645a.12(l)",
)


class BankSets(StrEnum):
    """I-645a-22: whether a bank sets its hands freely, or the house way."""

    FREE = "free"
    HOUSE_WAY = "house_way"


# § 645a.13.  Payout odds; Envy Bonus; rate of progression; payout limitation.

EVEN = Odds.parse("1 to 1")  # (a)
VIGORISH = 5  # (a) per cent of what is won
ROYAL_MATCH = "royal_flush_and_royal_match"


class Letter(StrEnum):
    """The four paytables of the Fortune Bonus and of the Emperor's Treasure Wager."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"


class InsuranceLetter(StrEnum):
    A = "A"
    B = "B"


class BonusTable(msgspec.Struct, frozen=True):
    """(b)–(c) What a bonus wager pays, and what others' hands pay its Envy lammer."""

    pays: Paytable
    envy: Mapping[str, Cents]


TOP_LINES = (
    (Hand.SEVEN_CARD_STRAIGHT_FLUSH, (8000, 5000, 5000, 2500), (5000, 3000, 1000, 1000)),
    ("", (2000, 2000, 1000, 1000), (1000, 1000, 250, 750)),  # the royal flush with two more cards, by its own name
    (Hand.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER, (1000, 1000, 750, 750), (500, 500, 100, 250)),
    (Hand.FIVE_ACES, (400, 400, 250, 250), (250, 250, 50, 100)),
    (Hand.ROYAL_FLUSH, (150, 150, 100, 125), (50, 50, 25, 50)),
    (Hand.STRAIGHT_FLUSH, (50, 50, 50, 50), (20, 20, 10, 20)),
    (Hand.FOUR_OF_A_KIND, (25, 25, 20, 25), (5, 5, 5, 5)),
)  # line, to 1 by paytable A to D, Envy Bonus in dollars by paytable
OTHER_LINES = ((Hand.FULL_HOUSE, 5), (Hand.FLUSH, 4), (Hand.THREE_OF_A_KIND, 3), (Hand.STRAIGHT, 2))  # in all four


def _bonus_tables(cite: str, royal_and_two: str) -> Mapping[str, BonusTable]:
    """(b), (c) The two wagers have the same numbers; they differ in what goes with the royal flush."""
    found: dict[str, BonusTable] = {}
    for n, letter in enumerate(Letter):
        lines = [(line or royal_and_two, pays[n]) for line, pays, _ in TOP_LINES] + list(OTHER_LINES)
        pays = Paytable(cite, letter, tuple((str(line), Odds.parse(f"{win} to 1")) for line, win in lines))
        found[letter] = BonusTable(pays, {str(line or royal_and_two): envy[n] * 100 for line, _, envy in TOP_LINES})
    return found


FORTUNE_PAYS = _bonus_tables("645a.13(b)", ROYAL_MATCH)
EMPERORS_PAYS = _bonus_tables("645a.13(c)", Hand.ROYAL_FLUSH_AND_ACE_KING)
INSURANCE_PAYS: Mapping[str, Paytable] = {
    letter: Paytable.of(
        "645a.13(d)", letter, nine_high="100 to 1", ten_high="25 to 1", jack_high="15 to 1", queen_high=queen,
        king_high="5 to 1", ace_high="3 to 1",
    )
    for letter, queen in {InsuranceLetter.A: "6 to 1", InsuranceLetter.B: "7 to 1"}.items()
}  # (d)  # fmt: skip
METER_SHARES: Mapping[str, int] = {Hand.SEVEN_CARD_STRAIGHT_FLUSH: ALL, Hand.FIVE_ACES: 10}  # (e)(1) per cent
PROGRESSIVE_PAYS = Paytable.of(
    "645a.13(e)(1)",
    royal_flush="500 for 1",
    straight_flush="100 for 1",
    four_of_a_kind="75 for 1",
    full_house="4 for 1",
)
LEAST_SEED = 200_000  # (e)(2)
LEAST_LIMIT = 5_000_000  # (f)


class EnvyBonuses(StrEnum):
    """I-645a-07: what a player with both Qualifying Wagers is paid for one hand."""

    PER_WAGER = "per_wager"
    ONE = "one"


# § 645a.3.  Cards; number of decks.  What is filed.


class Rules(PaiGowRules, frozen=True, kw_only=True):
    """What a certificate holder files for Pai Gow Poker."""

    chapter = "645a"
    wagers = WAGERS

    house_way: Annotated[HouseWayName, Choice("645a.11(c)", "How the hands of the dealer are set.", specify=True)] = (
        HouseWayName.STANDARD
    )
    house_way_rules: Annotated[tuple[str, ...], Choice("645a.11(c)", ABOUT_RULES, added=True, lines=True)] = ()
    vigorish_rounding: Annotated[
        Rounding, Choice("645a.13(a)", "Whether the vigorish is rounded up to the next 25 cents.")
    ] = Rounding.EXACT
    fortune_bonus: Annotated[bool, Choice("645a.7(e)(1)", "The Fortune Bonus Wager.")] = False
    fortune_bonus_paytable: Annotated[
        Letter,
        Choice("645a.13(b)", "The paytable of the Fortune Bonus Wager.", specify=True, only_with=("fortune_bonus",)),
    ] = Letter.A
    emperors_treasure: Annotated[bool, Choice("645a.7(e)(2)", "The Emperor's Treasure Wager.")] = False
    emperors_treasure_paytable: Annotated[
        Letter,
        Choice(
            "645a.13(c)",
            "The paytable of the Emperor's Treasure Wager.",
            specify=True,
            only_with=("emperors_treasure",),
        ),
    ] = Letter.A
    envy_bonuses: Annotated[
        EnvyBonuses, Choice("I-645a-07", "Whether a hand pays each of a player's Qualifying Wagers, or one of them.")
    ] = EnvyBonuses.PER_WAGER
    pai_gow_insurance: Annotated[bool, Choice("645a.7(e)(3)", "The Pai Gow Insurance Wager.")] = False
    pai_gow_insurance_paytable: Annotated[
        InsuranceLetter,
        Choice(
            "645a.13(d)", "The paytable of the Pai Gow Insurance Wager.", specify=True, only_with=("pai_gow_insurance",)
        ),
    ] = InsuranceLetter.A
    progressive_payout: Annotated[bool, Choice("645a.7(e)(4)", "The Progressive Payout Wager.")] = False
    progressive_initial: Annotated[
        Money,
        Choice(
            "645a.13(e)(2)",
            "The meter when it is first used.",
            LEAST_SEED,
            specify=True,
            only_with=("progressive_payout",),
        ),
    ] = Money(LEAST_SEED)
    progressive_reset: Annotated[
        Money,
        Choice(
            "645a.13(e)(2)", "The meter after it was won.", LEAST_SEED, specify=True, only_with=("progressive_payout",)
        ),
    ] = Money(LEAST_SEED)
    progressive_rate: Annotated[
        Fraction | None,
        Choice(
            "I-645a-11",
            "Percentage of each Progressive Payout Wager that goes to the meter.",
            specify=True,
            only_with=("progressive_payout",),
        ),
    ] = None
    payout_limit: Annotated[
        Money | None, Choice("645a.13(f)", "Most that the optional wagers of one hand may win together.", LEAST_LIMIT)
    ] = None
    player_bank: Annotated[bool, Choice("645a.12(a)", "Whether players are offered the bank.")] = False
    co_banking: Annotated[bool, Choice("645a.12(e)", "Whether a bank may share the round with the dealer.")] = False
    dealer_wager_against_bank: Annotated[
        str, Choice("645a.12(g)", "What the dealer wagers against a bank: last_wager, or an amount like 25.00.")
    ] = LAST_WAGER
    bank_sets: Annotated[BankSets, Choice("645a.12(i)", "Whether a bank must set its hands the house way.")] = (
        BankSets.FREE
    )

    denominated: ClassVar[tuple[str, ...]] = (PROGRESSIVE,)  # one hand wins a part of the meter, whatever was wagered

    def check(self) -> None:
        super().check()
        check_way(self.house_way, self.house_way_rules, "645a.11(c)")
        check_button(self, "645a.5(i)(3)")
        check_banking(self, BANK_LAW)
        if self.progressive_rate is not None:
            check_rate("progressive_rate", self.progressive_rate, "I-645a-11")
        elif self.progressive_payout:
            raise Refused(
                Refusal.FORBIDDEN_CHOICE,
                "progressive_rate has no default and must be chosen where the progressive_payout is offered.",
                "I-645a-11",
            )
        if self.payout_limit is not None and self.payout_limit < self.top_win:
            raise Refused(
                Refusal.FORBIDDEN_CHOICE,
                f"payout_limit is below ${dollars(self.top_win)}, which one player could win at the minimum wagers.",
                "645a.13(f)",
            )

    @property
    def way(self) -> HouseWay:
        return way_of(self.way_key)

    @property
    def way_key(self) -> str:
        return way_key(self.house_way, self.house_way_rules)

    @property
    def fortune(self) -> BonusTable:
        return FORTUNE_PAYS[self.fortune_bonus_paytable]

    @property
    def emperors(self) -> BonusTable:
        return EMPERORS_PAYS[self.emperors_treasure_paytable]

    @property
    def insurance(self) -> Paytable:
        return INSURANCE_PAYS[self.pai_gow_insurance_paytable]

    @property
    def vigorish(self) -> Vigorish:
        return Vigorish(VIGORISH, rounding=self.vigorish_rounding)

    def charge(self, wager: str) -> Charge | None:
        return charge_on_winnings(self.vigorish) if wager == MAIN else None

    @property
    def top_win(self) -> Cents:
        """645a.13(f), I-645a-12: the most that one hand wins on the least of every optional wager offered.

        A seven-card straight flush takes the meter, a royal flush with ace and king may win more at its fixed odds, and a
        nine high wins the insurance; every other hand wins less than one of these.
        """
        (_, seven_f), (_, royal_f) = self.fortune.pays.lines[:2]
        (_, seven_e), (_, royal_e) = self.emperors.pays.lines[:2]
        meter = max(self.progressive_initial, self.progressive_reset) if self.progressive_payout else 0
        return max(
            self._wins({FORTUNE: seven_f, EMPERORS: seven_e}) + meter,
            self._wins({FORTUNE: royal_f, EMPERORS: royal_e, PROGRESSIVE: PROGRESSIVE_PAYS.lines[0][1]}),
            self._wins({INSURANCE: self.insurance.lines[0][1]}),
        )

    def _wins(self, odds: Mapping[str, Odds]) -> Cents:
        """What the least of these wagers, where they are offered, win together at these odds."""
        return sum(winnings(self.least(kind), pays) for kind, pays in odds.items() if getattr(self, kind))

    @cached_property
    def meter(self) -> Meter | None:
        """645a.13(e)(2): the meter, where there is one."""
        if not self.progressive_payout:
            return None
        assert self.progressive_rate is not None
        initial, reset = self.progressive_initial, self.progressive_reset
        return Meter(PROGRESSIVE, "645a.13(e)(2)", initial, reset, self.progressive_rate)

    def odds(self, wager: str) -> tuple[Odds, ...]:
        tables = {
            FORTUNE: self.fortune.pays, EMPERORS: self.emperors.pays, INSURANCE: self.insurance, PROGRESSIVE: PROGRESSIVE_PAYS,
        }  # fmt: skip
        return tuple(pays for _, pays in tables[wager].lines) if wager in tables else (EVEN,)


def duties(rules: Rules) -> tuple[Duty, ...]:
    """645a.3(c), and the dice of the shaker."""
    return card_and_dice_change(rules, by_hand="645a.3(c)(1)", from_shoe="645a.3(c)(2)", dice="645a.2(c)(1)(i)")
