"""Make the fixtures of older versions again, from the history: ``python -m tools.old_versions``, in a clone with its history.

For each version its sources are checked out beside the project, its own house plays every game with its own test kit, and
what is kept are the exported records. Seeds come from the system, so that the records are others every time. The rules
packages of those versions are shipped (``pitboss.rulebook.former``): whatever this writes, their hashes are those of the list.
"""

import lzma
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.rulebook import former
from pitboss.rulebook.package import Package

PROJECT = Path(__file__).parent.parent
FIXTURES = PROJECT / "tests" / "rulebook" / "versions"
# The release, and a commit of it. Between them the house was put into rooms, and entries began to name people.
VERSIONS = {"0.1.0-9edd2e7": "9edd2e7", "0.1.0-876512b": "876512b", "0.2.0-35f4189": "35f4189"}
ROUNDS = 8

# Run with the sources of an older version: whatever is imported here is that version's own.
PLAY = """\
import random, sys, tempfile
from pathlib import Path

from pitboss import catalogue
try:
    from pitboss.house.founding import Plan
except ImportError:
    from pitboss.house.house import Plan
try:
    from pitboss.house.table.entries import Settings
    from pitboss.house.wire import archive
except ImportError:
    from pitboss.house import archive
    from pitboss.house.entries import Settings
from tests.house.desk import Desk, random_round, run

PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=1_000_000)


def play(game, rounds, folder):
    async def work():
        pick = random.Random(game)
        async with Desk(folder / "house.db", [Plan(game, game, game, PRACTICE)]) as desk:
            players = {s.seat: s for s in [await desk.sit(game) for _ in range(3)]}
            played = settled = 0
            while played < rounds or not settled:
                await random_round(desk, game, players, pick)
                played, settled = played + 1, settled + len(desk.table(game).settlements)
            table = desk.table(game)
            record = archive.export(desk.house.store, game, table.first if table.round is not None else None)
            sys.stdout.buffer.write(b"".join(record))

    run(work)


for game in catalogue.games():
    with tempfile.TemporaryDirectory() as folder:
        play(game, int(sys.argv[1]), Path(folder))
"""


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """The tree of a commit in a folder of its own, without touching the index or the branches of the project."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit], cwd=PROJECT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
        yield Path(folder)


def played(tree: Path, rounds: int = ROUNDS) -> bytes:
    """The records of every game, one after the other, as a version played them."""
    env = os.environ | {"PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}", "PYTHONDONTWRITEBYTECODE": "1"}
    told = subprocess.run(
        [sys.executable, "-P", "-c", PLAY, str(rounds)], cwd=tree, env=env, check=True, stdout=subprocess.PIPE
    )
    return told.stdout


def main() -> None:
    for name, commit in VERSIONS.items():
        folder = FIXTURES / name
        folder.mkdir(parents=True, exist_ok=True)
        with checked_out(commit) as tree:
            records = played(tree)
        (folder / "records.jsonl.xz").write_bytes(lzma.compress(records, preset=9))
        print(f"written: {name}, {len(records.splitlines())} entries")
    packages = {}
    for commit, version in former.HASHES.items():
        with checked_out(commit) as tree:
            packages[version] = Package.of(tree / "src")
        assert packages[version].version == version, commit
    former.ARCHIVE.write_bytes(former.shipped(packages))
    print(f"written: {former.ARCHIVE.name} with {len(packages)} rules packages")


if __name__ == "__main__":
    main()
