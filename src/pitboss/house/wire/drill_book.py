"""What has to be remembered of drills when the process that asked is gone: exams with their answers, and questions answered once.

It is no part of the record: a file of its own beside a database that is one, else tables of the server, which every process of a
shared house reads and which decides which of two answers came first. Nothing in it is older than an exam may be. What would give a
question or a name away is sealed.
"""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from pitboss.house.storage import dialect
from pitboss.house.storage.seal import Sealer, token_hash
from pitboss.house.storage.store import StorageFailed, Store
from pitboss.house.workers.drills import ExamPaper

LAYOUT = """
CREATE TABLE IF NOT EXISTS exams (id TEXT PRIMARY KEY, address TEXT NOT NULL, begun REAL NOT NULL, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS answers (
    exam TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (exam, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS asked (
    exam TEXT NOT NULL, number INTEGER NOT NULL, at REAL NOT NULL, PRIMARY KEY (exam, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answered (question TEXT PRIMARY KEY, at REAL NOT NULL, body BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS answered_at ON answered (at);
"""
VERSION = 1
LAYING_OUT = 617_689  # the advisory lock of whoever lays it out at a server
ALL = 1_000_000_000
BUSY_SECONDS = 10.0  # for which another process may hold the file
Given = tuple[str, float]  # an answer, and the seconds that it took


class ExamBegun(msgspec.Struct, frozen=True, array_like=True):
    """An exam as it began; ``at`` by the wall clock."""

    owner: str
    address: str
    paper: ExamPaper
    name: str
    date: str
    at: float


class ExamStanding(msgspec.Struct, frozen=True):
    """An exam as it stands. ``asked``: when the question after the last answer was first told, if it was."""

    begun: ExamBegun
    answers: tuple[Given, ...]
    asked: float | None


def book_of(store: Store) -> "DrillBook":
    """Where the drills of a house are kept."""
    connect = store.connect if store.address else partial(in_file, store.path.with_name(store.path.name + ".drills"))
    return DrillBook(connect, store.sealer)


def in_file(path: Path) -> sqlite3.Connection:
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)


