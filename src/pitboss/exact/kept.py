"""Whole numbers that take seconds to work out: kept beside the compiled code, and out of use when a source changes."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache, wraps
from os import getpid

import msgspec

from pitboss.exact import CACHE

Work = Callable[..., list[int]]


def kept(compute: Work) -> Work:
    """The same numbers for the same arguments, from the disk if they have been worked out before."""

    @cache
    @wraps(compute)
    def found(*args: str | int) -> list[int]:
        name = *compute.__module__.rsplit(".", 1)[-1:], compute.__name__.strip("_"), *args
        path = CACHE / f"{'-'.join(map(str, name))}.json"
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
