"""``pitboss audit``: over a record file and a database; what differs is found, what cannot be settled never agrees."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Pitboss, pitboss
from tests.house.recorded import a_house, play

__all__ = ["pitboss"]
GAMES = ("roulette", "sic-bo")
ROUNDS = 6


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with rounds of two games."""
    path = tmp_path_factory.mktemp("audited") / "house.db"

    async def work() -> None:
        async with a_house(path, GAMES) as desk:
            for game in GAMES:
                await play(desk, f"{game}-1", ROUNDS, game)
            await desk.house.record.make_head()

    asyncio.run(work())
    return path


@pytest.fixture
def record(database: Path, pitboss: Pitboss, tmp_path: Path) -> Path:
    out = tmp_path / "record.jsonl"
    assert pitboss("record", "--database", database, "--out", out)[0] == 0
    return out


def changed(record: Path, change: Callable[[dict[str, Any]], bool]) -> Path:
    """The record with the first entry changed that can be, as a file; its chain is not what is looked at here."""
    lines, done = record.read_text(encoding="utf-8").splitlines(), False
    for at, line in enumerate(lines):
        outer = json.loads(line)
        if not done and "entry" in outer and change(outer["entry"]):
            lines[at], done = json.dumps(outer), True
    assert done
    out = record.with_name("changed.jsonl")
    out.write_text("\n".join(lines), encoding="utf-8")
    return out


def pay_a_cent_more(entry: dict[str, Any]) -> bool:
    paid = [event for event in entry["payload"].get("events", ()) if event["event"] == "paid"]
    if paid:
        paid[0]["returned"] += 1
    return bool(paid)


def test_a_record_and_its_database_are_settled_again(database: Path, record: Path, pitboss: Pitboss) -> None:
    for source in ((record,), ("--database", database)):
        status, said, err = pitboss("audit", "--json", *source)
        assert (status, err) == (0, "")
        found = json.loads(said)
        assert found["rounds"] == len(GAMES) * ROUNDS
        assert found["settlements"] == found["agreeing"] > 0
        assert found["differences"] == found["not_settled_again"] == found["reading_changed_since"] == []


def test_a_cent_too_much_is_found_with_its_provision(record: Path, pitboss: Pitboss) -> None:
    status, said, _ = pitboss("audit", "--json", changed(record, pay_a_cent_more))
    found = json.loads(said)
    (one,) = found["differences"]
    assert status == 1
    assert one["recorded"]["returned"] == one["again"]["returned"] + 1
    assert one["provision"].startswith(("617a.4", "625a.6"))
    assert found["agreeing"] == found["settlements"] - 1
    assert pitboss("audit", changed(record, pay_a_cent_more))[1].count("settled again ") >= 1


def test_a_settlement_that_is_missing_is_found(record: Path, pitboss: Pitboss) -> None:
    def lose(entry: dict[str, Any]) -> bool:
        events = entry["payload"].get("events", ())
        kept = [event for event in events if event["event"] != "collected"]
        if len(kept) == len(events):
            return False
        entry["payload"]["events"] = kept
        return True

    status, said, _ = pitboss("audit", "--json", changed(record, lose))
    found = json.loads(said)["differences"]
    assert status == 1
    assert found
    assert all(one["recorded"] is None and one["again"]["returned"] == 0 for one in found)


def test_what_cannot_be_settled_is_listed_and_never_agrees(record: Path, pitboss: Pitboss) -> None:
    """A game that no settler knows; and the part of a record without the filing of a table."""

    def other_game(entry: dict[str, Any]) -> bool:
        known = bool(entry["kind"] == "founded" and entry["payload"]["game"] == "roulette")
        if known:
            entry["payload"]["game"] = "whist"
        return known

    def no_filing(entry: dict[str, Any]) -> bool:
        known = bool(entry["kind"] == "founded" and entry["payload"]["game"] == "sic-bo")
        if known:
            entry["kind"] = "clock"
        return known

    for change, words in ((other_game, "does not settle whist"), (no_filing, "does not have the rules filed")):
        status, said, _ = pitboss("audit", "--json", changed(record, change))
        found = json.loads(said)
        assert status == 1
        assert len(found["not_settled_again"]) == ROUNDS
        assert all(words in one["reason"] for one in found["not_settled_again"])
        left = sum(one["settlements"] for one in found["not_settled_again"])
        assert 0 < found["agreeing"] == found["settlements"] < found["settlements"] + left


def test_what_is_no_record_is_refused_in_a_sentence(tmp_path: Path, pitboss: Pitboss) -> None:
    file = tmp_path / "no.jsonl"
    file.write_text("[]\n", encoding="utf-8")
    assert pitboss("audit", file) == (2, "", "Line 1 is not a line of a record.\n")
    assert pitboss("audit")[0] == 2
    assert pitboss("audit", tmp_path / "none.jsonl")[0] == 2


def test_it_runs_by_itself_without_pitboss(record: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "pitboss_audit", record], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["rounds"] == len(GAMES) * ROUNDS
