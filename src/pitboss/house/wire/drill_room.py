"""Who is being asked what: questions in the making, those that were answered, and exams. All of it is bounded.

A question that was put to somebody is in a token that only the house can read; nothing else is kept of it but that it was
answered (``drill_book``). An exam is kept while it lasts, since every question of it is answered once and the house measures the
time.
"""

import asyncio
import base64
import binascii
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from pitboss.drills.kinds import Kind
from pitboss.house.clock import Clock
from pitboss.house.storage.seal import Sealer
from pitboss.house.wire.drill_book import DrillBook
from pitboss.house.wire.traffic import TooMany
from pitboss.procedure import Refusal, Refused

MOST_WAITING = 200  # questions in the making, of all visitors together
MOST_OF_ADDRESS, MOST_OF_VISITOR = 12, 3
MOST_ANSWERED = 20_000  # questions of which it is known that they were answered
QUESTION_SECONDS = 3600.0  # for which a question may be answered
PLACE = "a drill"
NOT_OURS = "This is no question that this house has asked; ask for another."


class SealedDrill(msgspec.Struct, frozen=True, array_like=True):
    """A question that was put to somebody: what it takes to make it again, and when it was."""

    owner: str
    game: str
    rules: str
    kind: Kind
    seed: bytes
    number: int
    asked: float


class WaitingList:
    """Who waits for something that is being made."""

    def __init__(self) -> None:
        self._waiting: list[tuple[str, str]] = []  # visitor and address

    @contextmanager
    def one_more(self, who: tuple[str, str]) -> Iterator[int]:
        """How many waited before, while this one does; refused to somebody for whom as much is being made as may be."""
        owner, address = who
        if sum(one[0] == owner for one in self._waiting) >= MOST_OF_VISITOR:
            raise TooMany("visitor", MOST_OF_VISITOR, "drills in the making; wait for one")
        if sum(one[1] == address for one in self._waiting) >= MOST_OF_ADDRESS:
            raise TooMany("address", MOST_OF_ADDRESS, "drills in the making; wait for one")
        if len(self._waiting) >= MOST_WAITING:
            raise Refused(Refusal.UNAVAILABLE, f"{MOST_WAITING} visitors wait for drills now; try again soon.", "")
        before = len(self._waiting)
        self._waiting.append(who)
        try:
            yield before
        finally:
            self._waiting.remove(who)


class Tickets:
    """Questions that were put to somebody, sealed; and which of them were answered."""

    def __init__(self, sealer: Sealer, clock: Clock, book: DrillBook) -> None:
        self._sealer, self._clock, self._book = sealer, clock, book

    def issue(self, owner: str, game: str, rules: str, kind: Kind, seed: bytes, number: int) -> str:
        ticket = SealedDrill(owner, game, rules, kind, seed, number, self._clock.seconds())
        return base64.urlsafe_b64encode(self._sealer.seal(msgspec.msgpack.encode(ticket), PLACE)).decode()

    async def read(self, token: str, owner: str, answer: str) -> SealedDrill:
        """The question that a visitor answers; a refusal where it is not theirs, too old, or answered otherwise before."""
        try:
            sealed = base64.b64decode(token, altchars=b"-_", validate=True)
            if (
                base64.urlsafe_b64encode(sealed).decode() != token
            ):  # written otherwise it would count as another question
                raise ValueError
            ticket = msgspec.msgpack.decode(self._sealer.open(sealed, PLACE), type=SealedDrill)
        except (binascii.Error, ValueError, Refused):
            raise Refused(Refusal.MALFORMED, NOT_OURS, "") from None
        if ticket.owner != owner:
            raise Refused(Refusal.WRONG_ROLE, "This question was put to somebody else; ask for your own.", "")
        if self._clock.seconds() - ticket.asked > QUESTION_SECONDS:
            hours = QUESTION_SECONDS / 3600
            raise Refused(Refusal.STALE, f"A question is open for {hours:g} h, and this one is older; ask again.", "")
        _check_same(answer, await asyncio.to_thread(self._book.answer_to, token))
        return ticket

    async def answered(self, token: str, answer: str) -> None:
        """From now on no other answer counts; refused where another was taken first."""
        now = self._clock.seconds()
        counts = await asyncio.to_thread(
            self._book.answered, token, answer, now, most=MOST_ANSWERED, oldest=now - QUESTION_SECONDS
        )
        _check_same(answer, counts)


def _check_same(answer: str, counts: str | None) -> None:
    if counts is not None and counts != answer:
        raise Refused(Refusal.STALE, "This question was answered already; ask for the next.", "")
