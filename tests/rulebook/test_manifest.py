"""Versions: what ``sha256sum`` prints, which file differs, which games it concerns; one flipped byte is always noticed."""

import hashlib
import platform
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import pitboss
from pitboss import catalogue
from pitboss.rulebook import cache, manifest
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.manifest import FileDifference, Manifest
from tests.rulebook.trees import REPLAY, copied, flip, tree

SAMPLE = 6


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package: others may be at work on the files of the running one."""
    return copied(tmp_path_factory.mktemp("copy"))


@pytest.fixture(scope="module")
def approved(root: Path) -> Manifest:
    return manifest.of(root)


@pytest.fixture
def changed(root: Path, approved: Manifest) -> Iterator[Path]:
    """The same copy, to be changed; it is put back afterwards."""
    before = {path: (root / path).read_bytes() for path in approved.software.files}
    yield root
    for difference in manifest.differences(approved, manifest.of(root)):
        (root / difference.path).unlink(missing_ok=True)
        if difference.path in before:
            (root / difference.path).write_bytes(before[difference.path])


def sha256sum(*words: str, cwd: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sha256sum", *words], cwd=cwd, input=typed, capture_output=True, text=True)


def test_version_is_what_sha256sum_comes_to(root: Path, approved: Manifest) -> None:
    """Both lists are what the program prints, and each version is the hash of its list."""
    for files, version in (
        (approved.rules.files, approved.rules.version),
        (approved.software.files, approved.software.version),
    ):
        printed = sha256sum(*sorted(files), cwd=root).stdout
        assert printed == manifest.text(files)
        assert sha256sum(cwd=root, typed=printed).stdout.split()[0] == version


def test_manifest_says_what_is_there_and_what_runs_it(root: Path, approved: Manifest) -> None:
    """Release, games, every file but bytecode, and the versions of whatever computes."""
    assert approved.rules.release == pitboss.__version__
    assert set(approved.rules.games) == set(catalogue.games())
    shipped = {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}
    assert set(approved.software.files) == shipped
    assert set(approved.rules.files) < shipped
    assert (approved.python, approved.msgspec) == (platform.python_version(), msgspec.__version__)
    assert approved.cryptography


def test_a_release_is_no_new_version_of_the_rules(changed: Path, approved: Manifest) -> None:
    """Another release, and another name of the library: other software, the same rules."""
    version, public = changed / "pitboss/version.py", changed / "pitboss/public.py"
    version.write_text(version.read_text().replace(pitboss.__version__, "9.8.7"))
    public.write_text(public.read_text().replace('"money": "dollars"', '"money": "dollars cents"'))
    found = manifest.of(changed)
    assert found.rules.release == "9.8.7"
    assert (found.rules.version, found.rules.files) == (approved.rules.version, approved.rules.files)
    assert {one.path for one in manifest.differences(approved, found)} == {"pitboss/version.py", "pitboss/public.py"}


def test_bytecode_that_python_makes_does_not_count(root: Path, approved: Manifest) -> None:
    """In ``__pycache__`` it comes and goes; anywhere else a file is a file."""
    folder = root / "pitboss" / "__pycache__"
    folder.mkdir()
    (folder / "law.cpython-311.pyc").write_bytes(b"x")
    assert manifest.of(root) == approved
    shutil.rmtree(folder)
    beside = root / "pitboss" / "law.pyc"
    beside.write_bytes(b"x")
    (found,) = manifest.differences(approved, manifest.of(root))
    assert (found.path, found.how) == ("pitboss/law.pyc", "added")
    beside.unlink()


def test_one_flipped_byte_in_every_file_is_noticed(changed: Path, approved: Manifest) -> None:
    """All shipped files at once, each with one flipped bit: every one of them is named, and nothing else is."""
    for path in approved.software.files:
        flip(changed / path, random.Random(path))
    found = manifest.differences(approved, manifest.of(changed))
    assert [(difference.path, difference.how) for difference in found] == [
        (path, "changed") for path in sorted(approved.software.files)
    ]


def test_one_flipped_byte_in_one_file_is_noticed_by_us_and_by_sha256sum(changed: Path, approved: Manifest) -> None:
    """One file at a time, and the program names the same one."""
    listed, source = manifest.text(approved.software.files), random.Random(16)
    for path in source.sample(sorted(approved.software.files), SAMPLE):
        before = (changed / path).read_bytes()
        flip(changed / path, source)
        (found,) = manifest.differences(approved, manifest.of(changed))
        assert (found.path, found.how) == (path, "changed")
        told = sha256sum("--check", "--quiet", cwd=changed, typed=listed)
        assert (told.returncode, told.stdout) == (1, f"{path}: FAILED\n")
        (changed / path).write_bytes(before)
    assert manifest.differences(approved, manifest.of(changed)) == []
    assert sha256sum("--check", "--quiet", cwd=changed, typed=listed).returncode == 0


def test_difference_concerns_the_games_that_it_can_decide(changed: Path, approved: Manifest) -> None:
    """A chapter's own file its games, a shared one those that use it, and whatever is outside the rules every game."""
    every = tuple(sorted(catalogue.games()))
    concerned = {
        "pitboss/chapters/ch617a_roulette/rules.py": ("roulette",),
        "pitboss/chapters/ch623a_craps/dice.py": ("craps", "mini-craps"),
        "pitboss/families/baccarat/hands.py": ("baccarat", "midibaccarat", "minibaccarat"),
        "pitboss/money.py": every,
        "pitboss/web/table/table.js": every,
    }
    for path in concerned:
        with (changed / path).open("ab") as file:
            file.write(b"\n")
    (changed / "pitboss/chapters/ch617a_roulette/more.py").write_text("")
    (changed / "pitboss/chapters/ch699a_another.py").write_text("")
    (changed / "pitboss/chapters/ch619a_big_six_wheel/procedure.py").unlink()
    assert manifest.differences(approved, manifest.of(changed)) == sorted(
        [
            *(FileDifference(path, "changed", games) for path, games in concerned.items()),
            FileDifference("pitboss/chapters/ch617a_roulette/more.py", "added", ("roulette",)),
            FileDifference("pitboss/chapters/ch699a_another.py", "added", every),
            FileDifference("pitboss/chapters/ch619a_big_six_wheel/procedure.py", "missing", ("big-six-wheel",)),
        ],
        key=lambda difference: difference.path,
    )


