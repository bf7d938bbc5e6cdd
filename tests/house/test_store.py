"""The store: safe settings or none, a journal that only grows, commits that hold together or not at all."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

from pitboss.house.founding import Plan
from pitboss.house.storage.seal import Sealer, Unsafe, new_token, token_hash
from pitboss.house.storage.store import ENTRY, PULSE, SECRET, StorageFailed, Store
from pitboss.journal import Journal, verify
from pitboss.procedure import Refused
from tests.house.desk import Desk, check, fingerprint, run
from tests.house.live import BOTH, PRACTICE

UNSAFE = [
    {"synchronous": synchronous, "journal_mode": mode}
    for synchronous, mode in product(("OFF", "NORMAL", "FULL", "EXTRA"), ("WAL", "DELETE", "TRUNCATE", "PERSIST", "MEMORY", "OFF"))
    if (synchronous, mode) != ("FULL", "WAL")
]  # fmt: skip


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(tmp_path / "house.db")
    yield found
    found.close()


def entries(
    store: Store, table: str, count: int, journal: Journal | None = None
) -> list[tuple[str, tuple[object, ...]]]:
    journal = journal or Journal(table)
    return [store.sealed(journal.append("closed", {"by": str(n)}, "")) for n in range(count)]


# --- settings


@pytest.mark.parametrize("pragmas", UNSAFE, ids=lambda p: "-".join(p.values()))
def test_unsafe_settings_are_refused_by_name(pragmas: dict[str, str], tmp_path: Path) -> None:
    """Only WAL with FULL opens; the refusal names the setting that is wrong."""
    with pytest.raises(Unsafe) as caught:
        Store(tmp_path / "house.db", pragmas=pragmas)
    wrong = "journal_mode" if pragmas["journal_mode"] != "WAL" else "synchronous"
    assert f"{wrong} = {pragmas[wrong]}" in str(caught.value)


def test_safe_settings_open(tmp_path: Path) -> None:
    """The very settings that are demanded are accepted when they are given."""
    Store(tmp_path / "house.db", pragmas={"synchronous": "FULL", "journal_mode": "WAL", "cache_size": "-8000"}).close()


def test_a_setting_is_a_word(tmp_path: Path) -> None:
    """Nothing but a name and a value goes into a setting."""
    with pytest.raises(Unsafe):
        Store(tmp_path / "house.db", pragmas={"cache_size": "1; DROP TABLE journal"})


def test_one_house_to_a_database(store: Store) -> None:
    """A second house on the same file would believe itself alone."""
    with pytest.raises(Unsafe, match="in use by another house"):
        Store(store.path)


def test_the_key_is_for_its_owner_only(tmp_path: Path) -> None:
    """A key file that others can read is refused; a new one has mode 0600 and stands outside the database."""
    Store(tmp_path / "house.db").close()
    key = tmp_path / "house.db.key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert key.read_bytes() not in (tmp_path / "house.db").read_bytes()
    key.chmod(0o644)
    with pytest.raises(Unsafe, match="mode 0644"):
        Store(tmp_path / "house.db")
    key.chmod(0o600)
    key.write_bytes(b"short")
    with pytest.raises(Unsafe, match="32 bytes"):
        Store(tmp_path / "house.db")


def test_tokens_are_long_and_kept_as_hashes() -> None:
    """192 bits, each its own; a role's token is the same at every start under one key and another under another."""
    assert len({new_token() for _ in range(1000)}) == 1000
    assert len(new_token()) >= 32
    one, other = Sealer(b"1" * 32), Sealer(b"2" * 32)
    assert one.token("floor ") == Sealer(b"1" * 32).token("floor ") != other.token("floor ") != one.token("audit ")
    assert one.token("floor ") not in token_hash(one.token("floor "))


