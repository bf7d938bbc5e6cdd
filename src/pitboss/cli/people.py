"""Commands about people at the machine of a house: list them, and make a link for a side that cannot agree by itself."""

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.app import AsJson, group, put_facts, stop
from pitboss.roles import Role

people_app = group("people", "The people of a house: list them, or make a link where nobody else can.")

Database = Annotated[
    str, typer.Option(metavar="FILE", help="The database: a file, or the address of a PostgreSQL server.")
]
Files = Annotated[Path, typer.Option(metavar="FOLDER", help="With PostgreSQL: the folder of the house's key.")]
FILES = Path("pitboss-files")


@people_app.command("list")
def people_list(database: Database = "pitboss.db", files: Files = FILES, as_json: AsJson = False) -> None:
    """List who is here with their roles, who holds roles that nobody gets together any more, and what waits for a second person."""
    from pitboss.house.people.access import conflicts, equal_names, wish
    from pitboss.house.process.recovering import read_people

    fold = read_people(database, files)
    people = [person for person in fold.people.values() if person.active]
    sentences = (*conflicts(people), *equal_names(people))
    if as_json:
        for one in people:
            put_facts(
                {"credential": one.credential, "name": one.name, "roles": one.roles, "since": one.since},
                "",
                as_json=True,
            )
        for pending in fold.access.waiting.values():
            put_facts({"request": pending.asked, "since": pending.since}, "", as_json=True)
        for words in sentences:
            put_facts({"warning": words}, "", as_json=True)
        return
    width = max((len(person.credential) for person in people), default=0)
    for person in people:
        typer.echo(f"{person.credential:<{width}}  {person.name}: {', '.join(role.title for role in person.roles)}")
    for waiting in fold.access.waiting.values():
        asked = waiting.asked
        name = fold.people[asked.credential].name if asked.credential in fold.people else ""
        typer.echo(f"Request {asked.number} of {asked.by} waits for a second person: to {wish(asked, name)}.")
    for sentence in sentences:
        typer.echo(f"! {sentence}")


@people_app.command("recover")
def people_recover(
    side: Annotated[str, typer.Argument(metavar="SIDE", help="administrator or board.")],
    database: Database = "pitboss.db",
    files: Files = FILES,
    person: Annotated[
        str,
        typer.Option("--for", metavar="NUMBER", help="A person of that side who cannot sign in; else somebody new."),
    ] = "",
    gone: Annotated[
        list[str] | None,
        typer.Option(metavar="NUMBER", help="A person of that side who has left, and is ended; may be repeated."),
    ] = None,
    url: Annotated[str, typer.Option(help="The address that people use.")] = "http://localhost:8000",
    as_json: AsJson = False,
) -> None:
    """Make a link for the administrators or the Board where fewer than two of them are left to agree.

    The house has to be closed, and its key file beside the database. It is in the record, and the Board is notified.
    """
    from pitboss.authority import SIDES
    from pitboss.house.people.access import side_words
    from pitboss.house.people.invitations import link
    from pitboss.house.process.recovering import recover

    if side not in set(SIDES):
        stop(f"Expected {' or '.join(SIDES)}, not {side!r}.", 2)
    token = recover(database, files, Role(side), person=person, gone=gone or ())
    address = f"{url.rstrip('/')}{link(token)}"
    words = f"For {side_words(Role(side))}, once the house is open, within a day:\n  {address}"
    put_facts({"side": side, "link": address}, words, as_json=as_json)
