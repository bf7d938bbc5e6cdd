"""The facts record that opens each chapter. Lobby, guide, layout, forms, drivers and coverage read only this."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from pitboss.felt import Felt
from pitboss.meters import MeterState
from pitboss.procedure import Procedure
from pitboss.roles import Role
from pitboss.submission import RulesSubmission
from pitboss.wagers import WagerKind


class RoundStart(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a round is given when it begins: its number, and what changed between rounds."""

    number: int
    new_dealer: bool = False
    system: dict[str, Any] = {}  # what a progressive system selected for this round
    seated: tuple[int, ...] = ()  # the seats that are taken, in order of arrival
    reopened: bool = False  # the table was opened, or had been empty: a shoe from before is not used
    # who they are, in the same order; empty for the seat's own player, or for all of them
    players: tuple[str, ...] = ()

    @property
    def names(self) -> dict[int, str]:
        """Who is at each seat, where that is not the seat's own player."""
        return {seat: player for seat, player in zip(self.seated, self.players, strict=False) if player}

    def player(self, seat: int) -> str:
        """Who is at a seat: the name given, else the seat's number."""
        return self.names.get(seat) or str(seat)

    def seat_of(self, player: str, before: int = 0) -> int:
        """Where a player sits who sat there before: there, where they have that seat still; 0: not at the table."""
        names = self.names
        theirs = [seat for seat in self.seated if (names.get(seat) or str(seat)) == player]
        return before if before in theirs else next(iter(theirs), 0)

    def moved(self, players: Iterable[tuple[int, str]]) -> dict[int, int]:
        """Where each of these players sits now, by the seat where they sat; who is not here any more is left out."""
        return {seat: now for seat, player in players if (now := self.seat_of(player, seat))}


def players_of(seated: Iterable[int], names: Mapping[int, str]) -> tuple[str, ...]:
    """Who is at each of these seats, for ``RoundStart``; nothing where nobody has a name."""
    return tuple(names.get(seat, "") for seat in seated) if names else ()


DEALER_OR_FLOOR = (Role.DEALER, Role.FLOORPERSON)
FLOOR_ONLY = (Role.FLOORPERSON,)


class IrregularityKind(msgspec.Struct, frozen=True):
    """One irregularity of the chapter, under its name in scenarios and on the floor console; ``by`` may report it."""

    name: str
    title: str
    cite: str
    remedy: str
    needs_seat: bool = False
    facts: tuple[str, ...] = ()  # yes-or-no facts the remedy depends on
    particulars: tuple[str, ...] = ()  # other details that a report may give: who called it, which die
    by: tuple[Role, ...] = DEALER_OR_FLOOR
    by_cite: str = "I-GEN-29"  # the provision or reading behind ``by``
    physical: bool = False  # where a person deals it may be reported whatever the books say (I-GEN-45)


class StaffQuestion(msgspec.Struct, frozen=True):
    """A question that a procedure asks the dealer or the floor, by its ``kind``; and who may answer it."""

    kind: str
    roles: tuple[Role, ...]
    cite: str


class Duty(msgspec.Struct, frozen=True):
    """Something that must be done again before a clock runs out; play is blocked until it is.

    ``thing`` is the kind of thing whose clock it is: doing the duty puts another one in use, or, where ``replaces`` is
    False, looks after the one that is there.
    """

    name: str
    title: str
    cite: str
    hours: int
    thing: str = "cards"
    roles: tuple[Role, ...] = DEALER_OR_FLOOR
    replaces: bool = True
    assigned: bool = False  # by the one who is assigned to the table, nobody above (I-GEN-32)
    daily: bool = False  # at the beginning of each gaming day of the house, not after so many hours

    @property
    def when(self) -> str:
        """How often it is done, in words."""
        if self.daily:
            return "at the beginning of each gaming day"
        return f"every {self.hours} hours" if self.hours > 1 else "every hour"


class ThingKind(msgspec.Struct, frozen=True):
    """A kind of thing that a table works with: cards, dice, a wheel, a shuffler.

    ``reserve``: how many more of them the text or good sense keeps at the table. ``device`` is its name in ``DeviceStatus``
    events, where it can be out of order.
    """

    name: str
    title: str
    cite: str
    reserve: int = 0
    device: str = ""
    approval: str = ""  # the provision that wants it tested or approved before use
    new_at_opening: bool = False  # those in use leave the table for good when it closes


class When(StrEnum):
    """When a checklist has to be signed."""

    OPENING = "opening"  # before the table opens
    CARDS = "cards"  # before the table opens, and again whenever other cards or tiles come to it
    ARRIVAL = "arrival"  # when the first player comes to a table with cards or tiles that came to it before
    IDLE = "idle"  # when somebody comes to a table at which nobody played
    WORK = "work"  # whenever it is done, at a closed table; the opening inspection is then made again
    CLOSING = "closing"  # before the table closes


class CheckItem(msgspec.Struct, frozen=True):
    """One line of a checklist. Of those with the same word in ``either`` one is enough."""

    cite: str
    text: str
    either: str = ""


VERIFIES = "verifies"


class Signature(msgspec.Struct, frozen=True):
    """One signature of a checklist: by one person in any of these roles, who did what is said."""

    roles: tuple[Role, ...]
    does: str  # "inspects", "verifies", "is present"; who verifies signs after the one before
    cite: str = ""
    assigned: bool = False  # by the one who is assigned to the table, nobody above (I-GEN-32)


