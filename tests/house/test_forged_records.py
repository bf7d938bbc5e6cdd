"""What a house that signs for it can do to its own record, and what `pitboss verify` says of it: every forgery ever found stays
here."""

import json
from pathlib import Path

import pytest

from pitboss.house.cage.purses import CAGE_JOURNAL
from pitboss.house.people.demonstration import credential_of
from pitboss.house.storage import export
from pitboss.roles import Role
from tests.cli.conftest import Pitboss
from tests.house.desk import Desk, run
from tests.house.forger import Forger, Lines, sequences, without
from tests.house.purses import PLANS, A, B, leave, sit


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """The whole record of a house at whose tables visitors play with chips of the cage; no round is in progress."""

    async def work() -> Lines:
        async with Desk(tmp_path_factory.mktemp("forged") / "house.db", PLANS) as desk:
            await desk.house.record.make_head()
            for table in (A, B):
                player = await sit(desk, table, 10_000)
                desk.clock.pass_by(10)
                await desk.bet(table, player, "red", 500)
                await desk.do(table, player, do="ready")
                await leave(desk, table, player)
            note = await desk.house.record.make_head()
            return list(export.export(desk.house.store, desk.house.record.log, None, note, {}))

    return run(work)


def said(pitboss: Pitboss, folder: Path, lines: Lines, *options: str) -> tuple[int, str]:
    file = folder / "record.jsonl"
    file.write_bytes(b"".join(lines))
    code, out, wrong = pitboss("verify", file, *options)
    return code, out + wrong


def test_the_verdict_says_who_confirmed_the_key(lines: Lines, tmp_path: Path, pitboss: Pitboss) -> None:
    """The file's own word, the key that was given, or a head that was kept; signed again by anybody it passes, and says so."""
    key, head = json.loads(lines[0])["record"]["vkey"], tmp_path / "head"
    head.write_text(json.loads(lines[-1])["checkpoint"], encoding="utf-8")
    code, told = said(pitboss, tmp_path, lines)
    assert (code, f"signed by {key}, a key that nobody confirmed" in told) == (0, True), told
    code, told = said(pitboss, tmp_path, lines, "--key", key)
    assert (code, f"signed by {key}, the key that you gave" in told) == (0, True), told
    code, told = said(pitboss, tmp_path, lines, "--checkpoint", str(head))
    assert (code, "the key that signed the checkpoint that you kept" in told) == (0, True), told
    forger = Forger()
    again = forger.forge(lines, lambda table, kind, payload: payload)
    code, told = said(pitboss, tmp_path, again)
    assert (code, f"signed by {forger.vkey}, a key that nobody confirmed" in told) == (0, True), told
    code, told = said(pitboss, tmp_path, again, "--key", key)
    assert (code, "not by" in told) == (2, True), told


def test_times_rise_or_a_clock_entry_says_why(lines: Lines, tmp_path: Path, pitboss: Pitboss) -> None:
    """One entry dated 1999 between two others is refused; in a record of before that was kept up it is only reported."""

    def early(table: str, sequence: int, time: str) -> str:
        return f"1999{time[4:]}" if (table, sequence) == (A, sequences(lines, A)[-3]) else time

    forged = Forger().forge(lines, lambda table, kind, payload: payload, early)
    code, told = said(pitboss, tmp_path, forged)
    assert code == 2
    assert f"of {A} is dated before the entry before it, and no entry says that the clock was set" in told
    older = Forger().forge(lines, without("house", "head_kept"), early)
    code, told = said(pitboss, tmp_path, older)
    assert (code, "entries of an older version are dated before the entry before them" in told) == (0, True), told


def test_a_clock_that_was_set_is_noted_in_every_journal(tmp_path: Path) -> None:
    """Back by a day: tables, house and cage say so before they go on, and the record is in order."""
    database = tmp_path / "house.db"

    async def work() -> Lines:
        async with Desk(database, PLANS) as desk:
            player = await sit(desk, A, 10_000)
            await desk.house.record.make_head()
            desk.clock.wall -= 86_400
            await leave(desk, A, player)
            await desk.house.people.accounts.add(
                desk.house.register.person(credential_of(Role.ADMINISTRATOR)), "Nora", "N-1", [Role.DEALER]
            )
            note = await desk.house.record.make_head()
            return list(export.export(desk.house.store, desk.house.record.log, None, note, {}))

    made = run(work)
    assert all(sequences(made, journal, "clock") for journal in (A, CAGE_JOURNAL, "house"))
    assert export.check(made).set_back == 0


def test_a_cage_that_is_named_is_there(lines: Lines, tmp_path: Path, pitboss: Pitboss) -> None:
    """Its journal left out of the whole record is found by what the tables say of it."""
    assert any(line.startswith(b'{"entry":{"table":"cage"') for line in lines)
    forged = Forger().forge(lines, lambda table, kind, payload: None if table == CAGE_JOURNAL else payload)
    code, told = said(pitboss, tmp_path, forged)
    assert code == 2
    assert "moves chips of a cage whose journal is not there" in told


def test_a_head_that_the_journal_names_is_the_one_of_the_record(lines: Lines, tmp_path: Path, pitboss: Pitboss) -> None:
    """Entries before it that were rewritten lead to another root."""

    def renamed(table: str, kind: str, payload: dict[str, object]) -> dict[str, object]:
        return payload | {"title": "Another"} if kind == "founded" else payload

    code, told = said(pitboss, tmp_path, Forger().forge(lines, renamed))
    assert code == 2
    assert "names another head of" in told
