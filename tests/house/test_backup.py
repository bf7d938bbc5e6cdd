"""Backups made while people play, and restored: each opens as a house, and holds what was acknowledged before it was made."""

import threading
from pathlib import Path

import pytest

from pitboss.house.storage import backup
from pitboss.house.storage.audit import checkpoint_given
from pitboss.house.storage.restore import restore
from pitboss.house.storage.seal import Unsafe, token_hash
from pitboss.house.table.entries import COMMAND_NAME
from pitboss.procedure import Refused
from tests.house.desk import START, Desk, HandClock, check, run
from tests.house.live import Live, acked, new_key
from tests.house.migrating import old_database

TABLE = "roulette-practice"


def campaign(folder: Path, copies: int) -> int:
    """Make copies while a player wagers, restore each and look at it; how many acknowledged wagers the last one holds."""
    sent: list[str] = []
    over = threading.Event()
    marks: list[int] = []
    with Live(folder / "house.db") as live:
        player = live.sit(TABLE)

        def play() -> None:
            while not over.is_set():
                key = new_key()
                acked(player.bet("red", 500, key=key))
                sent.append(key)
                acked(player.ready())
                player.wait(lambda view: view["phase"] == "settled" or not view["wagers"])

        playing = threading.Thread(target=play)
        playing.start()
        try:
            for n in range(copies):
                while len(sent) < n + 1 and playing.is_alive():
                    over.wait(0.01)
                marks.append(len(sent))
                backup.make(folder / "house.db", folder / f"copy-{n}.db", with_key=True)
        finally:
            over.set()
            playing.join(60)
        assert marks == sorted(marks)
        assert marks[-1] >= copies
        session, name_of = token_hash(player.token)[:16], live.house.store.sealer.token
        keys = [COMMAND_NAME + name_of(f"command {TABLE}/{session}/{key}") for key in sent]
        player.close()
    for n, mark in enumerate(marks):
        place = folder / f"restored-{n}" / "house.db"
        restore(folder / f"copy-{n}.db", place)
        _look(place, keys[:mark])
    return marks[-1]


def _look(database: Path, keys: list[str]) -> None:
    async def work() -> None:
        async with Desk(database, []) as desk:
            assert not desk.host(TABLE).suspension.sentence
            check(desk.table(TABLE))
            record = b"".join(bytes(entry.payload) for entry in desk.house.store.entries(TABLE))
            assert [key for key in keys if record.count(key.encode()) != 1] == []

    run(work)


def test_copies_made_while_people_play_restore_to_houses(tmp_path: Path) -> None:
    """Eight of them; ``soak migrations``: fifty."""
    assert campaign(tmp_path, 8) >= 8


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A backup, whose key lies elsewhere."""
    database, file = tmp_path / "house.db", tmp_path / "kept" / "copy.db"
    file.parent.mkdir()

    async def work() -> None:
        async with Desk(database, []) as desk:
            (file.parent / "head").write_text(await desk.house.record.make_head())

    run(work)
    backup.make(database, file)
    return file


def test_restore_needs_the_right_key(copy: Path, tmp_path: Path) -> None:
    """Without it a sentence; nothing is left in the place."""
    place = tmp_path / "new" / "house.db"
    with pytest.raises(Unsafe, match=r"The key of the backup is not at .*; name it with --key"):
        restore(copy, place)
    assert not place.parent.exists()
    done = restore(copy, place, tmp_path / "house.db.key")
    assert done.until
    assert sorted(file.name for file in place.parent.iterdir()) == ["house.db", "house.db.key"]
    assert {file.stat().st_mode & 0o777 for file in place.parent.iterdir()} == {0o600}


def test_restore_overwrites_nothing(copy: Path, tmp_path: Path) -> None:
    """Neither a database, nor a log that SQLite would take for its own, nor another key."""
    for name in ("house.db", "house.db-wal", "house.db.key"):
        place = tmp_path / f"with {name}" / "house.db"
        place.parent.mkdir()
        place.with_name(name).write_bytes(b"mine")
        with pytest.raises(Unsafe, match="is there already"):
            restore(copy, place, tmp_path / "house.db.key")
        assert [(file.name, file.read_bytes()) for file in place.parent.iterdir()] == [(name, b"mine")]


def test_a_damaged_copy_is_not_restored(copy: Path, tmp_path: Path) -> None:
    """It is refused, and nothing is put in the place."""
    body = bytearray(copy.read_bytes())
    at = body.rindex(b"house_founded")
    body[at : at + 5] = b"HOUSE"
    copy.write_bytes(body)
    with pytest.raises(Refused):
        restore(copy, tmp_path / "new" / "house.db", tmp_path / "house.db.key")
    assert list((tmp_path / "new").iterdir()) == []


def test_a_copy_has_grown_from_the_checkpoint_given(copy: Path, tmp_path: Path) -> None:
    """One of another house is refused."""
    head = (copy.parent / "head").read_text()
    done = restore(copy, tmp_path / "a" / "house.db", tmp_path / "house.db.key", checkpoints=[checkpoint_given(head)])
    assert done.found.compared == 1

    async def other() -> str:
        async with Desk(tmp_path / "other.db", [], clock=HandClock(START + 1)) as desk:
            return await desk.house.record.make_head()

    with pytest.raises(Refused):
        restore(
            copy, tmp_path / "b" / "house.db", tmp_path / "house.db.key", checkpoints=[checkpoint_given(run(other))]
        )


def test_a_database_of_an_older_version_is_copied_and_restored_as_it_is(tmp_path: Path) -> None:
    """Before other software is installed is when a backup is needed most."""
    database, _ = old_database(tmp_path)
    made = backup.make(database, tmp_path / "copy.db", with_key=True)
    assert made.found.rounds == 15
    restore(tmp_path / "copy.db", tmp_path / "new" / "house.db")
    assert (tmp_path / "new" / "house.db").read_bytes() == (tmp_path / "copy.db").read_bytes()
