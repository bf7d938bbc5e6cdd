"""Databases of older versions: today's house opens them and plays on, and a process killed meanwhile leaves old or new."""

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from pitboss.house.cage import entries as cage_entries
from pitboss.house.people import entries as house_entries
from pitboss.house.storage import schema
from pitboss.house.storage.backup import check_in_use
from pitboss.house.storage.seal import Sealer, Unsafe
from pitboss.house.storage.store import Store
from pitboss.house.table import entries as table_entries
from pitboss.house.table.set_hands import SetHandsReader
from pitboss.house.table.verify import verify, verify_entries
from pitboss.house.table.versions import running
from pitboss.house.wire import archive
from pitboss.house.wire.table_info import rules_of
from pitboss.journal import Entry
from pitboss.procedure import Refused
from pitboss.rulebook import former
from tests.cli.conftest import Pitboss
from tests.house.attacked import PLANS
from tests.house.desk import Desk, HandClock, check, random_round, run
from tests.house.migrating import Between, Migration, Told, old_database
from tests.rulebook.records import chained

IN_PROGRESS = {"go-fore-it", "blackjack"}  # with chips wagered
BEGUN = {"roulette", "craps"}  # with betting open, and nothing wagered in that round
RELEASE = "0.2.0"  # of the house that left the database


def opened(database: Path, told: Told) -> Desk:
    return Desk(database, [], clock=HandClock(told.now))


def test_somebody_who_was_signed_in_under_a_former_version_is_signed_out_of_an_older_database(tmp_path: Path) -> None:
    """The session has a shorter name in the entry with which it began; the record tells of nobody signed in, and is in order."""
    database, told = old_database(tmp_path)

    async def work() -> None:
        async with Desk(database, [], clock=HandClock(told.now + 86_400)) as desk:
            assert desk.house.register.signed_in
            await desk.house.people.sessions.look()
            assert not desk.house.register.signed_in

    run(work)
    check_in_use(database, Sealer.beside(database))


def test_an_older_database_opens_and_every_free_table_plays_on(tmp_path: Path) -> None:
    """What nobody had wagered on is canceled, new rules are taken over between rounds, and three more rounds are played."""
    database, told = old_database(tmp_path)

    async def work() -> None:
        async with opened(database, told) as desk:
            assert desk.house.store.migrated == (1, schema.VERSION)
            assert desk.house.hosts.keys() == told.heads.keys()
            for name in told.seats.keys() - IN_PROGRESS:
                assert not desk.host(name).suspension.sentence
                players = {
                    seat: desk.house.sessions.of(token, name)
                    for seat, token in told.seats[name].items()
                    if seat in told.racks[name]
                }
                for seat, rack in told.racks[name].items():
                    assert desk.table(name).state.ledger.chips(seat) == rack
                    desk.host(name).presence.out_of_reach.pop(seat)
                assert sum(desk.table(name).state.felt.up.values()) == told.up[name]
                for _ in range(3):
                    await random_round(desk, name, players, random.Random(name))
                check(desk.table(name))
                kinds = [entry.kind for entry in desk.house.store.entries(name, told.heads[name][0] + 1)]
                assert kinds.count("unplayed") == (name in BEGUN)
                assert kinds.count("rules_adopted") == 1
                assert kinds.count("ended") == 3

    run(work)


def test_a_round_with_wagers_under_other_rules_waits_for_them(tmp_path: Path) -> None:
    """Nothing is written to such a table; the sentence names the round and the rules."""
    database, told = old_database(tmp_path)

    async def work() -> None:
        async with opened(database, told) as desk:
            for name in IN_PROGRESS:
                assert f"round 4 was begun under other rules ({RELEASE})" in desk.host(name).suspension.sentence
                last = list(desk.house.store.entries(name))[-1]
                assert (last.sequence, last.hash) == told.heads[name]

    run(work)


