"""`pitboss export`: what it writes, what it refuses, and that docs/interchange.md says what it does."""

import json
import re
import sqlite3
from pathlib import Path

import msgspec
import pytest

from pitboss.interchange import rounds
from pitboss.interchange.again import again
from pitboss.interchange.gathering import Wanted
from pitboss.interchange.rounds import PlayedRound
from pitboss.interchange.sources import rounds_of
from tests.cli.conftest import Pitboss

PAGE = (Path(__file__).parents[2] / "docs" / "interchange.md").read_text(encoding="utf-8")
WHEEL, HAND = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    file = tmp_path / "wheel.toml"
    file.write_text(WHEEL, encoding="utf-8")
    return file


@pytest.fixture
def lines(wheel: Path, pitboss: Pitboss) -> Path:
    """The round of the page, in a file."""
    file = wheel.with_name("rounds.jsonl")
    assert pitboss("export", wheel, "--out", file) == (0, "", "")
    return file


def test_the_line_of_the_page(lines: Path, pitboss: Pitboss, wheel: Path) -> None:
    """What is printed there is what comes out; to a file and to the standard output alike."""
    (shown,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert json.loads(lines.read_text(encoding="utf-8")) == json.loads(shown)
    assert lines.read_text(encoding="utf-8").startswith('{"pitboss_round":1,"game":"big-six-wheel"')
    assert pitboss("export", wheel) == (0, lines.read_text(encoding="utf-8"), "")
    assert not list(lines.parent.glob(".*"))


def test_the_program_of_the_page(lines: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    monkeypatch.chdir(lines.parent)
    found: dict[str, object] = {}
    exec(program, found)
    assert found["state"] is not None


def test_the_hand_of_the_page(tmp_path: Path, pitboss: Pitboss) -> None:
    """And back: the hand history is a source of the same round."""
    scenario, hand = tmp_path / "hand.toml", tmp_path / "hand.phh"
    scenario.write_text(HAND, encoding="utf-8")
    (shown,) = re.findall(r"begins like this:\n\n```\n(.*?)```", PAGE, re.DOTALL)
    status, out, _ = pitboss("export", scenario, "--format", "phh")
    assert status == 0
    assert out.startswith(shown)
    hand.write_text(out, encoding="utf-8")
    assert pitboss("export", hand) == pitboss("export", scenario)


def test_every_field_is_on_the_page() -> None:
    """And every column of the Parquet files."""
    from pitboss.interchange.parquet import schemas

    named = set(re.findall(r"`([a-z_]+)`", PAGE))
    assert not set(PlayedRound.__struct_fields__) - named
    assert not {name for kind in schemas().values() for name in kind.names} - named


def test_a_database_is_exported_in_every_form(database: Path, tmp_path: Path, pitboss: Pitboss) -> None:
    """Each form from the others; `--check` plays every round again."""
    made = tmp_path / "made.jsonl"
    some = ("--table", "blackjack-1", "--rounds", "2-4")
    assert pitboss("export", database, *some, "--check", "--out", made)[0] == 0
    found = list(rounds_of(made, Wanted()))
    assert [(one.table, one.round) for one in found] == [("blackjack-1", number) for number in (2, 3, 4)]
    status, text, _ = pitboss("export", database, *some, "--format", "scenario")
    assert (status, text.count("[[round]]")) == (0, 4)  # with the first round, at which the table was just opened
    scenario = tmp_path / "scenario.toml"
    scenario.write_text(text, encoding="utf-8")
    status, ran, _ = pitboss("run", scenario)
    assert status == 0
    for one in found:
        assert ran.count(f'{{"settlement":{{"round":{one.round},') == len(one.settlements)
    assert (
        pitboss("export", made, "--format", "parquet", "--out", tmp_path / "p")[2] == f"{tmp_path / 'p'}: 3 rounds.\n"
    )
    assert pitboss("export", made, "--format", "phh")[1].startswith("[1]\nvariant = ")
    settled = next(one for one in found if one.settlements)
    less = msgspec.structs.replace(settled, settlements=settled.settlements[1:])
    made.write_bytes(rounds.encode(less))
    assert pitboss("export", made)[0] == 0  # control: without --check nobody looks
    status, out, told = pitboss("export", made, "--check")
    assert (status, out) == (2, "")
    assert (
        told == f"Round {settled.round} of blackjack-1 does not play again as it was: other settlements come of it.\n"
    )


def test_a_database_is_not_written_to(database: Path, pitboss: Pitboss) -> None:
    before = database.read_bytes()
    assert pitboss("export", database, "--table", "roulette-1")[0] == 0
    assert database.read_bytes() == before
    with sqlite3.connect(database) as db:
        assert db.execute("SELECT count(*) FROM journal").fetchone()[0] > 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--rounds", "0"), "Expected rounds like 7, 7-12 or 7-, not '0'."),
        (("--rounds", "9-7"), "Expected rounds like 7, 7-12 or 7-, not '9-7'."),
        (("--day", "2026-01-01"), "A gaming day can be asked of a database only; "),
        (("--day", "yesterday"), "Expected a date like "),
        (("--format", "parquet"), "Parquet is written into a folder: name it with --out."),
        (("--format", "phh"), "big-six-wheel is not written as a hand of cards; these games are: blackjack"),
        (("--table", "wheel-1"), "There is no table wheel-1 in "),
        (("--format", "scenario", "--rounds", "2"), "There is no round 2 that is over."),
    ],
)
def test_what_is_refused(words: tuple[str, ...], sentence: str, wheel: Path, pitboss: Pitboss) -> None:
    """In one sentence, with nothing written."""
    status, out, told = pitboss("export", wheel, *words)
    assert (status, out) == (2, "")
    assert told.startswith(sentence)
    assert told.count("\n") == 1


def test_sources_that_are_none(tmp_path: Path, pitboss: Pitboss, database: Path) -> None:
    """No file, a folder, something else, and a database without its key."""
    strange, alone = tmp_path / "strange", tmp_path / "alone.db"
    strange.write_text("what is this?\n", encoding="utf-8")
    alone.write_bytes(database.read_bytes())
    assert pitboss("export", tmp_path / "none.db")[2] == f"{tmp_path / 'none.db'}: No such file or directory.\n"
    assert pitboss("export", tmp_path)[2] == f"{tmp_path} is not a file.\n"
    assert pitboss("export", strange)[2].startswith("The file is no database, no record and no TOML: ")
    assert "alone.db.key" in pitboss("export", alone)[2]


def test_a_scenario_that_is_refused_is_refused_here_too(wheel: Path, pitboss: Pitboss) -> None:
    """As `pitboss run` refuses it, with the provision; and a file that is begun does not keep its name."""
    wheel.write_text(WHEEL.replace('"10.00"', '"0.50"'), encoding="utf-8")
    status, _, told = pitboss("export", wheel, "--out", wheel.with_name("made.jsonl"))
    assert status == 2
    assert told.startswith("$0.50 on symbol on $5 is below the minimum of $1.00.")
    assert {path.name for path in wheel.parent.iterdir()} == {"wheel.toml"}


def test_every_line_plays_again(lines: Path) -> None:
    for played in rounds_of(lines, Wanted()):
        again(played)
