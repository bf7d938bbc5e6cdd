"""The command that gives rounds to others: lines of JSON, scenarios, hand histories, Parquet (docs/interchange.md)."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pitboss.cli.app import app
from pitboss.cli.option_groups import grouped
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.interchange.gathering import Heard, Wanted
    from pitboss.interchange.rounds import PlayedRound


class Format(StrEnum):
    ROUNDS = "rounds"
    SCENARIO = "scenario"
    PHH = "phh"
    PARQUET = "parquet"


class RoundOptions(NamedTuple):
    """Which rounds, and how much of each."""

    tables: Annotated[
        list[str] | None, typer.Option("--table", metavar="NAME", help="Only of this table; may be repeated.")
    ] = None
    rounds: Annotated[str, typer.Option("--rounds", metavar="N or N-M", help="Only these rounds, as 7 or 7-12.")] = ""
    day: Annotated[
        str, typer.Option("--day", metavar="DAY", help="Only what was closed in this gaming day, archived or not.")
    ] = ""
    names: Annotated[bool, typer.Option("--names", help="With the names under which players sat down.")] = False
    events: Annotated[bool, typer.Option("--events", help="With every event, not only the settlements.")] = False

    def wanted(self) -> "Wanted":
        from pitboss.house.table.hours import gaming_day
        from pitboss.interchange.gathering import Wanted

        first, last = _span(self.rounds)
        if self.day:
            gaming_day(self.day, "UTC", "00:00")  # a date, or a refusal
        return Wanted(tuple(self.tables or ()), first, last, self.day, self.names, self.events)


@app.command("export")
@grouped
def export(
    of: RoundOptions,
    source: Annotated[
        Path,
        typer.Argument(
            metavar="SOURCE", help="A database with its key, a record, a file of rounds, a scenario, or a hand history."
        ),
    ] = Path("pitboss.db"),
    format: Annotated[Format, typer.Option("--format", help="What is written.")] = Format.ROUNDS,
    check: Annotated[bool, typer.Option("--check", help="Play every round again first; stop at a difference.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="PATH", help="A file; for parquet a folder. Else standard output.")
    ] = None,
) -> None:
    """Give rounds that are over to others: as lines of JSON, a scenario, hand histories, or Parquet."""
    from pitboss.interchange import sources

    wanted = of.wanted()
    if format is Format.PARQUET and out is None:
        raise Refused(Refusal.MALFORMED, "Parquet is written into a folder: name it with --out.", "")
    with _progress() as heard:
        if format is Format.SCENARIO:
            _write(_scenario(source, wanted, heard), out)
            return
        found = sources.rounds_of(source, wanted, heard)
        found = _checked(found) if check else found
        if format is Format.PARQUET:
            from pitboss.interchange import parquet

            assert out is not None
            count = parquet.write(found, out)
            typer.echo(f"{out}: {count} round{'s' if count != 1 else ''}.", err=True)
        elif format is Format.PHH:
            from pitboss.interchange import phh

            _write((text.encode() for text in phh.write(found)), out)
        else:
            from pitboss.interchange.rounds import encode

            _write((encode(played) for played in found), out)


def _span(text: str) -> tuple[int, int | None]:
    """The first and the last of some rounds: ``7``, ``7-12``, ``7-``."""
    if not text:
        return 1, None
    found = re.fullmatch(r"([1-9]\d{0,11})(-([1-9]\d{0,11})?)?", text)
    first = int(found[1]) if found else 0
    last = first if found and not found[2] else int(found[3]) if found and found[3] else None
    if not found or (last is not None and last < first):
        raise Refused(Refusal.MALFORMED, f"Expected rounds like 7, 7-12 or 7-, not {text!r}.", "")
    return first, last


def _checked(found: "Iterable[PlayedRound]") -> "Iterator[PlayedRound]":
    from pitboss.interchange.again import again

    for played in found:
        again(played)
        yield played


def _scenario(source: Path, wanted: "Wanted", heard: "Heard") -> Iterator[bytes]:
    """The scenario of the rounds wanted, with those before them up to the last that began at a freshly opened table."""
    import msgspec

    from pitboss.interchange import scenarios, sources

    chain: list[PlayedRound] = []
    for played in sources.rounds_of(source, msgspec.structs.replace(wanted, first=1), heard):
        if chain and played.table != chain[0].table:
            raise Refused(Refusal.MALFORMED, "A scenario is of one table: name it with --table.", "")
        if played.round <= wanted.first and scenarios.is_fresh(played):
            chain.clear()
        chain.append(played)
    if not chain or chain[-1].round < wanted.first:
        raise Refused(Refusal.NOT_FOUND, f"There is no round {wanted.first} that is over.", "")
    yield scenarios.to_scenario(chain).encode()


def _write(pieces: Iterable[bytes], out: Path | None) -> None:
    """To standard output, or to a file that gets its name when it is whole."""
    if out is None:
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
        return
    part = out.with_name(f".{out.name}.part")
    try:
        with part.open("wb") as file:
            for piece in pieces:
                file.write(piece)
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _progress() -> "Iterator[Callable[[int, int], None]]":
    """How much of the source was read, on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as shown:
        task = shown.add_task("reading", total=None)

        def heard(read: int, of: int) -> None:
            shown.update(task, completed=read, total=of)

        yield heard
