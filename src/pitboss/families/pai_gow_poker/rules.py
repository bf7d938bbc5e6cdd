"""What is filed for a Pai Gow game with cards, and on what terms its wagers are taken.

Chapters 645a, 670a and 688a leave the same choices about table, deck and devices open, under the same letters:
``choices_of`` has the notes that they file them under. A chapter's ``Rules`` extends ``PaiGowRules``, declares these
choices with their notes and adds its own.
"""

from functools import cached_property
from typing import ClassVar

import msgspec

from pitboss.equipment.shoe import Dealing, Shuffling
from pitboss.families.one_deck import check_devices
from pitboss.families.pai_gow_dealing import Selector
from pitboss.money import Cents, Odds, dollars
from pitboss.procedure import Refusal, Refused
from pitboss.submission import Filed, RulesSubmission
from pitboss.wagers import Posted, Spots, Terms, WagerKind, offered

SEATS = 6  # at most
PROGRESSIVE = "progressive_payout"


class Choices(msgspec.Struct, frozen=True):
    """The note behind each choice about table, deck and devices."""

    adjacent_boxes: Filed
    seats: Filed
    start_selector: Filed
    dealing: Filed
    shuffler: Filed
    preshuffled_decks: Filed
    two_decks: Filed


def choices_of(chapter: str) -> Choices:
    """Under the provisions of one chapter."""
    return Choices(
        adjacent_boxes=Filed(f"{chapter}.7(f)", "On how many adjacent betting areas one player may wager.", 1, 2),
        seats=Filed(f"{chapter}.2(a)", "Betting positions of the table.", 1, SEATS),
        start_selector=Filed(f"{chapter}.5(i)", "What finds the starting position."),
        dealing=Filed(f"{chapter}.8(a)", "How the cards are dealt."),
        shuffler=Filed(f"{chapter}.5(a)", "Shuffled by hand, by a device, or by a device that reshuffles and counts."),
        preshuffled_decks=Filed(
            f"{chapter}.4(e)", "Whether decks come to the table inspected and shuffled beforehand."
        ),
        two_decks=Filed(f"{chapter}.3(b)", "Whether two decks alternate, one in the shuffler while one is in play."),
    )


def optional_wager(
    main: str, needs_cite: str, name: str, title: str, cite: str, about: str, pays: str, group: str = "side"
) -> WagerKind:
    """A wager that may be offered to who makes the main wager, filed under its own name."""
    return WagerKind(name, title, cite, about, needs=main, needs_cite=needs_cite, option=name, pays=pays, group=group)


class PaiGowRules(RulesSubmission, frozen=True, kw_only=True):
    """The choices about table, deck and devices, and the terms of the wagers."""

    chapter: ClassVar[str]
    wagers: ClassVar[tuple[WagerKind, ...]]
    stake_cite: ClassVar[str] = ""  # where the Progressive has one stake

    adjacent_boxes: int = 1
    seats: int = SEATS
    start_selector: Selector = Selector.SHAKER
    dealing: Dealing = Dealing.MANUAL_SHOE
    shuffler: Shuffling = Shuffling.AUTOMATED
    preshuffled_decks: bool = False
    two_decks: bool = False

    def odds(self, wager: str) -> tuple[Odds, ...]:
        """What a wager may pay: all lines of its paytable."""
        raise NotImplementedError

    @property
    def progressive_stake(self) -> Cents | None:
        """What every Progressive Payout Wager has to be; None: as the table's limits say."""
        return None

    @classmethod
    def wager_names(cls) -> tuple[str, ...]:
        return tuple(kind.name for kind in cls.wagers if kind.tendered)

    def least(self, wager: str) -> Cents:
        fixed = self.progressive_stake if wager == PROGRESSIVE else None
        return super().least(wager) if fixed is None else fixed

    def most(self, wager: str) -> Cents | None:
        fixed = self.progressive_stake if wager == PROGRESSIVE else None
        return super().most(wager) if fixed is None else fixed

    def check(self) -> None:
        chapter, stake, own = self.chapter, self.progressive_stake, self.limits.get(PROGRESSIVE)
        check_devices(self, two_decks=f"{chapter}.3(b)", by_hand=f"{chapter}.9(a)(1)", counts=f"{chapter}.5(h)")
        if own is not None and stake is not None and {own.minimum, own.maximum} - {None, stake}:
            only = f"limits of the {PROGRESSIVE} are not allowed: it is ${dollars(stake)}, no more and no less."
            raise Refused(Refusal.FORBIDDEN_CHOICE, only, self.stake_cite)

    @property
    def shuffler_counts(self) -> bool:
        """Only a device that also reshuffles by itself counts the cards (.5(h))."""
        return False

    @cached_property
    def posted(self) -> Posted:
        """Section .7: where limits, chips, the call and the places of a player stand."""
        limits, seated, closed, boxes = (f"{self.chapter}.7({letter})" for letter in "abcf")
        return Posted(self.seats, limits, limits, closed, seated, boxes=self.adjacent_boxes, boxes_cite=boxes)

    @cached_property
    def offered(self) -> tuple[WagerKind, ...]:
        """The wagers of this table."""
        return offered(self.wagers, self)

    @cached_property
    def spots(self) -> Spots:
        return {(kind.name, ""): self._terms(kind) for kind in self.offered if kind.tendered}

    def _terms(self, kind: WagerKind) -> Terms:
        least, most, odds = self.least(kind.name), self.most(kind.name), self.odds(kind.name)
        stake = self.progressive_stake if kind.name == PROGRESSIVE else None
        if stake is not None:
            return Terms(kind, "", stake, stake, stake, self.stake_cite, odds, limits_cite=self.stake_cite)
        return Terms(kind, "", least, most, self.unit or 1, "I-623a-36", odds)
