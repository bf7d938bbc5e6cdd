"""The command line. Each command opens the room it needs and no other; refusals are one sentence with a citation."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.exact.edge import Edge
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
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write here instead of to standard output.")]


def main() -> None:
    """The entry point: what is refused is said in one sentence, never as a traceback."""
    try:
        app()
    except Refused as no:
        _stop(str(no), 2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        _stop(f"{error.filename or 'The file'}: {error.strerror or error}.", 2)
    except UnicodeDecodeError:
        _stop("The file is not text in UTF-8.", 2)


def _stop(sentence: str, status: int) -> NoReturn:
    typer.echo(sentence, err=True)
    sys.exit(status)


def _chosen(name: str, submission: Path | None) -> "tuple[Game, RulesSubmission]":
    """A game and the rules it is played by."""
    from pitboss import catalogue
    from pitboss.submission import load

    game = catalogue.game(name)
    if submission is None:
        return game, game.example()
    text = submission.read_text(encoding="utf-8")
    named = _named_game(text)
    if named and named != name:
        raise Refused(Refusal.MALFORMED, f"{submission} is a submission for {named!r}, not for {name!r}.", "")
    return game, load(game.rules, text)


def _named_game(text: str) -> str:
    """The game that a submission names; empty where it names none or is not TOML."""
    import tomllib

    try:
        named = tomllib.loads(text).get("game", "")
    except tomllib.TOMLDecodeError as error:
        raise Refused(Refusal.MALFORMED, f"The submission is not TOML: {error}.", "") from None
    return named if isinstance(named, str) else ""


def _print(text: str, out: Path | None) -> None:
    if out is None:
        typer.echo(text, nl=not text.endswith("\n"))
    else:
        out.write_text(text, encoding="utf-8")


# --- playing -----------------------------------------------------------------------------------------------


@app.command()
def serve(
    database: Annotated[Path, typer.Option(help="Where the record is kept.")] = Path("pitboss.db"),
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=0, max=65535)] = 8000,
    name: Annotated[list[str] | None, typer.Option(help="Another name the house answers to; may be repeated.")] = None,
) -> None:
    """Open the house: tables in the browser."""
    from pitboss.house.seal import Unsafe
    from pitboss.house.serve import serve as open_house

    try:
        open_house(database, host, port, names=name or (), say=typer.echo)
    except Unsafe as error:
        _stop(str(error), 2)


@app.command()
def play(
    game: GameName,
    submission: Submission = None,
    seed: Annotated[str, typer.Option(metavar="HEX", help="64 hexadecimal digits, to play the same again.")] = "",
    rack: Annotated[str, typer.Option(metavar="DOLLARS", help="What to buy in for.")] = "1000.00",
) -> None:
    """Play in the terminal."""
    from pitboss.money import cents
    from pitboss.terminal.screen import keyboard, screen
    from pitboss.terminal.table import Terminal

    chosen, rules = _chosen(game, submission)
    if seed and not re.fullmatch("[0-9A-Fa-f]{64}", seed):
        raise Refused(Refusal.MALFORMED, "A seed is 64 hexadecimal digits.", "")
    try:
        chips = cents(rack)
    except ValueError as error:
        raise Refused(Refusal.MALFORMED, str(error), "") from None
    Terminal(chosen, rules, rack=chips, read=keyboard(), say=screen(), seed=bytes.fromhex(seed) or None).sit()


@app.command()
def run(files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Scenarios, or folders of them.")]) -> None:
    """Play scenarios with nothing left to chance; one JSON object to a line."""
    import msgspec

    from pitboss.drivers.script import run as lines_of

    named = len(files) > 1 or any(path.is_dir() for path in files)
    refused = False
    for path in _scenarios(files):
        label = {"file": str(path)} if named else {}
        for line in _lines(path, lines_of):
            refused |= "refused" in line
            typer.echo(msgspec.json.encode(label | line).decode())
    raise typer.Exit(1 if refused else 0)


def _scenarios(paths: list[Path]) -> Iterator[Path]:
    """The files named, and those in the folders named, in order."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.toml"))
        else:
            yield path


