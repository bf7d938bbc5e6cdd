"""The store in PostgreSQL, for a house that several processes serve.

What is said of ``Store`` holds here too: one thread writes, many tables to a commit, and whoever waits is notified when it is
on the disk. Each transaction reads first whether the server still keeps what it acknowledges (``NEEDED``), and looks right before
its end whether that is still so: a setting can be changed at any time. Beside that, a transaction names the leases under which it
writes (``Holding``); the database refuses one whose lease another process has taken over, however late it arrives.

A connection that breaks while a transaction is being ended leaves open what became of it. The store then waits until no such
transaction is under way any more, and looks for the number that it writes into each; it tells nobody anything until it knows. The
database's own number of a transaction says when it is over, not what became of it: after a crash another may get the same.
"""

import logging
import re
import secrets
import sqlite3
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from typing import Any, Protocol, cast

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from pitboss.house.storage import dialect, machines, schema, standby, totals
from pitboss.house.storage.key_check import check_key
from pitboss.house.storage.machines import NAME
from pitboss.house.storage.readers import Readers
from pitboss.house.storage.seal import Sealer, Unsafe, read_key
from pitboss.house.storage.snapshots import WAYPOINT
from pitboss.house.storage.store import (
    COMMAND,
    ENTRY,
    PULSE,
    ROUND,
    SECRET,
    SECRET_OPENED,
    SESSION,
    SIGNED_IN_USED,
    SNAPSHOT,
    TAIL,
    LeaseLost,
    NotDurable,
    StorageFailed,
    Store,
    Write,
    _Part,
    attempts_in,
)
from pitboss.procedure import Refused

log = logging.getLogger("pitboss")

# The settings under which an acknowledged commit outlives a crash, and what they must not be.
NEEDED = ("fsync", "full_page_writes", "synchronous_commit")
# The standbys that the server names; how many are connected, how many of them we may see, and how many follow in step.
STANDBYS = (
    "SELECT current_setting('synchronous_standby_names'), count(*), count(sync_state),"
    " count(*) FILTER (WHERE sync_state IN ('sync', 'quorum') AND state = 'streaming') FROM pg_stat_replication"
)
SETTINGS = ", ".join(f"current_setting('{name}')" for name in (*NEEDED, "synchronous_standby_names"))
# Fails where the server is set otherwise than it was, and takes the transaction along.
UNCHANGED = f"SELECT 1 / (({SETTINGS}) = (%s, %s, %s, %s))::integer"
# A process that is paused in the midst of a transaction must not keep the next owner waiting.
STANDSTILL_MS = 2_000
LAYING_OUT = 617_688  # the advisory lock of whoever lays out a database
CHANGED = "pitboss_changed"  # the channel on which processes hear that the house's own record has grown
HOUSE = "house"
OF_THE_HOUSE = (HOUSE, "cage")  # the journals that every process follows
# What belongs to a table, and which of its values names that; what any process may write; all else belongs to the house.
OF_A_TABLE = {ENTRY: 0, ROUND: 0, SNAPSHOT: 0, WAYPOINT: 0, SECRET: 0, SECRET_OPENED: 0, COMMAND: 1, SESSION: 1}
OF_ANYBODY = (SIGNED_IN_USED, PULSE)
# The classes of SQLSTATE after which nothing more was heard: connection, operator's intervention, system, internal.
CUT = ("08", "57", "58", "XX")
ASK_AGAIN = 0.2  # seconds, until the database answers again
CONNECT_SECONDS = 5
SHOWN = ("user", "host", "hostaddr", "dbname")  # the parts of an address that are shown, and the port
PLAIN = re.compile(r"[^@?]*")  # none of them has what separates it from others
PORTS = re.compile(r"[0-9,]*")
# A server on another machine that has gone silent: whoever waits for it is notified after five seconds, and not after a quarter of
# an hour.
SILENCE = {
    "keepalives": 1, "keepalives_idle": 2, "keepalives_interval": 1, "keepalives_count": 3, "tcp_user_timeout": 5_000,
}  # fmt: skip


class Holding(Protocol):
    """The leases of this process."""

    def fences(self, journals: Iterable[str]) -> list[tuple[str, int]]:
        """The unit and number of the lease under which each journal is written; ``StorageFailed`` for one that is not held."""


class Everything:
    """Whoever has a database for themselves: a tool, or a test."""

    def fences(self, journals: Iterable[str]) -> list[tuple[str, int]]:
        return []


