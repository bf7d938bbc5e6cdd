"""The host of one table: takes commands one at a time, has the rules decide, writes the record, tells the viewers.

Rules of this room:

1. Clocks, entropy, network, database and secrets live in the house and nowhere else. The rules of play are asked,
   never repeated.
2. One table, one task. What is sent to a table is done in the order in which it came, and nothing else changes it.
3. Nobody is told of anything before it is on the disk.
4. What cannot be written did not happen: the table is rebuilt from the store, and is suspended until it can be.
5. Every command has a key and takes effect at most once; the same key with the same content gets the same reply.
6. What is hidden does not leave the house: viewers get events as they may see them, and seeds only once opened.
7. The house answers for the dealer of an automatic table and for the absent with the default the rules name, and for
   the progressive system with what the tables of a group have moved; what it answers for an absent player is marked so.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from pitboss.events import Event, MeterMoved
from pitboss.house.clock import Watch, seconds
from pitboss.house.host import meters as linked
from pitboss.house.host import rights, rules_in_force
from pitboss.house.host.command import At, Command
from pitboss.house.host.dealer import Dealer
from pitboss.house.host.mailbox import Job, Jobs, Mark, Outbox
from pitboss.house.host.presence import Presence
from pitboss.house.host.replies import SEQUENCE, Replies, Reply
from pitboss.house.host.reservations import NotReserved
from pitboss.house.host.seats import Chips
from pitboss.house.host.sessions import Session
from pitboss.house.host.suspension import FAULT, OUT_OF_ORDER, RECORD, STORAGE, Suspension
from pitboss.house.host.table_house import CommitReport, TableHouse, new_key
from pitboss.house.storage import store
from pitboss.house.storage.store import LeaseLost, StorageFailed, Write
from pitboss.house.table import entries
from pitboss.house.table.recovery import OPENING, rebuild, seeds_in
from pitboss.house.table.table import Table
from pitboss.procedure import FLOOR, Refusal, Refused

log = logging.getLogger("pitboss")

RETRY = 2.0  # seconds between attempts to write again
DECIDED = entries.NAMES[entries.CorrectionDecided]
LEFT, _left = entries.NAMES[entries.Left], msgspec.json.Decoder(entries.Left)

Done = list[tuple[Job, Reply | Refused]]
Fresh = list[tuple[int, tuple[Event, ...]]]  # events by the sequence of their entry


def elsewhere() -> Refused:
    return Refused(Refusal.UNAVAILABLE, "This table is being moved to another process of the house; try again.", "")


class Host:
    """One table and everyone at it. ``table`` is None only while its record cannot be read."""

    def __init__(self, name: str, house: TableHouse) -> None:
        self.name, self.house = name, house
        self.table: Table | None = None
        self.dealer, self.presence = Dealer(self), Presence(self)
        self.jobs, self.outbox, self.replies = Jobs(), Outbox(), Replies(name, house.store)
        self.suspension = Suspension(name, house.meters.standing_changed)
        self.link_lost = ""  # as it was last announced
        self.moving = False  # whether a movement of a meter is on its way to the disk
        self.last_founded: entries.Founded | None = None  # as it was when the record could be read
        self.active_at = self.house.clock.elapsed()  # when somebody last did something here, in elapsed seconds
        self.busy = False  # between a change and its being on the disk
        self.sequence = 0  # of the last entry on the disk, as far as it is known
        self._ahead = False  # whether what is in memory may be ahead of the record
        self._task: asyncio.Task[None] | None = None
        self._watch = Watch(self.house.clock)

    def require_table(self) -> Table:
        """The table, or a refusal where its record could not be read."""
        if self.table is None:
            raise Refused(Refusal.TABLE_CLOSED, self.suspension.sentence, "")
        return self.table

    # --- coming and going

    def recover(self) -> None:
        """Rebuild the table from the store; what does not come out as recorded suspends it.

        Views that were cached are of the table before, which nobody has any more; viewers see the new one with the next
        notification.
        """
        self.table = self.presence.shown = None
        self._ahead, self.suspension.unseen = False, True
        self.outbox.writes, self.outbox.played = [], []
        self.replies.restart()
        try:
            self.table = rebuild(self.house.store, self.name, self.house.version)
            self.presence.restore(self.table, self.house.store.access.holders(self.name))
            self.suspension.cause = self.suspension.sentence = ""
            if self.table.play.foreign is not None:
                rules_in_force.leave_or_cancel(self, self.table)
        except Refused as refusal:
            log.error("%s: %s", self.name, refusal)
            self.suspension.set(RECORD, f"This table is suspended: its record is not in order. {refusal}")
        except sqlite3.Error as error:  # it may be read the next time
            self.suspension.set_for_storage(f"its record cannot be read: {error}.")
        except Exception as error:
            if not self.suspension.outage:
                log.exception("%s cannot be rebuilt", self.name)
            self.suspension.set_for_storage(f"its record cannot be read: {error}.")
        if self.table is not None:
            self.sequence = self.table.journal.sequence
            self.last_founded = self.table.state.filing.founded
            self.table.step_key = partial(new_key, self.house)
            self.presence.look_who_is_here(self.table)
        self.dealer.note_pending()
        self.house.meters.standing_changed()

    def start(self, last: str = "", own: str | None = None) -> None:
        """``last`` is when the house was last known to be open: a wall clock that is before it was set back since. ``own`` is
        when the table was last written, where that was read before."""
        if self.table is not None:
            written = self.last_time() if own is None else own
            self._watch = Watch(self.house.clock, max(last, written))
            self.active_at -= max(0.0, self.house.clock.seconds() - seconds(written)) if written else 0.0
        self._task = asyncio.create_task(self._run(), name=self.name)
        self.jobs.ring()

    def last_time(self) -> str:
        """When the record was last written; empty where that cannot be read, or the table could not note a clock that was
        set since."""
        if self.table is None or self.suspension.sentence:
            return ""
        try:
            return self.house.store.history.last_time(self.name)
        except sqlite3.Error:  # then the clock is watched from now on
            return ""

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self.jobs.ring_after(None)

    async def hand_over(self) -> None:
        """Stop, because another process serves the table from now on; whoever waits may ask again there."""
        await self.stop()
        for job in list(self.jobs):
            if not job.future.done() and job.parked:
                job.future.set_exception(elsewhere())
            elif not job.future.done():
                self._reply(job, elsewhere())
        for viewer in list(self.presence.viewers):
            viewer.move()

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    def suspend(self, sentence: str, cause: str = RECORD) -> None:
        """Stop the table, or let it go on, and show that to everyone."""
        self.suspension.set(cause, sentence)
        self.presence.notify()

    # --- what is sent to a table

    def do(self, session: Session, command: Command, chips: Chips | None = None) -> "asyncio.Future[Reply]":
        """Carry out a command; the future has the reply, or a ``Refused`` that says why not."""
        job = Job(session, command, chips, self.house.clock.elapsed())
        if self.is_running:
            self.jobs.put(job)
        else:
            job.future.set_exception(elsewhere())
        return job.future

    # --- the task

    async def _run(self) -> None:
        while True:
            jobs = await self.jobs.take()
            try:
                await self._turn(jobs)
                self._set_alarm()
            except Exception:  # nobody is left without an answer, and the table without its task
                log.exception("%s stopped", self.name)
                self._ahead = True
                self.suspension.set(FAULT, OUT_OF_ORDER)
                closed = Refused(Refusal.TABLE_CLOSED, self.suspension.sentence, "")
                await self.commit([(job, closed) for job in jobs if not job.parked])

    async def _turn(self, jobs: list[Job]) -> None:
        if self.suspension.cause == STORAGE and await self.house.store.alive():
            self.recover()
        if self.table is not None and not self.suspension.sentence:
            jump = self._watch.jumped()
            self.dealer.set_time(self.table, jump)
            if self.table.state.filing.version != self.house.version:
                rules_in_force.adopt(self, self.table)
            if self.table.meters or self.link_lost:
                self._do_safely(partial(linked.attend, self, self.table))
        done: Done = []
        for job in jobs:
            outcome = None if self.jobs.is_held_back(job) else self._carry_out(job)
            if outcome is not None:
                done.append((job, outcome))
        self._do_what_is_due()
        await self.commit(done)

    def _do_what_is_due(self) -> None:
        if not self.suspension.sentence:
            self._do_safely(self.dealer.do_what_is_due)

    def _set_alarm(self) -> None:
        """The task looks at the clock again when something is due."""
        now = self.house.clock.elapsed()
        if self.suspension.sentence:
            self.jobs.ring_after(RETRY if self.suspension.cause == STORAGE else None)
        else:
            due = self.dealer.next_deadline(now)
            self.jobs.ring_after(None if due is None else max(0.0, due - now))

    def _carry_out(self, job: Job) -> Reply | Refused | None:
        """What came of a job; None where it is parked."""
        if self.suspension.cause == FAULT and rights.current_session(self, job.session).role == FLOOR:
            self.recover()  # the floor may try again
        due = self.dealer.deadline()
        if due is not None and job.arrived >= due:  # a command that arrived after the cut-off finds betting closed
            self._do_what_is_due()
        if not self.suspension.sentence:
            mark = self.outbox.mark(self.require_table())
            try:
                return self._once(job)
            except Exception as fault:
                self._stop_after(fault, mark)
        return Refused(Refusal.TABLE_CLOSED, self.suspension.sentence, "")

    def _once(self, job: Job) -> Reply | Refused | None:
        """The reply to a job: the one it had before under the same key, else what comes of it now."""
        command, session = job.command, job.session
        name = self.replies.name(session, command.key)
        known = self.replies.before(session, name, job.content) if command.kept else None
        if known is not None:
            return known
        try:
            reply = command.carry_out(At(self, session, name if command.kept else command.key, job.chips))
        except Refused as refused:
            allowances = self.house.allowances
            if isinstance(refused, NotReserved) and allowances is not None and not job.waited_for(refused.stake):
                allowances.reservations.reserve(self, job, refused.stake)
                return None
            if command.kept and refused.why is not Refusal.UNAVAILABLE:  # which may be asked again
                self.replies.refuse(name, job.content, refused)
            return refused
        self.dealer.advance()
        if SEQUENCE in reply:  # a view of that sequence shows what the command did, and what followed from it at once
            reply[SEQUENCE] = self.require_table().journal.sequence
        if command.kept:
            self.outbox.writes.append(self.replies.give(name, job.content, reply))
        return reply

    def _do_safely(self, work: Callable[[], None]) -> None:
        """A fault in the house or in a chapter stops this table and leaves the record as it was."""
        mark = self.outbox.mark(self.require_table())
        try:
            work()
        except Exception as fault:
            self._stop_after(fault, mark)

    def _stop_after(self, fault: Exception, mark: Mark) -> None:
        self.outbox.drop_since(self.require_table(), mark)
        self._ahead = True
        if isinstance(fault, sqlite3.Error):  # it may be read the next time
            self.suspension.set_for_storage(f"its record cannot be read: {fault}.")
        else:
            log.error("%s stopped", self.name, exc_info=fault)
            self.suspension.set(FAULT, OUT_OF_ORDER)

    # --- to the disk, then to the viewers

    async def commit(self, done: Done) -> None:
        """Write what was done, answer those who asked for it, and show it."""
        writes, fresh, made = self._to_write()
        if writes:
            failure = await self._write(writes, fresh, made)
            if failure is not None:
                done, fresh = [(job, failure) for job, _ in done], []
                self.outbox.take_notices()
            elif any(not isinstance(outcome, Refused) for _, outcome in done):
                self.active_at = self.house.clock.elapsed()
        if self._ahead:
            cause, sentence = self.suspension.cause, self.suspension.sentence
            self.recover()
            if self.suspension.cause not in (RECORD, STORAGE):  # else why it cannot be rebuilt is what stops it
                self.suspension.set(cause, sentence)
        moved, self.moving = self.moving, False
        if moved and self.table is not None:
            self.house.meters.moved(self.table)
        self.replies.are_written()
        self.presence.recent.extend([(sequence, event) for sequence, events in fresh for event in events])
        for job, outcome in done:
            self._reply(job, outcome)
        if self.suspension.outage and not self.suspension.sentence:
            self.suspension.end_outage()
        if writes or self.suspension.unseen:
            self.presence.notify()

    def _to_write(self) -> tuple[list[Write], Fresh, CommitReport]:
        writes, self.outbox.writes = self.outbox.writes, []
        table = self.table
        if table is None:
            return writes, [], CommitReport()
        written, table.written = table.written, []
        fresh, table.new_events = table.new_events, []
        made, opened = CommitReport(), list[Write]()
        for entry in written:
            if entry.kind in OPENING:
                opened += [(store.SECRET_OPENED, (self.name, serial)) for serial in seeds_in([entry])]
            elif entry.kind == LEFT and (left := _left.decode(entry.payload)).transfer:
                made.left.append(left)
            elif entry.kind == DECIDED:
                made.corrected = True
        return [*map(self.house.store.sealed, written), *writes, *opened], fresh, made

    async def _write(self, writes: Sequence[Write], fresh: Fresh, made: CommitReport) -> Refused | None:
        """Have it written; what everyone is refused with where that failed, so that nothing of it happened."""
        self.busy, began, written, failure = True, self.house.clock.elapsed(), False, None
        has_meters = self.table is not None and bool(self.table.meters)
        self.moving = has_meters and any(isinstance(event, MeterMoved) for _, events in fresh for event in events)
        played, self.outbox.played = self.outbox.played, []
        try:
            if played and self.house.allowances is not None:
                await self.house.allowances.commit(self.house.store, writes, played)
            else:
                await self.house.store.commit(writes)
            written = True
            self.sequence = self.table.journal.sequence if self.table is not None else self.sequence
            if self.table is not None and (made.left or made.corrected):
                self.house.committed(self.table, made)
        except LeaseLost:  # the process that has the table now tells everything else
            self._ahead, failure = True, elsewhere()
            self.suspension.set(STORAGE, str(failure.sentence))
        except StorageFailed as error:
            self._ahead = True
            self.suspension.set_for_storage(f"{error} Nothing of the last command was applied.")
            failure = Refused(Refusal.TABLE_CLOSED, self.suspension.sentence, "")
        finally:
            self.busy = False
            if self.house.observer is not None:
                self.house.observer.committed(self.house.clock.elapsed() - began, written=written)
        return failure

    def _reply(self, job: Job, outcome: Reply | Refused) -> None:
        if job.stake is not None and self.house.allowances is not None:
            self.house.allowances.reservations.replied(self, job, job.stake, refused=isinstance(outcome, Refused))
        if job.future.done():
            return
        if isinstance(outcome, Refused):
            job.future.set_exception(outcome)
        else:
            job.future.set_result(outcome)
        if self.house.observer is not None:
            self.house.observer.answered(job.command.wire_name(), self.house.clock.elapsed() - job.arrived, outcome)
