"""§§ 688a.1–688a.3, 688a.7: what may be wagered, and what is filed."""

from enum import StrEnum
from functools import cached_property, partial
from typing import Annotated

import msgspec

from pitboss.chapters.ch688a_face_up_pai_gow_poker.paytables import (
    ACE_HIGH_PAYS,
    EVEN,
    FORTUNE_PAYS,
    PROGRESSIVE_PAYS,
    AceHighPaytable,
    FortunePaytable,
    FortuneTable,
    ProgressivePaytable,
    ProgressiveTable,
)
from pitboss.families.house_ways import ABOUT_RULES, HouseWay, HouseWayName, check_way, way_key, way_of
from pitboss.families.pai_gow_poker.dealing import check_button
from pitboss.families.pai_gow_poker.rules import PROGRESSIVE as PROGRESSIVE
from pitboss.families.pai_gow_poker.rules import PaiGowRules, optional_wager
from pitboss.families.pai_gow_poker.table import card_and_dice_change
from pitboss.families.progressive import Winners
from pitboss.game import Duty
from pitboss.meters import Meter
from pitboss.money import Cents, Odds
from pitboss.procedure import Refusal, Refused
from pitboss.submission import Choice, Doubt
from pitboss.wagers import Paytable, Terms, WagerKind

# § 688a.1.  Definitions.

MAIN = "face_up_pai_gow_poker"
ACE_HIGH, FORTUNE = "ace_high_bonus", "fortune_bonus"
OPTIONAL = (ACE_HIGH, FORTUNE, PROGRESSIVE)  # in the order of their settlement
QUALIFYING: Cents = 5_00  # 688a.1:Qualifying Wager, of either wager that draws Envy Bonuses (I-688a-14)

# § 688a.7.  Wagers.

_optional = partial(optional_wager, MAIN, "688a.7(e)")


WAGERS = (
    WagerKind(MAIN, "Face Up Pai Gow Poker Wager", "688a.7(d)", "both hands above the dealer's, which lie face up; needed to play",
    pays="688a.12(a)"),
    _optional(ACE_HIGH, "Ace High Bonus Wager", "688a.7(e)(1)", "the dealer's seven cards are no more than ace high", "688a.12(b)"),
    _optional(FORTUNE, "Fortune Bonus Wager", "688a.7(e)(2)", "a straight or better, or three of a kind, in seven cards",
    "688a.12(c)"),
    _optional(
        PROGRESSIVE, "Progressive Payout Wager", "688a.7(e)(3)",
        "a full house or better, as posted; seven in a row of one suit for the meter", "688a.12(d)", "progressive",
    ),
)  # fmt: skip
KINDS = {kind.name: kind for kind in WAGERS}

# § 688a.3.  Cards; number of decks.  What is filed.


class FoulAgainstAceHigh(StrEnum):
    """I-688a-03: a foul hand where the dealer has an Ace High Pai Gow: (f)(2)(iii) makes a tie of every wager, (f)(1)(iii)
    takes that of every foul hand."""

    TIES = "ties"
    LOSES = "loses"


