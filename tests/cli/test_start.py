"""How a command starts: help in whole sentences, and nothing loaded that the command does not need."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

from pitboss.cli.app import app
from tests.cli.conftest import Pitboss

HEAVY = {"numpy", "numba", "litestar", "matplotlib", "pyarrow", "duckdb", "rich", "typst", "cryptography"}
SCENARIO = 'game = "roulette"\n[[round]]\nwagers = [{seat = 1, wager = "red", amount = "5.00"}]\nchance = ["3"]\n'


@pytest.mark.parametrize("group", ["", "submission", "notice", "backup", "device", "floor", "rules", "conformance"])
def test_help_tells_of_every_command_in_whole_sentences(pitboss: Pitboss, group: str) -> None:
    """However narrow the terminal is; nothing ends in three dots."""
    found = typer.main.get_command(app)
    commands = found.commands[group].commands if group else found.commands  # type: ignore[attr-defined]
    status, out, _ = pitboss(*filter(None, (group, "--help")))
    told = " ".join(out.split())
    assert status == 0
    first = {name: " ".join(each.help.partition("\n\n")[0].split()) for name, each in commands.items()}
    assert not [name for name, words in first.items() if f"{name} {words}" not in told]
    assert "..." not in told.partition("Commands:")[2]


def loaded(*words: str) -> set[str]:
    """The packages and chapters that a command loads, in a process of its own."""
    command = [sys.executable, "-X", "importtime", "-m", "pitboss.cli", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    modules = re.findall(r"\| +([\w.]+)$", done.stderr, re.MULTILINE)
    return {module.partition(".")[0] for module in modules} | {
        m for m in modules if m.startswith("pitboss.chapters.ch")
    }


def test_help_loads_nothing_but_the_commands() -> None:
    """Neither a game nor anything that draws."""
    found = loaded("--help")
    assert "typer" in found
    assert found.isdisjoint(HEAVY)
    assert not [name for name in found if "." in name]


def test_a_scenario_loads_the_chapter_of_its_game_and_no_other(tmp_path: Path) -> None:
    file = tmp_path / "scenario.toml"
    file.write_text(SCENARIO, encoding="utf-8")
    found = loaded("run", str(file))
    assert found.isdisjoint(HEAVY)
    assert {name.split(".")[2] for name in found if "." in name} == {"ch617a_roulette"}
