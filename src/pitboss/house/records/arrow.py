"""Rows of the index as Arrow tables. pyarrow is imported only when there is a question, or a day to archive."""

import sqlite3
from typing import TYPE_CHECKING, Any

from pitboss.house.records import rows
from pitboss.house.records.index import generation

if TYPE_CHECKING:
    import pyarrow as pa

PIECE = 20_000  # rows converted at a time


def schema(name: str) -> "pa.Schema":
    """The columns of a table of rows, as Arrow and Parquet have them."""
    import pyarrow as pa

    kinds = {str: pa.string(), int: pa.int64(), bool: pa.bool_()}
    return pa.schema([(column, kinds[kind]) for column, kind in rows.types(name).items()])


def read(connection: sqlite3.Connection, name: str, condition: str, values: tuple[Any, ...]) -> "pa.Table":
    """Rows of the index that meet a condition, which is written by this package alone."""
    import pyarrow as pa

    sql = f"SELECT {', '.join(rows.columns(name))} FROM {name} WHERE {condition} ORDER BY rowid"
    cursor, wanted = connection.execute(sql, values), schema(name)
    pieces = []
    while found := cursor.fetchmany(PIECE):
        arrays = [
            pa.array([bool(value) for value in column] if field.type == pa.bool_() else column, field.type)
            for column, field in zip(zip(*found, strict=True), wanted, strict=True)
        ]
        pieces.append(pa.RecordBatch.from_arrays(arrays, schema=wanted))
    return pa.Table.from_batches(pieces, schema=wanted)


class Live:
    """All rows of an index, kept in memory: each time only what was added is read."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._generation = -1
        self._last: dict[str, int] = {}
        self._tables: dict[str, pa.Table] = {}

    def tables(self) -> "dict[str, pa.Table]":
        """Every table of rows, as it is now. What was returned before does not change."""
        import pyarrow as pa

        now = generation(self._connection)
        if now != self._generation:
            self._generation, self._last, self._tables = now, {}, {}
        for name in rows.KINDS:
            last = self._last.get(name, 0)
            upto = self._connection.execute(f"SELECT coalesce(max(rowid), 0) FROM {name}").fetchone()[0]
            if name not in self._tables or upto > last:
                added = read(self._connection, name, "rowid > ? AND rowid <= ?", (last, upto))
                known = self._tables.get(name)
                self._tables[name] = added if known is None else _together(pa.concat_tables([known, added]))
                self._last[name] = upto
        return dict(self._tables)


def _together(table: "pa.Table") -> "pa.Table":
    """Many small pieces cost every question time; they are put together once in a while."""
    return table.combine_chunks() if table.num_columns and table.column(0).num_chunks > 64 else table