class Rules(PaiGowRules, frozen=True, kw_only=True):
    """What a certificate holder files for Face Up Pai Gow Poker."""

    chapter = "688a"
    wagers = WAGERS
    stake_cite = "688a.12(d)"

    house_way: Annotated[HouseWayName, Choice("688a.11(a)", "How the hands of the dealer are set.", specify=True)] = (
        HouseWayName.STANDARD
    )
    house_way_rules: Annotated[tuple[str, ...], Choice("688a.11(a)", ABOUT_RULES, added=True, lines=True)] = ()
    foul_against_ace_high: Annotated[
        FoulAgainstAceHigh,
        Choice("I-688a-03", "Whether a foul hand ties or loses against the dealer's Ace High Pai Gow.", added=True),
    ] = FoulAgainstAceHigh.TIES
    ace_high_bonus: Annotated[bool, Choice("688a.7(e)(1)", "The Ace High Bonus Wager.")] = False
    ace_high_bonus_paytable: Annotated[
        AceHighPaytable,
        Choice("688a.12(b)", "The paytable of the Ace High Bonus Wager.", specify=True, only_with=("ace_high_bonus",)),
    ] = AceHighPaytable.ONE
    fortune_bonus: Annotated[bool, Choice("688a.7(e)(2)", "The Fortune Bonus Wager.")] = False
    fortune_bonus_paytable: Annotated[
        FortunePaytable,
        Choice("688a.12(c)", "The paytable of the Fortune Bonus Wager.", specify=True, only_with=("fortune_bonus",)),
    ] = FortunePaytable.TWO
    progressive_payout: Annotated[bool, Choice("688a.7(e)(3)", "The Progressive Payout Wager.")] = False
    progressive_payout_paytable: Annotated[
        ProgressivePaytable,
        Choice(
            "688a.12(d)",
            "Progressive Paytable 4 takes $5, the others $1.",
            specify=True,
            only_with=("progressive_payout",),
        ),
    ] = ProgressivePaytable.ONE
    progressive_link_group: Annotated[
        str | None,
        Choice("688a.2(d)", "The group of linked tables whose meter this table shares, on a system fit for 605a.8."),
    ] = None
    progressive_winners: Annotated[
        Winners, Choice("I-688a-15", "Whether several winners of the whole meter are paid in turn, or in equal parts.")
    ] = Winners.TURN_ORDER

    @property
    def foul_loses(self) -> bool:
        """I-688a-03, as filed."""
        return self.foul_against_ace_high is FoulAgainstAceHigh.LOSES

    def check(self) -> None:
        super().check()
        check_way(self.house_way, self.house_way_rules, "688a.11(a)")
        check_button(self, "688a.5(i)", offered=False)
        if self.progressive_link_group is not None and not self.progressive_payout:
            raise Refused(Refusal.FORBIDDEN_CHOICE, "progressive_link_group needs the progressive_payout.", "688a.2(d)")

    def doubts(self) -> tuple[Doubt, ...]:
        """A printed table governs even where its print is suspect; whoever files it confirms it."""
        found = [*super().doubts()]
        if self.fortune_bonus and self.fortune.suspect:
            words = "four of a kind is printed at 5 to 1, no more than a full house; probably 25 to 1 was meant."
            found.append(Doubt("fortune_bonus_paytable", words, "I-688a-10"))
        if self.progressive_payout and self.progressive.suspect:
            words = "the published payback needs a rate of progression of 45 per cent or more, not the printed one."
            found.append(Doubt("progressive_payout_paytable", words, "I-688a-09"))
        return tuple(found)

    @property
    def way(self) -> HouseWay:
        return way_of(self.way_key)

    @property
    def way_key(self) -> str:
        return way_key(self.house_way, self.house_way_rules)

    @property
    def ace_high(self) -> Paytable:
        return ACE_HIGH_PAYS[self.ace_high_bonus_paytable]

    @property
    def fortune(self) -> FortuneTable:
        return FORTUNE_PAYS[self.fortune_bonus_paytable]

    @property
    def progressive(self) -> ProgressiveTable:
        return PROGRESSIVE_PAYS[self.progressive_payout_paytable]

    @cached_property
    def meter(self) -> Meter | None:
        """688a.12(d): the meter, where there is one. That of a group is shared by tables with one paytable (I-GEN-33)."""
        if not self.progressive_payout:
            return None
        table, group = self.progressive, self.progressive_link_group
        name = PROGRESSIVE if group is None else f"{PROGRESSIVE} {table.name} {group}"
        return Meter(
            name, "688a.12(d)", table.seed, table.seed, table.rate, table.reserve_rate, linked=group is not None
        )

    @property
    def progressive_stake(self) -> Cents:
        """688a.12(d): the filed paytable says what its wager is."""
        return self.progressive.unit

    def _terms(self, kind: WagerKind) -> Terms:
        terms = super()._terms(kind)
        if kind.name != PROGRESSIVE:
            return terms
        return msgspec.structs.replace(terms, stake_back=self.progressive.stake_back)

    def odds(self, wager: str) -> tuple[Odds, ...]:
        """Without the awards of the Progressive, which are partly of the meter: its sign has them."""
        tables = {ACE_HIGH: self.ace_high.lines, FORTUNE: self.fortune.pays.lines, PROGRESSIVE: (), MAIN: (("", EVEN),)}
        return tuple(pays for _, pays in tables[wager])


def duties(rules: Rules) -> tuple[Duty, ...]:
    """688a.3(c), and the dice of the shaker."""
    return card_and_dice_change(rules, by_hand="688a.3(c)(1)", from_shoe="688a.3(c)(2)", dice="688a.2(c)(1)(i)")
