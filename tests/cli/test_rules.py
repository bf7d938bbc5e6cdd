"""``pitboss rules``: the version that is installed, its files as sha256sum lists them, and packages."""

import hashlib
import subprocess
from pathlib import Path

import pytest

from pitboss.rulebook import manifest
from pitboss.rulebook.package import Package
from tests.cli.conftest import Pitboss
from tests.rulebook.records import package_of
from tests.rulebook.trees import tree


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree that stands for the installed one: nobody else is at work on it."""
    root = tree(tmp_path / "installed", house__table__replay="import pitboss.law", law="KNOWN = True", web="")
    monkeypatch.setattr(manifest, "installed", lambda: root)
    return root


def test_version_is_the_hash_of_the_list(pitboss: Pitboss, installed: Path) -> None:
    """``rules list`` is what sha256sum prints and checks; its own hash is what ``rules version`` prints."""
    status, told, _ = pitboss("rules", "version")
    assert status == 0
    names, versions = zip(*(line.split() for line in told.splitlines()), strict=True)
    assert names == ("rules", "software")
    for words, version in ((("list",), versions[0]), (("list", "--software"), versions[1])):
        status, listed, _ = pitboss("rules", *words)
        assert status == 0
        assert hashlib.sha256(listed.encode()).hexdigest() == version
        assert ("pitboss/web.py" in listed) == ("--software" in words)
        subprocess.run(
            ["sha256sum", "--check", "--strict", "--quiet"], cwd=installed, input=listed.encode(), check=True
        )


def test_package_of_what_is_installed_is_sound_and_the_same(pitboss: Pitboss, tmp_path: Path) -> None:
    """What ``pack`` writes, ``check`` finds to be the installed rules."""
    out = tmp_path / "rules.zip"
    version = pitboss("rules", "version")[1].split()[1]
    assert pitboss("rules", "pack", "--out", out) == (0, f"{out}\nrules {version}, release 9.8.7, 5 files\n", "")
    status, told, _ = pitboss("rules", "check", out)
    assert status == 0
    assert told.splitlines() == [
        f"rules {version}, release 9.8.7, 5 files, all as its manifest says",
        "These are the installed rules.",
    ]


def test_package_of_another_tree_tells_which_files_differ(pitboss: Pitboss, tmp_path: Path) -> None:
    """``--tree`` takes a project as well as its sources; the files that differ are named."""
    other = tree(tmp_path / "other" / "src", house__table__replay="import pitboss.law, pitboss.more", law="", more="")
    for place in (other, other.parent):
        assert pitboss("rules", "pack", "--tree", place, "--out", tmp_path / "rules.zip")[0] == 0
        assert Package.read((tmp_path / "rules.zip").read_bytes()) == Package.of(other)
    status, told, _ = pitboss("rules", "check", tmp_path / "rules.zip")
    assert status == 1
    assert [line.partition(" (")[0] for line in told.splitlines()[2:]] == [
        "pitboss/house/table/replay.py is changed",
        "pitboss/law.py is changed",
        "pitboss/more.py is missing",
    ]


def test_difference_names_its_games(pitboss: Pitboss, tmp_path: Path) -> None:
    """A chapter's file its own games, a shared one every game."""
    (tmp_path / "package.zip").write_bytes(package_of("0.1.0-9edd2e7").archive())
    status, told, _ = pitboss("rules", "check", tmp_path / "package.zip")
    assert status == 1
    assert "release 0.1.0" in told.splitlines()[0]
    lines = [line for line in told.splitlines() if line.startswith("pitboss/")]
    assert "pitboss/money.py is missing (every game)" in lines
    assert "pitboss/chapters/ch619a_big_six_wheel.py is missing (big-six-wheel)" in lines


def test_what_is_no_package_or_no_tree_is_one_sentence(pitboss: Pitboss, tmp_path: Path) -> None:
    """The exit status is 1, and nothing is written."""
    (tmp_path / "no.zip").write_bytes(b"no package")
    assert pitboss("rules", "check", tmp_path / "no.zip") == (
        1, "", "This is no rules package: it cannot be read as a ZIP archive.\n",
    )  # fmt: skip
    status, out, err = pitboss("rules", "pack", "--tree", tmp_path / "nowhere", "--out", tmp_path / "out.zip")
    assert (status, out, err) == (1, "", f"There is no package pitboss below {tmp_path / 'nowhere'}.\n")
    assert not (tmp_path / "out.zip").exists()
    (tmp_path / "installed/pitboss/link").symlink_to(tmp_path)
    for words in (("version",), ("list",)):
        status, out, err = pitboss("rules", *words)
        assert (status, out) == (1, "")
        assert err.endswith("a version is made of files and real folders only.\n")