def test_people_seats_and_past_rounds_of_an_older_database_are_there(tmp_path: Path) -> None:
    """The list of rounds, each of them in full, who is signed in, who is invited, and who sits where."""
    database, told = old_database(tmp_path)

    async def work() -> None:
        async with opened(database, told) as desk:
            board = desk.role("audit", "roulette")
            for name, rounds in told.rounds.items():
                assert [one.round for one in archive.rounds(desk.house.store, name, None, 100)] == rounds
                laid = SetHandsReader(*rules_of(desk.house.founded[name]))
                for number in rounds:
                    found = archive.round_detail(desk.house.store, name, number, board, None, laid)
                    assert found.chain_ok
                    assert found.version == RELEASE
                    assert found.steps
            session = desk.house.people.sessions.of(told.session)
            assert session is not None
            assert session.credential == "TG-0101"
            assert desk.house.people.invitations.look(told.invitation).credential == "TG-0102"
            assert desk.house.register.person("TG-0102").name == "Kim Example"
            for name, seats in told.seats.items():
                for seat, token in seats.items():
                    assert desk.house.sessions.of(token, name).active == (seat in told.racks[name])
        check_in_use(database, Sealer.beside(database))

    run(work)


def test_an_older_record_is_verified_with_the_package_that_played_it(tmp_path: Path) -> None:
    """Its release names no hash: each of the packages that are shipped for it is tried, and no other."""
    database, told = old_database(tmp_path)
    record = tmp_path / "record.jsonl"

    async def work() -> None:
        async with opened(database, told) as desk:
            name = "casino-war"
            players = {1: desk.house.sessions.of(told.seats[name][1], name)}
            desk.host(name).presence.out_of_reach.pop(1)
            await random_round(desk, name, players, random.Random(1))
            table = desk.table(name)
            first = table.play.first if table.round is not None else None
            record.write_bytes(b"".join(archive.export(desk.house.store, name, first)))

    run(work)
    asked: list[str] = []
    verdict = verify(record, asked.append)
    assert set(asked) == {*former.RELEASES[RELEASE]}
    assert len(verdict.rounds) == 4
    assert verdict.versions == (RELEASE, running().rules.version)
    changed = record.read_bytes().replace(b'"amount":', b'"amount": ', 1)
    record.write_bytes(changed)
    with pytest.raises(Refused):
        verify(record)
    other = record.read_bytes().replace(f'"{RELEASE}"'.encode(), b'"0.2.9"')
    entries = chained([msgspec.json.decode(line, type=Entry) for line in other.splitlines()])
    with pytest.raises(Refused, match=r"were played by the rules 0\.2\.9 \(release 0\.2\.9\).*--rules"):
        verify_entries(entries, lambda version: former.package(version).archive())  # type: ignore[union-attr]


