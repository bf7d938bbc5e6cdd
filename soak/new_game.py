"""`pitboss new-game` in a copy of the project: right after it, every check passes for the new game.

Every kind of game, with the type checker, the import contracts, every test that names the game, and every command.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).parent.parent
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", ".*_cache", ".hypothesis", "*.db*")
# Tests of the whole project, and those that go through the catalogue: the new game is among their parameters.
SHORT = ("tests/test_house.py", "tests/test_properties.py", "tests/golden", "tests/paper/test_papers.py")
ROOMS = ("cli", "house", "paper", "mathematics", "environments", "kernel", "library", "test_exchanged_cards.py")
LONG = tuple(f"tests/{room}" for room in ROOMS)
KINDS = (
    ("plain_card",),
    ("high_card", "--decisions"),
    ("two_dice", "--kind", "dice"),
    ("gold_wheel", "--kind", "wheel"),
)
PAPERS = ("layout", "guide", "signs", "card", "checklist", "form", "par")


def copy_project(folder: Path) -> Path:
    """A plain copy of the project, without what is generated."""
    copied = folder / "pitboss"
    shutil.copytree(PROJECT, copied, ignore=LEFT_OUT)
    return copied


def run(project: Path, module: str, *arguments: str, typed: str = "") -> str:
    """Run a module in a copy; what it printed, or an error that shows it."""
    return execute(project, [sys.executable, "-m", module, *arguments], typed)


def execute(project: Path, command: list[str], typed: str = "") -> str:
    """Run a command in a copy, with caches of its own."""
    own = {"PYTHONPATH": str(project / "src"), "XDG_CACHE_HOME": str(project / ".own_cache")}
    left = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA_", "PYTEST_"))}
    done = subprocess.run(command, cwd=project, env={**left, **own}, input=typed, capture_output=True, text=True)
    assert not done.returncode, f"{' '.join(command)}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout


def run_tests(project: Path, game: str, chapter: str, paths: tuple[str, ...]) -> str:
    """Every test in these places that names the game or its chapter, and those of manifest and registers."""
    own = [str(path.relative_to(project)) for path in sorted(project.glob(f"tests/*/test_{chapter}*.py"))]
    chosen = f"{game} or {chapter} or derived or lost or register"
    return run(project, "pytest", "-n", "0", "-p", "no:cacheprovider", "-k", chosen, *paths, *own)


def checks(project: Path) -> None:
    """Ruff, mypy and the import contracts over the whole copy."""
    run(project, "ruff", "check", ".")
    run(project, "ruff", "format", "--check", ".")
    run(project, "mypy")
    execute(project, [str(Path(sys.executable).parent / "lint-imports")])


def commands(project: Path, game: str) -> None:
    """Every command that takes a game."""
    for paper in PAPERS:
        assert run(project, "pitboss.cli", paper, game)
    filed = project / "filed.toml"
    run(project, "pitboss.cli", "submission", "new", game, "--out", str(filed))
    run(project, "pitboss.cli", "submission", "check", str(filed))
    run(project, "pitboss.cli", "run", f"tests/golden/{game}")
    assert game in run(project, "pitboss.cli", "edge", game)
    assert "standard errors apart" in run(project, "pitboss.cli", "simulate", game, "--rounds", "1e6")
    assert " Wager" in run(project, "pitboss.cli", "play", game, typed="ante 10\ndone\n\n\nquit\n")


def main() -> None:
    for name, *options in KINDS:
        with tempfile.TemporaryDirectory() as folder:
            project, game = copy_project(Path(folder)), name.replace("_", "-")
            run(project, "pitboss.cli", "new-game", "699a", name, *options)
            checks(project)
            run_tests(project, game, "699a", (*LONG, *SHORT[:3]))
            commands(project, game)
            print(f"  {game}: every check passes", flush=True)


if __name__ == "__main__":
    main()
