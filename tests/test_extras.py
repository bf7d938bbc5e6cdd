"""A house alone: without any other extra it deals every game, and says in a sentence what needs one."""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.wheel import WheelBuilder

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
    """Each with the packages that it brings by itself, as they are imported; the rules need none of them."""
    about = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names: dict[str, set[str]] = {}
    for module, distributions in packages_distributions().items():
        for one in distributions:
            names.setdefault(declared(one), set()).add(module)
    listed = {name: lines for name, lines in about["optional-dependencies"].items() if name != "all"}
    assert set(listed) == set(extras.EXTRAS)
    for extra, lines in listed.items():
        packages = set(extras.EXTRAS[extra][0])
        brought = [names[declared(one)] for one in lines if declared(one) != "pitboss"]
        assert all(modules & packages for modules in brought), extra
        assert packages <= set().union(*brought) | {"distributed"}, extra  # which dask[distributed] brings
    assert declared_in(about["optional-dependencies"]["all"]) == set(extras.EXTRAS)
    base = set().union(*(names[declared(one)] for one in about["dependencies"]))
    assert not base & {package for packages, _ in extras.EXTRAS.values() for package in packages}


def declared_in(lines: list[str]) -> set[str]:
    """The extras of the project itself that requirements name."""
    return {one.strip() for line in lines for one in line.partition("[")[2].rstrip("]").split(",")}


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


LIBRARY = """
import json, pitboss
said = {"red": str(pitboss.edge("roulette", "red").house_edge)}
for name, given in (("edges", ["blackjack", {"decks": 8, "split_aces": "one_card"}]), ("simulate", ["roulette"]), ("best_play", ["blackjack"])):
    try:
        getattr(pitboss, name)(*given)
    except pitboss.Refused as refused:
        said[name] = [refused.why, refused.sentence]
print(json.dumps(said))
"""  # noqa: E501


def test_the_library_refuses_in_a_sentence_what_needs_an_extra(tmp_path: Path) -> None:
    """Refused is the one exception to catch, also where numpy is not installed; what needs no numpy is worked out."""
    (tmp_path / "sitecustomize.py").write_text(BLOCKING)
    path = f"{tmp_path}{os.pathsep}{PROJECT / 'src'}"
    done = subprocess.run(
        [sys.executable, "-c", LIBRARY], env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    refused = ["unavailable", MATHEMATICS]
    assert json.loads(done.stdout) == {"red": "1/19", "edges": refused, "simulate": refused, "best_play": refused}


def new_environment(folder: Path, *install: str) -> Path:
    """An environment of its own with what is installed into it; the path of its Python."""
    python = folder / "bin" / "python"
    uv = [sys.executable, "-m", "uv"]
    subprocess.run([*uv, "venv", "--quiet", "--python", sys.executable, str(folder)], check=True)
    subprocess.run([*uv, "pip", "install", "--quiet", "--python", str(python), *install], check=True)
    return python


ALONE = {
    "client": "from pitboss.client import House, Seat, TableConnection",
    "records": "from pitboss.interchange import parquet; print(parquet.schemas())",
    "postgres": "import pitboss.house.storage.postgres, pitboss.house.sharing.leases",
    "hsm": "import pkcs11",
    "mathematics": "import pitboss; print(pitboss.simulate('roulette', 1000, seed=1), pitboss.best_play('blackjack'))",
    "papers": "from pitboss.cli import main; import sys; sys.argv[1:] = ['guide', 'roulette', '--out', 'g.pdf']; main()",
    "cluster": "import distributed; from pitboss.mathematics.kit.pools import Cluster",
    "rl": "from pitboss.environments import SeatEnv, TableEnv; SeatEnv('blackjack').reset(seed=1); TableEnv('craps')",
    "annex": "from pitboss.annexes.notice import days, letter",
}


@pytest.mark.slow
@pytest.mark.parametrize("extra", sorted({*extras.EXTRAS, "all"}))
def test_every_extra_alone(tmp_path: Path, extra: str) -> None:
    """Installed from the wheel with the locked versions, with nothing but itself: what it is for works."""
    (wheel,) = WheelBuilder(str(PROJECT)).build(directory=str(tmp_path), versions=["standard"])
    locked = ["--constraint", str(PROJECT / "requirements" / "dev.txt")]
    python = new_environment(tmp_path / "venv", *locked, f"pitboss[{extra}] @ {Path(wheel).as_uri()}")
    if extra == "serve":
        lives_alone(str(python))
        return
    for code in ALONE.values() if extra == "all" else [ALONE[extra]]:
        subprocess.run([str(python), "-I", "-c", code], cwd=tmp_path, check=True)


@pytest.mark.slow
@pytest.mark.parametrize("resolution", ["lowest-direct", "highest"])
def test_the_declared_floors_and_the_newest_packages_serve_a_round(tmp_path: Path, resolution: str) -> None:
    """What pyproject.toml allows at the least and at the most: a house of either plays every game it opens."""
    lives_alone(str(new_environment(tmp_path / "venv", "--resolution", resolution, f"{PROJECT}[serve]")))


@pytest.mark.slow
@pytest.mark.parametrize("resolution", ["lowest-direct", "highest"])
def test_the_floors_and_the_newest_packages_of_the_extras_work(tmp_path: Path, resolution: str) -> None:
    every = f"{PROJECT}[all]"
    python = new_environment(tmp_path / "venv", "--resolution", resolution, every)
    command = [str(python), "-m", "pitboss.cli"]
    subprocess.run(
        [*command, "simulate", "roulette", "--rounds", "1000000", "--plot", "way.svg"], cwd=tmp_path, check=True
    )
    subprocess.run([*command, "edge", "casino-war"], cwd=tmp_path, check=True)
    subprocess.run([*command, "guide", "roulette", "--out", "guide.pdf"], cwd=tmp_path, check=True)
    plays = "from pitboss.environments import SeatEnv; SeatEnv('blackjack').reset(seed=1)"
    subprocess.run([str(python), "-c", plays], cwd=tmp_path, check=True)
    assert (tmp_path / "guide.pdf").read_bytes()[:4] == b"%PDF"
    assert (tmp_path / "way.svg").exists()


def declared(requirement: str) -> str:
    """The name of a requirement as other lists spell it."""
    return re.split(r"[\[<>=;! ]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def test_every_package_that_the_project_imports_is_declared() -> None:
    """A package that comes only because another brings it may be gone with that package's next release."""
    about = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    every = [*about["dependencies"], *(one for extra in about["optional-dependencies"].values() for one in extra)]
    names = {declared(one) for one in every} | {"distributed"}  # named as dask[distributed]
    names |= {"pandas"}  # to_frame() uses it where whoever calls it has it, and says so where not
    distributions = packages_distributions()
    imported: dict[str, str] = {}
    for path in (PROJECT / "src" / "pitboss").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules = [node.module]
            imported |= {module.partition(".")[0]: path.name for module in modules}
    own = {path.name for path in (PROJECT / "src").iterdir()}  # packages that the same wheel brings
    foreign = set(imported) - set(sys.stdlib_module_names) - own
    assert {"msgspec", "httpx"} <= foreign  # the search finds something
    undeclared = {
        (one, imported[one]) for one in foreign if not {declared(each) for each in distributions.get(one, [])} & names
    }
    assert not undeclared
