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
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol

import msgspec

from pitboss.events import Event, MeterMoved
from pitboss.house.cage.entries import Played
from pitboss.house.clock import Clock, Watch, seconds, set_back
from pitboss.house.host import meters as linked
from pitboss.house.host import rights
from pitboss.house.host.allowances import Allowances
from pitboss.house.host.command import At, Command
from pitboss.house.host.dealer import Dealer
from pitboss.house.host.replies import SEQUENCE, Replies, Reply
from pitboss.house.host.seats import Chips
from pitboss.house.host.sessions import PLAYER, STAFF, Session
from pitboss.house.host.table_house import Committed, TableHouse
from pitboss.house.protocol.commands import digest
from pitboss.house.protocol.messages import HouseNotice
from pitboss.house.storage import store
from pitboss.house.storage.store import LeaseLost, StorageFailed, Write
from pitboss.house.table import entries, rounds
from pitboss.house.table.equipment import ENDED, Thing
from pitboss.house.table.recovery import rebuild, seeds_in
from pitboss.house.table.table import Table
from pitboss.procedure import FLOOR, Refusal, Refused

log = logging.getLogger("pitboss")

RECENT = 2000  # events kept for viewers who are a little behind
NEVER = "9999"  # later than any time
RETRY = 2.0  # seconds between attempts to write again
STORAGE, RECORD, FAULT, RULES = "storage", "record", "fault", "rules"  # why a table is suspended
DECIDED = entries.NAMES[entries.CorrectionDecided]
LEFT, _left = entries.NAMES[entries.Left], msgspec.json.Decoder(entries.Left)
OUT_OF_ORDER = "This table is suspended: something went wrong in the house, and it has been noted."


class Viewer(Protocol):
    """A connection that wants to know."""

    session: Session

    def wake(self) -> None: ...

    def notice(self, notice: HouseNotice) -> None: ...

    def end(self) -> None: ...

    def move(self) -> None:
        """The table is served by another process from now on: come back, and find it there."""


class Job:
    """A command to be carried out at a table, once. ``content`` is a hash that tells it from another under the same key."""

    __slots__ = ("arrived", "chips", "command", "content", "future", "session")

    def __init__(self, session: Session, command: Command, chips: Chips | None = None) -> None:
        self.session, self.command, self.chips, self.content = session, command, chips, digest(command)
        self.arrived = 0.0  # in elapsed seconds
        self.future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()


def elsewhere() -> Refused:
    return Refused(Refusal.UNAVAILABLE, "This table is being moved to another process of the house; try again.", "")


