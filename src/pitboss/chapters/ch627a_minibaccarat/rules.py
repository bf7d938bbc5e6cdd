"""§§ 627a.3, 627a.7, 627a.8: decks, wagers, how the first cards are dealt, and what is filed."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, ClassVar

from pitboss.families.baccarat.rules import (
    TIE_LEAST,
    BaccaratRules,
    DisclosedCard,
    DragonPaytable,
    Law,
    Style,
    VigorishCollection,
    note,
    wagers,
)
from pitboss.money import Odds, Rounding
from pitboss.procedure import Refusal, Refused
from pitboss.submission import Choice, betting_positions
from pitboss.wagers import WagerKind

LAW = Law(
    chapter="627a",
    wagers="627a.7",
    hands="627a.8",
    result="627a.11",
    payout="627a.12",
    faults="627a.13",
    cover_out="627a.9(e)",
    preshuffled="627a.4(e)",
    reshuffle="627a.5(a)",
    idle="627a.5(g)(1)",
    idle_device="627a.5(g)(2)",
)


# § 627a.3.  Cards; number of decks.

DECKS = (6, 7, 8)  # 627a.3(a), I-627a-09
BATCHES = 2  # 627a.3(b)(1): with an automated shuffler


class Shuffler(StrEnum):
    """Who mixes the cards."""

    MANUAL = "manual"
    AUTOMATED = "automated"


class InitialDeal(StrEnum):
    """How the first four cards are dealt."""

    FACE_UP = "face_up"
    FACE_DOWN = "face_down"


# § 627a.7.  Wagers.

WAGERS = wagers(LAW)

SEATS = 9  # 627a.2(a): at most


class Rules(BaccaratRules, frozen=True, kw_only=True):
    """What a certificate holder files for Minibaccarat."""

    law: ClassVar[Law] = LAW
    kinds: ClassVar[Mapping[str, WagerKind]] = {kind.name: kind for kind in WAGERS}

    seats: Annotated[int, betting_positions("627a.2(a)", SEATS)] = SEATS
    decks: Annotated[
        int | None,
        Choice("627a.3(a)", "Decks in use: 6 to 8, or 12, 14 or 16 in two batches with an automated shuffler.", 6, 16),
    ] = None
    shuffler: Annotated[Shuffler, Choice("627a.3(b)", "Shuffled by hand, or by a device with two batches.")] = (
        Shuffler.MANUAL
    )
    initial_deal: Annotated[
        InitialDeal,
        Choice(
            "627a.8(c)",
            "The first four cards face up, or face down with the Banker's beneath the shoe.",
            specify=True,
        ),
    ] = InitialDeal.FACE_UP
    ez_baccarat: Annotated[bool, note("ez_baccarat", "627a.2(b)(6)")] = False
    dragon_bonus: Annotated[bool, note("dragon_bonus", "627a.7(a)(4)")] = False
    dragon_bonus_paytable: Annotated[DragonPaytable, note("dragon_bonus_paytable", "627a.12(e)")] = DragonPaytable.A
    tie_odds: Annotated[Odds, note("tie_odds", "627a.12(b)")] = TIE_LEAST
    vigorish_collection: Annotated[VigorishCollection, note("vigorish_collection", "627a.12(d)")] = (
        VigorishCollection.AT_PAYOUT
    )
    vigorish_rounding: Annotated[Rounding, note("vigorish_rounding", "627a.12(c)")] = Rounding.EXACT
    disclosed_player_third_card: Annotated[DisclosedCard, note("disclosed_player_third_card", "627a.13(c)")] = (
        DisclosedCard.BURN_PLUS_ONE
    )
    preshuffled_decks: Annotated[bool, note("preshuffled_decks", "627a.4(e)")] = False
    dragon_bonus_alone: Annotated[bool, note("dragon_bonus_alone", "I-627a-05")] = True
    both_hands: Annotated[bool, note("both_hands", "I-627a-06")] = True

    def check(self) -> None:
        BaccaratRules.check(self)
        batches = self.shuffler is Shuffler.AUTOMATED
        lawful = tuple(n * BATCHES for n in DECKS) if batches else DECKS
        if self.decks is not None and self.decks not in lawful:
            raise Refused(
                Refusal.FORBIDDEN_CHOICE,
                f"decks = {self.decks} is not allowed with shuffler = {self.shuffler.value!r}: it takes "
                f"{lawful[0]}, {lawful[1]} or {lawful[2]}.",
                "627a.3(b)" if batches else "627a.3(a)",
            )

    @property
    def batches(self) -> int:
        return BATCHES if self.shuffler is Shuffler.AUTOMATED else 1

    @property
    def shoe_decks(self) -> int:
        """Decks in one shoe: eight unless fewer were filed."""
        return DECKS[-1] if self.decks is None else self.decks // self.batches

    @property
    def style(self) -> Style:
        """627a.8(c): face up, or face down with the Banker's Hand beneath the shoe until the Player's is called."""
        called, third = ("627a.9(a)", "627a.9(a)"), ("627a.9(c)", "627a.9(c)")
        if self.initial_deal is InitialDeal.FACE_UP:
            return Style("627a.8(c)(1)", called, third, face_up=True)
        return Style("627a.8(c)(2)", called, third, beneath="627a.8(c)(2)")
