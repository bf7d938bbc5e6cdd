"""The rules packages that a house keeps, and the lists of files that the Board approved."""

import logging
from typing import TYPE_CHECKING, Any

from pitboss.house.storage import schema
from pitboss.procedure import Refused

if TYPE_CHECKING:
    from pitboss.house.storage.store import Store, Write


log = logging.getLogger("pitboss")

PACKAGE = "INSERT OR REPLACE INTO packages VALUES (?, ?, ?, ?, ?)"


class RulesRows:
    """What is kept for rounds of former versions."""

    def __init__(self, store: "Store") -> None:
        self._store = store

    def package(self, version: str) -> bytes | None:
        """The rules package of a version, which is its hash; one that the house did not keep counts for nothing."""
        found = self._store.one("SELECT * FROM packages WHERE version = ?", version)
        return bytes(found[3]) if found is not None and self._is_kept(found) else None

    def package_write(self, version: str, release: str, since: str, body: bytes) -> "Write":
        """The write that keeps a rules package, with its mark."""
        return PACKAGE, schema.package_row(self._store.sealer, version, release, since, body)

    def packages(self) -> list[tuple[str, str, str]]:
        """(version, release, since when) of every rules package that the house keeps, the latest first."""
        rows = self._store.reader.execute("SELECT * FROM packages ORDER BY since DESC").fetchall()
        return [row[:3] for row in rows if self._is_kept(row)]

    def _is_kept(self, row: tuple[Any, ...]) -> bool:
        """Whether the house wrote the row of a rules package; one that it did not write is reported."""
        try:
            schema.check_package(self._store.sealer, row)
        except Refused as refusal:
            log.error("%s", refusal.sentence)
            return False
        return True

    def manifest(self, software: str) -> bytes | None:
        """What was approved under that hash."""
        found = self._store.one("SELECT body FROM manifests WHERE software = ?", software)
        return bytes(found[0]) if found is not None else None
