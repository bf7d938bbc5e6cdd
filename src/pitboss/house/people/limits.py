"""What players forbid themselves: limits, and play altogether; a fold over the house's own journal.

To forbid oneself more counts at once. To allow oneself more takes a wish, a wait and a second word (58 Pa. Code § 812a.9,
§ 814a). Every number of it is in this module. The cage says how much somebody has played (``cage.play``), which is held against
these limits where chips move.
"""

from typing import get_args

import msgspec

from pitboss.house.clock import seconds, stamp
from pitboss.house.people import entries
from pitboss.house.protocol.own_limits import Amount, LimitName
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused

CITE = ""  # no chapter of Subpart K: the registers do not have it
HOUR, DAY = 3600.0, 86_400.0

AMOUNTS: tuple[Amount, ...] = get_args(Amount)
NAMES: tuple[LimitName, ...] = get_args(LimitName)
TIME, CHECK = "time_day", "check"

CHECKS = (15, 30, 60)  # minutes of play between two reality checks; one may choose
CHECK_USUAL = 60
MOST_AMOUNT: Cents = 100_000_000_00
MOST_MINUTES = 24 * 60
# How long one waits to be allowed more: the period of the limit, and never less than a day.
WAIT = {"day": DAY, "week": 7 * DAY, "month": 31 * DAY}
WAIT_FOR_PLAY = DAY  # after exclusion until further notice
LEAST_DAYS, MOST_DAYS = 1, 1826  # of an exclusion for a time

OwnEntry = (
    entries.LimitSet
    | entries.LooseningAsked
    | entries.LooseningDropped
    | entries.LimitLoosened
    | entries.Excluded
    | entries.PlayAsked
    | entries.ExclusionEnded
)


class Barred(Refused):
    """Somebody's own limit, or exclusion, is the reason. It always wins; it is nobody's fault and no fault of the answer."""

    def __init__(self, sentence: str) -> None:
        super().__init__(Refusal.LOCKED, sentence, CITE)


class Wish(msgspec.Struct, frozen=True):
    """A limit that somebody wants to be wider, or gone (None); ``asked`` is when they said so first."""

    value: int | None
    asked: str


class OwnLimits(msgspec.Struct, frozen=True):
    """What one player forbids themselves: amounts in cents, time in minutes."""

    values: dict[str, int] = {}
    wishes: dict[str, Wish] = {}
    excluded: str | None = None  # until when; empty: until further notice; None: not
    asked: str = ""  # when they first said that they want to play again
    at_least: str = ""  # until when they had excluded themselves before they said "until further notice"

    @property
    def until(self) -> str:
        """Until when they are excluded, in words."""
        return f"{self.excluded[:16].replace('T', ' ')} UTC" if self.excluded else "further notice"

    def check_minutes(self) -> int:
        return self.values.get(CHECK, CHECK_USUAL)

    @property
    def has_amounts(self) -> bool:
        return any(name in self.values for name in AMOUNTS)

    def is_excluded(self, now: float) -> bool:
        return self.excluded == "" or (self.excluded is not None and now < seconds(self.excluded))

    @property
    def may_end_from(self) -> float:
        """From when the second word ends an exclusion until further notice: never before a time that was said before it."""
        waited = seconds(self.asked) + WAIT_FOR_PLAY
        return max(waited, seconds(self.at_least)) if self.at_least else waited

    def words(self, now: float) -> str:
        """For the pages of those who serve players; empty where there is nothing to say."""
        parts = [f"{said(name)} {worth(name, value)}" for name, value in self.values.items() if name != CHECK]
        if self.is_excluded(now):
            parts.insert(0, f"excluded until {self.until}")
        return "; ".join(parts)


NONE = OwnLimits()


def said(name: str) -> str:
    what, _, period = name.partition("_")
    if name == CHECK:
        return "reality check every"
    return f"{what} a {period} at most" if what != "time" else "time at tables a day at most"


def worth(name: str, value: int | None) -> str:
    if value is None:
        return "none"
    return f"${dollars(value)}" if name in AMOUNTS else f"{value} minutes"


def wait_of(name: str) -> float:
    return WAIT.get(name.rpartition("_")[2], DAY)


def is_tighter(name: str, value: int | None, than: int | None) -> bool:
    """Whether a limit forbids as much or more."""
    if name == CHECK:
        return (value or CHECK_USUAL) <= (than or CHECK_USUAL)
    return value is not None and (than is None or value <= than)


