"""What README.md and its neighbours say is true: its Python, its commands and scenario, the links; and README is short."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
import typer.main

from pitboss.cli.app import app
from tests.cli.conftest import Pitboss

PROJECT = Path(__file__).parents[2]
README = (PROJECT / "README.md").read_text(encoding="utf-8")
PAGES = [*sorted(PROJECT.glob("*.md")), *sorted(PROJECT.glob("docs/*.md"))]


def block(kind: str) -> str:
    """The fenced block of README.md that begins so."""
    found = re.search(rf"```{kind}(.*?)```", README, re.DOTALL)
    assert found, kind
    return found[1]


def test_the_python_prints_what_is_printed() -> None:
    example = doctest.DocTestParser().get_doctest(block("python\n"), {}, "README.md", "README.md", 0)
    assert len(example.examples) == 5
    assert doctest.DocTestRunner().run(example).failed == 0


def test_every_command_of_the_readme_runs(pitboss: Pitboss, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other, as a reader types them, in a folder of their own."""
    monkeypatch.chdir(tmp_path)
    Path("scenario.toml").write_text(block("toml\n"), encoding="utf-8")
    commands = [line.removeprefix("$ pitboss ") for line in block(r"\n(?=\$ pitboss law)").splitlines() if line]
    assert len(commands) > 5
    for command in commands:
        status, _, err = pitboss(*shlex.split(command))
        assert status == 0, f"{command}: {err}"


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 120


def test_the_scenario_gives_what_is_printed(pitboss: Pitboss, tmp_path: Path) -> None:
    """Line for line."""
    file = tmp_path / "scenario.toml"
    file.write_text(block("toml\n"), encoding="utf-8")
    status, out, _ = pitboss("run", file)
    settled = [line for line in out.splitlines() if "settlement" in line]
    assert (status, settled) == (0, block(r"\n\$ pitboss run scenario.toml \| grep settlement\n").splitlines())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_that_is_named_exists(page: Path) -> None:
    """``pitboss …`` in a page is a command there is."""
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    named = re.findall(r"(?:`|\$ )pitboss ([a-z][a-z-]*)", page.read_text(encoding="utf-8"))
    assert not [name for name in named if name not in commands]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    """A link to a file of the project finds it."""
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    assert not [link for link in links if "://" not in link and not (page.parent / link).exists()]
