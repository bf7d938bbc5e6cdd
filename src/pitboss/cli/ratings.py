"""The command that rates the play of patrons in a database that no house has open."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from pitboss.cli.app import AsJson, app, put_facts
from pitboss.cli.paper_options import waiting_for

if TYPE_CHECKING:
    from pitboss.house.records.filed import Filed


@app.command("ratings")
def ratings(
    database: Annotated[Path, typer.Option(help="The database file; an open house is asked over HTTP.")] = Path(
        "pitboss.db"
    ),
    since: Annotated[str, typer.Option(metavar="DAY", help="The first gaming day, like 2026-05-31.")] = "",
    until: Annotated[str, typer.Option(metavar="DAY", help="The last gaming day.")] = "",
    table: Annotated[list[str] | None, typer.Option(help="A table; may be repeated. Else all but practice.")] = None,
    by: Annotated[
        list[str] | None, typer.Option(help="A line for each day, table or sitting; may be repeated.")
    ] = None,
    names: Annotated[bool, typer.Option("--names", help="Say who patrons are, where that is known.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write what each patron played as CSV: time, rounds, average bet, handle, result and theoretical worth."""
    from pitboss.house.protocol.ratings import RATED_BY, RatingQuery
    from pitboss.house.records.ratings import edges_by_stake
    from pitboss.house.records.records import Records, rating_sheet
    from pitboss.house.storage.store import Store
    from pitboss.house.workers.request import rules_of
    from pitboss.mathematics.kit.every_edge import edges_kept

    if unknown := [one for one in by or () if one not in RATED_BY]:
        raise typer.BadParameter(f"expected {', '.join(RATED_BY)}, not {unknown[0]!r}", param_hint="--by")
    if not database.is_file():
        raise FileNotFoundError(2, "there is no such database", str(database))

    async def edges(filed: "Filed") -> Any:
        return edges_by_stake(edges_kept(*rules_of(filed.game, filed.choices)))

    query = RatingQuery(since=since, until=until, tables=tuple(table or ()), by=cast(Any, tuple(by or ())))
    store = Store(database)
    records = Records(store)
    try:
        with waiting_for("the worth of what was played"):
            found = asyncio.run(records.ratings(query, edges, names=names))
        for line in found if as_json else ():
            put_facts(line, "", as_json=True)
        if not as_json:
            typer.echo(rating_sheet(found).decode(), nl=False)
    finally:
        records.close()
        store.close()
