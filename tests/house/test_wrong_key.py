"""The key of another database is said to be that, by every command that opens one; never is it called tampering."""

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.house.storage import backup
from tests.cli.conftest import Pitboss
from tests.house.attacked import PLANS
from tests.house.desk import Desk, random_round, run

PLAYED, NEW = "played.db", "new.db"
WORDS = "nothing sealed in it opens"
COMMANDS: dict[str, tuple[Callable[[Path], list[object]], int]] = {
    "serve": (lambda database: ["serve", "--database", database, "--port", "0"], 2),
    "verify --database": (lambda database: ["verify", "--database", database], 2),
    "verify --replay": (lambda database: ["verify", "--database", database, "--replay"], 2),
    "backup make": (lambda database: ["backup", "make", "--database", database, "--out", f"{database}.copy"], 2),
    "backup check": (lambda database: ["backup", "check", database, "--key", f"{database}.key"], 1),
    "backup restore": (lambda database: ["backup", "restore", database, "--to", f"{database}.new"], 1),
    "doctor": (lambda database: ["doctor", "--database", database], 1),
    "doctor --deep": (lambda database: ["doctor", "--database", database, "--deep"], 1),
    "export": (lambda database: ["export", database], 2),
    "archive": (lambda database: ["archive", "--database", database], 2),
}


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two databases: one with rounds, one in which nobody has played yet; each with the key of the other."""
    folder = tmp_path_factory.mktemp("keys")

    async def work() -> None:
        async with Desk(folder / PLAYED, PLANS[:1]) as desk:
            name = PLANS[0].name
            player = await desk.sit(name)
            for _ in range(2):
                await random_round(desk, name, {player.seat: player}, random.Random(1))
        async with Desk(folder / NEW, []):
            pass

    run(work)
    one, other = (backup.key_of(folder / name) for name in (PLAYED, NEW))
    right = one.read_bytes(), other.read_bytes()
    one.write_bytes(right[1])
    other.write_bytes(right[0])
    return folder


@pytest.mark.parametrize("name", [PLAYED, NEW])
@pytest.mark.parametrize("what", COMMANDS)
def test_a_wrong_key_is_said_to_be_one(what: str, name: str, houses: Path, tmp_path: Path, pitboss: Pitboss) -> None:
    """One sentence, and the exit code of something that is wrong; nothing is written."""
    for end in ("", ".key"):
        shutil.copy(f"{houses / name}{end}", f"{tmp_path / name}{end}")
    words, status = COMMANDS[what]
    code, said, wrong = pitboss(*words(tmp_path / name))
    told = said + wrong
    assert WORDS in told
    assert "Traceback" not in told
    assert "changed after" not in told
    assert "the last one that the house wrote" not in told
    assert code == status
    assert not [file for file in os.listdir(tmp_path) if file.endswith((".copy", ".new", ".part"))]
