"""The packages beside pitboss, as their wheels have them: the verifier and the conformance suite, each without anything else."""

import subprocess
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.conformance.suite import module
from tools import release

PROJECT = Path(__file__).parent.parent
EPOCH = 1_700_000_000
ENGINE = [sys.executable, "-m", "pitboss.cli", "conformance", "answer"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what is in the two wheels, and nothing else."""
    folder = tmp_path_factory.mktemp("beside")
    for wheel in release.build_beside(PROJECT, folder / "wheels", EPOCH):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder / "site")
    return folder / "site"


def started(installed: Path, entry: str, *words: object) -> "subprocess.CompletedProcess[str]":
    """An entry point of a wheel, in a Python that has the standard library and these wheels."""
    name, _, function = entry.partition(":")
    code = f"import sys; sys.path.insert(0, {str(installed)!r}); from {name} import {function}; sys.exit({function}())"
    command = [sys.executable, "-I", "-S", "-c", code, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def entry_points(installed: Path) -> dict[str, str]:
    found = "\n".join(file.read_text() for file in installed.glob("*.dist-info/entry_points.txt"))
    return dict(line.split(" = ", 1) for line in found.splitlines() if " = " in line)


def test_each_wheel_has_its_command_and_needs_nothing(installed: Path) -> None:
    assert set(entry_points(installed)) == {"pitboss-conformance", "pitboss-verify"}
    for about in installed.glob("*.dist-info/METADATA"):
        assert "Requires-Dist" not in about.read_text(encoding="utf-8")
    for name, entry in entry_points(installed).items():
        said = started(installed, entry, "--help")
        assert (said.returncode, said.stderr) == (0, ""), name
    (page,) = installed.glob("*.data/data/share/pitboss-verify/index.html")
    assert {path.name for path in page.parent.iterdir()} == {"index.html", "page.js", "pitboss-verify.js"}


def test_the_suite_runs_from_its_wheel_with_junit_and_badge(installed: Path, tmp_path: Path) -> None:
    """Against our own engine: everything passes, and what is for a build server and for a page says so."""
    entry = entry_points(installed)["pitboss-conformance"]
    junit, badge = tmp_path / "report.xml", tmp_path / "badge.svg"
    said = started(installed, entry, "--game", "617a", "--junit", junit, "--badge", badge, "--", *ENGINE)
    assert said.returncode == 0, said.stdout + said.stderr
    suite = ElementTree.parse(junit).getroot()[0]
    assert (suite.get("name"), suite.get("failures")) == ("617a", "0")
    title = ElementTree.parse(badge).getroot()[0].text
    assert title == f"58 Pa. Code 617a: {suite.get('tests')} cases pass"


@pytest.mark.parametrize(
    ("totals", "words", "colour"),
    [
        ((5, 0, 0), "5 cases pass", "GREEN"),
        ((4, 1, 0), "4 of 5 cases pass", "RED"),
        ((4, 0, 1), "4 of 5 cases pass", "AMBER"),
        ((0, 0, 5), "0 of 5 cases pass", "RED"),
    ],
)
def test_a_badge_says_no_more_than_was_found(totals: tuple[int, int, int], words: str, colour: str) -> None:
    run = module("run")
    counted = dict(zip(("passed", "failed", "unsupported"), totals, strict=True))
    drawn = run.as_badge({"cases": 5, "totals": counted, "chapters": {"617a": counted, "619a": counted}})
    assert f"58 Pa. Code Subpart K: {words}<" in drawn
    assert getattr(run, colour) in drawn


def test_the_verifier_runs_from_its_wheel(installed: Path, tmp_path: Path) -> None:
    """Its exit status: 1 for what is no record, 2 for what cannot be read."""
    entry = entry_points(installed)["pitboss-verify"]
    file = tmp_path / "record.jsonl"
    file.write_text("not a record\n", encoding="utf-8")
    said = started(installed, entry, file)
    assert (said.returncode, said.stdout) == (1, f"{file}: NOT IN ORDER: line 1: the file is cut off\n")
    assert started(installed, entry, tmp_path / "nothing").returncode == 2
    assert '"in_order": false' in started(installed, entry, file, "--json").stdout
