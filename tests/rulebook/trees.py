"""Small trees that are packages: a ``pitboss`` with nothing in it but what a test says."""

import random
import shutil
from pathlib import Path

from pitboss.rulebook import manifest
from pitboss.rulebook.package import Package

REPLAY = "pitboss/house/table/replay.py"
FOLDERS = ("pitboss", "pitboss/house", "pitboss/house/table")


def tree(root: Path, **files: str) -> Path:
    """A tree with these sources, by path with ``__`` for ``/``: ``tree(path, law="…", house__clock="…")``."""
    for folder in FOLDERS:
        (root / folder).mkdir(parents=True, exist_ok=True)
        (root / folder / "__init__.py").touch()
    (root / "pitboss/__init__.py").write_text('__version__ = "9.8.7"\n')
    (root / REPLAY).write_text("")
    for name, source in files.items():
        path = root / "pitboss" / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        for above in path.relative_to(root).parents[:-1]:
            (root / above / "__init__.py").touch()
        path.write_text(source)
    return root


def behaving(root: Path, replay: str) -> Package:
    """A package whose process does this."""
    body = "".join(f"    {line}\n" for line in replay.splitlines())
    head = "import json, os, sys, time\n\ndef say(**line):\n    print(json.dumps(line), flush=True)\n\n"
    return Package.of(tree(root, house__table__replay=f"{head}def main():\n{body}"))


def copied(root: Path) -> Path:
    """The running package, copied where it can be changed."""
    shutil.copytree(manifest.installed() / "pitboss", root / "pitboss", ignore=shutil.ignore_patterns("__pycache__"))
    return root


def flip(path: Path, source: random.Random) -> None:
    """One bit of one byte; an empty file gets one."""
    body = bytearray(path.read_bytes())
    if not body:
        body.append(0)
    body[source.randrange(len(body))] ^= 1 << source.randrange(8)
    path.write_bytes(bytes(body))
