"""Commands about backups: make one of a database, in use or not, check one, and put one in the place of a database."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.app import AsJson, group, put_facts, stop, stop_refused
from pitboss.procedure import Refused

if TYPE_CHECKING:
    from pitboss.tlog.note import Checkpoint

backup_app = group("backup", "Backups of the record: make one, check one, or restore one.")

Backup = Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")]
Key = Annotated[
    Path | None,
    typer.Option("--key", metavar="FILE", help="The key of its database; else FILE.key, if it is there."),
]
Kept = Annotated[
    Path | None,
    typer.Option(
        "--checkpoint", metavar="FILE", help="A signed head that you kept; the copy has to have grown from it."
    ),
]


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[float], None]]:
    """A bar on a terminal, told from 0 to 1; nothing where the errors go to a file."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(disable=not sys.stderr.isatty(), console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(what, total=1.0)
        yield lambda done: shown.update(task, completed=done)


@backup_app.command("make")
def backup_make(
    database: Annotated[Path, typer.Option(help="The database file, in use or not.")] = Path("pitboss.db"),
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to write it; else beside the database.")
    ] = None,
    with_key: Annotated[
        bool, typer.Option("--with-key", help="Copy the key too; whoever has both reads everything.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Copy the database while the house is open; the copy is checked before it counts.

    The whole record is copied. The index for searches (DATABASE.index) is not: it is made again. Archived days and saved searches
    (DATABASE.archive, DATABASE.queries.json) are files of their own; copy them as they are.
    """
    from pitboss.house.storage import backup

    target = out if out is not None else backup.backup_name(database, datetime.now(UTC))
    with progress_bar("copied and checked") as progress:
        made = backup.make(database, target, with_key=with_key, progress=progress)
    facts = {"file": target, "bytes": made.size, "sha256": made.sha256, "found": made.found}
    put_facts(facts, f"{target}\n{made.size} bytes, sha256 {made.sha256}\n{made.found}", as_json=as_json)
    if not with_key and not as_json:
        typer.echo(f"It is read with {backup.key_of(database).name}, which is not copied; keep that elsewhere.")


@backup_app.command("check")
def backup_check(file: Backup, key: Key = None, checkpoint: Kept = None, as_json: AsJson = False) -> None:
    """Open a backup and walk every chain in it; the exit status is 1 where one is broken."""
    from pitboss.house.storage import backup
    from pitboss.house.storage.schema import TooNew
    from pitboss.house.storage.seal import Sealer

    _must_be_there(file)
    try:
        where = key if key is not None else backup.key_of(file)
        sealer = Sealer.read(where) if key is not None or where.exists() else None
        with progress_bar("checked") as progress:
            found = backup.check(file, sealer, checkpoints=_given(checkpoint), progress=progress)
    except TooNew:
        raise
    except Refused as refusal:
        stop_refused(refusal, 1)
    hashed = backup.sha256(file)
    put_facts({"file": file, "sha256": hashed, "found": found}, f"sha256 {hashed}\n{found}", as_json=as_json)


@backup_app.command("restore")
def backup_restore(
    file: Backup,
    to: Annotated[
        Path, typer.Option("--to", metavar="DATABASE", help="Where the database is to be; nothing may be there.")
    ],
    key: Key = None,
    checkpoint: Kept = None,
    as_json: AsJson = False,
) -> None:
    """Check a backup and put it in the place of a database, with its key; nothing is overwritten.

    What is restored is the record. The house makes its index for searches again when it is opened; archived days and saved
    searches (DATABASE.archive, DATABASE.queries.json) come from where they were copied to. The exit status is 1 where the copy
    is not in order; then nothing is put anywhere.
    """
    from pitboss.house.storage.restore import restore
    from pitboss.house.storage.schema import TooNew

    _must_be_there(file)
    try:
        with progress_bar("checked") as progress:
            done = restore(file, to, key, checkpoints=_given(checkpoint), progress=progress)
    except TooNew:
        raise
    except Refused as refusal:
        stop_refused(refusal, 1)
    facts = {"file": to, "bytes": done.size, "until": done.until, "found": done.found}
    words = f"{to} and its key are in place: {done.size} bytes, the record up to {done.until}.\n{done.found}"
    put_facts(facts, words, as_json=as_json)


def _must_be_there(file: Path) -> None:
    """A file that is missing is no broken backup: exit 2, as with every other command."""
    if not file.exists():
        stop(f"There is no file {file}.", 2)


@backup_app.command("copy")
def backup_copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The record: a file, or postgresql://…")],
    target: Annotated[str, typer.Argument(metavar="TO", help="Where it is to be: a new file, or an empty database.")],
    files: Annotated[
        Path, typer.Option(metavar="FOLDER", help="The folder of the key, on the side of PostgreSQL.")
    ] = Path("pitboss-files"),
    as_json: AsJson = False,
) -> None:
    """Copy a record from PostgreSQL into a file, or from a file into PostgreSQL, with its key.

    A record in PostgreSQL can be copied while the house is open; the file is what it was at one moment, and can be verified,
    backed up, exported or served like any other. A file is copied while no house has it open.
    """
    from pitboss.house.storage import copying, dialect

    if dialect.is_address(source) == dialect.is_address(target):
        stop("Expected a file on one side and postgresql://… on the other.", 2)
    with progress_bar("copied") as progress:
        if dialect.is_address(source):
            file = Path(target)
            copying.into_new_file(source, files, file, progress)
        else:
            copying.into_server(Path(source), target, files, progress)
    put_facts({"copied": True}, "The record and its key are copied.", as_json=as_json)


def _given(checkpoint: Path | None) -> "list[Checkpoint]":
    from pitboss.house.storage.audit import checkpoint_given

    return [] if checkpoint is None else [checkpoint_given(checkpoint.read_text(encoding="utf-8"))]
