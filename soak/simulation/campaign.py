"""``python -m soak simulation``: broken houses are found out, and many seeds of the real one are played."""

import sys
import time
from collections import Counter

from soak.simulation.adversary import disturb
from soak.simulation.broken import ATTACKED, CONTROLS, SEEDS, attacks_until_found, seeds_until_found
from soak.simulation.disk import available
from soak.simulation.run import Disturb, Outcome, simulate

MANY, HOURS, FIRST = 60, 1.0, 1000
TOLD = 10  # seeds, after which the campaign says how far it is


def told(outcome: Outcome, option: str = "") -> str:
    """A run that found something: how to see it again, and what led to it."""
    again = f"python -m soak.simulation {option}{outcome.seed} {outcome.virtual / 3600 + 0.01:.2f} {' '.join(outcome.games)}"
    return "\n".join(
        [f"  {again}:", *(f"    {one}" for one in outcome.broken[:5]), *(f"      {one}" for one in outcome.trace[-30:])]
    )


def campaign(
    seeds: int = MANY, hours: float = HOURS, first: int = FIRST, disturb: Disturb | None = None
) -> list[Outcome]:
    """Play so many seeds; those in which a promise was broken. ``disturb``: what goes wrong instead of the usual."""
    bad, began, total, disturbed = list[Outcome](), time.process_time(), Counter[str](), Counter[str]()
    house = tables = 0.0
    for n, seed in enumerate(range(first, first + seeds), 1):
        outcome = simulate(seed, hours, disturb=disturb)
        house, tables = house + outcome.virtual / 3600, tables + outcome.table_hours
        total.update(rounds=outcome.rounds, frames=outcome.frames, commits=outcome.steps)
        total.update({f"commands {what}": times for what, times in outcome.commands.items()})
        disturbed.update(outcome.disturbed)
        if outcome.broken:
            bad.append(outcome)
            print(told(outcome, "--attacked " if disturb is not None else ""), flush=True)
        if n % TOLD == 0 or n == seeds:
            spent = (time.process_time() - began) / 3600
            print(
                f"  {n} seeds: {house:,.1f} hours of houses, {tables:,.1f} of tables; "
                + ", ".join(f"{times:,} {what}" for what, times in total.items())
                + f"; {dict(disturbed)}; {len(bad)} seeds with a broken promise. In an hour of one core: "
                f"{house / spent:,.0f} hours of houses, {tables / spent:,.0f} of tables",
                flush=True,
            )
    return bad


def main() -> None:
    if not available():
        raise SystemExit("  the SQLite of this Python cannot be reached: its disk cannot be simulated")
    for name in (*CONTROLS, *ATTACKED):
        found = seeds_until_found(name) if name in CONTROLS else attacks_until_found(name)
        print(
            f"  a house that {name}: " + (f"found out with seed {found}" if found else f"not found in {SEEDS} seeds"),
            flush=True,
        )
        if not found:
            raise SystemExit(1)
    if simulate(FIRST, 0.1).digest != simulate(FIRST, 0.1).digest:
        raise SystemExit("  one seed gave two runs")
    broken = campaign()
    print("  and with somebody who writes the database:", flush=True)
    broken += campaign(disturb=disturb)
    if broken:
        sys.exit("  a promise was broken")