def test_killed_while_it_migrates_it_is_old_or_new(tmp_path: Path) -> None:
    """At seven points: before statements, in the middle of what is written, and whenever. ``soak migrations``: a hundred."""
    migration = Migration(tmp_path)
    last, size = migration.statements, migration.bytes
    points = [("statement", n) for n in (1, last // 2, last, last + 1)]
    points += [("bytes", n) for n in (size // 3, size - 1)]
    found = [migration.kill(f"{kind}-{point}", kind, point) for kind, point in points]
    assert found == [1, 1, 1, schema.VERSION, 1, 1]
    migration.kill("seconds", "seconds", 0.02)


def test_a_migration_that_commits_halfway_is_found_out(tmp_path: Path) -> None:
    """The control: the same check, with a step in two transactions."""
    migration = Migration(tmp_path)
    with pytest.raises(Between, match="It says version 1, and these are not of it: layout, old_pulse, pulse"):
        migration.kill("broken", "statement", 20, broken=True)


def test_a_database_of_a_later_version_is_refused(tmp_path: Path) -> None:
    """And stays as it is."""
    database = tmp_path / "house.db"
    Store(database).close()
    with closing(sqlite3.connect(database)) as later:
        later.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    with pytest.raises(Unsafe, match=f"of version {schema.VERSION + 1}.*up to {schema.VERSION}; use the newer program"):
        Store(database)
    with closing(sqlite3.connect(database)) as later:
        assert schema.version_of(later) == schema.VERSION + 1


def test_what_is_no_database_is_refused_by_a_sentence(tmp_path: Path) -> None:
    """A file of something else is not opened, and not changed."""
    database = tmp_path / "house.db"
    database.write_bytes(b"the letter that somebody saved here\n" * 200)
    (tmp_path / "house.db.key").write_bytes(bytes(32))
    (tmp_path / "house.db.key").chmod(0o600)
    before = database.read_bytes()
    with pytest.raises(Unsafe, match=r"house\.db is not a database"):
        Store(database)
    assert database.read_bytes() == before


def test_an_empty_file_becomes_a_new_database(tmp_path: Path) -> None:
    """As one that is not there."""
    database = tmp_path / "house.db"
    database.touch()
    store = Store(database)
    assert store.migrated == (0, schema.VERSION)
    store.close()


# --- a program that is too old for a database

TOO_NEW: dict[str, Callable[[Path], list[object]]] = {
    "serve": lambda database: ["serve", "--database", database, "--port", "0"],
    "verify": lambda database: ["verify", "--database", database],
    "verify --replay": lambda database: ["verify", "--database", database, "--replay"],
    "backup make": lambda database: ["backup", "make", "--database", database],
    "backup check": lambda database: ["backup", "check", database],
    "backup restore": lambda database: ["backup", "restore", database, "--to", f"{database}.new"],
    "backup copy": lambda database: ["backup", "copy", database, "postgresql://localhost/none"],
    "doctor": lambda database: ["doctor", "--database", database],
    "export": lambda database: ["export", database],
    "archive": lambda database: ["archive", "--database", database],
    "floor diff": lambda database: ["floor", "diff", database.with_name("floor.toml"), "--database", database],
}


@pytest.mark.parametrize("what", TOO_NEW)
def test_a_program_that_is_too_old_refuses_a_database(what: str, tmp_path: Path, pitboss: Pitboss) -> None:
    """One sentence that says what to use, the exit code of something that cannot be done, and nothing written."""
    database = tmp_path / "house.db"

    async def work() -> None:
        async with Desk(database, [PLANS[0]]):
            pass

    run(work)
    with closing(sqlite3.connect(database)) as later:
        later.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    assert pitboss("floor", "new", "--out", tmp_path / "floor.toml")[0] == 0
    before, files = database.read_bytes(), set(tmp_path.iterdir())
    code, said, wrong = pitboss(*TOO_NEW[what](database))
    told = [line for line in (said + wrong).splitlines() if f"of version {schema.VERSION + 1}" in line]
    assert len(told) == 1, said + wrong
    assert "the newer program" in told[0]
    assert code == 2
    assert database.read_bytes() == before
    assert {file for file in tmp_path.iterdir() if file.suffix in (".db", ".new", ".part")} <= files


# What a program of each version knows of journals and kinds of entries. A new one raises ``schema.VERSION`` with a step of its own,
# even one that does nothing: a program that does not know it would write on without it (docs/operations.md).
KINDS_OF_VERSION = {
    7: {
        "house": (house_entries.KINDS, "e60465d4"),
        "cage": (cage_entries.KINDS, "2dce773a"),
        "table": (table_entries.KINDS, "d0ea7c93"),
    },
    8: {
        "house": (house_entries.KINDS, "e60465d4"),
        "cage": (cage_entries.KINDS, "2dce773a"),
        "table": (table_entries.KINDS, "d0ea7c93"),
    },
}


def test_new_kinds_of_entries_raise_the_version() -> None:
    """The kinds are those that were written down for this version."""
    known = KINDS_OF_VERSION[schema.VERSION]
    for journal, (kinds, digest) in known.items():
        found = sha256(" ".join(sorted(kinds)).encode()).hexdigest()[:8]
        assert found == digest, (
            f"{journal}: other kinds of entries; raise schema.VERSION, and write {found} down for it"
        )


def test_a_database_of_version_2_gets_its_sums(tmp_path: Path) -> None:
    """Without them it is not in order once it says that it is of version 3."""
    database = tmp_path / "house.db"

    async def work() -> None:
        async with Desk(database, [PLANS[0]]) as desk:
            with pytest.raises(Refused):
                await desk.house.people.sign_in("nobody", "not a password", "127.0.0.1")

    run(work)
    with closing(sqlite3.connect(database)) as older:
        older.execute("DROP TABLE totals")
        older.execute("PRAGMA user_version = 2")
    store = Store(database)
    assert store.migrated == (2, schema.VERSION)
    store.close()
    check_in_use(database, Sealer.beside(database))
