"""Witnesses that a house has by itself: a file elsewhere that cosigns its heads, and the houses that it is a witness of."""

import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.cli.serve_settings import ServeSettings
from pitboss.house import own_witnesses
from pitboss.house.serve import welcome
from pitboss.house.storage.quorum import quorum_of
from pitboss.house.tasks.in_house import _witnesses
from pitboss.roles import Role
from pitboss.tlog.note import Cosigner
from tests.cli.conftest import Pitboss
from tests.house.desk import Desk, run
from tests.house.live import BOTH, Live, acked, credentials, wait_for
from tools.bootstrap import ROOT

R = BOTH[0].name


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test has one disk: whatever is asked of is on another."""
    monkeypatch.setattr(own_witnesses.OwnWitnesses, "_on_the_disk_of_the_record", lambda self, file: False)


def kinds(desk: Desk) -> list[str]:
    return [task.kind for task in _witnesses(desk.house)]


def test_every_head_of_a_house_is_cosigned_by_its_file(tmp_path: Path, pitboss: Pitboss) -> None:
    """Also after it was closed and opened again; the record names the file's key once, and ``verify`` counts."""
    database, file = tmp_path / "house.db", tmp_path / "else" / "w"
    file.parent.mkdir()

    async def work() -> str:
        async with Desk(database, BOTH, witness_file=file) as desk:
            await desk.sit(R)
            await desk.house.record.make_head()
            (vkey,) = desk.house.register.witnesses
            assert desk.house.record.unwitnessed_since == ""
            return vkey

    first, again = run(work), run(work)
    assert first == again
    with closing(sqlite3.connect(database)) as reader:
        notes = [note for (note,) in reader.execute("SELECT note FROM checkpoints ORDER BY size")]
        named = reader.execute("SELECT count(*) FROM journal WHERE kind = 'witness_named'").fetchone()[0]
    assert len(notes) >= 2
    assert named == 1
    assert all(note.count(f"\n— {first.partition('+')[0]} ") == 1 for note in notes)
    status, out, _ = pitboss("verify", "--database", database)
    assert status == 0
    assert (
        f"is cosigned by {first.partition('+')[0]}. These are 1 of the 1 witnesses that the record itself names." in out
    )


def test_a_record_that_was_put_back_is_not_cosigned_and_somebody_hears_of_it(tmp_path: Path) -> None:
    """An older copy of the database, in order by itself: the house opens, and the Board's queue has it at once."""
    folder, file, copy = tmp_path / "house", tmp_path / "w", tmp_path / "copy"
    database = folder / "house.db"
    folder.mkdir()

    async def work(keys: range) -> list[str]:
        async with Desk(database, BOTH, witness_file=file) as desk:
            desk.keys = iter(keys)
            for _ in keys:
                await desk.sit(R)
            await desk.house.record.make_head()
            assert not any(host.suspension.sentence for host in desk.house.hosts.values())
            return kinds(desk)

    assert "witness refuses" not in run(lambda: work(range(1)))
    shutil.copytree(folder, copy)
    assert "witness refuses" not in run(lambda: work(range(1, 2)))
    shutil.rmtree(folder)
    shutil.copytree(copy, folder)
    assert run(lambda: work(range(0)))[0] == "witness refuses"
    assert run(lambda: work(range(2, 4)))[0] == "witness refuses"  # it has grown past what was seen, another way


def test_a_house_without_a_witness_opens_and_warns(tmp_path: Path) -> None:
    """No witness; a file on the disk of the record; then none of both: somebody outside is named."""

    async def work(file: Path | None) -> tuple[str, list[str]]:
        async with Desk(tmp_path / "house.db", BOTH, witness_file=file) as desk:
            return welcome(desk.house, "http://here"), kinds(desk)

    said, tasks = run(lambda: work(None))
    assert "No witness cosigns the record of this house" in said
    assert "names a witness at http://here/board#record" in said
    assert tasks == ["name witness"]
    said, tasks = run(lambda: work(tmp_path / "w"))
    assert "Only a file on the disk of the record (w) cosigns it" in said
    assert tasks == ["name witness"]


def test_a_file_on_another_disk_is_a_witness(tmp_path: Path, elsewhere: None) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", BOTH, witness_file=tmp_path / "w") as desk:
            assert "witness" not in welcome(desk.house, "http://here").lower()
            assert kinds(desk) == []

    run(work)


