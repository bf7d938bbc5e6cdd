"""Closed gaming days as Parquet, one folder a day, for the house's own questions and for anybody's tools.

A day is written under another name, read again, compared with the index by counts and sums, and renamed: a folder that has its
name is whole. Its rows leave the index then. ``manifest.json`` says up to which entry of each journal the rows reach: what is
dated in an archived day and recorded later, such as an act in a round that went on past the end of the day, stays in the index.
"""

import contextlib
import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pitboss.house.records import arrow, rows
from pitboss.house.records.index import Index
from pitboss.house.storage.private_files import sync
from pitboss.house.storage.store import Store
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    import pyarrow as pa

FORMAT = 2  # of the files; it is raised with every column that is added
MANIFEST = "manifest.json"
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
ROW_GROUP = 50_000  # small enough that a question about one table skips most of a day
ORDER = {"decisions": [("journal", "ascending"), ("sequence", "ascending")]}
BY_ROUND = [("table_id", "ascending"), ("round", "ascending")]

Sums = dict[str, dict[str, int]]  # by table of rows: their number, and the sum of every column that has numbers


class DayManifest(msgspec.Struct, frozen=True):
    """What is in the folder of a day."""

    day: str
    sums: Sums
    journals: dict[str, tuple[int, str]]  # the last entry that was read for it, and its hash
    versions: tuple[str, ...] = ()  # of the rules
    format: int = FORMAT


def archive_of(database: Path) -> Path:
    """The folder of a database's archive."""
    return database.with_name(database.name + ".archive")


class Archive:
    """The archived days of one database."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notes: list[str] = []
        self._days: dict[str, DayManifest] = {}
        self._wrong: set[str] = set()  # days that are not of this record

    def days(self) -> dict[str, DayManifest]:
        """Every day that is archived, in order. Folders are never changed, so each is looked at once."""
        if self.path.is_dir():
            for folder in self.path.iterdir():
                name = folder.name
                if DAY.fullmatch(name) and name not in self._days and name not in self._wrong:
                    with contextlib.suppress(OSError, msgspec.MsgspecError):  # it is none of ours
                        self._days[name] = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=DayManifest)
        return dict(sorted(self._days.items()))

    def forms(self) -> dict[str, int]:
        """Every day that is archived, with the form of its files."""
        return {day: manifest.format for day, manifest in self.days().items()}

    def archived(self) -> dict[tuple[str, str], int]:
        """Up to which entry of a journal the rows of a day are archived."""
        return {(day, j): last for day, one in self.days().items() for j, (last, _) in one.journals.items()}

    def file(self, day: str, name: str) -> Path:
        return self.path / day / f"{name}.parquet"

    def check(self, store: Store) -> None:
        """Look whether the archive is of this record. The chain of hashes makes the latest day speak for those before it; if it
        does not fit, the days that do not are left out from now on, and said."""
        days = self.days()
        if not days or _fits(store, days[max(days)]):
            return
        for day, manifest in days.items():
            if not _fits(store, manifest):
                self._wrong.add(day)
                del self._days[day]
                self.notes.append(f"The archive of {day} is not of this record and is not read.")

    def write(self, index: Index, day: str) -> DayManifest:
        """Archive a day of which the index has everything, and take its rows out of the index."""
        if day in self.days() or (self.path / day).exists():
            raise Refused(Refusal.STALE, f"{day} is archived already.", "")
        import pyarrow.parquet as pq

        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = self.path / f".{day}.new"
        shutil.rmtree(folder, ignore_errors=True)  # of a house that was stopped meanwhile
        folder.mkdir(mode=0o700)
        for name in rows.ARCHIVED:
            table = arrow.read(index.connection, name, "gaming_day = ?", (day,)).sort_by(ORDER.get(name, BY_ROUND))
            file = folder / f"{name}.parquet"
            pq.write_table(table, file, compression="zstd", row_group_size=ROW_GROUP)
            _keep(file)
        sums = sums_in_index(index, day)
        if (found := sums_in_files(folder)) != sums:
            shutil.rmtree(folder, ignore_errors=True)
            raise Refused(
                Refusal.CORRUPT, f"The archive of {day} was not written as it is: {_unlike(sums, found)}.", ""
            )
        manifest = DayManifest(day, sums, index.watermarks(), index.versions(day))
        file = folder / MANIFEST
        file.write_bytes(msgspec.json.format(msgspec.json.encode(manifest)))
        _keep(file)
        folder.rename(self.path / day)
        _keep(self.path)
        self.forget(index, manifest)
        return manifest

    def forget(self, index: Index, manifest: DayManifest) -> None:
        """Take the rows that a day's archive has out of the index."""
        index.leave_to_archive(manifest.day, {journal: last for journal, (last, _) in manifest.journals.items()})


def sums_in_index(index: Index, day: str) -> Sums:
    """How many rows the index has of a day, and the sums of their numbers."""
    found: Sums = {}
    for name in rows.ARCHIVED:
        numbers = rows.numbers(name)
        wanted = ", ".join(f"coalesce(sum({column}), 0)" for column in numbers)
        sql = f"SELECT count(*), {wanted} FROM {name} WHERE gaming_day = ?"
        found[name] = dict(zip(("rows", *numbers), index.connection.execute(sql, (day,)).fetchone(), strict=True))
    return found


def sums_in_files(folder: Path) -> Sums:
    """The same of the files of a day."""
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    found: Sums = {}
    for name in rows.ARCHIVED:
        table: pa.Table = pq.read_table(folder / f"{name}.parquet", columns=list(rows.numbers(name)))
        sums = {column: pc.sum(table.column(column)).as_py() or 0 for column in rows.numbers(name)}
        found[name] = {"rows": table.num_rows, **{column: int(value) for column, value in sums.items()}}
    return found


def _unlike(wanted: Sums, found: Sums) -> str:
    return "; ".join(
        f"{name}.{column} is {found[name][column]}, not {value}"
        for name, sums in wanted.items()
        for column, value in sums.items()
        if found[name][column] != value
    )


def _fits(store: Store, manifest: DayManifest) -> bool:
    """Whether every journal still has the entry up to which a day was read."""
    for journal, (sequence, head) in manifest.journals.items():
        entry = next(store.entries(journal, sequence, sequence), None)
        if entry is None or entry.hash != head:
            return False
    return True


def _keep(path: Path) -> None:
    """On the disk, and for the user of the house alone."""
    os.chmod(path, 0o700 if path.is_dir() else 0o600)
    sync(path)
