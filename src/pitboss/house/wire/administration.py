"""The routes of the administration page: health and versions, rights, sessions, backups. Devices are in ``devices``."""

import asyncio
import logging
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import Body, Parameter

from pitboss import __version__, authority, catalogue
from pitboss.authority import Right
from pitboss.house.alarms.watching import disk_free
from pitboss.house.clock import stamp
from pitboss.house.house import House
from pitboss.house.people.entries import BackupMade, SignInLocked
from pitboss.house.people.register import HOUSE_JOURNAL
from pitboss.house.people.sessions import PersonSession
from pitboss.house.protocol.administration import (
    Administration,
    AlarmReceiver,
    AlarmTested,
    Alive,
    BackupLine,
    Backups,
    Health,
    LockLine,
    MakeBackup,
    Ready,
    RightLine,
    SessionLine,
    StandingAlarm,
)
from pitboss.house.storage import backup
from pitboss.house.storage.record_file import as_file
from pitboss.house.storage.seal import SESSION_NAME
from pitboss.house.wire.access import EVERYBODY, SIGNED_IN, By, Own, OwnSession
from pitboss.house.wire.health import Watcher, versions
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role, role_for

log = logging.getLogger("pitboss")

SessionId = Annotated[
    str, Parameter(min_length=SESSION_NAME, max_length=SESSION_NAME, description="As the record names a session.")
]
EVERY_TABLE = "*"
LOCKS = 10  # shown at most
MOST_BACKUPS = 100  # whose hashes are looked up
COPYING, CHECKING = "Copying the database …", "Checking every chain of the copy …"


def routes(house: House) -> list[Any]:
    """Every route of the administration page but those of devices."""
    watcher = Watcher(house)
    return [*_health(watcher), *_overview(house, watcher), *_backups(house, BackupMaker(house))]


# --- health


def _health(watcher: Watcher) -> list[Any]:
    def answer(found: Any, works: bool) -> Response[Any]:
        return Response(found, status_code=200 if works else 503, headers={"Cache-Control": "no-store"})

    @get("/health", tells_failure=True, access=EVERYBODY)
    async def health() -> Response[Health]:
        """Whether the house works: 200, or 503 where nothing can be written or no table works."""
        found = await watcher.health()
        return answer(found, found.status != "failing")

    @get("/health/live", access=EVERYBODY)
    async def live() -> Response[Alive]:
        """That the process answers. It looks at nothing else: a full disk is no reason to start the process again."""
        return answer(Alive(__version__), True)

    @get("/health/ready", tells_failure=True, access=EVERYBODY)
    async def ready() -> Response[Ready]:
        """Whether people should be sent here: 200, or 503 with the reason."""
        found = await watcher.ready()
        return answer(found, found.ready)

    return [health, live, ready]


# --- the overview


def _overview(house: House, watcher: Watcher) -> list[Any]:
    opened = stamp(datetime.now(UTC).timestamp())

    @get("/api/administration", right="see administration")
    async def administration(own_session: OwnSession) -> Administration:
        """Health, versions, who is signed in, and who was locked."""
        return Administration(
            health=await watcher.health(),
            tables=watcher.tables(),
            last_write=watcher.last_write(),
            database=house.store.path.name,
            database_bytes=watcher.database_bytes(),
            disk_free_bytes=disk_free(house),
            clock_jumps=watcher.clock_jumps(),
            versions=await asyncio.to_thread(versions, opened),
            sessions=_sessions(house, own_session),
            locks=await asyncio.to_thread(_locks, house),
            alarms=tuple(
                StandingAlarm(one.alarm.kind, one.alarm.severity, one.alarm.words, one.alarm.since, one.notified)
                for one in house.record.alarms.watched.values()
            ),
            alarm_receivers=tuple(
                AlarmReceiver(one.name, one.delivered, len(one.waiting), one.why)
                for one in house.record.alarms.receivers
            ),
            failing_sign_ins=house.people.attempts.failing(),
        )

    @get("/api/administration/rights", right="see administration")
    async def rights() -> list[RightLine]:
        """Who may do what: in the house, at every table, and by game; with citations."""
        return await asyncio.to_thread(_rights)

    @post("/api/administration/sessions/{session:str}/revoke", status_code=200, access=SIGNED_IN)
    async def revoke(session: SessionId, person: Own, own_session: OwnSession) -> list[SessionLine]:
        """Sign one browser of a person out."""
        found = next((one for one in _open(house) if one.hash.startswith(session)), None)
        theirs = () if found is None else house.register.person(found.credential).roles
        actor = house.people.accounts.keeping(person, "revoke sessions", *theirs)
        if found is None:
            raise Refused(Refusal.NOT_FOUND, "That session is over already.", "")
        await house.people.sessions.revoke(found, by=actor)
        return list(_sessions(house, own_session))

    @post("/api/administration/alarms/test", status_code=200, right="keep webhooks")
    async def test_alarms() -> list[AlarmTested]:
        """Send a test message to everyone whom alarms go to."""
        return [AlarmTested(name, why) for name, why in await house.record.alarms.test()]

    return [administration, rights, revoke, test_alarms]