def test_a_file_that_is_out_of_reach_keeps_no_house_closed(tmp_path: Path) -> None:
    """Its disk is away: the house opens, its heads lack a cosignature, and the queue says why."""
    file = tmp_path / "mount" / "w"

    async def work() -> list[str]:
        async with Desk(tmp_path / "house.db", BOTH, witness_file=file) as desk:
            await desk.sit(R)
            await desk.house.record.make_head()
            return kinds(desk)

    assert "witness refuses" in run(work)
    file.parent.mkdir()
    assert "witness refuses" not in run(work)


def test_the_board_ends_the_file_and_it_stays_ended(tmp_path: Path) -> None:
    from pitboss.house.people.entries import WitnessEnded
    from pitboss.journal import Actor

    async def work(*, end: bool) -> list[str]:
        async with Desk(tmp_path / "house.db", BOTH, witness_file=tmp_path / "w") as desk:
            if end:
                await desk.house.register.enter(
                    WitnessEnded(desk.house.register.witnesses[0], Actor("B", "Board", "board"))
                )
            await desk.sit(R)
            await desk.house.record.make_head()
            return list(desk.house.register.witnesses)

    assert run(lambda: work(end=True)) == []
    assert run(lambda: work(end=False)) == []


def test_where_the_file_is_by_default(tmp_path: Path) -> None:
    """Beside a database in a file; with PostgreSQL on the machine of the house, which is not that of the record; or nowhere."""
    assert ServeSettings(database="/a/house.db").cosigning_file() == Path("/a/house.db.witness")
    assert ServeSettings(database="postgresql://h/d", files="/b").cosigning_file() == Path("/b/house.witness")
    assert ServeSettings(witness_file="/mnt/w").cosigning_file() == Path("/mnt/w")
    assert ServeSettings(witness_file="none").cosigning_file() is None


# --- two houses, and what a verifier demands of one


