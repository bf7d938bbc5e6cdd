"""The entries of a table's journal: one struct for each kind, and the settings of a table.

``step`` entries (answers and events) are defined in ``pitboss.journal``; the others record what happens around the
rounds: who sat down and bought in, who signed what, which seed was committed to and when it was opened. Their fields
are part of the record: old records must still decode.
"""

from typing import Any, Literal

import msgspec

from pitboss.game import RoundStart
from pitboss.journal import Actor, Report, Step
from pitboss.journal import ClockChanged as ClockChanged
from pitboss.money import Cents
from pitboss.roles import Role

COMMAND_NAME = "c."  # how the key of an entry begins that a command made, whose reply the house keeps
TOLD = 24  # characters of the hash of a token that the record names a session by
HOUSE = "the house"  # in whose name seats are given up and rounds are finished
By = Actor | str  # a person; in records of earlier versions, a name


USUAL_BETTING_SECONDS = 20.0
NEEDS_TIME = 'where software deals and nobody practises, only time closes betting: more than 0, or practice = true, or dealt = "person"'


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a table is run. Seconds of 0 mean that there is no time limit."""

    practice: bool = False
    dealer: Literal["automatic", "person"] = "automatic"
    chance: Literal["generator", "entered"] = "generator"
    betting_seconds: float = USUAL_BETTING_SECONDS
    election_seconds: float = 25.0
    settled_seconds: float = 6.0
    courtesy_seconds: float = 8.0  # how long a courtesy, such as the cut, is offered where answers have a time limit
    absence_seconds: float = 60.0  # how long a player may be disconnected before the table stops waiting for them
    buy_in: Cents = 100_000
    accounts: bool = False  # whether only players who signed in may sit down
    follow: bool = False  # patrons hold no device: chips are on the felt, and the dealer speaks for the seats
    sale_maximum: Cents = 1_000_000  # most chips that are sold at once to a patron without a device
    sale_approval: Cents = 50_000  # from this amount on a floorperson sells them
    pit: str = ""
    link: str = ""  # tables with the same word move their linked meters together
    owner: str = ""  # whose own practice table it is: a person's credential number, or the hash of a guest's cookie

    @property
    def closes_by_time(self) -> bool:
        """Whether betting closes by time alone: no person deals, who would announce it, and no player says that they are ready."""
        return self.dealer == "automatic" and not self.practice

    @property
    def betting_limit(self) -> float:
        """How long wagers are taken; 0 where somebody else closes betting. A record may say 0 of a table that closes by time:
        then the usual time goes."""
        return self.betting_seconds or (USUAL_BETTING_SECONDS if self.closes_by_time else 0.0)


class Founded(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table exists: its game, and every choice filed for it."""

    game: str
    title: str
    choices: dict[str, Any]
    submission: str  # the hash of the choices
    version: str
    settings: Settings = Settings()
    bounds: dict[str, Any] = {}  # the limits that were filed, where others are posted within them


class RulesAdopted(msgspec.Struct, frozen=True, omit_defaults=True):
    """From the next round on the table is played by another version of the rules as they are programmed: ``version`` is the
    hash of everything that can decide a round, ``release`` the name under which it was published."""

    version: str
    release: str = ""


class RulesChanged(msgspec.Struct, frozen=True, omit_defaults=True):
    """From the next round on these choices are in force. ``filing`` names the filing of the house's register; it stays the
    same where only the posted limits changed, within what was filed."""

    choices: dict[str, Any]
    submission: str
    filing: str = ""
    by: Actor | None = None
    key: str = ""
    bounds: dict[str, Any] = {}  # the limits of the filing, where others are posted within them


class RulesScheduled(msgspec.Struct, frozen=True, omit_defaults=True):
    """These choices come into force as soon as nothing is on the layout, at ``at`` or after it."""

    choices: dict[str, Any]
    submission: str
    filing: str = ""
    at: str = ""  # empty: now
    by: Actor | None = None
    key: str = ""
    bounds: dict[str, Any] = {}  # as in ``RulesChanged``


