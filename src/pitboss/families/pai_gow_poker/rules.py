"""What is filed for a Pai Gow poker game, and on what terms its wagers are taken.

Chapters 645a, 670a and 688a leave the same choices about table, deck and devices open, under the same letters. They are
declared once, in ``PaiGowRules``; a chapter's ``Rules`` extends it with a ``chapter`` and choices of its own.
"""

from functools import cached_property
from typing import Annotated, Any, ClassVar

from pitboss.equipment.shoe import Dealing, Shuffling
from pitboss.families.leaving import WHO_LEAVES, WhoLeaves
from pitboss.families.one_deck import check_devices
from pitboss.families.pai_gow_poker.dealing import Selector
from pitboss.meters import Meter
from pitboss.money import Cents, Odds, dollars
from pitboss.procedure import Refusal, Refused
from pitboss.submission import Choice, RulesSubmission
from pitboss.wagers import Charge, Posted, Spots, Terms, WagerKind, offered

SEATS = 6  # at most
PROGRESSIVE = "progressive_payout"


def common_choices(chapter: str) -> dict[str, Choice]:
    """The notes behind the choices about table, deck and devices, under the provisions of one chapter."""
    return {
        "adjacent_boxes": Choice(f"{chapter}.7(f)", "On how many adjacent betting areas one player may wager.", 1, 2),
        "seats": Choice(f"{chapter}.2(a)", "Betting positions of the table.", 1, SEATS),
        "player_who_leaves": WHO_LEAVES,
        "start_selector": Choice(f"{chapter}.5(i)", "What finds the starting position."),
        "dealing": Choice(f"{chapter}.8(a)", "How the cards are dealt."),
        "shuffler": Choice(
            f"{chapter}.5(a)", "Shuffled by hand, by a device, or by a device that reshuffles and counts."
        ),
        "preshuffled_decks": Choice(
            f"{chapter}.4(e)", "Whether decks come to the table inspected and shuffled beforehand."
        ),
        "two_decks": Choice(
            f"{chapter}.3(b)", "Whether two decks alternate, one in the shuffler while one is in play."
        ),
    }


def optional_wager(
    main: str, needs_cite: str, name: str, title: str, cite: str, about: str, pays: str, group: str = "side"
) -> WagerKind:
    """A wager that may be offered to those who make the main wager; the choice to offer it has the wager's name."""
    return WagerKind(name, title, cite, about, needs=main, needs_cite=needs_cite, option=name, pays=pays, group=group)


class PaiGowRules(RulesSubmission, frozen=True, kw_only=True):
    """The choices about table, deck and devices, and the terms of the wagers."""

    chapter: ClassVar[str]
    wagers: ClassVar[tuple[WagerKind, ...]]
    stake_cite: ClassVar[str] = ""  # where the Progressive has one stake

    adjacent_boxes: int = 1
    seats: int = SEATS
    player_who_leaves: WhoLeaves = WhoLeaves.LOSES
    start_selector: Selector = Selector.SHAKER
    dealing: Dealing = Dealing.MANUAL_SHOE
    shuffler: Shuffling = Shuffling.AUTOMATED
    preshuffled_decks: bool = False
    two_decks: bool = False

    def __init_subclass__(cls, **options: Any) -> None:
        """File the common choices under the chapter's provisions.

        ``submission.choices`` reads the provision of a choice from its annotation, and only a chapter knows its own.
        """
        super().__init_subclass__(**options)
        for name, note in common_choices(cls.chapter).items():
            cls.__annotations__[name] = Annotated[PaiGowRules.__annotations__[name], note]

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
            only = f"limits of the {PROGRESSIVE} are not allowed: the wager is exactly ${dollars(stake)}."
            raise Refused(Refusal.FORBIDDEN_CHOICE, only, self.stake_cite)

    @property
    def shuffler_counts(self) -> bool:
        """Only a device that also reshuffles by itself counts the cards (section .5(h))."""
        return False

    @cached_property
    def posted(self) -> Posted:
        """Section .7: the provisions on limits, chips, the call and a player's places."""
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
        odds = self.odds(kind.name)
        stake = self.progressive_stake if kind.name == PROGRESSIVE else None
        if stake is not None:
            cite = self.stake_cite
            return Terms(kind=kind, least=stake, most=stake, step=stake, step_cite=cite, odds=odds, limits_cite=cite)
        return self.terms(kind, odds=odds, charge=self.charge(kind.name))

    def charge(self, wager: str) -> Charge | None:
        """The vigorish on a wager, where the chapter has one."""
        return None

    @property
    def meter(self) -> Meter | None:
        """The progressive meter, where the chapter has one and it was filed."""
        return None

    @property
    def meters(self) -> tuple[Meter, ...]:
        return () if self.meter is None else (self.meter,)
