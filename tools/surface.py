"""The public surface, written down: ``python -m tools.surface`` records it, on purpose, with a release.

``tests/library/surface.json`` is what the last release promised (docs/library.md, "The promise"); the suite compares what there is
now with it. What was added since is no difference; what is gone, or has to be given now and had not to be, is.
"""

import enum
import importlib
import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from pitboss import __version__
from pitboss.public import PROMISED

PROJECT = Path(__file__).parent.parent
RECORD = "tests/library/surface.json"
REQUIRED, OPTIONAL = "required", "optional"


def surface() -> dict[str, Any]:
    """By module and name: parameters with whether each has to be given, fields, members of an enumeration, methods."""
    return {
        module: {name: _described(getattr(importlib.import_module(module), name)) for name in names.split()}
        for module, names in PROMISED.items()
    }


def _described(thing: Any) -> dict[str, Any]:
    if isinstance(thing, type):
        return _class(thing)
    if callable(thing):
        return {"parameters": _parameters(thing)}
    return {"is": type(thing).__name__}


def _class(kind: type) -> dict[str, Any]:
    if issubclass(kind, enum.Enum):
        return {"members": sorted(member.name for member in kind)}
    found: dict[str, Any] = {"methods": {}, "parameters": _parameters(kind)}
    if issubclass(kind, msgspec.Struct):
        found["fields"] = sorted(kind.__struct_fields__)
    for name, member in inspect.getmembers(kind):
        if name.startswith("_") or name in found.get("fields", ()) or not _is_ours(kind, name):
            continue
        found["methods"][name] = _parameters(member) if callable(member) else {}
    return found


def _is_ours(kind: type, name: str) -> bool:
    """Whether a member is from this project, and not from a library that a class builds on."""
    owner = next((one for one in kind.__mro__ if name in vars(one)), object)
    return owner.__module__.partition(".")[0] == "pitboss"


def _parameters(thing: Any) -> dict[str, str]:
    try:
        found = inspect.signature(thing).parameters.values()
    except (TypeError, ValueError):
        return {}
    return {
        one.name: REQUIRED if one.default is one.empty else OPTIONAL
        for one in found
        if one.name != "self" and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    }


def broken(before: dict[str, Any], now: dict[str, Any], place: str = "") -> Iterator[str]:
    """Each promise that is not kept, as a sentence."""
    for name, promised in before.items():
        where = f"{place}.{name}" if place else name
        if name not in now:
            yield f"{where} is gone."
        elif isinstance(promised, dict):
            yield from broken(promised, now[name], where)
        elif isinstance(promised, list):
            yield from (f"{where}.{one} is gone." for one in promised if one not in now[name])
        elif (promised, now[name]) == (OPTIONAL, REQUIRED):
            yield f"{where} has to be given now."
    if place.endswith(".parameters"):
        yield from (
            f"{place}.{name} is new and has to be given."
            for name in now.keys() - before.keys()
            if now[name] == REQUIRED
        )


def recorded() -> dict[str, Any]:
    """What the last release promised."""
    found: dict[str, Any] = json.loads((PROJECT / RECORD).read_text(encoding="utf-8"))
    return found


def record() -> None:
    """Write down what there is now, as the promise of this release."""
    text = json.dumps({"release": __version__, "surface": surface()}, indent=1, sort_keys=True)
    (PROJECT / RECORD).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    record()
    print(f"written: {RECORD}")
