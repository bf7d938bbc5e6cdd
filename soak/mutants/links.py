"""What the registers say: for every rule its code and its tests, with the places where both are written."""

import ast
import enum
import importlib
import inspect
import os
import pickle
import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parent.parent.parent
Found = TypeVar("Found")


@dataclass(frozen=True)
class Rule:
    """A line of a register: where its code is defined (module, name) and which tests it names (file::function)."""

    id: str
    places: tuple[tuple[str, str], ...]
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Survey:
    """All rules, what importing their code and tests loaded, and the enumerations each module knows by name."""

    rules: tuple[Rule, ...]
    loaded: tuple[str, ...]
    enums: dict[str, dict[str, tuple[str, ...]]]

    def tests_of(self, place: tuple[str, str]) -> tuple[str, ...]:
        """The tests that any rule names for a place."""
        return tuple(dict.fromkeys(test for rule in self.rules if place in rule.places for test in rule.tests))


def aside(ask: Callable[[], Found]) -> Found:
    """What a function returns when it runs in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        status = 1
        try:
            with os.fdopen(writing, "wb") as out:
                pickle.dump(ask(), out)
            status = 0
        except Exception as error:
            sys.stderr.write(f"{type(error).__name__}: {error}\n")
        os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        text = answer.read()
    if os.waitpid(child, 0)[1]:
        raise RuntimeError("The registers could not be read; the reason is above.")
    found: Found = pickle.loads(text)
    return found


def test_files() -> dict[str, list[str]]:
    """Every test function by name, with the files that define it, from the project's own folder."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.parse(path.read_bytes()).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[node.name].append(path.relative_to(ROOT).as_posix())
    return found


def survey() -> Survey:
    """What the registers link; imports all of it."""
    from pitboss import law

    files = test_files()
    rules: list[Rule] = []
    for name in law.chapters():
        for line in law.chapter(name).provision:
            if line.status == "rule":
                places = tuple(home(place) for place in line.code)
                tests = tuple(f"{file}::{test}" for test in line.tests for file in files[test])
                rules.append(Rule(line.id, places, tests))
    for path in {test.partition("::")[0] for rule in rules for test in rule.tests}:
        importlib.import_module(module_of(path))
    ours = [name for name in sys.modules if name.partition(".")[0] in ("pitboss", "tests")]
    enums = {name: _enums(vars(sys.modules[name])) for name in ours}
    return Survey(tuple(rules), tuple(sys.modules), {name: found for name, found in enums.items() if found})


def module_of(path: str) -> str:
    """``tests/chapters/test_617a.py`` as it is imported."""
    return path.removesuffix(".py").replace("/", ".")


def _enums(names: dict[str, object]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(found.__members__) for name, found in names.items() if isinstance(found, enum.EnumType)}


def home(place: str) -> tuple[str, str]:
    """The module and the name under which something is defined, however the register reaches it."""
    module, _, name = place.partition(":")
    owner: object = importlib.import_module(module)
    *outer, last = name.split(".")
    for part in outer:
        owner = getattr(owner, part)
    if isinstance(owner, type):
        holder = next(each for each in owner.__mro__ if last in vars(each))
        return holder.__module__, f"{holder.__qualname__}.{last}"
    found = inspect.unwrap(thing) if callable(thing := getattr(owner, last)) else thing
    written, called = getattr(found, "__module__", module), getattr(found, "__qualname__", last)
    elsewhere = isinstance(written, str) and called == last and hasattr(sys.modules.get(written), last)
    return (written, called) if elsewhere else _meant(module, last)


def _meant(module: str, name: str) -> tuple[str, str]:
    """Where a constant gets its value: another name for one, or one that was imported, is that one."""
    for statement in _statements(module):
        match statement:
            case ast.Assign(targets=[ast.Name(id=found)], value=ast.Name(id=other)) if found == name:
                return _meant(module, other)
            case ast.ImportFrom(module=str(source), names=names, level=0):
                for alias in names:
                    if (alias.asname or alias.name) == name:
                        return _meant(source, alias.name)
    return module, name


@cache
def _statements(module: str) -> list[ast.stmt]:
    return ast.parse(Path(inspect.getfile(importlib.import_module(module))).read_bytes()).body
