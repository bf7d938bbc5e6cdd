"""``pitboss doctor``: the state of a database in plain words."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.app import AsJson, app, put_facts
from pitboss.cli.backup import progress_bar


@app.command()
def doctor(
    database: Annotated[Path, typer.Option(help="The database file, in use or not.")] = Path("pitboss.db"),
    deep: Annotated[bool, typer.Option("--deep", help="Look through the whole record; takes a while.")] = False,
    as_json: AsJson = False,
) -> None:
    """Tell the state of a database, what is wrong and what to do; exit 0 in order, 1 something wrong, 2 cannot be read."""
    from pitboss.house.storage.doctor import examine

    with progress_bar("looked through") as progress:
        report = examine(database, datetime.now(UTC), deep=deep, progress=progress)
    if as_json:
        facts = {"status": report.status, "facts": dict(report.facts), "troubles": list(map(str, report.troubles))}
        put_facts(facts, "", as_json=True)
        raise typer.Exit(report.status)
    for name, words in report.facts:
        typer.echo(f"{name:<20} {words}")
    for trouble in report.troubles:
        typer.echo(f"! {trouble}")
    if not report.troubles:
        typer.echo(
            "All of this is in order." if deep else "All of this is in order; --deep looks through the whole record."
        )
    raise typer.Exit(report.status)