class PostgresConnection:
    """A connection that takes the statements of the store. Failures are those of SQLite: their callers know one kind."""

    def __init__(self, address: str) -> None:
        self._address, self.raw = address, connect_to(address)

    def execute(self, statement: str, values: Sequence[Any] = ()) -> "psycopg.Cursor[Any]":
        given: Any = {"first": values[0]} if "?1" in statement else values or None
        text = cast("Any", dialect.worded(statement))
        try:
            try:
                return self.raw.execute(text, given)
            except psycopg.OperationalError:
                if not self.raw.closed:
                    raise
                self.raw = connect_to(self._address)  # reading is the same, however often it is done
                return self.raw.execute(text, given)
        except (psycopg.Error, Unsafe) as error:
            raise sqlite3.OperationalError(_said(error)) from error

    def close(self) -> None:
        self.raw.close()


class _Worded:
    """Statements of the store and of the steps of its layout, on a connection that is in a transaction."""

    def __init__(self, raw: "psycopg.Connection[Any]") -> None:
        self._raw = raw

    def execute(self, statement: str, values: Sequence[Any] = ()) -> "psycopg.Cursor[Any]":
        return self._raw.execute(cast("Any", dialect.worded(dialect.typed(statement))), values or None)


class PostgresReader:
    """Each statement on a connection that nobody else uses: threads that read do not wait for each other."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers

    def execute(self, statement: str, values: Sequence[Any] = ()) -> "psycopg.Cursor[Any]":
        with self._readers.reading() as connection:
            found: psycopg.Cursor[Any] = connection.execute(statement, values)
        return found  # all that was found is in it already


class PostgresStore(Store):
    """One database of a server. ``files`` is the folder of what does not belong into a database: the key, the index, archives."""

    def __init__(self, address: str, files: Path, holding: Holding | None = None) -> None:
        self.address, self.path, self._pragmas = address, Path(files) / NAME, {}
        files.mkdir(parents=True, exist_ok=True, mode=0o700)
        if len(servers_of(address).hosts) > 1:
            servers_of(address).keep(files / standby.TIMELINE)
        try:
            with connect_to(address, writes=True) as connection:
                self.sealer, self.migrated = _laid_out(connection, address, self.path)
            with closing(self.connect()) as connection:
                check_key(connection, self.sealer, spoken(address))
            self.writing = PostgresWriter(address, self.sealer, holding or Everything())
            self.readers = Readers(self.connect)
            self.reader = cast("Any", PostgresReader(self.readers))
            self._begin()
        except (psycopg.Error, sqlite3.Error) as error:
            raise Unsafe(f"The database {spoken(address)} cannot be used: {_said(error)}.") from error

    def close(self) -> None:
        self.writing.is_closing = True
        self._queue.put(None)
        self._thread.join()
        self.readers.close()
        self.writing.raw.close()

    def connect(self) -> Any:
        """A connection of one's own, to be closed by whoever asked for it."""
        try:
            return PostgresConnection(self.address)
        except (psycopg.Error, Unsafe) as error:
            raise sqlite3.OperationalError(_said(error)) from error

    def _transaction(self, parts: list[_Part]) -> Exception | None:
        return self.writing.transaction(parts)


def standby_missing(readers: Readers, address: str) -> str:
    """What is wrong with the standby that database or address name, as a sentence. Whoever may not see how one follows (the role
    ``pg_monitor`` may) counts those that are connected."""
    with readers.reading() as reader:
        named, connected, seen, follow = reader.execute(STANDBYS).fetchone()
    if not named and len(standby.hosts_of(checked_parts(address))) > 1:
        return "The database waits for no standby, though its address names several servers."
    if not named or (follow if seen else connected):
        return ""
    return f"The database names a synchronous standby ({named}), and none follows it."


def key_of_house(address: str, files: Path) -> bytes:
    """What is in the file of the key of a house that was founded, as this machine has it."""
    try:
        with connect_to(address) as connection:
            return machines.sealing_key(connection, files, spoken(address))
    except psycopg.Error as error:
        raise Unsafe(f"The database {spoken(address)} cannot be used: {_said(error)}.") from error


def time_of_database(store: PostgresStore) -> float:
    """The time by the database's clock, in seconds since the epoch."""
    (found,) = store.reader.execute(dialect.NOW).fetchone()
    return float(found)