class DrillBook:
    """It is opened for each thing that is done with it, which happens at the pace of people; whoever calls waits for the disk."""

    def __init__(self, connect: Callable[[], Any], sealer: Sealer) -> None:
        self._connect, self._sealer, self._is_laid_out = connect, sealer, False

    # --- exams

    def begin(self, exam: str, begun: ExamBegun, *, most: int, most_of_address: int, oldest: float) -> None:
        """Keep a new exam. The oldest of an address that has many, or of all, is given up for it, and all that are too old."""
        id, address = token_hash(exam), self._sealer.token(f"address {begun.address}")
        with self._writing() as connection:
            own = f"SELECT id FROM exams WHERE address = ? ORDER BY begun DESC, id LIMIT {ALL} OFFSET ?"
            every = f"SELECT id FROM exams ORDER BY begun DESC, id LIMIT {ALL} OFFSET ?"
            late = "SELECT id FROM exams WHERE begun < ?"
            for query, values in ((own, (address, most_of_address - 1)), (every, (most - 1,)), (late, (oldest,))):
                for (former,) in connection.execute(query, values).fetchall():
                    _forget(connection, former)
            connection.execute(
                "INSERT INTO exams VALUES (?, ?, ?, ?)", (id, address, begun.at, self._sealed(begun, id))
            )

    def find(self, exam: str) -> ExamStanding | None:
        id = token_hash(exam)
        with self._open() as connection:
            row = connection.execute("SELECT body FROM exams WHERE id = ?", (id,)).fetchone()
            if row is None:
                return None
            given = connection.execute(
                "SELECT number, body FROM answers WHERE exam = ? ORDER BY number", (id,)
            ).fetchall()
            answers = tuple(self._opened(body, f"{id} {number}", Given) for number, body in given)
            asked = connection.execute(
                "SELECT at FROM asked WHERE exam = ? AND number = ?", (id, len(answers) + 1)
            ).fetchone()
            return ExamStanding(self._opened(row[0], id, ExamBegun), answers, asked[0] if asked is not None else None)

    def asked(self, exam: str, number: int, at: float) -> None:
        """A question is told for the first time."""
        with self._writing() as connection:
            connection.execute("INSERT OR IGNORE INTO asked VALUES (?, ?, ?)", (token_hash(exam), number, at))

    def answer(self, exam: str, number: int, given: Given) -> Given:
        """Keep an answer; the one that counts is the first, whichever process took it."""
        id = token_hash(exam)
        with self._writing() as connection:
            if connection.execute("SELECT 1 FROM exams WHERE id = ?", (id,)).fetchone() is not None:
                body = self._sealed(given, f"{id} {number}")
                connection.execute("INSERT OR IGNORE INTO answers VALUES (?, ?, ?)", (id, number, body))
            found = connection.execute(
                "SELECT body FROM answers WHERE exam = ? AND number = ?", (id, number)
            ).fetchone()
        counts: Given = given if found is None else self._opened(found[0], f"{id} {number}", Given)
        return counts

    def give_up(self, exam: str) -> None:
        with self._writing() as connection:
            _forget(connection, token_hash(exam))

    # --- questions that are asked one by one

    def answer_to(self, token: str) -> str | None:
        """How a question was answered; None where it was not."""
        question = token_hash(token)
        with self._open() as connection:
            row = connection.execute("SELECT body FROM answered WHERE question = ?", (question,)).fetchone()
        return None if row is None else str(self._opened(row[0], question, str))

    def answered(self, token: str, answer: str, at: float, *, most: int, oldest: float) -> str:
        """Keep an answer; the one that counts is the first. Those that nobody may answer any more are forgotten."""
        question = token_hash(token)
        with self._writing() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO answered VALUES (?, ?, ?)", (question, at, self._sealed(answer, question))
            )
            connection.execute("DELETE FROM answered WHERE at < ?", (oldest,))
            connection.execute(
                "DELETE FROM answered WHERE question IN"
                f" (SELECT question FROM answered ORDER BY at DESC LIMIT {ALL} OFFSET ?)",
                (most,),
            )
            row = connection.execute("SELECT body FROM answered WHERE question = ?", (question,)).fetchone()
        return answer if row is None else str(self._opened(row[0], question, str))

    # --- the file

    def _sealed(self, content: object, place: str) -> bytes:
        return self._sealer.seal(msgspec.msgpack.encode(content), f"a drill {place}")

    def _opened(self, body: bytes, place: str, kind: Any) -> Any:
        return msgspec.msgpack.decode(self._sealer.open(body, f"a drill {place}"), type=kind)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[Any]:
        """One transaction, on the disk when it is over."""
        with self._open() as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")

    @contextlib.contextmanager
    def _open(self) -> Iterator[Any]:
        """A connection; what is not committed when it is closed is rolled back."""
        try:
            with contextlib.closing(self._connect()) as connection:
                self._lay_out(connection)
                yield connection
        except (sqlite3.Error, OSError) as error:
            raise StorageFailed(f"What is kept of drills cannot be used: {error}.") from error

    def _lay_out(self, connection: Any) -> None:
        """A file may be deleted at any time."""
        is_file = isinstance(connection, sqlite3.Connection)
        if is_file and connection.execute("PRAGMA user_version").fetchone() != (VERSION,):
            connection.executescript(f"BEGIN IMMEDIATE; {LAYOUT} PRAGMA user_version = {VERSION}; COMMIT")
        elif not is_file and not self._is_laid_out:
            connection.execute("BEGIN")
            connection.execute("SELECT pg_advisory_xact_lock(?)", (LAYING_OUT,))  # processes may be here at once
            for statement in filter(str.strip, LAYOUT.split(";")):
                connection.execute(dialect.typed(statement))
            connection.execute("COMMIT")
            self._is_laid_out = True


def _forget(connection: Any, exam: str) -> None:
    connection.execute("DELETE FROM exams WHERE id = ?", (exam,))
    connection.execute("DELETE FROM answers WHERE exam = ?", (exam,))
    connection.execute("DELETE FROM asked WHERE exam = ?", (exam,))
