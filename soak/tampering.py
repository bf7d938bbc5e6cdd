"""Attack the record of a house ten thousand times, and see that whoever kept a checkpoint finds every attack.

Each attack is made on a copy of one database, which a real house wrote (``tests.house.attacked``). An attack after which the
database says the same as before does not count. The same attacks without the checkpoint are the control: a record that was cut
off or rewritten as a whole, by one who made everything agree, is not found then.
"""

import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from pitboss.house.workers.workers import Workers
from tests.house.attacked import Kept, at_start, in_exports, make, opened, verdict
from tests.house.attacks import FILE, SQL, Impossible, by_file, by_sql, logical
from tests.house.no_edges import follow_without_edges

ATTACKS, SEED = 10_000, 35
STARTS = 1  # of each kind: a house is opened with what the attack left
BLIND = {  # what nobody can see without a checkpoint: the record as a whole agrees with itself
    "entry inserted, with the key",
    "history rewritten, with the key",
    "rounds cut off, with the key",
    "whole file rolled back",
    "checkpoints: row deleted",
    "checkpoints: rolled back",
}


class Outcome:
    """By kind of attack: how many were tried, and how many were found by what."""

    def __init__(self) -> None:
        self.tried, self.nothing, self.found, self.blind = (
            Counter[str](),
            Counter[str](),
            Counter[str](),
            Counter[str](),
        )
        self.started, self.at_start, self.exported = Counter[str](), Counter[str](), Counter[str]()
        self.missed: list[str] = []

    @property
    def missed_without(self) -> Counter[str]:
        """Attacks that an audit without the checkpoint does not find."""
        return self.tried - self.blind

    def table(self) -> str:
        lines = [f"{'kind':38}{'tried':>7}{'with':>7}{'without':>9}{'at start':>11}{'exports':>10}"]
        for kind in self.tried:
            opened, started = self.started[kind], f"{self.at_start[kind]}/{self.started[kind]}"
            lines.append(
                f"{kind:38}{self.tried[kind]:7}{self.found[kind]:7}{self.blind[kind]:9}{started:>11}"
                f"{f'{self.exported[kind]}/{opened}':>10}"
            )
        sums = (self.tried.total(), self.found.total(), self.blind.total())
        return "\n".join([*lines, f"{'all':38}{sums[0]:7}{sums[1]:7}{sums[2]:9}"])


def campaign(
    kept: Kept, attacks: int, seed: int, *, kinds: Sequence[str] = (*SQL, *FILE), control: bool = True, starts: int = 0
) -> Outcome:
    """So many attacks that change something, the kinds in turn; ``control``: also looked at without the checkpoint."""
    outcome, clean, sealer, number = Outcome(), logical(opened(kept.now)), kept.sealer, 0
    assert not verdict(opened(kept.now), sealer, kept.outside), "a record that nobody attacked is in order"
    while outcome.tried.total() < attacks:
        kind = kinds[number % len(kinds)]
        pick = random.Random(f"{seed} {kind} {number}")
        number += 1
        try:
            attacked = by_sql(SQL[kind], pick, kept) if kind in SQL else by_file(FILE[kind], pick, kept)
        except Impossible:
            continue
        if logical(attacked) == clean:
            outcome.nothing[kind] += 1
            continue
        outcome.tried[kind] += 1
        if verdict(attacked, sealer, kept.outside):
            outcome.found[kind] += 1
        else:
            outcome.missed.append(f"{kind} {number - 1}")
        if control:
            outcome.blind[kind] += bool(verdict(attacked, sealer))
        if outcome.started[kind] < starts:
            outcome.started[kind] += 1
            data = attacked.serialize()
            with tempfile.TemporaryDirectory() as folder:
                outcome.at_start[kind] += bool(at_start(Path(folder), data, kept))
            with tempfile.TemporaryDirectory() as folder:
                outcome.exported[kind] += bool(in_exports(Path(folder), data, kept))
        attacked.close()
    return outcome


def main() -> None:
    Workers.follow = follow_without_edges  # type: ignore[method-assign, assignment]  # nobody here looks at edges
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        kept = make(Path(folder), rounds=4)
    outcome = campaign(kept, ATTACKS, SEED, starts=STARTS)
    print(outcome.table())
    print(f"{outcome.nothing.total()} attacks changed nothing; {time.monotonic() - began:.0f} s")
    print(f"control: without the checkpoint {outcome.missed_without.total()} of {ATTACKS} are not found")
    for kind, count in outcome.missed_without.items():
        print(f"  {kind}: {count}")
    wrong = [f"missed: {one}" for one in outcome.missed]
    wrong += [f"missed without a checkpoint: {kind}" for kind in outcome.missed_without if kind not in BLIND]
    wrong += [f"the control found all of {kind}" for kind in BLIND if not outcome.missed_without[kind]]
    if wrong:
        sys.exit("\n".join(wrong))
