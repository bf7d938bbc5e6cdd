"""What is kept beside the record and cannot be made again from it: in a file beside a database that is one, else in the database,
where every machine of a house finds it."""

from contextlib import closing
from pathlib import Path
from typing import Protocol

from pitboss.house.storage import private_files
from pitboss.house.storage.store import Store


class KeptDocument(Protocol):
    """A few bytes under a name, replaced as a whole."""

    name: str

    def read(self) -> bytes | None: ...

    def replace(self, body: bytes) -> None: ...


def document(store: Store, name: str) -> KeptDocument:
    """A document of a database: ``<database>.<name>``."""
    beside = store.path.with_name(f"{store.path.name}.{name}")
    return ServedDocument(store, name, beside) if store.address else FileDocument(beside)


class FileDocument:
    def __init__(self, path: Path) -> None:
        self._path, self.name = path, path.name

    def read(self) -> bytes | None:
        try:
            return self._path.read_bytes()
        except FileNotFoundError:
            return None

    def replace(self, body: bytes) -> None:
        private_files.write_over(self._path, body)


class ServedDocument:
    """In the database. ``before`` is the file of a house that kept it there; it is read until the document is replaced."""

    def __init__(self, store: Store, name: str, before: Path) -> None:
        self._store, self.name, self._before = store, name, FileDocument(before)

    def read(self) -> bytes | None:
        with closing(self._store.connect()) as connection:
            row = connection.execute("SELECT body FROM documents WHERE name = ?", (self.name,)).fetchone()
        return self._before.read() if row is None else bytes(row[0])

    def replace(self, body: bytes) -> None:
        with closing(self._store.connect()) as connection:
            connection.execute(
                "INSERT INTO documents VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET body = excluded.body",
                (self.name, body),
            )
