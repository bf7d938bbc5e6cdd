"""Starting again: from a snapshot or without one, after corruption, with other tables going on."""

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.house.founding import Plan
from pitboss.house.storage import schema
from pitboss.house.storage.forms import SEALED, Forms
from pitboss.house.storage.seal import Sealer
from pitboss.house.storage.store import TAIL
from pitboss.house.table.recovery import rebuild
from pitboss.house.table.table import Table
from pitboss.journal import Actor, digest, verify
from pitboss.procedure import Refused
from tests.house.desk import Desk, fingerprint, random_round, run
from tests.house.live import PRACTICE

A, B = "a", "b"
PLANS = (Plan(A, "go-fore-it", "Go Fore It", PRACTICE), Plan(B, "roulette", "Roulette", PRACTICE))


async def play(database: Path, rounds: int = 4) -> None:
    """Some rounds at both tables, and one that is left open."""
    pick = random.Random(5)
    async with Desk(database, PLANS) as desk:
        for name in (A, B):
            players = {s.seat: s for s in [await desk.sit(name) for _ in range(2)]}
            for _ in range(rounds):
                await random_round(desk, name, players, pick)
            await desk.bet(name, players[1], "red" if name == B else "front_9", 500)


def tamper(database: Path, sql: str) -> int:
    """Someone with the file and without scruples."""
    with sqlite3.connect(database) as file:
        for trigger in ("journal_unchanged", "journal_undeleted", "journal_unbroken"):
            file.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        count = file.execute(sql).rowcount
    file.close()
    return count


def test_with_or_without_a_snapshot_the_table_is_the_same(tmp_path: Path) -> None:
    """A table is a function of its journal; the snapshot only saves time. A broken snapshot is not needed."""
    database = tmp_path / "house.db"
    run(lambda: play(database))

    async def work() -> None:
        async with Desk(database, PLANS) as desk:
            before = {name: fingerprint(desk.table(name)) for name in (A, B)}
        tamper(database, "UPDATE snapshots SET body = x'00'")
        async with Desk(database, PLANS) as desk:
            desk.folds = False  # the snapshot is broken
            assert {name: fingerprint(desk.table(name)) for name in (A, B)} == before
        tamper(database, "DELETE FROM snapshots")
        async with Desk(database, PLANS) as desk:
            assert {name: fingerprint(desk.table(name)) for name in (A, B)} == before
            assert not desk.host(A).suspension.sentence

    run(work)


LAST = f"(SELECT max(sequence) FROM journal WHERE table_id = '{A}')"
EDITS: dict[str, str] = {
    "time": f"UPDATE journal SET time = '2020-01-01T00:00:00.000Z' WHERE table_id = '{A}' AND sequence = {LAST}",
    "kind": f"UPDATE journal SET kind = 'closed' WHERE table_id = '{A}' AND sequence = {LAST}",
    "hash": f"UPDATE journal SET hash = randomblob(32) WHERE table_id = '{A}' AND sequence = {LAST}",
    # a sum where it can be read; a byte more where the entry was written in another form
    "payload": f"UPDATE journal SET payload = CAST(CASE WHEN instr(payload, CAST('100000' AS BLOB)) "
               f"THEN replace(CAST(payload AS TEXT), '100000', '900000') ELSE payload || x'00' END AS BLOB) "
               f"WHERE table_id = '{A}' AND kind = 'seated'",
    "sealed": f"UPDATE journal SET payload = CAST(payload || x'00' AS BLOB) WHERE table_id = '{A}' AND form & 1",
    "old entry": f"UPDATE journal SET time = '' WHERE table_id = '{A}' AND sequence = 5",
    "first entry": f"UPDATE journal SET payload = CAST('{{}}' AS BLOB) WHERE table_id = '{A}' AND sequence = 1",
    "deletion": f"DELETE FROM journal WHERE table_id = '{A}' AND sequence = {LAST} - 1",
    "old deletion": f"DELETE FROM journal WHERE table_id = '{A}' AND sequence = 7",
}  # fmt: skip


@pytest.mark.parametrize("edit", EDITS)
def test_a_corrupted_entry_stops_its_table_and_no_other(edit: str, tmp_path: Path) -> None:
    """The table is suspended with a sentence that names the entry; the others play."""
    database = tmp_path / "house.db"
    run(lambda: play(database))
    assert tamper(database, EDITS[edit]) >= 1

    async def work() -> None:
        async with Desk(database, PLANS) as desk:
            await desk.house.record.verify(Actor("B-1", "Bo", "board"))
            host = desk.host(A)
            assert "suspended" in host.suspension.sentence
            assert "ntry" in host.suspension.sentence
            with pytest.raises(Refused, match="suspended"):
                await desk.sit(A)
            assert not desk.host(B).suspension.sentence
            player = await desk.sit(B)
            await desk.bet(B, player, "red", 500)

    run(work)


