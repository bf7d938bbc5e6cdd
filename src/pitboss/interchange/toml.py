"""TOML as scenarios and hand histories are written in it: values as in JSON, but for tables."""

import re
from typing import Any

import msgspec

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def key(name: str) -> str:
    return name if _BARE.fullmatch(name) else msgspec.json.encode(name).decode()


def value(given: Any) -> str:
    """A value in TOML. There is no null in it: what is None has to be left out before."""
    if isinstance(given, dict):
        return "{" + ", ".join(f"{key(name)} = {value(one)}" for name, one in given.items()) + "}"
    if isinstance(given, list | tuple):
        return "[" + ", ".join(value(one) for one in given) + "]"
    return msgspec.json.encode(given).decode()


def rows(given: list[Any]) -> str:
    """A list with one entry a line."""
    return "[\n" + "".join(f"  {value(one)},\n" for one in given) + "]" if given else "[]"
