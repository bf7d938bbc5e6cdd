"""Attacks on the record, found by whoever kept a checkpoint; and rows that somebody put into the file, which open nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from pitboss.house.floor import Opening
from pitboss.house.house import House
from pitboss.house.storage.seal import token_hash
from pitboss.house.storage.store import Store
from pitboss.journal import Journal
from pitboss.procedure import Refused
from pitboss.roles import Role
from soak.tampering import BLIND, campaign
from tests.house.attacked import Kept, make, opened, verdict
from tests.house.desk import Desk, run
from tests.house.live import BOTH, Cookie, Live, acked, credentials, new_key

ROULETTE = "roulette-practice"
FORGED = "a token that the house never made, of the usual length"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return make(tmp_path_factory.mktemp("attacked"))


def test_every_attack_is_found_with_the_checkpoint_that_somebody_kept(kept: Kept) -> None:
    """Eighty, of every kind; ten thousand in ``python -m soak tampering``."""
    outcome = campaign(kept, attacks=80, seed=16, control=False)
    assert outcome.missed == []
    assert outcome.found.total() == outcome.tried.total() == 80
    assert len(outcome.tried) > 60


def test_without_the_checkpoint_what_agrees_with_itself_is_not_found(kept: Kept) -> None:
    """Control: the same attacks, tidy truncation, roll-back and rewriting among them, pass an audit that has nothing to compare."""
    outcome = campaign(kept, attacks=45, seed=17, kinds=sorted(BLIND))
    assert outcome.missed == []
    assert set(outcome.missed_without) == BLIND


def test_a_record_is_in_order_as_long_as_nobody_attacks_it(kept: Kept) -> None:
    """Also without the key, and at every moment that a copy was made of it."""
    assert verdict(opened(kept.now), None, kept.outside) == ""
    assert [verdict(opened(copy), kept.sealer) for copy in kept.before] == [""] * len(kept.before)


# --- rows put into the file by one who does not have the key


def _execute(database: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(database)) as db:
        db.execute(sql, values)
        db.commit()


def _rows(database: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as db:
        return db.execute(sql).fetchall()


def test_a_forged_session_opens_no_seat(tmp_path: Path) -> None:
    """A row with a hash of one's own, for the seat of a player who is there: the token is refused, and its line watches."""
    database = tmp_path / "house.db"
    with Live(database, BOTH) as live:
        player = live.sit(ROULETTE)
        acked(player.bet("red", 500))
        seat = player.seat
    (mark,) = _rows(database, "SELECT mark FROM sessions")[0]
    for role in ("player", "floor"):
        row = (token_hash(f"{FORGED} {role}"), ROULETTE, role, seat, 1, mark)
        _execute(database, "INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)", *row)
    with Live(database, BOTH) as live:
        for role in ("player", "floor"):
            reply = _leave(live, seat, f"{FORGED} {role}")
            assert reply.status_code >= 400, reply.text
            line = live.line(ROULETTE, f"{FORGED} {role}")
            assert line.view["you"]["role"] == "watcher"
            assert "not written by the house" in line.strange[0]["sentence"]
            assert "refused" in line.send(answer={"says": "wager", "wager": "red", "amount": 500})
            line.close()
        assert seat in live.house.hosts[ROULETTE].require_table().state.seats.players


def test_an_ended_session_put_back_opens_no_seat(tmp_path: Path) -> None:
    """The row of a player who left, as it was while they sat there, with the mark of the house."""
    database = tmp_path / "house.db"
    with Live(database, BOTH) as live:
        player = live.sit(ROULETTE)
        seat, token = player.seat, player.token
        (old,) = _rows(database, "SELECT * FROM sessions")
        player.close()
        reply = _leave(live, seat, token)
        assert reply.status_code == 200, reply.text
    _execute(database, "DELETE FROM sessions")
    _execute(database, "INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)", *old)
    with Live(database, BOTH) as live:
        line = live.line(ROULETTE, token)
        assert line.view["you"]["role"] == "watcher", line.view["you"]
        assert "refused" in line.send(answer={"says": "wager", "wager": "red", "amount": 500})
        line.close()
        assert seat not in live.house.hosts[ROULETTE].require_table().state.seats.players


def _leave(live: Live, seat: int, token: str) -> httpx.Response:
    return live.post(f"/api/tables/{ROULETTE}/seats/{seat}/leave", {"key": new_key()}, token)


def test_a_forged_sign_in_or_invitation_is_nobodys(tmp_path: Path) -> None:
    """Rows for the administrator, under hashes of one's own and with the marks of others."""
    database = tmp_path / "house.db"
    with Live(database, BOTH) as live:
        cookie = live.cookie(Role.ADMINISTRATOR)
        assert live.get("/api/people", cookie).status_code == 200
        (real,) = [row for row in _rows(database, "SELECT * FROM signed_in") if row[0] == token_hash(cookie)]
        later = float(str(real[3])) + 3600
    _execute(database, "INSERT INTO signed_in VALUES (?, ?, ?, ?, ?)", token_hash(FORGED), *real[1:])
    _execute(database, "INSERT INTO invitations VALUES (?, ?, ?, ?)", token_hash(FORGED), real[1], later, real[4])
    with Live(database, BOTH) as live:
        assert live.get("/api/people", Cookie(FORGED)).status_code >= 400
        assert live.get("/api/people", cookie).status_code == 200  # control: the real one goes on
        reply = live.post("/api/invitations/accept", {"token": FORGED, "password": "correct horse battery"})
        assert reply.status_code >= 400, reply.text


def test_an_ended_sign_in_put_back_is_nobodys(tmp_path: Path) -> None:
    """The row of somebody who signed out, with the mark of the house, while their browser still has the cookie."""
    database = tmp_path / "house.db"
    with Live(database, BOTH) as live:
        cookie = live.cookie(Role.ADMINISTRATOR)
        (row,) = [row for row in _rows(database, "SELECT * FROM signed_in") if row[0] == token_hash(cookie)]
        assert live.http.delete("/api/session", headers=credentials(cookie)).status_code == 200
        assert live.get("/api/people", cookie).status_code >= 400
    _execute(database, "INSERT INTO signed_in VALUES (?, ?, ?, ?, ?)", *row)
    with Live(database, BOTH) as live:
        assert live.get("/api/people", cookie).status_code >= 400


def test_who_has_only_the_file_writes_no_entry_after_the_last(tmp_path: Path) -> None:
    """The chain has no secret, so anybody could go on with it; the mark of its last entry needs the key."""
    database = tmp_path / "house.db"

    async def open_and_close() -> None:
        async with Desk(database, BOTH):
            pass

    run(open_and_close)
    with sqlite3.connect(database) as file:
        sequence, head = file.execute(
            "SELECT sequence, hash FROM journal WHERE table_id = 'house' ORDER BY sequence DESC"
        ).fetchone()
        journal = Journal("house", sequence, head.hex())
        forged = journal.append("roles_changed", {"credential": "DEMO-player", "roles": ["administrator"]}, "")
        row = ("house", forged.sequence, "", forged.kind, bytes(forged.payload), 0, bytes.fromhex(forged.hash))
        file.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    file.close()
    with pytest.raises(Refused, match="not the last one that the house wrote"):
        House(Store(database), Opening(BOTH))
