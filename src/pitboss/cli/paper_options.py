"""What the commands that print papers are told: the game and its rules, or a table of a floor file, and the particulars."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
import typer

from pitboss.cli.app import Submission, chosen
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.game import Game
    from pitboss.house.floorplan.file import FloorHouse, TableLine
    from pitboss.paper.document import Document
    from pitboss.paper.output import Artwork
    from pitboss.paper.particulars import Particulars
    from pitboss.submission import RulesSubmission

PATIENCE = 1.0  # seconds after which somebody who waits is told what for

OutFile = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="A .pdf or .html file; else HTML here.")]


class FilingOptions(NamedTuple):
    """What a paper says of the certificate holder and of the filing, where they are known."""

    licence: Annotated[str, typer.Option(metavar="NUMBER", help="The certificate holder's licence.")] = ""
    address: Annotated[str, typer.Option(metavar="TEXT", help="The certificate holder's address.")] = ""
    filing_number: Annotated[
        str, typer.Option("--filing-number", metavar="NUMBER", help="The number of the filing.")
    ] = ""
    filed: Annotated[str, typer.Option(metavar="DAY", help="The day on which it was filed, like 2026-05-01.")] = ""
    effective: Annotated[str, typer.Option(metavar="DAY", help="The day from which it is in force.")] = ""


class PaperOptions(NamedTuple):
    """A game and its rules, or a table of a floor file."""

    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game's name; none with --floor and --table.")] = ""
    submission: Submission = None
    floor: Annotated[
        Path | None, typer.Option("--floor", metavar="FILE.toml", help="A floor file: with --table, instead of GAME.")
    ] = None
    table: Annotated[
        list[str] | None, typer.Option("--table", metavar="NUMBER", help="The table's number; may be said again.")
    ] = None
    holder: Annotated[str, typer.Option(metavar="NAME", help="The certificate holder.")] = ""

    def found(self, filing: FilingOptions | None = None) -> "tuple[Game, RulesSubmission, Particulars]":
        """The game, its rules, and the particulars to print with them."""
        from pitboss.paper.particulars import Particulars
        from pitboss.paper.review_clock import day

        filing = filing or FilingOptions()
        for written in filter(None, (filing.filed, filing.effective)):
            day(written)
        given: dict[str, Any] = {"filing": filing.filing_number, "filed": filing.filed, "effective": filing.effective}
        given["tables"] = tuple(self.table or ())
        if self.floor is not None:
            game, rules, line, house = self._at_a_table(self.floor)
            known = Particulars(
                holder=house.holder, licence=filing.licence or house.licence, address=filing.address or house.address,
                title=line.title, **given,
            )  # fmt: skip
            return game, rules, known
        if not self.game:
            raise Refused(Refusal.MALFORMED, "Name a game, or a table of a floor file with --floor and --table.", "")
        game, rules = chosen(self.game, self.submission)
        rules = _held_by(self.holder, rules, filed=self.submission is not None)
        known = Particulars(holder=rules.holder, licence=filing.licence, address=filing.address, **given)
        return game, rules, known

    def _at_a_table(self, file: Path) -> "tuple[Game, RulesSubmission, TableLine, FloorHouse]":
        """The rules of a table of a floor file, in the name of its house."""
        from pitboss import catalogue
        from pitboss.house.floorplan.file import load

        if self.submission is not None or self.holder:
            raise Refused(Refusal.MALFORMED, "A floor file names holder and filing; leave out --submission and --holder.",
                "")  # fmt: skip
        floor = load(file)
        lines = {line.number: line for line in floor.tables}
        missing = next((number for number in self.table or ("",) if number not in lines), None)
        if missing is not None:
            words = f"Expected --table with a table of {file.name}, not {missing!r}; there are: {', '.join(lines)}."
            raise Refused(Refusal.NOT_FOUND, words, "")
        line, *others = (lines[number] for number in self.table or ())
        rules = line.rules(floor.house.holder)
        if self.game and self.game != line.game:
            raise Refused(Refusal.MALFORMED, f"Table {line.number} is for {line.game!r}, not for {self.game!r}.", "")
        for other in others:
            if (other.game, other.rules(floor.house.holder)) != (line.game, rules):
                words = f"Tables {line.number} and {other.number} have different rules; print a paper for each."
                raise Refused(Refusal.MALFORMED, words, "")
        return catalogue.game(line.game), rules, line, floor.house


def _held_by(holder: str, rules: "RulesSubmission", *, filed: bool) -> "RulesSubmission":
    """The rules in a certificate holder's name; a submission that names another is not changed."""
    from pitboss.submission import HOLDER, TEXT

    if not holder or holder == rules.holder:
        return rules
    if filed and rules.holder != HOLDER:
        words = f"The submission is filed by {rules.holder!r}, not by {holder!r}; change its holder."
        raise Refused(Refusal.MALFORMED, words, TEXT)
    return msgspec.structs.replace(rules, holder=holder)


def write(document: "Document | Artwork", out: Path | None) -> None:
    """To the file, in the form that its name asks for; else HTML to standard output."""
    from pitboss.paper.output import render

    if out is None:
        typer.echo(render(document, ".html").decode(), nl=False)
    else:
        out.write_bytes(render(document, out.suffix))


def check_suffix(out: Path | None, *allowed: str) -> None:
    """Refuse a file's name before anything is worked out for it."""
    from pitboss.paper.output import SUFFIXES, suffix_of

    if out is not None:
        suffix_of(out, allowed or SUFFIXES)


@contextmanager
def waiting_for(what: str) -> Iterator[None]:
    """Say on standard error what is being worked out, if it takes longer than a moment and somebody watches."""
    if not sys.stderr.isatty():
        yield
        return
    timer = threading.Timer(PATIENCE, lambda: print(f"Working out {what} …", file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
