"""The layout and the statements of the store, as PostgreSQL words them.

There is one layout (``schema``) and one set of statements, written for SQLite; this is what differs. Text is compared byte by
byte, as SQLite does.
"""

import re
from functools import cache

from pitboss.house.storage import schema

SCHEMES = ("postgresql://", "postgres://")
TYPES = {"BLOB": "BYTEA", "INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION", "TEXT": 'TEXT COLLATE "C"'}

MOVED_ON = "moved on to another process"  # said where a lease is not held any more
# What PostgreSQL has beside: in which order tables came, what is owned together, by whom, and who is there.
SHARING = """
CREATE TABLE layout (version BIGINT NOT NULL);
CREATE TABLE units (journal TEXT COLLATE "C" PRIMARY KEY, unit TEXT COLLATE "C" NOT NULL);
CREATE TABLE leases (
    unit TEXT COLLATE "C" PRIMARY KEY, owner TEXT COLLATE "C" NOT NULL, fence BIGINT NOT NULL, expires TIMESTAMPTZ NOT NULL
);
CREATE TABLE processes (
    name TEXT COLLATE "C" PRIMARY KEY, address TEXT NOT NULL, ready BOOLEAN NOT NULL, expires TIMESTAMPTZ NOT NULL
);
"""
# The last transaction that each process committed, by a number of its own: what PostgreSQL numbers, it may number again after a
# crash.
WRITERS = """
CREATE TABLE IF NOT EXISTS writers (
    writer TEXT COLLATE "C" PRIMARY KEY, number BIGINT NOT NULL, written TIMESTAMPTZ NOT NULL
);
DELETE FROM writers WHERE written < now() - INTERVAL '7 days';
"""
# When a machine was started, as the first of its processes took it to be: by it all of them date what must not depend on a clock
# that is set.
EPOCHS = 'CREATE TABLE IF NOT EXISTS epochs (boot TEXT COLLATE "C" PRIMARY KEY, epoch DOUBLE PRECISION NOT NULL)'
# What each machine that serves must find, and is no part of the record: the key of the house as it is wrapped for each of them, and
# what lies beside a database that is a file.
MACHINES = """
CREATE TABLE IF NOT EXISTS machines (
    name TEXT COLLATE "C" PRIMARY KEY, public BYTEA NOT NULL UNIQUE, wrapped BYTEA NOT NULL, admitted TEXT NOT NULL,
    mark BYTEA NOT NULL
);
CREATE TABLE IF NOT EXISTS documents (name TEXT COLLATE "C" PRIMARY KEY, body BYTEA NOT NULL);
"""
AGREED = """INSERT INTO epochs VALUES (%s, %s) ON CONFLICT (boot) DO UPDATE SET epoch = epochs.epoch RETURNING epoch"""
NOW = "SELECT extract(epoch FROM clock_timestamp())::double precision"
WRITTEN = (
    "INSERT INTO writers VALUES (%s, %s, now())"
    " ON CONFLICT (writer) DO UPDATE SET number = excluded.number, written = excluded.written"
)
TRIGGERS = f"""
CREATE FUNCTION pitboss_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'nothing in the journal is ever changed or taken out'; END $$;
CREATE TRIGGER journal_unchanged BEFORE UPDATE OR DELETE ON journal FOR EACH ROW EXECUTE FUNCTION pitboss_refuse();
CREATE TRIGGER journal_untruncated BEFORE TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION pitboss_refuse();
CREATE FUNCTION pitboss_unbroken() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.sequence <> 1 + coalesce((SELECT max(sequence) FROM journal WHERE table_id = NEW.table_id), 0) THEN
            RAISE EXCEPTION 'the journal has no gaps';
        END IF;
        RETURN NEW;
    END $$;
CREATE TRIGGER journal_unbroken BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION pitboss_unbroken();
CREATE FUNCTION pitboss_holds(wanted TEXT, number BIGINT) RETURNS BOOLEAN LANGUAGE plpgsql AS $$
    BEGIN
        -- Shared with a renewal, which changes no key; a process that takes over locks the whole row, and waits for this one.
        PERFORM 1 FROM leases WHERE unit = wanted AND fence = number FOR KEY SHARE;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'the lease of % {MOVED_ON}', wanted;
        END IF;
        RETURN TRUE;
    END $$;
"""


def is_address(database: object) -> bool:
    """Whether a database is named by the address of a server, not by a file."""
    return str(database).startswith(SCHEMES)


def layout() -> list[str]:
    """The statements that lay out a new database."""
    text = typed(schema.SCHEMA)
    text = text.replace(
        'settings TEXT COLLATE "C" NOT NULL\n', 'settings TEXT COLLATE "C" NOT NULL, serial BIGSERIAL\n'
    )
    return [one.strip() for one in text.split(";") if one.strip()]


def typed(text: str) -> str:
    """Statements that lay out tables, with the types of PostgreSQL; any other stays as it is."""
    if "CREATE TABLE" not in text and "ALTER TABLE" not in text:
        return text
    text = text.replace(" WITHOUT ROWID", "")
    for name, other in TYPES.items():
        text = re.sub(rf"\b{name}\b", other, text)
    return text


@cache
def keys() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """The columns of every table, and those of its primary key."""
    found = {}
    for name, body in re.findall(r"CREATE TABLE (\w+) \((.*?)\)(?: WITHOUT ROWID)?;", schema.SCHEMA, re.DOTALL):
        parts = re.split(r",(?![^(]*\))", body)
        columns = tuple(part.split()[0] for part in parts if not part.split()[0].isupper())
        several = re.search(r"PRIMARY KEY \(([^)]*)\)", body)
        key = several[1].split(", ") if several else [p.split()[0] for p in parts if "PRIMARY KEY" in p]
        found[name] = columns, tuple(key)
    return found


@cache
def worded(statement: str) -> str:
    """A statement as PostgreSQL takes it."""
    text = re.sub(r" INDEXED BY \w+", "", statement)
    text = text.replace("ORDER BY rowid", "ORDER BY serial").replace("BEGIN IMMEDIATE", "BEGIN")
    if "?1" in text:
        return text.replace("?1", "%(first)s")
    text = text.replace("%", "%%").replace("?", "%s")
    if text.startswith("INSERT OR IGNORE"):
        return text.replace("INSERT OR IGNORE", "INSERT") + " ON CONFLICT DO NOTHING"
    if (replacing := re.match(r"INSERT OR REPLACE INTO (\w+)", text)) is not None:
        columns, key = keys()[replacing[1]]
        changes = ", ".join(f"{one} = excluded.{one}" for one in columns if one not in key)
        return f"{text.replace('INSERT OR REPLACE', 'INSERT')} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"
    return text
