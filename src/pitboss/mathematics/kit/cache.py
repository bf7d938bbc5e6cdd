"""Where figures and compiled code are cached: under a hash of every source that they may depend on.

A change in any of those sources is another folder, so that nothing worked out before it is used after it. numba's own
cache looks only at the file of a function and would miss a constant that changed in another.
"""

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache, wraps
from os import getpid
from pathlib import Path

import msgspec

from pitboss.mathematics.kit.sources import digest

SOURCES = digest()[:16]
_home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
if not os.access(_home.parent, os.W_OK):
    _home = Path(tempfile.gettempdir())
CACHE = _home / "pitboss" / SOURCES

Numbers = Callable[..., list[int]]


def _compiled() -> Path:
    """Where numba caches what it compiles: a folder for these sources, also below one that a person chose."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if not chosen:
        return CACHE
    return Path(chosen) if Path(chosen).name == SOURCES else Path(chosen) / SOURCES  # a child process inherits it


os.environ["NUMBA_CACHE_DIR"] = str(_compiled())


def kept(name: str) -> bytes | None:
    """What was kept under a name by these sources."""
    with suppress(OSError):
        return (CACHE / name).read_bytes()
    return None


def keep(name: str, body: bytes) -> None:
    """Keep it; a disk that cannot be written costs time and nothing else."""
    path = CACHE / name
    fresh = path.with_suffix(f".{getpid()}")
    with suppress(OSError):
        CACHE.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(body)
        fresh.replace(path)


def disk_cached(compute: Numbers) -> Numbers:
    """For whole numbers that take seconds to work out: the same for the same arguments, read from the disk if there."""

    @cache
    @wraps(compute)
    def found(*args: str | int) -> list[int]:
        package, module = compute.__module__.rsplit(".", 2)[-2:]
        name = f"{'-'.join(map(str, (package, module, compute.__name__.strip('_'), *args)))}.json"
        before = kept(name)
        if before is not None:
            with suppress(msgspec.DecodeError):
                return msgspec.json.decode(before, type=list[int])
        numbers = compute(*args)
        keep(name, msgspec.json.encode(numbers))
        return numbers

    return found
