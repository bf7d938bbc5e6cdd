"""Every field of a structure filled by its type, each with a value of its own, so that none can be mistaken for another."""

import types
import typing
from enum import Enum
from itertools import count
from typing import Any

import msgspec

LENGTH = 2  # of everything that has several


def filled(kind: Any, number: "count[int] | None" = None) -> Any:
    """A value of a type in which nothing is as it is by default."""
    number = number if number is not None else count(1)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return filled(args[0], number)
    if origin is typing.Literal:
        return args[next(number) % len(args)]
    if origin in (typing.Union, types.UnionType):
        return filled(next(arg for arg in args if arg is not type(None)), number)
    if origin is dict:
        return {filled(args[0], number): filled(args[1], number) for _ in range(LENGTH)}
    if origin in (list, set):
        return origin(filled(args[0], number) for _ in range(LENGTH))
    if origin is tuple:
        each = args[:1] * LENGTH if args[-1:] == (Ellipsis,) else args
        return tuple(filled(arg, number) for arg in each)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = typing.get_type_hints(kind, include_extras=True)
        return kind(**{name: filled(hints[name], number) for name in kind.__struct_fields__})
    if isinstance(kind, type) and issubclass(kind, Enum):
        members = list(kind)
        return members[next(number) % len(members)]
    if kind is bool:
        return True
    if kind in (int, float):
        return kind(next(number))
    if kind is bytes:
        return f"{next(number)}".encode().ljust(32, b"*")
    if kind in (str, Any):
        return f"text {next(number)}"
    raise AssertionError(f"Nothing fills {kind!r}.")
