"""The record searched: its rounds, wagers, provisions, irregularities and acts of people as rows.

``facts`` folds journals into rows, ``index`` keeps those of open days beside the database, ``archive`` those of closed days as
Parquet, ``search`` asks DuckDB about both, ``records`` is all of it for a house. Nothing here is authoritative, nothing of
a round in progress is ever read, and whatever is here can be deleted and made again from the journals.
"""

from pitboss.house.records.notebook import connect

__all__ = ["connect"]
