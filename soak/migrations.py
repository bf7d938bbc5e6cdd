"""Databases: brought to this version and killed at a hundred points, and fifty backups made under play and restored."""

import logging
import tempfile
import time
from collections import Counter
from pathlib import Path

from pitboss.house.workers.workers import Workers
from tests.house.migrating import Between, Migration
from tests.house.no_edges import follow_without_edges
from tests.house.test_backup import campaign

STATEMENTS, WRITTEN, TIMED, COPIES = 60, 25, 15, 50
LONGEST = 0.1  # seconds after which a migration of the fixture is over


def kills(folder: Path) -> Counter[int]:
    """Which version was left, how often; a state between raises."""
    migration = Migration(folder)
    last, size = migration.statements + 1, migration.bytes
    points = [("statement", 1 + n * (last - 1) // (STATEMENTS - 1)) for n in range(STATEMENTS)]
    points += [("bytes", 1 + n * (size - 2) // (WRITTEN - 1)) for n in range(WRITTEN)]
    timed = [("seconds", LONGEST * n / TIMED) for n in range(TIMED)]
    found = Counter(migration.kill(f"{n}", kind, point) for n, (kind, point) in enumerate([*points, *timed]))
    try:
        migration.kill("broken", "statement", last // 2, broken=True)
    except Between:
        return found
    raise SystemExit("  a migration that commits halfway was not found out")


def main() -> None:
    logging.disable(logging.ERROR)
    Workers.follow = follow_without_edges  # type: ignore[method-assign, assignment]  # nobody here looks at edges
    with tempfile.TemporaryDirectory() as folder:
        found = kills(Path(folder))
        print(
            f"  killed at {found.total()} points: {found[1]} left as they were, {found[2]} done, 0 between", flush=True
        )
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        wagers = campaign(Path(folder), COPIES)
        print(f"  {COPIES} backups under play restored, up to {wagers} wagers each, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
