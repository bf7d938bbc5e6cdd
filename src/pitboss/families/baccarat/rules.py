"""What a certificate holder files for baccarat, its wagers, and the provisions of each chapter."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property
from typing import ClassVar

import msgspec

from pitboss.equipment.cards import DECK, Card
from pitboss.families.baccarat.hands import (
    BANKER,
    DRAGON,
    HOLDER,
    INSURANCE,
    NATURAL_TIE,
    NATURAL_WINNER,
    OTHER,
    PLAYER,
    TIE,
    Hand,
    Winner,
    dragon_7,
    dragon_line,
    dragon_loss,
    winner,
)
from pitboss.game import IrregularityKind
from pitboss.money import Cents, Odds, Rounding, Vigorish
from pitboss.procedure import Answer, Refusal, Refused
from pitboss.seating import Seat
from pitboss.submission import Choice, RulesSubmission
from pitboss.wagers import CASH, Book, Charge, Paytable, Posted, Spots, Terms, WagerKind, charge_on_winnings


class Law(msgspec.Struct, frozen=True):
    """The sections of one chapter; sections 1 to 6 have the same numbers in all three."""

    chapter: str
    wagers: str
    hands: str
    result: str
    payout: str
    faults: str
    cover_out: str
    preshuffled: str
    replaced: str = ""  # the provision that brings new cards for each shoe, where there is one
    reshuffle: str = ""  # the provision that lets the floor order a reshuffle, where there is one
    idle: str = ""  # the provision on shuffling the cards of an idle table, where there is one
    idle_device: str = ""  # the same where a device has the other batch ready
    shoe: str = ""  # the provision on the dealing shoe, where there is one
    delayed: str = ""  # the provision that takes the cards from a player who delays, where players view them
    unwagered: str = ""  # the provision on a hand that nobody wagered on, where players view them
    pays_first: bool = False  # I-627a-07: whether a winner is paid before the vigorish is marked or taken


class VigorishCollection(StrEnum):
    """When vigorish is collected."""

    AT_PAYOUT = "at_payout"
    DEFERRED = "deferred"


class DragonPaytable(StrEnum):
    A = "A"
    B = "B"
    C = "C"


class DisclosedCard(StrEnum):
    """What becomes of a disclosed third card that neither hand may have."""

    BURN_PLUS_ONE = "burn_plus_one"
    SIMULATED_ROUND = "simulated_round"


class TakesOver(StrEnum):
    """Who is offered the cards that a player gave up or was denied."""

    ANYONE = "anyone"
    BETTORS = "bettors"


class Style(msgspec.Struct, frozen=True):
    """How cards are dealt and turned; pairs of provisions are for the Player's and the Banker's Hand."""

    dealt: str
    called: tuple[str, str]
    third: tuple[str, str]
    face_up: bool = False  # the first four cards
    beneath: str = ""  # the provision that puts the Banker's Hand beneath the shoe, where there is one
    turned_by: TakesOver | None = None  # None: the dealer; else players, and whoever takes over from them


# --- payout odds; vigorish (627a.12, 629a.12, 631a.13)

EVEN_MONEY = Odds.parse("1 to 1")
TIE_LEAST = Odds.parse("8 to 1")
INSURANCE_PAYS = Odds.parse("40 to 1")
PERCENT = 5
LEADS = range(9, 3, -1)  # points by which a hand other than a Natural wins the Dragon Bonus
DRAGON_BONUS: Mapping[DragonPaytable, tuple[int, ...]] = {  # to 1, by those leads
    DragonPaytable.A: (30, 10, 6, 4, 2, 1),
    DragonPaytable.B: (20, 8, 7, 4, 3, 1),
    DragonPaytable.C: (30, 10, 4, 4, 2, 2),
}


def dragon_paytable(name: DragonPaytable, cite: str) -> Paytable:
    lines = [(f"win by {lead} points", Odds.parse(f"{to} to 1"))
        for lead, to in zip(LEADS, DRAGON_BONUS[name], strict=True)]  # fmt: skip
    return Paytable(cite, name, (*lines, (NATURAL_WINNER, EVEN_MONEY)))


# --- wagers (627a.7, 629a.7, 631a.8)

PARAGRAPH = {BANKER: 1, PLAYER: 2, TIE: 3, DRAGON: 4, INSURANCE: 5}  # of (a) on wagers
PAYOUT = {PLAYER: "a", TIE: "b", BANKER: "c", DRAGON: "e", INSURANCE: "f"}  # of the section on payout odds
DRAGON_7 = "Dragon 7"


def wagers(law: Law) -> tuple[WagerKind, ...]:
    """The five wagers under the provisions of one chapter."""

    def kind(name: str, title: str, about: str, option: str = "", group: str = "side") -> WagerKind:
        cite, pays = f"{law.wagers}(a)({PARAGRAPH[name]})", f"{law.payout}({PAYOUT[name]})"
        return WagerKind(name, title, cite, about, option=option, pays=pays, group=group)

    return (
        kind(PLAYER, "Player's Hand", "the Player's Hand has the higher Point Count; a tie is returned", group="main"),
        kind(BANKER, "Banker's Hand", "the Banker's Hand has the higher Point Count; a tie is returned", group="main"),
        kind(TIE, "Tie Wager", "both hands have the same Point Count"),
        kind(
            DRAGON, "Dragon Bonus Wager", "the hand you choose wins with a Natural, or by four points or more", DRAGON
        ),
        kind(INSURANCE, "Dragon 7 Insurance Wager", "the Banker's Hand wins with a three-card 7", "ez_baccarat"),
    )


# --- the Rules Submission

ABOUT = {
    "ez_baccarat": "Whether the table plays EZ Baccarat, without vigorish.",
    "dragon_bonus": "Whether the Dragon Bonus Wager is offered.",
    "dragon_bonus_paytable": "The paytable of the Dragon Bonus Wager.",
    "tie_odds": "The odds of the Tie Wager, 8 to 1 or more.",
    "vigorish_collection": "Whether vigorish is collected with the payout, or marked and collected later.",
    "vigorish_rounding": "Whether vigorish is exact, or rounded up to the next 25 cents when it is collected.",
    "disclosed_player_third_card": "What becomes of a disclosed third card when neither hand may have it.",
    "preshuffled_decks": "Whether decks come preinspected and preshuffled.",
    "dragon_bonus_alone": "Whether a Dragon Bonus Wager may be made without a wager on either hand.",
    "both_hands": "Whether one player may wager on both hands in a round.",
    "relinquished_cards": "Who is offered the cards that a player gave up: anyone, or those who wagered on the hand.",
}


SPECIFIED = ("vigorish_collection", "disclosed_player_third_card")  # one of two procedures, as the submission has it


def note(choice: str, cite: str) -> Choice:
    """The note of a choice that the chapters have in common."""
    only_with = ("dragon_bonus",) if choice == "dragon_bonus_paytable" else ()
    return Choice(cite, ABOUT[choice], specify=choice in SPECIFIED or bool(only_with), only_with=only_with)


class BaccaratRules(RulesSubmission, frozen=True, kw_only=True):
    """The choices of all three chapters. Each chapter declares them again, under its own provisions."""

    law: ClassVar[Law]
    kinds: ClassVar[Mapping[str, WagerKind]]

    seats: int = 9
    decks: int | None = None
    ez_baccarat: bool = False
    dragon_bonus: bool = False
    dragon_bonus_paytable: DragonPaytable = DragonPaytable.A
    tie_odds: Odds = TIE_LEAST
    vigorish_collection: VigorishCollection = VigorishCollection.AT_PAYOUT
    vigorish_rounding: Rounding = Rounding.EXACT
    disclosed_player_third_card: DisclosedCard = DisclosedCard.BURN_PLUS_ONE
    preshuffled_decks: bool = False
    dragon_bonus_alone: bool = True
    both_hands: bool = True

    @classmethod
    def wager_names(cls) -> tuple[str, ...]:
        return tuple(cls.kinds)

    def check(self) -> None:
        if self.tie_odds.net < TIE_LEAST.net:
            raise Refused(
                Refusal.FORBIDDEN_CHOICE,
                f"tie_odds = {self.tie_odds.text!r} is not allowed: the Tie Wager pays {TIE_LEAST} or more.",
                f"{self.law.payout}(b)",
            )

    @property
    def style(self) -> Style:
        """How the cards are dealt and turned: each chapter has its own."""
        raise NotImplementedError

    def number(self, seat: Seat) -> int:
        """I-627a-11: the number printed at a seat; these rise counterclockwise from the dealer's right."""
        return self.seats + 1 - seat

    @property
    def batches(self) -> int:
        return 1

    @property
    def shoe_decks(self) -> int:
        return self.decks or 8

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """What is in a full shoe."""
        return DECK * self.shoe_decks

    @cached_property
    def dragon_pays(self) -> Paytable:
        return dragon_paytable(self.dragon_bonus_paytable, f"{self.law.payout}(e)")

    @cached_property
    def tie_pays(self) -> Odds:
        """627a.12(b) and its counterparts: the odds filed for the Tie Wager, of which the text prints the least."""
        return self.tie_odds.never_below(TIE_LEAST)

    @property
    def vigorish(self) -> Vigorish | None:
        """None at an EZ Baccarat table (I-627a-18)."""
        return None if self.ez_baccarat else Vigorish(PERCENT, rounding=self.vigorish_rounding)

    @property
    def marks_vigorish(self) -> bool:
        return not self.ez_baccarat and self.vigorish_collection is VigorishCollection.DEFERRED

    @cached_property
    def spots(self) -> Spots:
        odds = {
            PLAYER: (EVEN_MONEY,),
            BANKER: (EVEN_MONEY,),
            TIE: (self.tie_pays,),
            DRAGON: tuple(odds for _, odds in self.dragon_pays.lines),
            INSURANCE: (INSURANCE_PAYS,),
        }
        offered = [(PLAYER, ""), (BANKER, ""), (TIE, "")]
        offered += [(DRAGON, PLAYER), (DRAGON, BANKER)] if self.dragon_bonus else []
        offered += [(INSURANCE, "")] if self.ez_baccarat else []
        return {(kind, on): self._terms(kind, on, odds[kind]) for kind, on in offered}

    def _terms(self, kind: str, on: str, odds: tuple[Odds, ...]) -> Terms:
        fact = self.kinds[kind]
        label = f"{fact.title} on the {HOLDER[on]}" if on else ""
        return self.terms(fact, on, odds=odds, label=label, charge=self._charge if kind == BANKER else None)

    @property
    def _charge(self) -> Charge | None:
        """What a winning wager on the Banker's Hand bears (627a.12(b) and its counterparts)."""
        if self.vigorish is None:
            return None
        return charge_on_winnings(self.vigorish, "collected later" if self.marks_vigorish else "")

    @cached_property
    def posted(self) -> Posted:
        return Posted(
            seats=self.seats,
            limits="I-GEN-34",
            chips=f"{self.law.wagers}(b)",
            closed=f"{self.law.wagers}(c)",
            seated=f"{self.law.chapter}.2(a)",
            forms=("", CASH),
            boxes=1,
            boxes_cite="I-GEN-24",
        )

    def demand(self, book: Book, answer: Answer, total: Cents) -> None:
        """I-627a-06: one player may wager on both hands unless the submission forbids it."""
        assert isinstance(answer.by, int)
        other = OTHER.get(answer.wager)
        if not self.both_hands and other and book.amount(answer.by, other):
            raise Refused(
                Refusal.NOT_OFFERED,
                "One player may not wager on both hands in the same round at this table.",
                "I-627a-06",
            )

    def closing(self, book: Book) -> None:
        """I-627a-05: a Dragon Bonus Wager may be made by itself unless the submission forbids it."""
        for seat in () if self.dragon_bonus_alone else book.seats(DRAGON):
            if not (book.amount(seat, PLAYER) or book.amount(seat, BANKER)):
                raise Refused(
                    Refusal.WAGER_REQUIRED,
                    f"Seat {seat}'s Dragon Bonus Wager needs a wager on the Player's Hand or the Banker's Hand.",
                    "I-627a-05",
                )


