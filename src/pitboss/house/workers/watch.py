"""Play held against theory: a process reads the index of the record beside play, and nothing waits for it.

It keeps the sums of the gaming days that the index holds, and reads on from the last round that it saw. To work out what is to be
expected may take long; after a while it reports what it has seen so far, and goes on with the rest. A filing of which nothing can
be worked out keeps no other from being watched.
"""

import logging
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import groupby
from operator import attrgetter

import msgspec

from pitboss.house.protocol.theory import TheoryLine
from pitboss.house.records.filed import Filed
from pitboss.house.records.theory import Alarm, Day, Settled, Theory
from pitboss.house.workers.request import Request, rules_of
from pitboss.mathematics.kit.edge import edges_for

ROWS = """
SELECT w.table_id, w.round, r.submission, w.wager, w.placed_on, w.stake, w.returned, w.vigorish, w.odds
FROM wagers AS w JOIN rounds AS r USING (table_id, round)
WHERE r.gaming_day = ? AND w.table_id = ? AND w.round > ? AND NOT r.void ORDER BY w.round
"""
TABLES = "SELECT table_id, max(round) FROM rounds WHERE gaming_day = ? GROUP BY table_id"
SUBMISSIONS = "SELECT DISTINCT submission FROM rounds WHERE gaming_day = ? AND table_id = ? AND round > ?"
ENOUGH_SECONDS = 60.0  # after which what was seen so far is reported
LONGEST_SECONDS = 1800.0  # for one filing: on a busy machine the slowest game takes minutes, and nobody waits
log = logging.getLogger("pitboss")


class Watched(msgspec.Struct, frozen=True):
    """What was seen so far: alarms of each gaming day that the index holds; and every line of the latest of them."""

    day: str = ""
    lines: tuple[TheoryLine, ...] = ()
    alarms: tuple[tuple[str, Alarm], ...] = ()
    checked: int = 0  # settlements of that day that were held against the paytable
    unchecked: int = 0  # and those of which it says nothing: a share of a bank, an award for another's hand
    unknown: int = 0  # of submissions of which nothing could be found or worked out
    behind: bool = False  # whether there is more to look at


class PlayWatch:
    """In the process: what it has read so far."""

    def __init__(self) -> None:
        self.days: dict[str, Day] = {}
        self._read: dict[tuple[str, str], int] = {}  # by gaming day and table: the last round
        self._theories: dict[str, Theory | None] = {}
        self._until = 0.0

    def look(self, asked: "WatchAsked") -> Watched:
        filed = {one.submission: one for one in asked.filed}
        self._until, behind = time.monotonic() + ENOUGH_SECONDS, False
        with closing(sqlite3.connect(f"file:{asked.index}?mode=ro", uri=True)) as connection:
            days = sorted(day for (day,) in connection.execute("SELECT DISTINCT gaming_day FROM rounds"))
            for day in days:
                sums = self.days.setdefault(day, Day(day))
                for table, last in connection.execute(TABLES, (day,)).fetchall():
                    behind |= not self._look_at(connection, sums, table, last, filed)
        self._forget(set(days), set(filed))
        if not days:
            return Watched()
        alarms = tuple((day.day, alarm) for day in self.days.values() for alarm in day.alarms)
        last = self.days[days[-1]]
        return Watched(last.day, tuple(last.lines()), alarms, last.checked, last.unchecked, last.unknown, behind)

    def _look_at(
        self, connection: sqlite3.Connection, day: Day, table: str, last: int, filed: Mapping[str, Filed]
    ) -> bool:
        """Read on where a table was left; False where that has to wait for the next look."""
        after = self._read.get((day.day, table), 0)
        for (submission,) in connection.execute(SUBMISSIONS, (day.day, table, after)).fetchall():
            if submission not in self._theories and time.monotonic() > self._until:
                return False
            self._learn(submission, filed.get(submission))
        found = connection.execute(ROWS, (day.day, table, after))
        for number, rows in groupby((Settled(*row) for row in found), attrgetter("round")):
            one = list(rows)
            self._read[day.day, table] = number
            try:
                day.take(one, self._theories.get(one[0].submission))
            except Exception:  # the rounds after it are looked at all the same
                log.exception("round %s of %s cannot be held against anything", number, table)
                day.unknown += len(one)
        self._read[day.day, table] = last
        return True

    def _learn(self, submission: str, filed: Filed | None) -> None:
        """Work out what is to be expected. Of the tables of visitors, who may choose any rules, the paytable is enough."""
        if filed is None or self._theories.get(submission) is not None:
            return
        try:
            game, rules = rules_of(filed.game, filed.choices)
            self._theories[submission] = Theory(game, rules, [] if filed.own else edges_for(game, rules))
        except Exception:
            log.exception("nothing can be expected of %s, submission %s", filed.game, submission[:12])
            self._theories[submission] = None

    def _forget(self, days: set[str], submissions: set[str]) -> None:
        """What the index does not hold any more."""
        self.days = {day: sums for day, sums in self.days.items() if day in days}
        self._read = {key: last for key, last in self._read.items() if key[0] in days}
        self._theories = {one: known for one, known in self._theories.items() if one in submissions}


_watch = PlayWatch()  # of this process


class WatchAsked(Request[Watched], frozen=True):
    """Where the index is, and what was filed at the tables of the house."""

    lane, longest, answer, title = "watch", LONGEST_SECONDS, Watched, "The watch over play"

    index: str
    filed: tuple[Filed, ...]

    def work(self) -> Iterator[Watched]:
        behind = True
        while behind:
            seen = _watch.look(self)
            behind = seen.behind
            yield seen
