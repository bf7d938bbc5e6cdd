"""Recorded rounds settled again under another edition or reading on demand: ``pitboss otherwise`` in a process of its own,
while the house is open."""

import asyncio
import os
import re
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pitboss import catalogue, law
from pitboss.house.clock import Clock
from pitboss.house.protocol.board import OtherReading, OtherwiseState, SettledOtherwise, SettleOtherwise
from pitboss.house.storage.record_file import as_file
from pitboss.house.storage.store import Store
from pitboss.house.table.hours import gaming_day
from pitboss.procedure import Refusal, Refused
from pitboss.submission import choices

MOST_SHOWN = 200  # of each kind of finding; pitboss otherwise lists all
MOST_CHOICES, MOST_LETTERS, LONGEST_LINE = 10, 500, 1 << 20
NICENESS = 10  # the game comes first
WRITTEN = re.compile(r"[a-z][a-z0-9_]*=\S.*")
ALL_CHAPTERS, GENERAL, EDITION = "all chapters", "general", "edition"


@cache
def other_readings() -> tuple[OtherReading, ...]:
    """Everything that can be read otherwise by a filed choice: editions, then contested readings, chapter by chapter."""
    return (*_editions(), *_rivals())


def _editions() -> Iterator[OtherReading]:
    for game in catalogue.games().values():
        kind = choices(game.rules).get(EDITION)
        for name in kind[0] if kind else ():
            edition = law.edition(game.chapter, name)
            yield OtherReading(game.chapter, edition.name, f"{EDITION}={edition.name}", edition.words)


def _rivals() -> Iterator[OtherReading]:
    for name in (GENERAL, *law.chapters()):
        for reading in law.chapter(name).reading:
            for rival in reading.rivals:
                if rival.value:
                    chapter = ALL_CHAPTERS if name == GENERAL else name
                    written = f"{reading.choice}={rival.value}"
                    yield OtherReading(chapter, reading.id, written, rival.says, rival.costs)


class OtherwiseSettlement:
    """One at a time; what the last one found is kept until the house closes."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._found = OtherwiseState()
        self._refused = ""
        self._task: asyncio.Task[None] | None = None

    @property
    def state(self) -> OtherwiseState:
        return msgspec.structs.replace(self._found, readings=other_readings())

    def begin(self, asked: SettleOtherwise) -> OtherwiseState:
        """Refuse a second one at a time, and what could not be read."""
        if self._found.state == "running":
            raise Refused(Refusal.STALE, "Rounds are being settled under another reading already.", "")
        _check(asked)
        self._refused = ""
        self._found = OtherwiseState("running", chosen=asked.chosen, base=asked.base, day=asked.day)
        self._task = asyncio.create_task(self._run(asked))
        return self.state

    def stop(self) -> OtherwiseState:
        if self._task is not None:
            self._task.cancel()
        return self.state

    async def done(self) -> OtherwiseState:
        """Wait until it is over."""
        if self._task is not None:
            await asyncio.wait([self._task])
        return self.state

    async def _run(self, asked: SettleOtherwise) -> None:
        process: Process | None = None
        try:
            with ExitStack() as files:
                database = await asyncio.to_thread(files.enter_context, as_file(self._store))
                arguments = _arguments(database, asked)
                process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "pitboss.cli", *arguments, stdin=DEVNULL, stdout=PIPE,
                    limit=LONGEST_LINE, preexec_fn=_politely,
                )  # fmt: skip
                assert process.stdout is not None
                async for line in process.stdout:
                    self._take(msgspec.json.decode(line))
                self._end("" if await process.wait() == 0 else self._refused or "It ended too early.")
        except asyncio.CancelledError:
            self._end("It was stopped.")
        except Exception:
            self._end("The record could not be read.")
            raise
        finally:
            if process is not None and process.returncode is None:
                process.kill()

    def _take(self, line: dict[str, Any]) -> None:
        """One line that the command prints: totals so far, a settlement, or a round that cannot be compared."""
        found = self._found
        if "refused" in line:
            self._refused = line["refused"]["sentence"]
        elif "totals" in line:
            totals = {name: line["totals"].get(name, 0) for name in COUNTED}
            patrons = {who: more for who, more in line["totals"].get("patrons", {}).items() if more}
            self._found = msgspec.structs.replace(found, **totals, patrons=patrons)
        elif "why" in line:
            if len(found.left) < MOST_SHOWN:
                words = f"{line['table']} round {line['round']}: {line['why']}".strip()
                self._found = msgspec.structs.replace(found, left=(*found.left, words))
        elif len(found.changes) < MOST_SHOWN:
            self._found = msgspec.structs.replace(found, changes=(*found.changes, _change(line)))

    def _end(self, sentence: str) -> None:
        state = "failed" if sentence else "done"
        self._found = msgspec.structs.replace(self._found, state=state, sentence=sentence, ended=self._clock.stamp())


COUNTED = ("rounds", "settlements", "changed", "not_comparable", "more")


def _check(asked: SettleOtherwise) -> None:
    if asked.day:
        gaming_day(asked.day, "UTC", "00:00")  # a date, or a refusal
    if not 1 <= len(asked.chosen) <= MOST_CHOICES or len(asked.base) > MOST_CHOICES:
        raise Refused(Refusal.MALFORMED, f"Choose a reading, and {MOST_CHOICES} choices at most.", "")
    for written in (*asked.chosen, *asked.base):
        if len(written) > MOST_LETTERS or not WRITTEN.fullmatch(written):
            raise Refused(Refusal.MALFORMED, f"Expected CHOICE=VALUE, like edition=2019-proposed, not {written!r}.", "")


def _arguments(database: Path, asked: SettleOtherwise) -> Sequence[str]:
    day = ["--day", asked.day] if asked.day else []
    sets = [word for written in asked.chosen for word in ("--set", written)]
    bases = [word for written in asked.base for word in ("--base", written)]
    return ["otherwise", str(database), *sets, *bases, *day, "--names", "--json", "--progress"]


def _politely() -> None:
    os.nice(NICENESS)


def _change(line: dict[str, Any]) -> SettledOtherwise:
    wager = f"{line['wager']} {line['on']}".strip()
    who = line.get("name") or (f"p{line['patron']}" if line.get("patron") else "")
    return SettledOtherwise(
        line["table"], line["round"], line["seat"], wager, line["stake"], line["before"], line["after"],
        line["cite_before"], line["cite_after"], who,
    )  # fmt: skip
