"""The entries of a table's journal: one struct for each kind, and the settings of a table.

``step`` entries (answers and events) are defined in ``pitboss.journal``; the others record what happens around the
rounds: who sat down and bought in, who signed what, which seed was committed to and when it was opened. Their fields
are part of the record: old records must still decode.
"""

from typing import Any, Literal

import msgspec

from pitboss.game import RoundStart
from pitboss.journal import Report, Step
from pitboss.money import Cents

HOUSE = "the house"  # the name under which an automatic table signs, opens and closes


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a table is run. Seconds of 0 mean that there is no time limit."""

    practice: bool = False
    dealer: Literal["automatic", "person"] = "automatic"
    chance: Literal["generator", "entered"] = "generator"
    betting_seconds: float = 20.0
    election_seconds: float = 25.0
    settled_seconds: float = 6.0
    courtesy_seconds: float = 8.0  # how long a courtesy, such as the cut, is offered where answers have a time limit
    absence_seconds: float = 60.0  # how long a player may be disconnected before the table stops waiting for them
    buy_in: Cents = 100_000


class Founded(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table exists: its game, and every choice filed for it."""

    game: str
    title: str
    choices: dict[str, Any]
    submission: str  # the hash of the choices
    version: str
    settings: Settings = Settings()


class Signed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person signed all of a checklist in one of the roles it names; ``through`` is the console that was used."""

    checklist: str
    by: str
    role: str
    items: tuple[str, ...]
    through: str
    key: str = ""


class DutyDone(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards, dice or tiles were changed; their clock starts again."""

    name: str
    by: str
    key: str = ""


class Relieved(msgspec.Struct, frozen=True, omit_defaults=True):
    """A new dealer came to the table; what the chapter has a new dealer do first is part of the next round."""

    by: str
    key: str = ""


class Opened(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table was opened to play."""

    by: str
    key: str = ""


class Closing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table is to be closed when the round in progress is over."""

    by: str
    key: str = ""


class Closed(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table was closed to play, between rounds."""

    by: str
    key: str = ""


class Seated(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player took a seat and bought in from the cage. The key of the request, which returns the seat's token after a
    lost reply, is the player's secret and not part of the record."""

    seat: int
    name: str
    amount: Cents
    key: str = ""  # in records of earlier versions


class Boxed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player took a further box beside their own; its wagers come out of the same rack."""

    seat: int
    holder: int  # the player's seat
    key: str = ""


class Unboxed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player gave up a further box, or the house gave it up for them."""

    seat: int
    by: str = ""
    key: str = ""


class Bought(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player bought more chips from the cage."""

    seat: int
    amount: Cents
    key: str = ""


class Left(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player left; their rack went back to the cage."""

    seat: int
    amount: Cents
    by: str = ""
    key: str = ""


class Began(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round began, under these rules, with this commitment to the seed of the round (empty where chance is entered)."""

    start: RoundStart
    submission: str
    version: str
    serial: int = 0
    commitment: str = ""


class Committed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shuffle got its seed; the commitment is published before a card is drawn."""

    serial: int
    shoe: str
    commitment: str


class Revealed(msgspec.Struct, frozen=True, omit_defaults=True):
    """The seed of a shuffle that is used up, opened for anyone to check."""

    serial: int
    shoe: str
    seed: str


class Ended(msgspec.Struct, frozen=True, omit_defaults=True):
    """The round is over; the seed of the round is opened."""

    round: int
    result: str = ""
    serial: int = 0
    seed: str = ""


class Unplayed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round on which nothing was wagered was canceled, so that something else could be done first."""

    round: int
    why: str
    serial: int = 0
    seed: str = ""


class HandedBack(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a wager was handed back to the player when betting closed."""

    seat: int
    wager: str
    on: str
    sentence: str
    cite: str


class Advanced(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cage covered a charge that a rack could not pay, such as vigorish that fell due."""

    seat: int
    amount: Cents


class Corrected(msgspec.Struct, frozen=True, omit_defaults=True):
    """An outcome that was entered by mistake was taken back before anything was settled on it."""

    round: int
    device: str
    outcome: str
    by: str
    key: str = ""


class Previewed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Someone previewed a report; nothing changed."""

    round: int
    report: Report
    by: str
    key: str = ""


class ClockChanged(msgspec.Struct, frozen=True, omit_defaults=True):
    """The wall clock was set: by how many milliseconds it differs from the time elapsed."""

    milliseconds: int


KINDS: dict[str, type[msgspec.Struct]] = {
    "founded": Founded,
    "signed": Signed,
    "duty": DutyDone,
    "relieved": Relieved,
    "opened": Opened,
    "closing": Closing,
    "closed": Closed,
    "seated": Seated,
    "boxed": Boxed,
    "unboxed": Unboxed,
    "bought": Bought,
    "left": Left,
    "round": Began,
    "step": Step,
    "committed": Committed,
    "revealed": Revealed,
    "ended": Ended,
    "unplayed": Unplayed,
    "handed_back": HandedBack,
    "advanced": Advanced,
    "corrected": Corrected,
    "previewed": Previewed,
    "clock": ClockChanged,
}
NAMES = {struct: kind for kind, struct in KINDS.items()}
DECODERS = {kind: msgspec.json.Decoder(struct) for kind, struct in KINDS.items()}
