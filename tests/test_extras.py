"""A house alone: without mathematics and papers it deals every game, and says in a sentence what needs an extra."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pitboss import extras
from tests.house_alone import EXTRA, GAMES

PROJECT = Path(__file__).parents[1]
MATHEMATICS = (
    "Edges, charts, judged decisions and simulation need the extra 'mathematics': install pitboss[mathematics]."
)
PAPERS = "Papers as PDF, and plots need the extra 'papers': install pitboss[papers]."
# Imported by every Python that finds it: whatever the extras bring is not there, in the processes of the house either.
BLOCKING = f"""
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {EXTRA!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocked())
"""


def test_the_extras_are_those_of_the_project() -> None:
    about = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {one.partition(">")[0] for one in about["dependencies"]}
    for extra, (packages, _) in extras.EXTRAS.items():
        assert sorted(one.partition(">")[0] for one in about["optional-dependencies"][extra]) == sorted(packages)
        assert not named & set(packages)


def test_a_missing_module_names_its_extra() -> None:
    assert extras.missed(ModuleNotFoundError(name="numba.core")) == MATHEMATICS
    assert extras.missed(ModuleNotFoundError(name="typst")) == PAPERS
    assert extras.missed(ModuleNotFoundError(name="nothing")) == ""
    assert all(extras.has(extra) for extra in extras.EXTRAS)


def lives_alone(python: str, **environment: str) -> None:
    done = subprocess.run(
        [python, str(PROJECT / "tests" / "house_alone.py")],
        *(), capture_output=True, text=True, env=os.environ | environment, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert told.pop("played") == dict.fromkeys(GAMES, 1)
    assert told == {
        "found": [],
        "judged": MATHEMATICS,
        "edges": 0,
        "chart": MATHEMATICS,
        "page": "<!doctype html>",
        "layout": "<svg",
        "terminal": {"simulate": MATHEMATICS, "guide": PAPERS},
    }
    assert "Traceback" not in done.stderr


def test_a_house_alone_plays_and_says_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(BLOCKING)
    lives_alone(sys.executable, PYTHONPATH=f"{tmp_path}{os.pathsep}{PROJECT / 'src'}")


@pytest.mark.slow
def test_a_house_alone_in_an_environment_of_its_own(tmp_path: Path) -> None:
    """Installed as anybody would install it, without extras."""
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run(
        [sys.executable, "-m", "uv", "venv", "--quiet", "--python", sys.executable, str(tmp_path / "venv")], check=True
    )
    locked = ["--constraint", str(PROJECT / "requirements" / "runtime.txt")]
    install = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(python), *locked, str(PROJECT)]
    subprocess.run(install, check=True)
    lives_alone(str(python))
