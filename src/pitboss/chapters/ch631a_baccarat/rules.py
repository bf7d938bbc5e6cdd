"""§§ 631a.3, 631a.8, 631a.9: decks, wagers, who turns the cards, and what is filed."""

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
from pitboss.submission import Choice
from pitboss.wagers import WagerKind

LAW = Law(
    chapter="631a",
    wagers="631a.8",
    hands="631a.9",
    result="631a.12",
    payout="631a.13",
    faults="631a.15",
    cover_out="631a.10(d)",
    preshuffled="631a.4(d)",
    replaced="631a.3(b)",
    delayed="631a.9(e)",
    shoe="631a.7(a)",
    unwagered="631a.9(d)(7)",
    pays_first=True,
)
WAGERS = wagers(LAW)


class Rules(BaccaratRules, frozen=True, kw_only=True):
    """What a certificate holder files for Baccarat."""

    law: ClassVar[Law] = LAW
    kinds: ClassVar[Mapping[str, WagerKind]] = {kind.name: kind for kind in WAGERS}

    seats: Annotated[int, Choice("631a.2(a)", "Numbered positions at the table.", 10, 14)] = 14
    decks: Annotated[int, Choice("631a.3(a)", "Decks in the shoe.", 6, 8)] = 8
    players_view_hands: Annotated[
        bool, Choice("631a.9(d)", "Whether the highest bettors turn the cards, instead of the dealer (I-631a-05).")
    ] = False
    ez_baccarat: Annotated[bool, note("ez_baccarat", "631a.2(b)(6)")] = False
    dragon_bonus: Annotated[bool, note("dragon_bonus", "631a.8(a)(4)")] = False
    dragon_bonus_paytable: Annotated[DragonPaytable, note("dragon_bonus_paytable", "631a.13(e)")] = DragonPaytable.A
    tie_odds: Annotated[Odds, note("tie_odds", "631a.13(b)")] = TIE_LEAST
    vigorish_collection: Annotated[VigorishCollection, note("vigorish_collection", "631a.13(d)")] = (
        VigorishCollection.AT_PAYOUT
    )
    vigorish_rounding: Annotated[Rounding, note("vigorish_rounding", "631a.13(c)")] = Rounding.EXACT
    disclosed_player_third_card: Annotated[DisclosedCard, note("disclosed_player_third_card", "631a.15(c)")] = (
        DisclosedCard.BURN_PLUS_ONE
    )
    preshuffled_decks: Annotated[bool, note("preshuffled_decks", "631a.4(d)")] = False
    dragon_bonus_alone: Annotated[bool, note("dragon_bonus_alone", "I-627a-05")] = True
    both_hands: Annotated[bool, note("both_hands", "I-627a-06")] = True
    relinquished_cards: Annotated[TakesOver, note("relinquished_cards", "I-629a-03")] = TakesOver.ANYONE

    @property
    def style(self) -> Style:
        """631a.9(c)–(d): face down to both hands (I-631a-03), turned by the dealer or, where filed, by players."""
        if not self.players_view_hands:
            return Style("631a.9(c)", ("631a.10(a)", "631a.10(a)"), ("631a.9(c)", "631a.9(c)"))
        return Style(
            "631a.9(c)",
            ("631a.9(d)(2)", "631a.9(d)(3)"),
            ("631a.9(d)(4)", "631a.9(d)(5)"),
            beneath="631a.9(d)(1)",
            turned_by=self.relinquished_cards,
        )
