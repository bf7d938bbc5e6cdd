"""§§ 651a.1, 651a.3, 651a.6, 651a.7, 651a.10: the wagers, what is filed about them, and what they pay."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property
from typing import Annotated

import msgspec

from pitboss.equipment.cards import DECK, Card, rank
from pitboss.equipment.shoe import Shuffling
from pitboss.families.settling import ODD_CENT
from pitboss.money import Odds
from pitboss.procedure import Refusal, Refused
from pitboss.submission import Choice, RulesSubmission, betting_positions
from pitboss.wagers import Posted, Spots, Terms, WagerKind

# § 651a.1.  Definitions.


class Result(StrEnum):
    """A player's card against the dealer's."""

    LOWER = "lower"
    HIGHER = "higher"
    TIE = "tie"  # 651a.1:Tie hand


# § 651a.2.  Casino War table; physical characteristics.

SEATS = 9  # 651a.2(a): at most

# § 651a.3.  Cards; number of decks; dealing shoe.

DECKS = (6, 8)  # 651a.3(a): decks in the shoe
BATCHES = 2  # 651a.3(c)(1): with an automated shuffler
SEVEN = 7  # I-651a-06: decks in a batch that 651a.3(c) allows and 651a.3(a) has not


class ShortShoe(StrEnum):
    """What becomes of a round that the shoe cannot finish; the chapter does not say."""

    SHUFFLE_DISCARDS = "shuffle_discards"
    VOID_ROUND = "void_round"


class MissedWarCard(StrEnum):
    """What becomes of a player not dealt a card in the War deal; the chapter does not say."""

    DEAL_BEFORE_DEALER = "deal_before_dealer"
    RETURN_WAGERS = "return_wagers"


class Rules(RulesSubmission, frozen=True, kw_only=True):
    """What a certificate holder files for Casino War."""

    decks: Annotated[
        int | None,
        Choice("651a.3(a)", "Decks in use: 6 or 8, or 12 or 16 in two batches with an automated shuffler.", 6, 16),
    ] = None
    batches_of_seven: Annotated[
        bool,
        Choice("I-651a-06", "Whether an automated shuffler may have 14 decks, seven in each batch.", added=True),
    ] = False
    seats: Annotated[int, betting_positions("651a.2(a)", SEATS)] = SEATS
    shuffler: Annotated[
        Shuffling, Choice("651a.3(c)", "Shuffled by hand, by a device, or by a device that reshuffles and counts.")
    ] = Shuffling.MANUAL
    preshuffled_decks: Annotated[bool, Choice("651a.4(e)", "Whether decks come preinspected and preshuffled.")] = False
    adjacent_boxes: Annotated[
        int, Choice("651a.7(e)", "On how many adjacent boxes one player may wager.", 1, SEATS, specify=True)
    ] = 1
    short_shoe: Annotated[ShortShoe, Choice("I-GEN-19", "When the shoe cannot finish a round.")] = (
        ShortShoe.SHUFFLE_DISCARDS
    )
    odd_cent_to_house: Annotated[bool, ODD_CENT] = False
    missed_war_card: Annotated[
        MissedWarCard, Choice("I-651a-08", "When a player is not dealt a card in the War deal.")
    ] = MissedWarCard.DEAL_BEFORE_DEALER

    @classmethod
    def wager_names(cls) -> tuple[str, ...]:
        return tuple(kind.name for kind in WAGERS if kind.tendered)

    def check(self) -> None:
        if self.decks is None:
            return
        batches = self.shuffler is Shuffling.AUTOMATED
        lawful = tuple(n * BATCHES for n in DECKS) if batches else DECKS
        if batches and self.batches_of_seven:
            lawful = tuple(range(lawful[0], lawful[-1] + 1, BATCHES))
        if self.decks not in lawful:
            allowed = " or ".join(str(n) for n in lawful)
            if batches and self.decks == SEVEN * BATCHES:
                allowed += ", or 14 where batches_of_seven is chosen (I-651a-06)"
            raise Refused(
                Refusal.FORBIDDEN_CHOICE,
                f"decks = {self.decks} is not allowed with shuffler = {self.shuffler.value!r}: it takes {allowed}.",
                "651a.3(c)" if batches else "651a.3(a)",
            )

    @property
    def batches(self) -> int:
        return BATCHES if self.shuffler is Shuffling.AUTOMATED else 1

    @property
    def shoe_decks(self) -> int:
        """Decks in one shoe: six unless more were filed."""
        return DECKS[0] if self.decks is None else self.decks // self.batches

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """What is in a full shoe."""
        return DECK * self.shoe_decks

    @cached_property
    def spots(self) -> Spots:
        return {(kind.name, ""): self._terms(kind) for kind in WAGERS if kind.tendered}

    def _terms(self, kind: WagerKind) -> Terms:
        odds = (INITIAL_PAYS if kind.name == "initial" else TIE_PAYS,)
        return self.terms(kind, odds=odds)

    @cached_property
    def posted(self) -> Posted:
        return msgspec.structs.replace(POSTED, seats=self.seats, boxes=self.adjacent_boxes)


# § 651a.6.  Card rankings.

RANKING = "23456789TJQKA"


def compare(mine: Card, dealers: Card) -> Result:
    """Aces are high; suits do not matter."""
    ahead = RANKING.index(rank(mine)) - RANKING.index(rank(dealers))
    return Result.TIE if not ahead else Result.HIGHER if ahead > 0 else Result.LOWER


# § 651a.7.  Wagers.

INITIAL, WAR, TIE = "initial", "war", "tie"
ON_WAR = "war"  # the spot of a Tie Wager on the War deal

WAGERS = (
    WagerKind(INITIAL, "Initial Wager", "651a.7(b)", "a card higher than the dealer's; needed to play", pays="651a.10(1)"),
    WagerKind(
        WAR, "War Wager", "651a.9(c)(2)", "equal to the Initial, after a tie: a War card as high as the dealer's or higher",
        tendered=False, pays="651a.10(3)",
    ),
    WagerKind(
        TIE, "Tie Wager", "651a.7(c)", "a tie hand; it may be made again on the War deal", needs=INITIAL,
        needs_cite="651a.7(b)", pays="651a.10(2)", group="side",
    ),
)  # fmt: skip
KINDS = {kind.name: kind for kind in WAGERS}

POSTED = Posted(
    seats=SEATS,
    limits="I-GEN-34",
    chips="651a.7(a)",
    closed="651a.7(d)",
    seated="651a.2(a)",
    boxes=1,
    boxes_cite="651a.7(e)",
    locked="651a.7(d)",
)
UNPOSTED = 10**11  # what an Election needs where no maximum of the Tie Wager is posted


# § 651a.10.  Payout odds.

INITIAL_PAYS = Odds.parse("1 to 1")  # (1)
TIE_PAYS = Odds.parse("10 to 1")  # (2)
WAR_PAYS: Mapping[Result, Odds] = {
    Result.HIGHER: Odds.parse("1 to 1"),
    Result.TIE: Odds.parse("2 to 1"),
}  # (3)


def initial_pays(result: Result) -> Odds | None:
    """A higher card wins; a tie hand is not decided by the original deal."""
    return INITIAL_PAYS if result is Result.HIGHER else None


def tie_pays(result: Result) -> Odds | None:
    """A tie hand wins, on the original deal and on the War deal alike."""
    return TIE_PAYS if result is Result.TIE else None


def war_pays(result: Result) -> Odds | None:
    return WAR_PAYS.get(result)