def agreed_epoch(address: str, boot: str, epoch: float) -> float:
    """The wall time at which elapsed time was 0 on a machine since this boot of it, as its first process said."""
    with connect_to(address, writes=True) as connection:
        row = connection.execute(cast("Any", dialect.AGREED), (boot, epoch)).fetchone()
    assert row is not None
    return float(row[0])


# --- the layout


def _laid_out(writer: "psycopg.Connection[Any]", address: str, path: Path) -> tuple[Sealer, tuple[int, int] | None]:
    """Lay out a new database, once; refuse one without its key, and one of another version. Returns its key, and from which version
    to which it was brought just now, if it was."""
    migrated = None
    with writer.transaction():
        writer.execute("SELECT pg_advisory_xact_lock(%s)", (LAYING_OUT,))
        there = writer.execute("SELECT to_regclass('layout') IS NOT NULL").fetchone()
        new = there is None or not there[0]
        writer.execute(cast("Any", dialect.MACHINES))
        sealer = Sealer.beside(path) if new else Sealer(machines.sealing_key(writer, path.parent, spoken(address)))
        sealer.source = partial(_keys_now, address, path)
        if new:
            for statement in (*dialect.layout(), dialect.SHARING, dialect.TRIGGERS):
                writer.execute(cast("Any", statement))
            writer.execute("INSERT INTO layout VALUES (%s)", (schema.VERSION,))
            schema.begin_totals(cast("Any", _Worded(writer)), sealer)
        writer.execute(cast("Any", dialect.WRITERS))
        writer.execute(cast("Any", dialect.EPOCHS))
        found = writer.execute("SELECT version FROM layout").fetchone()
        assert found is not None
        schema.check_readable(found[0])
        if found[0] != schema.VERSION:
            _bring_to_this_version(writer, sealer, found[0], address)
            migrated = (found[0], schema.VERSION)
    return sealer, migrated


def _keys_now(address: str, path: Path) -> bytes:
    key = path.with_name(path.name + ".key")
    return read_key(key) if key.exists() else key_of_house(address, path.parent)


def _bring_to_this_version(writer: "psycopg.Connection[Any]", sealer: Sealer, found: int, address: str) -> None:
    """The steps of the layout, in the transaction that looked; a process of an older program would go on writing as before."""
    steps = cast("Any", _Worded(writer))
    if writer.execute("SELECT 1 FROM processes WHERE expires > now() LIMIT 1").fetchone() is not None:
        raise Unsafe(
            f"The database is of version {found}, and processes of an older program serve it; stop all of them, and start "
            "the house again."
        )
    check_key(steps, sealer, spoken(address))
    schema.bring_forward(steps, sealer, found)
    writer.execute("UPDATE layout SET version = %s", (schema.VERSION,))


# --- writing


