"""``python -m soak simulation``: broken houses are found out, and many seeds of the real one are played."""

import sys
import time
from collections import Counter

from soak.simulation.broken import CONTROLS, SEEDS, seeds_until_found
from soak.simulation.disk import available
from soak.simulation.run import TABLES, Outcome, simulate

MANY, HOURS, FIRST = 60, 1.0, 1000


def told(outcome: Outcome) -> str:
    """A run that found something: how to see it again, and what led to it."""
    again = f"python -m soak.simulation {outcome.seed} {outcome.virtual / 3600 + 0.01:.2f} {' '.join(outcome.games)}"
    return "\n".join(
        [f"  {again}:", *(f"    {one}" for one in outcome.broken[:5]), *(f"      {one}" for one in outcome.trace[-30:])]
    )


def campaign(seeds: int = MANY, hours: float = HOURS, first: int = FIRST) -> list[Outcome]:
    """Play so many seeds; those in which a promise was broken."""
    bad, began, played, disturbed = list[Outcome](), time.process_time(), 0.0, Counter[str]()
    rounds = frames = acknowledged = 0
    for seed in range(first, first + seeds):
        outcome = simulate(seed, hours)
        played, rounds, frames = played + outcome.virtual, rounds + outcome.rounds, frames + outcome.frames
        acknowledged += outcome.commands["acknowledged"]
        disturbed.update(outcome.disturbed)
        if outcome.broken:
            bad.append(outcome)
            print(told(outcome), flush=True)
    spent = time.process_time() - began
    print(
        f"  {seeds} seeds, {played / 3600:,.1f} hours of a house with {TABLES} tables, {rounds:,} rounds, {acknowledged:,} commands "
        f"acknowledged, {frames:,} frames read, {dict(disturbed)}, {len(bad)} seeds with a broken promise; "
        f"{TABLES * played / spent:,.0f} hours of a table in an hour of one core",
        flush=True,
    )
    return bad


def main() -> None:
    if not available():
        raise SystemExit("  the SQLite of this Python cannot be reached: its disk cannot be simulated")
    for name in CONTROLS:
        found = seeds_until_found(name)
        print(
            f"  a house that {name}: " + (f"found out with seed {found}" if found else f"not found in {SEEDS} seeds"),
            flush=True,
        )
        if not found:
            raise SystemExit(1)
    if simulate(FIRST, 0.1).digest != simulate(FIRST, 0.1).digest:
        raise SystemExit("  one seed gave two runs")
    if campaign():
        sys.exit("  a promise was broken")
