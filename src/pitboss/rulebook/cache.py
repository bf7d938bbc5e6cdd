"""Which files the imports of a tree lead to, remembered on the disk: following them takes seconds, hashing a tenth of one.

What is remembered stands under the hash of every file of the tree and of the search itself, and is nothing but a list of
paths. Hashes are never remembered, so that no change can be hidden here; a list that is wrong makes a version that is
nobody's.
"""

import hashlib
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import msgspec

from pitboss.rulebook import closure


class Reached(msgspec.Struct, frozen=True):
    """Every file that can decide a round, and by game those that are not every game's."""

    paths: tuple[str, ...]
    games: dict[str, tuple[str, ...]]


def folder() -> Path:
    """Where it is: beside the figures that are cached for the same user."""
    home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return (home if os.access(home.parent, os.W_OK) else Path(tempfile.gettempdir())) / "pitboss" / "rulebook"


def read(software: str, entry: str) -> Reached | None:
    """What the imports of a version of the software lead to, if it is known."""
    with suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(_file(software, entry).read_bytes(), type=Reached)
    return None


def write(software: str, entry: str, reached: Reached) -> None:
    """Remember it. A disk that cannot be written costs time and nothing else."""
    path = _file(software, entry)
    fresh = path.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(msgspec.json.encode(reached))
        fresh.replace(path)


def _file(software: str, entry: str) -> Path:
    search = hashlib.sha256(Path(closure.__file__).read_bytes()).hexdigest()
    key = hashlib.sha256(f"{software}\n{entry}\n{search}\n{sys.version_info[:2]}\n".encode()).hexdigest()
    return folder() / f"{key[:32]}.json"
