"""Answers to questions about the record: DuckDB over the archived days and the live rows together.

DuckDB is imported only when there is a question. It opens no network, loads no extension and writes no file; a question that
takes too long is stopped.
"""

import contextlib
import logging
import re
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss import law
from pitboss.house.protocol.board import (
    DecisionFound,
    DecisionQuery,
    DecisionsFound,
    GroupFound,
    RoundFound,
    RoundQuery,
    RoundsFound,
    Totals,
)
from pitboss.house.protocol.ratings import RatingQuery
from pitboss.house.records import asking, ratings, rows
from pitboss.house.records.allowed import check_known
from pitboss.house.records.archive import Archive
from pitboss.house.records.arrow import schema
from pitboss.house.records.asking import SqlStatement
from pitboss.house.records.ratings import RatedSitting, RatedStake
from pitboss.house.records.sentence import sentence
from pitboss.journal import AUTOMATIC
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

log = logging.getLogger("pitboss")

SECONDS = 20.0  # that a question may take
EXPORT_SECONDS = 300.0
PIECE = 1000  # lines of an export, at a time
CONFIGURATION: dict[str, Any] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "threads": "2",  # the tables are dealt on the same machine
    "memory_limit": "1GB",
    # nothing is put on the disk: what does not fit is refused
    "temp_directory": "",
    "max_temp_directory_size": "0GB",
}
TOO_LONG = "That takes too long; ask about fewer days or tables."
UNREADABLE = (
    "A file of the archive cannot be read; take the folder of its day away, and its rounds are read from the record."
)
TOO_MUCH = "That takes more memory than a question may have; ask about fewer days or tables."


class Source(msgspec.Struct, frozen=True):
    """What is searched: the live rows as they were at one moment, and the days that were archived then."""

    live: "Mapping[str, pa.Table]"
    archive: Archive
    days: Mapping[str, int]  # with the form of their files
    tables: tuple[str, ...]
    journals: tuple[str, ...]
    versions: tuple[str, ...] = ()  # of the rules, in all of it


def connection(
    source: Source, since: str = "", until: str = "", tables: Iterable[str] = rows.KINDS
) -> "duckdb.DuckDBPyConnection":
    """DuckDB with a view for each table of rows, over archived and live rows; of the archive, the days within a span."""
    import duckdb

    opened = duckdb.connect(":memory:", config=CONFIGURATION)
    days = _within(source, since, until)
    for name in tables:
        opened.register(f"live_{name}", source.live[name] if name in source.live else schema(name).empty_table())
        parts = [f"live_{name}"]
        for form, of_form in _by_form(source, days if name in rows.ARCHIVED else []).items():
            files = [str(source.archive.file(day, name)) for day in of_form]
            opened.read_parquet(files).create_view(f"archived_{name}_{form}")  # looks into the first file only
            parts.append(f"archived_{name}_{form}")
        opened.execute(f"CREATE VIEW {name} AS {' UNION ALL BY NAME '.join(f'SELECT * FROM {one}' for one in parts)}")
    return opened


def _within(source: Source, since: str, until: str) -> list[str]:
    return [day for day in source.days if since <= day and (not until or day <= until)]


def _by_form(source: Source, days: Iterable[str]) -> dict[int, list[str]]:
    """Days by the form of their files: those of one form have the same columns."""
    found: dict[int, list[str]] = {}
    for day in days:
        found.setdefault(source.days[day], []).append(day)
    return found


@contextlib.contextmanager
def asking_of(source: Source, asked: SqlStatement, seconds: float) -> Iterator["duckdb.DuckDBPyConnection"]:
    """A connection for one question, which is interrupted when its time is over."""
    import duckdb

    named = [name for name in rows.KINDS if name in asked.sql]
    timer: threading.Timer | None = None
    try:
        with contextlib.closing(connection(source, asked.since, asked.until, named)) as opened:
            timer = threading.Timer(seconds, opened.interrupt)
            timer.start()
            yield opened
    except duckdb.InterruptException:
        raise Refused(Refusal.UNAVAILABLE, TOO_LONG, "") from None
    except duckdb.OutOfMemoryException:
        raise Refused(Refusal.UNAVAILABLE, TOO_MUCH, "") from None
    except duckdb.IOException as error:
        log.error("the archive cannot be read: %s", error)
        raise Refused(Refusal.UNAVAILABLE, UNREADABLE, "") from None
    finally:
        if timer is not None:
            timer.cancel()


