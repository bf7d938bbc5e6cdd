"""Commands about the floor: written as a file, checked, and compared with a house."""

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.app import Out, group, put_new, stop

floor_app = group("floor", "The floor as a file: write one, check one, or compare it with a house.")
FloorPath = Annotated[Path, typer.Argument(metavar="FILE.toml", help="A floor file.")]


@floor_app.command("new")
def floor_new(out: Out = None) -> None:
    """Write the demonstration floor, to be edited."""
    from pitboss.house.floorplan.demonstration import text

    put_new(text(), out)


@floor_app.command("check")
def floor_check(file: FloorPath) -> None:
    """Check a floor file and the filings that it names; the exit status is 1 where anything is wrong with it."""
    from pitboss.house.floorplan.file import load
    from pitboss.house.floorplan.mistakes import Mistakes
    from pitboss.submission import not_to_be_filed

    try:
        floor = load(file)
    except Mistakes as wrong:
        stop(str(wrong), 1)
    typer.echo(f"{floor.house.holder}: {_count(len(floor.tables), 'table')}, {_count(len(floor.pits), 'pit')}")
    widest = max((len(table.number) for table in floor.tables), default=0)
    refused = False
    for table in floor.tables:
        rules = table.rules(floor.house.holder)
        for mistake in () if table.settings.practice else not_to_be_filed(rules):
            typer.echo(f"no new table: {table.number}: {mistake}")
            refused = True
        typer.echo(f"{table.number:<{widest}}  {rules.hash(table.game)[:12]}  {table.title}")
        for doubt in rules.doubts():
            typer.echo(f"to be confirmed: {table.number}: {doubt.choice}: {doubt.about} [{doubt.cite}]")
    raise typer.Exit(1 if refused else 0)


@floor_app.command("diff")
def floor_diff(
    file: FloorPath,
    database: Annotated[Path, typer.Option(help="The database file of the house, which may be open.")] = Path(
        "pitboss.db"
    ),
) -> None:
    """Say where a house differs from a floor file, before → after; the exit status is 1 where it does."""
    from pitboss.house.floorplan.diff import differences
    from pitboss.house.floorplan.file import load
    from pitboss.house.floorplan.now import floor_now

    floor, now = load(file), floor_now(database)
    found = differences(floor, now.tables, now.house, now.pits)
    for difference in found:
        typer.echo(str(difference))
    if not found:
        typer.echo("The house is as the file says.")
    raise typer.Exit(1 if found else 0)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
