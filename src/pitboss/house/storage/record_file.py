"""The record as a file, wherever it is kept."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pitboss.house.storage.store import Store


@contextlib.contextmanager
def as_file(store: Store) -> Iterator[Path]:
    """A file with its key beside it, for what reads files: the database itself, or for a while a copy of one on a server."""
    if not store.address:
        yield store.path
        return
    from pitboss.house.storage.copying import into_new_file  # only here: it brings the driver of the server

    folder = Path(tempfile.mkdtemp(prefix=".copy-", dir=store.path.parent))
    try:
        file = folder / store.path.name
        into_new_file(store.address, store.path.parent, file)
        yield file
    finally:
        shutil.rmtree(folder, ignore_errors=True)