# --- rounds


def find_rounds(source: Source, query: RoundQuery, seconds: float = SECONDS) -> RoundsFound:
    """The rounds or groups that a query describes, and the totals of all of them."""
    began = time.perf_counter()
    asked = asking.rounds(query, source.tables)
    sums = ", ".join(f"CAST(coalesce(sum({name}), 0) AS BIGINT)" for name in Totals.__struct_fields__[1:])
    grouped = asking.groups(query, source.tables) if query.group_by else None
    with asking_of(source, grouped or asked, seconds) as opened:
        counted = opened.execute(f"SELECT count(*), {sums} FROM ({asked.sql})", asked.values).fetchone()
        assert counted is not None
        totals = Totals(*counted)
        rounds: tuple[RoundFound, ...] = ()
        groups: tuple[GroupFound, ...] = ()
        lines = totals.rounds
        if grouped is not None:
            (lines,) = opened.execute(f"SELECT count(*) FROM ({grouped.sql})", grouped.values).fetchone() or (0,)
            sql = f"SELECT * FROM ({grouped.sql}) {asking.group_order(query)} LIMIT ? OFFSET ?"
            groups = tuple(_groups(opened, sql, (*grouped.values, query.limit, query.offset), query))
        else:
            sql = f"SELECT {_found_columns()} FROM ({asked.sql}) {asking.round_order(query)} LIMIT ? OFFSET ?"
            found = opened.execute(sql, (*asked.values, query.limit, query.offset)).fetchall()
            rounds = tuple(RoundFound(*row) for row in found)
    return RoundsFound(
        query=query,
        words=sentence(query),
        totals=totals,
        rounds=rounds,
        groups=groups,
        lines=lines,
        archived=max(_within(source, asked.since, asked.until), default=""),
        milliseconds=_milliseconds(began),
    )


def _found_columns() -> str:
    return ", ".join("table_id" if name == "table" else name for name in RoundFound.__struct_fields__)


def _groups(
    opened: "duckdb.DuckDBPyConnection", sql: str, values: Sequence[Any], query: RoundQuery
) -> Iterator[GroupFound]:
    many = len(query.group_by)
    for row in opened.execute(sql, values).fetchall():
        labels = tuple(_label(by, row[n], row[many + n]) for n, by in enumerate(query.group_by))
        yield GroupFound(tuple(row[:many]), labels, Totals(*row[2 * many : 2 * many + len(Totals.__struct_fields__)]))


def _label(by: str, key: str, label: str) -> str:
    if by == "person":
        return label if key else AUTOMATIC.name
    if by == "patron":
        return label or key
    return law.gist(key) or key if by == "provision" else label


def export_rounds(source: Source, query: RoundQuery, seconds: float = EXPORT_SECONDS) -> Iterator[list[Any]]:
    """Everything that a query finds, as lines of a sheet, the first with the names of the columns."""
    if query.group_by:
        asked, order = asking.groups(query, source.tables), asking.group_order(query)
        many = len(query.group_by)
        yield [*query.group_by, *(f"{by}_name" for by in query.group_by), *Totals.__struct_fields__]
        with asking_of(source, asked, seconds) as opened:
            for row in _lines(opened, f"SELECT * FROM ({asked.sql}) {order}", asked.values):
                labels = [_label(by, row[n], row[many + n]) for n, by in enumerate(query.group_by)]
                yield [*row[:many], *labels, *row[2 * many : 2 * many + len(Totals.__struct_fields__)]]
        return
    asked, order = asking.rounds(query, source.tables), asking.round_order(query)
    of_wagers = asking.OF_WAGERS if asked.describes_wagers else ()
    yield [*RoundFound.__struct_fields__, *of_wagers]
    with asking_of(source, asked, seconds) as opened:
        wanted = ", ".join((_found_columns(), *of_wagers))
        yield from map(list, _lines(opened, f"SELECT {wanted} FROM ({asked.sql}) {order}", asked.values))


# --- acts of people


