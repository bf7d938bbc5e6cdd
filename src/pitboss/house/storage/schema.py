"""The layout of the database, its version, and the steps from one version to the next.

The version is in the file (``PRAGMA user_version``) and changes in the same transaction as the layout, so that a process
killed at any point leaves the old or the new one, never something between. These are a few numbered steps of our own and not
Alembic's: there is one file, no object model to compare with, SQLite's own transactions hold data definitions too, and a step
has to seal what it moves.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from pitboss.house.storage import totals
from pitboss.house.storage.forms import Forms
from pitboss.house.storage.seal import Sealer, Unsafe, reply_place
from pitboss.journal import GENESIS, digest
from pitboss.procedure import Refusal, Refused
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.package import Package

VERSION = 8  # raised with the layout, and with every new journal or kind of entry (docs/operations.md)
WITH_TOTALS = 3  # the first version in which there is a sum over the failed tries to sign in
WITH_LOG = 2  # the first version in which there is a log over all journals
WITH_FORMS = 2  # the first version in which a payload has a form and the last entry of a journal a mark
HASH_BYTES, DIGEST_BYTES = 32, 16

# The entries that have an index. SQLite uses it only where a query says these very words, whatever else would follow from.
INDEXED_KINDS = {
    "seeds": ("committed", "revealed"),
    "sittings": ("seated", "boxed", "unboxed", "left", "seat_moved"),
    "clock_changes": ("clock",),
}
INDEXES = {index: f"kind IN ({', '.join(map(repr, kinds))})" for index, kinds in INDEXED_KINDS.items()}
OF_SEEDS, OF_SITTINGS, OF_CLOCK = INDEXES.values()
SCHEMA = f"""
CREATE TABLE tables (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, submission TEXT NOT NULL, settings TEXT NOT NULL
);
CREATE TABLE journal (
    table_id TEXT NOT NULL, sequence INTEGER NOT NULL, time TEXT NOT NULL, kind TEXT NOT NULL,
    payload BLOB NOT NULL, form INTEGER NOT NULL, hash BLOB NOT NULL,
    PRIMARY KEY (table_id, sequence)
) WITHOUT ROWID;
CREATE INDEX seeds ON journal (table_id, kind, sequence) WHERE {OF_SEEDS};
CREATE INDEX sittings ON journal (table_id, sequence) WHERE {OF_SITTINGS};
CREATE INDEX clock_changes ON journal (time) WHERE {OF_CLOCK};
CREATE TABLE rounds (
    table_id TEXT NOT NULL, round INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    opened TEXT NOT NULL, closed TEXT NOT NULL, result TEXT NOT NULL,
    wagers INTEGER NOT NULL, paid INTEGER NOT NULL, void INTEGER NOT NULL, mark BLOB NOT NULL,
    PRIMARY KEY (table_id, round)
) WITHOUT ROWID;
CREATE TABLE snapshots (
    table_id TEXT PRIMARY KEY, round INTEGER NOT NULL, sequence INTEGER NOT NULL, body BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE waypoints (
    table_id TEXT NOT NULL, sequence INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, sequence)
) WITHOUT ROWID;
CREATE TABLE commands (
    key TEXT PRIMARY KEY, table_id TEXT NOT NULL, digest BLOB NOT NULL, reply BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE sessions (
    hash TEXT PRIMARY KEY, table_id TEXT NOT NULL, role TEXT NOT NULL, seat INTEGER NOT NULL, active INTEGER NOT NULL,
    mark BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE secrets (
    table_id TEXT NOT NULL, serial INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, serial)
) WITHOUT ROWID;
CREATE TABLE logins (credential TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE passkeys (id TEXT PRIMARY KEY, credential TEXT NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE signed_in (
    hash TEXT PRIMARY KEY, credential TEXT NOT NULL, created REAL NOT NULL, last_used REAL NOT NULL, mark BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE attempts (
    subject TEXT PRIMARY KEY, failures BLOB NOT NULL, locked_until REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE invitations (
    hash TEXT PRIMARY KEY, credential TEXT NOT NULL, expires REAL NOT NULL, mark BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE dictionaries (serial INTEGER PRIMARY KEY, game TEXT NOT NULL, body BLOB NOT NULL);
CREATE TABLE packages (
    version TEXT PRIMARY KEY, release TEXT NOT NULL, since TEXT NOT NULL, body BLOB NOT NULL, mark BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE manifests (software TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE tails (journal TEXT PRIMARY KEY, sequence INTEGER NOT NULL, mark BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE log_batches (
    first INTEGER PRIMARY KEY, journal TEXT NOT NULL, sequence INTEGER NOT NULL, count INTEGER NOT NULL
);
CREATE UNIQUE INDEX log_places ON log_batches (journal, sequence);
CREATE TABLE log_tiles (
    level INTEGER NOT NULL, number INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (level, number)
) WITHOUT ROWID;
CREATE TABLE log_edge (id INTEGER PRIMARY KEY CHECK (id = 1), size INTEGER NOT NULL, partial BLOB NOT NULL);
CREATE TABLE checkpoints (size INTEGER PRIMARY KEY, time TEXT NOT NULL, note TEXT NOT NULL);
CREATE TABLE totals (name TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE webhooks (webhook TEXT PRIMARY KEY, place INTEGER NOT NULL, mark BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE own_decisions (
    owner TEXT NOT NULL, decision TEXT NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (owner, decision)
) WITHOUT ROWID;
CREATE TABLE pulse (id INTEGER PRIMARY KEY, beats INTEGER NOT NULL);
"""
TRIGGERS = """
CREATE TRIGGER journal_unchanged BEFORE UPDATE ON journal
    BEGIN SELECT RAISE(ABORT, 'the journal is never changed'); END;
CREATE TRIGGER journal_undeleted BEFORE DELETE ON journal
    BEGIN SELECT RAISE(ABORT, 'nothing is ever taken out of the journal'); END;
CREATE TRIGGER journal_unbroken BEFORE INSERT ON journal
    WHEN NEW.sequence <> 1 + coalesce((SELECT max(sequence) FROM journal WHERE table_id = NEW.table_id), 0)
    BEGIN SELECT RAISE(ABORT, 'the journal has no gaps'); END;
"""

Step = Callable[[Any, Sealer], None]  # on a connection of SQLite, or on what takes the same statements


def version_of(connection: sqlite3.Connection) -> int:
    """The version of a database; 0 where it is empty. Files of before versions were counted are of version 1."""
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found == 0 and connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'journal'").fetchone():
        return 1
    return int(found)


def prepare(connection: sqlite3.Connection, sealer: Sealer, steps: dict[int, Step] | None = None) -> tuple[int, int]:
    """Lay out a new database, or bring an older one to this version; the version before and the one now."""
    found = version_of(connection)
    check_readable(found)
    with _all_or_nothing(connection):
        if found == 0:
            for statement in statements(SCHEMA + TRIGGERS):
                connection.execute(statement)
            begin_totals(connection, sealer)
        else:
            bring_forward(connection, sealer, found, steps)
        connection.execute(f"PRAGMA user_version = {VERSION}")
    return found, VERSION


def bring_forward(connection: Any, sealer: Sealer, found: int, steps: dict[int, Step] | None = None) -> None:
    """Every step from a version to this one, in the transaction of whoever calls."""
    for number in range(found, VERSION):
        (STEPS if steps is None else steps)[number](connection, sealer)
    if found < WITH_TOTALS:
        begin_totals(connection, sealer)


class TooNew(Unsafe):
    """A newer program wrote the database, and this one does not know all of what is in it."""


def check_readable(found: int) -> None:
    if found > VERSION:
        raise TooNew(
            f"The database is of version {found}, and this program knows versions up to {VERSION}; use the newer program."
        )


def require_current(connection: sqlite3.Connection) -> None:
    """Refuse a database of another version, which is read by nobody but the house that brings it to this one."""
    found = version_of(connection)
    check_readable(found)
    if found != VERSION:
        raise Refused(
            Refusal.MALFORMED,
            f"The database is of version {found}; open the house with it once, which brings it to {VERSION}.",
            "",
        )


def is_current(connection: sqlite3.Connection) -> bool:
    return version_of(connection) == VERSION


@contextmanager
def _all_or_nothing(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def statements(script: str) -> Iterator[str]:
    """The statements of a script one by one: ``executescript`` would end the transaction first."""
    waiting = ""
    for line in script.splitlines(keepends=True):
        waiting += line
        if sqlite3.complete_statement(waiting):
            yield waiting.strip()
            waiting = ""


# --- from version 1 to 2

_KEPT = ("snapshots", "secrets", "logins", "passkeys", "attempts", "pulse")
_MARKED = ("rounds", "sessions", "signed_in", "invitations")


def _to_2(connection: sqlite3.Connection, sealer: Sealer) -> None:
    """Hashes become bytes, the hash of the entry before is not written twice, payloads have forms, rows get their marks,
    replies are sealed, and there is a log over all journals."""
    names = [
        name
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        )
    ]
    for (name,) in connection.execute(
        "SELECT name FROM sqlite_master WHERE type IN ('trigger', 'index') AND sql IS NOT NULL"
    ).fetchall():
        kind = "TRIGGER" if name.startswith("journal_") else "INDEX"
        connection.execute(f"DROP {kind} {name}")
    for name in names:
        connection.execute(f"ALTER TABLE {name} RENAME TO old_{name}")
    for statement in statements(SCHEMA):
        connection.execute(statement)
    connection.execute("INSERT INTO tables SELECT * FROM old_tables ORDER BY rowid")
    connection.execute(
        "INSERT INTO journal SELECT table_id, sequence, time, kind, payload, sealed, pitboss_bytes(hash) FROM old_journal"
        " ORDER BY table_id, sequence"
    )
    for journal, sequence, hash in connection.execute(
        "SELECT table_id, max(sequence), hash FROM journal GROUP BY table_id"
    ).fetchall():
        connection.execute("INSERT INTO tails VALUES (?, ?, ?)", tail(sealer, journal, sequence, hash))
    for name in _KEPT:
        if name in names:
            connection.execute(f"INSERT INTO {name} SELECT * FROM old_{name}")
    for name in _MARKED:
        if name in names:
            for row in connection.execute(f"SELECT * FROM old_{name}").fetchall():
                places = ", ".join("?" * (len(row) + 1))
                connection.execute(f"INSERT INTO {name} VALUES ({places})", (*row, sealer.mark(name, row)))
    for key, table, hashed, reply in connection.execute("SELECT * FROM old_commands").fetchall():
        plain = reply if reply.startswith(b"{") else sealer.open(reply, f"reply {key}")
        content = _bytes_of(hashed)
        if len(content) != HASH_BYTES:  # of giving up a seat or buying chips: the words themselves
            content = hashlib.sha256(f'"{hashed}"'.encode()).digest()
        content = content[:DIGEST_BYTES]
        sealed = sealer.seal(plain, reply_place(key, content))
        connection.execute("INSERT INTO commands VALUES (?, ?, ?, ?)", (key, table, content, sealed))
    for name in names:
        connection.execute(f"DROP TABLE old_{name}")
    for statement in statements(TRIGGERS):
        connection.execute(statement)


# --- from version 2 to 3

PACKAGES = next(one for one in statements(SCHEMA) if one.startswith("CREATE TABLE packages"))
NAMING = ("founded", "rules_adopted", "round", "software_checked", "software_approved")  # entries that name rules
PAGE = 2_000


def _to_3(connection: Any, sealer: Sealer) -> None:
    """Rows of rules packages are marked: those whose recomputed hash an entry names. Others stay without a mark, so that
    they count for nothing and an audit names them. There are sums over rows that no journal tells of. In the journals, the
    house names the first head of each day (``head_kept``), and house and cage note that the clock was set (``clock``)."""
    connection.execute("CREATE TABLE IF NOT EXISTS totals (name TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID")
    connection.execute("ALTER TABLE packages RENAME TO old_packages")
    connection.execute(PACKAGES)
    rows = connection.execute("SELECT version, release, since, body FROM old_packages ORDER BY version").fetchall()
    named = _named(connection, sealer, {row[0] for row in rows if _is_what_it_says(*row)})
    for row in rows:
        marked = package_row(sealer, *row) if row[0] in named else (*row, b"")
        connection.execute("INSERT INTO packages VALUES (?, ?, ?, ?, ?)", marked)
    connection.execute("DROP TABLE old_packages")


def _is_what_it_says(version: str, release: str, since: str, body: bytes) -> bool:
    try:
        rules = Package.read(bytes(body)).rules
    except RulebookError:
        return False
    return (rules.version, rules.release) == (version, release)


class _Naming(msgspec.Struct, frozen=True):
    version: str = ""
    rules: str = ""


def _named(connection: Any, sealer: Sealer, wanted: set[str]) -> set[str]:
    """Which of these versions an entry names, in a journal that is whole and ends with an entry that the house wrote."""
    forms, found = Forms(sealer), set[str]()
    for serial, game, body in connection.execute("SELECT * FROM dictionaries ORDER BY serial").fetchall():
        forms.admit(serial, game, bytes(body))
    journals = connection.execute("SELECT journal, sequence, mark FROM tails ORDER BY journal").fetchall()
    for journal, last, mark in journals:
        if wanted <= found:
            break
        head, names = _walked(connection, forms, journal)
        if is_tail(sealer, journal, last, bytes.fromhex(head), (last, mark)):
            found |= names & wanted
    return found


def _walked(connection: Any, forms: Forms, journal: str) -> tuple[str, set[str]]:
    """The last hash of a journal's chain, up to the first entry that does not fit, and the rules that its entries name."""
    head, after, names = GENESIS, 0, set[str]()
    sql = (
        "SELECT sequence, time, kind, payload, form, hash FROM journal WHERE table_id = ? AND sequence > ?"
        f" ORDER BY sequence LIMIT {PAGE}"
    )
    while rows := connection.execute(sql, (journal, after)).fetchall():
        for sequence, time, kind, payload, form, hash in rows:
            try:
                data = forms.read(journal, sequence, bytes(payload), form)
                if sequence != after + 1 or digest(journal, sequence, time, kind, data, head) != bytes(hash).hex():
                    return head, names
                if kind in NAMING:
                    made = msgspec.json.decode(data, type=_Naming)
                    names |= {made.version, made.rules}
            except (Refused, msgspec.MsgspecError, ValueError, TypeError):
                return head, names
            head, after = bytes(hash).hex(), sequence
    return head, names


def package_row(
    sealer: Sealer, version: str, release: str, since: str, body: bytes
) -> tuple[str, str, str, bytes, bytes]:
    """The row of a rules package with the mark that the house keeps it."""
    mark = sealer.mark("packages", (version, release, since, hashlib.sha256(body).hexdigest()))
    return version, release, since, body, mark


def check_package(sealer: Sealer, row: Sequence[Any]) -> None:
    """Refuse the row of a rules package that the house did not write."""
    version, release, since, body, mark = row
    hashed = hashlib.sha256(bytes(body)).hexdigest()
    sealer.check_mark("packages", (version, release, since, hashed), bytes(mark))


def tail(sealer: Sealer, journal: str, sequence: int, hash: bytes) -> tuple[str, int, bytes]:
    """The row that marks the last entry of a journal: whoever has the file only cannot write entries of their own after it."""
    return journal, sequence, sealer.mark("tails", (journal, sequence, hash))


def is_tail(sealer: Sealer, journal: str, sequence: int, hash: bytes, found: tuple[int, bytes]) -> bool:
    """Whether that is the row that marks the last entry of a journal."""
    last, mark = found
    return last == sequence and sealer.has_marked("tails", (journal, sequence, hash), bytes(mark))


def _bytes_of(text: str) -> bytes:
    """A hash in hexadecimal as bytes; what is no hash stays what it is, and is found wrong where it is checked."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        return text.encode()


def functions(connection: sqlite3.Connection) -> None:
    """What the steps use beside SQL."""
    connection.create_function("pitboss_bytes", 1, _bytes_of, deterministic=True)


def begin_totals(connection: sqlite3.Connection, sealer: Sealer) -> None:
    """The first sum over the failed tries to sign in, as they are."""
    rows = connection.execute("SELECT * FROM attempts").fetchall()
    connection.execute(*totals.sealed(sealer, totals.total_of(sealer, rows)))


def _to_4(connection: sqlite3.Connection, sealer: Sealer) -> None:
    """Tables have kinds of entries about patrons; nothing that is there changes."""


WEBHOOKS = next(one for one in statements(SCHEMA) if one.startswith("CREATE TABLE webhooks"))


def _to_5(connection: Any, sealer: Sealer) -> None:
    """Tables have a kind of entry about taking and paying, the house kinds about programs and webhooks; it keeps where each webhook
    stands."""
    connection.execute(WEBHOOKS.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS"))


def _to_6(connection: Any, sealer: Sealer) -> None:
    """The cage's journal may have entries of the money: papers, boxes, drawers, shifts and days."""


def _to_7(connection: Any, sealer: Sealer) -> None:
    """Tables have a kind of entry about tips, and the house one about proposed texts; nothing that is there changes."""


OWN_DECISIONS = next(one for one in statements(SCHEMA) if one.startswith("CREATE TABLE own_decisions"))


def _to_8(connection: Any, sealer: Sealer) -> None:
    """The house keeps the judged decisions of its visitors for them; nothing that is there changes."""
    connection.execute(OWN_DECISIONS.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS"))


STEPS: dict[int, Step] = {1: _to_2, 2: _to_3, 3: _to_4, 4: _to_5, 5: _to_6, 6: _to_7, 7: _to_8}
