"""The facts record that opens each chapter. Lobby, guide, layout, forms, drivers and coverage read only this."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from pitboss.felt import Felt
from pitboss.procedure import Procedure
from pitboss.submission import RulesSubmission
from pitboss.wagers import WagerKind


class RoundStart(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a round is told when it begins: its number, and what the house noticed between rounds."""

    number: int
    new_dealer: bool = False
    system: dict[str, Any] = {}  # what a progressive system selected for this round
    seated: tuple[int, ...] = ()  # the seats that are taken, in order of arrival
    reopened: bool = False  # the table was opened anew, or nobody was at it: whatever shoe was there is gone


class IrregularityKind(msgspec.Struct, frozen=True):
    """One irregularity of the chapter, under its name in scenarios and on the floor console."""

    name: str
    title: str
    cite: str
    remedy: str
    needs_seat: bool = False
    facts: tuple[str, ...] = ()  # yes-or-no facts the remedy depends on
    particulars: tuple[str, ...] = ()  # what else may be told of it: who called it, which die


class Duty(msgspec.Struct, frozen=True):
    """Something that must be done again before a clock runs out; play is blocked until it is."""

    name: str
    title: str
    cite: str
    hours: int


class CheckItem(msgspec.Struct, frozen=True):
    """One line of a checklist that a person signs."""

    cite: str
    text: str


class Checklist(msgspec.Struct, frozen=True):
    """An inspection: what is looked at, by whom, and what it must precede."""

    name: str
    title: str
    cite: str
    signed_by: tuple[str, ...]
    items: tuple[CheckItem, ...]
    blocks_opening: bool = True


class Sign(msgspec.Struct, frozen=True):
    """A notice that must be posted at the table."""

    cite: str
    text: str


class Arranged(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two hands as they would lie: what each is called, and what is wrong with laying them so."""

    high: str
    low: str
    warning: str = ""
    cite: str = ""

    @property
    def spoken(self) -> str:
        """What is called when they are shown."""
        return f"{self.high}, low {self.low}"


class Game(msgspec.Struct, frozen=True):
    """Everything the rest of the house needs to know about one game."""

    name: str
    title: str
    chapter: str
    seats: int
    equipment: str
    about: str
    rules: type[RulesSubmission]
    wagers: tuple[WagerKind, ...]
    irregularities: tuple[IrregularityKind, ...]
    state: type[msgspec.Struct]
    closed: str  # the provision that closes betting
    open: Callable[[Any], Any]  # rules → the state of a freshly opened table
    play: Callable[[Any, Any, RoundStart], Procedure[Any]]  # (state, rules, start) → one round → next state
    felt: Callable[[Any], Felt]
    signs: Callable[[Any], tuple[Sign, ...]]
    duties: Callable[[Any], tuple[Duty, ...]]
    checklists: Callable[[Any], tuple[Checklist, ...]]
    example: Callable[[], RulesSubmission]  # a complete lawful submission, as `submission new` writes it
    # (rules, state) → what has to be done again, where that depends on what is in use now
    duties_now: Callable[[Any, Any], tuple[Duty, ...]] | None = None
    owes: Callable[[Any, int], bool] = lambda state, seat: False  # (state, seat) → whether he must pay before he leaves
    # (cards, whether they are as they were dealt) → what a hand on the table counts, where it is told aloud
    called: Callable[[Sequence[str], bool], str] = lambda cards, initial: ""
    low: int = 0  # how many cards of a hand that is set lie low; they are shown after those that lie high
    # (rules, all cards of a hand, those laid low) → how they lie, in a game where hands are set
    arranged: Callable[[Any, Sequence[str], Sequence[str]], Arranged] | None = None

    def wager(self, name: str) -> WagerKind:
        return next(kind for kind in self.wagers if kind.name == name)

    def irregularity(self, name: str) -> IrregularityKind | None:
        return next((kind for kind in self.irregularities if kind.name == name), None)
