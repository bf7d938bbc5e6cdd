"""Older versions: every record forged again and again and refused by its own package, and longer records made from the history.

And every shipped file with one flipped bit, one at a time: each has to be named, and nothing else.
"""

import random
import subprocess
import tempfile
from pathlib import Path

import msgspec

from pitboss.journal import Entry
from pitboss.rulebook import manifest
from pitboss.rulebook.package import Package
from pitboss.rulebook.runner import RefusedFound, Replayer
from tests.rulebook.records import (
    VERSIONS,
    Record,
    altered,
    as_recorded,
    other_answer,
    other_event,
    other_outcome,
    package_of,
    records_of,
    replayed,
)
from tests.rulebook.trees import copied, flip
from tools import old_versions

FORGERIES, ROUNDS = 10, 40  # of each kind and game; of each game


def forged(version: str, source: random.Random, forgeries: int) -> tuple[int, list[str]]:
    """How many forged records of a version were tried, and which of them passed."""
    tried, passed = 0, []
    with Replayer(package_of(version)) as replayer:
        for game, record in records_of(version).items():
            changes = {"answer": other_answer, "event": other_event, "outcome": other_outcome(record)}
            for kind, change in (pair for pair in changes.items() for _ in range(forgeries)):
                try:
                    forgery = altered(record, change, source.randrange(1, len(record) + 1))
                except AssertionError:
                    continue  # nothing of this kind stands so early
                tried += 1
                if not isinstance(replayed(replayer, forgery)[-1], RefusedFound):
                    passed.append(f"{version} {game}: another {kind}")
    return tried, passed


def flipped(source: random.Random) -> tuple[int, list[str]]:
    """How many files of a copy of the package had a bit flipped, and with which of them the verdict was not that file alone."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        root = copied(Path(folder))
        approved = manifest.of(root)
        for path in approved.software.files:
            before = (root / path).read_bytes()
            flip(root / path, source)
            files = manifest.hashes(root)
            found = msgspec.structs.replace(approved, software=manifest.Software(manifest.version(files), files))
            if [(one.path, one.how) for one in manifest.differences(approved, found)] != [(path, "changed")]:
                wrong.append(path)
            (root / path).write_bytes(before)
    return len(approved.software.files), wrong


def made_again(version: str, rounds: int) -> tuple[int, list[str]]:
    """How many entries the version's own house wrote, played anew from the history, and the games that do not replay."""
    with old_versions.checked_out(old_versions.VERSIONS[version]) as tree:
        package, lines = Package.of(tree / "src"), old_versions.played(tree, rounds).splitlines()
    assert package == package_of(version)
    records: dict[str, Record] = {}
    for line in lines:
        entry = msgspec.json.decode(line, type=Entry)
        records.setdefault(entry.table, []).append(entry)
    with Replayer(package) as replayer:
        bad = [game for game, record in records.items() if not as_recorded(replayed(replayer, record), record)]
    assert set(records) == set(package.rules.games)
    return len(lines), bad


def main() -> None:
    source, failed = random.Random(16), []
    for version in VERSIONS:
        tried, passed = forged(version, source, FORGERIES)
        print(f"{version}: {tried:,} forged records, {len(passed)} not refused", flush=True)
        failed += passed
    files, wrong = flipped(source)
    print(f"{files:,} files with one flipped bit, {len(wrong)} not noticed", flush=True)
    failed += wrong
    try:
        for version in VERSIONS:
            entries, bad = made_again(version, ROUNDS)
            print(f"{version}: {entries:,} entries of {ROUNDS} rounds a game, {len(bad)} games that differ", flush=True)
            failed += bad
    except subprocess.CalledProcessError as error:
        print(
            f"No older version was played anew: {error.cmd[0]} {error.cmd[1]} failed; a clone with its history is needed."
        )
    assert not failed, failed
