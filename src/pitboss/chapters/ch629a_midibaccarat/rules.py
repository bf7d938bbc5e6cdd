"""§§ 629a.3, 629a.7, 629a.8: decks, wagers, who turns the cards, and what is filed."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pitboss.families.baccarat.rules import (
    TIE_LEAST,
    BaccaratRules,
    DisclosedCard,
    DragonPaytable,
    Law,
    Style,
    TakesOver,
    VigorishCollection,
    note,
    wagers,
)
from pitboss.money import Odds, Rounding
from pitboss.submission import Choice, betting_positions
from pitboss.wagers import WagerKind

LAW = Law(
    chapter="629a",
    wagers="629a.7",
    hands="629a.8",
    result="629a.11",
    payout="629a.12",
    faults="629a.13",
    cover_out="629a.9(d)",
    preshuffled="629a.4(d)",
    replaced="629a.3(b)",
    delayed="629a.8(d)",
    unwagered="I-629a-01",
)
WAGERS = wagers(LAW)

SEATS = 9  # 629a.2(a): at most


class Rules(BaccaratRules, frozen=True, kw_only=True):
    """What a certificate holder files for Midibaccarat; there is no shuffling device (I-629a-04)."""

    law: ClassVar[Law] = LAW
    kinds: ClassVar[Mapping[str, WagerKind]] = {kind.name: kind for kind in WAGERS}

    seats: Annotated[int, betting_positions("629a.2(a)", SEATS)] = SEATS
    decks: Annotated[int, Choice("629a.3(a)", "Decks in the shoe.", 6, 8)] = 8
    ez_baccarat: Annotated[bool, note("ez_baccarat", "629a.2(b)(6)")] = False
    dragon_bonus: Annotated[bool, note("dragon_bonus", "629a.7(a)(4)")] = False
    dragon_bonus_paytable: Annotated[DragonPaytable, note("dragon_bonus_paytable", "629a.12(e)")] = DragonPaytable.A
    tie_odds: Annotated[Odds, note("tie_odds", "629a.12(b)")] = TIE_LEAST
    vigorish_collection: Annotated[VigorishCollection, note("vigorish_collection", "629a.12(d)")] = (
        VigorishCollection.AT_PAYOUT
    )
    vigorish_rounding: Annotated[Rounding, note("vigorish_rounding", "629a.12(c)")] = Rounding.EXACT
    disclosed_player_third_card: Annotated[DisclosedCard, note("disclosed_player_third_card", "629a.13(c)")] = (
        DisclosedCard.BURN_PLUS_ONE
    )
    preshuffled_decks: Annotated[bool, note("preshuffled_decks", "629a.4(d)")] = False
    dragon_bonus_alone: Annotated[bool, note("dragon_bonus_alone", "I-627a-05")] = True
    both_hands: Annotated[bool, note("both_hands", "I-627a-06")] = True
    relinquished_cards: Annotated[TakesOver, note("relinquished_cards", "I-629a-03")] = TakesOver.ANYONE

    @property
    def style(self) -> Style:
        """629a.8(c): all cards face down, each hand turned by the highest bettor on it."""
        return Style(
            "629a.8(c)",
            ("629a.8(c)(1)", "629a.8(c)(2)"),
            ("629a.8(c)(3)", "629a.8(c)(4)"),
            beneath="629a.8(c)(1)",
            turned_by=self.relinquished_cards,
        )