# --- what decides a wager


class Verdict(msgspec.Struct, frozen=True):
    """How a wager ended: won at its odds, pushed, or lost; the provision, and what the outcome is called."""

    odds: Odds | None
    cite: str
    outcome: str
    push: bool = False


def verdict(kind: str, on: str, player: Hand, banker: Hand, rules: BaccaratRules) -> Verdict:
    """One wager on one spot against the two final hands."""
    if kind == DRAGON:
        return _dragon_bonus(*((player, banker) if on == PLAYER else (banker, player)), rules)
    result, seven = winner(player, banker), dragon_7(player, banker)
    called = call(player, banker, rules)
    paragraph = f"{rules.law.wagers}(a)({PARAGRAPH[kind]})"
    if kind in HOLDER and (called == Winner.TIE or (kind == BANKER and called == DRAGON_7)):  # I-627a-01
        return Verdict(None, f"{paragraph}(iii)", called, push=True)
    won = {
        BANKER: result is Winner.BANKER,
        PLAYER: result is Winner.PLAYER,
        TIE: result is Winner.TIE,
        INSURANCE: seven,
    }[kind]
    if not won:
        return Verdict(None, f"{paragraph}(ii)", called)
    return Verdict(rules.spots[kind, on].odds[0], f"{rules.law.payout}({PAYOUT[kind]})", called)


