"""Facts of a game stand with the game: taken out of the catalogue, it leaves its name nowhere else in the package."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec
import pytest

import pitboss
from pitboss import catalogue, law
from pitboss.game import Game
from pitboss.rulebook.closure import Closure
from pitboss.shown import Shown, shown_of

ROOT = Path(pitboss.__file__).parent
GAMES = catalogue.games()
by_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
# Files that may name games, and why; everything else is searched.
EXEMPT = {
    "house/floorplan/*.toml": "floors to choose from: data, whose tables are each of some game",
    "house/wire/examples.py": "examples of requests and replies, each about some game",
    "environments/__init__.py": "names of what it offers; one environment is compiled for one game",
    "cli/asked.json": "written from the catalogue by tools.site.asked, and compared with it",
    "mathematics/examples.json": "written from the catalogue by tools.figures, and compared with it",
}
QUOTED = re.compile(r"""(["'`])((?:(?!\1)[^\\\n]|\\.)*)\1""")
PAGES = (".js", ".html")


def folder_of(game: Game) -> str:
    """``go_fore_it`` of ``chapters/ch676a_go_fore_it``: its name in the mathematics, too."""
    return chapter_of(game).removeprefix(f"ch{game.chapter}_")


def chapter_of(game: Game) -> str:
    return game.rules.__module__.split(".")[2]


def is_its_own(path: Path, game: Game) -> bool:
    """Whether a file goes with the game: its chapter, its register, and whatever is named for it; a family has several."""
    if path.parts[0] == "families":
        return False
    named = {part.removesuffix(".py") for part in path.parts}
    return bool(named & {chapter_of(game), folder_of(game), f"{game.chapter}.toml"})


@cache
def sources() -> Mapping[Path, str]:
    """Every file of the package that could name a game, by its place in it."""
    kinds = (".py", ".pyi", ".toml", ".json", *PAGES)
    exempt = {path for pattern in EXEMPT for path in ROOT.glob(pattern)}
    assert all(any(path.match(pattern) for path in exempt) for pattern in EXEMPT), "an exempt file is no more"
    found = (path for path in ROOT.rglob("*") if path.suffix in kinds and path not in exempt)
    return {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in found}


def names_of(game: Game, among: Mapping[Path, str]) -> list[str]:
    """Where a game is named outside its own files: by its name or title, a citation of its chapter, or an import.

    Comments, documentation and examples inside a sentence are for readers; a whole string, or an import, is what code
    acts on. Chapters and families may take a reading (``I-627a-05``) that was made for another chapter first.
    """
    words = re.compile(f"{re.escape(game.name)}|{re.escape(game.title)}|(I-)?{game.chapter}([.:(-]\\S*)?")
    modules = (f"pitboss.chapters.{chapter_of(game)}", f"pitboss.mathematics.{folder_of(game)}")
    rough = re.compile(f"{re.escape(game.name)}|{re.escape(game.title)}|{game.chapter}|{folder_of(game)}")
    found = []
    for path, text in among.items():
        if is_its_own(path, game) or not rough.search(text):
            continue
        is_law = path.parts[0] in ("chapters", "families")
        for line, said in strings(path, text):
            if words.fullmatch(said) and not (is_law and said.startswith("I-")):
                found.append(f"{path.as_posix()}:{line} says {said!r}")
        for line, module in imports(path, text):
            if any(module == one or module.startswith(f"{one}.") for one in modules):
                found.append(f"{path.as_posix()}:{line} imports {module}")
    return found


def strings(path: Path, text: str) -> Iterator[tuple[int, str]]:
    """The strings that a file's code acts on, with their lines."""
    if path.suffix not in (".py", ".pyi"):
        for number, line in enumerate(_without_comments(text).splitlines(), 1):
            yield from ((number, match[2]) for match in QUOTED.finditer(line))
        return
    tree = ast.parse(text)
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # a docstring is said to nobody
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


def _without_comments(text: str) -> str:
    """As it is for a machine, with every line in its place."""
    blank = re.sub(r"/\*.*?\*/|<!--.*?-->", lambda comment: "\n" * comment[0].count("\n"), text, flags=re.DOTALL)
    return re.sub(r"(?<!:)//.*", "", blank)


def imports(path: Path, text: str) -> Iterator[tuple[int, str]]:
    if path.suffix not in (".py", ".pyi"):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


@by_game
def test_a_game_that_is_gone_leaves_no_name_behind(game: Game) -> None:
    """Nothing outside its own files names it: no list of games, no provision of its chapter, no import."""
    assert not names_of(game, sources())


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("paper/words.py", 'ROUNDS = {"roulette": 1}'),
        ("paper/words.py", 'DECIDED = {"617a.4(c)(1)": 1}'),
        ("paper/words.py", 'READ = ("I-617a-04",)'),
        ("paper/words.py", 'TITLES = ["Roulette"]'),
        ("paper/words.py", "from pitboss.chapters.ch617a_roulette.rules import Rules"),
        ("paper/words.py", "from pitboss.mathematics import roulette"),
        ("families/words.py", 'NAMES = {"roulette"}'),
        ("web/words.js", 'preferences.get(NAME, { who: "player", game: "roulette" })'),
        ("house/words.toml", 'game = "roulette"'),
    ],
)
def test_a_name_that_stays_behind_is_found(path: str, text: str) -> None:
    """Control: one such line, in any kind of file, is named with its place."""
    assert names_of(GAMES["roulette"], {Path(path): text})
    assert not names_of(GAMES["sic-bo"], {Path(path): text})


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("chapters/ch617a_roulette/shown.py", 'SHOWN = {"roulette": 1}'),
        ("mathematics/roulette/edges.py", "from pitboss.chapters.ch617a_roulette.rules import Rules"),
        ("provisions/617a.toml", 'id = "617a.4(c)(1)"'),
        ("web/words.js", '/** `617a.4(a)` of "roulette". */ // "roulette"'),
        ("paper/words.py", '"""Roulette: 617a."""\n# roulette\nSAYS = "Expected a citation such as 617a.4(a)."'),
    ],
)
def test_its_own_files_and_words_for_readers_are_no_names(path: str, text: str) -> None:
    """Control: what goes with the game, and what only explains, is not reported."""
    assert not names_of(GAMES["roulette"], {Path(path): text})


