"""Looks at a house every few seconds and tells who has to know what is not as it should be."""

import asyncio
import logging
import shutil
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pitboss.house.alarms import sending
from pitboss.house.alarms.conditions import (
    KINDS,
    SLOW_COMMIT,
    HouseAlarm,
    HouseFacts,
    Key,
    News,
    WatchedAlarm,
    standing,
    step,
)
from pitboss.house.alarms.sending import AlarmMessage, AlarmQueue, AlarmSettings
from pitboss.house.clock import Watch, seconds
from pitboss.house.people import entries
from pitboss.house.people.register import HOUSE_JOURNAL
from pitboss.house.storage import store as sql
from pitboss.house.storage.store import StorageFailed
from pitboss.house.work import tried_again
from pitboss.journal import Entry
from pitboss.procedure import Refused

if TYPE_CHECKING:
    from pitboss.house.house import House

log = logging.getLogger("pitboss")

LOOK_SECONDS = 5.0
WRITE_SECONDS = 5.0  # that the database has for one write before somebody has to know
COMMIT_SECONDS = 300.0  # over which commits are counted
PLACE = "*"  # in the table of webhooks: beside where each webhook stands, the last entry of the house's journal that was reported
SENT = ("play_alarm", "person_invited", "access_recovered")  # entries of the house's journal that are alarms


class Commits:
    """How long commits of tables took, in the last five minutes."""

    def __init__(self) -> None:
        self._marks: deque[tuple[float, tuple[int, int, int]]] = deque()
        self._now = (0, 0, 0)  # commits, slow ones, those that failed

    def count(self, seconds: float, *, written: bool) -> None:
        commits, slow, failed = self._now
        self._now = (commits + 1, slow + (seconds > SLOW_COMMIT), failed + (not written))

    def lately(self, now: float) -> tuple[int, int, int]:
        self._marks.append((now, self._now))
        while self._marks[0][0] < now - COMMIT_SECONDS:
            self._marks.popleft()
        first = self._marks[0][1]
        commits, slow, failed = (after - before for before, after in zip(first, self._now, strict=True))
        return commits, slow, failed


