"""``pitboss doctor``: each kind of trouble is told apart, with what to do; nothing is changed by looking."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pitboss.house.storage import schema
from pitboss.house.storage.doctor import IN_ORDER, UNREADABLE, WRONG, examine
from pitboss.house.storage.store import Store
from tests.house.desk import Desk, run
from tests.house.live import BOTH
from tests.house.migrating import old_database

NOW = datetime(2026, 11, 16, tzinfo=UTC)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    database = tmp_path_factory.mktemp("sound") / "house.db"

    async def work() -> None:
        async with Desk(database, BOTH) as desk:
            player = await desk.sit("roulette-practice")
            await desk.bet("roulette-practice", player, "red", 500)
            await desk.do("roulette-practice", player, do="ready")

    run(work)
    return database


@pytest.fixture
def database(sound: Path, tmp_path: Path) -> Path:
    for name in ("house.db", "house.db.key"):
        shutil.copy(sound.with_name(name), tmp_path)
    return tmp_path / "house.db"


def test_a_sound_database_is_in_order_and_stays_as_it_is(database: Path) -> None:
    """Also looked through as a whole; no file is left beside it."""
    before = {file.name: file.read_bytes() for file in database.parent.iterdir()}
    report = examine(database, NOW)
    assert report.status == IN_ORDER, report.troubles
    assert {file.name: file.read_bytes() for file in database.parent.iterdir()} == before
    facts = dict(report.facts)
    assert facts["key"] == "there, and right"
    assert facts["version"] == f"{schema.VERSION}, the latest"
    assert facts["roulette-practice"].startswith("roulette, round 1 ended 2023-11-14")
    assert "in use by no house" in facts["file"]
    deep = examine(database, NOW, deep=True)
    assert deep.status == IN_ORDER, deep.troubles
    assert "are in order" in dict(deep.facts)["record"]


def test_a_house_that_holds_it_is_seen(database: Path) -> None:
    """And again when it let go."""
    store = Store(database)
    assert "in use by a house" in dict(examine(database, NOW).facts)["file"]
    store.close()
    assert "in use by no house" in dict(examine(database, NOW).facts)["file"]


def _damage(database: Path) -> None:
    with closing(sqlite3.connect(database)) as found:
        (page,) = found.execute("SELECT rootpage FROM sqlite_master WHERE name = 'rounds'").fetchone()
        (size,) = found.execute("PRAGMA page_size").fetchone()
    with database.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


def _too_new(database: Path) -> None:
    with closing(sqlite3.connect(database)) as found:
        found.execute(f"PRAGMA user_version = {schema.VERSION + 1}")


def _left_behind(database: Path) -> None:
    other = database.with_name("other.db")
    shutil.copy(database, other)
    with closing(sqlite3.connect(other)) as found:
        found.execute("PRAGMA journal_mode = WAL")
        found.execute("INSERT INTO pulse VALUES (7, 7)")
        found.commit()
        for end in ("", "-wal"):
            shutil.copy(f"{other}{end}", f"{database}{end}")


def _key(database: Path) -> Path:
    return database.with_name("house.db.key")


TROUBLES: dict[str, tuple[Callable[[Path], object], int, str]] = {
    "missing key": (
        lambda d: _key(d).unlink(),
        WRONG,
        "house.db.key, the key of the database, is missing. Put it back",
    ),
    "wrong key": (lambda d: _key(d).write_bytes(bytes(32)), WRONG, "is not the key of this database: nothing sealed"),
    "short key": (lambda d: _key(d).write_bytes(b"x"), WRONG, "is not a key of 32 bytes"),
    "open key": (lambda d: _key(d).chmod(0o644), WRONG, "can be read by others (mode 0644)"),
    "open file": (lambda d: d.chmod(0o644), WRONG, "house.db can be read by others. Do `chmod 600 house.db`."),
    "damaged page": (_damage, WRONG, "house.db is damaged"),
    "truncated": (lambda d: os.truncate(d, d.stat().st_size // 2), WRONG, "house.db was cut off"),
    "log left behind": (
        _left_behind,
        WRONG,
        "house.db-wal was left behind by a house that did not close. Never delete",
    ),
    "too new": (_too_new, UNREADABLE, f"is of version {schema.VERSION + 1}"),
    "no database": (lambda d: d.write_bytes(b"letter" * 999), UNREADABLE, "house.db is not a database."),
    "empty": (lambda d: d.write_bytes(b""), UNREADABLE, "house.db is empty."),
    "gone": (lambda d: d.unlink(), UNREADABLE, "There is no database"),
}


@pytest.mark.parametrize("kind", TROUBLES)
def test_each_trouble_is_told_with_what_to_do(kind: str, database: Path) -> None:
    """The status, the words, and that a damaged file is not taken for a wrong key or the other way round."""
    spoil, status, words = TROUBLES[kind]
    spoil(database)
    report = examine(database, NOW)
    told = " | ".join(map(str, report.troubles))
    assert words in told
    assert report.status == status, told
    assert ("nothing sealed in it opens" in told) == (kind == "wrong key")
    assert ("damaged" in told) == (kind == "damaged page") or kind == "truncated"


def test_a_changed_entry_is_found_by_looking_deep(database: Path) -> None:
    """A page that SQLite finds sound may hold a record that is not."""
    with closing(sqlite3.connect(database)) as found:
        found.execute("DROP TRIGGER journal_unchanged")
        found.execute("UPDATE journal SET time = '2020-01-01T00:00:00.000Z' WHERE sequence = 2")
        found.commit()
    assert examine(database, NOW).status == IN_ORDER
    report = examine(database, NOW, deep=True)
    assert report.status == WRONG
    assert "was changed after it was written" in str(report.troubles[0])


def test_an_older_database_says_what_will_happen_to_it(tmp_path: Path) -> None:
    """And which rounds are to be ended by the program that began them."""
    database, _ = old_database(tmp_path)
    report = examine(database, NOW)
    assert dict(report.facts)["version"].startswith(f"1; the house brings it to {schema.VERSION} when it opens")
    assert any("blackjack stopped in the middle of a round" in str(trouble) for trouble in report.troubles)
