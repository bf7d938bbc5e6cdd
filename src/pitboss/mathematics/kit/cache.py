"""Where figures and compiled code are cached: under a hash of every source that they may depend on.

A change in any of those sources is another folder, so that nothing worked out before it is used after it. numba's own
cache looks only at the file of a function and would miss a constant that changed in another. Compiled code has a folder for
each module, named by what that imports, so that a change elsewhere leaves it in use.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache, wraps
from os import getpid
from pathlib import Path
from typing import Any

import msgspec

from pitboss.mathematics.kit.sources import digest, digest_of

Numbers = Callable[..., list[int]]
LONGEST = 64  # characters of one argument in the name of a file


@cache
def sources() -> str:
    """The hash of the sources; worked out when it is first needed, for it reads all of them."""
    return digest()[:16]


@cache
def folder() -> Path:
    """Where figures of these sources are kept."""
    home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    if not os.access(home.parent, os.W_OK):
        home = Path(tempfile.gettempdir())
    return home / "pitboss" / sources()


@cache
def compiled_folder(module: str) -> Path:
    """Where numba caches what it compiles of a module, also below a folder that a person chose."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return (Path(chosen) if chosen else folder().parent / "compiled") / imports_digest(module)


def imports_digest(module: str) -> str:
    """The hash of all that a module imports, kept for these sources: to follow imports takes longer than to read them."""
    name = f"imports-{module}"
    known = kept(name)
    if known is not None and len(known) == len(sources()):
        return known.decode()
    key = digest_of(module)[: len(sources())]
    keep(name, key.encode())
    return key


def kept(name: str) -> bytes | None:
    """What was kept under a name by these sources."""
    with suppress(OSError):
        return (folder() / name).read_bytes()
    return None


def keep(name: str, body: bytes) -> None:
    """Keep it; a disk that cannot be written costs time and nothing else."""
    path = folder() / name
    fresh = path.with_name(f"{name}.{getpid()}")
    with suppress(OSError):
        folder().mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(body)
        fresh.replace(path)


def _short(word: object) -> str:
    """A word as part of the name of a file: what is too long for one, or has a separator in it, by its hash."""
    text = str(word)
    return text if len(text) <= LONGEST and os.sep not in text else hashlib.sha256(text.encode()).hexdigest()[:32]


def disk_cached(compute: Numbers) -> Numbers:
    """For whole numbers that take seconds to work out: the same for the same arguments, read from the disk if there.

    An argument is a word, a number, or a tuple of them.
    """

    @cache
    @wraps(compute)
    def found(*args: Any) -> list[int]:
        package, module = compute.__module__.rsplit(".", 2)[-2:]
        words = (each for arg in args for each in (arg if isinstance(arg, tuple) else (arg,)))
        name = f"{'-'.join((package, module, compute.__name__.strip('_'), *map(_short, words)))}.json"
        before = kept(name)
        if before is not None:
            with suppress(msgspec.DecodeError):
                return msgspec.json.decode(before, type=list[int])
        numbers = compute(*args)
        keep(name, msgspec.json.encode(numbers))
        return numbers

    return found