class RulesUnscheduled(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was to come into force will not."""

    why: str
    by: Actor | None = None
    key: str = ""


class SettingsChanged(msgspec.Struct, frozen=True, omit_defaults=True):
    """From now on the table is run in this way: timers, buy-in, pit, title."""

    settings: Settings
    title: str
    by: Actor | None = None
    key: str = ""


class Retired(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table is closed for good; its record stays."""

    reason: str
    by: Actor
    key: str = ""


class Announcement(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody told the whole table something."""

    words: str
    by: Actor
    key: str = ""


class IncidentReported(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something happened that is in no chapter's list: a dispute, a late wager, a wrong payout found, a spill."""

    number: int
    kind: str
    words: str
    by: Actor
    rounds: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    people: tuple[str, ...] = ()  # names or credential numbers, as reported
    key: str = ""


class Adjustment(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a correction gives to the player of a seat out of the table's inventory, or, below zero, takes from them."""

    seat: int
    amount: Cents
    player: str  # by name; in records of earlier versions empty where they left
    since: int = 0  # in records of earlier versions: the entry with which they sat down


class CorrectionProposed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round that was settled wrongly is to be put right; it counts when a second person agrees."""

    number: int
    round: int
    lines: tuple[Adjustment, ...]
    reason: str
    by: Actor
    void: bool = False  # all its wagers are given back, and what was won or lost on them
    incident: int = 0
    key: str = ""


class Payee(msgspec.Struct, frozen=True, omit_defaults=True):
    """The person to whom a line of a correction goes, wherever they are by now (I-GEN-44). ``seat``: into their rack there.
    ``transfer``: into their purse, under this key. Neither: it is owed, and shown until it is settled."""

    amount: Cents
    name: str
    seat: int = 0
    purse: str = ""
    transfer: str = ""


class CorrectionDecided(msgspec.Struct, frozen=True, omit_defaults=True):
    """A second person agreed to a correction, or it was dropped. ``payees`` has one for each line; none in records of earlier
    versions, where a line went to the rack of whoever still sat there, and else to the cage."""

    number: int
    agreed: bool
    by: Actor
    reason: str = ""
    key: str = ""
    payees: tuple[Payee, ...] = ()


class OwedSettled(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a correction left owed was paid, or what a patron owed was collected. ``to`` is the seat whose rack it went to or
    came from; 0: it was handed over."""

    number: int  # of the correction
    seat: int  # of its line
    amount: Cents
    by: Actor
    to: int = 0
    key: str = ""


class ReliefQueued(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person takes over the place of a role as soon as that is possible; an empty person: nobody any more."""

    person: str
    name: str
    role: Role
    by: Actor
    key: str = ""


class SeatMoved(msgspec.Struct, frozen=True, omit_defaults=True):
    """The floor moved a player to another seat, with their chips."""

    seat: int
    to: int
    by: Actor
    key: str = ""


class Signed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person signed a checklist, for one of its signatures. ``items`` are those that they ticked; ``work`` describes
    what was done, where the list is about work on equipment (617a.2(e))."""

    checklist: str
    by: By
    role: str
    items: tuple[str, ...]
    through: str = ""  # in records of earlier versions: the console
    key: str = ""
    number: int = 0  # which of its signatures, from 1
    work: str = ""
    thing: str = ""  # what comes into use with the last signature; what was in use is sealed


class DutyDone(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards, dice or tiles were changed, or a device inspected; their clock starts again. ``thing`` was put in use."""

    name: str
    by: By
    key: str = ""
    thing: str = ""


class Relieved(msgspec.Struct, frozen=True, omit_defaults=True):
    """In records of earlier versions: a new dealer came to the table."""

    by: By
    key: str = ""


class Assigned(msgspec.Struct, frozen=True, omit_defaults=True):
    """From now on a person stands at this table in a role. A dealer relieves the one before, and what the chapter has a
    new dealer do first is part of the next round."""

    person: str
    name: str
    role: Role
    by: Actor | None = None
    key: str = ""


class Released(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person left their place at this table."""

    person: str
    role: Role
    by: Actor | None = None
    key: str = ""


class ThingBrought(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing came to this table, into the reserve or into use. ``since`` is when it was first used, anywhere."""

    thing: str
    kind: str
    description: str
    in_use: bool = False
    since: str = ""
    by: Actor | None = None
    key: str = ""
    out_of_order: bool = False


class ThingMoved(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing of this table was put in use, or taken away from the table."""

    thing: str
    to: Literal["in_use", "away"]
    by: Actor | None = None
    key: str = ""


class ThingSigned(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person sealed a thing as evidence, or destroyed it, or was present: it takes two, and is done with the second."""

    thing: str
    act: Literal["seal", "destroy"]
    reason: str
    by: Actor
    key: str = ""


class Opened(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table was opened to play."""

    by: By
    key: str = ""


class Closing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table is to be closed when the round in progress is over."""

    by: By
    key: str = ""


class Closed(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table was closed to play, between rounds."""

    by: By
    key: str = ""


class Seated(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player took a seat and bought in from the cage. ``key`` is the name under which the house keeps the reply, from
    which the key of the request cannot be told: that one returns the seat's token after a lost reply. ``session`` is the
    beginning of the hash of that token: a session that the record does not name does not sit here."""

    seat: int
    name: str
    amount: Cents
    key: str = ""
    person: str = ""  # the credential number of a player who signed in
    actor: Actor | None = None  # who seated a patron that holds no device
    session: str = ""
    purse: str = ""  # out of which the chips came, by way of the cage; empty: the house gave them
    transfer: str = ""  # the key under which the cage sent them
    colour: str = ""  # in which the player is shown


class Boxed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player took a further box beside their own; its wagers come out of the same rack."""

    seat: int
    holder: int  # the player's seat
    key: str = ""
    person: str = ""  # the credential number of a player who signed in


class Unboxed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player gave up a further box, or the house gave it up for them."""

    seat: int
    by: str = ""
    key: str = ""
    person: str = ""  # the credential number of a player who signed in


class Bought(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player bought more chips from the cage."""

    seat: int
    amount: Cents
    key: str = ""
    person: str = ""  # the credential number of a player who signed in
    actor: Actor | None = None  # who sold them to a patron that holds no device
    purse: str = ""  # out of which they came, by way of the cage
    transfer: str = ""


class SaleUndone(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last sale of chips to a patron without a device was a mistake, and taken back before anything was wagered."""

    seat: int
    amount: Cents
    by: Actor
    key: str = ""


class Left(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player left; their rack went back to the cage."""

    seat: int
    amount: Cents
    by: str = ""
    key: str = ""
    person: str = ""  # the credential number of a player who signed in
    actor: Actor | None = None  # who freed the seat
    reason: str = ""
    purse: str = ""  # into which the rack goes, by way of the cage
    transfer: str = ""  # the key of the buy-in


class Began(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round began, under these rules, with this commitment to the seed of the round (empty where chance is entered).
    ``version`` is that of the rules as they are programmed (``RulesAdopted``)."""

    start: RoundStart
    submission: str
    version: str
    serial: int = 0
    commitment: str = ""


class Pledged(msgspec.Struct, frozen=True, omit_defaults=True):
    """The house committed to what decides the next round, before anybody wagered on it: a seed for what is drawn in it, and
    where cards or tiles are mixed, one for the next shuffles (which holds until it was used). Players may add words of their own
    from now on. Zero: that of before still holds, or there is none."""

    serial: int = 0
    commitment: str = ""
    shuffles: int = 0
    shuffle_commitment: str = ""


class Contributed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player added a word of their own to whatever was not drawn or shuffled yet."""

    seat: int
    word: str
    key: str = ""
    person: str = ""


class Committed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shuffle got its seed: the one of ``number`` that follows from seed ``source``, with the words of players so far. Its
    commitment is published before a card is drawn."""

    serial: int
    shoe: str
    commitment: str
    source: int = 0
    number: int = 0


class Revealed(msgspec.Struct, frozen=True, omit_defaults=True):
    """The seed of a shuffle that is used up, or one that was committed to for others, opened for anyone to check."""

    serial: int
    shoe: str
    seed: str


class Ended(msgspec.Struct, frozen=True, omit_defaults=True):
    """The round is over; the seed of the round is opened."""

    round: int
    result: str = ""
    serial: int = 0
    seed: str = ""
    wagered: Cents = 0
    paid: Cents = 0
    void: bool = False


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
    by: By
    key: str = ""


class Previewed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Someone previewed a report; nothing changed."""

    round: int
    report: Report
    by: By
    key: str = ""


KINDS: dict[str, type[msgspec.Struct]] = {
    "founded": Founded,
    "rules_adopted": RulesAdopted,
    "rules_changed": RulesChanged,
    "rules_scheduled": RulesScheduled,
    "rules_unscheduled": RulesUnscheduled,
    "settings_changed": SettingsChanged,
    "retired": Retired,
    "announcement": Announcement,
    "incident": IncidentReported,
    "correction_proposed": CorrectionProposed,
    "correction_decided": CorrectionDecided,
    "owed_settled": OwedSettled,
    "relief_queued": ReliefQueued,
    "seat_moved": SeatMoved,
    "signed": Signed,
    "duty": DutyDone,
    "relieved": Relieved,
    "assigned": Assigned,
    "released": Released,
    "thing_brought": ThingBrought,
    "thing_moved": ThingMoved,
    "thing_signed": ThingSigned,
    "opened": Opened,
    "closing": Closing,
    "closed": Closed,
    "seated": Seated,
    "boxed": Boxed,
    "unboxed": Unboxed,
    "bought": Bought,
    "left": Left,
    "sale_undone": SaleUndone,
    "round": Began,
    "step": Step,
    "pledged": Pledged,
    "contributed": Contributed,
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
