"""Attacks on the record of a house: with SQL, with the key or without it, and on the file. Each is drawn from a seed.

They are made by one who knows the program. What they leave is as tidy as they can make it: the triggers are there again.
"""

import json
import random
import sqlite3
from collections.abc import Callable, Iterable
from functools import cache, partial
from hashlib import sha256
from typing import Any

from pitboss.house.storage import schema, store
from pitboss.house.storage.forms import Forms
from pitboss.house.storage.log import HOUSE
from pitboss.procedure import Refused
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.package import Package
from pitboss.submission import read_choices
from tests.house.attacked import Kept, opened
from tests.house.insider import Insider, Line

Attack = Callable[[sqlite3.Connection, random.Random, Kept], None]


class Impossible(Exception):
    """There is nothing in this record that could be attacked so."""


# --- the journal


def change_entry(db: sqlite3.Connection, pick: random.Random, kept: Kept) -> None:
    """Another value in one column of one entry."""
    _change_row(db, pick, "journal")


def delete_entry(db: sqlite3.Connection, pick: random.Random, kept: Kept) -> None:
    table, sequence = _an_entry(db, pick)
    db.execute("DELETE FROM journal WHERE table_id = ? AND sequence = ?", (table, sequence))
    if pick.random() < 0.5:  # and those after it move up
        db.execute("UPDATE journal SET sequence = -sequence WHERE table_id = ? AND sequence > ?", (table, sequence))
        db.execute("UPDATE journal SET sequence = -sequence - 1 WHERE table_id = ? AND sequence < 0", (table,))


def delete_last(db: sqlite3.Connection, pick: random.Random, kept: Kept) -> None:
    table, _ = _an_entry(db, pick)
    last = _last(db, table)
    db.execute(
        "DELETE FROM journal WHERE table_id = ? AND sequence > ?", (table, last - pick.randint(1, min(last, 20)))
    )


def swap_entries(db: sqlite3.Connection, pick: random.Random, kept: Kept) -> None:
    """Two entries change places, with their hashes or without."""
    table, _ = _an_entry(db, pick)
    last = _last(db, table)
    if last < 2:
        raise Impossible
    one, other = pick.sample(range(1, last + 1), 2)
    columns = "time, kind, payload, form" + pick.choice((", hash", ""))
    rows = [
        db.execute(f"SELECT {columns} FROM journal WHERE table_id = ? AND sequence = ?", (table, n)).fetchone()
        for n in (one, other)
    ]
    for sequence, row in ((one, rows[1]), (other, rows[0])):
        marks = ", ".join("?" * len(row))
        db.execute(
            f"UPDATE journal SET ({columns}) = ({marks}) WHERE table_id = ? AND sequence = ?", (*row, table, sequence)
        )


def insert_entry(db: sqlite3.Connection, pick: random.Random, kept: Kept, *, with_key: bool) -> None:
    """A forged entry before another, the chain hashed anew to its end, and everything else made to agree."""
    insider = Insider(db, kept.sealer if with_key else None)
    table = _a_journal(insider, pick)
    lines = insider.journals[table]
    at = pick.randrange(1, len(lines))
    kind, data = ("signed", b'{"checklist":"opening"}') if table != HOUSE else ("pit_named", b'{"pit":"9","title":"9"}')
    lines.insert(at, Line(lines[at].time, kind, data, b"", 0, 0, lines[at].batch, changed=True))
    insider.write()


def rewrite(db: sqlite3.Connection, pick: random.Random, kept: Kept, *, with_key: bool) -> None:
    """One thing in an entry is told otherwise, and everything after it made to agree."""
    insider = Insider(db, kept.sealer if with_key else None)
    table = _a_journal(insider, pick)
    lines = [line for line in insider.journals[table] if line.data is not None and _leaves(json.loads(line.data))]
    if not lines:
        raise Impossible
    line = pick.choice(lines)
    assert line.data is not None
    told = json.loads(line.data)
    holder, key = pick.choice(_leaves(told))
    holder[key] = holder[key] + pick.randint(1, 10_000) if isinstance(holder[key], int) else f"{holder[key]} again"
    line.data, line.changed = json.dumps(told, separators=(",", ":")).encode(), True
    insider.write()


def _a_journal(insider: Insider, pick: random.Random) -> str:
    """Without the key, the house's journal above all: nothing in it is sealed, so that all of it can be hashed anew."""
    return HOUSE if insider.sealer is None and pick.random() < 0.7 else pick.choice(list(insider.journals))


FREE = {"result", "paid", "wagered", "amount", "name", "title", "word", "says", "by", "text", "label", "how", "why"}


