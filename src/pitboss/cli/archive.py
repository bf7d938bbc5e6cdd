"""The command that archives closed gaming days of a database that no house has open."""

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.app import AsJson, app, put_facts
from pitboss.cli.paper_options import waiting_for


@app.command("archive")
def archive(
    database: Annotated[Path, typer.Option(help="The database file; an open house archives by itself.")] = Path(
        "pitboss.db"
    ),
    until: Annotated[
        str,
        typer.Option(metavar="DAY", help="The last gaming day to archive, like 2026-05-31; else all that are over."),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Write every gaming day that is over to Parquet, one folder a day, beside the database."""
    from pitboss.house.records.archive import archive_of
    from pitboss.house.records.records import Records
    from pitboss.house.storage.store import Store
    from pitboss.house.table.hours import gaming_day

    if until:
        gaming_day(until, "UTC", "00:00")  # a date, or a refusal
    if not database.is_file():
        raise FileNotFoundError(2, "there is no such database", str(database))
    store = Store(database)
    records = Records(store)
    try:
        with waiting_for("the days that are over"):
            for made in records.archive_until(until):
                rows = {name: sums["rows"] for name, sums in made.sums.items()}
                folder, counted = archive_of(database) / made.day, ", ".join(f"{n} {name}" for name, n in rows.items())
                put_facts({"day": made.day, "folder": folder, "rows": rows}, f"{folder}: {counted}", as_json=as_json)
        for note in records.notes:
            typer.echo(note, err=True)
        days, today = len(records.archive.days()), records.today()
        words = f"{days} days are archived; the day that is not over is {today}."
        put_facts({"archived": days, "today": today}, words, as_json=as_json)
    finally:
        records.close()
        store.close()