class AlarmWatch:
    """The alarms of one process of a house."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self.settings = AlarmSettings()
        self.commits, self.look_seconds, self.write_seconds = Commits(), LOOK_SECONDS, WRITE_SECONDS
        self._writing: asyncio.Task[bool] | None = None
        self.receivers: list[AlarmQueue] = []
        self.watched: dict[Key, WatchedAlarm] = {}
        self.clock_jumps = self.resets = self.key_changes = 0  # since the house opened
        self.facts = HouseFacts()  # of the last look
        self._clock, self._sent = Watch(house.clock), 0
        self._sent_of: int | None = None  # entries of the house's journal that were looked at

    async def run(self) -> None:
        """Look and tell; never ends."""
        self.receivers = sending.receivers(self.settings, self._house.store.sealer)
        tasks = [asyncio.create_task(one.run()) for one in self.receivers]
        try:
            while True:
                with tried_again("alarms could not be looked for"):
                    await self.look()
                await asyncio.sleep(self.look_seconds)
        finally:
            for task in tasks:
                task.cancel()

    async def look(self) -> None:
        """What is so now, what happened since the last look, and what is reported of both."""
        self.facts, now = await self._facts(), self._house.clock.elapsed()
        events = [*self._clock_was_set(), *([] if self.facts.unwritten else await self._in_journal())]
        self.watched, news = step(self.watched, standing(self.facts), now, self._house.clock.stamp())
        self.send(News((*events, *news.raised), news.over))

    def send(self, news: News) -> None:
        if news:
            message = AlarmMessage(
                self._id(), "alarms", self._house.clock.stamp(), self._name(), news.raised, news.over
            )
            for one in self.receivers:
                one.put(message)

    async def test(self) -> list[tuple[str, str]]:
        """A test message to every receiver; by name, why it did not arrive."""
        return await sending.send_test(self.receivers, self._name(), self._id(), self._house.clock.stamp())

    def _id(self) -> str:
        self._sent += 1
        return f"alarms.{self._house.entropy(12).hex()}.{self._sent}"

    def _name(self) -> str:
        named = self._house.register.named_as
        return named.holder if named is not None else "pitboss"

    # --- what is so

    async def _facts(self) -> HouseFacts:
        house, leads = self._house, self._house.processes.leads
        writes = await self._writes()
        commits, slow, failed = self.commits.lately(house.clock.elapsed())
        unwritten = "" if writes else house.store.not_durable or "The record cannot be written, or not for seconds now."
        if failed and not unwritten:
            unwritten = f"{failed} commits of tables failed in the last five minutes."
        here = HouseFacts(
            suspended={
                name: host.suspension.sentence for name, host in house.hosts.items() if host.suspension.sentence
            },
            unwritten=unwritten,
            commits=commits,
            slow=slow,
            disk_free=disk_free(house),
        )
        if not leads:
            return here
        since = house.record.unwitnessed_since
        return msgspec.structs.replace(
            here,
            standby=await asyncio.to_thread(_read, self._standby_missing),
            wiped=await asyncio.to_thread(_read, house.record.wiped),
            unsigned=house.clock.elapsed() - house.record.made_at,
            unwitnessed=max(0.0, house.clock.seconds() - seconds(since)) if since else 0.0,
            witnesses=len(house.register.witnesses),
            locked=tuple(
                one.credential for one in house.register.people.values() if one.active and house.people.locked(one)
            ),
        )

    def _standby_missing(self) -> str:
        store = self._house.store
        if not store.address:
            return ""
        from pitboss.house.storage.postgres import standby_missing  # a house in a file needs nothing of it

        return standby_missing(store.readers, store.address)

    async def _writes(self) -> bool:
        """Whether the database takes something, and soon: one that waits for a standby takes nothing, and says nothing."""
        if self._writing is None:
            self._writing = asyncio.create_task(self._house.store.alive())
        done, _ = await asyncio.wait([self._writing], timeout=self.write_seconds)
        if not done:
            return False
        task, self._writing = self._writing, None
        return task.result()

    # --- what happened

    def _clock_was_set(self) -> Iterator[HouseAlarm]:
        if milliseconds := self._clock.jumped():
            self.clock_jumps += 1
            yield self._event("ClockWasSet", "", f"The wall clock was set by {milliseconds / 1000:+.1f} s.")

    async def _in_journal(self) -> list[HouseAlarm]:
        """Of entries that nobody was notified of. No restart loses one: the place is kept with those of webhooks."""
        if not self._house.processes.leads:
            self._sent_of = None  # whoever leads looks, and may be another one next time
            return []
        store, applied = self._house.store, self._house.register.applied
        after = self._sent_of if self._sent_of is not None else await asyncio.to_thread(self._place)
        if applied == self._sent_of:
            return []
        fresh = await asyncio.to_thread(lambda: list(store.entries(HOUSE_JOURNAL, after + 1, applied)))
        try:
            await store.commit([store.marked(sql.WEBHOOK_PLACE, "webhooks", (PLACE, applied))])
        except StorageFailed:
            return []  # reported when it can be written that it was
        self._sent_of = applied
        return [alarm for entry in fresh if entry.kind in SENT for alarm in self._of_entry(entry)]

    def _place(self) -> int:
        """The last entry that was reported; a house that never sent an alarm begins with what comes from now on."""
        store = self._house.store
        with store.readers.reading() as reader:
            row = reader.execute("SELECT * FROM webhooks WHERE webhook = ?", (PLACE,)).fetchone()
        try:
            return int(store.sealer.unmarked("webhooks", row)[1]) if row is not None else self._house.register.applied
        except Refused:
            return 0

    def _of_entry(self, entry: Entry) -> Iterator[HouseAlarm]:
        made = entries.DECODERS[entry.kind].decode(entry.payload)
        if isinstance(made, entries.PlayAlarm):
            yield self._event("PlayIsNotAsItShouldBe", made.table, made.words, entry.time)
        elif isinstance(made, entries.PersonInvited):
            person = self._house.register.people.get(made.credential)
            if person is not None and entry.time > person.since:  # not the first link of somebody new
                self.resets += 1
                words = f"{made.credential} got a new link to sign in{f' from {made.by}' if made.by else ''}."
                yield self._event("CredentialWasReset", made.credential, words, entry.time)
        elif isinstance(made, entries.AccessRecovered):
            self.resets += 1
            whom = f" for {made.credential}" if made.credential else ""
            words = f"A link for the {made.side.title} side was made at the machine of the house{whom}."
            yield self._event("CredentialWasReset", made.credential, words, entry.time)

    def keys_replaced(self, purposes: Sequence[str], fingerprint: str) -> None:
        if self._house.processes.leads:
            self.key_changes += 1
            words = f"Keys were replaced or retired ({', '.join(purposes)}); the fingerprint is {fingerprint}."
            self.send(News((self._event("KeysWereReplaced", "", words),)))

    def _event(self, kind: str, subject: str, words: str, time: str = "") -> HouseAlarm:
        return HouseAlarm(kind, subject, KINDS[kind].severity, words, time or self._house.clock.stamp())


def _read(question: Callable[[], str]) -> str:
    """What the database answers; where it goes away meanwhile, that is another alarm."""
    try:
        return question()
    except Refused as refusal:
        return refusal.sentence
    except Exception as error:
        log.warning("an alarm could not be looked for: %s", type(error).__name__)
        return ""


def disk_free(house: "House") -> int:
    """Bytes that are free where the database lies."""
    return shutil.disk_usage(Path(house.store.path).resolve().parent).free