def _leaves(told: Any) -> list[tuple[Any, Any]]:
    """What may be told otherwise without another row having to be."""
    found: list[tuple[Any, Any]] = []
    pairs: Iterable[tuple[Any, Any]] = told.items() if isinstance(told, dict) else enumerate(told)
    for key, value in pairs:
        if isinstance(value, dict | list):
            found += _leaves(value)
        elif key in FREE and isinstance(value, int | str) and not isinstance(value, bool):
            found.append((told, key))
    return found


def cut_off(db: sqlite3.Connection, pick: random.Random, kept: Kept, *, with_key: bool) -> None:
    """The last rounds of a table are taken out everywhere, as they were not there when an older copy was made."""
    old = opened(pick.choice(kept.before))
    table = pick.choice([name for (name,) in db.execute("SELECT id FROM tables ORDER BY id")])
    length = _last(old, table)
    if length >= _last(db, table):
        raise Impossible
    named = _commands(db, kept, table)
    for name in ("rounds", "sessions", "secrets", "snapshots", "waypoints"):
        db.execute(f"DELETE FROM {name} WHERE table_id = ?", (table,))
        _copy_rows(old, db, name, table)
    kept_keys = {key for (key,) in old.execute("SELECT key FROM commands")}
    db.executemany("DELETE FROM commands WHERE key = ?", [(key,) for key in named - kept_keys])
    insider = Insider(db, kept.sealer if with_key else None)
    del insider.journals[table][length:]
    if not with_key:  # what came after the last head that can be kept is not in the log any more
        first = min(line.batch for line in _lines(kept, table)[length:])
        for lines in insider.journals.values():
            for line in lines:
                line.batch = -1 if line.batch >= first else line.batch
    insider.write()


def _lines(kept: Kept, table: str) -> list[Line]:
    return Insider(opened(kept.now), None).journals[table]


# --- rows told from entries


def change_row(db: sqlite3.Connection, pick: random.Random, kept: Kept, *, table: str) -> None:
    _change_row(db, pick, table, _watched(table, kept, db))


def delete_row(db: sqlite3.Connection, pick: random.Random, kept: Kept, *, table: str) -> None:
    where, values = _a_row(db, pick, table, _watched(table, kept, db))
    if table == "checkpoints":  # the one that somebody kept; another is missed by whoever kept that
        where, values = "size = ?", (kept.outside.size,)
    db.execute(f"DELETE FROM {table} WHERE {where}", values)


def forge_row(db: sqlite3.Connection, pick: random.Random, kept: Kept, *, table: str) -> None:
    """A new row like another, without the key: under another name, with its mark or seal."""
    columns, names = _columns(db, table), _key_of(db, table)
    where, values = _a_row(db, pick, table)
    row = list(db.execute(f"SELECT * FROM {table} WHERE {where}", values).fetchone())
    for name in names[-1:]:
        at = columns.index(name)
        row[at] = _other(row[at], pick)
    marks = ", ".join("?" * len(row))
    db.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row)


def forge_with_key(db: sqlite3.Connection, pick: random.Random, kept: Kept, *, table: str) -> None:
    """A row that the house did not write, with the right mark or seal."""
    sealer = kept.sealer
    where, values = _a_row(db, pick, table)
    row = list(db.execute(f"SELECT * FROM {table} WHERE {where}", values).fetchone())
    columns = _columns(db, table)
    if table == "secrets":
        row[1] += pick.choice((0, 1000))
        row[2] = sealer.seal(pick.randbytes(32), f"seed {row[0]} {row[1]}")
    else:
        at = pick.choice([n for n, name in enumerate(columns) if name not in ("mark", "last_used", "created")])
        if columns[at] == "hash":  # the record names the beginning of it
            row[at] = pick.randbytes(32).hex()
        else:
            row[at] = 1 - row[at] if columns[at] in ("active", "void") else _other(row[at], pick)
        row[-1] = sealer.mark(table, row[:-1])
    if pick.random() < 0.5:
        db.execute(f"DELETE FROM {table} WHERE {where}", values)
    marks = ", ".join("?" * len(row))
    db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", row)


def roll_back_table(db: sqlite3.Connection, pick: random.Random, kept: Kept, *, table: str) -> None:
    """All rows of one table as they were before."""
    db.execute(f"DELETE FROM {table}")
    _copy_rows(opened(pick.choice(kept.before)), db, table)


def put_back_rows(db: sqlite3.Connection, pick: random.Random, kept: Kept, *, table: str) -> None:
    """Rows that were there once and are not any more."""
    old = opened(pick.choice(kept.before))
    there = set(db.execute(f"SELECT * FROM {table}"))
    gone = [row for row in old.execute(f"SELECT * FROM {table}") if row not in there]
    if not gone:
        raise Impossible
    row = pick.choice(gone)
    db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def roll_back_all(db: sqlite3.Connection, pick: random.Random, kept: Kept) -> None:
    """The whole file as it was before."""
    db.deserialize(pick.choice(kept.before))


