"""A gaming day at twelve tables, worked through the queue alone by staff who know nothing but "do the first task".

Filings are any lawful ones; tables are dealt by persons, with a generator, for patrons without a device, or automatically. Players
come, play and go; people are released and ended, equipment is sealed and taken, irregularities are reported, corrections proposed,
rules drafted and approved on conditions, tables closed and retired, pages send again what was sent, two persons press at once, a
device reads what a dealer enters, the house is restarted, and hours and days pass.

Nothing that is offered is ever refused; every list is signed by those whom it names; a refusal to open or close names everything
that is missing; when trouble ends, every table is open again. The same days are worked in a house that keeps its book, with fills,
credits, drawers, drops and counts, and people who miscount; there every gaming day that is over becomes final.

Control: a house that offers in the middle of a round what is done only between rounds.
"""

import random
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

from pitboss import catalogue
from pitboss.house.host import canceling
from tests.house.desk import run
from tests.house.money_shift import MoneyShift, plans_with_trays
from tests.house.shift import Shift, plans_of

TABLES, STEPS, DAYS = 12, 6000, 4


def day(seed: int, tables: int = TABLES, steps: int = STEPS, *, with_book: bool = False) -> str:
    """What came of a day."""
    pick = random.Random(seed)
    games = [pick.choice(sorted(catalogue.games())) for _ in range(tables)]
    with tempfile.TemporaryDirectory() as folder:

        async def work() -> str:
            kind, plans = (MoneyShift, plans_with_trays) if with_book else (Shift, plans_of)
            async with kind(Path(folder), plans(games, pick), pick) as shift:
                await shift.run(steps)
                await shift.finish()
                if isinstance(shift, MoneyShift):
                    await shift.close_the_books()
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
        print(f"day {seed} with its money: {day(seed, with_book=True)}", flush=True)
    found = control()
    print(f"control: {found or 'not noticed'}", flush=True)
    if not found:
        sys.exit("soak: shift failed")
