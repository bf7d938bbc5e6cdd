"""The command that archives closed gaming days of a database that no house has open."""

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.app import app


@app.command("archive")
def archive(
    database: Annotated[Path, typer.Option(help="The database file; an open house archives by itself.")] = Path(
        "pitboss.db"
    ),
    until: Annotated[
        str,
        typer.Option(metavar="DAY", help="The last gaming day to archive, like 2026-05-31; else all that are over."),
    ] = "",
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
        for made in records.archive_until(until):
            rows = {name: sums["rows"] for name, sums in made.sums.items()}
            typer.echo(
                f"{archive_of(database) / made.day}: {', '.join(f'{count} {name}' for name, count in rows.items())}"
            )
        for note in records.notes:
            typer.echo(note, err=True)
        typer.echo(f"{len(records.archive.days())} days are archived; the day that is not over is {records.today()}.")
    finally:
        records.close()
        store.close()
