"""Commands: what becomes of the edges where something else is filed."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from pitboss.cli import usage_errors
from pitboss.cli.app import GameName, Submission, app, chosen
from pitboss.cli.option_groups import grouped
from pitboss.cli.paper_options import OutFile, check_suffix, waiting_for, write
from pitboss.cli.usage_errors import whole
from pitboss.procedure import Refusal, Refused


class AnHour(NamedTuple):
    """What the win per hour is of."""

    stake: Annotated[
        int | None,
        typer.Option("--stake", parser=usage_errors.amount, metavar="AMOUNT", help="Of one wager; $10 if not said."),
    ] = None
    pace: Annotated[int, typer.Option(parser=whole(1, 3600), metavar="N", help="Rounds an hour.")] = 60


OneWager = Annotated[str, typer.Option("--wager", metavar="WAGER", help="Only this wager.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON record to a line, with exact fractions.")]
STAKE = 10_00  # for the win per hour, where none is said


@app.command()
@grouped
def compare(
    hour: AnHour,
    one: Annotated[Path, typer.Argument(metavar="A.toml", help="A submission.")],
    other: Annotated[Path, typer.Argument(metavar="B.toml", help="Another of the same game.")],
    wager: OneWager = "",
    as_json: AsJson = False,
) -> None:
    """Set two submissions beside each other: every wager's edge, and what each choice contributes to the change."""
    from pitboss.cli.app import TEXT
    from pitboss.library.rules import read_submission
    from pitboss.mathematics.studies.comparing import compared

    (game, first), (another, second) = (read_submission(path.read_text(encoding=TEXT)) for path in (one, other))
    if game is not another:
        words = f"{one} is a submission for {game.name!r}, {other} for {another.name!r}: compare two of one game."
        raise Refused(Refusal.MALFORMED, words, "")
    with waiting_for(f"the edges of {game.title}"):
        found = compared(game, first, second, stake=hour.stake or STAKE, pace=hour.pace)
    rows = [row for row in found.rows() if wager in ("", row["wager"])]
    if not as_json:
        typer.echo(f"They differ in: {', '.join(found.choices) or 'nothing'}.")
    _put(rows, as_json=as_json)


