"""A gaming day at twelve tables, worked through the queue alone by staff who know nothing but "do the first task".

Filings are any lawful ones; tables are dealt by persons, with a generator, for patrons without a device, or automatically. Players
come, play and go; people are released and ended, equipment is sealed and taken, irregularities are reported, corrections proposed,
rules drafted and approved on conditions, tables closed and retired, pages send again what was sent, the house is restarted, and
hours and days pass. Nothing that is offered is ever refused; every list is signed by those whom it names; when
trouble ends, every table is open again. Control: a house that offers in the middle of a round what is done only between rounds.
"""

import random
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

from pitboss import catalogue
from pitboss.house.host import canceling
from tests.house.desk import run
from tests.house.shift import Shift, plans_of

TABLES, STEPS, DAYS = 12, 6000, 4


def day(seed: int, tables: int = TABLES, steps: int = STEPS) -> str:
    """What came of a day."""
    pick = random.Random(seed)
    games = [pick.choice(sorted(catalogue.games())) for _ in range(tables)]
    with tempfile.TemporaryDirectory() as folder:

        async def work() -> str:
            async with Shift(Path(folder), plans_of(games, pick), pick) as shift:
                await shift.run(steps)
                await shift.finish()
                done, troubles = sum(shift.done.values()), sum(shift.troubles.values())
                return f"{done} tasks done, {troubles} troubles, {shift.check_signatures()} signatures; nothing was refused"

        return run(work)


def control() -> str:
    """The complaint about a house that offers what cannot be done now."""
    with patch.object(canceling, "waits", lambda table: ""):
        for seed in range(20):
            try:
                day(seed, 3, 1500)
            except AssertionError as complaint:
                return str(complaint)
    return ""


def main() -> None:
    for seed in range(DAYS):
        print(f"day {seed}: {day(seed)}", flush=True)
    found = control()
    print(f"control: {found or 'not noticed'}", flush=True)
    if not found:
        sys.exit("soak: shift failed")