class Host:
    """One table and everyone at it. ``table`` is None only while its record cannot be read."""

    def __init__(self, name: str, house: TableHouse) -> None:
        self.name, self.house = name, house
        self.store, self.clock, self.register = house.store, house.clock, house.register
        self._played: list[Played] = []  # what was played in rounds, on its way to the disk
        self.link_lost = ""  # as it was last announced
        self.moving = False  # whether a movement of a meter is on its way to the disk
        self.last_founded: entries.Founded | None = None  # as it was when the record could be read
        self.table: Table | None = None
        self.dealer = Dealer(self)
        self.suspended = ""  # why the table is suspended, as a sentence
        self.active_at = self.clock.elapsed()  # when somebody last did something here, in elapsed seconds
        self.busy = False  # between a change and its being on the disk
        self.viewers: set[Viewer] = set()
        self.shown: Any = (
            None  # what viewers were shown, as far as it is kept by whoever shows it (``wire.view_cache``)
        )
        self.out_of_reach: dict[int, float] = {}  # seat → since when nobody is connected for it
        self.recent: deque[tuple[int, Event]] = deque(maxlen=RECENT)
        self.writes: list[Write] = []  # what goes to the store beside the entries
        self.ended: list[str] = []  # token hashes of sessions that ended
        self._cause = ""
        self.sequence = 0  # of the last entry on the disk, as far as it is known
        self._ahead = False  # whether what is in memory may be ahead of the record
        self._unseen = False  # whether the table stands otherwise than its viewers were last notified of
        self._outage = ""  # what was last logged of the outage that goes on; empty: there is none
        self._made = Committed()  # what is on its way to the disk
        self._jobs: list[Job] = []
        self._under_way: list[Job] = []
        self._bell = asyncio.Event()
        self._alarm: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self.replies = Replies(name, house.store)
        self._notices: list[tuple[int | None, HouseNotice]] = []  # by seat; None: to everyone
        self._holders: dict[int, str] = {}  # seat → the token hash of the session that sits there
        self._watch = Watch(self.clock)

    @property
    def allowances(self) -> Allowances | None:
        return self.house.allowances

    def require_table(self) -> Table:
        """The table, or a refusal where its record could not be read."""
        if self.table is None:
            raise Refused(Refusal.TABLE_CLOSED, self.suspended, "")
        return self.table

    @property
    def is_accountable(self) -> bool:
        """Whether what this table moved on a common meter is known: its record is in order, and what is in memory is not
        ahead of it because of a fault."""
        table = self.table
        ahead = self.busy and bool(self.suspended)
        return table is not None and table.play.foreign is None and self._cause != RECORD and not ahead

    # --- coming and going

    def recover(self) -> None:
        """Rebuild the table from the store; what does not come out as recorded suspends it.

        Views that were cached are of the table before, which nobody has any more; viewers see the new one with the next
        notification.
        """
        self.table = self.shown = None
        self._ahead, self._unseen = False, True
        self.writes = []
        self.replies.restart()
        try:
            self.table = rebuild(self.store, self.name, self.house.version)
            self._holders = self._recorded(self.table, self.store.holders(self.name))
            self.suspended = self._cause = ""
            if self.table.play.foreign is not None:
                self._leave_or_cancel(self.table)
        except Refused as refusal:
            log.error("%s: %s", self.name, refusal)
            self._suspend(RECORD, f"This table is suspended: its record is not in order. {refusal}")
        except sqlite3.Error as error:  # it may be read the next time
            self._suspend_for_storage(f"its record cannot be read: {error}.")
        except Exception as error:
            if not self._outage:
                log.exception("%s cannot be rebuilt", self.name)
            self._suspend_for_storage(f"its record cannot be read: {error}.")
        if self.table is not None:
            self.sequence = self.table.journal.sequence
            self.last_founded = self.table.state.filing.founded
            self.table.step_key = self.new_key
            self._watch_play(self.table)
            present = {viewer.session.seat for viewer in self.viewers if self.sits(viewer.session)}
            now = self.clock.elapsed()
            away = (
                () if self.table.state.filing.settings.follow else self.table.state.seats.players
            )  # patrons are there without a device
            self.out_of_reach = {s: self.out_of_reach.get(s, now) for s in away if s not in present}
        self.dealer.note_pending()
        self.house.standing_changed()

    def _watch_play(self, table: Table) -> None:
        """What players forbid themselves is looked at before each of their wagers."""
        self._played = []
        if (allowances := self.allowances) is not None:
            table.may_stake = partial(allowances.may_stake, table)
            table.seat_ends = self._seat_ends

    def _seat_ends(self, seat: int) -> None:
        """Record what somebody who leaves has played in the round that goes on."""
        table = self.require_table()
        if self.allowances is not None and table.round is not None:
            self._played += self.allowances.played_so_far(table, seat, over=True)

    def round_over(self, table: Table) -> None:
        """A round is over: what was won and lost counts against its players' own limits."""
        if self.allowances is not None:
            self._played += [
                one for seat in table.state.seats.players for one in self.allowances.played_so_far(table, seat)
            ]

    def notify_now(self, seat: int, notice: HouseNotice) -> None:
        """Tell a player something now, whatever else goes on at the table."""
        for viewer in list(self.viewers):
            if seat == viewer.session.seat and self.sits(viewer.session):
                viewer.notice(notice)
                viewer.wake()

    def _leave_or_cancel(self, table: Table) -> None:
        """A round that another version of the rules began: canceled if nothing hangs on it, else left to that version."""
        assert table.play.foreign is not None
        if not table.play.bound:
            set_time(table, self.clock)
            rounds.unplay(table, "other rules were installed")
            return
        self._suspend(
            RULES,
            f"This table is suspended: round {table.state.felt.number} was begun under other rules "
            f"({table.play.foreign.version[:12]}) and is finished under those: open the house with that program once more, "
            "on the copy that was kept if the database has another version since.",
        )

    def adopt_rules(self) -> None:
        """Go on under the rules that are running, between rounds and before anything else is entered: those that played
        before may not know what is entered now, and have to replay their own part of the record."""
        table = self.require_table()
        version, between = self.house.version, table.round is None and table.play.foreign is None
        if version and between and table.state.filing.version != version:
            table.enter(entries.RulesAdopted(version, self.house.release))

    def stop_for_rules(self, sentence: str) -> None:
        """Stop the table, between rounds or not: what is installed is not what was approved."""
        if self._cause in ("", RULES):
            self._suspend(RULES, sentence)
            self._notify_viewers()

    def go_on_with_rules(self) -> None:
        """What is installed is what was approved."""
        if self._cause == RULES and self.table is not None and self.table.play.foreign is None:
            self._suspend("", "")
            self.ring()
            self._notify_viewers()

    def _recorded(self, table: Table, found: dict[int, str]) -> dict[int, str]:
        """The sessions that sit here as the record tells it; any other counts for nothing, and is reported."""
        right = {
            s: hash
            for s, hash in found.items()
            if s in table.state.seats.players and hash.startswith(table.state.seats.sessions.get(s, ""))
        }
        for seat in found.keys() - right.keys():
            log.error("%s: the session in seat %d is not the one that the record names", self.name, seat)
        return right

    def start(self, last: str = "", own: str | None = None) -> None:
        """``last`` is when the house was last known to be open: a wall clock that is before it was set back since. ``own`` is
        when the table was last written, where that was read before."""
        if self.table is not None:
            written = self.last_time() if own is None else own
            self._watch = Watch(self.clock, max(last, written))
            self.active_at -= max(0.0, self.clock.seconds() - seconds(written)) if written else 0.0
        self._task = asyncio.create_task(self._run(), name=self.name)
        self._bell.set()

    def last_time(self) -> str:
        """When the record was last written; empty where that cannot be read, or the table could not note a clock that was
        set since."""
        if self.table is None or self.suspended:
            return ""
        try:
            return self.store.last_time(self.name)
        except sqlite3.Error:  # then the clock is watched from now on
            return ""

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._alarm is not None:
            self._alarm.cancel()

    async def hand_over(self) -> None:
        """Stop, because another process serves the table from now on; whoever waits may ask again there."""
        await self.stop()
        for job in (*self._under_way, *self._jobs):
            if not job.future.done():
                job.future.set_exception(elsewhere())
        for viewer in list(self.viewers):
            viewer.move()

    def join(self, viewer: Viewer) -> None:
        self.viewers.add(viewer)
        if self.sits(viewer.session):
            self.out_of_reach.pop(viewer.session.seat, None)

    def part(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        seat = viewer.session.seat
        if self.sits(viewer.session) and seat not in {v.session.seat for v in self.viewers if self.sits(v.session)}:
            self.out_of_reach[seat] = self.clock.elapsed()
            self._bell.set()

    def ring(self) -> None:
        """Look at the clock and at what was sent."""
        self._bell.set()

    def suspend(self, sentence: str) -> None:
        """Stop the table: its record was found not to be in order."""
        self._suspend(RECORD, sentence)
        self._notify_viewers()

    def notify(self, seat: int, refused: Refused) -> None:
        """Tell a player something nobody asked for."""
        self._notices.append((seat, HouseNotice(refused.code, refused.sentence, refused.cite)))

    def announce(self, sentence: str, cite: str) -> None:
        """Tell everyone at the table."""
        self._notices.append((None, HouseNotice("announced", sentence, cite)))

    def waker(self) -> Callable[[], None] | None:
        """What wakes the staff who look on, while there is a loop in which they can be."""
        return self._wake_staff if self._task is not None else None

    def _wake_staff(self) -> None:
        for viewer in self.viewers:
            if self.current_session(viewer.session).role in STAFF:
                viewer.wake()

    # --- who sits where

    def sits(self, session: Session) -> bool:
        """Whether the player of a session sits at the table now: that very session, not one that came after it; and where
        they signed in to sit down, whether they still are."""
        table = self.table
        return (
            session.role == PLAYER
            and session.active
            and table is not None
            and session.seat in table.state.seats.players
            and self._holders.get(session.seat) == session.hash
            and table.state.seats.persons.get(session.seat, session.person) == session.person
        )

    def knows(self, session: Session) -> bool:
        """Whether a session has a seat here, if perhaps another than it had."""
        return session.hash in self._holders.values()

    def sit_down(self, seat: int, token_hash: str) -> None:
        """A new session sits down."""
        self._holders[seat] = token_hash
        self.replies.session_began(token_hash)
        self._write_session(seat, token_hash, active=True)

    def get_up(self, seat: int) -> None:
        """The session in a seat ends, and its connections are closed."""
        if session := self._holders.pop(seat, ""):
            self._write_session(seat, session, active=False)
            self.ended.append(session)
            self.replies.session_ended(session)
        self.out_of_reach.pop(seat, None)

    def change_seat(self, seat: int, to: int) -> None:
        """The session in a seat sits in another from now on; its connections are closed, and find the new seat when they come
        back."""
        if session := self._holders.pop(seat, ""):
            self._holders[to] = session
            self._write_session(to, session, active=True)
            self.ended.append(session)
        since = self.out_of_reach.pop(seat, None)
        if since is not None:
            self.out_of_reach[to] = since

    def _write_session(self, seat: int, session: str, *, active: bool) -> None:
        row = (session, self.name, PLAYER, seat, int(active))
        self.writes.append(self.store.marked(store.SESSION, "sessions", row))

    def current_session(self, session: Session) -> Session:
        """As whom a session looks on: a player who does not sit here any more is a watcher, a person what they are now."""
        if session.role == PLAYER:
            return session if self.sits(session) else Session(person=session.person)
        return msgspec.structs.replace(session, role=rights.console(self, session)) if session.person else session

    # --- across tables

    def places(self, person: str) -> list[str]:
        """The tables at which a person stands as a dealer, boxperson or stickperson."""
        return [t.name for t in self.house.tables() if rights.DEALT_BY & t.state.standing.roles_of(person)]

    def whereabouts(self, thing: str) -> str | None:
        """The table at which equipment is."""
        return next((table.name for table in self.house.tables() if thing in table.state.equipment.things), None)

    def left(self, thing: str) -> Thing | None:
        """Equipment as it left a table; what was sealed, destroyed or removed from play stays that, wherever it was since."""
        found = [
            table.state.equipment.gone[thing] for table in self.house.tables() if thing in table.state.equipment.gone
        ]
        return min(found, key=lambda one: (one.state not in ENDED, one.since or NEVER), default=None)

    # --- what is sent to a table

    def do(self, session: Session, command: Command, chips: Chips | None = None) -> "asyncio.Future[Reply]":
        """Carry out a command; the future has the reply, or a ``Refused`` that says why not."""
        job = Job(session, command, chips)
        if self.allowances is None:
            return self._send(job)
        was_done = partial(self.replies.is_known, session, command.key)
        return self.allowances.reserve(self, session, command, partial(self._send, job), was_done)

    def new_key(self) -> str:
        """A key for what the house itself asks."""
        return self.house.entropy(12).hex()

    def done_before(self, session: Session, command: Command) -> Reply | None:
        """The reply that a command had before, when it is on the disk, or a refusal; None for a new one."""
        return self.replies.reply_before(session, command.key, digest(command))

    def _send(self, job: Job) -> "asyncio.Future[Reply]":
        job.arrived = self.clock.elapsed()
        if self._task is None or self._task.done():
            job.future.set_exception(elsewhere())
            return job.future
        self._jobs.append(job)
        self._bell.set()
        return job.future

    # --- the task

    async def _run(self) -> None:
        while True:
            await self._bell.wait()
            self._bell.clear()
            jobs, self._jobs = self._jobs, []
            self._under_way = jobs
            try:
                await self._turn(jobs)
                self._set_alarm()
            except Exception:  # nobody is left without an answer, and the table without its task
                log.exception("%s stopped", self.name)
                self._ahead = True
                self._suspend(FAULT, OUT_OF_ORDER)
                await self._commit([(job, Refused(Refusal.TABLE_CLOSED, self.suspended, "")) for job in jobs])

    async def _turn(self, jobs: list[Job]) -> None:
        if self._cause == STORAGE and await self.store.alive():
            self.recover()
        if self.table is not None and not self.suspended:
            jump = self._watch.jumped()
            set_time(self.table, self.clock, jump)
            self.adopt_rules()
            with self._fault_barrier():
                linked.attend(self, self.table)
        done = [(job, self._carry_out(job)) for job in jobs]
        self._do_what_is_due()
        await self._commit(done)

    def _do_what_is_due(self) -> None:
        if not self.suspended:
            with self._fault_barrier():
                self.dealer.do_what_is_due()

    def _carry_out(self, job: Job) -> Reply | Refused:
        if self._cause == FAULT and self.current_session(job.session).role == FLOOR:  # the floor may try again
            self.recover()
        due = self.dealer.deadline()
        if due is not None and job.arrived >= due:  # a command that arrived after the cut-off finds betting closed
            self._do_what_is_due()
        if not self.suspended:
            with self._fault_barrier():
                return self._once(job)
        return Refused(Refusal.TABLE_CLOSED, self.suspended, "")

    def _once(self, job: Job) -> Reply | Refused:
        """The reply to a job: the one it had before under the same key, else what comes of it now."""
        command, session = job.command, job.session
        name = self.replies.name(session, command.key)
        known = self.replies.before(session, name, job.content) if command.kept else None
        if known is not None:
            return known
        try:
            reply = command.carry_out(At(self, session, name if command.kept else command.key, job.chips))
        except Refused as refused:
            if command.kept:
                self.replies.refuse(name, job.content, refused)
            return refused
        self.dealer.advance()
        if SEQUENCE in reply:  # a view of that sequence shows what the command did, and what followed from it at once
            reply[SEQUENCE] = self.require_table().journal.sequence
        if command.kept:
            self.writes.append(self.replies.give(name, job.content, reply))
        return reply

    @contextmanager
    def _fault_barrier(self) -> Iterator[None]:
        """A fault in the house or in a chapter stops this table and leaves the record as it was."""
        table = self.require_table()
        written, fresh, writes = len(table.written), len(table.new_events), len(self.writes)
        notices, ended = len(self._notices), len(self.ended)
        try:
            yield
        except Exception as fault:
            del table.written[written:], table.new_events[fresh:], self.writes[writes:]
            del self._notices[notices:], self.ended[ended:]
            self._ahead = True
            if isinstance(fault, sqlite3.Error):  # it may be read the next time
                self._suspend_for_storage(f"its record cannot be read: {fault}.")
            else:
                log.exception("%s stopped", self.name)
                self._suspend(FAULT, OUT_OF_ORDER)

    # --- to the disk, then to the viewers

    async def _commit(self, done: list[tuple[Job, Reply | Refused]]) -> None:
        writes, fresh = self._to_write()
        made, self._made = self._made, Committed()
        made.played, self._played = self._played, []
        if writes:
            self.busy, began, written = True, self.clock.elapsed(), False
            self.moving = any(isinstance(event, MeterMoved) for _, events in fresh for event in events)
            try:
                await self.store.commit(writes)
                written = True
                self.sequence = self.table.journal.sequence if self.table is not None else self.sequence
                if any(not isinstance(outcome, Refused) for _, outcome in done):
                    self.active_at = self.clock.elapsed()
                if self.table is not None and (made.left or made.corrected or made.played):
                    self.house.committed(self.table, made)
            except LeaseLost:  # the process that has the table now tells everything else
                done = [(job, elsewhere()) for job, _ in done]
                fresh, self._notices, self.ended = [], [], []
                self._ahead = True
                self._suspend(STORAGE, str(elsewhere().sentence))
            except StorageFailed as failure:
                self._ahead = True
                self._suspend_for_storage(f"{failure} Nothing of the last command was applied.")
                done = [(job, Refused(Refusal.TABLE_CLOSED, self.suspended, "")) for job, _ in done]
                fresh, self._notices, self.ended = [], [], []
            finally:
                self.busy = False
                if self.house.observer is not None:
                    self.house.observer.committed(self.clock.elapsed() - began, written=written)
        if self._ahead:
            cause, sentence = self._cause, self.suspended
            self.recover()
            if self._cause not in (RECORD, STORAGE):  # else why it cannot be rebuilt is what stops it
                self._suspend(cause, sentence)
        moved, self.moving = self.moving, False
        if moved and self.table is not None:
            self.house.meters_moved(self.table)
        self.replies.are_written()
        self.recent.extend((sequence, event) for sequence, events in fresh for event in events)
        for job, outcome in done:
            if job.future.done():
                continue
            if isinstance(outcome, Refused):
                job.future.set_exception(outcome)
            else:
                job.future.set_result(outcome)
            if self.house.observer is not None:
                self.house.observer.answered(job.command.wire_name(), self.clock.elapsed() - job.arrived, outcome)
        if self._outage and not self.suspended:
            log.warning("%s goes on: its record can be read and written again", self.name)
            self._outage = ""
        if writes or self._unseen:
            self._notify_viewers()

    async def write_now(self) -> None:
        """Write what was done to the table before its task was started."""
        await self._commit([])

    def _to_write(self) -> tuple[list[Write], list[tuple[int, tuple[Event, ...]]]]:
        writes, self.writes = self.writes, []
        if self.table is None:
            return writes, []
        table = self.table
        written, table.written = table.written, []
        fresh, table.new_events = table.new_events, []
        left = [_left.decode(entry.payload) for entry in written if entry.kind == LEFT]
        self._made.left = [one for one in left if one.transfer]
        self._made.corrected = any(entry.kind == DECIDED for entry in written)
        opened = [(store.SECRET_OPENED, (self.name, serial)) for serial in seeds_in(written)]
        return [*map(self.store.sealed, written), *writes, *opened], fresh

    def _notify_viewers(self) -> None:
        self._unseen = False
        notices, self._notices = self._notices, []
        ended, self.ended = self.ended, []
        for viewer in list(self.viewers):
            for seat, message in notices:
                if seat is None or (seat == viewer.session.seat and self.sits(viewer.session)):
                    viewer.notice(message)
            viewer.wake()
            if viewer.session.hash in ended:
                viewer.end()

    def _suspend_for_storage(self, reason: str) -> None:
        """Stop the table until the database works again. An outage is logged once, however often it is met."""
        if not self._outage:
            log.error("%s: %s", self.name, reason)
            self._outage = reason
        self._suspend(STORAGE, f"This table is suspended: {reason}")

    def _suspend(self, cause: str, sentence: str) -> None:
        self._unseen = self._unseen or sentence != self.suspended
        self._cause, self.suspended = cause, sentence
        self.house.standing_changed()

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        now = self.clock.elapsed()
        due = now + RETRY if self._cause == STORAGE else None if self.suspended else self.dealer.next_deadline(now)
        if due is not None:
            self._alarm = asyncio.get_running_loop().call_later(max(0.0, due - now), self._bell.set)


def set_time(table: Table, clock: Clock, jump: int = 0) -> None:
    """Tell a table what time it is; one that lies before its last entry is noted, as is a clock that was seen to be set
    (``jump``)."""
    now = clock.stamp()
    table.at(now, jump or -set_back(table.latest, now))
