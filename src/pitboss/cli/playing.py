"""Commands that play: in the terminal, and from a scenario."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from pitboss.cli.app import TEXT, GameName, Submission, app, chosen
from pitboss.procedure import Refusal, Refused
from pitboss.terminal.modes import Hints


@app.command()
def play(
    game: GameName,
    submission: Submission = None,
    seed: Annotated[
        str, typer.Option(metavar="HEX", help="64 hexadecimal digits; the same seed repeats the same session.")
    ] = "",
    rack: Annotated[str, typer.Option(metavar="DOLLARS", help="The amount to buy in for.")] = "1000.00",
    hints: Annotated[
        Hints, typer.Option(help="When to show what every answer is worth: never, before or after it is given.")
    ] = Hints.OFF,
) -> None:
    """Play in the terminal."""
    from pitboss.money import cents
    from pitboss.terminal.screen import keyboard, screen
    from pitboss.terminal.table import Terminal

    picked, rules = chosen(game, submission)
    if seed and not re.fullmatch("[0-9A-Fa-f]{64}", seed):
        raise Refused(Refusal.MALFORMED, f"A seed is 64 hexadecimal digits; this one is {seed!r}.", "")
    try:
        chips = cents(rack)
    except ValueError as error:
        raise Refused(Refusal.MALFORMED, str(error), "") from None
    Terminal(
        picked, rules, rack=chips, read=keyboard(), say=screen(), seed=bytes.fromhex(seed) or None, hints=hints
    ).sit()


@app.command()
def run(files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Scenarios, or folders of them.")]) -> None:
    """Play scenarios in which every outcome is given; print one JSON object per line."""
    import msgspec

    from pitboss.drivers.script import cautions_of
    from pitboss.drivers.script import run as lines_of

    def with_cautions(text: str) -> Iterator[dict[str, Any]]:
        for sentence in cautions_of(text):
            typer.echo(sentence, err=True)
        return lines_of(text)

    named = len(files) > 1 or any(path.is_dir() for path in files)
    refused = False
    for path in _scenarios(files):
        label = {"file": _shown(path)} if named else {}
        for line in _lines(path, with_cautions):
            refused |= "refused" in line
            typer.echo(msgspec.json.encode(label | line).decode())
    raise typer.Exit(1 if refused else 0)


def _scenarios(paths: list[Path]) -> Iterator[Path]:
    """The files given, and those in the folders given, in order."""
    for path in paths:
        if path.is_dir():
            inside = sorted(found for found in path.rglob("*.toml") if not found.is_dir())
            yield from inside or [path]  # a folder without any is reported as such
        else:
            yield path


def _shown(path: Path) -> str:
    """A path as text: a name may have bytes that are none."""
    return os.fsencode(path).decode("utf-8", "replace")


def _lines(path: Path, lines_of: Callable[[str], Iterator[dict[str, Any]]]) -> Iterator[dict[str, Any]]:
    """The lines of one scenario; a file that cannot be read gives one refused line."""
    if path.is_dir():
        yield _unread(f"{_shown(path)} is a folder without a scenario, a file that ends in .toml.")
        return
    try:
        text = path.read_text(encoding=TEXT)
    except OSError as error:
        why = f"{_shown(path)}: {error.strerror}."
    except UnicodeDecodeError:
        why = f"{_shown(path)} is not text in UTF-8."
    else:
        yield from lines_of(text)
        return
    yield _unread(why)


def _unread(why: str) -> dict[str, Any]:
    from pitboss.drivers.script import refused_line

    return refused_line(Refused(Refusal.MALFORMED, why, ""), 0, "reading")
