"""§§ 686a.1–686a.3, 686a.6, 686a.8: what cards count, what may be wagered, what it pays, and what is filed."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Annotated

import msgspec

from pitboss.equipment.cards import Card, rank
from pitboss.equipment.shoe import Shuffling
from pitboss.families.settling import DeadHand
from pitboss.money import Odds
from pitboss.submission import Choice, Doubt, RulesSubmission, betting_positions
from pitboss.wagers import CASH, Paytable, Posted, Spots, Terms, WagerKind

# § 686a.1.  Definitions.

HAND = 3  # 686a.1:Hand
SURRENDER = "surrender"  # 686a.1:Surrender


# § 686a.2.  Over/Under table; physical characteristics.

SEATS = 6  # 686a.2(a): at most

# § 686a.3.  Cards; number of decks; value of cards.

DECKS = 6  # 686a.3(a), (b)(1): in each batch
BATCHES = 2  # 686a.3(b): with an automated shuffler that is not continuous


class Edition(StrEnum):
    """I-686a-10: the texts of the chapter. They settle every wager alike; who may ask for a face-up spread (.5(g)) and one
    inscription (.2(b)(4)(i)) differ, and the end of .7 has other letters."""

    PROPOSED_2019 = "2019-proposed"
    ADOPTED_2021 = "2021"


class SurplusCard(StrEnum):
    """I-686a-09: what becomes of a card that was drawn in error; the chapter does not say."""

    NEXT_CARD = "next_card"
    DISCARDED = "discarded"


class MissedFirstCard(StrEnum):
    """I-686a-09: what becomes of a hand that was not dealt its first card; the chapter does not say."""

    DEAD_HAND = "dead_hand"
    DEALT_LATE = "dealt_late"


class Rules(RulesSubmission, frozen=True, kw_only=True):
    """What a certificate holder files for Over/Under."""

    edition: Annotated[
        Edition,
        Choice("I-686a-10", "Which text of the chapter is played; the proposed one is not law (I-GEN-46).", added=True),
    ] = Edition.ADOPTED_2021
    bonus_wager: Annotated[bool, Choice("686a.6(e)", "Whether the Bonus Wager is offered.")] = False
    seats: Annotated[int, betting_positions("686a.2(a)", SEATS)] = SEATS
    shuffler: Annotated[
        Shuffling, Choice("686a.3(b)", "Shuffled by hand, by a device with two batches, or by a continuous shuffler.")
    ] = Shuffling.MANUAL
    preshuffled_decks: Annotated[bool, Choice("686a.4(e)", "Whether decks come preinspected and preshuffled.")] = False
    adjacent_boxes: Annotated[
        int, Choice("686a.6(f)", "On how many adjacent boxes one player may wager.", 1, SEATS, specify=True)
    ] = 1
    dead_hand_returns: Annotated[
        DeadHand,
        Choice("I-686a-07", "What a hand gets back that is called dead because cards were not dealt.", added=True),
    ] = DeadHand.ALL_WAGERS
    surplus_card: Annotated[
        SurplusCard, Choice("I-686a-09", "Whether a card drawn in error is the next card, or is discarded.", added=True)
    ] = SurplusCard.NEXT_CARD
    missed_first_card: Annotated[
        MissedFirstCard,
        Choice(
            "I-686a-09", "Whether a hand that missed its first card is dead, or gets it after the others.", added=True
        ),
    ] = MissedFirstCard.DEAD_HAND
    no_mid_shoe_entry: Annotated[
        bool, Choice("686a.6(b)", "Whether a player who sits out a round may not wager again before a reshuffle.")
    ] = False

    @classmethod
    def wager_names(cls) -> tuple[str, ...]:
        return tuple(kind.name for kind in WAGERS if kind.tendered)

    def doubts(self) -> tuple[Doubt, ...]:
        if self.dead_hand_returns is DeadHand.ALL_WAGERS:
            return super().doubts()
        about = "the text names the Ante alone, and a mistake of the dealer would cost the player the rest"
        return (*super().doubts(), Doubt("dead_hand_returns", f"{about}.", "I-686a-07"))

    @property
    def batches(self) -> int:
        return BATCHES if self.shuffler is Shuffling.AUTOMATED else 1

    @cached_property
    def spots(self) -> Spots:
        offered = [kind for kind in WAGERS if kind.tendered and (self.bonus_wager or kind.name != BONUS)]
        return {(kind.name, ""): self._terms(kind) for kind in offered}

    def _terms(self, kind: WagerKind) -> Terms:
        odds = tuple(odds for _, odds in BONUS_PAYS.lines) if kind.name == BONUS else (EVEN_MONEY,)
        return self.terms(kind, odds=odds)

    @cached_property
    def posted(self) -> Posted:
        return msgspec.structs.replace(POSTED, seats=self.seats, boxes=self.adjacent_boxes)


POINTS: Mapping[str, int] = {**{str(n): n for n in range(2, 10)}, "T": 10, "J": 10, "Q": 10, "K": 10, "A": 11}


def points(cards: Sequence[Card]) -> int:
    """686a.3(d), I-686a-08: an ace always counts 11."""
    return sum(POINTS[rank(card)] for card in cards)


# § 686a.6.  Wagers.

ANTE, OVER, UNDER, BONUS = "ante", "over_23", "under_18", "bonus"

WAGERS = (
    WagerKind(ANTE, "Ante Wager", "686a.6(d)", "to be dealt in; it wins with the Over 23 or Under 18 Wager", pays="686a.8(a)"),
    WagerKind(OVER, "Over 23 Wager", "686a.7(g)(1)", "equal to the Ante: a total of 24 to 33", tendered=False, pays="686a.8(a)"),
    WagerKind(UNDER, "Under 18 Wager", "686a.7(g)(2)", "equal to the Ante: a total of 6 to 17", tendered=False, pays="686a.8(a)"),
    WagerKind(
        BONUS, "Bonus Wager", "686a.6(e)", "a total of 12 or less, or of 27 or more", needs=ANTE, needs_cite="686a.6(e)",
        option="bonus_wager", pays="686a.8(b)", group="side",
    ),
)  # fmt: skip
KINDS = {kind.name: kind for kind in WAGERS}

POSTED = Posted(
    seats=SEATS,
    limits="I-GEN-34",
    chips="686a.6(a)",
    closed="686a.6(c)",
    seated="686a.2(a)",
    forms=("", CASH),
    boxes=1,
    boxes_cite="686a.6(f)",
    locked="686a.6(c)",
)

# § 686a.8.  Payout odds.

EVEN_MONEY = Odds.parse("1 to 1")  # (a)
HOUSE_WINS = (18, 23)  # 686a.7(l)
LOWEST, HIGHEST = 6, 33  # possible totals
BONUS_PAYS = Paytable(
    "686a.8(b)",
    "",
    tuple(
        (f"{LOWEST + n} or {HIGHEST - n}", Odds.parse(odds))
        for n, odds in enumerate(("50 to 1", "10 to 1", "5 to 1", "4 to 1", "3 to 1", "2 to 1", "1 to 1"))
    ),
)  # (b)


def side_pays(side: str, total: int) -> Odds | None:
    """686a.7(k)–(l), I-686a-01: a total over 23 or under 18, as wagered, wins; any other loses."""
    won = total > HOUSE_WINS[1] if side == OVER else total < HOUSE_WINS[0]
    return EVEN_MONEY if won else None


def bonus_line(total: int) -> str:
    """What the paytable calls a total: the lower of the pair first."""
    low = min(total, LOWEST + HIGHEST - total)
    return f"{low} or {LOWEST + HIGHEST - low}"


def bonus_pays(total: int) -> Odds | None:
    """686a.7(m): 6 to 12 and 27 to 33."""
    return BONUS_PAYS.get(bonus_line(total))
