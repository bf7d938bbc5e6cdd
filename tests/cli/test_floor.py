"""``pitboss floor``: written, checked, and compared with a house."""

import asyncio
from pathlib import Path

import msgspec

from pitboss.house.floor import Opening
from pitboss.house.floorplan.demonstration import demonstration
from pitboss.house.floorplan.now import floor_now
from pitboss.house.founding import Plan
from pitboss.house.house import House
from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.journal import AUTOMATIC, Journal
from pitboss.money import Money
from tests.cli.conftest import Pitboss

FLOOR = """
[house]
holder = "Keystone"
[[table]]
number = "RL-101"
game = "roulette"
dealt = "person"
[[table]]
number = "RL-102"
game = "roulette"
dealt = "person"
"""


def test_new_then_check_round_trips(pitboss: Pitboss, tmp_path: Path) -> None:
    """What ``new`` writes is the demonstration floor, and ``check`` finds nothing wrong with it."""
    path = tmp_path / "floor.toml"
    assert pitboss("floor", "new", "--out", path)[0] == 0
    status, out, err = pitboss("floor", "check", path)
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == f"Demonstration Casino: {len(demonstration().tables)} tables, 3 pits"
    longest = "six-card-fortune-pai-gow-poker-practice"
    assert [line.split()[0] for line in out.splitlines() if line.startswith(longest)] == [longest], "columns stay apart"
    path.write_text(path.read_text(encoding="utf-8").replace('"roulette"', '"roulete"'), encoding="utf-8")
    status, out, err = pitboss("floor", "check", path)
    assert (status, out, err.count("did you mean roulette?")) == (1, "", 4)


def test_diff_reads_a_house_that_is_open(pitboss: Pitboss, tmp_path: Path) -> None:
    """As founded, then as changed in the record; a table that is retired is not there any more."""
    path, database = tmp_path / "floor.toml", tmp_path / "house.db"
    path.write_text(FLOOR, encoding="utf-8")
    before = demonstration().tables[2]  # dealt by a person: nothing happens at it until it is opened
    plans = [Plan(f"RL-10{n}", "roulette", "Roulette", before.settings, before.rules("Keystone")) for n in (1, 2, 3)]

    settings = msgspec.structs.replace(before.settings, pit="", betting_seconds=21)
    rules = msgspec.structs.replace(before.rules("Keystone"), minimum=Money(500)).chosen
    changes: list[tuple[str, msgspec.Struct]] = [
        ("RL-103", entries.Retired("worn out", AUTOMATIC)),
        ("RL-101", entries.SettingsChanged(settings, "Roulette")),
        ("RL-102", entries.SettingsChanged(settings, "Roulette")),
        ("RL-102", entries.RulesChanged(rules, "")),
    ]

    async def work() -> None:
        house = House(Store(database), Opening(plans))
        await house.open()
        try:
            status, out, _ = pitboss("floor", "diff", path, "--database", database)
            assert (status, out.splitlines()[-1]) == (1, "RL-103 (Roulette) is in the house and not in the file.")
            assert "RL-101: pit live → nothing." in out.splitlines()
            for number, made in changes:
                last = [*house.store.entries(number)][-1]
                entry = Journal(number, last.sequence, last.hash).append(entries.NAMES[type(made)], made, last.time)
                await house.store.commit([house.store.sealed(entry)])
        finally:
            await house.close()

    asyncio.run(work())
    assert [table.number for table in floor_now(database).tables] == ["RL-101", "RL-102"]
    status, out, _ = pitboss("floor", "diff", path, "--database", database)
    assert (status, out) == (
        1,
        "RL-101: betting_seconds 21 → 0.\nRL-102: minimum 5.00 → 1.00.\nRL-102: betting_seconds 21 → 0.\n",
    )
    path.write_text(FLOOR.replace('"roulette"', '"roulette"\nbetting_seconds = 21'), encoding="utf-8")
    status, out, _ = pitboss("floor", "diff", path, "--database", database)
    assert (status, out) == (1, "RL-102: minimum 5.00 → 1.00.\n")


def test_what_is_no_house_is_refused(pitboss: Pitboss, tmp_path: Path) -> None:
    """A database that is none, or not there: one sentence."""
    path = tmp_path / "floor.toml"
    path.write_text(FLOOR, encoding="utf-8")
    for database, words in ((path, "is not the database of a house"), (tmp_path / "none.db", "There is no database")):
        status, _, err = pitboss("floor", "diff", path, "--database", database)
        assert (status, err.count("\n")) == (2, 1)
        assert words in err
