"""Who is signed in. A session is a random token in a browser's cookie; the house keeps its hash, and ends it in time.

A session that is over counts for nothing from that moment on; whoever subscribed to it (an open socket) is notified within
half a second, and the record says why it ended.
"""

import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import msgspec

from pitboss.house.people import entries
from pitboss.house.people.register import Person, Register
from pitboss.house.people.steady import SteadyClock
from pitboss.house.storage import store
from pitboss.house.storage.seal import SESSION_NAME, session_names, token_hash
from pitboss.house.storage.store import Store, Write
from pitboss.journal import Actor
from pitboss.roles import STAFF

log = logging.getLogger("pitboss")

TOKEN_BYTES = 32
LONGEST = 12 * 3600.0  # seconds from sign-in
STAFF_IDLE, PLAYER_IDLE = 5 * 60.0, 30 * 60.0  # seconds without an act
WRITTEN_EVERY = 20.0  # seconds, at most: a restart ends a session by so much too early, never too late
ASKED_EVERY = 0.2  # seconds, at most

Why = Literal["left", "idle", "expired", "revoked", "ended"]
Listener = Callable[[Why], None]


class PersonSession(msgspec.Struct):
    """A person at a browser. Times are those of the steady clock."""

    hash: str
    credential: str
    created: float
    last_used: float
    written: float  # the last use that is on the disk


def _row(session: PersonSession) -> tuple[str, str, float, float]:
    return session.hash, session.credential, float(session.created), float(session.last_used)


