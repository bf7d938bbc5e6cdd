"""Rules that a house keeps are run confined when it recalls, verifies and recovers; what they try is refused, and the house goes
on."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
import pytest

from pitboss.house.table.versions import running
from pitboss.journal import Actor
from pitboss.rulebook import confinement
from pitboss.rulebook.package import Package
from tests.house.desk import run
from tests.house.recorded import SITTING, a_house, play
from tests.house.sending import leave_table
from tests.house.test_rules_versions import other_rules
from tests.rulebook.trees import behaving

ROULETTE = "roulette-1"
BOARD = Actor("B-1", "Bo", "board")
NO_LANDLOCK = "the kernel has no Landlock"


@contextmanager
def these_rules(package: Package) -> Iterator[None]:
    """A house whose rounds say that this package played them."""
    found = running()
    rules = msgspec.structs.replace(found.rules, version=package.version, release=package.rules.release)
    other = msgspec.structs.replace(found, rules=rules)
    with pytest.MonkeyPatch.context() as patch:
        for module in ("house", "software", "table.verify", "table.versions"):
            patch.setattr(f"pitboss.house.{module}.running", lambda: other)
        patch.setattr("pitboss.house.software._packed", lambda version: package.archive())
        yield


@contextmanager
def a_machine_without_landlock() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(confinement, "missing", lambda: NO_LANDLOCK)
        yield


@pytest.mark.skipif(bool(confinement.missing()), reason=f"cannot be confined: {confinement.missing()}")
@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("import socket; socket.socket()", "ended with PermissionError"),
        ("open('{folder}/house.db.key', 'rb').read()", "ended with PermissionError"),
        ("open('/etc/passwd').read()", "ended with PermissionError"),
        ("open('{folder}/written', 'w')", "ended with PermissionError"),
        ("while True: os.fork()", "ended with PermissionError"),
        ("taken = []\nwhile True: taken.append(bytearray(1 << 24))", "ended with MemoryError"),
        ("while True: pass", "said nothing for 3 seconds and was ended"),
    ],
)
def test_what_kept_rules_try_is_refused_and_the_house_goes_on(does: str, said: str, tmp_path: Path) -> None:
    """Marked and named by the journal, as one who has the key could bring it about: it is run, and reaches nothing."""
    database = tmp_path / "house.db"
    package = behaving(tmp_path / "tree", does.replace("{folder}", str(tmp_path)))

    async def work() -> None:
        async with a_house(database, ("roulette",)) as desk:
            await play(desk, ROULETTE, 1, "tries")
            found = await desk.house.recall.replay(ROULETTE, 1)
            assert not found.as_recorded
            assert said in found.sentence
            assert "\n" not in found.sentence
            await desk.house.record.verify(BOARD, replay=True)
            assert said in desk.house.record.verification.state.sentence
            await play(desk, ROULETTE, 1, "goes on")
            assert desk.table(ROULETTE).state.felt.number >= 2
            assert not desk.host(ROULETTE).suspension.sentence

    with these_rules(package), pytest.MonkeyPatch.context() as patch:
        if "seconds" in said:
            patch.setattr("pitboss.rulebook.runner.Replayer.__init__.__defaults__", (3.0,))
        run(work)
    assert not (tmp_path / "written").exists()


def former_rounds(database: Path) -> None:
    """Two rounds by the rules that are running, and then one by others."""

    async def before() -> None:
        async with a_house(database, ("roulette",)) as desk:
            await play(desk, ROULETTE, 2, "former")
            for session in SITTING[desk][ROULETTE].values():
                await leave_table(desk.host(ROULETTE), session, desk.key())

    async def later() -> None:
        async with a_house(database, ("roulette",)) as desk:
            desk.keys = iter(range(10**6, 10**9))
            await play(desk, ROULETTE, 1, "later")

    run(before)
    with other_rules():
        run(later)


def test_without_confinement_a_recall_is_refused_and_recovery_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """For the rules that the record names, and the log says so; for a recall one sentence says why it was not done."""
    database = tmp_path / "house.db"
    former_rounds(database)
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute("DELETE FROM snapshots")

    async def work() -> None:
        async with a_house(database, ("roulette",)) as desk:
            assert not desk.host(ROULETTE).suspension.sentence
            found = await desk.house.recall.replay(ROULETTE, 2)
            assert not found.as_recorded
            assert NO_LANDLOCK in found.sentence
            assert found.sentence.endswith("Its rounds were not played again.")

    caplog.set_level(logging.WARNING, "pitboss")
    with other_rules(), a_machine_without_landlock(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.house.table.versions.running", _others)
        run(work)
    assert (
        f"the rules {running().rules.version[:12]} replay a record and are not confined: {NO_LANDLOCK}" in caplog.text
    )


def _others() -> object:
    found = running()
    return msgspec.structs.replace(found, rules=msgspec.structs.replace(found.rules, version="e" * 64))


def test_without_confinement_the_rules_that_are_running_are_recalled_all_the_same(tmp_path: Path) -> None:
    """They are what the house itself runs."""

    async def work() -> None:
        async with a_house(tmp_path / "house.db", ("roulette",)) as desk:
            await play(desk, ROULETTE, 1, "own")
            assert (await desk.house.recall.replay(ROULETTE, 1)).as_recorded

    with a_machine_without_landlock():
        run(work)
