"""The record copied between a server and a file, as it was at one moment.

What looks through a record, backs it up or reads it without a house reads files of SQLite. A record in PostgreSQL is copied into
one for that; and a house moves from a file to a server, or back, by the same way. Both sides have the same layout, so that
rows go over as they are; the key goes along as a file.
"""

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import psycopg

from pitboss.house.storage import dialect, private_files, schema
from pitboss.house.storage.machines import NAME
from pitboss.house.storage.postgres import PostgresStore, connect_to, key_of_house, spoken
from pitboss.house.storage.seal import Unsafe
from pitboss.house.storage.store import Store

PAGE = 2_000  # rows at a time
Progress = Callable[[float], None]


def into_file(address: str, target: Path, progress: Progress = lambda done: None) -> None:
    """Copy a record from a server into a new file."""
    try:
        with (
            private_files.replacing(target) as part,
            connect_to(address) as source,
            contextlib.closing(sqlite3.connect(part, isolation_level=None)) as copy,
            source.transaction(),
        ):
            source.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            _check_version(source, address)
            copy.execute("BEGIN")
            for statement in schema.statements(schema.SCHEMA):
                copy.execute(statement)
            for number, (name, (columns, _)) in enumerate(dialect.keys().items()):
                order = " ORDER BY serial" if name == "tables" else ""
                with source.cursor(name=f"copy_{name}") as rows:
                    rows.execute(cast("Any", f"SELECT {', '.join(columns)} FROM {name}{order}"))
                    while page := rows.fetchmany(PAGE):
                        copy.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(columns))})", page)
                progress((number + 1) / len(dialect.keys()))
            for statement in schema.statements(schema.TRIGGERS):
                copy.execute(statement)
            copy.execute(f"PRAGMA user_version = {schema.VERSION}")
            copy.execute("COMMIT")
    except psycopg.Error as error:
        raise Unsafe(f"The record in {spoken(address)} could not be copied: {error}.") from error


def _check_version(source: "psycopg.Connection[Any]", address: str) -> None:
    """Refuse a database of another version, which is read by nobody but the house that brings it to this one."""
    row = source.execute("SELECT version FROM layout").fetchone()
    found = row[0] if row is not None else 0
    schema.check_readable(found)
    if found != schema.VERSION:
        raise Unsafe(
            f"The database {spoken(address)} is of version {found}; open the house with it once, which brings it to "
            f"{schema.VERSION}."
        )


def into_new_file(address: str, files: Path, target: Path, progress: Progress = lambda done: None) -> None:
    """The same, with the key beside it; nothing is overwritten."""
    copied = target.with_name(target.name + ".key")
    for there in (target, copied):
        if there.exists():
            raise Unsafe(f"{there.name} is there already; a copy replaces nothing.")
    key = key_of_house(address, files)
    into_file(address, target, progress)
    with private_files.new_file(copied) as file:
        file.write(key)


def into_server(file: Path, address: str, files: Path, progress: Progress = lambda done: None) -> None:
    """Copy a record that no house has open from a file into an empty database of a server; its key goes into ``files``."""
    key = file.with_name(file.name + ".key")
    there = files / f"{NAME}.key"
    if there.exists():
        raise Unsafe(f"{there} is there already, the key of another record; name an empty folder.")
    files.mkdir(parents=True, exist_ok=True, mode=0o700)
    held = Store(file)  # nobody writes meanwhile, and it is of this version
    try:
        private_files.copy(key, there)
        PostgresStore(address, files).close()
        with connect_to(address) as copy, contextlib.closing(held.connect()) as source, copy.transaction():
            if copy.execute("SELECT 1 FROM journal LIMIT 1").fetchone() is not None:
                raise Unsafe(f"The database {spoken(address)} has a record already; name an empty one.")
            copy.execute("DELETE FROM totals")  # those of the file come in their place
            copy.execute("SET LOCAL session_replication_role = replica")  # the rows are a journal without gaps already
            for number, (name, (columns, key_columns)) in enumerate(dialect.keys().items()):
                order = "rowid" if name == "tables" else ", ".join(key_columns)
                rows = source.execute(f"SELECT {', '.join(columns)} FROM {name} ORDER BY {order}")
                with copy.cursor().copy(cast("Any", f"COPY {name} ({', '.join(columns)}) FROM STDIN")) as writing:
                    while page := rows.fetchmany(PAGE):
                        for row in page:
                            writing.write_row(row)
                progress((number + 1) / len(dialect.keys()))
    except BaseException as error:
        there.unlink(missing_ok=True)
        if isinstance(error, psycopg.Error):
            raise Unsafe(f"The record could not be copied into {spoken(address)}: {error}.") from error
        raise
    finally:
        held.close()