def test_rules_alone_are_compared_by_their_own_files(changed: Path, approved: Manifest) -> None:
    """A package says nothing about pages: only a file of the rules differs from it."""
    for path in ("pitboss/web/table/table.js", "pitboss/money.py"):
        (changed / path).write_bytes(b"")
    found = manifest.differences(approved.rules, manifest.of(changed))
    assert [(difference.path, difference.how) for difference in found] == [("pitboss/money.py", "changed")]


def test_wrong_list_in_the_cache_hides_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever can write there can spoil a version, not make a changed tree look like the approved one."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tree(tmp_path / "tree", house__table__replay="import pitboss.law", law="")
    approved = manifest.of(root)
    (root / "pitboss/law.py").write_text("changed = True")
    poisoned = cache.Reached((REPLAY,), {})
    cache.write(manifest.version(manifest.hashes(root)), approved.rules.entry, poisoned)
    found = manifest.of(root)
    assert tuple(found.rules.files) == poisoned.paths  # it was believed
    assert found.rules.version != approved.rules.version
    assert [str(one) for one in manifest.differences(approved, found)] == ["pitboss/law.py is changed"]
    assert [str(one) for one in manifest.differences(approved.rules, found)] == ["pitboss/law.py is changed"]
    assert "pitboss/law.py" in manifest.of(root, fresh=True).rules.files


def test_list_in_the_cache_is_that_of_these_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new import counts at once; a cache that is not readable, not writable or not ours costs time only."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tree(tmp_path / "tree", law="")
    first = manifest.of(root)
    assert "pitboss/law.py" not in first.rules.files
    (root / REPLAY).write_text("from pitboss import law")
    second = manifest.of(root)
    assert "pitboss/law.py" in second.rules.files
    kept = list(cache.folder().iterdir())
    assert len(kept) == 2
    for file in kept:
        file.write_bytes(b"no JSON")
    assert manifest.of(root) == second
    shutil.rmtree(tmp_path / "cache")
    (tmp_path / "cache").write_bytes(b"no folder")
    assert manifest.of(root) == second


def test_tree_that_makes_no_version_is_refused(tmp_path: Path) -> None:
    """No package, nothing that replays, a folder that is elsewhere, a name that sha256sum would write otherwise."""
    with pytest.raises(RulebookError, match=r"^There is no package pitboss below "):
        manifest.of(tmp_path)
    root = tree(tmp_path)
    (root / "pitboss/a\nb.py").touch()
    with pytest.raises(RulebookError, match=r"is no path of a shipped file"):
        manifest.of(root)
    (root / "pitboss/a\nb.py").unlink()
    (root / "pitboss/elsewhere").symlink_to(tmp_path)
    with pytest.raises(RulebookError, match=r"is a link to a folder"):
        manifest.of(root)
    (root / "pitboss/elsewhere").unlink()
    (root / REPLAY).unlink()
    with pytest.raises(RulebookError, match=r"^Nothing below .* can replay a record; expected one of "):
        manifest.of(root)


def test_order_of_paths_is_that_of_their_bytes() -> None:
    """As ``LC_ALL=C sort`` has it: capitals first, and letters beyond ASCII last."""
    files = dict.fromkeys(("pitboss/a.py", "pitboss/Z.py", "pitboss/é.py", "pitboss/a/b.py"), "0" * 64)
    order = [line.split("  ")[1] for line in manifest.text(files).splitlines()]
    assert order == ["pitboss/Z.py", "pitboss/a.py", "pitboss/a/b.py", "pitboss/é.py"]
    assert manifest.version(files) == hashlib.sha256(manifest.text(files).encode()).hexdigest()
