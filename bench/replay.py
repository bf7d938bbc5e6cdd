"""``pitboss verify --database --replay``: every round of eight games played again, beside the walk of the same hash chains.

The database is made by ``long_past``, by the rules that are running; ``PITBOSS_REPLAYED`` says how many rounds it has (16,000
unless told), and a second one has a tenth of them, for what memory does. A walk reads the same entries from the same database
and checks their hashes; it plays nothing. What several processes take is compared by the clock, which is worth something on a
quiet machine only, and by CPU: what one process takes, for what all of them take together.
"""

import asyncio
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from bench import long_past
from bench.measure import Measured, side_by_side
from pitboss.cores import cores
from pitboss.house.storage.reading import Reader
from pitboss.house.storage.seal import Sealer
from pitboss.house.table.replay_all import replay_database
from pitboss.journal import GENESIS, verify

ROUNDS = int(os.environ.get("PITBOSS_REPLAYED", "16000"))
TURNS = 3
COMMAND = """
import sys, time
from pathlib import Path
from pitboss.house.table.replay_all import replay_database
if __name__ == "__main__":
    begun = time.monotonic()
    for _ in replay_database(Path(sys.argv[1]), processes=int(sys.argv[2])):
        pass
    print(time.monotonic() - begun)
"""


def walk(database: Path) -> Callable[[], int]:
    def work() -> int:
        found = 0
        with closing(Reader(database, Sealer.beside(database))) as reader:
            for table in reader.tables():
                head = GENESIS
                for sequence, entry in enumerate(reader.entries(table)):
                    head = verify([entry], head, sequence)
                    found += 1
        return found

    return work


def replay(database: Path) -> Callable[[], int]:
    return lambda: sum(one.entries for one in replay_database(database))


def by_command(database: Path, processes: int) -> tuple[float, float, float]:
    """Seconds by the clock without those of starting, seconds of CPU, and MB of the largest process so far."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run(
        [sys.executable, "-c", COMMAND, str(database), str(processes)], capture_output=True, text=True, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return float(said.stdout), cpu, after.ru_maxrss / 1024


def run() -> dict[str, float | str]:
    with tempfile.TemporaryDirectory() as folder:
        database, tenth = Path(folder) / "house.db", Path(folder) / "tenth.db"
        for file, rounds in ((tenth, ROUNDS // 10), (database, ROUNDS)):
            begun = time.process_time()
            asyncio.run(long_past.fill(file, rounds))
            made = rounds / (time.process_time() - begun)
        ours, theirs = side_by_side(replay(tenth), walk(tenth))
        few = by_command(tenth, cores())[2]
        pairs = [(by_command(database, 1), by_command(database, cores())) for _ in range(TURNS)]
    return {
        "rounds/s made by the generator": made,
        "entries/s walked, hashes alone": theirs,
        "entries/s played again": ours,
        f"times one process by the clock, for each of {cores()} cores": Measured(
            [alone[0] / together[0] / cores() for alone, together in pairs]
        ),
        "CPU of one process, for that of all of them": Measured([alone[1] / together[1] for alone, together in pairs]),
        f"MB of the largest process, {ROUNDS // 10:,} rounds": few,
        f"MB of the largest process, {ROUNDS:,} rounds": pairs[-1][1][2],
    }
