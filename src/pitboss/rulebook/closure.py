"""Which files can decide a round: whatever the replay of a record may import, and the data that those modules read.

Imports are followed in the sources, also those inside functions, without running anything; what stands under
``if TYPE_CHECKING:`` is never run and is left out. A path is written as it stands below the folder that has the package:
``pitboss/law.py``.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path

# The modules that replay a record, the newest first. Trees without the first are run through ``child``.
ENTRIES = ("pitboss.house.table.replay", "pitboss.house.table.verify", "pitboss.house.verify")
CATALOGUE = "pitboss.catalogue"
CHAPTERS = "pitboss.chapters"
# What a module reads besides sources, as patterns below the folder. A module that reads files and is not in this list is
# named by ``unfollowed``.
DATA: Mapping[str, tuple[str, ...]] = {
    "pitboss.law": ("pitboss/provisions/*.toml",),
    "pitboss": (),  # loads the list of public names when a program asks for one, which a replay never does
}
_READING = frozenset({"importlib", "pathlib", "pkgutil", "runpy", "zipimport"})  # imports that may find further files
_PARTS = ["body", "orelse", "finalbody", "handlers", "cases"]  # where statements have statements in them
_CALLS = frozenset({"open", "__import__", "exec", "eval"})


class Closure:
    """Every file that can decide a round below ``root``, beginning with the module ``entry``."""

    def __init__(self, root: Path, entry: str = ENTRIES[0]) -> None:
        self.root, self.entry = root, entry
        self._imports: dict[str, tuple[str, ...]] = {}
        self._sources: dict[str, str | None] = {}
        if self.source(entry) is None:
            raise ValueError(f"There is no module {entry} below {root}.")

    # --- modules

    def source(self, module: str) -> str | None:
        """The path of a module's source; None where it is no module of this tree. A folder goes before a file, as in Python."""
        if module not in self._sources:
            path = module.replace(".", "/")
            names = (f"{path}/__init__.py", f"{path}.py") if _is_ours(module) else ()
            self._sources[module] = next((name for name in names if (self.root / name).is_file()), None)
        return self._sources[module]

    def imports(self, module: str) -> tuple[str, ...]:
        """The modules of this tree that a module imports, each with the packages that it is in."""
        if module not in self._imports:
            path = self.source(module)
            assert path is not None
            package = module if path.endswith("/__init__.py") else module.rpartition(".")[0]
            names = imported((self.root / path).read_bytes(), package)
            found = {part for name in names for part in _with_packages(name) if self.source(part)}
            self._imports[module] = tuple(sorted(found - {module}))
        return self._imports[module]

    def reached(self, starts: Iterable[str]) -> dict[str, str]:
        """Every module that these import, directly or not, and for each which module brought it in (empty: a start)."""
        waiting = [(part, "") for start in starts for part in _with_packages(start)]
        found: dict[str, str] = {}
        while waiting:
            module, by = waiting.pop(0)
            if module not in found and self.source(module):
                found[module] = by
                waiting += [(name, module) for name in self.imports(module)]
        return found

    @cached_property
    def shared(self) -> dict[str, str]:
        """The modules that concern every game."""
        return self.reached([self.entry])

    @cached_property
    def chapters(self) -> tuple[str, ...]:
        """The modules in which the catalogue looks for games; none where it is not part of the replay."""
        if CATALOGUE not in self.shared:
            return ()
        folder = self.root / CHAPTERS.replace(".", "/")
        names = {p.stem for p in folder.glob("*.py")} | {p.parent.name for p in folder.glob("*/__init__.py")}
        return tuple(f"{CHAPTERS}.{name}" for name in sorted(names - {"__init__"}))

    @cached_property
    def modules(self) -> dict[str, str]:
        """Every module, and which one brought it in."""
        return {**self.reached(self.chapters), **self.shared}

    def why(self, module: str) -> tuple[str, ...]:
        """The chain of imports that ends at a module, from where the search began."""
        chain = [module]
        while by := self.modules[chain[0]]:
            chain.insert(0, by)
        return tuple(chain)

    # --- files

    def paths_of(self, modules: Iterable[str]) -> set[str]:
        """The files of these modules: sources and the data that they read."""
        found = set()
        for module in modules:
            found.add(self.source(module) or "")
            for pattern in DATA.get(module, ()):
                found.update(p.relative_to(self.root).as_posix() for p in self.root.glob(pattern))
        return found - {""}

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """Every file that can decide a round, sorted."""
        return tuple(sorted(self.paths_of(self.modules)))

    @cached_property
    def games(self) -> dict[str, frozenset[str]]:
        """By game: the files that can decide its rounds."""
        shared, found = self.paths_of(self.shared), {}
        for chapter in self.chapters:
            files = frozenset(shared | self.paths_of(self.reached([chapter])))
            path = self.source(chapter)
            assert path is not None
            for name in games_named((self.root / path).read_bytes()):
                found[name] = files
        return found


def parsed(source: bytes) -> ast.Module:
    """The syntax of a source; that of an empty one where it is not Python, since nothing of it could run."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return ast.Module([], [])


@lru_cache(maxsize=1024)  # trees are compared that have nearly every source in common
def imported(source: bytes, package: str) -> tuple[str, ...]:
    """The full names that a source may import: each could be a module, or a thing in one."""
    found: list[str] = []
    for node in _run(parsed(source).body):
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            found += (base, *(f"{base}.{alias.name}" for alias in node.names))
    return tuple(found)


@lru_cache(maxsize=256)
def games_named(chapter: bytes) -> tuple[str, ...]:
    """The names of the games that a chapter's module declares: ``Game(name="roulette", …)``."""
    return tuple(
        str(keyword.value.value)
        for node in ast.walk(parsed(chapter))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Game"
        for keyword in node.keywords
        if keyword.arg == "name" and isinstance(keyword.value, ast.Constant)
    )


def unfollowed(closure: Closure) -> Iterator[str]:
    """The modules that might import or read what the search does not see: neither the catalogue nor in ``DATA``."""
    for module in closure.modules:
        path = closure.source(module)
        assert path is not None
        if module in DATA or module == CATALOGUE:
            continue
        source = (closure.root / path).read_bytes()
        calls = {
            n.func.id for n in ast.walk(parsed(source)) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
        }
        if calls & _CALLS or {name.split(".")[0] for name in imported(source, "")} & _READING:
            yield module


def _run(statements: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Every statement that can run, however deep: all but what stands under ``if TYPE_CHECKING:``."""
    for node in statements:
        yield node
        parts = ["orelse"] if isinstance(node, ast.If) and _is_type_checking(node.test) else _PARTS
        for part in parts:
            inner = getattr(node, part, None)
            if isinstance(inner, list):
                yield from _run(inner)


def _is_type_checking(test: ast.expr) -> bool:
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING"
    )


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == "pitboss"


def _with_packages(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:n]) for n in range(1, len(parts) + 1)]
