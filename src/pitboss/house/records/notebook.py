"""The searchable record for a notebook: DuckDB with a view for each table of rows, read-only."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.house.storage.seal import Unsafe

if TYPE_CHECKING:
    import duckdb


def connect(database: Path | str) -> "duckdb.DuckDBPyConnection":
    """Views ``rounds``, ``wagers``, ``provisions``, ``irregularities``, ``decisions``, ``corrections`` and ``patrons`` over the
    archive of a database and the rows of its index, as they are now. The house may be open meanwhile; nothing can be changed."""
    from pitboss.house.records.archive import Archive, archive_of
    from pitboss.house.records.arrow import Live
    from pitboss.house.records.index import index_of
    from pitboss.house.records.search import Source, connection

    path = Path(database)
    index = index_of(path)
    if not index.exists():
        raise Unsafe(
            f"{index.name} is not there; it is made by the house while it is open, or by pitboss archive --database {path}."
        )
    while True:
        archive = Archive(archive_of(path))
        days = archive.forms()
        with closing(sqlite3.connect(f"{index.resolve().as_uri()}?mode=ro", uri=True)) as reader:
            reader.execute("BEGIN")  # one moment of the index
            live = Live(reader).tables()
        if archive.forms() == days:  # else a day was archived meanwhile, and would be there twice or not at all
            return connection(Source(live, archive, days, (), ()))
