"""The record as a whole: put under signed heads, archived, verified, and play held against theory."""

import asyncio
import logging
from typing import TYPE_CHECKING

from pitboss import extras
from pitboss.house.alarms.watching import AlarmWatch
from pitboss.house.host.host import Host
from pitboss.house.otherwise_settlement import OtherwiseSettlement
from pitboss.house.own_witnesses import OwnWitnesses
from pitboss.house.people.entries import HeadKept, PlayAlarm
from pitboss.house.records.filed import Filed, filed
from pitboss.house.records.index import index_of
from pitboss.house.records.records import Unwatched
from pitboss.house.second_settlement import SecondSettlement
from pitboss.house.storage import store as sql
from pitboss.house.storage.key_ring import PURPOSES
from pitboss.house.storage.learning import learn
from pitboss.house.storage.log import Log, head_of, time_of
from pitboss.house.storage.quorum import quorum_of
from pitboss.house.verification import Verification
from pitboss.house.work import tried_again
from pitboss.house.workers.watch import WatchAsked, Watched
from pitboss.journal import Actor
from pitboss.procedure import Refused

if TYPE_CHECKING:
    from pitboss.house.house import House

log = logging.getLogger("pitboss")

HEAD_SECONDS = 60.0  # between two heads of the record
LATEST = "9999"  # later than any time
UNWITNESSED_SECONDS = (
    600.0  # a witness looks every minute or two: after so long without a cosignature a person has to know
)


