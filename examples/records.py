"""Questions about the record of a house, as in a notebook: DuckDB over the archived days and the rows of today.

    python examples/records.py pitboss.db

Each cell can be pasted into a notebook by itself, once ``record`` is there. The columns are told by ``DESCRIBE rounds``.
"""

import sys

from pitboss.house.records import connect

record = connect(sys.argv[1] if len(sys.argv) > 1 else "pitboss.db")

# %% What is there: rounds by gaming day and game.
print(record.sql("SELECT gaming_day, game, count(*) AS rounds FROM rounds GROUP BY ALL ORDER BY ALL"))

# %% Hold by table: what the house won of what was wagered, and at least a hundred rounds of it.
print(
    record.sql("""
        SELECT table_id, sum(wagered) / 100 AS wagered, sum(win) / 100 AS win, round(100.0 * sum(win) / sum(wagered), 2) AS hold
        FROM rounds GROUP BY table_id HAVING sum(wagered) > 0 ORDER BY win DESC
    """)
)

# %% How often a provision decided anything, at which tables, under whom.
PROVISION = "633a.14(c)"
print(
    record.execute(
        """
        SELECT table_id, dealer_name, sum(times) AS times, count(*) AS rounds
        FROM provisions JOIN rounds USING (table_id, round)
        WHERE cite = $cite OR starts_with(cite, $cite || '(')
        GROUP BY ALL ORDER BY times DESC
        """,
        {"cite": PROVISION},
    ).fetchall()
)

# %% Every wager that returned more than a hundred times its stake.
print(record.sql("SELECT table_id, round, player, wager, stake, returned FROM wagers WHERE returned > 100 * stake"))

# %% What went wrong, and who reported it; corrections that a second person agreed to.
print(record.sql("SELECT kind, name, count(*) AS times FROM irregularities GROUP BY ALL ORDER BY times DESC"))
print(record.sql("SELECT table_id, round, number FROM corrections ORDER BY ALL"))

# %% Everything that people did, by person and kind.
print(record.sql("SELECT name, role, kind, count(*) AS acts FROM decisions GROUP BY ALL ORDER BY acts DESC LIMIT 20"))
