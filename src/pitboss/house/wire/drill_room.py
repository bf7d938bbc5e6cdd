"""Who is being asked what: questions in the making, those that were answered, and exams. All of it is bounded.

A question that was put to somebody is in a token that only the house can read; nothing else is kept of it but that it was
answered (``drill_book``). An exam is kept while it lasts, since every question of it is answered once and the house measures the time.
"""

import asyncio
import base64
import binascii
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec

from pitboss.drills.kinds import Kind
from pitboss.house.clock import Clock
from pitboss.house.storage.seal import Sealer
from pitboss.house.wire.drill_book import DrillBook
from pitboss.house.wire.fair_queue import FairQueue, Ticket
from pitboss.house.wire.traffic import TooMany
from pitboss.procedure import Refusal, Refused

PATIENCE = 2.0  # seconds that a request waits; then it is asked again
MOST_WAITING = 200  # questions in the making, of all visitors together
MOST_OF_ADDRESS, MOST_OF_VISITOR = 12, 3
MOST_UNFETCHED = 200  # that were made, and nobody has come back for yet
MOST_ANSWERED = 20_000  # questions of which it is known that they were answered
QUESTION_SECONDS = 3600.0  # for which a question may be answered
PLACE = "a drill"
NOT_OURS = "This is no question that this house has asked; ask for another."
T = TypeVar("T")


class SealedDrill(msgspec.Struct, frozen=True, array_like=True):
    """A question that was put to somebody: what it takes to make it again, and when it was."""

    owner: str
    game: str
    rules: str
    kind: Kind
    seed: bytes
    number: int
    asked: float


class Making(msgspec.Struct, frozen=True):
    """Something that is being made for somebody."""

    owner: str
    address: str
    task: "asyncio.Task[Any]"


class Waiting:
    """What is being made, each for one visitor; whoever waits comes address by address."""

    def __init__(self) -> None:
        self._queues = {slow: FairQueue(1) for slow in (False, True)}  # one for each process that works
        self._made: OrderedDict[tuple[str, bytes], Making] = OrderedDict()

    async def result(
        self, who: tuple[str, str], what: bytes, work: Callable[[], Awaitable[T]], *, slow: bool
    ) -> tuple[T] | None:
        """What comes of it; None while it takes longer than a request waits. ``who`` is visitor and address; the same
        visitor who asks for the same ``what`` again waits for the same."""
        key = who[0], what
        if key not in self._made:
            self._check(*who)
            task: asyncio.Task[T] = asyncio.create_task(self.in_turn(who[1], work, slow=slow))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # somebody may have gone
            self._made[key] = Making(*who, task)
        making = self._made[key]
        await asyncio.wait((making.task,), timeout=PATIENCE)
        if not making.task.done():
            return None
        self._made.pop(key, None)
        return (making.task.result(),)

    @property
    def waiting(self) -> int:
        return sum(not one.task.done() for one in self._made.values())

    def _check(self, owner: str, address: str) -> None:
        """Refuse one more to somebody who has as many in the making as they may."""
        under_way = [one for one in self._made.values() if not one.task.done()]
        if sum(one.owner == owner for one in under_way) >= MOST_OF_VISITOR:
            raise TooMany("visitor", MOST_OF_VISITOR, "drills in the making; wait for one")
        if sum(one.address == address for one in under_way) >= MOST_OF_ADDRESS:
            raise TooMany("address", MOST_OF_ADDRESS, "drills in the making; wait for one")
        if len(under_way) >= MOST_WAITING:
            raise Refused(Refusal.UNAVAILABLE, f"{MOST_WAITING} visitors wait for drills now; try again soon.", "")
        done = [key for key, one in self._made.items() if one.task.done()]
        for key in done[:-MOST_UNFETCHED]:
            del self._made[key]

    async def in_turn(self, address: str, work: Callable[[], Awaitable[T]], *, slow: bool) -> T:
        """What comes of it, when it is this address's turn."""
        ready = asyncio.Event()
        ticket = Ticket(self._queues[slow], address, ready.set)
        ticket.ask()
        try:
            await ready.wait()
            return await work()
        finally:
            ticket.close()


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
            raise Refused(Refusal.STALE, f"A question is open for {hours:g} h, and this one is older; ask anew.", "")
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