def test_what_is_sealed_belongs_to_its_place() -> None:
    """A sealed piece opens only where it was put, and only unaltered."""
    sealer = Sealer(b"k" * 32)
    sealed = sealer.seal(b"AS", "entry t 1")
    assert sealer.open(sealed, "entry t 1") == b"AS"
    for data, place in (
        (sealed, "entry t 2"),
        (sealed[:-1] + bytes([sealed[-1] ^ 1]), "entry t 1"),
        (b"", "entry t 1"),
    ):
        with pytest.raises(Refused):
            sealer.open(data, place)


# --- the journal


def test_the_journal_only_grows(store: Store) -> None:
    """No change, no deletion, no gap, no second entry in one place: the database itself refuses."""

    async def work() -> None:
        journal = Journal("t")
        await store.commit(entries(store, "t", 3, journal))
        for sql in ("UPDATE journal SET time = 'now'", "DELETE FROM journal WHERE sequence = 3"):
            with pytest.raises(StorageFailed, match="journal"):
                await store.commit([(sql, ())])
        skipped = store.sealed(Journal("t", 7, journal.head).append("closed", {}, ""))
        with pytest.raises(StorageFailed, match="no gaps"):
            await store.commit([skipped])
        again = store.sealed(Journal("t", 2, journal.head).append("closed", {}, ""))
        with pytest.raises(StorageFailed):
            await store.commit([again])
        assert verify(store.entries("t")) == journal.head

    run(work)


def test_a_bad_part_does_not_take_the_others_with_it(store: Store) -> None:
    """Parts of many tables share a commit; the one that cannot be written is left out, whole."""

    async def work() -> None:
        good = [store.commit(entries(store, f"t{n}", 5)) for n in range(20)]
        bad = store.commit([*entries(store, "bad", 2), (ENTRY, ("bad", 9, "", "closed", b"{}", 0, "", ""))])
        more = [store.commit(entries(store, f"u{n}", 5)) for n in range(20)]
        with pytest.raises(StorageFailed):
            await bad
        await asyncio.gather(*good, *more)
        assert list(store.entries("bad")) == []
        assert all(len(list(store.entries(f"{t}{n}"))) == 5 for t in "tu" for n in range(20))

    run(work)


def test_many_parts_share_a_commit(store: Store) -> None:
    """Handed in together, a thousand parts take far fewer commits than parts."""

    async def work() -> None:
        before = store.reader.execute("PRAGMA data_version").fetchone()[0]
        await asyncio.gather(*(store.commit([(PULSE, ())]) for _ in range(1000)))
        beats = store.reader.execute("SELECT beats FROM pulse").fetchone()[0]
        commits = store.reader.execute("PRAGMA data_version").fetchone()[0] - before
        assert beats == 1000
        assert commits < 200

    run(work)


def test_what_was_handed_in_is_written_before_the_store_closes(tmp_path: Path) -> None:
    """Closing waits for the queue."""

    async def work() -> None:
        store = Store(tmp_path / "house.db")
        parts = [store.commit(entries(store, f"t{n}", 2)) for n in range(600)]
        await asyncio.to_thread(store.close)
        await asyncio.gather(*parts)

    run(work)
    again = Store(tmp_path / "house.db")
    assert sum(len(list(again.entries(f"t{n}"))) for n in range(600)) == 1200
    again.close()


# --- storage errors


async def _play_until_full(desk: Desk, fill: Callable[[], Awaitable[None]]) -> None:
    """A player wagers until the disk is full; every refusal leaves the table as it was on the disk."""
    name = "roulette-practice"
    session = await desk.sit(name)
    await desk.bet(name, session, "red", 100)
    await fill()
    before = fingerprint(desk.table(name))
    for _ in range(300):
        try:
            await desk.bet(name, session, "red", 100)
        except Refused as refusal:
            assert refusal.why == "table_closed"
            assert "suspended" in refusal.sentence
            break
        before = fingerprint(desk.table(name))
    else:
        raise AssertionError("the disk never filled")
    assert fingerprint(desk.table(name)) == before
    check(desk.table(name))
    with pytest.raises(Refused, match="suspended"):
        await desk.bet(name, session, "red", 100)


