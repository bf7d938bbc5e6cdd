"""House rules as tests: what may stand where. The import contracts are in pyproject.toml."""

import ast
import re
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import pitboss
from pitboss import catalogue, law
from pitboss.game import Game
from pitboss.paper.coverage import is_there
from pitboss.rulebook.closure import CHAPTERS
from tools import manifest

ROOT = Path(pitboss.__file__).parent
RULES = [
    *(
        ROOT / name
        for name in ("money.py", "events.py", "procedure.py", "wagers.py", "seating.py", "submission.py", "ledger.py")
    ),
    *ROOT.glob("chapters/**/*.py"),
    *ROOT.glob("families/**/*.py"),
    *ROOT.glob("equipment/**/*.py"),
]
BANNED = {"random", "time", "datetime", "secrets", "asyncio", "socket", "sqlite3", "os", "threading"}
MEANT = "if that is meant, run `make golden` and commit the difference"
FELT_ANGLES = {"cos", "sin", "pi"}  # where a round layout is drawn; nothing there touches money


@cache
def _tree(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", RULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_rules_have_no_clock_entropy_io_or_print(path: Path) -> None:
    """Rules never import chance, a clock or I/O, and never print."""
    for node in ast.walk(_tree(path)):
        names: list[str] = []
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Import):
            names = [alias.name.split(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [(node.module or "").split(".")[0]]
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("print", "open", "input", "eval")
        ):
            pytest.fail(f"{path.name}:{node.lineno} calls {node.func.id}")
        assert not BANNED & set(names), f"{path.name}:{line} imports {names}"


@pytest.mark.parametrize("path", RULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_rules_have_no_float(path: Path) -> None:
    """No float literal, no float() and no true division on amounts in rules, wagers or ledger."""
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            pytest.fail(f"{path.name}:{node.lineno} has the float {node.value}")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float":
            pytest.fail(f"{path.name}:{node.lineno} makes a float")
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            drawing = any(isinstance(n, ast.Name) and n.id in FELT_ANGLES for n in ast.walk(node))
            assert drawing, f"{path.name}:{node.lineno} divides; whole cents are divided in money.py with //"


@pytest.mark.parametrize("path", RULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_citation_in_the_rules_exists(path: Path) -> None:
    """A string that reads like a citation is a provision or reading of a register."""
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and law.is_citation(node.value):
            bare = re.fullmatch(r"\d{3}a\.\d+", node.value)  # a section, completed by a paragraph elsewhere
            known = law.known(node.value) or (bare and law.gist(f"{node.value}(a)"))
            assert known, f"{path.name}:{node.lineno} cites {node.value}, which no register has"


@pytest.mark.parametrize("chapter", law.chapters())
def test_register_is_well_formed(chapter: str) -> None:
    """Every line has a gist and a known status; ids are citations of this chapter, each once."""
    register = law.chapter(chapter)
    ids = [p.id for p in register.provision]
    assert len(ids) == len(set(ids))
    for provision in register.provision:
        assert law.Citation.parse(provision.id).chapter == chapter
        assert provision.gist.endswith((".", "”", '"', ")")), provision.id
        assert provision.status in law.STATUSES, provision.id


@cache
def _tests_by_name() -> set[str]:
    """Read, not parsed: there are four hundred files of them."""
    defined = re.compile(r"^ *(?:async )?def (test_\w+)", re.MULTILINE)
    files = Path(__file__).parent.rglob("test_*.py")
    return {name for path in files for name in defined.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("chapter", sorted({game.chapter for game in catalogue.games().values()}))
def test_every_rule_names_its_code_and_a_test(chapter: str) -> None:
    """Every provision of a playable chapter that is a rule names code that exists and a test that exists."""
    tests, faults = _tests_by_name(), []
    for provision in law.chapter(chapter).provision:
        if provision.status != "rule":
            continue
        if not provision.code or not provision.tests:
            faults.append(f"{provision.id}: no code or no test")
        faults += [f"{provision.id}: there is no {place}" for place in provision.code if not is_there(place)]
        faults += [f"{provision.id}: there is no test {test}" for test in provision.tests if test not in tests]
    assert not faults, "\n".join(faults)


def test_no_provision_is_lost() -> None:
    """Every section has as many provisions as the manifest says, so that a line deleted by accident is found."""
    project = Path(__file__).parent.parent
    listed = tomllib.loads((project / manifest.PROVISIONS).read_text(encoding="utf-8"))
    there = tomllib.loads(manifest.provisions())
    sections = {name for chapter in (*listed.values(), *there.values()) for name in chapter}
    counts = {
        name: [chapters.get(name.split(".")[0], {}).get(name, 0) for chapters in (listed, there)] for name in sections
    }
    changed = [f"{name}: {before} → {now}" for name, (before, now) in sorted(counts.items()) if before != now]
    assert not changed, f"provisions in {manifest.PROVISIONS} → in the registers ({MEANT}): {', '.join(changed)}"


@pytest.mark.parametrize("name", [manifest.PROVISIONS, manifest.README])
def test_derived_files_are_up_to_date(name: str) -> None:
    """The manifest and the games that README.md names are what registers and catalogue say."""
    found = (Path(__file__).parent.parent / name).read_text(encoding="utf-8")
    assert found == manifest.derived()[name], f"{name} is out of date ({MEANT})"


def test_every_chapter_has_its_register() -> None:
    """A game without a register, or a register without a game, is found."""
    assert {game.chapter for game in catalogue.games().values()} == set(law.chapters())


@pytest.mark.parametrize("game", catalogue.games().values(), ids=lambda game: game.name)
def test_round_of_every_game_is_in_its_chapters_procedure(game: Game) -> None:
    """``procedure.py`` is where a reader finds ``play``, also where it is that of a family."""
    procedure = import_module(f"{CHAPTERS}.{game.rules.__module__.split('.')[2]}.procedure")
    assert game.play is procedure.play


def test_project_names_no_machine_and_no_source_folder() -> None:
    """Nothing in the project names a machine's paths or the folder the regulations came from."""
    project = Path(__file__).parent.parent
    words = ("/" + "work/", "shared" + "/regulations", "shared" + "/design", "interpretations" + ".md#")
    for path in [
        *project.glob("*.md"),
        *project.glob("src/**/*.py"),
        *project.glob("tests/**/*.py"),
        *project.glob("docs/**/*.md"),
    ]:
        text = path.read_text(encoding="utf-8")
        assert not [word for word in words if word in text], path