class Checklist(msgspec.Struct, frozen=True):
    """An inspection: what is checked, by whom, and when. Each signature takes a person of its own."""

    name: str
    title: str
    cite: str
    signatures: tuple[Signature, ...]
    items: tuple[CheckItem, ...]
    when: When = When.OPENING
    replaces: str = ""  # the kind of equipment of which, once it is signed, the set in use is sealed and another in use

    @property
    def enough(self) -> tuple[str, ...]:
        """Items that are enough to sign for: all, and of alternatives the first."""
        met: set[str] = set()
        found = []
        for item in self.items:
            if not item.either or item.either not in met:
                found.append(item.cite)
                met.add(item.either)
        return tuple(dict.fromkeys(found))

    def missing(self, ticked: Collection[str]) -> CheckItem | None:
        """The first item that is not ticked, and none of its alternatives either."""
        met = {item.either for item in self.items if item.either and item.cite in ticked}
        return next((i for i in self.items if i.cite not in ticked and (not i.either or i.either not in met)), None)


def signed_by(*roles: Role, cite: str = "") -> tuple[Signature, ...]:
    """The usual signature of an inspection: one person, in any of these roles."""
    return (Signature(roles or FLOOR_ONLY, "inspects", cite),)


def inspected_and_verified(inspects: str, verifies: str) -> tuple[Signature, ...]:
    """The dealer inspects, and the floorperson assigned to the table verifies it; by which provisions."""
    return Signature((Role.DEALER,), "inspects", inspects), Signature(FLOOR_ONLY, VERIFIES, verifies, assigned=True)


class Sign(msgspec.Struct, frozen=True):
    """A notice that must be posted at the table."""

    cite: str
    text: str


class Arranged(msgspec.Struct, frozen=True, omit_defaults=True):
    """A setting of two hands: the name of each, and a warning where the low hand would rank above the high one; ``foul``
    where it loses for that."""

    high: str
    low: str
    warning: str = ""
    cite: str = ""
    foul: bool = False

    @property
    def spoken(self) -> str:
        """The announcement when they are shown."""
        return f"{self.high}, low {self.low}"


class Call(msgspec.Struct, frozen=True):
    """Wagers that players name together and lay at once: on each spot so many equal chips."""

    name: str
    title: str
    about: str
    covers: tuple[str, ...]  # in the order of the wheel
    chips: tuple[tuple[str, str, int], ...]  # kind of wager, where, how many chips


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
    things: Callable[[Any], tuple[ThingKind, ...]] = lambda rules: ()  # what a table works with
    staff_questions: tuple[StaffQuestion, ...] = ()  # what its procedure asks the dealer and the floor
    dealt_by: tuple[Role, ...] = (Role.DEALER,)  # who stands at a table of this game
    crew: tuple[Role, ...] = (Role.DEALER,)  # without whom a table that persons deal does not open
    # (rules, state) → the duties, where they depend on the equipment in use now
    duties_now: Callable[[Any, Any], tuple[Duty, ...]] | None = None
    # (rules, state) → its progressive meters by name, where the game has any
    meter_states: Callable[[Any, Any], Mapping[str, MeterState]] = lambda rules, state: {}
    # (state before, state of a freshly opened table) → the latter with the meters of the former, where other rules come in force
    keep_meters: Callable[[Any, Any], Any] = lambda before, fresh: fresh
    # (rules) → by its word, an election that has a provision of its own; it is refused by that one, whatever is asked then
    elections: Callable[[Any], Mapping[str, str]] = lambda rules: {}
    # (state, player) → whether they must pay something before leaving the table
    must_pay_before_leaving: Callable[[Any, str], bool] = lambda state, player: False
    envy: tuple[str, ...] = ()  # wagers to which hands of other players pay, after they themselves are settled
    # (cards, whether they are as they were dealt) → the count of a hand as it is announced, where one is
    hand_label: Callable[[Sequence[str], bool], str] = lambda cards, initial: ""
    labels_part: bool = False  # whether a hand is named to its player who has seen only some of its cards
    # (rules) → by its name, what follows an irregularity where a filed choice decides that
    remedies: Callable[[Any], Mapping[str, str]] = lambda rules: {}
    calls: Callable[[Any], tuple[Call, ...]] = lambda rules: ()  # (rules) → wagers that are laid together
    # (events of a round that is over) → what its result is marked with, where players keep such lists
    marks: Callable[[Sequence[Any]], tuple[str, ...]] | None = None
    # (rules) → by provision, whether conduct is called for, where a filed choice decides that and no act cites it
    applies: Callable[[Any], Mapping[str, bool]] = lambda rules: {}
    colours: str = ""  # the provision by which each player's chips have a colour of their own
    low_hand_size: int = 0  # how many cards the low hand has, where hands are set; it is shown after the high hand
    # (rules, all cards of a hand, those of the low hand) → both hands with their names, where hands are set
    preview_setting: Callable[[Any, Sequence[str], Sequence[str]], Arranged] | None = None

    def wager(self, name: str) -> WagerKind:
        return next(kind for kind in self.wagers if kind.name == name)

    def remedy(self, kind: IrregularityKind, rules: Any) -> str:
        """What follows an irregularity under these rules."""
        return self.remedies(rules).get(kind.name, kind.remedy)

    def irregularity(self, name: str) -> IrregularityKind | None:
        return next((kind for kind in self.irregularities if kind.name == name), None)