def find_decisions(source: Source, query: DecisionQuery, seconds: float = SECONDS) -> DecisionsFound:
    """The acts that a query describes, latest first, and how many there are of each person and kind."""
    began = time.perf_counter()
    asked = asking.decisions(query, source.journals)
    with asking_of(source, asked, seconds) as opened:
        by_person = "SELECT person, max(name), count(*) FROM ({}) GROUP BY person, lower(name) ORDER BY 3 DESC, 1, 2"
        people = opened.execute(by_person.format(asked.sql), asked.values).fetchall()
        by_kind = "SELECT kind, count(*) FROM ({}) GROUP BY kind ORDER BY 2 DESC, 1"
        kinds = opened.execute(by_kind.format(asked.sql), asked.values).fetchall()
        sql = f"SELECT {_decision_columns()} FROM ({asked.sql}) {asking.DECISION_ORDER} LIMIT ? OFFSET ?"
        found = opened.execute(sql, (*asked.values, query.limit, query.offset)).fetchall()
    return DecisionsFound(
        query=query,
        decisions=tuple(DecisionFound(*row) for row in found),
        lines=sum(count for _, count in kinds),
        people=tuple(people),
        kinds=tuple(kinds),
        milliseconds=_milliseconds(began),
    )


def _decision_columns() -> str:
    return ", ".join("table_id" if name == "table" else name for name in DecisionFound.__struct_fields__)


def export_decisions(source: Source, query: DecisionQuery, seconds: float = EXPORT_SECONDS) -> Iterator[list[Any]]:
    """Everything that a query finds, as lines of a sheet, the first with the names of the columns."""
    asked = asking.decisions(query, source.journals)
    yield list(DecisionFound.__struct_fields__)
    with asking_of(source, asked, seconds) as opened:
        sql = f"SELECT {_decision_columns()} FROM ({asked.sql}) {asking.DECISION_ORDER}"
        yield from map(list, _lines(opened, sql, asked.values))


# --- ratings


def rated(source: Source, query: RatingQuery, tables: tuple[str, ...]) -> tuple[list[RatedSitting], list[RatedStake]]:
    """The sittings that a query describes, and what was staked in them."""
    check_known("table", query.tables, source.tables)
    tables = query.tables or tables
    if not tables:
        return [], []
    sat, wagered = ratings.sittings(query, tables), ratings.staked(query, tables)
    with asking_of(source, sat, EXPORT_SECONDS) as opened:
        found = [RatedSitting(*row) for row in opened.execute(sat.sql, sat.values).fetchall()]
        return found, [RatedStake(*row) for row in opened.execute(wagered.sql, wagered.values).fetchall()]


# --- one round


def report_rows(
    source: Source, statement: str, first: str, last: str, tables: Sequence[str], seconds: float = EXPORT_SECONDS
) -> list[dict[str, Any]]:
    """What a statement of a report finds, by column. ``{days}`` and ``{tables}`` in it, or those of a named part like ``{r.days}``,
    are the conditions; it is written by this house alone."""
    days, known = " gaming_day BETWEEN ? AND ? ", f" table_id IN ({', '.join('?' * len(tables)) or 'NULL'}) "
    values: list[Any] = []

    def condition(found: re.Match[str]) -> str:
        part, what = found[1] or "", found[2]
        values.extend((first, last) if what == "days" else tables)
        column = "gaming_day" if what == "days" else "table_id"
        return (days if what == "days" else known).replace(column, part + column)

    sql = re.sub(r"\{(\w\.)?(days|tables)\}", condition, statement)
    with asking_of(source, SqlStatement(sql, tuple(values), first, last), seconds) as opened:
        asked = opened.execute(sql, values)
        names = [one[0] for one in asked.description or ()]
        return [dict(zip(names, row, strict=True)) for row in asked.fetchall()]


def round_row(source: Source, table: str, number: int, day: str) -> tuple[str, str] | None:
    """Funds and meters of one round, closed in a gaming day."""
    sql = "SELECT funds, meters FROM rounds WHERE table_id = ? AND round = ?"
    with asking_of(source, SqlStatement(sql, (table, number), day, day), SECONDS) as opened:
        found = opened.execute(sql, (table, number)).fetchone()
    return (found[0], found[1]) if found else None


def _lines(opened: "duckdb.DuckDBPyConnection", sql: str, values: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    found = opened.execute(sql, values)
    while piece := found.fetchmany(PIECE):
        yield from piece


def _milliseconds(began: float) -> float:
    return round((time.perf_counter() - began) * 1000, 1)
