"""What one patron with an account played, by the rows of the record: by gaming day and table, and the last rounds."""

from collections.abc import Sequence

from pitboss.house.records.asking import IDENTITIES, SqlStatement, WhereClause
from pitboss.house.records.search import SECONDS, Source, asking_of

Played = tuple[str, str, int, int, int]  # gaming day, table, how many rounds or which, wagered, returned


def played(
    source: Source, person: str, tables: Sequence[str], since: str, until: str, latest: int
) -> tuple[list[Played], list[Played]]:
    """From one gaming day to another, at these tables: the sums of each day and table, and the latest rounds."""
    if not tables:
        return [], []
    mine = f"SELECT table_id, patron FROM ({IDENTITIES}) WHERE person = ?"
    wagers = WhereClause()
    wagers.add("gaming_day BETWEEN ? AND ?", since, until)
    wagers.one_of("table_id", tables)
    of_before = "coalesce(patron, 0) = 0 AND person = ?"  # in records of earlier versions
    wagers.add(f"(table_id, patron) IN ({mine}) OR ({of_before})", person, person)
    own = f"SELECT table_id, round, gaming_day, stake, returned - vigorish AS back FROM wagers WHERE {wagers.sql()}"
    sums = "CAST(sum(stake) AS BIGINT), CAST(sum(back) AS BIGINT)"
    with asking_of(source, SqlStatement(own, tuple(wagers.values), since, until), SECONDS) as opened:
        opened.execute(f"CREATE TEMP TABLE own AS {own}", wagers.values)
        days = f"SELECT gaming_day, table_id, count(DISTINCT round), {sums} FROM own GROUP BY ALL ORDER BY 1, 2"
        rounds = f"SELECT gaming_day, table_id, round, {sums} FROM own GROUP BY ALL ORDER BY 1 DESC, 2, 3 DESC LIMIT ?"
        return opened.execute(days).fetchall(), opened.execute(rounds, (latest,)).fetchall()
