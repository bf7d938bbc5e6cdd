"""The rules and settings of a table: what it was founded with, what is in force, what comes next."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from pitboss import catalogue
from pitboss.game import Game
from pitboss.house.table.payload import Payload, entry, fold
from pitboss.journal import Actor
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission, is_hash_of, made_choices, submit

if TYPE_CHECKING:
    from pitboss.house.table.table import Table

USUAL_BETTING_SECONDS = 20.0
NEEDS_TIME = (
    "where software deals and nobody practises, only time closes betting: more than 0, or practice = true, or dealt = "
    '"person"'
)
LIMITS = frozenset({"minimum", "maximum", "limits"})  # the choices that settle nothing: what may be wagered from now on


class Settings(Payload, frozen=True):
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


@entry("founded")
class Founded(Payload, frozen=True):
    """The table exists: its game, and every choice filed for it."""

    game: str
    title: str
    choices: dict[str, Any]
    submission: str  # the hash of the choices
    version: str
    settings: Settings = Settings()
    bounds: dict[str, Any] = {}  # the limits that were filed, where others are posted within them


@entry("rules_adopted")
class RulesAdopted(Payload, frozen=True):
    """From the next round on the table is played by another version of the rules as they are programmed: ``version`` is the
    hash of everything that can decide a round, ``release`` the name under which it was published."""

    version: str
    release: str = ""


@entry("rules_changed")
class RulesChanged(Payload, frozen=True):
    """From the next round on these choices are in force. ``filing`` names the filing of the house's register; it stays the
    same where only the posted limits changed, within what was filed."""

    choices: dict[str, Any]
    submission: str
    filing: str = ""
    by: Actor | None = None
    key: str = ""
    bounds: dict[str, Any] = {}  # the limits of the filing, where others are posted within them


@entry("rules_scheduled")
class RulesScheduled(Payload, frozen=True):
    """These choices come into force as soon as nothing is on the layout, at ``at`` or after it."""

    choices: dict[str, Any]
    submission: str
    filing: str = ""
    at: str = ""  # empty: now
    by: Actor | None = None
    key: str = ""
    bounds: dict[str, Any] = {}  # as in ``RulesChanged``


@entry("rules_unscheduled")
class RulesUnscheduled(Payload, frozen=True):
    """What was to come into force will not."""

    why: str
    by: Actor | None = None
    key: str = ""


@entry("settings_changed")
class SettingsChanged(Payload, frozen=True):
    """From now on the table is run in this way: timers, buy-in, pit, title."""

    settings: Settings
    title: str
    by: Actor | None = None
    key: str = ""


class FilingState(msgspec.Struct):
    """The part of a table's state that says by which rules it is played, and how it is run."""

    founded: Founded = Founded("", "", {}, "", "")  # with the choices and settings in force
    version: str = ""  # of the rules as they are programmed, under which the next round is played
    filing: str = ""  # the filing in force, by its id in the house's register; empty: as founded
    in_force_since: str = ""
    scheduled: RulesScheduled | None = None

    @property
    def settings(self) -> Settings:
        return self.founded.settings

    @property
    def by_person(self) -> bool:
        """Whether a person deals here."""
        return self.founded.settings.dealer == "person"

    @property
    def bounds(self) -> dict[str, Any]:
        """The limits of the filing in force, within which others may be posted."""
        return self.founded.bounds or limits_of(self.founded.choices)


def _checked(game: Game, choices: dict[str, Any], submission: str) -> RulesSubmission:
    rules = submission_of(game, choices)
    if not is_hash_of(submission, game.name, choices, rules):
        raise Refused(Refusal.CORRUPT, "The filed choices do not match the recorded hash.", "601a.2")
    return rules


@fold(Founded)
def founded(table: "Table", made: Founded) -> None:
    """Set up the game with the choices that were filed for it."""
    game = catalogue.game(made.game)
    table.play_by(game, _checked(game, made.choices, made.submission))
    table.state.felt.state = game.open(table.rules)
    table.state.filing.founded, table.state.filing.version = made, made.version


@fold(RulesAdopted)
def rules_adopted(table: "Table", made: RulesAdopted) -> None:
    if table.play.round is not None:
        raise Refused(Refusal.DIVERGED, "Other rules were taken over in the middle of a round.", "")
    table.state.filing.version = made.version