class PostgresWriter:
    """The connection that writes, one transaction after the other, each under the leases that ``holding`` has."""

    def __init__(self, address: str, sealer: Sealer, holding: Holding) -> None:
        self._address, self._sealer, self.holding = address, sealer, holding
        self.raw = connect_to(address, writes=True)
        self._servers, self._waits = servers_of(address), standby.waits(checked_parts(address))
        self.is_closing = False
        self._name, self._written = secrets.token_hex(8), 0

    def transaction(self, parts: list[_Part]) -> Exception | None:
        """Write them together; why that could not be done, or None."""
        try:
            fences = self.holding.fences(set().union(*(_owners(part.writes) for part in parts)))
        except StorageFailed as failure:
            return failure
        running = ""
        try:
            row = self._begun()
            writer = self.raw
            check_durable(row[1:])
            if self._waits:
                standby.check_waits(writer, *row[-2:])
            running = row[0]
            self._written += 1
            if changes := attempts_in(parts):
                read = _Worded(writer).execute
                read(*totals.after(read, self._sealer, changes))
            with writer.pipeline():
                self._send(writer, parts, fences)
                writer.execute(cast("Any", dialect.WRITTEN), (self._name, self._written))
                writer.execute(cast("Any", UNCHANGED), row[1:])
                writer.execute("COMMIT")
        except (psycopg.Error, OverflowError, Unsafe) as error:
            self.raw.close()  # it rolls back; what it prepared in a failed pipeline is not known any more
            if running and _leaves_open(error) and self._was_committed(running):
                return None
            if isinstance(
                error, psycopg.errors.DivisionByZero
            ):  # the server is set otherwise: which way, the next one looks
                return self.transaction(parts)
            if isinstance(error, psycopg.errors.RaiseException) and dialect.MOVED_ON in str(error):
                return LeaseLost()
            if isinstance(error, Unsafe):
                return NotDurable(str(error))
            return StorageFailed(f"The record could not be written: {_said(error)}.")
        except Refused as refusal:  # a sum that is not what the house wrote
            self.raw.close()
            return StorageFailed(f"The record could not be written: {refusal}.")
        return None

    def _begun(self) -> tuple[Any, ...]:
        """Begin a transaction, there and back once: its number, and how the server is set. Where a connection broke while nobody
        used it, nothing was sent on it: another takes its place."""
        for again in (True, False):
            try:
                if self.raw.closed or self._servers.is_outdated(self.raw):
                    self.raw.close()
                    self.raw = connect_to(self._address, writes=True)
                begun = self.raw.execute(cast("Any", f"BEGIN; SELECT pg_current_xact_id()::text, {SETTINGS}"))
            except psycopg.OperationalError:
                if not (again and self.raw.closed):
                    raise
            else:
                break
        begun.nextset()
        row = begun.fetchone()
        assert row is not None
        return tuple(row)

    def _send(self, writer: "psycopg.Connection[Any]", parts: list[_Part], fences: list[tuple[str, int]]) -> None:
        for fence in fences:
            writer.execute("SELECT pitboss_holds(%s, %s)", fence)
        last: dict[str, tuple[int, bytes]] = {}
        for part in parts:
            for sql, values in part.writes:
                own = [int(value) if value is True or value is False else value for value in values]
                writer.execute(cast("Any", dialect.worded(sql)), own)
                if sql is ENTRY:
                    last[values[0]] = values[1], values[6]
        for journal, (sequence, hash) in last.items():
            tail = schema.tail(self._sealer, journal, sequence, hash)
            writer.execute(cast("Any", dialect.worded(TAIL)), tail)
        if any(journal in last for journal in OF_THE_HOUSE):
            writer.execute(f"NOTIFY {CHANGED}")

    def _was_committed(self, running: str) -> bool:
        """What became of the last transaction, whose end was not heard of; waits until the database can say it."""
        log.error("the connection to the database broke during a commit; asking what became of it")
        silent = ""  # what was logged of a database that does not answer: once, however long it takes
        while not self.is_closing:
            try:
                with connect_to(self._address, checked=False) as asking:  # nothing is acknowledged by asking
                    if not _is_under_way(asking, running):
                        # It may be there and at no standby yet: this commit comes after it, and waits for one where that is due.
                        row = asking.execute(
                            "UPDATE writers SET written = now() WHERE writer = %s RETURNING number", (self._name,)
                        ).fetchone()
                        return row is not None and row[0] == self._written
            except psycopg.Error as error:
                if not silent:
                    silent = _said(error)
                    log.warning("the database does not answer: %s", silent)
            time.sleep(ASK_AGAIN)
        return False


def _is_under_way(asking: "psycopg.Connection[Any]", number: str) -> bool:
    """Whether a transaction may still be committed."""
    try:
        row = asking.execute("SELECT pg_xact_status(%s::xid8)", (number,)).fetchone()
    except psycopg.errors.InvalidParameterValue:  # the database crashed, and does not know that it gave this number
        return False
    return row is not None and row[0] == "in progress"


def _owners(writes: Sequence[Write]) -> set[str]:
    """Of which journals the writes are part, those beside an entry too."""
    return {values[OF_A_TABLE[sql]] if sql in OF_A_TABLE else HOUSE for sql, values in writes if sql not in OF_ANYBODY}


def _leaves_open(error: Exception) -> bool:
    """Whether a failure leaves open what became of the transaction. A statement that the server refused takes everything after
    it along, the end of the transaction too; where the connection was cut, or somebody ended the server's side of it, the end may
    have been done before."""
    state = error.sqlstate if isinstance(error, psycopg.Error) else None
    return isinstance(error, psycopg.Error) and (state is None or state.startswith(CUT))


