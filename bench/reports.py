"""Reports: a month of 50 tables out of a journal on the disk, and the same as files."""

import asyncio
import tempfile
import time
from pathlib import Path

from pitboss.house.reports import output
from pitboss.house.reports.every import REPORTS
from pitboss.house.reports.money_record import MoneyRecord
from pitboss.house.reports.patron_cash import CashSource
from pitboss.house.reports.report import ReportQuery, make
from pitboss.house.storage.store import Store
from tests.house.money_days import MoneyDays

TABLES, FIRST, DAYS, LAST = 50, "2026-10-01", 31, "2026-10-31"


def run() -> dict[str, float | str]:
    """Seconds, processor time; the days themselves take longer to make up."""
    days = MoneyDays(TABLES, FIRST)
    for _ in days.days(FIRST, DAYS):
        pass
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measured(Path(folder) / "house.db", days))


async def _measured(database: Path, days: MoneyDays) -> dict[str, float | str]:
    store = Store(database)
    try:
        await store.commit([store.sealed(entry) for entry in days.journal])
        began = time.process_time()
        record = MoneyRecord(days.periods, days.places)
        record.take(store.entries("cage"))
        folded = time.process_time() - began
        query = ReportQuery(span="month", day=LAST)
        master = make(REPORTS["master-games"], record, query)
        one = time.process_time() - began
        for form in REPORTS.values():
            if form.source in ("money", "cash"):
                make(form, CashSource(record) if form.source == "cash" else record, query)
        every = time.process_time() - began
        head, found = output.header(master, "Holder", LAST), {}
        for kind, writer in output.WRITERS.items():
            began = time.process_time()
            writer(master, head)
            found[f"CPU seconds, that report as {kind}"] = time.process_time() - began
    finally:
        store.close()
    return {
        "entries of the journal, a month of 50 tables": float(len(days.journal)),
        "CPU seconds to fold them": folded,
        "CPU seconds, a month of 50 tables, the master games report": one,
        "CPU seconds, a month of 50 tables, every report of money": every,
        **found,
    }