def test_a_diverging_entry_stops_its_table(tmp_path: Path) -> None:
    """A forger who rehashes the chain is caught by the replay: the events are not what the answers lead to."""
    database = tmp_path / "house.db"
    run(lambda: play(database))
    _forge(database, lambda data: data.replace(b'"amount":500', b'"amount":700', 1) if b'"wagered"' in data else data)

    async def work() -> None:
        async with Desk(database, PLANS) as desk:
            assert "does not replay" in desk.host(B).suspension.sentence
            assert not desk.host(A).suspension.sentence
            with pytest.raises(Refused, match="Entry"):
                rebuild(desk.house.store, B)
            verify(desk.house.store.entries(B))  # the chain itself is whole

    run(work)


def _forge(database: Path, change: Callable[[bytes], bytes]) -> None:
    """Alter the last entry of the roulette table, as one who has the key too, and make its hash fit."""
    sealer = Sealer.beside(database)
    with sqlite3.connect(database) as file:
        file.execute("DROP TRIGGER journal_unchanged")
        sql = "SELECT sequence, time, kind, payload, form, hash FROM journal WHERE table_id = ? ORDER BY sequence DESC"
        row, before = file.execute(sql, (B,)).fetchmany(2)
        forms = Forms(sealer)
        written = forms.read(B, row[0], row[3], row[4])
        payload = change(written)
        assert payload != written
        made = digest(B, row[0], row[1], row[2], payload, before[5].hex())
        sql = "UPDATE journal SET payload = ?, form = ?, hash = ? WHERE table_id = ? AND sequence = ?"
        data, form = forms.write(B, row[0], payload, secret=bool(row[4] & SEALED))
        file.execute(sql, (data, form, bytes.fromhex(made), B, row[0]))
        file.execute(TAIL, schema.tail(sealer, B, row[0], bytes.fromhex(made)))
    file.close()


def test_a_lost_seed_stops_nothing_until_it_is_needed(tmp_path: Path) -> None:
    """The order of a shoe comes from its sealed seed: with another seed the table does not go on pretending."""
    database = tmp_path / "house.db"
    run(lambda: play(database))
    assert tamper(database, f"UPDATE secrets SET body = x'0011' WHERE table_id = '{A}'") >= 1

    async def work() -> None:
        async with Desk(database, PLANS) as desk:
            assert "seed a" in desk.host(A).suspension.sentence
            assert not desk.host(B).suspension.sentence

    run(work)


def test_a_fault_in_a_chapter_stops_the_table_and_leaves_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever breaks inside, nothing half-done is written; the floor may try again once it is mended."""

    def broken_end(_: Table) -> None:
        raise ZeroDivisionError

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            player, floor = await desk.sit(B), desk.role("floor", B)
            await desk.bet(B, player, "red", 500)
            before = fingerprint(desk.table(B))
            with monkeypatch.context() as broken:
                broken.setattr(Table, "end", broken_end)
                with pytest.raises(Refused, match="suspended"):
                    await desk.do(B, player, do="ready")
                with pytest.raises(Refused, match="suspended"):
                    await desk.bet(B, player, "red", 500)
                assert fingerprint(desk.table(B)) == before
                assert "ZeroDivision" not in desk.host(B).suspension.sentence
            with pytest.raises(Refused, match="open"):
                await desk.do(B, floor, do="open_table")
            await desk.do(B, player, do="ready")
            assert desk.table(B).play.settlements

    run(work)


def test_a_rebuilt_table_plays_on(tmp_path: Path) -> None:
    """A round in progress that is rebuilt from the store is played to its end like any other."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan("T", "roulette", "T", PRACTICE)]) as desk:
            player = await desk.sit("T")
            await desk.bet("T", player, "red", 500)
            host = desk.host("T")
            host.recover()
            await desk.do("T", player, do="ready")
            assert desk.table("T").round is None

    run(work)


def test_a_table_whose_record_is_gone_does_not_begin_anew(tmp_path: Path) -> None:
    """Journal and snapshot were taken out: it stands still and says so; the others play."""
    database = tmp_path / "house.db"
    run(lambda: play(database))
    tamper(database, f"DELETE FROM journal WHERE table_id = '{A}'")
    tamper(database, f"DELETE FROM snapshots WHERE table_id = '{A}'")

    async def work() -> None:
        async with Desk(database, PLANS) as desk:
            assert f"The record of {A} is missing" in desk.host(A).suspension.sentence
            assert desk.host(A).table is None
            player = await desk.sit(B)
            await desk.bet(B, player, "red", 500)

    run(work)
