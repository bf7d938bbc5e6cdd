"""A release: its entry in the changelog, archives that are the same when they are built again, and what lies beside them."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
import yaml
from hatchling.builders.wheel import WheelBuilder

import pitboss
from tools import release
from tools.metadata import addresses, repository
from tools.release import Stop
from tools.version import SOURCE, release_of, version

PROJECT = Path(__file__).parent.parent
CHANGES = """# Changelog

## Unreleased

### Added

- A door.

## 0.3.0 - 2026-11-16

- A wall.
"""
PACKAGE = '"""The release."""\n\n__version__ = "0.3.0"\n'
EPOCH = 1_700_000_000


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project of the same form as ours, built by the same tool, with a history."""
    if shutil.which("git") is None:
        pytest.skip("NO GIT FOUND: making a release is not tested here.")
    root = tmp_path / "project"
    (root / "src" / "pitboss").mkdir(parents=True)
    (root / "requirements").mkdir()
    (root / "tools" / "web").mkdir(parents=True)
    (root / "docs").mkdir()
    (root / "docs" / "one.md").write_text("# One page\n", encoding="utf-8")
    (root / "src" / "pitboss" / "__init__.py").touch()
    (root / SOURCE).write_text(PACKAGE, encoding="utf-8")
    (root / "CHANGELOG.md").write_text(CHANGES, encoding="utf-8")
    same = (
        "pyproject.toml",
        "README.md",
        "CITATION.cff",
        "LICENSE",
        "requirements/runtime.txt",
        ".gitignore",
        "tools/metadata.py",
        "tools/version.py",
        "tools/web/hatch_build.py",
        "docs/pitboss.1",
    )
    for name in same:
        (root / name).write_bytes((PROJECT / name).read_bytes())
    for folder in (*release.BESIDE, "src/pitboss_audit"):
        shutil.copytree(PROJECT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    git(root, "init", "-q")
    commit(root, "Begin")
    return root


def git(root: Path, *words: str) -> str:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    settings = {**os.environ, "GIT_COMMITTER_DATE": f"{EPOCH} +0000", "GIT_AUTHOR_DATE": f"{EPOCH} +0000"}
    done = subprocess.run(["git", *who, *words], cwd=root, env=settings, capture_output=True, text=True, check=True)
    return done.stdout


def commit(root: Path, words: str) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", words)


# --- version and changelog


def test_what_is_unreleased_gets_a_heading_with_its_date() -> None:
    """Nothing else of the changelog changes."""
    entry = release.dated(CHANGES, "0.4.0", "2026-11-17")
    assert entry == CHANGES.replace("## Unreleased\n", "## Unreleased\n\n## 0.4.0 - 2026-11-17\n")
    assert release.unreleased(CHANGES) == "### Added\n\n- A door."
    assert release.unreleased(entry) == ""


@pytest.mark.parametrize(
    ("changelog", "version", "why"),
    [
        (CHANGES.replace("### Added\n\n- A door.\n", ""), "0.4.0", "so there is nothing to release"),
        (CHANGES.replace("## Unreleased\n", ""), "0.4.0", 'has no heading "Unreleased"'),
        (CHANGES, "0.3.0", "0.3.0 is not later than 0.3.0"),
        (CHANGES, "0.2.9", "0.2.9 is not later than 0.3.0"),
        (CHANGES, "0.4", "three numbers like 0.4.0, not '0.4'"),
        (CHANGES.replace("0.3.0 -", "0.4.0 -"), "0.4.0", "has an entry for 0.4.0 already"),
    ],
)
def test_a_version_that_cannot_be(project: Path, changelog: str, version: str, why: str) -> None:
    """Refused in one sentence; no file is touched."""
    (project / "CHANGELOG.md").write_text(changelog, encoding="utf-8")
    with pytest.raises(Stop, match=why) as refused:
        release.prepare(project, version, "2026-11-17", dry=False)
    assert str(refused.value).endswith(".")
    assert (project / "CHANGELOG.md").read_text(encoding="utf-8") == changelog
    assert (project / SOURCE).read_text(encoding="utf-8") == PACKAGE


def test_a_later_version_is_one_by_number() -> None:
    assert release.later("0.10.0", "0.9.9")
    assert not release.later("0.9.9", "0.10.0")


def test_our_own_files_have_the_form_that_is_asked_for() -> None:
    """The version is found, and the changelog either has something unreleased or is that of this version."""
    source = (PROJECT / SOURCE).read_text(encoding="utf-8")
    assert release_of(source) == pitboss.__version__
    changelog = (PROJECT / release.CHANGELOG).read_text(encoding="utf-8")
    if release.unreleased(changelog):
        assert release.later("999.0.0", pitboss.__version__)
        assert "## 999.0.0 - 2026-01-01" in release.dated(changelog, "999.0.0", "2026-01-01")
    else:
        assert release.check_entry(PROJECT) == pitboss.__version__


# --- the version of what is built


def test_the_version_comes_from_the_tag(project: Path, tmp_path: Path) -> None:
    """The release at its tag, a development version between that and the next, the release where there is no history."""
    head = git(project, "rev-parse", "--short=12", "HEAD").strip()
    assert version(project) == f"0.3.1.dev1+g{head}"  # no tag yet: every commit counts
    git(project, "tag", "v0.3.0")
    assert version(project) == "0.3.0"
    (project / "README.md").write_text("changed\n")
    assert version(project) == f"0.3.1.dev0+g{head}.dirty"
    commit(project, "Change")
    made = git(project, "rev-parse", "--short=12", "HEAD").strip()
    assert version(project) == f"0.3.1.dev1+g{made}"
    release.prepare(project, "0.4.0", "2026-11-17", dry=False)
    commit(project, "Release 0.4.0")
    assert version(project).startswith("0.4.0.dev2+g")  # before it
    unpacked = release.unpack_commit(project, release.last_commit(project), tmp_path / "unpacked")
    assert version(unpacked) == "0.4.0"
    (unpacked / "PKG-INFO").write_text("Metadata-Version: 2.4\nName: pitboss\nVersion: 0.4.0.dev2+g1\n\nVersion: no\n")
    assert version(unpacked) == "0.4.0.dev2+g1"  # an sdist is built as what it says
    git(project, "tag", "v0.5.0")
    with pytest.raises(SystemExit, match=r"^The tag v0\.5\.0 is on sources that say 0\.4\.0"):
        version(project)


def test_a_development_version_is_in_the_metadata_only(project: Path, tmp_path: Path) -> None:
    git(project, "tag", "v0.3.0")
    commit_of = project / "docs" / "two.md"
    commit_of.write_text("# Two\n")
    commit(project, "Add a page")
    (wheel, _) = sorted(release.build(project, tmp_path / "made", EPOCH), key=lambda path: path.suffix != ".whl")
    assert wheel.name.startswith("pitboss-0.3.1.dev1+g")
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read("pitboss/version.py").decode() == PACKAGE
        described = next(name for name in archive.namelist() if name.endswith("/METADATA"))
        assert b"Project-URL" not in archive.read(described)


def test_addresses_come_from_one_setting(project: Path) -> None:
    """None is invented: while no repository is set there is none."""
    assert addresses(repository(project)) == {}
    settings = project / "pyproject.toml"
    settings.write_text(settings.read_text().replace('repository = ""', 'repository = "https://example.org/pitboss/"'))
    assert addresses(repository(project))["Issues"] == "https://example.org/pitboss/issues"
    found = WheelBuilder(str(project)).metadata.core.urls
    assert found["Source"] == "https://example.org/pitboss"


# --- the whole of it


def test_a_release_of_a_small_project(project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From the version to SHA256SUMS; but for the environments, which take minutes (below)."""
    with pytest.raises(Stop, match='has changes under "Unreleased"'):
        release.release(project, dry=False, full=False)
    release.prepare(project, "0.4.0", "2026-11-17", dry=True)
    assert release_of((project / SOURCE).read_text(encoding="utf-8")) == "0.3.0"
    release.prepare(project, "0.4.0", "2026-11-17", dry=False)
    with pytest.raises(Stop, match="3 files differ from the last commit"):
        release.release(project, dry=False, full=False)
    cited = yaml.safe_load((project / "CITATION.cff").read_text(encoding="utf-8"))
    assert (cited["version"], cited["date-released"]) == ("0.4.0", "2026-11-17")
    commit(project, "Release 0.4.0")
    with pytest.raises(Stop, match=r"has no tag v0\.4\.0"):
        release.release(project, dry=True, full=False)
    git(project, "tag", "-a", "v0.4.0", "-m", "Release 0.4.0")
    release.release(project, dry=True, full=False)
    assert not (project / "dist").exists()
    release.release(project, dry=False, full=False, installs=False)
    made = {path.name: path for path in (project / "dist").iterdir()}
    wheel, sdist = "pitboss-0.4.0-py3-none-any.whl", "pitboss-0.4.0.tar.gz"
    others = {path.name for path in release.build_beside(PROJECT, tmp_path / "beside", EPOCH)}
    assert {name.partition("-")[0] for name in others} == {"pitboss_conformance", "pitboss_verify"}
    beside = {release.SBOM, release.LICENCES, release.NOTES, release.PROVENANCE, release.SUMS}
    assert set(made) == {wheel, sdist, *others} | beside
    assert made[release.NOTES].read_text() == "# pitboss 0.4.0 (2026-11-17)\n\n### Added\n\n- A door.\n"
    statement = json.loads(made[release.PROVENANCE].read_text())
    assert {one["name"] for one in statement["subject"]} == {wheel, sdist, *others, release.SBOM, release.LICENCES}
    assert all(one["digest"]["sha256"] == release.digest(made[one["name"]]) for one in statement["subject"])
    source = statement["predicate"]["buildDefinition"]["resolvedDependencies"][0]
    assert source["digest"]["gitCommit"] == release.last_commit(project).hash
    before = made[release.SUMS].read_text()
    sums = {line.partition("  ")[2]: line.partition("  ")[0] for line in before.splitlines()}
    assert sums == {
        name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in made.items() if name != release.SUMS
    }
    assert json.loads(made[release.SBOM].read_text())["bomFormat"] == "CycloneDX"
    with tarfile.open(made[sdist]) as archive:
        assert {member.mtime for member in archive} == {EPOCH}
    rebuilt = release.build(project, tmp_path / "rebuilt", EPOCH)  # as anybody does who checks it
    assert {path.name: release.digest(path) for path in rebuilt} == {name: sums[name] for name in (wheel, sdist)}
    assert "building twice" in capsys.readouterr().out


def test_files_that_lie_about_are_not_published(project: Path) -> None:
    """What is published is the commit: a file that git does not know is not in it, and a changed one stops the release."""
    release.prepare(project, "0.4.0", "2026-11-17", dry=False)
    commit(project, "Release 0.4.0")
    found = release.last_commit(project)
    assert found.epoch == EPOCH
    (project / "src" / "pitboss" / "stray.py").write_text("x = 1\n", encoding="utf-8")
    source = release.unpack_commit(project, found, project.parent / "unpacked")
    assert not (source / "src" / "pitboss" / "stray.py").exists()
    with pytest.raises(Stop, match="1 files differ"):
        release.check_committed(project)
    with pytest.raises(Stop, match="with its history; here is none"):
        release.last_commit(source)


def test_builds_that_differ_are_refused(tmp_path: Path) -> None:
    """By name, whatever the difference; and a build of something else than a wheel and an sdist."""
    for folder, text in (("a", "one"), ("b", "two")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.whl").write_text(text, encoding="utf-8")
    one, other = tmp_path / "a" / "x.whl", tmp_path / "b" / "x.whl"
    release.compare([one], [one])
    with pytest.raises(Stop, match=r"x\.whl is not the same when it is built again"):
        release.compare([one], [other])


def test_a_command_that_fails_says_its_last_line(tmp_path: Path) -> None:
    script = "import sys; print('first'); sys.exit('why it failed')"
    with pytest.raises(Stop, match=r"failed with status 1: why it failed"):
        release.run([sys.executable, "-c", script], tmp_path)


def test_a_house_that_does_not_open_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The house of an installed command is opened, asked and closed; one that ends by itself stops the release."""
    broken = tmp_path / "pitboss"
    broken.write_text("#!/bin/sh\necho no house here\nexit 3\n", encoding="utf-8")
    broken.chmod(0o755)
    with pytest.raises(Stop, match=r"ended with status 3: no house here"):
        release.try_serving(broken, tmp_path / "one")
    monkeypatch.setenv("PYTHONPATH", "somewhere")
    assert "PYTHONPATH" not in release.clean_settings()
    assert "PATH" in release.clean_settings()


@pytest.mark.slow
def test_a_house_opens_is_asked_and_closes(tmp_path: Path) -> None:
    """With the command of this environment; in a release it is that of the wheel."""
    release.try_serving(Path(sys.executable).with_name("pitboss"), tmp_path / "house")
    assert (tmp_path / "house" / "house.db").is_file()


@pytest.mark.slow
def test_the_wheel_of_this_project_serves_from_an_empty_environment(tmp_path: Path) -> None:
    """Built twice alike, installed with the runtime lock, opened and closed."""
    first, second = (release.build(PROJECT, tmp_path / name, EPOCH) for name in ("first", "second"))
    release.compare(first, second)
    python = release.empty_environment(tmp_path / "empty")
    wheel = next(path for path in first if path.suffix == ".whl")
    release.install_wheel(python, wheel, PROJECT / "requirements" / "runtime.txt")
    release.try_serving(python.parent / "pitboss", tmp_path / "house")
