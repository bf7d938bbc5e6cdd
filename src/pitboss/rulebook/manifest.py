"""The version of the rules and of the software: a hash over what ``sha256sum`` prints of their files.

A line is ``<sha256>  <path>``, in the order of the paths (by their bytes), and a version is the SHA-256 of those lines. So a
person needs neither this package nor Python to reach the same verdict, from the folder that has ``pitboss``::

    pitboss rules list > rules.txt            # or the files of a rules package, or what the Board has on paper
    sha256sum --check --quiet rules.txt       # which file differs
    sha256sum rules.txt                       # the version of the rules
    find pitboss -type f -not -path '*/__pycache__/*' | LC_ALL=C sort | xargs sha256sum | sha256sum    # of the software

The *rules* are the files that can decide a round (``closure``); the *software* is every file that is shipped, the rules among
them. Bytecode in ``__pycache__`` is made by Python itself and is not counted; anywhere else it counts like any file.
"""

import hashlib
import os
import platform
import re
from collections.abc import Mapping
from contextlib import suppress
from importlib import metadata
from pathlib import Path, PurePosixPath

import msgspec

from pitboss.rulebook import cache
from pitboss.rulebook.closure import ENTRIES, Closure
from pitboss.rulebook.errors import RulebookError

PACKAGE = "pitboss"
_RELEASE_FILES = ("version.py", "__init__.py")  # the second in trees up to 0.3
_RELEASE = re.compile(r"""^__version__\s*=\s*["']([^"']+)["']""", re.MULTILINE)


class RulesFiles(msgspec.Struct, frozen=True):
    """The rules of one tree: what is in a package's MANIFEST. Fields may be added with defaults, never renamed."""

    version: str
    release: str
    entry: str  # the module that replays a record
    files: dict[str, str]  # SHA-256 by path
    games: dict[str, tuple[str, ...]]  # by game: the files that are not every game's


class Software(msgspec.Struct, frozen=True):
    """Every shipped file."""

    version: str
    files: dict[str, str]


class Manifest(msgspec.Struct, frozen=True):
    """What is in a tree, and what runs it here."""

    rules: RulesFiles
    software: Software
    python: str
    msgspec: str
    cryptography: str


class FileDifference(msgspec.Struct, frozen=True):
    """A file that is not as it was approved, and the games whose rounds it can decide."""

    path: str
    how: str  # changed, missing or added
    games: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.path} is {self.how}"


def installed() -> Path:
    """The folder that has the running package."""
    return Path(__file__).parents[2]


def of(root: Path | None = None, entry: str | None = None, *, fresh: bool = False) -> Manifest:
    """The manifest of the tree below ``root``, else of the running package.

    Every file is read and hashed each time. Only which files the imports lead to is remembered, under the hashes of all of
    them; ``fresh`` finds that out again.
    """
    root = installed() if root is None else root
    found = hashes(root)
    rules = _rules(root, found, entry or entry_of(found, root), fresh=fresh)
    return Manifest(
        rules,
        Software(version(found), found),
        platform.python_version(),
        _installed("msgspec"),
        _installed("cryptography"),
    )


def text(files: Mapping[str, str]) -> str:
    """The files as ``sha256sum`` prints them, in the order of their paths."""
    return "".join(f"{files[path]}  {path}\n" for path in sorted(files))


def version(files: Mapping[str, str]) -> str:
    """The SHA-256 of that text."""
    return hashlib.sha256(text(files).encode()).hexdigest()


def hashes(root: Path) -> dict[str, str]:
    """The SHA-256 of every shipped file below ``root``, by path."""
    found, skip = {}, len(str(root)) + 1
    for folder, folders, names in os.walk(root / PACKAGE):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in folders:
            if os.path.islink(os.path.join(folder, name)):
                raise RulebookError(
                    f"{folder}/{name} is a link to a folder; a version is made of files and real folders only."
                )
        for name in names:
            path = os.path.join(folder, name)
            inside = path[skip:].replace(os.sep, "/")
            if not inside.isprintable() or "\\" in inside:
                raise RulebookError(
                    f"{inside!r} is no path of a shipped file; letters, digits and punctuation are allowed."
                )
            with open(path, "rb", buffering=0) as file:
                found[inside] = hashlib.sha256(file.read()).hexdigest()
    if not found:
        raise RulebookError(f"There is no package {PACKAGE} below {root}.")
    return dict(sorted(found.items()))


def entry_of(files: Mapping[str, str], root: Path) -> str:
    """The module of a tree that replays a record: the newest that it has."""
    for entry in ENTRIES:
        if f"{entry.replace('.', '/')}.py" in files:
            return entry
    raise RulebookError(f"Nothing below {root} can replay a record; expected one of {', '.join(ENTRIES)}.")


def differences(approved: Manifest | RulesFiles, found: Manifest) -> list[FileDifference]:
    """Where what was found is not what was approved, by path.

    Only the approved lists and the hashes of the files found count, never what was remembered of their imports. Of a whole
    manifest every file is compared; of rules alone, their files and whatever else the imports found lead to.
    """
    if isinstance(approved, Manifest):
        before, now, rules = approved.software.files, found.software.files, approved.rules
    else:
        before, rules = approved.files, approved
        now = {path: sha for path, sha in found.software.files.items() if path in before or path in found.rules.files}
    every = tuple(sorted({*rules.games, *found.rules.games}))
    return [
        FileDifference(path, _how(path, before, now), _concerned(path, rules, every))
        for path in sorted({*before, *now})
        if before.get(path) != now.get(path)
    ]


def _how(path: str, before: Mapping[str, str], now: Mapping[str, str]) -> str:
    return "added" if path not in before else "missing" if path not in now else "changed"


def _concerned(path: str, approved: RulesFiles, every: tuple[str, ...]) -> tuple[str, ...]:
    """The games whose rounds a file can decide. An addition to a chapter's own folder concerns that chapter's games."""
    if path in approved.files:
        return tuple(sorted(name for name, own in approved.games.items() if path in own)) or every
    chapter = PurePosixPath(path).parts[:3]
    if chapter[:2] != (PACKAGE, "chapters") or PurePosixPath(path).parts == chapter:
        return every
    own = {n for n, files in approved.games.items() if any(PurePosixPath(f).parts[:3] == chapter for f in files)}
    return tuple(sorted(own)) or every


def _rules(root: Path, found: Mapping[str, str], entry: str, *, fresh: bool) -> RulesFiles:
    key = version(found)
    reached = None if fresh else cache.read(key, entry)
    if reached is None or not set(reached.paths) <= set(found):
        reached = _reached(root, entry)
        cache.write(key, entry, reached)
    files = {path: found[path] for path in reached.paths}
    return RulesFiles(version(files), _release(root), entry, files, reached.games)


def _reached(root: Path, entry: str) -> cache.Reached:
    closure = Closure(root, entry)
    of_games = closure.games
    common = frozenset.intersection(*of_games.values()) if of_games else frozenset()
    return cache.Reached(closure.paths, {name: tuple(sorted(files - common)) for name, files in of_games.items()})


def _release(root: Path) -> str:
    """``__version__``, read from the source; empty where it cannot be found."""
    for name in _RELEASE_FILES:
        with suppress(OSError):
            if found := _RELEASE.search((root / PACKAGE / name).read_text(encoding="utf-8", errors="replace")):
                return found[1]
    return ""


def _installed(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""
