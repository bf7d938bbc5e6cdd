"""Runs the replay of a rules package in a process of its own, whatever is installed.

The wire between this module and a package, lines of JSON. Packages of any age speak it: fields may be added with defaults,
nothing is ever renamed, removed or given another meaning.

To the package: a ``Start``, then the entries of the record as they were exported, then an empty line; the next record may
follow in the same way. From the package: ``{"round": RoundFound}`` for every round that replayed as recorded, and last either
``{"end": EndFound}`` or ``{"refused": RefusedFound}``. After a refusal the rest of the record is not looked at.

A package is code of somebody's. Its process is confined (``confinement``): it reads the package and Python, and opens nothing
else. It is ended when it says nothing for long, takes too long in all, or says more than a record can lead to.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue, SimpleQueue
from threading import Thread
from typing import IO

import msgspec

from pitboss.rulebook import child, confinement
from pitboss.rulebook.errors import NotConfined, RulebookError
from pitboss.rulebook.package import Package

PATIENCE = 60.0  # seconds without a line read or a chunk taken; a round takes milliseconds
ENTRY_SECONDS = 0.25  # by which each entry makes the time longer that a record may take in all; it takes milliseconds
LINE_BYTES = 1 << 24  # the longest line: a snapshot of a table has some kilobytes
KIND_LETTERS = 60  # of the name of an error
SAID = 256  # lines that may wait to be looked at
CHUNK = 1 << 16  # bytes of entries handed over at once
AHEAD = 2  # chunks that may wait to be taken
NULL = msgspec.Raw(b"null")
_ALONE = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # rules of 0.1 import numpy, which would start threads
_KEPT = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT")  # of the environment; the rest is nothing to a package


class ReplayStart(msgspec.Struct, frozen=True):
    """What a replay begins with: the seeds that are known (hexadecimal, by serial number), and the table before the first entry.

    ``start`` is the snapshot of an earlier ``EndFound``; where it is null, the first entry is the first of the table.
    """

    table: str
    seeds: dict[int, str] = {}
    start: msgspec.Raw = NULL


class ReplayedRound(msgspec.Struct, frozen=True):
    """A round that replayed as recorded: its number, its entries, and where its outcomes came from."""

    round: int
    first: int
    last: int
    settlements: int = 0
    recomputed: int = 0  # outcomes recomputed from seeds
    unopened: int = 0  # outcomes whose seed is not known
    entered: bool = False  # outcomes were entered, by a person or a device


class EndFound(msgspec.Struct, frozen=True):
    """The table after the last entry; amounts in cents. ``snapshot`` is null while a round is in progress."""

    sequence: int
    head: str
    wagered: int = 0
    racks: dict[int, int] = {}
    snapshot: msgspec.Raw = NULL

    @property
    def as_start(self) -> bytes | None:
        """The snapshot, to begin another replay with."""
        return None if bytes(self.snapshot) == b"null" else bytes(self.snapshot)


class RefusedFound(msgspec.Struct, frozen=True):
    """The first difference: why, as the code of a refusal, and one sentence that names the entry."""

    why: str
    sentence: str


class _Line(msgspec.Struct, frozen=True):
    round: ReplayedRound | None = None
    end: EndFound | None = None
    refused: RefusedFound | None = None


Found = ReplayedRound | EndFound | RefusedFound
_read = msgspec.json.Decoder(_Line).decode
_WROTE, _TOO_LONG = object(), object()


class Replayer:
    """A package unpacked and running, for one record after the other: ``with Replayer(package) as replayer:``.

    It is used from one thread at a time. A replay that is not read to its end costs a new process. Not ``confined`` it has the
    rights of whoever runs it: for rules that are known to be one's own, where the machine cannot confine a process.
    """

    def __init__(self, package: Package, patience: float = PATIENCE, *, confined: bool = True) -> None:
        self.package, self.patience, self.confined = package, patience, confined
        if confined and (why := confinement.missing()):
            raise NotConfined(
                f"The rules package {package.version[:12]} was not run, for this machine cannot confine its process: {why}."
            )
        self._folder = tempfile.TemporaryDirectory(prefix="pitboss-rules-")  # readable by its owner only
        self._process: _Process | None = None
        self._at_rest = True  # false from the first line of a record until its last was heard
        try:
            package.unpack(Path(self._folder.name))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Replayer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._stop()
        self._folder.cleanup()

    def replay(
        self, table: str, entries: Iterable[bytes], seeds: Mapping[int, str], start: bytes | None = None
    ) -> Iterator[Found]:
        """What the package finds: every round, and last the end or the first difference."""
        if self._process is None or not self._at_rest:
            self._stop()
            self._process = _Process(self.package, Path(self._folder.name), self.patience, confined=self.confined)
        process, self._at_rest = self._process, False
        begin = ReplayStart(table, dict(seeds), NULL if start is None else msgspec.Raw(start))
        try:
            yield from process.replay(_chunks(msgspec.json.encode(begin), entries))
        except BaseException:
            process.stop()  # and not the one of a replay that was begun since
            if self._process is process:
                self._process = None
            raise
        self._at_rest = True

    def _stop(self) -> None:
        if self._process is not None:
            self._process.stop()
            self._process = None


def replay(
    package: Package,
    table: str,
    entries: Iterable[bytes],
    seeds: Mapping[int, str],
    start: bytes | None = None,
    patience: float = PATIENCE,
) -> Iterator[Found]:
    """One record replayed by a package, in a process that ends with it."""
    with Replayer(package, patience) as replayer:
        yield from replayer.replay(table, entries, seeds, start)


class _Process:
    """The process of a package, a thread that writes to it and one that reads. What happens in either comes through one queue,
    so that the caller's thread alone iterates over entries, and nobody waits for a pipe that nobody empties."""

    def __init__(self, package: Package, folder: Path, patience: float, *, confined: bool) -> None:
        self._name, self._patience, self._waiting = f"The rules package {package.version[:12]}", patience, 0
        self._errors, self._over = tempfile.TemporaryFile(), False  # noqa: SIM115  (closed by stop)
        words = [str(Path(child.__file__).resolve()), str(folder), package.rules.entry, *["confined"] * confined]
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-B", *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, cwd=folder,
            env=_ALONE | {name: os.environ[name] for name in _KEPT if name in os.environ},
        )  # fmt: skip
        self._happened: Queue[object] = Queue(SAID)
        self._to_write: SimpleQueue[bytes | None] = SimpleQueue()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        Thread(target=self._write, args=(self._process.stdin,), daemon=True).start()
        Thread(target=self._hear, args=(self._process.stdout,), daemon=True).start()

    def replay(self, chunks: Iterator[bytes]) -> Iterator[Found]:
        more, entries, rounds = True, 0, 0
        ends = time.monotonic() + self._patience
        while True:
            while more and self._waiting < AHEAD:
                chunk = next(chunks, None)
                more = chunk is not None
                self._hand_over(b"\n" if chunk is None else chunk)
                handed = 0 if chunk is None else chunk.count(b"\n")
                entries, ends = entries + handed, ends + handed * ENTRY_SECONDS
            happened = self._next(ends)
            if isinstance(happened, bytes):
                found = self._understood(happened)
                if isinstance(found, ReplayedRound):
                    rounds += 1
                    if rounds > entries:
                        raise RulebookError(f"{self._name} told of more rounds than the record has, and was ended.")
                    asked = time.monotonic()
                    yield found
                    ends += time.monotonic() - asked  # what others take is not its own
                    continue
                if more and isinstance(found, EndFound):
                    raise RulebookError(
                        f"{self._name} came to an end before it was given the whole record, and was ended."
                    )
                if more:
                    self._hand_over(b"\n")  # the rest of a refused record is kept back
                yield found
                return

    def stop(self) -> None:
        """End the process. Its threads end with the pipes."""
        self._over = True
        self._process.kill()
        self._process.wait()
        with suppress(Empty):
            while True:
                self._happened.get_nowait()
        with suppress(Full):
            self._happened.put_nowait(None)  # for whoever replays with it still
        self._to_write.put(None)
        self._errors.close()

    def _hand_over(self, chunk: bytes) -> None:
        self._waiting += 1
        self._to_write.put(chunk)

    def _next(self, ends: float) -> object:
        asked = time.monotonic()
        try:
            happened = self._happened.get(timeout=max(0.0, min(ends - asked, self._patience)))
        except Empty:
            silent = time.monotonic() - asked >= self._patience
            how = (
                f"said nothing for {self._patience:g} seconds"
                if silent
                else "took longer than any replay of this record"
            )
            raise RulebookError(f"{self._name} {how} and was ended.") from None
        if happened is None:
            raise self._died()
        if happened is _TOO_LONG:
            raise RulebookError(f"{self._name} said a line of more than {LINE_BYTES} bytes, and was ended.")
        self._waiting -= happened is _WROTE
        return happened

    def _understood(self, line: bytes) -> Found:
        try:
            said = _read(line)
        except (msgspec.MsgspecError, UnicodeError):
            said = _Line()
        found = said.round or said.end or said.refused
        if found is None:
            raise RulebookError(f"{self._name} said something that is no line of a replay, and was ended.")
        return found

    def _died(self) -> RulebookError:
        """What is known of a process that ended by itself: never the words of its error, which might tell a secret."""
        status = self._process.wait()
        if self._errors.closed:
            return RulebookError(f"{self._name} was ended before the record was replayed.")
        if status == child.WRONG_PACKAGE:
            return RulebookError(f"{self._name} cannot run here: Python would import pitboss from elsewhere.")
        self._errors.seek(0)
        last = self._errors.read(confinement.WRITTEN_BYTES).decode(errors="replace").strip().rpartition("\n")[2]
        if status == child.UNCONFINED:
            return NotConfined(
                f"{self._name} was not run, for its process could not be confined: {last.partition(': ')[2]}."
            )
        kind = last.partition(":")[0]
        why = f" with {kind}" if kind.replace(".", "").isidentifier() and len(kind) < KIND_LETTERS else ""
        return RulebookError(f"{self._name} ended{why} (status {status}) before the record was replayed.")

    def _write(self, pipe: IO[bytes]) -> None:
        while (chunk := self._to_write.get()) is not None:
            try:
                pipe.write(chunk)
                pipe.flush()
            except (OSError, ValueError):
                break  # it ended; whoever reads from it will say so
            self._put(_WROTE)
        with suppress(OSError):  # what it did not take
            pipe.close()

    def _hear(self, pipe: IO[bytes]) -> None:
        with pipe:
            while not self._over and (line := pipe.readline(LINE_BYTES)):
                if len(line) == LINE_BYTES and not line.endswith(b"\n"):
                    self._put(_TOO_LONG)
                    break
                self._put(line)
        self._put(None)

    def _put(self, happened: object) -> None:
        """Hand something to who replays, as soon as they have looked at what came before; nobody waits once it is over."""
        while not self._over:
            with suppress(Full):
                self._happened.put(happened, timeout=0.5)
                return


def _chunks(begin: bytes, entries: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a record, put together so that few are handed over one by one. An empty line would end the record."""
    lines, size = [begin], len(begin)
    for entry in entries:
        lines.append(entry.strip())
        if not lines[-1] or b"\n" in lines[-1]:
            raise RulebookError("An entry to be replayed is not one line.")
        size += len(entry)
        if size >= CHUNK:
            yield b"\n".join(lines) + b"\n"
            lines, size = [], 0
    if lines:
        yield b"\n".join(lines) + b"\n"
