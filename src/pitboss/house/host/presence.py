"""Who is at a table: the sessions that sit there, and the connections of everyone who looks on."""

import logging
from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from pitboss.events import Event
from pitboss.house.host import rights
from pitboss.house.host.sessions import PLAYER, STAFF, Session
from pitboss.house.protocol.messages import HouseNotice
from pitboss.house.storage import store
from pitboss.house.table.table import Table

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

log = logging.getLogger("pitboss")

RECENT = 2000  # events kept for viewers who are a little behind


class Viewer(Protocol):
    """A connection that wants to know."""

    session: Session

    def wake(self) -> None: ...

    def notice(self, notice: HouseNotice) -> None: ...

    def end(self) -> None: ...

    def move(self) -> None:
        """The table is served by another process from now on: come back, and find it there."""


class Presence:
    """Who sits where, and who is connected."""

    def __init__(self, host: "Host") -> None:
        self._host = host
        self._holders: dict[int, str] = {}  # seat → the token hash of the session that sits there
        self.out_of_reach: dict[int, float] = {}  # seat → since when nobody is connected for it
        self.viewers: set[Viewer] = set()
        self.recent: deque[tuple[int, Event]] = deque(maxlen=RECENT)
        # What viewers were shown, as far as it is kept by whoever shows it (``wire.view_cache``).
        self.shown: Any = None

    # --- seats

    def sits(self, session: Session) -> bool:
        """Whether the player of a session sits at the table now: that very session, not one that came after it; and where
        they signed in to sit down, whether they still are."""
        table = self._host.table
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
        self._host.replies.session_began(token_hash)
        self._write_session(seat, token_hash, active=True)

    def get_up(self, seat: int) -> None:
        """The session in a seat ends, and its connections are closed."""
        if session := self._holders.pop(seat, ""):
            self._write_session(seat, session, active=False)
            self._host.outbox.ended.append(session)
            self._host.replies.session_ended(session)
        self.out_of_reach.pop(seat, None)

    def change_seat(self, seat: int, to: int) -> None:
        """The session in a seat sits in another from now on; its connections are closed, and find the new seat when they come
        back."""
        if session := self._holders.pop(seat, ""):
            self._holders[to] = session
            self._write_session(to, session, active=True)
            self._host.outbox.ended.append(session)
        since = self.out_of_reach.pop(seat, None)
        if since is not None:
            self.out_of_reach[to] = since

    def _write_session(self, seat: int, session: str, *, active: bool) -> None:
        row = (session, self._host.name, PLAYER, seat, int(active))
        self._host.outbox.writes.append(self._host.house.store.marked(store.SESSION, "sessions", row))

    def restore(self, table: Table, found: Mapping[int, str]) -> None:
        """The sessions that sit here as the record tells it; any other counts for nothing, and is reported."""
        seats = table.state.seats
        self._holders = {
            seat: hash
            for seat, hash in found.items()
            if seat in seats.players and hash.startswith(seats.sessions.get(seat, ""))
        }
        for seat in found.keys() - self._holders.keys():
            log.error("%s: the session in seat %d is not the one that the record names", table.name, seat)

    def look_who_is_here(self, table: Table) -> None:
        """Of those who sit at a table that was rebuilt: who is connected, and who was not since when."""
        now = self._host.house.clock.elapsed()
        # Patrons whom a dealer serves are there without a device.
        away = () if table.state.filing.settings.follow else table.state.seats.players
        present = self._connected()
        self.out_of_reach = {seat: self.out_of_reach.get(seat, now) for seat in away if seat not in present}

    # --- connections

    def join(self, viewer: Viewer) -> None:
        self.viewers.add(viewer)
        if self.sits(viewer.session):
            self.out_of_reach.pop(viewer.session.seat, None)

    def part(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        seat = viewer.session.seat
        if self.sits(viewer.session) and seat not in self._connected():
            self.out_of_reach[seat] = self._host.house.clock.elapsed()
            self._host.jobs.ring()

    def _connected(self) -> set[int]:
        """The seats whose players are connected."""
        return {viewer.session.seat for viewer in self.viewers if self.sits(viewer.session)}

    def notify(self) -> None:
        """Something changed, and is on the disk: everyone is told what waited for that, and looks again."""
        self._host.suspension.unseen = False
        notices, ended = self._host.outbox.take_notices()
        for viewer in list(self.viewers):
            for seat, message in notices:
                if seat is None or (seat == viewer.session.seat and self.sits(viewer.session)):
                    viewer.notice(message)
            viewer.wake()
            if viewer.session.hash in ended:
                viewer.end()

    def notify_now(self, seat: int, notice: HouseNotice) -> None:
        """Tell a player something now, whatever else goes on at the table."""
        for viewer in list(self.viewers):
            if seat == viewer.session.seat and self.sits(viewer.session):
                viewer.notice(notice)
                viewer.wake()

    def wake_staff(self) -> None:
        for viewer in self.viewers:
            if rights.current_session(self._host, viewer.session).role in STAFF:
                viewer.wake()
