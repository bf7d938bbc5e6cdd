"""§§ 676a.1–676a.3, 676a.6, 676a.7, 676a.12: what totals are worth, what may be wagered, what it pays, what is filed."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Annotated

import msgspec

from pitboss.equipment.cards import Card
from pitboss.equipment.shoe import Dealing, Shuffling
from pitboss.families.leaving import WHO_LEAVES, WhoLeaves
from pitboss.families.one_deck import check_devices
from pitboss.families.one_deck_table import card_change
from pitboss.game import Duty
from pitboss.money import Odds
from pitboss.submission import Choice, RulesSubmission, betting_positions
from pitboss.wagers import Paytable, Posted, Spots, WagerKind

# § 676a.1.  Definitions.

HIGHEST = {"albatross": 8, "eagle": 13, "birdie": 18, "par": 24}  # best first; each begins where the one before ends
OVER_PAR = "over par"
HAND = 4  # 676a.1:Hand


def score(total: int) -> str:
    """676a.1, I-676a-02: what a total is called; above 24 it is over par."""
    return next((name for name, most in HIGHEST.items() if total <= most), OVER_PAR)


# § 676a.2.  Go Fore It table; physical characteristics.

SEATS = 6  # 676a.2(a): at most

# § 676a.3.  Cards; number of decks.


class GopherPaytable(StrEnum):
    A = "A"
    B = "B"


class Rules(RulesSubmission, frozen=True, kw_only=True):
    """What a certificate holder files for Go Fore It."""

    gopher_paytable: Annotated[
        GopherPaytable, Choice("676a.12(d)", "The paytable of the Gopher Wager.", specify=True)
    ] = GopherPaytable.A
    seats: Annotated[int, betting_positions("676a.2(a)", SEATS)] = SEATS
    player_who_leaves: Annotated[WhoLeaves, WHO_LEAVES] = WhoLeaves.LOSES
    dealing: Annotated[Dealing, Choice("676a.8(a)", "How the cards are dealt.")] = Dealing.MANUAL_SHOE
    shuffler: Annotated[
        Shuffling,
        Choice("676a.5(a)", "Shuffled by hand, by a device, or by a device that reshuffles and counts."),
    ] = Shuffling.AUTOMATED
    shuffler_counts: Annotated[
        bool, Choice("676a.5(b)", "Whether the shuffler counts 52 cards after each shuffle.")
    ] = False
    preshuffled_decks: Annotated[
        bool, Choice("676a.4(e)", "Whether decks come to the table inspected and shuffled beforehand.")
    ] = False
    two_decks: Annotated[
        bool, Choice("676a.3(b)", "Whether two decks alternate, one in the shuffler while one is in play.")
    ] = False

    @classmethod
    def wager_names(cls) -> tuple[str, ...]:
        return tuple(KINDS)

    def check(self) -> None:
        check_devices(self, two_decks="676a.3(b)", by_hand="676a.9(a)(1)", counts="676a.5(b)")

    @property
    def gopher(self) -> Paytable:
        return GOPHER_PAYS[self.gopher_paytable]

    @cached_property
    def spots(self) -> Spots:
        return {(kind.name, ""): self.terms(kind, odds=self.odds(kind.name)) for kind in WAGERS if kind.tendered}

    def odds(self, wager: str) -> tuple[Odds, ...]:
        """Every odds that a wager may be paid at; of the Front 9 also those of the Back 9 Wager that follows it."""
        return {
            FRONT_9: (FRONT_9_PAYS, *(odds for _, odds in BACK_9_PAYS.lines)),
            SKINS: (SKINS_PAYS,),
            GOPHER: tuple(odds for _, odds in self.gopher.lines),
        }[wager]

    @cached_property
    def posted(self) -> Posted:
        return msgspec.structs.replace(POSTED, seats=self.seats)


def duties(rules: Rules) -> tuple[Duty, ...]:
    """676a.3(c)."""
    return card_change(rules, by_hand="676a.3(c)(1)", from_shoe="676a.3(c)(2)")


# § 676a.6.  Rankings.

POINTS: Mapping[str, int] = {"A": 1, **{str(n): n for n in range(2, 10)}, "T": 10, "J": 10, "Q": 10, "K": 10}


def points(cards: Sequence[Card]) -> int:
    return sum([POINTS[card[0]] for card in cards])


def hand_label(cards: Sequence[Card], initial: bool) -> str:
    """What a player has who is about to decide, beside par; the score of four cards."""
    total = points(cards)
    if len(cards) == HAND:
        return f"{score(total)}, {total}"
    return f"{total} of par {HIGHEST['par']}" if len(cards) > 1 else ""


# § 676a.7.  Wagers.

FRONT_9, BACK_9, SKINS, GOPHER = "front_9", "back_9", "skins", "gopher"

WAGERS = (
    WagerKind(FRONT_9, "Front 9 Wager", "676a.7(d)(1)", "four cards of par or less; needed to play", pays="676a.12(a)"),
    WagerKind(
        BACK_9, "Back 9 Wager", "676a.7(d)(2)", "equal to the Front 9, to stay in after two cards", tendered=False,
        pays="676a.12(b)",
    ),
    WagerKind(
        SKINS, "Skins Wager", "676a.7(d)(3)", "a lower total than the dealer's; a tie loses", needs=FRONT_9,
        needs_cite="676a.7(d)(1)", pays="676a.12(c)", group="side",
    ),
    WagerKind(
        GOPHER, "Gopher Wager", "676a.7(d)(4)", "an ace or more among the four cards", needs=FRONT_9,
        needs_cite="676a.7(d)(1)", pays="676a.12(d)", group="side",
    ),
)  # fmt: skip
KINDS = {kind.name: kind for kind in WAGERS}

POSTED = Posted(
    seats=SEATS,
    limits="676a.7(a)",
    chips="676a.7(a)",
    closed="676a.7(c)",
    seated="676a.7(b)",
    boxes=1,
    boxes_cite="676a.7(e)",
)


# § 676a.12.  Payout odds.

FRONT_9_PAYS = Odds.parse("1 to 1")  # (a)
BACK_9_PAYS = Paytable.of("676a.12(b)", albatross="25 to 1", eagle="5 to 1", birdie="2 to 1", par="1 to 1")
SKINS_PAYS = Odds.parse("1 to 1")  # (c)
GOPHER_LINES = ("no ace", "one ace", "two aces", "three aces", "four aces")
GOPHER_PAYS: Mapping[str, Paytable] = {
    name: Paytable(
        "676a.12(d)",
        name,
        tuple((GOPHER_LINES[aces], Odds.parse(odds)) for aces, odds in zip((4, 3, 2, 1), column, strict=True)),
    )
    for name, column in {
        "A": ("1000 to 1", "50 to 1", "5 to 1", "2 to 1"),
        "B": ("1000 to 1", "50 to 1", "6 to 1", "2 to 1"),
    }.items()
}  # (d)


def front_nine_pays(total: int) -> Odds | None:
    """676a.11(d)(3): par or less wins."""
    return FRONT_9_PAYS if score(total) != OVER_PAR else None


def back_nine_pays(total: int) -> Odds | None:
    """676a.12(b): by the name of the total."""
    return BACK_9_PAYS.get(score(total))


def skins_pays(total: int, dealer: int) -> Odds | None:
    """676a.11(d)(4), I-676a-03: strictly below the dealer's total wins."""
    return SKINS_PAYS if total < dealer else None


def aces(hand: Sequence[Card]) -> int:
    return sum([card[0] == "A" for card in hand])


def gopher_pays(hand: Sequence[Card], table: Paytable) -> Odds | None:
    """676a.11(d)(5): by the number of aces."""
    return table.get(GOPHER_LINES[aces(hand)])
