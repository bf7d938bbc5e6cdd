"""Files that only the user of the house may read, and that are on the disk when a call returns."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

MODE = 0o600


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write, which must not be there yet."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE), "wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def copy(source: Path, target: Path) -> None:
    """Copy a file to a place where there is none."""
    with new_file(target) as file, source.open("rb") as original:
        shutil.copyfileobj(original, file)


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """An empty file beside ``target``, which takes its place when the block ends well, and else is deleted."""
    part = part_of(target)
    part.unlink(missing_ok=True)
    with new_file(part):
        pass
    try:
        yield part
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def write_over(target: Path, body: bytes) -> None:
    """Put a whole new content in the place of a file's: what is there is the old one or the new one."""
    with replacing(target) as part, part.open("r+b") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    sync(target.parent)


def part_of(target: Path) -> Path:
    """Where a file is written before it gets its name."""
    return target.with_name(f".{target.name}.part")


def key_in(path: Path, size: int) -> bytes:
    """What is in a key file; where there is none, a new one is made."""
    try:
        with new_file(path) as file:
            file.write(os.urandom(size))
    except FileExistsError:
        pass
    return path.read_bytes()


def sync(path: Path) -> None:
    """Wait until a file or folder is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
