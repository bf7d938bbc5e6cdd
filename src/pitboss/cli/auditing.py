"""``pitboss audit``: every recorded round settled again, by an engine of its own."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.app import AsJson, app, put_facts
from pitboss.procedure import Refusal, Refused
from pitboss_audit import NotARecord, Report, audit, rounds

MOST_SHOWN = 50  # of each kind of finding, unless --all


@app.command("audit")
def audit_command(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE.jsonl", help="Exported records of tables, or of whole days, the earliest first."),
    ] = None,
    database: Annotated[
        Path | None,
        typer.Option("--database", metavar="FILE", help="A database, in use or not, with its key beside it."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="List every difference, not only the first.")] = False,
    as_json: AsJson = False,
) -> None:
    """Settle every recorded round again by an engine of its own, and compare to the cent.

    That engine, pitboss_audit, has nothing of the one that played: it is written from the text alone. Rounds that it cannot settle
    are listed with the reason, and never count as agreeing. What a reading that changed since explains is listed as that.
    """
    from pitboss.cli.paper_options import waiting_for
    from pitboss.rulebook import manifest

    if not files and database is None:
        raise Refused(Refusal.MALFORMED, "Name a record to audit, or a database with --database.", "")
    found = Report()
    with waiting_for("every round, settled again"):
        try:
            for one in audit(rounds(_lines(files or [], database)), manifest.of().rules.version):
                found.add(one)
        except NotARecord as error:
            raise Refused(Refusal.MALFORMED, str(error), "") from None
    put_facts(found.facts(), words_of(found, None if everything else MOST_SHOWN), as_json=as_json)
    if not found.agrees:
        raise typer.Exit(1)


def words_of(found: Report, most: int | None) -> str:
    """What was found, for people; at most so many of each kind."""
    words = [found.summary()]
    for kind in (found.differences, found.changed, list(found.reasons())):
        words += [str(one) for one in kind[:most]]
        if most is not None and len(kind) > most:
            words.append(f"… and {len(kind) - most:,} more; --all lists them.")
    return "\n".join(words)


def _lines(files: list[Path], database: Path | None) -> Iterator[bytes]:
    for file in files:
        with file.open("rb") as lines:
            yield from lines
    if database is not None:
        from datetime import UTC, datetime

        from pitboss.house.clock import stamp
        from pitboss.house.evidence.record_part import record_of_database

        for piece in record_of_database(database, stamp(datetime.now(UTC).timestamp())):
            yield from piece.splitlines()
