"""Code that somebody puts into the database is never run by the house, and whoever verifies the database is told of it.

The attacker can write the database and does not have the key; with PostgreSQL it may be a server of somebody else's.
"""

import asyncio
import hashlib
import sqlite3
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import psycopg
import pytest
import zstandard

from pitboss.house.recall import Recall
from pitboss.house.storage import forms, schema
from pitboss.house.storage.backup import check_in_use
from pitboss.house.storage.seal import Sealer
from pitboss.house.storage.store import Store
from pitboss.house.table.replay_all import TableReplayed, replay_database
from pitboss.house.table.versions import running
from pitboss.journal import Journal
from pitboss.procedure import Refused
from pitboss.rulebook import manifest
from pitboss.rulebook.package import Package
from tests.house.desk import run
from tests.house.postgres import needs_postgres, server
from tests.house.recorded import a_house, play
from tests.house.test_confined_replays import former_rounds
from tests.house.test_rules_versions import OTHER, other_rules

ROULETTE = "roulette-1"
FIRST = "pitboss/__init__.py"
Row = tuple[object, ...]


def with_a_line(package: Package, proof: Path, release: str = "") -> Package:
    """The package with one line more, which leaves a file behind when it runs; everything in it agrees with its manifest."""
    line = f"\nimport os\nos.close(os.open({str(proof)!r}, os.O_CREAT | os.O_WRONLY))\n".encode()
    files = package.files | {FIRST: package.files[FIRST] + line}
    hashes = {path: hashlib.sha256(body).hexdigest() for path, body in files.items()}
    rules = msgspec.structs.replace(
        package.rules, files=hashes, version=manifest.version(hashes), release=release or package.rules.release
    )
    return Package(rules, files)


