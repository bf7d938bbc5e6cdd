"""Chapter 631a. Baccarat: ten to fourteen players, one of whom, the curator, deals from the shoe."""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

import msgspec

from pitboss.events import Announced, Marked, Noted
from pitboss.families.baccarat import paper
from pitboss.families.baccarat.dealing import counterclockwise_from
from pitboss.families.baccarat.hands import Winner
from pitboss.families.baccarat.play import (
    Round,
    Table,
    betting,
    close_round,
    hands,
    irregularities,
    new_shoe,
    open_round,
)
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
from pitboss.families.shoe_dealing import told
from pitboss.felt import Felt
from pitboss.game import Duty, Game, IrregularityKind, Start
from pitboss.money import Money, Odds, Rounding
from pitboss.procedure import Answer, Election, Irregularity, Option, Procedure, elected
from pitboss.seating import Seat, clockwise
from pitboss.submission import Filed
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
    positions=14,  # 631a.2(a)
    replaced="631a.3(b)",
    delayed="631a.9(e)",
    unwagered="631a.9(d)(7)",
    pays_first=True,
)
WAGERS = wagers(LAW)


class Rules(BaccaratRules, frozen=True, kw_only=True):
    """What a certificate holder files for Baccarat."""

    law: ClassVar[Law] = LAW
    kinds: ClassVar[Mapping[str, WagerKind]] = {kind.name: kind for kind in WAGERS}

    seats: Annotated[int, Filed("631a.2(a)", "Numbered positions at the table.", 10, 14)] = 14
    decks: Annotated[int, Filed("631a.3(a)", "Decks in the shoe.", 6, 8)] = 8
    players_view_hands: Annotated[
        bool, Filed("631a.9(d)", "Whether the highest bettors turn the cards, instead of the dealer (I-631a-05).")
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
    def positions(self) -> int:
        return self.seats

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


def duties(rules: Rules) -> tuple[Duty, ...]:
    """Cards are changed by the shoe, not by the clock (631a.3(b))."""
    return ()


# § 631a.5.  Shuffle and cut of the cards.


def cutters(state: "BaccaratTable", rules: Rules, start: Start) -> list[Seat]:
    """(b), I-631a-04: clockwise from the highest number; for a later shoe, from the last curator."""
    if not state.last_curator:
        return clockwise(start.seated)
    return sorted(start.seated, key=lambda seat: (seat - state.last_curator) % rules.positions)


# § 631a.7.  Dealing shoe; selection of the player to deal cards.

ACCEPT, DECLINE, DESIGNATE = "accept_shoe", "decline_shoe", "designate_dealer"
KEEP, PASS = "keep_shoe", "pass_shoe"
SHOE = "dealing shoe"


class BaccaratTable(Table, frozen=True, omit_defaults=True):
    """Between rounds, with the shoe. ``curator``: whose it is, 0 when nobody's. ``dealer_deals``: he named the
    dealer calling the game, or nobody accepted it. ``last_curator``: the last player whose it was."""

    curator: Seat = 0
    dealer_deals: bool = False
    last_curator: Seat = 0


def open_table(rules: Rules) -> BaccaratTable:
    return BaccaratTable()


class Curator:
    """Who deals in this round, and who is next."""

    __slots__ = ("dealer_deals", "last", "rules", "seat")

    def __init__(self, state: BaccaratTable, rules: Rules) -> None:
        self.rules = rules
        self.seat, self.dealer_deals, self.last = state.curator, state.dealer_deals, state.last_curator
        if new_shoe(state):
            self.seat, self.dealer_deals = 0, False

    def offer(self, seats: Sequence[Seat], cite: str) -> Procedure[None]:
        """The first of these who accepts is curator (631a.7(c)), or has the dealer be curator for his turn (I-631a-02)."""
        options = (Option(ACCEPT), Option(DECLINE), Option(DESIGNATE))
        for seat in seats:
            answer = yield from courtesy(Election(seat, "shoe", options, cite, Option(DECLINE), courtesy=True))
            if answer.says != DECLINE:
                self.seat, self.dealer_deals, self.last = seat, answer.says == DESIGNATE, seat
                yield Marked(SHOE, f"position {self.rules.number(seat)}", seat, cite="631a.7(c)")
                return

    def designate(self) -> Procedure[None]:
        """(b), (d) Offered from number one, counterclockwise; where nobody accepts it, the dealer is curator."""
        if not self.seat and not self.dealer_deals:
            pass


# § 631a.9.  Hands of player and banker.


def play(state: BaccaratTable, rules: Rules, start: Start) -> Procedure[BaccaratTable]:
    raise NotImplementedError
