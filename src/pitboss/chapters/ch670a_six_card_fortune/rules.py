"""§§ 670a.1–670a.3, 670a.7, 670a.12: what may be wagered, what it pays, and what is filed."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property, partial
from typing import Annotated

from pitboss.families.pai_gow_poker.dealing import check_button
from pitboss.families.pai_gow_poker.rules import PROGRESSIVE as PROGRESSIVE
from pitboss.families.pai_gow_poker.rules import PaiGowRules, optional_wager
from pitboss.families.pai_gow_poker.table import card_and_dice_change
from pitboss.families.poker_ranks import Hand
from pitboss.families.progressive import ALL
from pitboss.game import Duty
from pitboss.meters import Meter
from pitboss.money import Cents, Money, Odds
from pitboss.procedure import Refusal, Refused
from pitboss.submission import Choice
from pitboss.wagers import Paytable, WagerKind

# § 670a.7.  Wagers.

MAIN, DOUBLE_DOWN = "six_card_fortune_pai_gow_poker", "double_down"
FORTUNE, INSURANCE = "fortune_bonus", "insurance"
OPTIONAL = (FORTUNE, INSURANCE, PROGRESSIVE)  # in the order of their settlement
FORTUNE_ENVY, PROGRESSIVE_ENVY = "fortune_bonus_envy", "progressive_payout_envy"
MAIN_TITLE = "Six-Card Fortune Pai Gow Poker Wager"

_optional = partial(optional_wager, MAIN, "670a.7(e)")


WAGERS = (
    WagerKind(MAIN, MAIN_TITLE, "670a.7(d)", "both hands above the dealer's; needed to play", pays="670a.12(a)"),
    WagerKind(
        DOUBLE_DOWN, "Double Down Wager", "670a.7(e)(1)", "as much again after a look at the cards; pushes below a pair of 8s",
        tendered=False, option=DOUBLE_DOWN, pays="670a.12(a)",
    ),
    _optional(FORTUNE, "Fortune Bonus Wager", "670a.7(e)(2)", "three of a kind or better in six cards", "670a.12(b)(1)"),
    _optional(INSURANCE, "Insurance Wager", "670a.7(e)(3)", "king high or less in six cards", "670a.12(c)"),
    _optional(
        PROGRESSIVE, "Progressive Payout Wager", "670a.7(e)(4)",
        "a straight or better in six cards, five aces for the meter", "670a.12(d)(1)", "progressive",
    ),
)  # fmt: skip
KINDS = {kind.name: kind for kind in WAGERS}

# § 670a.12.  Payout odds; Envy Bonus; rate of progression.

EVEN = Odds.parse("1 to 1")  # (a)
FORTUNE_PAYS = Paytable.of(
    "670a.12(b)(1)",
    five_aces="1000 to 1",
    royal_flush="250 to 1",
    straight_flush="100 to 1",
    four_of_a_kind="50 to 1",
    full_house="15 to 1",
    flush="10 to 1",
    straight="8 to 1",
    three_of_a_kind="5 to 1",
)
INSURANCE_PAYS = Paytable.of(
    "670a.12(c)",
    eight_high="100 to 1",
    nine_high="30 to 1",
    ten_high="10 to 1",
    jack_high="7 to 1",
    queen_high="4 to 1",
    king_high="3 to 1",
)
METER_SHARES: Mapping[str, int] = {Hand.FIVE_ACES: ALL, Hand.ROYAL_FLUSH: 10}  # (d)(1) per cent
PROGRESSIVE_PAYS = Paytable.of(
    "670a.12(d)(1)",
    straight_flush="300 for 1",
    four_of_a_kind="150 for 1",
    full_house="15 for 1",
    flush="6 for 1",
    straight="3 for 1",
)
RATE = Fraction(21)  # (d)(2) per cent of each wager
SEED = 5000  # (d)(2) times the wager (I-670a-13)

ONE, FIVE = Money(100), Money(500)  # the wagers that the tables of Envy Bonuses are printed for
QUALIFYING = FIVE  # 670a.1(ii)
Envies = Mapping[Cents, Mapping[str, Cents]]  # by the receiver's wager and by the hand
FORTUNE_ENVIES: Envies = {
    ONE: {
        Hand.FIVE_ACES: 100_000, Hand.ROYAL_FLUSH: 20_000, Hand.STRAIGHT_FLUSH: 5_000, Hand.FOUR_OF_A_KIND: 1_500,
        Hand.FULL_HOUSE: 500,
    },
    FIVE: {
        Hand.FIVE_ACES: 500_000, Hand.ROYAL_FLUSH: 100_000, Hand.STRAIGHT_FLUSH: 25_000, Hand.FOUR_OF_A_KIND: 7_500,
        Hand.FULL_HOUSE: 2_500,
    },
}  # (b)(2)  # fmt: skip
PROGRESSIVE_ENVIES: Envies = {
    ONE: {Hand.FIVE_ACES: 10_000, Hand.ROYAL_FLUSH: 5_000, Hand.STRAIGHT_FLUSH: 1_000, Hand.FOUR_OF_A_KIND: 500},
    FIVE: {Hand.FIVE_ACES: 50_000, Hand.ROYAL_FLUSH: 25_000, Hand.STRAIGHT_FLUSH: 5_000, Hand.FOUR_OF_A_KIND: 2_500},
}  # (d)(4)


def envies(wager: Cents, tables: Envies) -> Mapping[str, Cents]:
    """The printed table for a wager: that of $5 from $5 up, that of $1 from $1 to below $5, else none (I-670a-12)."""
    printed = max((step for step in tables if step <= wager), default=0)
    return tables.get(printed, {})


# § 670a.3.  Cards; number of decks.  What is filed.


class Rules(PaiGowRules, frozen=True, kw_only=True):
    """What a certificate holder files for Six-Card Fortune Pai Gow Poker."""

    chapter = "670a"
    wagers = WAGERS
    stake_cite = "670a.12(d)(2)"

    double_down: Annotated[bool, Choice("670a.7(e)(1)", "The Double Down Wager.")] = False
    fortune_bonus: Annotated[bool, Choice("670a.7(e)(2)", "The Fortune Bonus Wager.")] = False
    small_wagers_envy: Annotated[
        bool, Choice("I-670a-11", "Whether a Fortune Bonus Wager from $1 to below $5 draws the $1 Envy Bonuses.")
    ] = True
    insurance: Annotated[bool, Choice("670a.7(e)(3)", "The Insurance Wager.")] = False
    progressive_payout: Annotated[bool, Choice("670a.7(e)(4)", "The Progressive Payout Wager.")] = False
    progressive_unit: Annotated[
        Money, Choice("670a.12(d)(2)", "What a Progressive Payout Wager is: $1 or $5.", ONE, FIVE)
    ] = ONE

    def check(self) -> None:
        super().check()
        check_button(self, "670a.5(i)", offered=False)
        if self.progressive_unit not in (ONE, FIVE):
            raise Refused(
                Refusal.FORBIDDEN_CHOICE, "progressive_unit must be 1.00 or 5.00 (I-670a-12).", "670a.12(d)(2)"
            )

    @cached_property
    def meter(self) -> Meter | None:
        """670a.12(d)(2): the meter, where there is one."""
        if not self.progressive_payout:
            return None
        seed = SEED * self.progressive_unit
        return Meter(PROGRESSIVE, "670a.12(d)(2)", seed, seed, RATE)

    def draws_envy(self, fortune: Cents) -> bool:
        """670a.1(ii), I-670a-11: whether a Fortune Bonus Wager has an Envy lammer."""
        return fortune >= (ONE if self.small_wagers_envy else QUALIFYING)

    @property
    def progressive_stake(self) -> Cents:
        """670a.12(d)(2), I-670a-12: exactly the unit."""
        return self.progressive_unit

    def odds(self, wager: str) -> tuple[Odds, ...]:
        tables = {FORTUNE: FORTUNE_PAYS, INSURANCE: INSURANCE_PAYS, PROGRESSIVE: PROGRESSIVE_PAYS}
        return tuple(pays for _, pays in tables[wager].lines) if wager in tables else (EVEN,)


def duties(rules: Rules) -> tuple[Duty, ...]:
    """670a.3(c), and the dice of the shaker."""
    return card_and_dice_change(rules, by_hand="670a.3(c)(1)", from_shoe="670a.3(c)(2)", dice="670a.2(d)(1)(i)")