def call(player: Hand, banker: Hand, rules: BaccaratRules) -> str:
    """627a.11(a): what the dealer announces; a Dragon 7 only at an EZ Baccarat table."""
    return DRAGON_7 if rules.ez_baccarat and dragon_7(player, banker) else winner(player, banker)


def _dragon_bonus(mine: Hand, other: Hand, rules: BaccaratRules) -> Verdict:
    line, paragraph = dragon_line(mine, other), f"{rules.law.wagers}(a)({PARAGRAPH[DRAGON]})"
    if line == NATURAL_TIE:
        return Verdict(None, f"{paragraph}(iii)", line, push=True)
    if not line:
        return Verdict(None, f"{paragraph}(ii)({dragon_loss(mine, other)})", "")
    return Verdict(rules.dragon_pays[line], rules.dragon_pays.cite, line)


# --- irregularities (627a.13, 629a.13, 631a.15)

DRAWN, UNAUTHORIZED, FACE_UP = "card_drawn_in_error", "unauthorized_player_third_card", "card_found_face_up"
LEFT, DELAYS = "player_left", "player_delays"
DISCLOSED = "disclosed"


def card_faults(law: Law) -> tuple[IrregularityKind, ...]:
    """What may be wrong with a card, and a shoe that runs out."""
    at = law.faults
    cards = "reshuffled" if not law.replaced else "replaced"
    return (
        IrregularityKind(
            DRAWN, "Card drawn in error", f"{at}(a)",
            "Undisclosed, it is the first card of the next hand; disclosed, the first of a simulated round.",
            facts=(DISCLOSED,),
        ),
        IrregularityKind(
            UNAUTHORIZED, "Third card dealt to a Player's Hand that stays", f"{at}(b)",
            "It is the Banker's third card if that hand draws. If not: undisclosed, it is the first card of the next hand; "
            "disclosed, it is discarded with one more card or starts a simulated round, as was filed.",
            facts=(DISCLOSED,),
        ),
        IrregularityKind(
            FACE_UP, "Card found face up in the shoe", f"{at}(d)",
            "Finish the round without it; then it is the first card of a simulated round without wagers.",
        ),
        IrregularityKind(
            "insufficient_cards", "Too few cards to finish the round", f"{at}(e)",
            f"The round is void, all wagers are returned, and all cards are {cards}.", physical=True,
        ),
    )  # fmt: skip


