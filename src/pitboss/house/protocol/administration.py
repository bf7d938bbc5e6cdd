"""Replies of the administration page: health, versions, sessions, rights, devices and their keys, backups."""

from typing import Annotated, Literal

import msgspec

from pitboss.house.protocol.commands import Name
from pitboss.house.protocol.message import IncomingMessage, Message
from pitboss.roles import Role

DeviceId = Annotated[str, msgspec.Meta(max_length=64)]
Reads = Literal["", "cards", "tiles", "dice", "wheel", "number", "reader"]
TableState = Literal["open", "closed", "suspended", "retired"]
HealthStatus = Literal["ok", "attention", "failing"]


class Health(Message):
    """Whether the house works, for whoever watches over machines. ``failing``: it cannot be played; ``attention``: a table
    is suspended, or the disk is nearly full."""

    status: HealthStatus
    version: str
    writes: bool
    tables: int
    open: int
    suspended: int
    disk_low: bool


class Alive(Message):
    """The process answers."""

    version: str


class Ready(Message):
    """Whether people should be sent here; if not, why not."""

    ready: bool
    why: str = ""


class TableHealth(Message):
    """One table: open, closed or suspended, and why it is suspended."""

    table: str
    title: str
    state: TableState
    why: str
    last_write: str


class ClockJump(Message):
    """The wall clock was set."""

    time: str
    milliseconds: int


class Versions(Message):
    """What runs here. ``rules`` is a hash over the code and data of the rules."""

    pitboss: str
    python: str
    sqlite: str
    platform: str
    rules: str
    opened: str


class SessionLine(Message):
    """Somebody who is signed in. ``session`` is the beginning of a hash, as the record names it."""

    session: str
    credential: str
    name: str
    roles: tuple[Role, ...]
    since: str
    last_used: str
    seconds_left: int
    yours: bool


class LockLine(Message):
    """Somebody was locked after too many failures to sign in; ``now``: still."""

    credential: str
    name: str
    time: str
    now: bool


class StandingAlarm(Message):
    """Something that is not as it should be now; ``sent``: whoever gets alarms was notified."""

    kind: str
    severity: Literal["page", "ticket"]
    words: str
    since: str
    sent: bool


class AlarmReceiver(Message):
    """An address or mailboxes that alarms go to, and how that goes since the house opened."""

    receiver: str
    delivered: int
    waiting: int
    why: str  # it does not get them; empty: it does


class AlarmTested(Message):
    """Whether a test message arrived; if not, why not."""

    receiver: str
    why: str = ""


class Administration(Message):
    """The administration page, as it is now."""

    health: Health
    tables: tuple[TableHealth, ...]
    last_write: str
    database: str
    database_bytes: int
    disk_free_bytes: int
    clock_jumps: tuple[ClockJump, ...]
    versions: Versions
    sessions: tuple[SessionLine, ...]
    locks: tuple[LockLine, ...]
    alarms: tuple[StandingAlarm, ...]
    alarm_receivers: tuple[AlarmReceiver, ...]
    failing_sign_ins: int  # names and addresses that failed to sign in within the last quarter of an hour


class RightLine(Message):
    """Who may do an act, where (empty: in the house; ``*``: at every table; else a game), by which provision."""

    act: str
    where: str
    roles: tuple[Role, ...]
    cite: str
    assigned: bool
    second_of: str = ""  # the act of which it is the second side: whoever did that one is refused


class IssueDeviceKey(IncomingMessage):
    """A key for a device at a table. ``reads``: what it is a reader of; empty: it may tell whatever is asked."""

    device: DeviceId
    table: Name
    reads: Reads = ""


class DeviceLine(Message):
    """A device that has a key."""

    device: str
    table: str
    reads: str
    serial: int
    by: str
    connected: bool


class DeviceKey(Message):
    """A new key; it is shown once."""

    device: DeviceLine
    key: str


class MakeBackup(IncomingMessage):
    """``with_key``: put the key of the database beside the copy, without which nobody can read it."""

    with_key: bool = False


class BackupLine(Message):
    """A copy that lies beside the database. ``sha256`` is empty where no record tells of it."""

    file: str
    bytes: int
    time: str
    sha256: str
    by: str
    with_key: bool


class Backups(Message):
    """The copies, the newest first; how much of one under way is done, from 0 to 1; and why the last one failed."""

    made: tuple[BackupLine, ...]
    running: bool
    doing: str
    done: float
    failed: str
