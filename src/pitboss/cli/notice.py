"""Commands: notices of termination between milk dealers and producers (7 Pa. Code § 143.31)."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.app import TEXT, AsJson, Out, group, put, put_facts, put_new
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.annexes.notice.facts import Facts

notice_app = group(
    "notice", "Milk dealers and producers: notice of termination (7 Pa. Code § 143.31, as proposed in 2019)."
)

FactsFile = Annotated[
    Path, typer.Argument(metavar="FACTS.toml", help="A facts file, as `pitboss notice new` writes it.")
]
FORMS = (".txt", ".html", ".pdf")
PROPOSED, IN_FORCE = "proposed", "in-force"  # the texts of the section that can be asked


def _facts(file: Path) -> "Facts":
    from pitboss.annexes.notice.reading import read

    return read(file.read_text(encoding=TEXT))


@notice_app.command("new")
def new(out: Out = None) -> None:
    """Write an example facts file, to be edited."""
    from pitboss.annexes.notice.example import example

    put_new(example(), out)


@notice_app.command("check")
def check(
    file: FactsFile,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    text: Annotated[
        str, typer.Option("--text", help="proposed: as proposed in 2019; in-force: as it was before.")
    ] = PROPOSED,
) -> None:
    """Check a notice from its facts file, with citations and arithmetic; the exit status is 1 where it is not in order."""
    import msgspec

    from pitboss.annexes.notice import in_force
    from pitboss.annexes.notice.answer import answer, printed
    from pitboss.annexes.notice.reading import BadFacts

    if text not in (PROPOSED, IN_FORCE):
        raise Refused(Refusal.MALFORMED, f"--text: Expected {PROPOSED} or {IN_FORCE}, not {text!r}.", "")
    try:
        found = in_force.answer(_facts(file)) if text == IN_FORCE else answer(_facts(file))
    except BadFacts as error:
        if not as_json:
            raise
        refused = {"code": error.why, "sentence": error.sentence, "cite": error.cite}
        put_facts({"refused": refused, "mistakes": error.mistakes}, "", as_json=True)
        raise typer.Exit(2) from None
    put(msgspec.json.format(msgspec.json.encode(found)).decode() if as_json else printed(found), None)
    raise typer.Exit(0 if found.in_order else 1)


@notice_app.command("letter")
def letter(
    file: FactsFile,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="A file ending in .txt, .html or .pdf; without one, text is printed."
        ),
    ] = None,
) -> None:
    """Print the notice as a letter with everything that it must contain."""
    from pitboss.annexes.notice import letter as paper

    form = out.suffix.lower() if out else FORMS[0]
    if form not in FORMS:
        raise Refused(
            Refusal.MALFORMED, f"--out: Expected a file name ending in {', '.join(FORMS)}, not {str(out)!r}.", ""
        )
    written = paper.letter(_facts(file))
    if out and form == ".pdf":
        out.write_bytes(paper.pdf(written))
    else:
        put(paper.html(written) if form == ".html" else paper.text(written), out)


@notice_app.command("law")
def law(
    cite: Annotated[
        str, typer.Argument(metavar="CITE", help="Such as 143.31(c) or I-143-01; without one, everything.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Look up the section's provisions and the readings relied on."""
    from pitboss.annexes.notice.register import look_up

    if not (lines := look_up(cite)):
        says = f"The register has no {cite!r}; a citation reads like 143.31(c)#1 or I-143-01."
        raise Refused(Refusal.MALFORMED, says, "")
    put_facts({"cite": cite, "words": lines}, lines, as_json=as_json)