class PlayersLimits:
    """The limits of everybody who set some, by credential number."""

    def __init__(self) -> None:
        self.known: dict[str, OwnLimits] = {}

    def of(self, person: str) -> OwnLimits:
        return self.known.get(person, NONE)

    # --- what somebody wants, as the entries that say so

    def wanted(self, person: str, name: str, value: int | None) -> tuple[OwnEntry, ...]:
        """Another limit: at once where it is tighter, else a wish."""
        _check_value(name, value)
        own, value = self.of(person), value or CHECK_USUAL if name == CHECK else value
        if is_tighter(name, value, own.values.get(name)):
            same = value == own.values.get(name, CHECK_USUAL if name == CHECK else None)
            if same and name not in own.wishes:
                return ()
            if same:
                return (entries.LooseningDropped(person, name),)
            assert value is not None, "no limit is tighter than none"
            return (entries.LimitSet(person, name, value),)
        if value is None and name not in own.values:
            return ()
        return (entries.LooseningAsked(person, name, value),)

    def confirmed(self, person: str, name: str, now: float) -> tuple[OwnEntry, ...]:
        """The second word, after the wait."""
        wish = self.of(person).wishes.get(name)
        if wish is None:
            raise Refused(Refusal.NOT_FOUND, "There is no wider limit to confirm.", CITE)
        _check_waited(seconds(wish.asked) + wait_of(name), now)
        return (entries.LimitLoosened(person, name, wish.value),)

    def dropped(self, person: str, name: str) -> tuple[OwnEntry, ...]:
        return (entries.LooseningDropped(person, name),) if name in self.of(person).wishes else ()

    def excluded(self, person: str, days: int | None, now: float) -> tuple[OwnEntry, ...]:
        """No play for so many days, or until further notice; never for less than they said before."""
        if days is not None and not LEAST_DAYS <= days <= MOST_DAYS:
            raise Refused(
                Refusal.FORBIDDEN_CHOICE,
                f"Expected a number of days from {LEAST_DAYS} to {MOST_DAYS}, not {days}.",
                CITE,
            )
        own, until = self.of(person), "" if days is None else stamp(now + days * DAY)
        if own.is_excluded(now) and (own.excluded == "" or (until and until < (own.excluded or ""))):
            if own.excluded == "" and days is None and own.asked:
                return (entries.Excluded(person, ""),)  # they do not want to play again after all
            raise Refused(Refusal.LOCKED, "You are excluded for longer than that already.", CITE)
        return (entries.Excluded(person, until),)

    def play_asked(self, person: str, now: float) -> tuple[OwnEntry, ...]:
        """Somebody who is excluded until further notice wants to play again: a wish, a wait, a second word."""
        own = self.of(person)
        if not own.is_excluded(now):
            raise Refused(Refusal.NOT_FOUND, "You are not excluded.", CITE)
        if own.excluded:
            raise Refused(Refusal.LOCKED, f"You are excluded until {own.excluded}; that is not shortened.", CITE)
        if not own.asked:
            return (entries.PlayAsked(person),)
        _check_waited(own.may_end_from, now)
        return (entries.ExclusionEnded(person),)

    # --- the fold

    def apply(self, made: OwnEntry, now: str) -> None:
        own = self.of(made.credential)
        values, wishes = dict(own.values), dict(own.wishes)
        excluded, asked, at_least = own.excluded, own.asked, own.at_least
        match made:
            case entries.LimitSet():
                values[made.limit] = made.value
                wishes.pop(made.limit, None)
            case entries.LooseningAsked():
                wishes[made.limit] = Wish(made.value, now)
            case entries.LooseningDropped():
                wishes.pop(made.limit, None)
            case entries.LimitLoosened():
                del wishes[made.limit]
                values.pop(made.limit, None)
                if made.value is not None:
                    values[made.limit] = made.value
            case entries.Excluded():
                at_least = "" if made.until else own.excluded or at_least
                excluded, asked = made.until, ""
            case entries.PlayAsked():
                asked = now
            case entries.ExclusionEnded():
                excluded, asked, at_least = None, "", ""
        self.known[made.credential] = OwnLimits(values, wishes, excluded, asked, at_least)


def _check_value(name: str, value: int | None) -> None:
    if name not in NAMES:
        raise Refused(Refusal.MALFORMED, f"Expected one of {', '.join(NAMES)}, not {name!r}.", CITE)
    if value is None:
        return
    if name == CHECK and value not in CHECKS:
        raise Refused(Refusal.FORBIDDEN_CHOICE, f"Expected 15, 30 or 60 minutes, not {value}.", CITE)
    most = MOST_AMOUNT if name in AMOUNTS else MOST_MINUTES
    if not 0 <= value <= most:
        raise Refused(Refusal.FORBIDDEN_CHOICE, f"Expected from {worth(name, 0)} to {worth(name, most)}.", CITE)


def _check_waited(due: float, now: float) -> None:
    if now < due:
        raise Refused(Refusal.LOCKED, f"That can be confirmed from {stamp(due)} on, and not before.", CITE)
