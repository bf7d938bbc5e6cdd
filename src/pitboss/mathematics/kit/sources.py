"""Which sources figures and compiled code may have taken a helper, a table or a constant from, as one hash.

Mathematics may import every room above it, so that all of them count; the rooms below it never reach a figure, and a
change in one of them leaves what was worked out in use.
"""

import hashlib
from pathlib import Path

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
    for path in sorted(root.rglob("*.py")):
        inside = path.relative_to(root)
        if inside.parts[0] not in BELOW:
            source = path.read_bytes()
            found.update(f"{inside.as_posix()} {len(source)}\n".encode() + source)
    return found.hexdigest()
