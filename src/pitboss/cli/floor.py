"""Commands about the floor: written as a file, checked, and compared with a house."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.app import AsJson, Out, group, put_facts, put_new, stop_refused

if TYPE_CHECKING:
    from pitboss.house.floorplan.file import TableLine
    from pitboss.submission import RulesSubmission

floor_app = group("floor", "The floor as a file: write one, check one, or compare it with a house.")
FloorPath = Annotated[Path, typer.Argument(metavar="FILE.toml", help="A floor file.")]


@floor_app.command("new")
def floor_new(out: Out = None) -> None:
    """Write the demonstration floor, to be edited."""
    from pitboss.house.floorplan.demonstration import text

    put_new(text(), out)


@floor_app.command("check")
def floor_check(file: FloorPath, as_json: AsJson = False) -> None:
    """Check a floor file and the filings that it names; the exit status is 1 where anything is wrong with it."""
    from pitboss.house.floorplan.file import load
    from pitboss.house.floorplan.mistakes import Mistakes
    from pitboss.submission import not_to_be_filed

    try:
        floor = load(file)
    except Mistakes as wrong:
        stop_refused(wrong, 1)
    if as_json:
        tables = [_checked(table, table.rules(floor.house.holder)) for table in floor.tables]
        put_facts({"holder": floor.house.holder, "pits": len(floor.pits), "tables": tables}, "", as_json=True)
        raise typer.Exit(1 if any(one["mistakes"] for one in tables) else 0)
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
    as_json: AsJson = False,
) -> None:
    """Say where a house differs from a floor file, before → after; the exit status is 1 where it does."""
    from pitboss.house.floorplan.diff import differences
    from pitboss.house.floorplan.file import load
    from pitboss.house.floorplan.now import floor_now

    floor, now = load(file), floor_now(database)
    found = differences(floor, now.tables, now.house, now.pits)
    words = "\n".join(map(str, found)) or "The house is as the file says."
    put_facts({"differences": [str(one) for one in found]}, words, as_json=as_json)
    raise typer.Exit(1 if found else 0)


def _checked(table: "TableLine", rules: "RulesSubmission") -> dict[str, Any]:
    """What is known of one table of a floor."""
    from pitboss.submission import not_to_be_filed

    mistakes = [] if table.settings.practice else [str(one) for one in not_to_be_filed(rules)]
    about = {"number": table.number, "game": table.game, "title": table.title, "hash": rules.hash(table.game)}
    return about | {"mistakes": mistakes, "doubts": list(rules.doubts())}


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
