"""The floor as it is in a house, read from its record; the house may be open meanwhile."""

import contextlib
import sqlite3
from pathlib import Path

import msgspec

from pitboss import catalogue
from pitboss.house.floorplan.diff import TableNow
from pitboss.house.floorplan.file import Pit
from pitboss.house.people import entries as house_entries
from pitboss.house.people.register import HOUSE_JOURNAL
from pitboss.house.storage import schema
from pitboss.house.storage.forms import Forms
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused
from pitboss.submission import submit

# None of these is sealed: a reader needs no key.
ABOUT_TABLES = (entries.Founded, entries.RulesChanged, entries.SettingsChanged, entries.Retired)
ABOUT_THE_HOUSE = (house_entries.HouseNamed, house_entries.PitNamed)


class FloorNow(msgspec.Struct):
    """The tables of the floor that are not retired, and what the house and its pits are called; None where nobody said it.
    Those that visitors have for themselves are in no floor file."""

    tables: list[TableNow]
    house: house_entries.HouseNamed | None
    pits: list[Pit]


def floor_now(database: Path) -> FloorNow:
    """What the record says of the floor. Nothing is written, and nothing is locked."""
    if not database.is_file():
        raise Refused(Refusal.NOT_FOUND, f"There is no database {database}.", "")
    try:
        with contextlib.closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as reader:
            schema.check_readable(schema.version_of(reader))
            names = [row[0] for row in reader.execute("SELECT id FROM tables ORDER BY rowid")]
            tables = [table for name in names if (table := _table(reader, name)) is not None]
            house, pits = _house(reader)
    except sqlite3.Error as error:
        raise Refused(Refusal.CORRUPT, f"{database} is not the database of a house: {error}.", "") from None
    return FloorNow(tables, house, pits)


def _table(reader: sqlite3.Connection, name: str) -> TableNow | None:
    """One table; None where it is retired, or a visitor's own."""
    founded, rules, settings, title = None, None, None, ""
    for kind, payload in _entries(reader, name, [entries.NAMES[struct] for struct in ABOUT_TABLES]):
        match entries.DECODERS[kind].decode(payload):
            case entries.Founded() as made:
                founded, rules, settings, title = made, made.choices, made.settings, made.title
            case entries.RulesChanged() as made:
                rules = made.choices
            case entries.SettingsChanged() as made:
                settings, title = made.settings, made.title
            case entries.Retired():
                return None
    if founded is None or rules is None or settings is None:
        raise Refused(Refusal.CORRUPT, f"The record of {name} does not say how it was founded.", "")
    if settings.owner:
        return None
    game = catalogue.game(founded.game)
    filed = submit(game.rules, rules)
    return TableNow(name, game.name, title, settings, filed)


def _house(reader: sqlite3.Connection) -> tuple[house_entries.HouseNamed | None, list[Pit]]:
    named, pits = None, dict[str, str]()
    for kind, payload in _entries(reader, HOUSE_JOURNAL, [house_entries.NAMES[struct] for struct in ABOUT_THE_HOUSE]):
        match house_entries.DECODERS[kind].decode(payload):
            case house_entries.HouseNamed() as made:
                named = made
            case house_entries.PitNamed() as made:
                pits[made.pit] = made.title
    return named, [Pit(name, title) for name, title in pits.items()]


def _entries(reader: sqlite3.Connection, journal: str, kinds: list[str]) -> list[tuple[str, bytes]]:
    marks = ", ".join("?" * len(kinds))
    sql = f"SELECT kind, payload, form FROM journal WHERE table_id = ? AND kind IN ({marks}) ORDER BY sequence"
    rows = reader.execute(sql, (journal, *kinds))
    return [(kind, Forms.read_keyless(bytes(payload), form)) for kind, payload, form in rows]
