"""Commands about backups: make one of a database, in use or not, and check one."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.app import app, stop
from pitboss.procedure import Refused

backup_app = typer.Typer(help="Backups of the record: make one, or check one.", no_args_is_help=True)
app.add_typer(backup_app, name="backup")


@backup_app.command("make")
def backup_make(
    database: Annotated[Path, typer.Option(help="The database file, in use or not.")] = Path("pitboss.db"),
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to write it; else beside the database.")
    ] = None,
    with_key: Annotated[
        bool, typer.Option("--with-key", help="Copy the key too; whoever has both reads everything.")
    ] = False,
) -> None:
    """Copy the database while the house is open; the copy is checked before it counts."""
    from pitboss.house.storage import backup

    target = out if out is not None else backup.backup_name(database, datetime.now(UTC))
    made = backup.make(database, target, with_key=with_key)
    typer.echo(f"{target}\n{made.size} bytes, sha256 {made.sha256}\n{made.found}")
    if not with_key:
        typer.echo(f"It is read with {backup.key_of(database).name}, which is not copied; keep that elsewhere.")


@backup_app.command("check")
def backup_check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    key: Annotated[
        Path | None,
        typer.Option("--key", metavar="FILE", help="The key of its database; else FILE.key, if it is there."),
    ] = None,
) -> None:
    """Open a backup and walk every chain in it; the exit status is 1 where one is broken."""
    from pitboss.house.storage import backup
    from pitboss.house.storage.seal import Sealer

    try:
        where = key if key is not None else backup.key_of(file)
        sealer = Sealer.read(where) if key is not None or where.exists() else None
        found = backup.check(file, sealer)
    except Refused as refusal:
        stop(str(refusal), 1)
    typer.echo(f"sha256 {backup.sha256(file)}\n{found}")
