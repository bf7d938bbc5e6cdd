"""Commands that print papers for one game under its filed rules, or for a table of a floor file."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli import usage_errors
from pitboss.cli.app import app, chosen, put
from pitboss.cli.option_groups import grouped
from pitboss.cli.paper_options import FilingOptions, OutFile, PaperOptions, check_suffix, waiting_for, write
from pitboss.cli.usage_errors import inches
from pitboss.procedure import Refusal, Refused

BLEED = 0.25  # inches


def _print(name: str, asked: PaperOptions, filing: FilingOptions, out: Path | None) -> None:
    """One of the documents, to a file or to standard output."""
    from pitboss.paper.documents import document_named

    check_suffix(out)
    game, rules, particulars = asked.found(filing)
    paper = document_named(name)
    with waiting_for(f"the {in_a_sentence(paper.title)} of {game.title}"):
        write(paper.make(game, rules, particulars), out)


def in_a_sentence(title: str) -> str:
    """A title as it stands in the middle of a sentence: `gaming guide`, but `PAR sheet`."""
    return title if title[:2].isupper() else title[:1].lower() + title[1:]


def _command(name: str, help: str) -> Callable[..., None]:
    """The command that prints one kind of document."""

    def command(asked: PaperOptions, filing: FilingOptions, out: OutFile = None) -> None:
        _print(name, asked, filing, out)

    app.command(name, help=help)(grouped(command))
    return command


signs = _command("signs", "Print the signs for the table, its number and limits among them (PDF or HTML).")
card = _command("card", "Print the procedure card (PDF or HTML).")
checklist = _command("checklist", "Print the checklists with their signature lines (PDF or HTML).")
par = _command("par", "Write the PAR sheet of a game under its filed rules (PDF or HTML).")


@app.command()
@grouped
def guide(
    asked: PaperOptions,
    filing: FilingOptions,
    out: OutFile = None,
    full: Annotated[bool, typer.Option("--full", help="Every provision of play, instead of two pages.")] = False,
) -> None:
    """Print the patron's gaming guide, two pages at the most (PDF or HTML)."""
    _print("guide-full" if full else "guide", asked, filing, out)


@app.command()
@grouped
def report(
    asked: PaperOptions,
    filing: FilingOptions,
    out: OutFile = None,
    rounds: Annotated[
        int, typer.Option(parser=usage_errors.rounds, metavar="N", help="Rounds of each simulation, like 1e6.")
    ] = 1 << 20,
    seed: Annotated[
        int,
        typer.Option(parser=usage_errors.whole(0, 2**63 - 1), metavar="N", help="The same seed gives the same report."),
    ] = 58,
) -> None:
    """Write the laboratory report: the PAR sheet with counts, second methods and hashes (PDF or HTML)."""
    from pitboss.paper import laboratory

    check_suffix(out)
    game, rules, particulars = asked.found(filing)
    with waiting_for(f"the laboratory report of {game.title}"):
        write(laboratory.document_of(game, rules, particulars, rounds=rounds, seed=seed), out)


@app.command()
@grouped
def form(
    asked: PaperOptions,
    filing: FilingOptions,
    out: OutFile = None,
    against: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The approved submission, to tell what is changed.")
    ] = None,
) -> None:
    """Print the Rules Submission as a form, with edges and changes (PDF or HTML)."""
    from pitboss.paper import submission_form

    check_suffix(out)
    found, rules, particulars = asked.found(filing)
    approved = None if against is None else chosen(found.name, against)[1]
    with waiting_for(f"the edges of {found.title}"):
        write(submission_form.document_of(found, rules, particulars, against=approved), out)


@app.command()
@grouped
def layout(
    asked: PaperOptions,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="A .svg file, or a .pdf at print size; else SVG here.")
    ] = None,
    width: Annotated[
        float, typer.Option(parser=inches(180), metavar="INCHES", help="Of the printed cloth; else as usual.")
    ] = 0.0,
    bleed: Annotated[
        float, typer.Option(parser=inches(3), metavar="INCHES", help="Cloth printed beyond the cut.")
    ] = BLEED,
    felt_colour: Annotated[str, typer.Option(metavar="#RRGGBB", help="Of the cloth.")] = "",
    line_colour: Annotated[str, typer.Option(metavar="#RRGGBB", help="Of the lines.")] = "",
    text_colour: Annotated[str, typer.Option(metavar="#RRGGBB", help="Of the letters.")] = "",
) -> None:
    """Draw the layout: as SVG, or for the printer of the cloth as a PDF at its true size."""
    check_suffix(out, ".svg", ".pdf")
    found, rules, _ = asked.found()
    if out is not None and out.suffix.lower() == ".pdf":
        from pitboss.paper.print_layout import Print, pdf

        colours = {"felt_colour": felt_colour, "line_colour": line_colour, "text_colour": text_colour}
        how = Print(width=width, bleed=bleed, **{name: colour for name, colour in colours.items() if colour})
        out.write_bytes(pdf(found, rules, how))
    else:
        from pitboss.paper.layout import svg

        if width or bleed != BLEED or felt_colour or line_colour or text_colour:
            words = "Size, bleed and colours are those of a print; name a file that ends in .pdf with --out."
            raise Refused(Refusal.MALFORMED, words, "")
        put(svg(found.felt(rules)), out)