def parts_of(address: str) -> dict[str, Any] | None:
    """The parts of an address; None where a password in it cannot be separated from the rest.

    In ``u:pa/ss@host/db`` the server's own library takes ``pa`` for a port and ``ss@host/db`` for the name of the database, and
    would say so in what it complains of.
    """
    try:
        parts = conninfo_to_dict(address)
    except psycopg.Error:
        return None
    plain = all(PLAIN.fullmatch(str(parts.get(name) or "")) for name in SHOWN)
    return parts if plain and PORTS.fullmatch(str(parts.get("port") or "")) else None


def shown(address: str) -> str:
    """The address of a database for people: without its password, and nothing where that cannot be separated from the rest."""
    parts, scheme = parts_of(address), address.partition("://")[0]
    if parts is None:
        return f"{scheme}://…"
    said = {name: str(value) for name, value in parts.items() if value is not None}
    user, hidden = said.pop("user", ""), ":…" if said.pop("password", "") else ""
    host, port, name = said.pop("host", ""), said.pop("port", ""), said.pop("dbname", "")
    more = "&".join(f"{one}=…" for one in said)
    who = f"{user}{hidden}@" if user or hidden else ""
    return f"{scheme}://{who}{host}{f':{port}' if port else ''}{f'/{name}' if name else ''}{f'?{more}' if more else ''}"


def spoken(address: str) -> str:
    """The name of a database, and where it is."""
    parts = parts_of(address)
    if parts is None:
        return "whose address is not one of PostgreSQL"
    return f"{parts.get('dbname') or 'of PostgreSQL'!s} at {parts.get('host') or 'this machine'!s}"


def check_durable(settings: Sequence[str]) -> None:
    """Refuse a server that may lose what it acknowledges; what it is set to, in the order of ``NEEDED``."""
    for name, setting in zip(NEEDED, settings, strict=False):
        if setting == "off":
            raise Unsafe(
                f"The database runs with {name} = off, under which acknowledged play can be lost; the house opens only "
                f"with {name} = on."
            )


def checked_parts(address: str) -> dict[str, Any]:
    """The parts of an address, or a refusal that shows none of them."""
    parts = parts_of(address)
    if parts is None:
        raise Unsafe(
            "The address of the database is not one of PostgreSQL; in a name or password write / as %2F, : as %3A, @ as %40, ? as "
            "%3F and % as %25."
        )
    return parts


def connect_to(address: str, *, writes: bool = False, checked: bool = True) -> "psycopg.Connection[Any]":
    """A connection on which what is acknowledged is on the disk, or a refusal that names the setting."""
    given = checked_parts(address)
    options = given.get("options") or ""
    wanted = f"{options} -c idle_in_transaction_session_timeout={STANDSTILL_MS}".strip() if writes else str(options)
    servers = servers_of(address)
    if len(servers.hosts) > 1:
        connection = servers.connect(lambda host: _text(address, given, wanted, host))
    else:
        connection = psycopg.connect(_text(address, given, wanted), autocommit=True)
    if checked:
        row = connection.execute(cast("Any", f"SELECT {SETTINGS}")).fetchone()
        assert row is not None
        try:
            check_durable(row)
            if writes and standby.waits(given) and _is_laid_out(connection):
                standby.check_waits(connection, *row[-2:])
        except Unsafe:
            connection.close()
            raise
    return connection


def _text(address: str, given: dict[str, Any], options: str, host: dict[str, str] | None = None) -> str:
    """What is given to the driver; ``host``: one of several servers, of which the driver is to know nothing."""
    silence = {name: value for name, value in SILENCE.items() if name not in given}  # the address may say otherwise
    own: dict[str, Any] = {"application_name": "pitboss", "options": options, **silence}
    return standby.at(given, host, **own) if host else make_conninfo(address, connect_timeout=CONNECT_SECONDS, **own)


@cache
def servers_of(address: str) -> standby.Servers:
    """The servers of an address, for all connections of this process."""
    return standby.Servers(standby.hosts_of(checked_parts(address)))


def watch(address: str) -> None:
    """Look from now on whether a standby is promoted, where the address names several servers."""
    given = checked_parts(address)
    servers_of(address).watch(lambda host: _text(address, given, str(given.get("options") or ""), host))


def _is_laid_out(connection: "psycopg.Connection[Any]") -> bool:
    row = connection.execute("SELECT to_regclass('documents') IS NOT NULL").fetchone()
    return row is not None and bool(row[0])


def _said(error: BaseException) -> str:
    """The first line of what the database says."""
    return str(error).strip().partition("\n")[0].rstrip(".") or type(error).__name__
