"""Commands about the machines that serve one house: each has a key of its own, for which the key of the house is wrapped."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.app import AsJson, group, put_facts, stop

if TYPE_CHECKING:
    import psycopg

machine_app = group("machine", "The machines that serve a house in PostgreSQL: admit one, list them, or remove one.")

Database = Annotated[str, typer.Option(metavar="ADDRESS", help="The address of the PostgreSQL server with the record.")]
Files = Annotated[Path, typer.Option(metavar="FOLDER", help="The folder of this machine's keys.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of a machine, as the list shows it.")]
FILES = Path("pitboss-files")


@machine_app.command("key")
def machine_key(files: Files = FILES, as_json: AsJson = False) -> None:
    """Print the public key of this machine; its own pair of keys is made where there is none.

    Whoever admits the machine takes this line from here, and from nowhere else. The private half stays in FOLDER/machine.key.
    """
    from pitboss.house.storage.machines import own_public

    public = own_public(files)
    put_facts({"key": public}, public, as_json=as_json)


@machine_app.command("admit")
def machine_admit(
    name: Name,
    key: Annotated[str, typer.Argument(metavar="KEY", help="The line that `pitboss machine key` printed there.")],
    database: Database,
    files: Files = FILES,
    as_json: AsJson = False,
) -> None:
    """Wrap the key of the house for a machine, which serves the house from then on. It is done at a machine that has the key.

    The house may be open. Nothing else has to be brought to the machine: no folder is shared.
    """
    from pitboss.house.storage.machines import admit
    from pitboss.house.storage.postgres import key_of_house

    with _connected(database, writes=True) as connection:
        own = key_of_house(database, files)
        made = admit(connection, own, name, key)
    put_facts({"name": made.name, "since": made.admitted}, f"{made.name} is admitted.", as_json=as_json)


@machine_app.command("list")
def machine_list(database: Database, files: Files = FILES, as_json: AsJson = False) -> None:
    """List the machines that are admitted, since when, and their public keys."""
    from pitboss.house.storage.machines import admitted, spoken_key
    from pitboss.house.storage.postgres import key_of_house

    with _connected(database) as connection:
        for one in admitted(connection, key_of_house(database, files)):
            public = spoken_key(one.public)
            facts = {"name": one.name, "since": one.admitted, "key": public}
            put_facts(facts, f"{one.name}  {one.admitted}  {public}", as_json=as_json)


@machine_app.command("remove")
def machine_remove(name: Name, database: Database, as_json: AsJson = False) -> None:
    """Remove a machine: from its next start on it does not get the key of the house any more.

    What it had it may have kept. If it is in the wrong hands, take a new key for the house as well.
    """
    from pitboss.house.storage.machines import remove

    with _connected(database, writes=True) as connection:
        remove(connection, name)
    put_facts({"name": name, "removed": True}, f"{name} is removed.", as_json=as_json)


@contextmanager
def _connected(database: str, *, writes: bool = False) -> "Iterator[psycopg.Connection[Any]]":
    from pitboss.house.storage.dialect import is_address

    if not is_address(database):
        stop("Several machines serve a house whose record is in PostgreSQL: --database postgresql://…", 2)
    import psycopg

    from pitboss.house.storage.postgres import connect_to, spoken

    try:
        with connect_to(database, writes=writes) as connection:
            yield connection
    except psycopg.Error as error:
        stop(f"The database {spoken(database)} cannot be used: {str(error).strip().partition(chr(10))[0]}.", 2)
