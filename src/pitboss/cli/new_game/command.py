"""Command: `pitboss new-game`, for developers in a checkout of the project."""

import keyword
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.app import app
from pitboss.cli.new_game.scaffold import GameNames, ScaffoldKind, files
from pitboss.cli.paper_options import waiting_for
from pitboss.procedure import Refusal, Refused

CHAPTER, NAME = re.compile(r"\d{3}a"), re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


@app.command("new-game")
def new_game(
    chapter: Annotated[str, typer.Argument(metavar="CHAPTER", help="The number of the chapter, such as 699a.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of its modules, such as high_card.")],
    title: Annotated[
        str, typer.Option("--title", metavar="TITLE", help="What players call it; made from NAME if left out.")
    ] = "",
    kind: Annotated[ScaffoldKind, typer.Option("--kind", help="What decides a round.")] = ScaffoldKind.CARDS,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="Players decide something during the round (cards only).")
    ] = False,
) -> None:
    """Write every file of a new game, as a small game that works (for developers, in a checkout of pitboss)."""
    root = Path.cwd()
    words = GameNames(chapter, name, title or name.replace("_", " ").title(), kind)
    check(root, words)
    if decisions and kind is not ScaffoldKind.CARDS:
        raise Refused(Refusal.MALFORMED, f"--decisions goes with --kind cards, not with --kind {kind.value}.", "")
    written = [root / path for path, _ in files(words, decisions=decisions)]
    for path, text in files(words, decisions=decisions):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    with waiting_for("golden plays and manifest of the new game"):
        finish(root, words, [path for path in written if path.suffix == ".py"])
    for path in written:
        typer.echo(path.relative_to(root))
    typer.echo(
        f"Play it: pitboss play {words.game}. Fill it in: ADDING_A_GAME.md; 'Replace:' marks what is not yours yet."
    )


def check(root: Path, words: GameNames) -> None:
    """Refuse names that cannot be used, and a chapter or game that exists."""
    if not (root / "src" / "pitboss" / "chapters").is_dir() or not (root / "tests").is_dir():
        raise Refused(
            Refusal.MALFORMED, f"Run new-game in a checkout of pitboss; {root} has no src/pitboss/chapters.", ""
        )
    if not CHAPTER.fullmatch(words.chapter):
        raise Refused(Refusal.MALFORMED, f"Expected a chapter such as 699a, not {words.chapter!r}.", "")
    if not NAME.fullmatch(words.name) or keyword.iskeyword(words.name):
        says = f"Expected a name of lower-case words joined by _, such as high_card, not {words.name!r}."
        raise Refused(Refusal.MALFORMED, says, "")
    if not words.title.isprintable() or set(words.title) & set('"\\{}'):
        raise Refused(
            Refusal.MALFORMED, f"Expected a title without quotation marks or braces, not {words.title!r}.", ""
        )
    package = root / "src" / "pitboss"
    if (package / "provisions" / f"{words.chapter}.toml").exists() or any(
        (package / "chapters").glob(f"ch{words.chapter}_*")
    ):
        raise Refused(Refusal.MALFORMED, f"Chapter {words.chapter} exists already; a new game has a new chapter.", "")
    if (package / "mathematics" / words.name).exists() or (root / "tests" / "golden" / words.game).exists():
        raise Refused(Refusal.MALFORMED, f"The name {words.name!r} is taken; choose another.", "")


def finish(root: Path, words: GameNames, sources: list[Path]) -> None:
    """What names of another length change, and what is derived: format, golden plays, manifest and list of games."""
    run(root, "ruff", "format", "--quiet", *map(str, sources))  # first: a long line is wrapped, not refused
    run(root, "ruff", "check", "--quiet", "--fix", *map(str, sources))
    run(root, "tests.golden.regenerate", words.game)
    run(root, "tools.manifest")


def run(root: Path, module: str, *arguments: str) -> None:
    """Run a module of the checkout; a tool that is missing is named."""
    path = os.pathsep.join(filter(None, (str(root / "src"), os.environ.get("PYTHONPATH", ""))))
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=root, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
    if done.returncode:
        said = [line for line in (done.stderr or done.stdout).splitlines() if any(map(str.isalnum, line))]
        raise Refused(
            Refusal.UNAVAILABLE,
            f"The files are written, but {module} failed: {(said or ['no message'])[0].strip()}",
            "",
        )