def execute(database: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute(sql, values)


def inserted(database: Path, forged: Package, mark: bytes = b"") -> None:
    """A row of the attacker's, as the latest of all."""
    row = (forged.version, forged.rules.release, "9999", forged.archive())
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        columns = len(db.execute("PRAGMA table_info(packages)").fetchall())
        values = (*row, mark)[:columns]
        db.execute(f"INSERT INTO packages VALUES ({', '.join('?' * columns)})", values)


def release_is_the_hash(database: Path, real: Package, proof: Path) -> None:
    """The package says that its release is the hash of the real one."""
    inserted(database, with_a_line(real, proof, real.version))


def release_is_the_hash_with_a_mark(database: Path, real: Package, proof: Path) -> None:
    """The same, with the mark of the real row beside it."""
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        mark = db.execute("SELECT * FROM packages WHERE version = ?", (real.version,)).fetchone()[-1]
    inserted(database, with_a_line(real, proof, real.version), mark)


def bytes_are_replaced(database: Path, real: Package, proof: Path) -> None:
    """The real row has other bytes."""
    forged = with_a_line(real, proof).archive()
    execute(database, "UPDATE packages SET body = ? WHERE version = ?", forged, real.version)


def manifest_is_changed(database: Path, real: Package, proof: Path) -> None:
    """The archive has another file, and its manifest still names the real version."""
    forged = with_a_line(real, proof)
    lying = Package(msgspec.structs.replace(forged.rules, version=real.version), forged.files)
    execute(database, "UPDATE packages SET body = ? WHERE version = ?", lying.archive(), real.version)


def manifest_lists_the_real_hashes(database: Path, real: Package, proof: Path) -> None:
    """The archive has another file, and the manifest is the real one."""
    lying = Package(real.rules, with_a_line(real, proof).files)
    execute(database, "UPDATE packages SET body = ? WHERE version = ?", lying.archive(), real.version)


def row_is_renamed(database: Path, real: Package, proof: Path) -> None:
    """The attacker's package stands under the hash of the real one, which is gone."""
    execute(database, "DELETE FROM packages WHERE version = ?", real.version)
    inserted(database, with_a_line(real, proof, real.version))
    execute(database, "UPDATE packages SET version = ?", real.version)


def mark_is_forged(database: Path, real: Package, proof: Path) -> None:
    """The attacker's package beside the real one, marked under a key of the attacker's own."""
    forged = with_a_line(real, proof, real.version)
    row = (forged.version, forged.rules.release, "9999", forged.archive())
    inserted(database, forged, Sealer(bytes(32)).mark("packages", row))


ATTACKS = [
    release_is_the_hash, release_is_the_hash_with_a_mark, bytes_are_replaced, manifest_is_changed,
    manifest_lists_the_real_hashes, row_is_renamed, mark_is_forged,
]  # fmt: skip
WITH_THE_REAL_ROW = (release_is_the_hash, release_is_the_hash_with_a_mark, mark_is_forged)


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_package_that_somebody_puts_into_the_database_is_not_run(
    attack: Callable[[Path, Package, Path], None], tmp_path: Path
) -> None:
    """The Board recalls a round: the real rules play it, or nothing does. Verification names the row."""
    database, proof = tmp_path / "house.db", tmp_path / "ran"

    async def work() -> None:
        async with a_house(database, ("roulette",)) as desk:
            await play(desk, ROULETTE, 2, "forged")
            body = desk.house.store.rules.package(running().rules.version)
            assert body is not None
            attack(database, Package.read(body), proof)
            found = await desk.house.recall.replay(ROULETTE, 2)
            assert not proof.exists(), "the attacker's line was run"
            assert found.as_recorded == (attack in WITH_THE_REAL_ROW), found.sentence
        assert_found(database)

    run(work)
    assert not proof.exists()


def assert_found(database: Path) -> None:
    with pytest.raises(Refused, match=r"[Rr]ules|packages"):
        check_in_use(database, Sealer.beside(database))


def test_a_package_that_somebody_put_into_the_database_is_not_run_by_verification(tmp_path: Path) -> None:
    """Also where the rounds of a database are played again outside the house."""
    database, proof = tmp_path / "house.db", tmp_path / "ran"
    release_is_the_hash(database, a_past(database), proof)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.house.table.verify.running", _other)
        verdicts = list(replay_database(database))
    assert [one.found.rounds for one in verdicts if isinstance(one, TableReplayed)] == [2]
    assert not proof.exists()


def _other() -> manifest.Manifest:
    found = running()
    return msgspec.structs.replace(found, rules=msgspec.structs.replace(found.rules, version="e" * 64))


def test_recovery_runs_no_package_of_somebody_else(tmp_path: Path) -> None:
    """A house that was installed since rebuilds a table from its founding on, with the package that it kept."""
    database, proof = tmp_path / "house.db", tmp_path / "ran"

    async def after() -> None:
        async with a_house(database, ("roulette",)) as desk:
            assert not desk.host(ROULETTE).suspension.sentence
            assert desk.table(ROULETTE).state.filing.version == OTHER

    former_rounds(database)
    with other_rules():
        with closing(sqlite3.connect(database)) as db:
            (body,) = db.execute("SELECT body FROM packages").fetchone()
        release_is_the_hash(database, Package.read(body), proof)
        execute(database, "DELETE FROM snapshots")
        run(after)
    assert not proof.exists()


# --- a database of the layout before rows were marked


def as_before(database: Path) -> None:
    """The layout of a database as it was before rules packages had marks."""
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute("CREATE TABLE old AS SELECT version, release, since, body FROM packages")
        db.execute("DROP TABLE packages")
        db.execute(
            "CREATE TABLE packages (version TEXT PRIMARY KEY, release TEXT NOT NULL, since TEXT NOT NULL,"
            " body BLOB NOT NULL) WITHOUT ROWID"
        )
        db.execute("INSERT INTO packages SELECT * FROM old")
        db.execute("DROP TABLE old")
        db.execute("PRAGMA user_version = 2")


def a_past(database: Path) -> Package:
    """A house with two rounds of roulette; the rules that played them."""
    kept: list[Package] = []

    async def work() -> None:
        async with a_house(database, ("roulette",)) as desk:
            await play(desk, ROULETTE, 2, "forged")
            body = desk.house.store.rules.package(running().rules.version)
            assert body is not None
            kept.append(Package.read(body))

    run(work)
    return kept[0]


def marks(database: Path) -> dict[str, bool]:
    with closing(sqlite3.connect(database)) as db:
        return {version: bool(mark) for version, mark in db.execute("SELECT version, mark FROM packages")}


def test_a_migration_marks_only_what_a_journal_names(tmp_path: Path) -> None:
    """The row of an attacker who was there before stays, without a mark: nothing runs it, and verification names it."""
    database, proof = tmp_path / "house.db", tmp_path / "ran"
    real = a_past(database)
    as_before(database)
    release_is_the_hash(database, real, proof)
    forged = with_a_line(real, proof, real.version)

    async def work() -> None:
        async with a_house(database, ("roulette",)) as desk:
            assert desk.house.store.migrated == (2, schema.VERSION)
            assert marks(database) == {real.version: True, forged.version: False}
            assert (await desk.house.recall.replay(ROULETTE, 2)).as_recorded
            assert [row[0] for row in desk.house.store.rules.packages()] == [real.version]
            assert desk.house.store.rules.package(forged.version) is None

    run(work)
    assert not proof.exists()
    with pytest.raises(Refused, match=f"A row of packages was not written by the house: '{forged.version}'"):
        check_in_use(database, Sealer.beside(database))


@pytest.mark.parametrize("attack", [bytes_are_replaced, manifest_is_changed, row_is_renamed])
def test_a_migration_marks_no_package_that_is_not_what_it_says(
    attack: Callable[[Path, Package, Path], None], tmp_path: Path
) -> None:
    """Also under a version that the journals name."""
    database, proof = tmp_path / "house.db", tmp_path / "ran"
    real = a_past(database)
    as_before(database)
    attack(database, real, proof)
    Store(database).close()
    assert marks(database) == {real.version: False}
    run(lambda: opened_once(database))  # the house puts its own package back
    assert marks(database) == {real.version: True}
    assert not proof.exists()


async def opened_once(database: Path) -> None:
    async with a_house(database, ("roulette",)):
        pass


def test_a_migration_believes_no_journal_that_somebody_went_on_with(tmp_path: Path) -> None:
    """An entry after the last one that the house wrote names nothing."""
    database, proof = tmp_path / "house.db", tmp_path / "ran"
    real = a_past(database)
    forged = with_a_line(real, proof)
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        sequence, head = db.execute(
            "SELECT sequence, hash FROM journal WHERE table_id = 'house' ORDER BY sequence DESC LIMIT 1"
        ).fetchone()
        journal = Journal("house", sequence, head.hex())
        named = {"rules": forged.version, "software": "", "release": ""}
        entry = journal.append("software_checked", named, "2026-01-01T00:00:00.000Z")
        row = ("house", entry.sequence, entry.time, entry.kind, bytes(entry.payload), 0, bytes.fromhex(entry.hash))
        db.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        db.execute("UPDATE tails SET sequence = ? WHERE journal = 'house'", (entry.sequence,))
    as_before(database)
    inserted(database, forged)
    Store(database).close()
    assert marks(database) == {real.version: True, forged.version: False}


def test_a_package_that_no_journal_names_is_found_though_it_is_marked(tmp_path: Path) -> None:
    """Whoever has the key can mark a row; the journal has to name it as well."""
    database = tmp_path / "house.db"
    real = a_past(database)
    forged = with_a_line(real, tmp_path / "ran")
    row = schema.package_row(
        Sealer.beside(database), forged.version, forged.rules.release, "2026-01-01", forged.archive()
    )
    execute(database, "INSERT INTO packages VALUES (?, ?, ?, ?, ?)", *row)
    with pytest.raises(Refused, match=f"The rules {forged.version[:12]} are kept, and no journal names them"):
        check_in_use(database, Sealer.beside(database))


# --- the same in PostgreSQL


@needs_postgres
def test_a_row_put_into_postgresql_is_not_run(tmp_path: Path) -> None:
    """A layout of before is brought to this one in the server, and marks what the journals name; what comes later is nobody's."""
    from pitboss.house.storage.copying import into_file, into_server
    from pitboss.house.storage.postgres import PostgresStore

    database, proof, files = tmp_path / "house.db", tmp_path / "ran", tmp_path / "files"
    real = a_past(database)
    forged = with_a_line(real, proof, real.version)
    row = (forged.version, forged.rules.release, "9999", forged.archive())
    with server() as running_server:
        address = running_server.new_database("forged")
        into_server(database, address, files)
        with psycopg.connect(address, autocommit=True) as db:
            db.execute("ALTER TABLE packages DROP COLUMN mark")
            db.execute("UPDATE layout SET version = 2")
            db.execute("INSERT INTO packages VALUES (%s, %s, %s, %s)", row)
        store = PostgresStore(address, files)
        try:
            assert store.migrated == (2, schema.VERSION)
            assert [one[0] for one in store.rules.packages()] == [real.version]
            assert store.rules.package(real.version) == real.archive()
            assert store.rules.package(forged.version) is None
            with psycopg.connect(address, autocommit=True) as db:
                db.execute("UPDATE packages SET body = %s WHERE version = %s", (row[3], real.version))
            assert store.rules.package(real.version) is None
            found = asyncio.run(Recall(store).replay(ROULETTE, 2))
            assert not found.as_recorded
            assert not proof.exists()
        finally:
            store.close()
        into_file(address, tmp_path / "copy.db")
    with pytest.raises(Refused, match="A row of packages was not written by the house"):
        check_in_use(tmp_path / "copy.db", Sealer.read(files / "house.key"))


def test_a_payload_that_inflates_without_end_is_refused_before_it_does() -> None:
    """What is compressed and not sealed can be written by whoever writes the database."""
    bomb = zstandard.ZstdCompressor().compress(bytes(forms.MOST_BYTES + 1))
    assert len(bomb) < 10_000
    tracemalloc.start()
    with pytest.raises(Refused, match="Entry 1 of t was changed after it was written"):
        forms.Forms(Sealer(bytes(32))).read("t", 1, bomb, forms.COMPRESSED)
    with pytest.raises(zstandard.ZstdError):
        forms.Forms.read_keyless(bomb, forms.COMPRESSED)
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()
    fits = zstandard.ZstdCompressor().compress(b"payload" * 100)
    assert forms.Forms.read_keyless(fits, forms.COMPRESSED) == b"payload" * 100
