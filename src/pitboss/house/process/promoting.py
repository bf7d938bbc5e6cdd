"""What an operator does with the servers of a house: look at them, promote a standby, go on without one, and have one again.

The primary of before is fenced first, so that it takes no more writes; one that does not answer has to be switched off or cut off
by the operator, who says that it was.
"""

import time
from contextlib import ExitStack, closing
from typing import Any

import msgspec
import psycopg
from psycopg import sql

from pitboss.house.storage.postgres import checked_parts
from pitboss.house.storage.seal import Unsafe
from pitboss.house.storage.standby import ALONE, STANDING, at, host_words, hosts_of

CAUGHT_UP_SECONDS, PROMOTED_SECONDS, HEARD_SECONDS = 30.0, 60, 10.0
LOOK_SECONDS = 0.05
NAMES = "synchronous_standby_names"
NOBODY = "nobody_yet"

Connection = psycopg.Connection[Any]


class ServerState(msgspec.Struct, frozen=True):
    """One server of an address. ``is``: primary, standby, fenced, or away."""

    server: str
    is_: str = msgspec.field(name="is")
    timeline: int = 0
    waits_for: str = ""  # of a primary: what it acknowledges waits for these
    behind: int = 0  # of a standby: bytes that it has received and not played back
    said: str = ""  # why it is away


def states(address: str) -> list[ServerState]:
    with ExitStack() as stack:
        return [_state(*one) for one in _all(address, stack)]


def promote(address: str, server: str, *, alone: bool, gone: bool) -> ServerState:
    """Make a standby the primary."""
    with ExitStack() as stack:
        found = _all(address, stack)
        target = next((one for name, one in found if name == server), None)
        if not isinstance(target, psycopg.Connection) or _state(server, target).is_ != "standby":
            listed = ", ".join(f"{one.server} ({one.is_})" for one in (_state(*each) for each in found))
            raise Unsafe(f"{server} is no standby that answers; there are: {listed}.")
        others = [(name, one) for name, one in found if name != server]
        away = [name for name, one in others if not isinstance(one, psycopg.Connection)]
        if away and not gone:
            raise Unsafe(
                f"{', '.join(away)} does not answer, and may still be a primary that somebody reaches; switch it off or cut it "
                "off, then say --gone."
            )
        for name, one in others:
            if isinstance(one, psycopg.Connection) and _state(name, one).is_ == "primary":
                _fence(one)
                _wait(
                    lambda one=one: _has(target, _written(one)),
                    f"{server} has not received all that {name} has written",
                )
        if alone:
            _set(target, NAMES, NOBODY)  # until that is said in the record of the new primary, who writes waits
        target.execute("SELECT pg_promote(true, %s)", (PROMOTED_SECONDS,))
        _wait(lambda: _state(server, target).is_ == "primary", f"{server} was not promoted; its log says why")
        if alone:
            _go_alone(target)
        return _state(server, target)


def go_alone(address: str) -> ServerState:
    """Have the primary wait for no standby until there is one again; what waited is acknowledged."""
    with ExitStack() as stack:
        name, primary = _primary(address, stack)
        _go_alone(primary)
        return _state(name, primary)


def wait_for(address: str, names: str) -> ServerState:
    """Have the primary wait for standbys, by the names under which they follow it."""
    with ExitStack() as stack:
        name, primary = _primary(address, stack)
        _set(primary, NAMES, names)
        if _row(primary, "SELECT to_regclass('documents') IS NOT NULL")[0]:  # else no house was founded yet
            primary.execute("DELETE FROM documents WHERE name = %s", (ALONE,))
        return _state(name, primary)


# --- one server


def _all(address: str, stack: ExitStack) -> list[tuple[str, Connection | str]]:
    """Every server that the address names, and what connects to it or why nothing does."""
    found: list[tuple[str, Connection | str]] = []
    parts = checked_parts(address)
    for host in hosts_of(parts):
        try:
            connection = stack.enter_context(closing(psycopg.connect(at(parts, host), autocommit=True)))
            # a statement is not to wait for a standby, and the server may have been fenced
            connection.execute("SET synchronous_commit = local; SET default_transaction_read_only = off")
            found.append((host_words(host), connection))
        except psycopg.Error as error:
            found.append((host_words(host), str(error).strip().partition("\n")[0]))
    return found


def _primary(address: str, stack: ExitStack) -> tuple[str, Connection]:
    """The primary with the highest timeline."""
    found = [
        (state.timeline, name, one)
        for name, one in _all(address, stack)
        if isinstance(one, psycopg.Connection) and (state := _state(name, one)).is_ == "primary"
    ]
    if not found:
        raise Unsafe("None of the servers that the address names is a primary; pitboss standby list shows them.")
    _, name, connection = max(found, key=lambda one: one[0])
    return name, connection


def _state(name: str, one: Connection | str) -> ServerState:
    if isinstance(one, str):
        return ServerState(name, "away", said=one)
    (recovering,) = _row(one, "SELECT pg_is_in_recovery()")
    if recovering:
        (behind,) = _row(one, "SELECT coalesce(pg_last_wal_receive_lsn() - pg_last_wal_replay_lsn(), 0)::bigint")
        return ServerState(name, "standby", behind=behind)
    timeline, names = _row(one, f"SELECT ({STANDING}), current_setting('{NAMES}')")
    # what the file of settings says: this session has its own
    fence = "SELECT reset_val = 'on' FROM pg_settings WHERE name = 'default_transaction_read_only'"
    return ServerState(name, "fenced" if _row(one, fence)[0] else "primary", timeline, names)


def _row(connection: Connection, statement: str) -> tuple[Any, ...]:
    row = connection.execute(statement).fetchone()
    assert row is not None
    return tuple(row)


def _fence(primary: Connection) -> None:
    """It takes no more writes, also after a restart, and whoever is connected to it is cut off."""
    _set(primary, "default_transaction_read_only", "on", of_session=False)
    primary.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )


def _go_alone(primary: Connection) -> None:
    primary.execute("INSERT INTO documents VALUES (%s, now()::text::bytea) ON CONFLICT DO NOTHING", (ALONE,))
    _set(primary, NAMES, "")


def _set(connection: Connection, name: str, value: str, *, of_session: bool = True) -> None:
    """A setting of the server, which counts when this returns."""
    connection.execute(sql.SQL("ALTER SYSTEM SET {} = {}").format(sql.Identifier(name), sql.Literal(value)))
    connection.execute("SELECT pg_reload_conf()")
    column = "setting" if of_session else "reset_val"
    shown = f"SELECT {column} FROM pg_settings WHERE name = '{name}'"
    _wait(lambda: _row(connection, shown)[0] == value, f"the server did not take {name} = {value!r}")


def _written(primary: Connection) -> str:
    return str(_row(primary, "SELECT pg_current_wal_flush_lsn()")[0])


def _has(target: Connection, position: str) -> bool:
    return bool(_row(target, f"SELECT pg_last_wal_receive_lsn() >= '{position}'")[0])


def _wait(holds: Any, otherwise: str, seconds: float = CAUGHT_UP_SECONDS) -> None:
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            raise Unsafe(f"After {seconds:.0f} s {otherwise}.")
        time.sleep(LOOK_SECONDS)
