"""Which sources figures and compiled code may have taken a helper, a table or a constant from, as one hash.

Mathematics may import every room above it, so that all of them count for a figure; the rooms below it never reach one, and
a change in one of them leaves what was worked out in use. For compiled code only what its module imports counts, directly or
not: nothing else can be frozen into it.
"""

import hashlib
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pitboss.rulebook.closure import CATALOGUE, Closure

PACKAGE = Path(__file__).parent.parent.parent
BELOW = frozenset(  # rooms that mathematics may not import
    {
        *("paper", "house", "terminal", "web", "cli", "annexes", "testkit"),
        *("environments", "library", "interchange", "client", "drills"),
    }
)


def digest(root: Path = PACKAGE) -> str:
    """The hash of a package's sources, by their names and what is in them."""
    found = hashlib.sha256()
    for inside in sorted(_inside(root)):
        source = root.joinpath(*inside).read_bytes()
        found.update(f"{'/'.join(inside)} {len(source)}\n".encode() + source)
    return found.hexdigest()


def _inside(root: Path) -> Iterator[tuple[str, ...]]:
    """Where each source lies. Rooms that do not count are not looked into: every process that works out a figure asks."""
    for folder, rooms, files in os.walk(root):
        parts = Path(folder).relative_to(root).parts
        rooms[:] = [room for room in rooms if parts or room not in BELOW]
        yield from ((*parts, file) for file in files if file.endswith(".py"))


def digest_of(module: str, root: Path = PACKAGE) -> str:
    """The same of the sources that a module imports, directly or not; of all of them where it loads games by their names, or is
    somebody else's, of which nobody knows here what it imports."""
    package = module.partition(".")[0]
    if package != root.name:
        return digest(root)
    closure = _closure(root, package)
    modules = closure.reached([module])
    if not modules or CATALOGUE in modules:
        return digest(root)
    found = hashlib.sha256()
    for path in sorted(filter(None, map(closure.source, modules))):
        source = (root.parent / path).read_bytes()
        found.update(f"{path} {len(source)}\n".encode() + source)
    return found.hexdigest()


@cache
def _closure(root: Path, package: str) -> Closure:
    return Closure(root.parent, package)
