"""The facts record that opens each chapter. Lobby, guide, layout, forms, drivers and coverage read only this."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from pitboss.felt import Felt
from pitboss.meters import MeterState
from pitboss.procedure import Procedure
from pitboss.submission import RulesSubmission
from pitboss.wagers import WagerKind


class RoundStart(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a round is given when it begins: its number, and what changed between rounds."""

    number: int
    new_dealer: bool = False
    system: dict[str, Any] = {}  # what a progressive system selected for this round
    seated: tuple[int, ...] = ()  # the seats that are taken, in order of arrival
    reopened: bool = False  # the table was opened, or had been empty: a shoe from before is not used


class IrregularityKind(msgspec.Struct, frozen=True):
    """One irregularity of the chapter, under its name in scenarios and on the floor console."""

    name: str
    title: str
    cite: str
    remedy: str
    needs_seat: bool = False
    facts: tuple[str, ...] = ()  # yes-or-no facts the remedy depends on
    particulars: tuple[str, ...] = ()  # other details that a report may give: who called it, which die


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
    """An inspection: what is checked, by whom, and whether the table may open without it."""

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
    """A setting of two hands: the name of each, and a warning where the low hand would rank above the high one."""

    high: str
    low: str
    warning: str = ""
    cite: str = ""

    @property
    def spoken(self) -> str:
        """The announcement when they are shown."""
        return f"{self.high}, low {self.low}"


class Game(msgspec.Struct, frozen=True):
    """Everything that house, papers and page need to know about one game."""

    name: str
    title: str
    chapter: str
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
    # (rules, state) → the duties, where they depend on the equipment in use now
    duties_now: Callable[[Any, Any], tuple[Duty, ...]] | None = None
    # (rules, state) → its progressive meters by name, where the game has any
    meter_states: Callable[[Any, Any], Mapping[str, MeterState]] = lambda rules, state: {}
    # (state, seat) → whether the player there must pay something before leaving the table
    must_pay_before_leaving: Callable[[Any, int], bool] = lambda state, seat: False
    # (cards, whether they are as they were dealt) → the count of a hand as it is announced, where one is
    hand_label: Callable[[Sequence[str], bool], str] = lambda cards, initial: ""
    low_hand_size: int = 0  # how many cards the low hand has, where hands are set; it is shown after the high hand
    # (rules, all cards of a hand, those of the low hand) → both hands with their names, where hands are set
    preview_setting: Callable[[Any, Sequence[str], Sequence[str]], Arranged] | None = None

    def wager(self, name: str) -> WagerKind:
        return next(kind for kind in self.wagers if kind.name == name)

    def irregularity(self, name: str) -> IrregularityKind | None:
        return next((kind for kind in self.irregularities if kind.name == name), None)