@fold(RulesChanged)
def rules_changed(table: "Table", made: RulesChanged) -> None:
    """Other rules from the next round on; between rounds, and with nothing on the layout that they could settle."""
    filing, felt = table.state.filing, table.state.felt
    if table.play.round is not None:
        raise Refused(Refusal.DIVERGED, "The rules were changed in the middle of a round.", "601a.2")
    rules = _checked(table.game, made.choices, made.submission)
    only_limits = differ_in_limits_only(filing.founded.choices, made.choices)
    if felt.up and not only_limits:
        raise Refused(Refusal.DIVERGED, "The rules were changed under wagers that were up.", "601a.2")
    if not only_limits:
        check_meters(table.game, table.rules, felt.state, rules)
        felt.state = keep_devices(felt.state, table.game.keep_meters(felt.state, table.game.open(rules)))
        felt.markers, felt.before = {}, {}  # nothing is up, and the next round puts down its own
        table.state.standing.reopened = True
    bounds = made.bounds if made.filing else filing.founded.bounds or limits_of(filing.founded.choices)
    filing.founded = msgspec.structs.replace(
        filing.founded, choices=made.choices, submission=made.submission, bounds=bounds
    )
    filing.filing = made.filing or filing.filing
    filing.in_force_since, filing.scheduled = table.now, None
    before = table.checklists
    table.play_by(table.game, rules)
    for checklist in table.checklists:  # what has other items now was not inspected in this form
        if checklist not in before:
            table.state.equipment.signed.pop(checklist.name, None)


@fold(RulesScheduled)
def rules_scheduled(table: "Table", made: RulesScheduled) -> None:
    table.state.filing.scheduled = made


@fold(RulesUnscheduled)
def rules_unscheduled(table: "Table", made: RulesUnscheduled) -> None:
    table.state.filing.scheduled = None


@fold(SettingsChanged)
def settings_changed(table: "Table", made: SettingsChanged) -> None:
    filing = table.state.filing
    filing.founded = msgspec.structs.replace(filing.founded, settings=made.settings, title=made.title)


def limits_of(choices: Mapping[str, Any]) -> dict[str, Any]:
    """The limits among some choices."""
    return {name: choices.get(name) for name in sorted(LIMITS)}


def submission_of(game: Game, choices: Mapping[str, Any]) -> RulesSubmission:
    """The rules that recorded choices make. Tables with the same choices share one, and all that is worked out from it."""
    return _submitted(game.rules, msgspec.json.encode(made_choices(choices), order="deterministic"))


@lru_cache(maxsize=256)
def _submitted(rules: type[RulesSubmission], choices: bytes) -> RulesSubmission:
    return submit(rules, msgspec.json.decode(choices))


def differ_in_limits_only(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether two sets of choices settle every wager alike."""
    names = {*before, *after} - LIMITS
    return all(before.get(name) == after.get(name) for name in names)


OUT_OF_ORDER = frozenset({"by_hand", "reader_broken", "shoe_out"})  # what a state says of a device that is out of order


def keep_devices(before: Any, fresh: Any) -> Any:
    """A fresh state in which the devices that are out of order still are: other rules repair none."""
    if not isinstance(fresh, msgspec.Struct) or type(before) is not type(fresh):
        return fresh
    made = {
        name: getattr(before, name)
        if name in OUT_OF_ORDER
        else keep_devices(getattr(before, name), getattr(fresh, name))
        for name in fresh.__struct_fields__
    }
    return msgspec.structs.replace(fresh, **made)


def check_meters(game: Game, old: RulesSubmission, state: Any, new: RulesSubmission) -> None:
    """Refuse rules without a meter to which players have contributed: what is on it is theirs."""
    kept = {meter.name for meter in new.meters}
    for meter in old.meters:
        now = game.meter_states(old, state).get(meter.name)
        if now is not None and meter.name not in kept and now.shown > meter.initial:
            raise Refused(
                Refusal.LOCKED,
                f"The meter {meter.name} shows ${dollars(now.shown)}, more than its initial "
                f"${dollars(meter.initial)}; rules without it would take that from the players.",
                meter.cite,
            )
