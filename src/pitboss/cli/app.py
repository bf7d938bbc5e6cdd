"""What every command shares: the application, common arguments, and how a refusal is printed."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NoReturn

import typer
from typer.core import TyperGroup

from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.game import Game
    from pitboss.submission import RulesSubmission


TEXT = "utf-8-sig"  # of files that people write: some editors put a mark before the first letter


# The commands of `pitboss --help`, by what one wants to do; every command is in one of them (tests/cli/test_commands.py).
# `docs/commands.md` and the man page are written from them (`python -m tools.commands`).
SECTIONS = {
    "Play and learn": "play drill strategy",
    "Look up the law": "games law editions provisions names",
    "File rules and print papers": "submission form guide signs card checklist layout par report",
    "Work out figures": "edge compare sweep solve depth bankroll simulate way certify warm",
    "Run a house": "serve floor people machine standby device alarm key doctor backup archive ratings",
    "Check a record": "record verify audit witness rules export otherwise",
    "Build on it": "run conformance new-game",
    "Annex": "notice",
}


class Commands(TyperGroup):
    """A group of commands whose help tells of each one in whole sentences."""

    sections: ClassVar[dict[str, str]] = {}

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        summaries = {
            name: (each.help or "").partition("\n\n")[0] for name, each in self.commands.items() if not each.hidden
        }
        sorted_in = {name for names in self.sections.values() for name in names.split()}
        others = " ".join(name for name in summaries if name not in sorted_in)
        for section, names in [*self.sections.items(), ("Commands", others)]:
            if rows := [(name, " ".join(summaries[name].split())) for name in names.split() if name in summaries]:
                with formatter.section(section):
                    formatter.write_dl(rows)


class AllCommands(Commands):
    """The commands of ``pitboss`` itself, in sections."""

    sections = SECTIONS


def group(name: str, about: str) -> typer.Typer:
    """A group of commands under one name: ``pitboss NAME …``."""
    commands = typer.Typer(help=about, no_args_is_help=True, cls=Commands)
    app.add_typer(commands, name=name)
    return commands


app = typer.Typer(
    help="Pennsylvania's table-game code, executable.",
    cls=AllCommands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain text, as errors are: drawing boxes takes longer than everything else before a command
)
submission_app = group("submission", "Rules Submissions: write one, or check one.")


def games_begun(incomplete: str) -> list[str]:
    """The games that a shell completes a beginning to."""
    from pitboss import catalogue

    return [name for name in catalogue.games() if name.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game's name, as `pitboss games` lists it.", autocompletion=games_begun),
]
Submission = Annotated[
    Path | None,
    typer.Option("--submission", metavar="FILE", help="A Rules Submission; without one, the example's choices."),
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write to this file instead of standard output.")
]


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one record to a line; what is refused, too.")]


def print_version(wanted: bool) -> None:
    if wanted:
        from pitboss import __version__

        typer.echo(f"pitboss {__version__}")
        raise typer.Exit


@app.callback()
def main_options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=print_version, is_eager=True)
    ] = False,
) -> None:
    """Pennsylvania's table-game code, executable."""


def wants_json() -> bool:
    """Whether a program reads what is printed, also where a command could not even be begun."""
    words = sys.argv[1:]
    return "--json" in words[: words.index("--") if "--" in words else None]


def put_facts(facts: object, words: str, *, as_json: bool) -> None:
    """One record for a program, or the words for people."""
    if as_json:
        import msgspec

        words = msgspec.json.encode(facts, enc_hook=str).decode()
    typer.echo(words, nl=not words.endswith("\n"))


def stop(sentence: str, status: int, code: str = "refused", cite: str = "") -> NoReturn:
    """End with a refusal: a sentence, or with --json a record in the one shape that refusals have, on the wire too."""
    if wants_json():
        put_facts({"refused": {"code": str(code), "sentence": sentence, "cite": cite}}, "", as_json=True)
    else:
        typer.echo(sentence, err=True)
    sys.exit(status)


def stop_refused(refusal: Refused, status: int) -> NoReturn:
    """The same for a refusal of the rules or the house; people see the citation in the sentence."""
    if wants_json():
        stop(refusal.sentence, status, refusal.why, refusal.cite)
    stop(str(refusal), status)


def chosen(name: str, submission: Path | None) -> "tuple[Game, RulesSubmission]":
    """The game, and the rules it is played by."""
    from pitboss import catalogue
    from pitboss.library.rules import named_game
    from pitboss.submission import load

    game = catalogue.game(name)
    if submission is None:
        return game, game.example()
    text = submission.read_text(encoding=TEXT)
    named = named_game(text)
    if named and named != name:
        raise Refused(Refusal.MALFORMED, f"{submission} is a submission for {named!r}, not for {name!r}.", "")
    return game, load(game.rules, text)


def put_new(text: str, out: Path | None) -> None:
    """Write a file that somebody is going to edit: what is there already may have been edited, and stays."""
    if out is not None and out.is_file():
        stop(f"{out} is there already; name a new file, or remove it first.", 2, "forbidden_choice")
    put(text, out)


def put(text: str, out: Path | None) -> None:
    if out is None:
        typer.echo(text, nl=not text.endswith("\n"))
    else:
        out.write_text(text, encoding="utf-8")