@app.command()
@grouped
def sweep(
    hour: AnHour,
    game: GameName,
    choice: Annotated[str, typer.Option("--choice", metavar="NAME", help="The choice that is swept through.")],
    submission: Submission = None,
    values: Annotated[str, typer.Option("--values", metavar="A,B,…", help="Its values; all if not said.")] = "",
    wager: OneWager = "",
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the edge by the value; with --wager.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show every wager's edge with each value of one choice: every paytable, every number of decks, an option on and off."""
    from pitboss.mathematics.studies.sweeping import swept

    if plot is not None:
        check_suffix(plot, ".svg")
        if not wager:
            raise Refused(Refusal.MALFORMED, "Say --wager with --plot: a plot is of one wager.", "")
    picked, rules = chosen(game, submission)
    named = [_value(one.strip()) for one in values.split(",")] if values else []
    found = _watched(
        lambda progress: swept(
            picked, rules, choice, named, wager=wager, stake=hour.stake or STAKE, pace=hour.pace, progress=progress
        ),
        "submissions",
    )
    if plot is not None:
        from pitboss.paper.plots import by_value

        bars = [
            (str(each.value), float(figures.house_edge), each.filed)
            for each in found.values
            for spot, figures in each.figures.items()
            if spot[0] == wager
        ]
        plot.write_text(by_value(bars, f"{picked.title}: {wager} by {choice}"), encoding="utf-8")
    _put(found.rows(), as_json=as_json)


@app.command()
def solve(
    game: GameName,
    wager: Annotated[str, typer.Option("--wager", metavar="WAGER", help="Whose edge it is.")],
    edge: Annotated[str, typer.Option("--edge", metavar="FROM..TO", help="The range, in percent, such as 2.5..3.")],
    submission: Submission = None,
    on: Annotated[
        str, typer.Option("--on", metavar="SPOT", help="Where the wager is, where there are several spots.")
    ] = "",
    changes: Annotated[
        int, typer.Option("--changes", parser=whole(1, 3), metavar="N", help="Changes at the most.")
    ] = 2,
    as_json: AsJson = False,
) -> None:
    """Find the fewest lawful changes of choices that bring the edge of a wager into a range."""
    from pitboss.mathematics.studies.solving import read_range, solved
    from pitboss.mathematics.studies.words import cell

    picked, rules = chosen(game, submission)
    least, most = read_range(edge)
    found = _watched(
        lambda progress: solved(picked, rules, wager, least, most, on=on, changes=changes, progress=progress),
        "submissions",
    )
    if not as_json:
        filed = f"{wager} has {cell('house_edge', found.edge)} as filed"
        first = found.solutions[0]
        typer.echo(
            f"{filed}: it is in this range." if not first.changes else f"{filed}; {found.tried} submissions were tried."
        )
    _put([row for row in found.rows() if row["changes"] or as_json], as_json=as_json)


class PlayerLimits(NamedTuple):
    """What a player brings and stops at."""

    bank: Annotated[int, typer.Option(parser=usage_errors.amount, metavar="AMOUNT", help="What is brought, like 500.")]
    goal: Annotated[
        int | None,
        typer.Option(parser=usage_errors.amount, metavar="AMOUNT", help="Where one stops; twice that if not said."),
    ] = None
    stake: Annotated[
        int | None, typer.Option(parser=usage_errors.amount, metavar="AMOUNT", help="Of every wager; $10 if not said.")
    ] = None
    rounds: Annotated[int, typer.Option(parser=whole(1, 100_000), metavar="N", help="At the most.")] = 1_000


class SystemOptions(NamedTuple):
    """A betting system, played instead of one stake."""

    system: Annotated[
        str,
        typer.Option(
            "--system", metavar="NAME", help="flat, martingale, paroli, dalembert, or your own as FILE.py:FUNCTION."
        ),
    ] = ""
    sessions: Annotated[int, typer.Option(parser=whole(1, 10_000_000), metavar="N", help="Sessions of a system.")] = (
        100_000
    )
    seed: Annotated[int, typer.Option(parser=whole(0, 2**63 - 1), metavar="N", help="Of these sessions.")] = 58


@app.command()
@grouped
def bankroll(
    game: GameName,
    wager: Annotated[str, typer.Option("--wager", metavar="WAGER", help="The wager of every round.")],
    of: PlayerLimits,
    system: SystemOptions,
    on: Annotated[str, typer.Option("--on", metavar="SPOT", help="Where it is, where there are several spots.")] = "",
    submission: Submission = None,
    as_json: AsJson = False,
) -> None:
    """Show what becomes of a bankroll at one wager: ruin, the goal, what is left, N0 and losing runs; or by a betting system."""
    from pitboss.mathematics.studies.bankroll import LimitedSession
    from pitboss.mathematics.studies.bankroll import bankroll as studied

    picked, rules = chosen(game, submission)
    session = LimitedSession(of.bank, of.goal or 2 * of.bank, of.stake or STAKE, of.rounds)
    with waiting_for(f"the edges of {picked.title}"):
        if not system.system:
            rows = studied(picked, rules, wager, session, on=on).rows()
        else:
            from pitboss.mathematics.studies.systems import Campaign, read_system, system_played

            campaign = Campaign(read_system(system.system), system.sessions, system.seed)
            rows = system_played(picked, rules, wager, session, campaign, on=on).rows()
    _put(rows, as_json=as_json)


class DepthOptions(NamedTuple):
    """How a shoe is dealt."""

    cut: Annotated[
        str, typer.Option("--cut", metavar="A,B,…", help="Parts of the shoe, in percent, that are not dealt.")
    ] = "50,25,15"
    shoes: Annotated[
        int, typer.Option(parser=whole(0, 1 << 26), metavar="N", help="Shoes dealt to the cover card; 0: none.")
    ] = 1 << 18
    seed: Annotated[int, typer.Option(parser=whole(0, 2**63 - 1), metavar="N", help="Of the shoes that are dealt.")] = (
        58
    )


@app.command()
@grouped
def depth(
    game: GameName,
    of: DepthOptions,
    submission: Submission = None,
    out: OutFile = None,
    as_json: AsJson = False,
) -> None:
    """Study what counting cards wins at a filing: effects of removal, the best count, the cut-card effect. For the house."""
    from pitboss.mathematics.studies.depth import studied

    check_suffix(out)
    picked, rules = chosen(game, submission)
    cuts = [_share(part) for part in of.cut.split(",")]
    with waiting_for(f"the shoe of {picked.title}"):
        found = studied(picked, rules, cuts=cuts, shoes=of.shoes, seed=of.seed)
    if as_json:
        _put(found.rows(), as_json=True)
        return
    from pitboss.paper.document import document
    from pitboss.paper.vulnerability import TITLE, blocks

    write(document(picked, rules, TITLE, blocks(found)), out)


def _share(text: str) -> Fraction:
    try:
        return Fraction(text.strip().removesuffix("%").strip()) / 100
    except (ValueError, ZeroDivisionError):
        raise Refused(
            Refusal.MALFORMED, f"Expected parts of a shoe in percent such as 50,25, not {text!r}.", ""
        ) from None


def _watched(work: "Callable[[Callable[[int, int], Any]], Any]", what: str) -> Any:
    """Work with a bar, where somebody watches."""
    from pitboss.cli.mathematics import progress_bar

    with progress_bar() as bar:
        task = bar.add_task(what, total=None)
        return work(lambda done, total: bar.update(task, completed=done, total=total))


def _value(text: str) -> Any:
    """A value as a TOML file would have it."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isascii() and text.isdecimal() else text


def _put(rows: Iterable[Mapping[str, Any]], *, as_json: bool) -> None:
    """Records, or a table that a person reads."""
    import msgspec

    from pitboss.mathematics.studies.words import cell

    listed = list(rows)
    if as_json:
        for row in listed:
            plain = {name: str(value) if isinstance(value, Fraction) else value for name, value in row.items()}
            typer.echo(msgspec.json.encode(plain).decode())
        return
    names = list(dict.fromkeys(name for row in listed for name in row))
    names = [name for name in names if any(row.get(name) not in (None, "") for row in listed)]
    table = [names, *([cell(name, row.get(name)) for name in names] for row in listed)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for line in table if listed else ():
        typer.echo("  ".join(each.ljust(wide) for each, wide in zip(line, widths, strict=True)).rstrip())
