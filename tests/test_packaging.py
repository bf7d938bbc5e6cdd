"""What is published: the sdist holds all that its own tests need, the wheel all that the package reads."""

import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

import pitboss
from pitboss.house.wire.pages import Pages
from tests.cli.conftest import Pitboss
from tests.cli.conftest import pitboss as pitboss_command
from tools.metadata import repository
from tools.version import SOURCE, release_of
from tools.web.hatch_build import bundle

__all__ = ["pitboss_command"]

PROJECT = Path(__file__).parent.parent
PACKAGE = PROJECT / "src" / "pitboss"
SOURCES = {".py", ".toml", ".jsonl", ".js", ".css", ".html", ".md", ".svg", ".template", ".txt", ".typ"}


@pytest.fixture(scope="module")
def sdist() -> set[str]:
    """The files that an sdist would have, by their paths in the project."""
    return {file.distribution_path for file in SdistBuilder(str(PROJECT)).recurse_included_files()}


@pytest.fixture(scope="module")
def wheel() -> set[str]:
    """The files that a wheel would have."""
    return {file.distribution_path for file in WheelBuilder(str(PROJECT)).recurse_included_files()}


def named_in_tests() -> Iterator[str]:
    """Every folder of the project that a test imports from or names in a path."""
    folders = {path.name for path in PROJECT.iterdir() if path.is_dir()} - {
        ".venv",
        ".git",
        "build",
        "dist",
    }  # made, not named
    # read, not parsed: there are four hundred files
    named = re.compile(r"""^ *(?:from|import) (\w+)|["'](\.?\w+)(?=[/.\w-]*["'])""", re.MULTILINE)
    for path in (PROJECT / "tests").rglob("*.py"):
        for found in named.finditer(path.read_text(encoding="utf-8")):
            yield from {found[1] or found[2]} & folders


def test_sdist_has_every_folder_that_its_tests_use(sdist: set[str]) -> None:
    """An unpacked sdist passes its own tests: whatever folder they import from or read is in it."""
    used = set(named_in_tests())
    assert {"docs", "soak", "src", "tests", "tools"} <= used  # the search finds something
    assert used <= {name.split("/")[0] for name in sdist}


def test_sdist_has_every_source_of_its_folders(sdist: set[str]) -> None:
    """Nothing below a folder of the sdist is left out, and nothing installed or cached is in it."""
    for folder in {name.split("/")[0] for name in sdist if "/" in name}:
        for path in (PROJECT / folder).rglob("*"):
            inside = path.relative_to(PROJECT).as_posix()
            if path.suffix in SOURCES and "node_modules" not in path.parts:
                assert inside in sdist, inside
    for name in ("Makefile", "README.md", "CHANGELOG.md", "LICENSE", ".ci/run"):
        assert name in sdist
    assert not [name for name in sdist if re.search(r"node_modules|__pycache__|\.venv/|\.db$", name)]


def test_wheel_has_everything_below_the_package(wheel: set[str]) -> None:
    """Types, registers, pages and templates are shipped with the code that reads them."""
    for path in PACKAGE.rglob("*"):
        if path.is_file() and path.suffix != ".pyc":
            assert f"pitboss/{path.relative_to(PACKAGE).as_posix()}" in wheel
    assert {"pitboss/py.typed", "pitboss_audit/__init__.py", "pitboss_audit/paytables.json"} <= wheel


@pytest.mark.parametrize(("builder", "inside"), [(WheelBuilder, "pitboss"), (SdistBuilder, "src/pitboss")])
def test_what_is_built_has_bundled_pages(builder: type[Any], inside: str, tmp_path: Path) -> None:
    """Made by esbuild where Node is at hand; the house takes them only for those of these very sources."""
    if not bundle(PROJECT, tmp_path / "dist"):
        pytest.skip("THE PAGES OF A WHEEL ARE NOT TESTED: npm could not install esbuild.")
    (made,) = builder(str(PROJECT)).build(directory=str(tmp_path), versions=["standard"])
    unpacked = tmp_path / "unpacked"
    shutil.unpack_archive(made, unpacked, "zip" if made.endswith(".whl") else "gztar")
    (web,) = unpacked.glob(f"**/{inside}/web")
    assert {path.name for path in (web / "dist").iterdir()} == {path.name for path in (tmp_path / "dist").iterdir()}
    assert Pages(web).built
    with (web / "kit/dom.js").open("a") as file:
        file.write("// changed\n")
    assert not Pages(web).built


def test_without_esbuild_nothing_is_bundled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not bundle(tmp_path, tmp_path / "dist")
    assert "esbuild is missing" in capsys.readouterr().err
    assert not (tmp_path / "dist").exists()


def test_version_has_one_source(pitboss_command: Pitboss) -> None:
    """``pitboss.__version__`` is the version of the command and of the newest entry of the changelog."""
    assert pitboss_command("--version") == (0, f"pitboss {pitboss.__version__}\n", "")
    assert release_of((PROJECT / SOURCE).read_text(encoding="utf-8")) == pitboss.__version__
    headings = re.findall(r"^## (\S+)(?: - (\d{4}-\d\d-\d\d))?$", (PROJECT / "CHANGELOG.md").read_text(), re.MULTILINE)
    released = [(version, date) for version, date in headings if version != "Unreleased"]
    assert released[0][0] == pitboss.__version__
    assert all(date for _, date in released)
    assert [date for _, date in released] == sorted((date for _, date in released), reverse=True)


def test_the_citation_is_of_this_release() -> None:
    """Its version and date are those of the newest entry of the changelog; it names no address that nobody set."""
    cited = yaml.safe_load((PROJECT / "CITATION.cff").read_text(encoding="utf-8"))
    released = re.search(r"^## (\d\S+) - (\S+)$", (PROJECT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert released is not None
    assert (cited["version"], cited["date-released"]) == released.groups()
    assert cited.get("repository-code", "") == repository(PROJECT)
    assert set(cited) >= {"cff-version", "message", "title", "authors"}  # what the format requires


def test_metadata_names_only_files_that_exist() -> None:
    """The readme and the licence that pyproject.toml names are there."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for name in (project["readme"], *project["license-files"]):
        assert (PROJECT / name).is_file()
