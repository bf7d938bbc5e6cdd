"""A round names the rules that played it; other rules are taken over between rounds only; what is not approved does not run."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from pitboss.house.table.recovery import rebuild
from pitboss.house.table.verify import verify_entries
from pitboss.house.table.versions import running, spans
from pitboss.journal import Actor
from pitboss.procedure import Refused
from pitboss.rulebook.manifest import Manifest
from tests.house.desk import Desk, fingerprint, run
from tests.house.live import BOTH
from tests.house.sending import leave_table

R, G = BOTH[0].name, BOTH[1].name
OTHER = "f" * 64
BOARD = Actor("B-1", "Bo", "board")


@contextmanager
def other_rules() -> Iterator[None]:
    """The same rules under another version, as if they had been installed since."""
    found = running()
    rules = msgspec.structs.replace(found.rules, version=OTHER, release="9.9.9")
    with pytest.MonkeyPatch.context() as patch:
        other = msgspec.structs.replace(found, rules=rules)
        patch.setattr("pitboss.house.house.running", lambda: other)
        patch.setattr("pitboss.house.table.verify.running", lambda: other)
        patch.setattr("pitboss.house.floor.keep_rules", lambda *_: ([], []))
        yield


def kinds(desk: Desk, table: str) -> list[str]:
    return [entry.kind for entry in desk.house.store.entries(table)]


def test_every_round_names_its_rules_and_the_house_keeps_them(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", BOTH) as desk:
            player = await desk.sit(R)
            await desk.bet(R, player, "red", 500)
            await desk.do(R, player, do="ready")
            rounds = [json.loads(bytes(e.payload)) for e in desk.house.store.entries(R) if e.kind == "round"]
            assert {one["version"] for one in rounds} == {running().rules.version}
            assert [row[0] for row in desk.house.store.rules.packages()] == [running().rules.version]

    run(work)


def test_other_rules_are_taken_over_between_rounds(tmp_path: Path) -> None:
    """A round on which nothing hangs is canceled; the entry stands before the next round, and each part of the record is
    replayed by its own rules, by the package that is kept where they are not installed."""
    database = tmp_path / "house.db"

    async def before() -> None:
        async with Desk(database, BOTH) as desk:
            player = await desk.sit(R)
            for _ in range(3):
                await desk.bet(R, player, "red", 500)
                await desk.do(R, player, do="ready")
            await desk.do(R, player, do="ready")  # betting is open, nothing is wagered
            assert desk.table(R).round is not None
            await leave_table(desk.host(R), player, desk.key())

    run(before)

    async def after() -> None:
        async with Desk(database, BOTH) as desk:
            desk.keys = iter(range(10**6, 10**9))
            assert not desk.host(R).suspension.sentence
            player = await desk.sit(R)
            for _ in range(2):
                await desk.bet(R, player, "black", 500)
                await desk.do(R, player, do="ready")
            table = desk.table(R)
            assert table.state.filing.version == OTHER
            found = kinds(desk, R)
            assert found.count("rules_adopted") == 1
            assert "unplayed" in found[: found.index("rules_adopted")]
            entries = list(desk.house.store.entries(R))
            assert [span.version for span in spans(entries)] == [running().rules.version, OTHER]
            with sqlite3.connect(database) as file:
                file.execute("DELETE FROM snapshots WHERE table_id = ?", (R,))
            file.close()
            assert fingerprint(rebuild(desk.house.store, R, OTHER)) == fingerprint(table)
            ended = max(n for n, e in enumerate(entries) if e.kind == "ended")
            package = desk.house.store.rules.package(running().rules.version)
            with pytest.raises(Refused, match="--rules"):
                verify_entries(entries[: ended + 1])
            whole = verify_entries(entries[: ended + 1], lambda version: package)
            assert len(whole.rounds) == 5
            assert whole.versions == (running().rules.version, OTHER)

    with other_rules():
        run(after)


def test_a_round_with_wagers_is_finished_by_the_rules_that_began_it(tmp_path: Path) -> None:
    """Under other rules the table stands still and says which it waits for; under its own it goes on."""
    database = tmp_path / "house.db"

    async def before() -> None:
        async with Desk(database, BOTH) as desk:
            player = await desk.sit(R, 2)
            await desk.bet(R, player, "red", 500)

    run(before)

    async def meanwhile() -> None:
        async with Desk(database, BOTH) as desk:
            assert f"begun under other rules ({running().rules.version[:12]})" in desk.host(R).suspension.sentence
            assert not desk.host(G).suspension.sentence

    with other_rules():
        run(meanwhile)

    async def again() -> None:
        async with Desk(database, BOTH) as desk:
            assert not desk.host(R).suspension.sentence
            assert desk.table(R).state.felt.stakes(2) == 500

    run(again)


def test_what_the_board_did_not_approve_stops_its_games(tmp_path: Path) -> None:
    """A changed chapter stops its own games, a file that every game needs stops all; the sentence names the file."""

    def changed(path: str) -> Manifest:
        found = running()
        files = {**found.software.files, path: "0" * 64}
        rules = {**found.rules.files, path: "0" * 64} if path in found.rules.files else found.rules.files
        return msgspec.structs.replace(
            found,
            software=msgspec.structs.replace(found.software, files=files, version="1" * 64),
            rules=msgspec.structs.replace(found.rules, files=rules),
        )

    async def work() -> None:
        async with Desk(tmp_path / "house.db", BOTH) as desk:
            house, now = desk.house, running()
            assert await house.software.check() == []
            made, writes = house.software.approve(now.rules.version, now.software.version, BOARD)
            await house.register.enter(made, also=writes)
            with pytest.raises(Refused, match="not the software that is running"):
                house.software.approve("0", "0", BOARD)
            assert await house.software.check() == []
            player = await desk.sit(R)
            chapter = next(f for f in now.rules.games["roulette"] if "617a" in f)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("pitboss.house.software.manifest.of", lambda: changed(chapter))
                (one,) = await house.software.check()
                assert one.games == ("roulette",)
                assert f"{chapter} is changed" in desk.host(R).suspension.sentence
                assert not desk.host(G).suspension.sentence
                with pytest.raises(Refused, match="Board"):
                    await desk.bet(R, player, "red", 500)
                for file in ("pitboss/procedure.py", "pitboss/house/wire/server.py", "pitboss/web/table/table.js"):
                    patch.setattr("pitboss.house.software.manifest.of", lambda file=file: changed(file))
                    await house.software.check()
                    assert file in desk.host(G).suspension.sentence
            assert await house.software.check() == []
            assert not desk.host(R).suspension.sentence
            await desk.bet(R, player, "red", 500)
            told = [json.loads(bytes(e.payload)) for e in house.store.entries("house") if e.kind == "software_checked"]
            assert [bool(one.get("differs")) for one in told] == [False, True, True, True, True, False]

    run(work)