@pytest.mark.slow
def test_package_with_one_game_alone_is_whole(tmp_path: Path) -> None:
    """Every other game is removed from the disk: what is left imports, and the lists of games have the one."""
    stays = GAMES["over-under"]
    copied = tmp_path / "pitboss"
    shutil.copytree(ROOT, copied, ignore=shutil.ignore_patterns("__pycache__"))
    for game in GAMES.values():
        for path in [path for path in copied.rglob("*") if is_its_own(path.relative_to(copied), game)]:
            if not is_its_own(path.relative_to(copied), stays):
                shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    program = """
import importlib, pkgutil, pitboss
from pitboss import catalogue
for module in pkgutil.walk_packages(pitboss.__path__, "pitboss."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
from pitboss.interchange import phh
from pitboss.mathematics import pgcb
print(*catalogue.games(), phh.games(), {figure.game for figure in pgcb.figures()})
"""
    ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.stdout == "over-under [] {'over-under'}\n", ran.stderr


# --- what is shown


@by_game
def test_every_game_has_its_companion(game: Game) -> None:
    """It is found by the place of the rules; the names in it are those of the chapter's games, and its words have authority."""
    companion = f"pitboss.chapters.{chapter_of(game)}.shown"
    told = sys.modules[companion].SHOWN if shown_of(game) != Shown() else {}
    assert set(told) == {other.name for other in GAMES.values() if chapter_of(other) == chapter_of(game)}
    for cite in (*shown_of(game).same_demand, *shown_of(game).same_demand.values(), *game.applies(game.example())):
        assert law.gist(cite)


def test_a_game_without_companion_shows_nothing() -> None:
    """A game from elsewhere, whose rules have nothing beside them."""
    rules = type("Rules", (GAMES["over-under"].rules,), {"__module__": "elsewhere.game.rules"}, frozen=True)
    assert shown_of(msgspec.structs.replace(GAMES["over-under"], rules=rules)) == Shown()


def test_other_words_are_no_new_version_of_the_rules() -> None:
    """None of the files by which the version of the rules is known is one that only shows something."""
    hashed = Closure(ROOT.parent).paths
    assert "pitboss/chapters/ch617a_roulette/procedure.py" in hashed
    assert not [path for path in hashed if path.endswith("shown.py")]


def test_a_chapter_that_imports_its_companion_is_noticed(tmp_path: Path) -> None:
    """Control: the same search, where a chapter reads what is only shown."""
    shutil.copytree(ROOT, tmp_path / "pitboss", ignore=shutil.ignore_patterns("web", "__pycache__", "mathematics"))
    chapter = tmp_path / "pitboss/chapters/ch617a_roulette/__init__.py"
    chapter.write_text(chapter.read_text() + "\nfrom pitboss.chapters.ch617a_roulette.shown import SHOWN\n")
    shown = [path for path in Closure(tmp_path).paths if path.endswith("shown.py")]
    assert shown == ["pitboss/chapters/ch617a_roulette/shown.py", "pitboss/shown.py"]