class RecordKeeper:
    """Every table's record, the house's own and the cage's; suspends a table whose record is not in order."""

    def __init__(self, house: "House", own_witnesses: OwnWitnesses) -> None:
        self._house, self._store, self._register, self._hosts = house, house.store, house.register, house.hosts
        self.log, self.own_witnesses = Log(house.store), own_witnesses
        self.verification = Verification(house.store, house.register, house.clock)
        self.second = SecondSettlement(house.store, house.clock)
        self.otherwise = OtherwiseSettlement(house.store, house.clock)
        house.records.before_archiving = self.watch
        self.alarms = AlarmWatch(house)
        self.watched = Watched()  # what the watch over play saw last
        self._filed: dict[str, Filed] = {}  # by submission, whether it is in force or not
        self._seen = (0, 0)  # sizes of the two latest heads that were looked at for cosignatures
        self._witnessed = 0  # that of the latest one that has any
        self.made_at = house.clock.elapsed()  # when a head could last be made, or was there already
        self.unwitnessed_since = ""  # when the oldest head was made after the last one that a witness has cosigned

    # --- keys

    async def reload_keys(self) -> None:
        """Take the keys that somebody at the machine replaced; who runs the house hears of it."""
        before = self._store.sealer.ring
        if await asyncio.to_thread(self._store.sealer.reload):
            after = self._store.sealer.ring
            which = [one for one in PURPOSES if before.counting(one) != after.counting(one)]
            log.warning("keys were replaced: %s; the fingerprint is %s", ", ".join(which), after.fingerprint)
            self.alarms.keys_replaced(which, after.fingerprint)

    # --- heads

    async def make_heads(self) -> None:
        """At first see that the record goes on where its last head says; then make a head every minute; never ends."""
        await self.continue_log()
        while True:
            with tried_again("the record could not be put under a head"):
                await self.make_head()
                await self.learn()
            until_day_ends = max(0.1, self._house.calendar.seconds_left() + 0.05)
            await asyncio.sleep(min(HEAD_SECONDS, until_day_ends))

    async def continue_log(self) -> None:
        """See that the record goes on where its last head says; a journal that does not suspends its table."""
        try:
            kept = self._register.head_kept
            broken = await asyncio.to_thread(self.log.resume, (kept.size, kept.root) if kept is not None else None)
        except Exception:  # it could not be read now, which does not mean that the record is wrong
            log.exception("the log could not be read")
            return
        for journal, sentence in broken.items():
            log.error("%s: %s", journal, sentence)
            for name, host in self._hosts.items():
                if journal in (name, ""):
                    _suspend(host, sentence)

    async def make_head(self) -> str:
        """Put what is on the disk under a signed head, and return it; the first of a day is named in the house's journal."""
        note = await asyncio.to_thread(self._headed)
        head, self.made_at = head_of(note), self._house.clock.elapsed()
        if self._house.processes.leads and not self._register.has_head_of(time_of(head)):
            await self._register.keep_head(HeadKept(head.size, head.root.hex(), time_of(head)))
        self.unwitnessed_since = await asyncio.to_thread(self._unwitnessed_since)
        return note

    def wiped(self) -> str:
        """What is wrong with the log as it is on the disk: it lost heads or entries that were signed."""
        kept = self._register.head_kept
        return self.log.lost((kept.size, kept.root) if kept is not None else None)

    def _headed(self) -> str:
        note = self.log.make(self._house.clock.stamp(), self._store.commit_now)
        self.own_witnesses.cosign(self.log, self._store.commit_now)
        return note

    def _unwitnessed_since(self) -> str:
        """Only the two latest heads can get a cosignature: those before the ones that were seen last are not looked at again."""
        if not self._register.witnesses:
            return ""
        latest = self.log.latest()
        signed = self.log.witnessed(quorum_of(self._register.witnesses, 1), least=self._seen[0])
        if signed is not None:
            self._witnessed = signed[0]
        size = head_of(latest).size if latest is not None else 0
        if size != self._seen[1]:
            self._seen = (self._seen[1], size)
        after = self.log.at_least(self._witnessed + 1)
        return time_of(head_of(after)) if after is not None else ""

    def last_time(self) -> str:
        """When anything was last written: a table that nobody came to for days notes a clock that was set back, too."""
        head = self.log.head_before(LATEST)
        return max(head[1] if head is not None else "", *(host.last_time() for host in self._hosts.values()), "")

    async def learn(self) -> None:
        """Learn how to write the rounds of a game shortly, once enough of them are over."""
        for game in {founded.game for founded in self._house.founded.values()}:
            if not self._store.forms.has_dictionary(game):
                made = await asyncio.to_thread(learn, self._store, game)
                if made is not None:
                    await self._store.commit([(sql.DICTIONARY, made)])
                    self._store.forms.admit(*made)

    async def keep_records(self) -> None:
        """The index follows the record, and each gaming day that is over is archived; the first time when the house runs."""
        await asyncio.sleep(HEAD_SECONDS)
        await self._house.records.keep()

    # --- whether it is in order

    async def verify(self, by: Actor, checkpoint: str = "", *, replay: bool = False) -> None:
        """Have the whole record looked through; a journal that is not in order stops its table."""
        broken = await self.verification.run(by, checkpoint, replay=replay)
        if broken is not None and broken.journal in self._hosts:
            _suspend(self._hosts[broken.journal], broken.sentence)

    # --- whether meters and play are as they should be

    async def watch(self) -> None:
        """Look at what was played since the last time, before a day is archived."""
        with tried_again("the progressive book could not be read"):
            await self.watch_meters()
        await self.watch_play()

    async def watch_meters(self) -> None:
        """A meter that is not what wagers, filing and payments make of it is an alarm."""
        found = await self._house.progressives.ask(
            lambda book: [
                PlayAlarm("meter", book.day_of(one.time), one.table, pool.id.wager, one.round, words)
                for pool, one, words in book.alarms
            ]
        )
        for alarm in found:
            await self._raise_alarm(alarm)

    async def watch_play(self) -> None:
        """Hold what was paid against what is filed and against chance, beside play; what cannot be is an alarm."""
        if not extras.has("mathematics"):
            return
        index = index_of(self._store.path)
        found = await asyncio.to_thread(filed, index, self._store, self._filed)
        try:
            async for seen in self._house.workers.results(WatchAsked(str(index), found)):
                self.watched = seen
                await self._raise_alarms(seen)
        except Refused as refused:
            raise Unwatched("Play could not be held against theory.") from refused

    async def _raise_alarms(self, seen: Watched) -> None:
        """Of every gaming day that was looked at; what was raised before is in the record."""
        for day, alarm in seen.alarms:
            await self._raise_alarm(PlayAlarm(alarm.kind, day, alarm.table, alarm.wager, alarm.round, alarm.words))

    async def _raise_alarm(self, alarm: PlayAlarm) -> None:
        known = {(one.kind, one.day, one.table, one.wager) for _, one in self._register.alarms}
        if (alarm.kind, alarm.day, alarm.table, alarm.wager) not in known:
            log.error("play is not as it should be: %s", alarm.words)
            await self._register.enter(alarm)


def _suspend(host: Host, sentence: str) -> None:
    host.suspend(f"This table is suspended: its record is not in order. {sentence}")
