"""Play held against theory in a process of its own: it reads the index of the record beside play, and nothing waits for it.

It keeps the sums of the gaming days that the index holds, and reads on from the last round that it saw.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.house.records.theory import Alarm, Day, Line, Settled, Theory
from pitboss.house.workers.standing import StandingProcess, serve
from pitboss.mathematics.kit.edge import edges_for
from pitboss.submission import submit

ROWS = """
SELECT w.table_id, w.round, r.submission, w.wager, w.placed_on, w.stake, w.returned, w.vigorish, w.odds
FROM wagers AS w JOIN rounds AS r USING (table_id, round)
WHERE r.gaming_day = ? AND w.table_id = ? AND w.round > ? AND NOT r.void ORDER BY w.round
"""
TABLES = "SELECT table_id, max(round) FROM rounds WHERE gaming_day = ? GROUP BY table_id"


class Filed(msgspec.Struct, frozen=True):
    """What is filed under the hash of a submission."""

    submission: str
    game: str
    choices: dict[str, Any]


class Look(msgspec.Struct, frozen=True):
    """Where the index is, and what was filed at the tables of the house."""

    index: str
    filed: tuple[Filed, ...]


class Watched(msgspec.Struct, frozen=True):
    """What was seen since the last look: alarms of each gaming day; and every line of the latest of them."""

    day: str = ""
    lines: tuple[Line, ...] = ()
    alarms: tuple[tuple[str, Alarm], ...] = ()
    checked: int = 0  # settlements of that day that were held against the paytable
    untold: int = 0  # and those of which it says nothing: a share of a bank, an award for another's hand
    unknown: int = 0  # of submissions that are not in force any more


class Watch:
    """In the process: what it has read so far."""

    def __init__(self) -> None:
        self.days: dict[str, Day] = {}
        self._read: dict[tuple[str, str], int] = {}  # by gaming day and table: the last round
        self._theories: dict[str, Theory] = {}

    def look(self, asked: Look) -> Watched:
        filed = {one.submission: one for one in asked.filed}
        alarms = []
        with closing(sqlite3.connect(f"file:{asked.index}?mode=ro", uri=True)) as line:
            days = sorted(day for (day,) in line.execute("SELECT DISTINCT gaming_day FROM rounds"))
            for day in days:
                sums = self.days.setdefault(day, Day(day))
                before = len(sums.alarms)
                for rows in self._rounds(line, day):
                    sums.take(rows, self._theory(filed.get(rows[0].submission)))
                alarms += [(day, alarm) for alarm in sums.alarms[before:]]
        for gone in self.days.keys() - set(days):
            del self.days[gone]
        if not days:
            return Watched()
        last = self.days[days[-1]]
        return Watched(last.day, tuple(last.lines()), tuple(alarms), last.checked, last.untold, last.unknown)

    def _rounds(self, line: sqlite3.Connection, day: str) -> Iterator[list[Settled]]:
        for table, last in line.execute(TABLES, (day,)).fetchall():
            found = line.execute(ROWS, (day, table, self._read.get((day, table), 0)))
            for _, rows in groupby((Settled(*row) for row in found), attrgetter("round")):
                yield list(rows)
            self._read[day, table] = last

    def _theory(self, filed: Filed | None) -> Theory | None:
        if filed is None:
            return None
        known = self._theories.get(filed.submission)
        if known is None:
            game = catalogue.game(filed.game)
            rules = submit(game.rules, {name: value for name, value in filed.choices.items() if value is not None})
            known = self._theories[filed.submission] = Theory(game, rules, edges_for(game, rules))
        return known


class TheoryWorker(StandingProcess):
    """The process, as the house asks it."""

    def __init__(self) -> None:
        super().__init__("pitboss.house.workers.theory_worker")
        self.latest = Watched()

    async def look(self, asked: Look) -> Watched:
        found = msgspec.json.decode(await self.ask(asked), type=Watched | None)
        if found is not None:
            self.latest = found
        return found or Watched()


if __name__ == "__main__":
    serve(Look, Watch().look)