@pytest.fixture(scope="module")
def witnessed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A record that another house has cosigned: the file, the folder of the house, and the policy that demands it."""
    folder = tmp_path_factory.mktemp("witnessed")
    with Live(folder / "house.db", BOTH) as live:
        player = live.sit(R)
        acked(player.bet("red", 500))
        acked(player.ready())
        board = credentials(live.cookie(Role.BOARD))
        assert live.http.get("/api/board/export", headers=board).is_success  # a head is made
        with Live(folder / "other.db", BOTH[:1], witness_of=[f"http://{live.address}"]) as other:
            key = other.http.get("/api/record/key").json()["cosigns_as"]
            named = live.http.post("/api/board/witnesses", json={"vkey": key}, headers=board)
            assert named.is_success, named.text
            assert live.http.get("/api/board/export", headers=board).is_success
            quorum = quorum_of([key], 1)
            asyncio.run(_look_once(other))
            reply = live.http.get("/api/board/export?quorum=1", headers=board)
            assert reply.is_success, reply.text
            note = live.house.record.log.latest() or ""
            assert quorum.has_signed(note, live.house.record.log.verifier_of(note))
        log_key = live.http.get("/api/record/key").json()["vkey"]
        version = live.house.version
    file = folder / "record.jsonl"
    file.write_bytes(reply.content)
    policy = folder / "policy.json"
    demands = {"key": log_key, "witnesses": [key], "quorum": 1, "approved": [version]}
    policy.write_text(json.dumps(demands))
    return file, policy


async def _look_once(other: Live) -> None:
    """Now rather than within the minute."""
    from pitboss.house.witnessing import Witness

    own = other.house.record.own_witnesses
    wait_for(lambda: own.of_others is not None and own.of_others.seen.houses)  # the first look, before it was named
    assert own.of_others is not None
    for one in own._others:
        assert "signed for" in Witness(one, own.of_others).look()


def changed(policy: Path, to: Path, **changes: object) -> Path:
    found = json.loads(policy.read_text()) | changes
    to.write_text(json.dumps({name: value for name, value in found.items() if value is not None}))
    return to


def test_one_policy_is_one_exit_status(witnessed: tuple[Path, Path], pitboss: Pitboss, tmp_path: Path) -> None:
    """0 where key, quorum, rules and completeness are as demanded; each demand that is not met is 2, and says which."""
    file, policy = witnessed
    status, out, err = pitboss("verify", file, "--policy", policy)
    assert (status, err) == (0, "")
    assert f"All that {policy} demands is so." in out
    assert "the last head has 1 cosignatures of 1 witnesses named" in out
    status, out, _ = pitboss("verify", file)
    assert status == 0
    assert "the last head has 1 cosignatures of 1 witnesses named" in out  # by the record itself
    demands = json.loads(policy.read_text())
    other = demands["witnesses"][0].replace("+", "x+", 1)
    wrong: dict[str, tuple[dict[str, object], str]] = {
        "another key": ({"key": demands["key"].replace("pitboss/", "pitboss/x")}, "is signed by"),
        "no witness": ({"witnesses": None}, "missing required field `witnesses`"),
        "no quorum": ({"quorum": 0}, ">= 1"),
        "another witness": ({"witnesses": [other]}, "That is no public key of a witness"),
        "other rules": ({"approved": ["0" * 64]}, "every round is played again"),
        "an unknown demand": ({"quorun": 1}, "unknown field"),
    }
    for what, (changes, words) in wrong.items():
        status, out, err = pitboss("verify", file, "--policy", changed(policy, tmp_path / "p.json", **changes))
        assert (status, words in err) == (2, True), (what, err)
        assert "demands is so" not in out
    status, _, err = pitboss("verify", file, "--policy", policy, "--quorum", "1")
    assert status == 2
    assert "A policy says by itself" in err


def test_a_policy_holds_for_a_database_too(witnessed: tuple[Path, Path], pitboss: Pitboss, tmp_path: Path) -> None:
    file, policy = witnessed
    database = file.with_name("house.db")
    status, out, err = pitboss("verify", "--database", database, "--policy", policy)
    assert (status, err) == (0, "")
    assert "demands is so" in out
    other = changed(policy, tmp_path / "p.json", approved=["0" * 64])
    status, _, err = pitboss("verify", "--database", database, "--policy", other)
    assert status == 2
    assert "every round is played again" in err


def test_the_verifier_in_one_file_takes_the_same_policy(witnessed: tuple[Path, Path], tmp_path: Path) -> None:
    """It plays no round again, so of the rules it sees that no others are named; every other demand is its own."""
    file, policy = witnessed

    demands = json.loads(policy.read_text())
    done = one_file(file, "--policy", policy)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"witnesses: cosigned by {demands['witnesses'][0].partition('+')[0]}" in done.stdout
    assert "witnesses: 1 signatures besides the house's own; none was asked for" in one_file(file).stdout
    absent = Cosigner("absent.test/w", bytes(32)).vkey
    forged = Cosigner(demands["witnesses"][0].partition("+")[0], bytes(32)).vkey
    refused: dict[str, tuple[int, dict[str, object], str]] = {
        "another key": (1, {"key": demands["key"].replace("pitboss/", "pitboss/x")}, "signed by another key"),
        "a witness that did not look": (1, {"witnesses": [absent]}, "cosigned by 0 of the witnesses, and 1 have to"),
        "a witness of the same name": (1, {"witnesses": [forged]}, "cosigned by 0 of the witnesses"),
        "other rules": (1, {"approved": ["0" * 64]}, "names rules that are not approved"),
        "no quorum": (2, {"quorum": None}, 'lacks "quorum"'),
        "more than there are": (2, {"quorum": 2}, "more than the 1 witnesses"),
        "an unknown demand": (2, {"quorun": 1}, 'nothing called "quorun"'),
        "a number for a word": (2, {"key": 7}, '"key" of the policy'),
    }
    for what, (status, changes, words) in refused.items():
        done = one_file(file, "--policy", changed(policy, tmp_path / "p.json", **changes))
        assert (done.returncode, words in done.stdout + done.stderr) == (status, True), (what, done)
    broken = file.read_bytes()
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(broken[:-12] + (b"A" if broken[-12:-11] != b"A" else b"B") + broken[-11:])
    done = one_file(damaged, "--policy", policy)
    assert done.returncode == 1, done.stdout


def one_file(*words: str | Path) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-I", "-S", str(ROOT / "verifier" / "pitboss_verify.py"), *map(str, words)]
    return subprocess.run(program, capture_output=True, text=True, check=False)