def _open(house: House) -> list[PersonSession]:
    sessions = house.people.sessions
    return [one for person in house.register.people for one in sessions.of_person(person) if sessions.seconds_left(one)]


def _sessions(house: House, own: PersonSession) -> tuple[SessionLine, ...]:
    return tuple(_session(house, one, yours=one is own) for one in sorted(_open(house), key=lambda one: one.created))


def _session(house: House, one: PersonSession, *, yours: bool) -> SessionLine:
    person = house.register.person(one.credential)
    left = int(house.people.sessions.seconds_left(one))
    return SessionLine(
        one.hash[:SESSION_NAME],
        person.credential,
        person.name,
        person.roles,
        stamp(one.created),
        stamp(one.last_used),
        left,
        yours,
    )


def _locks(house: House) -> tuple[LockLine, ...]:
    found = []
    for entry in house.store.history.entries_of(HOUSE_JOURNAL, ("sign_in_locked",), None, LOCKS):
        person = house.register.person(msgspec.json.decode(entry.payload, type=SignInLocked).credential)
        found.append(LockLine(person.credential, person.name, entry.time, house.people.locked(person)))
    return tuple(found)


@cache
def _rights() -> list[RightLine]:
    found = [_right(right, "") for right in authority.IN_THE_HOUSE]
    found += [_right(right, EVERY_TABLE) for right in authority.AT_TABLES]
    everywhere = frozenset(authority.AT_TABLES)
    for game in catalogue.games().values():
        own = (right for right in authority.rights(game, game.example()) if right not in everywhere)
        found += [_right(right, game.title) for right in own]
    return found


def _right(right: Right, where: str) -> RightLine:
    roles = tuple(role for role in Role if role_for((role,), right.roles) is not None)
    second_of = right.second.of if right.second is not None else ""
    return RightLine(right.act.replace("_", " "), where, roles, right.cite, right.assigned, second_of)


# --- backups


class BackupMaker:
    """Makes one backup at a time, in a thread; the house stays open."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._task: asyncio.Task[None] | None = None
        self._done, self.failed = 0.0, ""

    @property
    def running(self) -> bool:
        return self._task is not None and not self._task.done()

    def begin(self, by: Actor, *, with_key: bool) -> None:
        if self.running:
            raise Refused(Refusal.STALE, "A backup is being made; wait until it is done.", "")
        self._done, self.failed = 0.0, ""
        self._task = asyncio.create_task(self._make(by, with_key))

    async def _make(self, by: Actor, with_key: bool) -> None:
        database = self._house.store.path
        target = backup.backup_name(database, datetime.now(UTC))
        try:
            made = await asyncio.to_thread(self._copy, target, with_key)
            await self._house.register.enter(BackupMade(made.file, made.size, made.sha256, by))
        except Exception as error:  # whoever asked for it is told
            log.exception("the backup failed")
            self.failed = str(error)

    def _copy(self, target: Path, with_key: bool) -> backup.Copy:
        with as_file(self._house.store) as database:
            return backup.make(database, target, with_key=with_key, progress=self._progress)

    def _progress(self, done: float) -> None:
        self._done = done

    def state(self) -> Backups:
        store = self._house.store
        recorded = {}
        for entry in store.history.entries_of(HOUSE_JOURNAL, ("backup_made",), None, MOST_BACKUPS):
            made = msgspec.json.decode(entry.payload, type=BackupMade)
            recorded[made.file] = (entry.time, made)
        lines = []
        for file in backup.backups_of(store.path):
            time, entered = recorded.get(file.name, (stamp(file.stat().st_mtime), None))
            hash, by = (entered.sha256, str(entered.by)) if entered is not None else ("", "")
            lines.append(BackupLine(file.name, file.stat().st_size, time, hash, by, backup.key_of(file).exists()))
        doing = (COPYING if self._done < 0.5 else CHECKING) if self.running else ""
        return Backups(tuple(lines), self.running, doing, self._done if self.running else 0.0, self.failed)


def _backups(house: House, maker: BackupMaker) -> list[Any]:
    @get("/api/administration/backups", right="see administration")
    async def backups() -> Backups:
        """The copies beside the database, and how far the one under way is."""
        return await asyncio.to_thread(maker.state)

    @post("/api/administration/backups", status_code=202, right="make backup")
    async def make(data: Annotated[MakeBackup, Body()], by: By) -> Backups:
        """Copy the database beside it, while play goes on; the copy is checked before it counts."""
        maker.begin(by, with_key=data.with_key)
        return await asyncio.to_thread(maker.state)

    return [backups, make]
