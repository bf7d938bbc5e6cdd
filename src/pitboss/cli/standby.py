"""Commands about the servers of PostgreSQL that keep one record: look at them, promote a standby, go on without one."""

from typing import Annotated

import typer

from pitboss.cli.app import AsJson, group, put_facts, stop

standby_app = group(
    "standby", "The servers of a record in PostgreSQL: list them, promote a standby, go on without one."
)

Database = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS", help="The address with all servers, as one who may change their settings and promote them."
    ),
]


@standby_app.command("list")
def standby_list(database: Database, as_json: AsJson = False) -> None:
    """List the servers: which is the primary, for whom it waits, how far a standby is behind, which one does not answer.

    The exit status is 1 where there is no primary or more than one, or the primary waits for nobody.
    """
    from pitboss.house.process.promoting import states

    found = states(_checked(database))
    for one in found:
        _put(one, as_json=as_json)
    primaries = [one for one in found if one.is_ == "primary"]
    if len(primaries) != 1 or not primaries[0].waits_for:
        raise typer.Exit(1)


@standby_app.command("promote")
def standby_promote(
    server: Annotated[str, typer.Argument(metavar="HOST:PORT", help="The standby, as the list shows it.")],
    database: Database,
    alone: Annotated[
        bool, typer.Option("--alone", help="It waits for no standby until `pitboss standby wait`: none is left.")
    ] = False,
    gone: Annotated[
        bool, typer.Option("--gone", help="The server that does not answer was switched off or cut off.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make a standby the primary. The one before is fenced first: it takes no more writes, and everybody is cut off from it.

    The house goes on by itself. Without --alone it goes on when the new primary has a standby that it waits for.
    """
    from pitboss.house.process.promoting import promote

    _put(promote(_checked(database), server, alone=alone, gone=gone), as_json=as_json)


@standby_app.command("alone")
def standby_alone(database: Database, as_json: AsJson = False) -> None:
    """Have the primary wait for no standby, because none is left; what waits is acknowledged at once.

    Until `pitboss standby wait`, everything is lost with the disk of the primary.
    """
    from pitboss.house.process.promoting import go_alone

    _put(go_alone(_checked(database)), as_json=as_json)


@standby_app.command("wait")
def standby_wait(
    names: Annotated[
        str, typer.Argument(metavar="NAMES", help="The standbys, as synchronous_standby_names takes them.")
    ],
    database: Database,
    as_json: AsJson = False,
) -> None:
    """Have the primary acknowledge nothing before one of these standbys has it."""
    from pitboss.house.process.promoting import wait_for

    _put(wait_for(_checked(database), names), as_json=as_json)


def _checked(database: str) -> str:
    from pitboss.house.storage.dialect import is_address

    if not is_address(database):
        stop("Standbys are of a record in PostgreSQL: --database postgresql://…", 2)
    return database


def _put(state: object, *, as_json: bool) -> None:
    import msgspec

    facts = msgspec.to_builtins(state)
    more = {
        "primary": f", timeline {facts['timeline']}, waits for {facts['waits_for'] or 'nobody'}",
        "standby": f", {facts['behind']} bytes behind",
        "away": f": {facts['said']}",
    }
    put_facts(facts, f"{facts['server']}  {facts['is']}{more.get(facts['is'], '')}", as_json=as_json)
