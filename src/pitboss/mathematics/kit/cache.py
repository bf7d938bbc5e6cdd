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


def disk_cached(compute: Numbers) -> Numbers:
    """For whole numbers that take seconds to work out: the same for the same arguments, read from the disk if there."""

    @cache
    @wraps(compute)
    def found(*args: str | int) -> list[int]:
        package, module = compute.__module__.rsplit(".", 2)[-2:]
        path = CACHE / f"{'-'.join(map(str, (package, module, compute.__name__.strip('_'), *args)))}.json"
        with suppress(OSError, msgspec.DecodeError):
            return msgspec.json.decode(path.read_bytes(), type=list[int])
        numbers = compute(*args)
        fresh = path.with_suffix(f".{getpid()}")
        with suppress(OSError):  # a disk that cannot be written costs time and nothing else
            CACHE.mkdir(parents=True, exist_ok=True)
            fresh.write_bytes(msgspec.json.encode(numbers))
            fresh.replace(path)
        return numbers

    return found
