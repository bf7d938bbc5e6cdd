"""The examples in the pages: every command that is shown can be given, every scenario plays, every program runs."""

import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer.main

from pitboss.cli.app import app
from pitboss.drivers.script import run
from tests.cli.conftest import Pitboss
from tools.site.tree import PROJECT

PAGES = [*sorted(PROJECT.glob("*.md")), *sorted((PROJECT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^(?:\$ )?pitboss (.*)$", re.MULTILINE)
EXPLAINED, OPTIONAL = re.compile(r"\s\|\s|\s{3,}"), re.compile(r"\[[^\]]*\]")
# Commands that take next to nothing: they are not only read but given, one after the other in a folder of their own.
CHEAP = {"edge", "submission", "names", "law", "provisions", "run", "games", "floor"}
LEFT = {"floor diff", "edge --all"}  # for a house that is there, or for minutes
TUTORIALS = sorted((PROJECT / "docs" / "tutorials").glob("*.md"))


def blocks(page: Path, *kinds: str) -> list[str]:
    return [body for kind, body in BLOCK.findall(page.read_text(encoding="utf-8")) if kind in kinds]


def commands(page: Path) -> list[list[str]]:
    """The commands in the fenced blocks of a page, without what may be left out, is piped on, or explains them."""
    lines = [line for body in blocks(page, "console", "", "sh") for line in COMMAND.findall(body)]
    return [shlex.split(OPTIONAL.sub("", EXPLAINED.split(line)[0]), comments=True) for line in lines]


def parsed(words: list[str]) -> None:
    """Read a command as ``pitboss`` would, without carrying it out."""
    command: Any = typer.main.get_command(app)
    context = command.make_context("pitboss", list(words), resilient_parsing=True)
    while hasattr(command, "commands"):
        name, *words = words
        assert name in command.commands, f"there is no command {name!r}"
        command = command.commands[name]
    if "--help" not in words:
        command.make_context(command.name, words, parent=context)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_every_command_that_is_shown_can_be_given(page: Path) -> None:
    """Its options exist and its arguments are of the right kind."""
    for words in commands(page):
        if "…" not in " ".join(words):
            parsed(words)


def test_a_command_that_cannot_be_given_is_found() -> None:
    """The check above can fail."""
    for wrong in (
        ["edge", "roulette", "--submision", "x"],
        ["edges", "roulette"],
        ["simulate", "roulette", "--rounds", "many"],
    ):
        with pytest.raises(Exception, match=r"submision|edges|many"):
            parsed(wrong)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_every_scenario_that_is_shown_plays(page: Path) -> None:
    """To its end: nothing in it is refused, and nothing is left over."""
    for body in blocks(page, "toml"):
        if "game" in (written := tomllib.loads(body)) and "round" in written:
            lines = list(run(body))
            assert not [line for line in lines if "refused" in line], page
            assert [line for line in lines if "settlement" in line], page


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_the_cheap_commands_of_a_tutorial_run(
    page: Path, pitboss: Pitboss, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the order of the page, with its scenario saved as it says."""
    monkeypatch.chdir(tmp_path)
    for body in blocks(page, "toml"):
        Path("scenario.toml").write_text(body, encoding="utf-8")
    for words in commands(page):
        if words[0] in CHEAP and " ".join(words[:2]) not in LEFT:
            status, out, err = pitboss(*words)
            assert status == 0, (words, err)
            assert out or "--out" in words


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_the_programs_of_a_tutorial_run(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each by itself, and says something."""
    for body in blocks(page, "python"):
        exec(compile(body, page.name, "exec"), {"__name__": "example"})
        assert capsys.readouterr().out
