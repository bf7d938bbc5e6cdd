"""What every command shares: the application, common arguments, and how a refusal is printed."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.game import Game
    from pitboss.submission import RulesSubmission

app = typer.Typer(
    help="Pennsylvania's table-game code, executable.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
submission_app = typer.Typer(help="Rules Submissions: write one, or check one.", no_args_is_help=True)
app.add_typer(submission_app, name="submission")

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, as `pitboss games` lists it.")]
Submission = Annotated[
    Path | None,
    typer.Option("--submission", metavar="FILE", help="A Rules Submission; without one, the example's choices."),
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write to this file instead of standard output.")
]


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


def stop(sentence: str, status: int) -> NoReturn:
    typer.echo(sentence, err=True)
    sys.exit(status)


def chosen(name: str, submission: Path | None) -> "tuple[Game, RulesSubmission]":
    """The game, and the rules it is played by."""
    from pitboss import catalogue
    from pitboss.submission import load

    game = catalogue.game(name)
    if submission is None:
        return game, game.example()
    text = submission.read_text(encoding="utf-8")
    named = named_game(text)
    if named and named != name:
        raise Refused(Refusal.MALFORMED, f"{submission} is a submission for {named!r}, not for {name!r}.", "")
    return game, load(game.rules, text)


def named_game(text: str) -> str:
    """The game that a submission names; empty where it names none."""
    import tomllib

    try:
        named = tomllib.loads(text).get("game", "")
    except tomllib.TOMLDecodeError as error:
        raise Refused(Refusal.MALFORMED, f"The submission is not TOML: {error}.", "") from None
    return named if isinstance(named, str) else ""


def put(text: str, out: Path | None) -> None:
    if out is None:
        typer.echo(text, nl=not text.endswith("\n"))
    else:
        out.write_text(text, encoding="utf-8")
