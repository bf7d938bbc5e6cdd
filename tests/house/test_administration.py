"""The administrator's desk: health and versions, sessions, rights, and backups that are made, checked and restored."""

import os
import sqlite3
import stat
from pathlib import Path

import pytest

from pitboss import authority
from pitboss.house.people.demonstration import credential_of
from pitboss.house.storage import backup
from pitboss.house.storage.seal import Sealer
from pitboss.house.storage.store import Store
from pitboss.house.wire.health import rules_hash
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.live import BOTH, Live, acked, wait_for

TABLE = "roulette-practice"


def test_health_and_versions_for_whoever_watches(tmp_path: Path) -> None:
    """Anyone may ask whether the house works, and learns no secret; the rest is for administrators and auditors."""
    with Live(tmp_path / "house.db", BOTH) as live:
        reply = live.get("/health")
        assert (reply.status_code, reply.json()["status"]) == (200, "ok")
        assert reply.json()["tables"] == reply.json()["open"] == 2
        assert live.get("/api/administration").status_code == 401
        refused = live.get("/api/administration", live.cookie(Role.DEALER))
        assert (refused.status_code, refused.json()["refused"]["cite"]) == (403, "I-GEN-39")
        found = live.get("/api/administration", live.cookie(Role.AUDITOR)).json()
        assert [one["state"] for one in found["tables"]] == ["open", "open"]
        assert found["database_bytes"] > 0
        assert found["disk_free_bytes"] > 0
        assert found["versions"]["rules"] == rules_hash()
        assert len(found["versions"]["rules"]) == 64
        assert found["clock_jumps"] == []
        live.house.host(TABLE).suspend("This table is suspended: its record is not in order.")
        found = live.get("/api/administration", live.cookie(Role.ADMINISTRATOR)).json()
        assert found["health"]["status"] == "attention"
        assert [(one["state"], bool(one["why"])) for one in found["tables"]] == [("suspended", True), ("open", False)]
        live.house.host("go-fore-it-practice").suspend("This table is suspended: its record is not in order.")
        assert (live.get("/health").status_code, live.get("/health").json()["status"]) == (503, "failing")


def test_i_gen_39_one_browser_is_signed_out_and_rights_are_what_authority_says(tmp_path: Path) -> None:
    """Only administrators sign another out, and the record names them; the matrix is the table that the gate reads."""
    with Live(tmp_path / "house.db", BOTH) as live:
        admin, dealer = live.cookie(Role.ADMINISTRATOR), live.cookie(Role.DEALER)
        listed = live.get("/api/administration", admin).json()["sessions"]
        assert [one["yours"] for one in listed] == [True, False]
        path = f"/api/administration/sessions/{listed[1]['session']}/revoke"
        assert live.post(path, {}, dealer).status_code == 403
        assert live.get("/api/session", dealer).json()["person"]["credential"] == credential_of(Role.DEALER)
        left = live.post(path, {}, admin).json()
        assert [one["credential"] for one in left] == [credential_of(Role.ADMINISTRATOR)]
        assert live.get("/api/session", dealer).json()["person"] is None
        assert live.post(path, {}, admin).status_code == 404
        rights = live.get("/api/administration/rights", admin).json()
        house = {one["act"]: one for one in rights if not one["where"]}
        assert set(house) == {right.act for right in authority.IN_THE_HOUSE}
        assert house["make backup"]["roles"] == ["administrator"]
        assert house["see staff"]["roles"] == ["floorperson", "pit_manager", "shift_manager", "administrator"]
        assert all(one["cite"] for one in rights)
        assert {"Roulette", "*", ""} <= {one["where"] for one in rights}


