"""How functions are compiled: cached on the disk, without the interpreter lock, one specialisation for each type.

numba makes a version of a callee for every constant it is called with. Here a constant is a number like any other: it
costs a fraction of the time to compile, and what is inlined knows its constants all the same.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import pitboss.mathematics.kit.cache  # noqa: F401  (says where numba caches, before numba is loaded)

import numba  # isort: skip
from numba.core.types import unliteral  # isort: skip

F = TypeVar("F", bound=Callable[..., Any])


def njit(function: F) -> F:
    """Compile a function when it is first called."""
    return _once_a_type(numba.njit(cache=True, nogil=True)(function))  # type: ignore[no-any-return]


def inlined(function: F) -> F:
    """The same of a few lines that become part of whatever calls them."""
    return _once_a_type(numba.njit(cache=True, nogil=True, inline="always")(function))  # type: ignore[no-any-return]


def _once_a_type(found: Any) -> Any:
    resolve = found.get_call_template

    def plain(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return resolve(tuple(map(_plain, args)), {name: _plain(kind) for name, kind in kws.items()})

    found.get_call_template = plain
    return found


def _plain(kind: Any) -> Any:
    return unliteral(kind)  # type: ignore[no-untyped-call]