def remedies(rules: BaccaratRules) -> dict[str, str]:
    """(c) What was filed for a disclosed third card that neither hand may have."""
    starts = rules.disclosed_player_third_card is DisclosedCard.SIMULATED_ROUND
    disclosed = "starts a simulated round" if starts else "is discarded with one more card"
    return {
        UNAUTHORIZED: "It is the Banker's third card if that hand draws. If not: undisclosed, it is the first card of "
        f"the next hand; disclosed, it {disclosed}."
    }


def player_left(law: Law) -> IrregularityKind:
    """Not an irregularity, but reported like one: a player who owes vigorish pays it before leaving."""
    remedy = "Collect the vigorish marked for the player and take the marker away."
    return IrregularityKind(LEFT, "Player who owes vigorish leaves the table", f"{law.payout}(d)(2)(i)", remedy,
        needs_seat=True)  # fmt: skip


def player_delays(law: Law) -> IrregularityKind:
    """The floor or the dealer takes the cards from a player."""
    remedy = (
        "Offer the cards to the next player on the right, then counterclockwise to the others; if nobody accepts, the "
        "dealer turns them."
    )
    return IrregularityKind(
        DELAYS, "Player delays the game with the cards", law.delayed, remedy, needs_seat=True, by_cite=law.delayed
    )