class PersonSessions:
    """Everyone who is signed in to one house."""

    def __init__(self, store: Store, register: Register, clock: SteadyClock) -> None:
        self._store, self._register, self._clock = store, register, clock
        self._listeners: dict[str, list[Listener]] = {}
        self._unwritten: list[tuple[entries.SignedOut, Write]] = []
        self.ask: Callable[[], None] | None = (
            None  # reads what other processes of the house wrote since, if there are any
        )
        self._asked = 0.0
        self._gone: set[str] = set()  # ended here: the store may not know it yet
        self._open = self._kept()

    def _kept(self) -> dict[str, PersonSession]:
        """Those in the store; any that is not in the record counts for nothing."""
        now = self._clock.now()
        return {
            hash: PersonSession(hash, credential, min(created, now), min(used, now), min(used, now))
            for hash, credential, created, used in self._store.access.signed_in()
            if self._register.signed_in & session_names(credential, hash)
        }

    def follow(self) -> None:
        """Another process signed people in or out, or saw them act."""
        kept = {hash: session for hash, session in self._kept().items() if hash not in self._gone}
        for hash, session in kept.items():
            if (known := self._open.get(hash)) is None:
                self._open[hash] = session
            else:
                known.last_used = max(known.last_used, session.last_used)
        for hash in [hash for hash in self._open if hash not in kept]:
            del self._open[hash]
            self._notify(hash, "ended")

    async def begin(self, person: Person, how: str, also: Sequence[Write] = ()) -> str:
        """Sign a person in; the token is shown once, here."""
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self._clock.now()
        session = PersonSession(token_hash(token), person.credential, now, now, now)
        row = self._store.marked(store.SIGNED_IN, "signed_in", _row(session))
        signed_in = entries.SignedIn(person.credential, how, session.hash[:SESSION_NAME])
        await self._register.enter(signed_in, also=[row, *also])
        self._open[session.hash] = session
        return token

    def of(self, token: str) -> PersonSession | None:
        """The session of this token, unless it is over."""
        given = token_hash(token) if token else ""
        session = self._open.get(given)
        if given and (session is None or self._over(session) == "idle"):
            self.ask_others()  # at another process they may have signed in, or acted
            session = self._open.get(given)
        return session if session is not None and self._over(session) is None else None

    def ask_others(self) -> None:
        """Read what other processes wrote; not more often than there can be news, whatever somebody sends."""
        if self.ask is not None and (now := self._clock.now()) - self._asked >= ASKED_EVERY:
            self._asked = now
            self.ask()

    def person(self, session: PersonSession) -> Person:
        return self._register.person(session.credential)

    def touch(self, session: PersonSession) -> bool:
        """The person did something: their idle time begins again; False where the session is over."""
        now = self._clock.now()
        if self._open.get(session.hash) is not session or self._over(session) is not None:
            return False
        session.last_used = now
        if now - session.written >= WRITTEN_EVERY:
            session.written = now
            mark = self._store.sealer.mark("signed_in", _row(session))
            self._store.commit([(store.SIGNED_IN_USED, (now, mark, session.hash))]).add_done_callback(
                lambda done: done.exception()  # it is written again later
            )
        return True

    def seconds_left(self, session: PersonSession) -> float:
        """Until the session ends if nothing is done; 0 when it is over."""
        if self._open.get(session.hash) is not session or not self.person(session).active:
            return 0.0
        idle = session.last_used + self._idle_limit(session)
        return max(0.0, min(idle, session.created + LONGEST) - self._clock.now())

    def subscribe(self, hash: str, listener: Listener) -> Callable[[], None]:
        """Be notified once when a session ends, at once if it has; the function returned takes the listener away."""
        if hash not in self._open:
            listener("ended")
            return lambda: None
        self._listeners.setdefault(hash, []).append(listener)

        def unsubscribe() -> None:
            if listener in (found := self._listeners.get(hash, [])):
                found.remove(listener)

        return unsubscribe

    def of_person(self, credential: str) -> list[PersonSession]:
        return [session for session in self._open.values() if session.credential == credential]

    # --- ending

    async def revoke(self, session: PersonSession, why: Why = "revoked", by: Actor | None = None) -> None:
        """End one session."""
        await self._end([(session, why)], by)

    async def revoke_all(
        self, credential: str, why: Why = "revoked", by: Actor | None = None, *, but: PersonSession | None = None
    ) -> None:
        """End every session of a person, or every other one."""
        await self._end([(session, why) for session in self.of_person(credential) if session is not but], by)

    async def look(self) -> None:
        """End the sessions whose time is over; the house looks several times a second."""
        if any(self._over(session) == "idle" for session in self._open.values()):
            self.ask_others()
        await self._end([(s, why) for s in self._open.values() if (why := self._over(s)) is not None])

    async def _end(self, over: Iterable[tuple[PersonSession, Why]], by: Actor | None = None) -> None:
        """They count for nothing, and their listeners know, before it is on the disk: nobody acts meanwhile."""
        ended = [(session, why) for session, why in over if self._open.pop(session.hash, None) is not None]
        self._gone.update(session.hash for session, _ in ended)
        for session, why in ended:
            self._notify(session.hash, why)
        for session, why in ended:
            entry = entries.SignedOut(session.credential, why, session.hash[:SESSION_NAME], by)
            self._unwritten.append((entry, (store.SIGNED_OUT, (session.hash,))))
        await self._write()

    def _notify(self, hash: str, why: Why) -> None:
        for listener in self._listeners.pop(hash, []):
            try:
                listener(why)
            except Exception:  # the others are notified all the same
                log.exception("a connection could not be notified that its session ended")

    async def _write(self) -> None:
        """What the disk does not take now is written at the next look, lest a restart bring the session back."""
        if not (writing := self._unwritten):
            return
        self._unwritten = []
        try:
            await self._register.enter(*(entry for entry, _ in writing), also=[write for _, write in writing])
        except BaseException:
            self._unwritten = [*writing, *self._unwritten]
            raise

    def _over(self, session: PersonSession) -> Why | None:
        now, person = self._clock.now(), self._register.people.get(session.credential)
        if person is None or not person.active:
            return "ended"
        if now >= session.created + LONGEST:
            return "expired"
        if now >= session.last_used + self._idle_limit(session):
            return "idle"
        return None

    def _idle_limit(self, session: PersonSession) -> float:
        return STAFF_IDLE if STAFF & set(self.person(session).roles) else PLAYER_IDLE
