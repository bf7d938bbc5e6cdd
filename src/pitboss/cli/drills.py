"""``pitboss drill``: questions for players, dealers and floorpersons, typed and graded; or an exam with a record."""

import re
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from pitboss.cli.app import GameName, Submission, app, chosen
from pitboss.cli.option_groups import grouped
from pitboss.cli.usage_errors import whole
from pitboss.drills.kinds import Kind
from pitboss.procedure import Refusal, Refused

MOST = 200  # questions in one sitting


class ExamOptions(NamedTuple):
    """Where the record of an exam is written, if one is held, and what it says."""

    exam: Annotated[
        Path | None,
        typer.Option(metavar="OUT.html", help="Hold an exam: grade at the end, and write a record to print."),
    ] = None
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Who sits the exam.")] = ""
    date: Annotated[
        str,
        typer.Option(
            "--date", metavar="DATE", help="The date of the exam, as it is to be printed; without it, today's."
        ),
    ] = ""


@app.command()
@grouped
def drill(
    game: GameName,
    held: ExamOptions,
    submission: Submission = None,
    kind: Annotated[
        Kind | None, typer.Option(help="What to ask; without it, every kind that the game has, in turn.")
    ] = None,
    count: Annotated[
        int, typer.Option(parser=whole(1, MOST), metavar="N", help="How many questions to ask, 1 to 200.")
    ] = 10,
    seed: Annotated[
        str, typer.Option(metavar="HEX", help="64 hexadecimal digits; the same seed asks the same questions.")
    ] = "",
    progress: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep what was learned in this file, so that weak topics come back."),
    ] = None,
) -> None:
    """Practise decisions, payments, the procedure, calls, hands and irregularities; or sit an exam."""
    import datetime
    import secrets

    from pitboss.cli.drilling import Drilling
    from pitboss.drills.tables import Setting
    from pitboss.terminal.screen import keyboard, screen

    picked, rules = chosen(game, submission)
    if seed and not re.fullmatch("[0-9A-Fa-f]{64}", seed):
        raise Refused(Refusal.MALFORMED, f"A seed is 64 hexadecimal digits; this one is {seed!r}.", "")
    if held.exam is not None and not held.name:
        raise Refused(Refusal.MALFORMED, "An exam needs the name of the one who sits it: give --name.", "")
    if held.exam is not None and progress is not None:
        raise Refused(Refusal.MALFORMED, "An exam keeps no progress: give --exam or --progress.", "")
    kinds = (kind,) if kind is not None else tuple(Kind)
    sitting = Drilling(
        Setting(picked, rules),
        kinds,
        bytes.fromhex(seed) or secrets.token_bytes(32),
        read=keyboard(),
        say=screen(),
    )
    if held.exam is None:
        sitting.practise(count, progress)
        return
    written = sitting.exam(count, held.name, held.date or datetime.date.today().isoformat())
    held.exam.write_text(written, encoding="utf-8")
    typer.echo(f"The record is in {held.exam}.")
