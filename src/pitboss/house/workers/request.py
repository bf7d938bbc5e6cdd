"""What every request to a worker has: its lane, its longest time, its answer, its key and its work.

Each request is one structure in one file of this package. It travels as a frame of msgpack behind its length, and so do its
results.
"""

import hashlib
from collections.abc import Iterator
from enum import IntEnum
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from pitboss import catalogue
from pitboss.game import Game
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission, submit

A = TypeVar("A")
MOST_BYTES = 1 << 26  # of a frame
HEAD = 4  # bytes of its length


class Rank(IntEnum):
    """Who is served first. Of a lane's processes all may work for the first rank, one fewer for each rank after it."""

    FIRST, USUAL, BACKGROUND = range(3)


class Lane(msgspec.Struct, frozen=True):
    """Processes that take the same requests. One that is idle for ``idle`` seconds ends, and one that answered ``most``
    requests."""

    processes: int
    niceness: int  # the game comes first
    idle: float
    most: int


HOUR = 3600.0
LANES = {
    "now": Lane(processes=2, niceness=5, idle=HOUR, most=2000),  # judging and drills, for somebody who waits
    "slow": Lane(processes=3, niceness=10, idle=30.0, most=50),  # edges, charts, guides
    "paper": Lane(processes=2, niceness=10, idle=30.0, most=50),
    "watch": Lane(processes=1, niceness=10, idle=24 * HOUR, most=2000),  # it remembers what it has read
}


class Request(msgspec.Struct, Generic[A], frozen=True, tag_field="ask", tag=str.lower):
    """A request. Equal requests have one key and cost one computation; ``kept``: so do those that come later."""

    lane: ClassVar[str] = "slow"
    longest: ClassVar[float] = 600.0  # seconds until a result, and from one result to the next
    answer: ClassVar[Any]  # the type of a result
    kept: ClassVar[bool] = False
    extra: ClassVar[str] = "mathematics"  # what has to be installed
    title: ClassVar[str]  # what is asked for, as a sentence begins

    def key(self) -> str:
        name = type(self).__name__
        return f"{name} {hashlib.blake2b(msgspec.json.encode(self, order='deterministic'), digest_size=16).hexdigest()}"

    def rank(self) -> Rank:
        """Where whoever asks does not say."""
        return Rank.USUAL

    def work(self) -> Iterator[A]:
        """In the process: results, each instead of the one before; the last is the answer."""
        raise NotImplementedError


def rules_of(game: str, choices: dict[str, Any]) -> tuple[Game, RulesSubmission]:
    """The game and the rules of a request; choices that are not lawful are refused."""
    found = catalogue.game(game)
    return found, submit(found.rules, choices)


# --- frames


class WorkerJob(msgspec.Struct, frozen=True):
    """To a process."""

    id: int
    request: bytes


class Refusing(msgspec.Struct, frozen=True):
    """A refusal as it travels."""

    sentence: str
    why: Refusal = Refusal.UNAVAILABLE
    cite: str = ""

    def error(self) -> Refused:
        return Refused(self.why, self.sentence, self.cite)


class WorkerResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """From a process: a result, or its end (``last``), with a refusal or with what went wrong."""

    id: int
    body: bytes = b""
    refused: Refusing | None = None
    failed: str = ""
    last: bool = False


def frame(made: msgspec.Struct) -> bytes:
    body = msgspec.msgpack.encode(made)
    return len(body).to_bytes(HEAD, "big") + body
