"""``pitboss run``: scenarios in, JSON lines out."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Pitboss

WINS = """
game = "roulette"
[[round]]
wagers = [{seat = 1, wager = "straight", on = "17", amount = "10.00"}, {seat = 2, wager = "red", amount = "5.00"}]
chance = ["17"]
"""
LATE = """
game = "go-fore-it"
[[round]]
wagers = [{seat = 1, wager = "front_9", amount = "10.00"}]
chance = ["AS"]
"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def lines(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_one_file_tells_events_then_settlements(pitboss: Pitboss, tmp_path: Path) -> None:
    """Each line is one object; a single file is not named in it."""
    status, out, _ = pitboss("run", written(tmp_path, "wins.toml", WINS))
    told = lines(out)
    assert status == 0
    assert all(set(line) in ({"event"}, {"settlement"}) for line in told)
    first = next(line["settlement"] for line in told if line.get("settlement", {}).get("seat") == 1)
    assert first == {
        "round": 1, "seat": 1, "wager": "straight", "on": "17", "hand": 0,
        "stake": "10.00", "returned": "360.00", "vigorish": "0.00", "cite": "617a.4(a)",
    }  # fmt: skip


def test_refused_scenario_says_why_and_fails(pitboss: Pitboss, tmp_path: Path) -> None:
    """A scenario that runs out of chance ends with a refused line and a non-zero status."""
    status, out, _ = pitboss("run", written(tmp_path, "late.toml", LATE))
    assert status == 1
    refused = lines(out)[-1]["refused"]
    assert {"why", "cite", "round", "step"} <= set(refused)
    assert refused["cite"] == "676a.8(b)"


def test_several_files_are_named_and_a_refused_one_does_not_stop_the_rest(pitboss: Pitboss, tmp_path: Path) -> None:
    """Each line names its file."""
    late, wins = written(tmp_path, "late.toml", LATE), written(tmp_path, "wins.toml", WINS)
    status, out, _ = pitboss("run", late, wins)
    told = lines(out)
    assert status == 1
    assert {line["file"] for line in told} == {str(late), str(wins)}
    assert [line["file"] for line in told if "settlement" in line] == [str(wins)] * 2


def test_directory_is_walked_in_order(pitboss: Pitboss, tmp_path: Path) -> None:
    """A folder stands for the scenarios below it; other files are passed over."""
    written(tmp_path, "b.toml", WINS)
    written(tmp_path, "a/deep.toml", WINS)
    written(tmp_path, "a/deep.jsonl", "not a scenario")
    status, out, _ = pitboss("run", tmp_path)
    files = list(dict.fromkeys(line["file"] for line in lines(out)))
    assert status == 0
    assert files == [str(tmp_path / "a" / "deep.toml"), str(tmp_path / "b.toml")]


def test_a_directory_without_a_scenario_is_refused(pitboss: Pitboss, tmp_path: Path) -> None:
    """So that nobody takes a folder that was misspelt or is empty for one in which everything passed."""
    status, out, _ = pitboss("run", tmp_path)
    (line,) = lines(out)
    assert (status, line["refused"]["step"]) == (1, "reading")
    assert line["refused"]["why"] == f"{tmp_path} is a folder without a scenario, a file that ends in .toml."


def test_directory_of_one_file_still_names_it(pitboss: Pitboss, tmp_path: Path) -> None:
    """The shape of a line depends on what was asked for, not on what was found."""
    written(tmp_path, "only.toml", WINS)
    _, out, _ = pitboss("run", tmp_path)
    assert all("file" in line for line in lines(out))


def test_bad_files_are_refused_without_a_traceback(pitboss: Pitboss, tmp_path: Path) -> None:
    """Missing, not TOML, not text, no such game, an unknown key, a wager from no seat: one sentence each."""
    cases = {
        "syntax.toml": "game = ",
        "game.toml": 'game = "faro"',
        "none.toml": "",
        "key.toml": WINS + "surprise = 1\n",
        "seat.toml": WINS.replace("seat = 1", "seat = 99"),
        "money.toml": WINS.replace('"10.00"', '"ten"'),
        "choice.toml": WINS.replace("[[round]]", "[submission]\nwheel = 'square'\n[[round]]"),
        "word.toml": WINS.replace("seat = 1", "seat = 'first'"),
        "chance.toml": WINS.replace('["17"]', "5"),
        "round.toml": 'game = "roulette"\nround = [1]',
        "answers.toml": WINS + "answers = ['raise']\n",
        "date.toml": WINS.replace("seat = 1", "seat = 2026-01-01"),
        "twice.toml": WINS + "chance = ['18']\n",
        "nan.toml": WINS.replace('"10.00"', "nan"),
        "huge.toml": WINS.replace("seat = 1", f"seat = {10**30}"),
        "nested.toml": WINS.replace('["17"]', "[" * 60 + "]" * 60),
        "nul.toml": WINS + "\0",
    }
    paths = [written(tmp_path, name, text) for name, text in cases.items()]
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    bad = [*paths, binary, tmp_path / "missing.toml"]
    status, out, err = pitboss("run", *bad, written(tmp_path, "wins", WINS))
    assert status == 1
    assert not err
    assert [line["file"] for line in lines(out) if "settlement" in line][-2:] == [str(tmp_path / "wins")] * 2
    ends = [(line["file"], line["refused"]["why"]) for line in lines(out) if "refused" in line]
    assert [file for file, _ in ends] == [str(path) for path in bad]
    assert all(why.endswith(".") for _, why in ends)


def test_a_name_that_is_no_text_stops_nothing(pitboss: Pitboss, tmp_path: Path) -> None:
    """Bytes in a name that are not UTF-8 are shown as such; a folder is no scenario, whatever its name ends with."""
    odd = tmp_path / os.fsdecode(b"a\xff.toml")
    try:
        odd.write_text("game = ", encoding="utf-8")
    except OSError:
        pytest.skip("names are text on this disk")
    (tmp_path / "b.toml").mkdir()
    written(tmp_path, "c.toml", WINS)
    status, out, err = pitboss("run", tmp_path)
    assert (status, err) == (1, "")
    files = dict.fromkeys(line["file"] for line in lines(out))
    assert list(files) == [str(tmp_path / "a\ufffd.toml"), str(tmp_path / "c.toml")]


def test_no_file_at_all_is_a_usage_error(pitboss: Pitboss) -> None:
    """Nothing to run is said as such."""
    status, _, err = pitboss("run")
    assert status == 2
    assert "FILE" in err


def test_a_closed_pipe_is_not_an_error_to_shout_about(tmp_path: Path) -> None:
    """``pitboss run … | head`` ends quietly."""
    many = "game = 'roulette'\n" + "\n".join(WINS.split("\n", 2)[2] for _ in range(200))
    path = written(tmp_path, "many.toml", many)
    command = [sys.executable, "-m", "pitboss.cli", "run", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert "Traceback" not in running.stderr.read()


def test_i_gen_42_a_scenario_takes_what_it_is_given_and_says_so(pitboss: Pitboss, tmp_path: Path) -> None:
    """On standard error, so that its lines stay what they are."""
    choices = 'progressive_payout = true\nprogressive_rate = "10"\n'
    path = tmp_path / "open.toml"
    path.write_text(f'game = "pai-gow-poker"\n[submission]\n{choices}\n', encoding="utf-8")
    status, out, err = pitboss("run", path)
    assert (status, out) == (0, "")
    assert err.startswith(
        "These rules could not be filed: limits of the progressive_payout have to be filed with its meter"
    )
    assert "I-GEN-42" in err