@pytest.mark.parametrize("pages", [0, 1, 2, 3, 5])
def test_a_full_disk_suspends_the_table_and_it_recovers_by_itself(pages: int, tmp_path: Path) -> None:
    """SQLITE_FULL wherever it strikes: the wager is refused, balances stand; with room again, play goes on."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", BOTH) as desk:
            writer = desk.house.store._writer
            size = writer.execute("PRAGMA page_count").fetchone()[0]

            async def fill() -> None:
                await desk.house.store.alive()
                now = writer.execute("PRAGMA page_count").fetchone()[0]
                writer.execute(f"PRAGMA max_page_count = {now + pages}")

            await _play_until_full(desk, fill)
            writer.execute("PRAGMA max_page_count = 1000000")
            assert size > 0
            other = await desk.sit("roulette-practice")
            await desk.bet("roulette-practice", other, "black", 100)
            assert not desk.host("roulette-practice").suspension.sentence
            check(desk.table("roulette-practice"))

    run(work)


FILE_LIMIT = """
import resource, signal, sys, tempfile
from pathlib import Path
from tests.house.desk import Desk, check, run
from tests.house.live import BOTH
from tests.house.test_store import _play_until_full
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
async def work():
    for room in (0, 3000, 5000, 20000):
        folder = Path(tempfile.mkdtemp(dir=sys.argv[1]))
        async with Desk(folder / "house.db", BOTH) as desk:
            async def fill():
                size = max(f.stat().st_size for f in folder.iterdir())
                resource.setrlimit(resource.RLIMIT_FSIZE, (size + room, resource.RLIM_INFINITY))
            await _play_until_full(desk, fill)
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            other = await desk.sit("roulette-practice")
            await desk.bet("roulette-practice", other, "black", 100)
            check(desk.table("roulette-practice"))
    print("as it was")
run(work)
"""


def test_a_write_that_fails_in_the_middle_suspends_the_table(tmp_path: Path) -> None:
    """The system refuses to let the file grow: an I/O error inside a commit, at different places in it."""
    done = subprocess.run(
        [sys.executable, "-c", FILE_LIMIT, str(tmp_path)],
        capture_output=True, text=True, timeout=120, cwd=Path(__file__).parents[2], env={**os.environ, "PYTHONPATH": "."},
    )  # fmt: skip
    assert done.stdout == "as it was\n", done.stderr


def test_secrets_are_sealed(store: Store) -> None:
    """A seed comes back as it was, and does not stand in the file."""

    async def work() -> None:
        seed = os.urandom(32)
        await store.commit([(SECRET, ("t", 1, store.sealer.seal(seed, "seed t 1")))])
        assert store.snapshots.secrets("t") == {1: seed}
        files = b"".join(f.read_bytes() for f in store.path.parent.iterdir() if f.suffix != ".key")
        assert seed not in files
        assert seed.hex().encode() not in files

    run(work)


def test_the_schema_refuses_tampering_by_any_connection(tmp_path: Path) -> None:
    """The triggers stand in the file itself, for whoever opens it."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan("r", "roulette", "Roulette", PRACTICE)]):
            pass

    run(work)
    with sqlite3.connect(tmp_path / "house.db") as stranger, pytest.raises(sqlite3.IntegrityError):
        stranger.execute("UPDATE journal SET payload = '{}'")


def test_entries_are_read_by_many_threads_at_once(store: Store) -> None:
    """Whoever recalls a round, verifies or exports does so beside the others, and none spoils what another reads."""

    async def work() -> None:
        journal = Journal("t")
        made = [journal.append("closed", {"by": f"{n} " * 200}, "") for n in range(1500)]
        await store.commit([store.sealed(entry) for entry in made])
        found = await asyncio.gather(*(asyncio.to_thread(lambda: verify(store.entries("t"))) for _ in range(8)))
        assert set(found) == {journal.head}

    run(work)
