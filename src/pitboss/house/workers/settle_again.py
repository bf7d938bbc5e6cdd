"""Every recorded round settled again by the engine that has nothing of the one that played, in a process."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from pitboss.house.protocol.board import NotSettledAgain, SettledAgain, SettlementDiffering
from pitboss.house.storage.backup import key_of
from pitboss.house.storage.reading import Reader
from pitboss.house.storage.seal import Sealer
from pitboss.house.workers.request import Request
from pitboss_audit import Auditor, Difference, Report, rounds

MOST_SHOWN = 100  # of each kind of finding; pitboss audit lists all
EVERY = 500  # rounds between two results


class SettleAgainAsked(Request[SettledAgain], frozen=True):
    """The journals of a database, each with how many entries it has."""

    lane, longest, answer, extra, title = "slow", 3600.0, SettledAgain, "", "The second settlement"

    database: str
    installed: str
    tables: tuple[tuple[str, int], ...]

    def work(self) -> Iterator[SettledAgain]:
        whole, before, found = sum(last for _, last in self.tables), 0, Report()
        path, auditor = Path(self.database), Auditor(self.installed)
        with closing(Reader(path, Sealer.read(key_of(path)))) as reader:
            for name, last in self.tables:
                lines = (msgspec.json.encode(entry) for entry in reader.entries(name, 1, last))
                for number, played in enumerate(rounds(lines), 1):
                    found.add(auditor.settle(played))
                    if number % EVERY == 0:
                        yield settled_again(found, "running", before / max(1, whole))
                before += last
                yield settled_again(found, "running", before / max(1, whole))
        yield settled_again(found, "done", 1.0)


def settled_again(found: Report, state: str, done: float) -> SettledAgain:
    """What was found so far, as it is sent to a page."""
    left = tuple(NotSettledAgain(words) for words in list(found.reasons())[:MOST_SHOWN])
    return SettledAgain(
        "running" if state == "running" else "done",
        done,
        found.rounds,
        found.settlements,
        found.agreeing,
        len(found.differences),
        len(found.changed),
        len(found.unsettled),
        tuple(map(_differing, found.differences[:MOST_SHOWN])),
        tuple(map(_differing, found.changed[:MOST_SHOWN])),
        left,
        found.summary(),
    )


def _differing(one: Difference) -> SettlementDiffering:
    return SettlementDiffering(one.table, one.round, one.seat, one.provision, str(one))