def add_empty_batch(db: sqlite3.Connection, pick: random.Random, kept: Kept) -> None:
    """A line of the log without entries, which would be in the way of the next."""
    (size,) = db.execute("SELECT size FROM log_edge").fetchone()
    table, _ = _an_entry(db, pick)
    db.execute(store.LOG_BATCH, (size, table, _last(db, table) + 1, -pick.randint(0, 1)))


def add_journal(db: sqlite3.Connection, pick: random.Random, kept: Kept) -> None:
    """A journal of something that the house does not have."""
    insider = Insider(db, None)
    data = b'{"word":"forged"}'
    insider.journals[f"ghost-{pick.randrange(100)}"] = [Line("2023", "contributed", data, b"", 0, 0, changed=True)]
    insider.write()


# --- on the file


def flip_bits(data: bytearray, pick: random.Random) -> None:
    for _ in range(pick.randint(1, 4)):
        data[pick.randrange(len(data))] ^= 1 << pick.randrange(8)


def overwrite_sector(data: bytearray, pick: random.Random) -> None:
    at = pick.randrange(len(data) // 512) * 512
    data[at : at + 512] = pick.choice((bytes(512), pick.randbytes(512)))


def cut_file(data: bytearray, pick: random.Random) -> None:
    del data[pick.randrange(512, len(data)) :]


def swap_pages(data: bytearray, pick: random.Random) -> None:
    size = int.from_bytes(data[16:18], "big")
    one, other = (page * size for page in pick.sample(range(len(data) // size), 2))
    data[one : one + size], data[other : other + size] = data[other : other + size], data[one : one + size]


def wipe_log(db: sqlite3.Connection, pick: random.Random, kept: Kept) -> None:
    """The signed past is gone: all of the log, or its heads alone."""
    for table in pick.choice((("checkpoints",), ("checkpoints", "log_batches", "log_tiles", "log_edge"))):
        db.execute(f"DELETE FROM {table}")


FILE: dict[str, Callable[[bytearray, random.Random], None]] = {
    "bits flipped": flip_bits,
    "sector overwritten": overwrite_sector,
    "file cut": cut_file,
    "pages swapped": swap_pages,
}
TOLD = (
    "rounds", "sessions", "commands", "secrets", "snapshots", "waypoints", "tables", "packages", "checkpoints", "log_batches",
    "log_tiles",
    "log_edge", "signed_in", "invitations",
)  # fmt: skip
SINGLE = ("log_batches", "log_edge")  # where a second row is refused by the layout itself
UNMISSED = ("invitations", "waypoints")  # whose end is in no entry; that only make a replay shorter
MARKED = ("rounds", "sessions", "signed_in", "secrets")
SQL: dict[str, Attack] = {
    "entry changed": change_entry,
    "entry deleted": delete_entry,
    "last entries deleted": delete_last,
    "entries swapped": swap_entries,
    "entry inserted, without the key": partial(insert_entry, with_key=False),
    "entry inserted, with the key": partial(insert_entry, with_key=True),
    "history rewritten, without the key": partial(rewrite, with_key=False),
    "history rewritten, with the key": partial(rewrite, with_key=True),
    "rounds cut off, without the key": partial(cut_off, with_key=False),
    "rounds cut off, with the key": partial(cut_off, with_key=True),
    "whole file rolled back": roll_back_all,
    "empty batch added": add_empty_batch,
    "journal added": add_journal,
    "log wiped": wipe_log,
    **{f"{table}: row changed": partial(change_row, table=table) for table in TOLD},
    **{f"{table}: row deleted": partial(delete_row, table=table) for table in TOLD if table not in UNMISSED},
    **{f"{table}: row forged": partial(forge_row, table=table) for table in TOLD if table not in SINGLE},
    **{f"{table}: row forged, with the key": partial(forge_with_key, table=table) for table in MARKED},
    **{
        f"{table}: rolled back": partial(roll_back_table, table=table)
        for table in ("journal", *TOLD)
        if table not in ("tables", "packages", *UNMISSED)
    },
    **{f"{table}: row put back": partial(put_back_rows, table=table) for table in ("sessions", "secrets", "signed_in")},
}


def by_sql(attack: Attack, pick: random.Random, kept: Kept) -> sqlite3.Connection:
    """The database after an attack with SQL; its triggers are taken away for that, and put back."""
    db = opened(kept.now)
    for name in ("journal_unchanged", "journal_undeleted", "journal_unbroken"):
        db.execute(f"DROP TRIGGER {name}")
    attack(db, pick, kept)
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        db.execute(f"DROP TRIGGER {name}")
    for statement in schema.statements(schema.TRIGGERS):
        db.execute(statement)
    return db


def by_file(damage: Callable[[bytearray, random.Random], None], pick: random.Random, kept: Kept) -> sqlite3.Connection:
    data = bytearray(kept.now)
    damage(data, pick)
    return opened(bytes(data))


def logical(db: sqlite3.Connection) -> list[Any] | None:
    """All that a database says, for comparison; None where it cannot be read.

    Of a rules package its files count and not the archive, of a submission its choices and not the comments between them.
    """
    db.text_factory = bytes
    try:
        names = [name.decode() for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        triggers = db.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name").fetchall()
        rows = [
            sorted((_content(name, row) for row in db.execute(f"SELECT * FROM {name}")), key=repr)
            for name in sorted(names)
        ]
    except (sqlite3.Error, UnicodeError):
        return None
    finally:
        db.text_factory = str
    return [sorted(names), triggers, *rows]


@cache
def _files(body: bytes) -> bytes:
    return sha256(repr(sorted(Package.read(body).files.items())).encode()).digest()


def _content(name: str, row: tuple[Any, ...]) -> tuple[Any, ...]:
    try:
        if name == "packages":
            return (*row[:3], _files(row[3]), row[4])
        if name == "tables":
            return (*row[:3], repr(read_choices(row[3].decode())), row[4])
    except (RulebookError, Refused, UnicodeError, AttributeError, TypeError):
        pass  # then it is what it is
    return row


# --- rows


def _columns(db: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]


def _key_of(db: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in sorted(db.execute(f"PRAGMA table_info({table})"), key=lambda row: row[5]) if row[5]]


def _a_row(
    db: sqlite3.Connection, pick: random.Random, table: str, among: set[str] | None = None
) -> tuple[str, tuple[Any, ...]]:
    names = _key_of(db, table)
    rows = db.execute(f"SELECT {', '.join(names)} FROM {table} ORDER BY {', '.join(names)}").fetchall()
    rows = [row for row in rows if among is None or row[0] in among]
    if not rows:
        raise Impossible
    return " AND ".join(f"{name} = ?" for name in names), pick.choice(rows)


def _change_row(db: sqlite3.Connection, pick: random.Random, table: str, among: set[str] | None = None) -> None:
    where, values = _a_row(db, pick, table, among)
    column = pick.choice(_columns(db, table))
    (now,) = db.execute(f"SELECT {column} FROM {table} WHERE {where}", values).fetchone()
    db.execute(f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {where}", (_other(now, pick), *values))


def _other(value: Any, pick: random.Random) -> Any:
    """Another value of the same kind."""
    if isinstance(value, int | float):
        return value + pick.choice((-2, -1, 1, 2, 4, 1000))
    if isinstance(value, str):
        at = pick.randrange(len(value) + 1)
        return value[:at] + pick.choice("ABCDEFGH12345678") + value[at + pick.randint(0, 1) :]
    changed = bytearray(value)
    if not changed or pick.random() < 0.2:
        return bytes(changed) + pick.randbytes(pick.randint(1, 4))
    changed[pick.randrange(len(changed))] ^= 1 << pick.randrange(8)
    return bytes(changed[: pick.randrange(len(changed))] if pick.random() < 0.1 else changed)


def _an_entry(db: sqlite3.Connection, pick: random.Random) -> tuple[str, int]:
    rows: list[tuple[str, int]] = db.execute("SELECT table_id, sequence FROM journal ORDER BY 1, 2").fetchall()
    return pick.choice(rows)


def _last(db: sqlite3.Connection, table: str) -> int:
    (found,) = db.execute("SELECT coalesce(max(sequence), 0) FROM journal WHERE table_id = ?", (table,)).fetchone()
    return int(found)


def _copy_rows(old: sqlite3.Connection, db: sqlite3.Connection, name: str, table: str = "") -> None:
    where, values = ("WHERE table_id = ?", (table,)) if table else ("", ())
    for row in old.execute(f"SELECT * FROM {name} {where}", values):
        db.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)


def _watched(table: str, kept: Kept, db: sqlite3.Connection) -> set[str] | None:
    """The keys of rows that something else tells of: of commands, those that made an entry."""
    return _commands(db, kept) if table == "commands" else None


def _commands(db: sqlite3.Connection, kept: Kept, table: str = "") -> set[str]:
    forms, found = Forms(kept.sealer), set()
    for name, sequence, payload, form in db.execute("SELECT table_id, sequence, payload, form FROM journal"):
        key = json.loads(forms.read(name, sequence, payload, form)).get("key", "")
        if key.startswith("c.") and table in ("", name):
            found.add(key)
    return found
