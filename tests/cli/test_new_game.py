"""``pitboss new-game`` writes a game that works; `make soak ARGS=new_game` runs every check on every kind of game."""

import ast
import tomllib
from pathlib import Path

import pytest

from pitboss.cli.new_game.scaffold import GameNames, ScaffoldKind, chosen, files
from soak.new_game import SHORT, copy_project, run, run_tests
from tests.cli.conftest import Pitboss

KINDS = [
    (ScaffoldKind.CARDS, False),
    (ScaffoldKind.CARDS, True),
    (ScaffoldKind.DICE, False),
    (ScaffoldKind.WHEEL, False),
]


@pytest.mark.slow
@pytest.mark.parametrize("options", ["--decisions", "--kind dice", "--kind wheel"])
def test_a_new_game_passes_the_checks_at_once(options: str, tmp_path: Path) -> None:
    """In a copy of the project: house rules, properties, golden plays, papers and its own tests, nothing edited."""
    project = copy_project(tmp_path)
    before = {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}
    printed = run(project, "pitboss.cli", "new-game", "699a", "high_card", *options.split())
    assert "src/pitboss/chapters/ch699a_high_card/procedure.py\n" in printed
    changed = {str(path.relative_to(project)) for path, text in before.items() if path.read_bytes() != text}
    assert changed <= {"README.md", "tests/provisions.toml", "tests/golden/chains.json"}  # the derived ones
    sources = [line for line in printed.splitlines() if line.endswith(".py")]
    run(project, "ruff", "check", *sources)
    run(project, "ruff", "format", "--check", *sources)
    assert " passed" in run_tests(project, "high-card", "699a", SHORT)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like a checkout with one game in it."""
    for folder in ("provisions", "chapters/ch617a_roulette", "mathematics/roulette", "mathematics/kit"):
        (tmp_path / "src" / "pitboss" / folder).mkdir(parents=True)
    (tmp_path / "src" / "pitboss" / "provisions" / "617a.toml").touch()
    (tmp_path / "tests" / "golden" / "roulette").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("617a", "faro"), "Chapter 617a exists already"),
        (("699a", "roulette"), "The name 'roulette' is taken"),
        (("699a", "kit"), "The name 'kit' is taken"),
        (("699", "faro"), "Expected a chapter such as 699a, not '699'"),
        (("699a", "High-Card"), "such as high_card, not 'High-Card'"),
        (("699a", "class"), "such as high_card, not 'class'"),
        (("699a", "faro", "--title", 'The "Bank"'), "Expected a title without quotation marks"),
        (("699a",), "NAME is missing"),
        (
            ("699a", "faro", "--kind", "wheel", "--decisions"),
            "--decisions goes with --kind cards, not with --kind wheel",
        ),
    ],
)
def test_what_cannot_be_written_is_refused(pitboss: Pitboss, checkout: Path, words: tuple[str, ...], says: str) -> None:
    """In one sentence, and nothing is written."""
    before = sorted(checkout.rglob("*"))
    status, out, err = pitboss("new-game", *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert says in err
    assert sorted(checkout.rglob("*")) == before


def test_outside_a_checkout_it_is_refused(pitboss: Pitboss, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed pitboss has no tests to add to."""
    monkeypatch.chdir(tmp_path)
    status, _, err = pitboss("new-game", "699a", "faro")
    assert status == 2
    assert "Run new-game in a checkout of pitboss" in err


@pytest.mark.parametrize(("kind", "decisions"), KINDS)
def test_every_template_is_filled(kind: ScaffoldKind, decisions: bool) -> None:
    """No mark is left over, and each file is Python or TOML; a game with decisions has chart and strategy."""
    written = dict(files(GameNames("699a", "high_card", "High Card", kind), decisions=decisions))
    for path, text in written.items():
        assert not [mark for mark in ("{{", "}}", "##if", "##else", "##end") if mark in text], path
        assert not [word for word in ("CHAPTER", "NAME", "GAME") if word in path.as_posix()]
        ast.parse(text) if path.suffix == ".py" else tomllib.loads(text)
    assert (Path("src/pitboss/mathematics/high_card/strategy.py") in written) is decisions


def test_lines_for_one_kind_of_game() -> None:
    """What is between the marks is for games of that kind, or for the others."""
    text = "a\n##if dice\nb\n##else\nc\n##end\nd\n##if decisions\ne\n##end\n"
    assert chosen(text, {"dice"}) == "a\nb\nd\n"
    assert chosen(text, {"cards", "decisions"}) == "a\nc\nd\ne\n"
