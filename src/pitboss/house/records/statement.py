"""What one patron with an account played, by the rows of the record: by gaming day and table, and the last rounds."""

from collections.abc import Sequence

from pitboss.house.records.asking import IDENTITIES, SqlStatement, WhereClause
from pitboss.house.records.search import SECONDS, Source, asking_of

Played = tuple[str, str, int, int, int]  # gaming day, table, how many rounds or which, wagered, returned
SUMS = "CAST(sum(stake) AS BIGINT), CAST(sum(back) AS BIGINT)"
BY_DAY = f"SELECT gaming_day, table_id, count(DISTINCT round), {SUMS} FROM own GROUP BY ALL ORDER BY 1, 2"
LATEST = f"SELECT gaming_day, table_id, round, {SUMS} FROM own GROUP BY ALL ORDER BY 1 DESC, 2, 3 DESC LIMIT ?"


def played(
    source: Source, person: str, tables: Sequence[str], since: str, until: str, latest: int
) -> tuple[list[Played], list[Played]]:
    """From one gaming day to another, at these tables: the sums of each day and table, and the latest rounds."""
    sat = _patrons(source, person, tables)
    if not sat:
        return [], []
    wagers = WhereClause()
    wagers.add("gaming_day BETWEEN ? AND ?", since, until)
    wagers.one_of("table_id", sorted({table for table, _ in sat}))  # so that parts of files are skipped
    wagers.one_of("patron", sorted({patron for _, patron in sat}))
    wagers.one_of("(table_id || ' ' || patron)", [f"{table} {patron}" for table, patron in sat])
    own = f"SELECT table_id, round, gaming_day, stake, returned - vigorish AS back FROM wagers WHERE {wagers.sql()}"
    with asking_of(source, SqlStatement(own, (), since, until), SECONDS) as opened:
        opened.execute(f"CREATE TEMP TABLE own AS {own}", wagers.values)
        return opened.execute(BY_DAY).fetchall(), opened.execute(LATEST, (latest,)).fetchall()


def _patrons(source: Source, person: str, tables: Sequence[str]) -> list[tuple[str, int]]:
    """By table and number, who at these tables is somebody with an account."""
    sql = f"SELECT table_id, patron FROM ({IDENTITIES}) WHERE person = ?"
    with asking_of(source, SqlStatement(sql, ()), SECONDS) as opened:
        return [(table, patron) for table, patron in opened.execute(sql, (person,)).fetchall() if table in tables]
