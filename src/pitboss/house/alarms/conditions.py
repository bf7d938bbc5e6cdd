"""Which alarms there are by what is known of the house now, and what is notified of them. Pure: no clock, no network, no store."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from typing import Literal

import msgspec

Severity = Literal["page", "ticket"]  # now, today
QUIET_SECONDS = 60.0  # for which an alarm has to be gone before it is over: what comes and goes is one alarm
LEAST_COMMITS = 100  # of which one in a hundred can be slow
MOST_NAMED = 50  # alarms in one message; of more only their number is notified


class AlarmKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a person should hear of, as ``alarms.toml`` declares it."""

    severity: Severity
    summary: str
    expr: str
    house: bool = False
    limit: float = 0
    minutes: int = 0

    @property
    def rule(self) -> str:
        """The expression for Prometheus."""
        return self.expr.replace("LIMIT", f"{self.limit:g}" if self.limit % 1 else f"{int(self.limit)}")


KINDS: dict[str, AlarmKind] = msgspec.convert(
    tomllib.loads((resources.files(__package__) / "alarms.toml").read_text(encoding="utf-8")), dict[str, AlarmKind]
)
DISK_LOW = int(KINDS["DiskIsNearlyFull"].limit)  # bytes free, below which somebody should look
SLOW_COMMIT = KINDS["RecordIsWrittenSlowly"].limit  # seconds


class HouseFacts(msgspec.Struct, frozen=True):
    """What is known of a house at one moment. What concerns the whole house is known to the process that leads it."""

    suspended: Mapping[str, str] = {}  # by table, why
    unwritten: str = ""  # why the record cannot be written, or could not lately
    commits: int = 0  # in the last five minutes
    slow: int = 0  # those of them that took longer than they may
    standby: str = ""  # what is wrong with the standby of the database
    wiped: str = ""  # what is wrong with the log
    unsigned: float = 0.0  # seconds since a head of the record could be made
    unwitnessed: float = 0.0  # seconds since the oldest head that no witness has cosigned
    witnesses: int | None = None  # that are named; None: another process knows
    locked: tuple[str, ...] = ()  # people after wrong passwords
    disk_free: int | None = None


class HouseAlarm(msgspec.Struct, frozen=True):
    """One thing that is not as it should be. ``subject`` tells it from others of its kind: a table, a person."""

    kind: str
    subject: str
    severity: Severity
    words: str
    since: str = ""


Key = tuple[str, str]  # kind and subject of an alarm


def standing(facts: HouseFacts) -> dict[Key, str]:
    """By kind and subject, what is not as it should be now."""
    found = {("TableIsSuspended", table): f"{table}: {why}" for table, why in facts.suspended.items()}
    found |= {("SignInIsLocked", one): f"{one} is locked out after wrong passwords." for one in facts.locked}
    slow = facts.commits >= LEAST_COMMITS and facts.slow > facts.commits / 100
    low = facts.disk_free is not None and facts.disk_free < DISK_LOW
    waited = facts.unwitnessed > KINDS["RecordIsNotWitnessed"].limit
    unsigned = facts.unsigned > KINDS["RecordIsNotSigned"].limit
    of_house = {
        "RecordCannotBeWritten": facts.unwritten,
        "RecordIsWrittenSlowly": slow
        and f"{facts.slow} of {facts.commits} commits in five minutes took longer than {SLOW_COMMIT:g} s.",
        "StandbyIsLost": facts.standby,
        "RecordIsNotInOrder": facts.wiped,
        "RecordIsNotSigned": unsigned and f"No head of the record could be made for {facts.unsigned:.0f} s.",
        "RecordIsNotWitnessed": waited and f"No witness has cosigned the record for {facts.unwitnessed:.0f} s.",
        "NoWitnessIsNamed": facts.witnesses == 0 and KINDS["NoWitnessIsNamed"].summary,
        "DiskIsNearlyFull": low
        and f"{(facts.disk_free or 0) / 2**20:.0f} MB are free; tables stop when the disk is full.",
    }
    return found | {(kind, ""): words for kind, words in of_house.items() if words}


class WatchedAlarm(msgspec.Struct, frozen=True):
    """An alarm that was seen: since when, when last, and whether it was notified."""

    alarm: HouseAlarm
    first: float  # in elapsed seconds, as the last look
    last: float
    notified: bool = False


class News(msgspec.Struct, frozen=True):
    """What is notified after one look."""

    raised: tuple[HouseAlarm, ...] = ()
    over: tuple[HouseAlarm, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.raised or self.over)


def step(
    watched: Mapping[Key, WatchedAlarm], found: Mapping[Key, str], now: float, stamp: str
) -> tuple[dict[Key, WatchedAlarm], News]:
    """What is watched after a look that found these, and what is to be notified: each alarm once when it has lasted as long as its
    kind says, and once when it is over."""
    after: dict[Key, WatchedAlarm] = {}
    raised, over = [], []
    for key, words in found.items():
        kind, subject = key
        seen = watched.get(key) or WatchedAlarm(HouseAlarm(kind, subject, KINDS[kind].severity, words, stamp), now, now)
        due = not seen.notified and now - seen.first >= 60 * KINDS[kind].minutes
        if due:
            raised.append(seen.alarm)
        after[key] = WatchedAlarm(seen.alarm, seen.first, now, notified=seen.notified or due)
    for key, seen in watched.items():
        if key in found:
            continue
        if not seen.notified:
            continue  # it went before anybody had to hear of it
        if now - seen.last < QUIET_SECONDS:
            after[key] = seen
        else:
            over.append(seen.alarm)
    return after, News(tuple(raised), tuple(over))


def lines(news: News) -> list[str]:
    """What is notified, for people."""
    sections: Iterable[tuple[str, Iterable[HouseAlarm], Callable[[HouseAlarm], str]]] = (
        ("", news.raised, lambda one: f"[{one.severity}] {one.words} (since {one.since}; {one.kind})"),
        ("Over:", news.over, lambda one: f"{one.words} (since {one.since}; {one.kind})"),
    )
    found: list[str] = []
    for head, alarms, spoken in sections:
        every = list(alarms)
        if every and head:
            found.append(head)
        found += map(spoken, every[:MOST_NAMED])
        if len(every) > MOST_NAMED:
            found.append(f"and {len(every) - MOST_NAMED} more")
    return found
