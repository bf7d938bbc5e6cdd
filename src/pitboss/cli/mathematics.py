"""Commands: the mathematics. Edges, PAR sheets, simulation."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.app import GameName, Submission, app, chosen, put
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.exact.edge import Edge


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
    edges = list(all_edges() if everything else edges_for(*chosen(game, submission)))
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


@app.command()
def par(
    game: GameName,
    submission: Submission = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="A .pdf or .html file; else HTML here.")
    ] = None,
) -> None:
    """Write the PAR sheet of a game under its filed rules (PDF or HTML)."""
    from pitboss.paper import par as paper

    picked, rules = chosen(game, submission)
    if out is not None and out.suffix == ".pdf":
        out.write_bytes(paper.pdf(picked, rules))
    else:
        put(paper.html(picked, rules), out)


def _count(text: str) -> int:
    """``1e9``, ``1_000_000`` or ``1000000`` rounds."""
    from fractions import Fraction

    try:
        number = Fraction(text.replace("_", ""))
    except ValueError:
        number = Fraction(0)
    if number < 1 or number.denominator != 1:
        raise Refused(Refusal.MALFORMED, f"{text!r} is no number of rounds; write it like 1e9 or 1000000.", "")
    return int(number)


@app.command()
def simulate(
    game: GameName,
    submission: Submission = None,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds at the most, like 1e9.")] = "1e8",
    strategy: Annotated[
        str, typer.Option(metavar="NAME", help="Which of the game's kernels; the first if not said.")
    ] = "",
    seed: Annotated[
        int, typer.Option(help="The same seed gives the same result on any number of workers.", min=0)
    ] = 58,
    workers: Annotated[int, typer.Option(help="Workers on this machine.", min=1, max=256)] = 1,
    processes: Annotated[bool, typer.Option("--processes", help="Processes instead of threads.")] = False,
    cluster: Annotated[str, typer.Option(metavar="ADDRESS", help="A dask scheduler instead of this machine.")] = "",
    precision: Annotated[
        float, typer.Option(help="Stop when the first wager is known to ± this (95 %).", min=0.0)
    ] = 0.0,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="Draw how the edge settled down.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON record to a line.")] = False,
) -> None:
    """Play a game at compiled speed, and set what comes out beside the exact edge."""
    import msgspec
    from rich.progress import Progress

    from pitboss.exact.edge import edges_for
    from pitboss.simulate.runner import Cluster, Local, Point, job
    from pitboss.simulate.runner import simulate as play_on

    picked, rules = chosen(game, submission)
    wanted, work = _count(rounds), job(game, rules, seed, strategy)
    exact = {" ".join(filter(None, (found.wager, found.on))): found for found in reversed(edges_for(picked, rules))}
    pool = Cluster(cluster) if cluster else Local(workers, processes=processes)
    with Progress(disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(picked.title, total=wanted)

        def on(point: Point) -> None:
            bar.update(task, completed=point.rounds)

        try:
            points = play_on(work, wanted, pool, precision=precision, progress=on)
        finally:
            pool.close()
    for found in points[-1].estimates:
        known = exact.get(found.wager)
        record = {
            "game": game, "wager": found.wager, "rounds": found.rounds, "seed": seed,
            "house_edge": f"{float(found.house_edge):.8f}", "standard_error": f"{found.standard_error:.8f}",
            "exact": f"{float(known.house_edge):.8f}" if known else "",
            "errors_apart": f"{float(abs(found.house_edge - known.house_edge)) / found.standard_error:.2f}" if known and found.standard_error else "",
        }  # fmt: skip
        typer.echo(msgspec.json.encode(record).decode() if as_json else _told(record))
    if plot is not None:
        from pitboss.paper.plots import convergence

        first = points[-1].estimates[0].wager
        way = [(p.rounds, float(p.estimates[0].house_edge), p.estimates[0].standard_error) for p in points]
        theory = float(exact[first].house_edge) if first in exact else None
        plot.write_text(convergence(way, theory, f"{picked.title}: {first}"), encoding="utf-8")


def _told(record: dict[str, Any]) -> str:
    beside = f", exact {record['exact']} ({record['errors_apart']} standard errors apart)" if record["exact"] else ""
    return f"{record['wager']}: house edge {record['house_edge']} ± {record['standard_error']} over {record['rounds']:,} rounds{beside}"


@app.command()
def strategy(game: GameName, submission: Submission = None) -> None:
    """Print the best play by totals, for a game whose chart is worked out (blackjack). For practice only."""
    from pitboss.exact.edge import module

    picked, rules = chosen(game, submission)
    found = module(picked)
    if not hasattr(found, "chart"):
        raise Refused(Refusal.NOT_OFFERED, f"{picked.title} has no chart; there is one of blackjack.", picked.closed)
    from pitboss.strategies.basic_blackjack import ACTS, UP_CARDS

    chart = found.chart(rules)
    typer.echo("".ljust(10) + "".join(up.rjust(4) for up in UP_CARDS))
    for title, rows in (("hard", chart.hard), ("soft", chart.soft), ("pair", chart.pairs)):
        for held, entries in rows.items():
            typer.echo(f"{title} {held}".ljust(10) + "".join(entry.rjust(4) for entry in entries))
    for entry, acts in ACTS.items():
        typer.echo(f"{entry}: {', else '.join(acts)}")
    typer.echo(f"House edge by this chart {chart.edge}, by the cards of each hand {chart.optimal}.")