def _lines(path: Path, lines_of: Callable[[str], Iterator[dict[str, Any]]]) -> Iterator[dict[str, Any]]:
    """The lines of one scenario; one that cannot be read is refused like any other."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        why = f"{path}: {error.strerror}."
    except UnicodeDecodeError:
        why = f"{path} is not text in UTF-8."
    else:
        yield from lines_of(text)
        return
    yield {"refused": {"why": why, "refusal": str(Refusal.MALFORMED), "cite": "", "round": 0, "step": "reading"}}


@app.command()
def verify(file: Annotated[Path, typer.Argument(metavar="FILE.jsonl", help="An exported record.")]) -> None:
    """Check a record: its hash chain, its seeds, and that every round replays to the same events."""
    from pitboss.house.verify import verify as verify_record

    typer.echo(str(verify_record(file)))


# --- rules and law -----------------------------------------------------------------------------------------


@app.command()
def games() -> None:
    """List the games."""
    from pitboss import catalogue

    for game in catalogue.games().values():
        typer.echo(f"{game.name:<32}{game.chapter}  {game.about}")


@submission_app.command("new")
def submission_new(game: GameName, out: Out = None) -> None:
    """Write a complete lawful submission, to be edited."""
    from pitboss import catalogue
    from pitboss.submission import write

    chosen = catalogue.game(game)
    _print(write(chosen.name, chosen.example()), out)


@submission_app.command("check")
def submission_check(file: Annotated[Path, typer.Argument(metavar="FILE.toml")]) -> None:
    """Say whether a submission is lawful."""
    from pitboss import catalogue
    from pitboss.submission import load

    text = file.read_text(encoding="utf-8")
    try:
        named = _named_game(text)
        if not named:
            raise Refused(Refusal.MALFORMED, f'{file} names no game; begin it with game = "roulette".', "")
        game = catalogue.game(named)
        rules = load(game.rules, text)
    except Refused as no:
        _stop(str(no), 1)
    typer.echo(f"{rules.hash(game.name)}\nlawful")


@app.command()
def provisions(chapter: Annotated[str, typer.Argument(metavar="CHAPTER", help="Such as 676a.")] = "") -> None:
    """Show how every provision is answered for; the exit status is 1 where one is not."""
    from pitboss import law
    from pitboss.paper.coverage import counts, unaccounted

    names = [_chapter(chapter)] if chapter else list(law.chapters())
    lacking = {name: list(unaccounted(name)) for name in names}
    typer.echo(f"{'chapter':<10}" + "".join(f"{status:>12}" for status in law.STATUSES) + f"{'lacking':>12}  title")
    for name in names:
        row = [*counts(name).values(), len(lacking[name])]
        typer.echo(f"{name:<10}" + "".join(f"{count:>12}" for count in row) + f"  {law.chapter(name).title}")
    for provision, lack in (line for name in names for line in lacking[name]):
        typer.echo(f"{provision.id} {lack}: {provision.gist}")
    raise typer.Exit(1 if any(lacking.values()) else 0)


def _chapter(name: str) -> str:
    from pitboss import law

    if name not in law.chapters():
        raise Refused(Refusal.MALFORMED, f"There is no chapter {name!r}; there are: {', '.join(law.chapters())}.", "")
    return name


@app.command("law")
def look_up(
    cite: Annotated[str, typer.Argument(metavar="CITE", help="Such as 676a.11(b), 676a.11 or I-676a-01.")],
) -> None:
    """Look up a provision or a reading, with all that stands beneath it."""
    from pitboss import law

    found = False
    for name in (*law.chapters(), "general"):
        for provision in law.chapter(name).provision:
            if provision.id == cite or provision.id.startswith((f"{cite}(", f"{cite}:")):
                found = True
                typer.echo(f"{provision.id}  ({provision.status})\n  {provision.gist}")
                for place in provision.code:
                    typer.echo(f"  code: {place}")
        for reading in law.chapter(name).reading:
            if reading.id == cite:
                found = True
                typer.echo(f"{reading.id}  {reading.provision}\n  {reading.reading}\n  Because: {reading.reason}")
    if not found:
        raise Refused(
            Refusal.MALFORMED,
            f"No register has {cite!r}; a citation reads like 676a.11(d)(3)(i), 676a.1:Par or I-676a-01.",
            "",
        )


@app.command()
def edge(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name; none with --all.")] = "",
    submission: Submission = None,
    wager: Annotated[str, typer.Option(metavar="WAGER", help="Only this wager.")] = "",
    everything: Annotated[bool, typer.Option("--all", help="Every game, paytable and option that matters.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON record to a line, with exact fractions.")] = False,
) -> None:
    """Show the exact house edge of each wager."""
    import msgspec

    from pitboss.exact.edge import all_edges, edges_for

    if bool(game) is everything:
        raise Refused(Refusal.MALFORMED, "Name one game, or say --all.", "")
    edges = all_edges() if everything else edges_for(*_chosen(game, submission))
    if wager:
        _offers(game, wager)
        edges = [found for found in edges if found.wager == wager]
    if as_json:
        for found in edges:
            typer.echo(msgspec.json.encode(found.record()).decode())
    elif edges:
        _edge_table(edges)
    else:
        raise Refused(Refusal.NOT_OFFERED, "These rules have no such edge worked out.", "")


def _offers(game: str, wager: str) -> None:
    """Refuse a wager that the game, or with --all no game, has."""
    from pitboss import catalogue

    named = [catalogue.game(game)] if game else list(catalogue.games().values())
    names = [kind.name for each in named for kind in each.wagers]
    if wager not in names:
        raise Refused(Refusal.UNKNOWN_WAGER, f"There is no wager {wager!r}; there are: {', '.join(names)}.", "")


def _edge_table(edges: "list[Edge]") -> None:
    from pitboss.exact.edge import root
    from pitboss.paper.guide import percent

    rows = [("game", "wager", "pays, options", "house edge", "of all staked", "deviation", "played")]
    for found in edges:
        options = ", ".join(filter(None, (found.paytable, *(f"{k} {v}" for k, v in found.options.items()))))
        name = " ".join(filter(None, (found.wager, found.on)))
        risk, deviation = percent(found.element_of_risk).split(" (")[0], root(found.variance)[:8]
        rows.append((found.game, name, options, percent(found.house_edge), risk, deviation, found.strategy))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        typer.echo("  ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)).rstrip())
    for note in dict.fromkeys(f"{found.wager}: {found.note}." for found in edges if found.note):
        typer.echo(note)


# --- papers ------------------------------------------------------------------------------------------------


@app.command()
def layout(game: GameName, submission: Submission = None, out: Out = None) -> None:
    """Draw the layout as SVG."""
    from pitboss.paper.layout import svg

    chosen, rules = _chosen(game, submission)
    _print(svg(chosen.felt(rules)), out)


@app.command()
def guide(game: GameName, submission: Submission = None, out: Out = None) -> None:
    """Print the gaming guide (HTML)."""
    from pitboss.paper import guide as paper

    _print(paper.html(*_chosen(game, submission)), out)


@app.command()
def signs(game: GameName, submission: Submission = None, out: Out = None) -> None:
    """Print the signs for the table (HTML)."""
    from pitboss.paper import signs as paper

    _print(paper.html(*_chosen(game, submission)), out)


@app.command()
def card(game: GameName, submission: Submission = None, out: Out = None) -> None:
    """Print the procedure card (HTML)."""
    from pitboss.paper import procedure_card as paper

    _print(paper.html(*_chosen(game, submission)), out)


@app.command()
def checklist(game: GameName, submission: Submission = None, out: Out = None) -> None:
    """Print the checklists with their signature lines (HTML)."""
    from pitboss.paper import checklists as paper

    _print(paper.html(*_chosen(game, submission)), out)


@app.command()
def form(game: GameName, submission: Submission = None, out: Out = None) -> None:
    """Print the Rules Submission as a form (HTML)."""
    from pitboss.paper import submission_form as paper

    _print(paper.html(*_chosen(game, submission)), out)


if __name__ == "__main__":
    main()
