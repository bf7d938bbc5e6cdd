"""How functions are compiled: cached on the disk, without the interpreter lock, one specialisation for each type.

numba makes a version of a callee for every constant it is called with. Here a constant is a number like any other: it
costs a fraction of the time to compile, and what is inlined knows its constants all the same.

One array is copied into another number by number: an assignment to a slice would compile numba's sentence about arrays that
do not fit, letters, joins and all, which takes seconds.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba.core.types import unliteral

from pitboss.mathematics.kit.cache import compiled_folder

F = TypeVar("F", bound=Callable[..., Any])


def njit(function: F) -> F:
    """Compile a function when it is first called."""
    return _compiling(function)


def borrowing(function: F) -> F:
    """The same of a function that neither makes nor keeps an array: nothing counts who refers to those it is given.

    Arrays can be given in named tuples at no cost. numba refuses to compile one that makes an array.
    """
    return _compiling(function, _nrt=False)


def inlined(function: F) -> F:
    """The same of a few lines that become part of whatever calls them."""
    return _compiling(function, inline="always")


def _compiling(function: F, **options: Any) -> F:
    # numba asks for it here and never again
    numba.config.CACHE_DIR = str(compiled_folder(function.__module__))  # type: ignore[attr-defined]
    return _once_a_type(numba.njit(cache=True, nogil=True, **options)(function))  # type: ignore[no-any-return]


def _once_a_type(found: Any) -> Any:
    resolve = found.get_call_template

    def plain(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return resolve(tuple(map(_plain, args)), {name: _plain(kind) for name, kind in kws.items()})

    found.get_call_template = plain
    return found


def _plain(kind: Any) -> Any:
    return unliteral(kind)  # type: ignore[no-untyped-call]