def test_a_backup_of_an_open_house_is_restored_with_the_same_records(tmp_path: Path) -> None:
    """Made while play goes on, entered, checked, readable by nobody else; served, it is the house as it was."""
    with Live(tmp_path / "house.db", BOTH) as live:
        player = live.sit(TABLE)
        acked(player.bet("red", 500))
        acked(player.ready())
        player.wait(lambda view: bool(view["results"]))
        admin = live.cookie(Role.ADMINISTRATOR)
        assert live.post("/api/administration/backups", {}, live.token("floor")).status_code == 403
        assert live.post("/api/administration/backups", {"with_key": True}, admin).status_code == 202
        wait_for(lambda: not live.get("/api/administration/backups", admin).json()["running"])
        state = live.get("/api/administration/backups", admin).json()
        assert state["failed"] == ""
        (made,) = state["made"]
        copy = tmp_path / made["file"]
        assert (made["sha256"], made["bytes"]) == (backup.sha256(copy), copy.stat().st_size)
        assert made["with_key"]
        assert [stat.S_IMODE(file.stat().st_mode) for file in (copy, backup.key_of(copy))] == [0o600, 0o600]
        rounds, before = live.get(f"/api/tables/{TABLE}/rounds").json(), live.export(TABLE)
        assert '"kind":"backup_made"' in live.get("/api/house/journal.jsonl", live.token("audit")).text
    with Live(copy, BOTH) as again:
        assert again.get(f"/api/tables/{TABLE}/rounds").json() == rounds
        assert len(rounds) == 1
        assert again.export(TABLE) == before
        assert again.get("/health").json()["status"] == "ok"


def test_a_damaged_or_incomplete_copy_is_refused(tmp_path: Path) -> None:
    """One byte of an entry, an entry too few, a plain copy beside its log, a file that is none; without the key it says so."""
    database = tmp_path / "house.db"
    with Live(database, BOTH) as live:
        live.sit(TABLE)
        copy = tmp_path / "copy.db"
        made = backup.make(database, copy)
        assert not backup.key_of(copy).exists()
        with pytest.raises(Refused, match="in use, or a plain copy"):
            backup.check(database)
        with pytest.raises(Refused, match="replaces nothing"):
            backup.make(database, copy)
    sealer = Sealer.read(backup.key_of(database))
    assert backup.check(copy, sealer) == made.found
    assert backup.check(copy).unread > 0
    assert made.found.journals == 4  # the house, its cage, two tables
    edits = (
        "UPDATE journal SET time = '2000-01-01T00:00:00.000Z' WHERE sequence = 1 AND table_id = 'house'",
        "UPDATE journal SET payload = x'00' WHERE form & 1 AND table_id = 'roulette-practice'",
        "DELETE FROM journal WHERE sequence = 1 AND table_id = 'house'",
        "DELETE FROM journal WHERE table_id = 'go-fore-it-practice'",
    )
    for number, edit in enumerate(edits):
        bad = tmp_path / f"bad-{number}.db"
        bad.write_bytes(copy.read_bytes())
        with sqlite3.connect(bad) as changed:
            changed.executescript("DROP TRIGGER journal_unchanged; DROP TRIGGER journal_undeleted;")
            assert changed.execute(edit).rowcount > 0, edit
        changed.close()
        Path(f"{bad}-wal").unlink(missing_ok=True)
        with pytest.raises(Refused):
            backup.check(bad, sealer)
    (tmp_path / "none.db").write_text("no database at all")
    with pytest.raises(Refused, match="not the database of a house"):
        backup.check(tmp_path / "none.db")
    os.unlink(backup.key_of(database))
    with pytest.raises(Refused, match=r"house\.db\.key, the key of house\.db, is missing"):
        backup.make(database, tmp_path / "other.db")
    assert not list(tmp_path.glob("*.part")) + list(tmp_path.glob(".*.part"))


def test_what_is_written_while_a_backup_is_made_does_not_disturb_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy is one moment: entries that come while it is made are in the next one, and it ends all the same."""
    monkeypatch.setattr(backup, "PAGES", 1)
    with Live(tmp_path / "house.db", BOTH) as live:
        store: Store = live.house.store
        seen: list[float] = []

        def write(done: float) -> None:
            if len(seen) < 3:
                with sqlite3.connect(store.path) as other:
                    other.execute("INSERT INTO pulse VALUES (?, 1)", (100 + len(seen),))
                other.close()
            seen.append(done)

        copy = tmp_path / "copy.db"
        backup.make(store.path, copy, progress=write)
        assert seen[-1] == 1.0
        assert seen == sorted(seen)
        with sqlite3.connect(copy) as found:
            assert found.execute("SELECT count(*) FROM pulse WHERE id >= 100").fetchone() == (0,)
        found.close()
