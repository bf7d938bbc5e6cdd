"""Commands: the mathematics. Edges, simulation, strategy."""

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pitboss.cli import usage_errors
from pitboss.cli.app import GameName, Submission, app, chosen, put
from pitboss.cli.option_groups import grouped
from pitboss.cli.paper_options import check_suffix, waiting_for, write
from pitboss.cli.usage_errors import whole
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.progress import Progress, TaskID

    from pitboss.game import Game
    from pitboss.mathematics.kit.edge import Covariance, Edge
    from pitboss.mathematics.kit.estimate import Estimate
    from pitboss.mathematics.kit.kernel import Kernel
    from pitboss.mathematics.kit.pools import Pool
    from pitboss.mathematics.kit.runner import Point
    from pitboss.submission import RulesSubmission


Stake = Annotated[
    int | None,
    typer.Option(
        "--stake", parser=usage_errors.amount, metavar="AMOUNT",
        help="Wagers of this amount, like 5.00, paid with the filed chip, breakage and rounding of vigorish.",
    ),
]  # fmt: skip


@app.command()
def edge(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name; none with --all.")] = "",
    submission: Submission = None,
    wager: Annotated[str, typer.Option("--wager", metavar="WAGER", help="Only this wager.")] = "",
    everything: Annotated[bool, typer.Option("--all", help="Every game, paytable and option that matters.")] = False,
    stake: Stake = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON record to a line, with exact fractions.")] = False,
) -> None:
    """Show the exact house edge of each wager: before any rounding, at a stake, and of the worst lawful wager."""
    import msgspec

    from pitboss import catalogue
    from pitboss.mathematics.kit.edge import edges_at
    from pitboss.mathematics.kit.every_edge import edges_kept, every_edge

    if bool(game) is everything:
        raise Refused(Refusal.MALFORMED, "Name one game, or say --all.", "")
    if stake and everything:
        raise Refused(Refusal.MALFORMED, "Say --stake with one game, whose limits and chips it is paid in.", "")
    if wager:
        _offers(game, wager)
    with progress_bar() as bar:
        task = bar.add_task("edges", total=None, visible=everything)
        progress = partial(_edges_done, bar, task)
        if everything:
            every = every_edge(progress=progress)
        else:
            picked, rules = chosen(game, submission)
            with waiting_for(f"the edges of {picked.title}"):
                known = edges_kept(picked, rules)
            every = iter(edges_at(picked, rules, known, stake) if stake else known)
        edges = (found for found in every if not wager or found.wager == wager)
        if as_json:  # each as soon as it is known
            for found in edges:
                typer.echo(msgspec.json.encode(found.record()).decode())
            return
        order = {name: n for n, name in enumerate(catalogue.games())}
        listed = sorted(edges, key=lambda found: order[found.game])
    if listed:
        edge_table(listed)
    else:
        raise Refused(Refusal.NOT_OFFERED, "These rules have no such edge worked out.", "")


def _offers(game: str, wager: str) -> None:
    """Refuse a wager that the game, or with --all no game, has."""
    from pitboss import catalogue
    from pitboss.submission import offered

    named = [catalogue.game(game)] if game else list(catalogue.games().values())
    names = [kind.name for each in named for kind in each.wagers]
    if wager not in names:
        words = offered(wager, dict.fromkeys(names), "there are")
        raise Refused(Refusal.UNKNOWN_WAGER, f"There is no wager {wager!r}; {words}.", "")


def _edges_done(bar: "Progress", task: "TaskID", done: int, total: int) -> None:
    bar.update(task, completed=done, total=total)


def edge_table(edges: "list[Edge]") -> None:
    from pitboss.mathematics.kit.edge import root
    from pitboss.paper.guide import percent

    rows = [
        (
            "game",
            "wager",
            "pays, options",
            "house edge",
            "at a stake",
            "worst wager",
            "of all staked",
            "deviation",
            "played",
        )
    ]
    for found in edges:
        options = ", ".join(filter(None, (found.paytable, *(f"{k} {v}" for k, v in found.options.items()))))
        name = " ".join(filter(None, (found.wager, found.on)))
        risk, deviation = percent(found.element_of_risk).split(" (")[0], root(found.variance)[:8]
        at, worst = (each.words() if each is not None else "" for each in (found.at_stake, found.worst_stake))
        rows.append((found.game, name, options, percent(found.house_edge), at, worst, risk, deviation, found.strategy))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        typer.echo("  ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)).rstrip())
    for note in dict.fromkeys(f"{found.wager}: {found.note}." for found in edges if found.note):
        typer.echo(note)
    for together in dict.fromkeys(line for found in edges for line in _together(found)):
        typer.echo(together)


def _together(found: "Edge") -> Iterator[str]:
    """What boxes of one table, or both hands of a player, do to the standard deviation of a round; how other wagers on the same
    hand vary with this one."""
    played = f" ({found.strategy})" if found.strategy != "none" else ""
    if found.covariance is not None:
        between = found.covariance.between
        rounds = ", ".join(f"{boxes}: {found.deviation(boxes)[0][:6]}" for boxes in found.boxes)
        yield (
            f"{found.wager}{played}: the covariance of two {between} is {_within(found.covariance)}; "
            f"deviation of a round by {between}: {rounds}."
        )
    for other in found.beside:
        yield f"{found.wager}{played}: the covariance with {other.wager} on the same hand is {_within(other)}."


def _within(found: "Covariance") -> str:
    from pitboss.mathematics.kit.edge import decimal

    return decimal(found.value)[:8] + (f" ± {decimal(found.half_width)[:7]}" if found.half_width else "")


class SimulationOptions(NamedTuple):
    """What is simulated."""

    game: GameName
    submission: Submission = None
    strategy: Annotated[
        str, typer.Option(metavar="NAME", help="Which of the game's kernels; the first if not said.")
    ] = ""
    stake: Stake = None


class WorkerOptions(NamedTuple):
    """Who works it out."""

    workers: Annotated[
        int, typer.Option(parser=whole(0, 256), metavar="N", help="Workers on this machine; one if not said.")
    ] = 0
    processes: Annotated[bool, typer.Option("--processes", help="Processes instead of threads.")] = False
    cluster: Annotated[str, typer.Option(metavar="ADDRESS", help="A dask scheduler instead of this machine.")] = ""

    def pool(self) -> "Pool":
        from pitboss.mathematics.kit.pools import Cluster, Processes, Threads

        if self.cluster:
            return Cluster(self.cluster)
        return (Processes if self.processes else Threads)(self.workers or 1)


@app.command()
@grouped
def simulate(
    of: SimulationOptions,
    where: WorkerOptions,
    rounds: Annotated[
        int, typer.Option(parser=usage_errors.rounds, metavar="N", help="How many rounds at the most, like 1e9.")
    ] = 100_000_000,
    seed: Annotated[
        int,
        typer.Option(
            parser=whole(0, 2**63 - 1),
            metavar="N",
            help="The same seed gives the same result on any number of workers.",
        ),
    ] = 58,
    precision: Annotated[
        float | None,
        typer.Option(
            parser=usage_errors.share, metavar="PART", help="Stop when the first wager is known to ± this (95 %)."
        ),
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="Draw how the edge settled down.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON record to a line.")] = False,
) -> None:
    """Play a game at compiled speed, and set what comes out beside the exact edge."""
    import msgspec

    from pitboss.mathematics.kit.kernel import kernel_named
    from pitboss.mathematics.kit.runner import simulate as play

    if where.cluster and (where.workers or where.processes):
        raise Refused(Refusal.MALFORMED, "Say --cluster, or --workers and --processes, not both.", "")
    if plot is not None:
        check_suffix(plot, ".svg")
        plot.touch()  # what cannot be written is better said before the rounds are played
    picked, rules = chosen(of.game, of.submission)
    with progress_bar() as bar, closing(where.pool()) as pool:
        task = bar.add_task(picked.title, total=rounds)  # seen at once: a kernel that is new is compiled first
        kernel = kernel_named(picked, rules, of.strategy, of.stake)
        beside = _Beside(lambda: _exact_edges(kernel, picked, rules))

        def played(done: int) -> None:
            bar.update(task, completed=done)
            beside.begin()

        points = play(kernel, rounds, seed, pool, precision=precision or 0.0, progress=played)
        bar.update(task, total=points[-1].rounds)
        bar.add_task("exact edges", total=None)
        exact = beside.result()
    for found in points[-1].estimates:
        at = {} if kernel.stake is None else {"stake": dollars(kernel.stake)}
        record = {
            "game": of.game,
            "kernel": kernel.name,
            "seed": seed,
            **at,
            **_record(found, exact[found.wager], kernel.stake),
        }
        typer.echo(msgspec.json.encode(record).decode() if as_json else _sentence(record))
    if plot is not None:
        _plot(plot, points, exact[kernel.wagers[0]], picked.title, kernel.stake)


class _Beside:
    """Works out exact edges while rounds are played; nobody waits for it who stops the command."""

    def __init__(self, work: "Callable[[], dict[str, Edge | None]]") -> None:
        self._found: Future[dict[str, Edge | None]] = Future()
        self._thread = threading.Thread(target=self._work, args=(work,), daemon=True)

    def begin(self) -> None:
        """Once the first rounds were played: what they need is compiled by then, and only one thing is at a time."""
        if self._thread.ident is None:
            self._thread.start()

    def result(self) -> "dict[str, Edge | None]":
        return self._found.result()

    def _work(self, work: "Callable[[], dict[str, Edge | None]]") -> None:
        try:
            self._found.set_result(work())
        except BaseException as error:
            self._found.set_exception(error)


def progress_bar() -> "Progress":
    """A bar on standard error, where somebody watches it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, disable=not sys.stderr.isatty(), console=Console(stderr=True))


def _exact_edges(kernel: "Kernel", game: "Game", rules: "RulesSubmission") -> "dict[str, Edge | None]":
    """The exact edge of each wager that a kernel plays, where there is one."""
    from pitboss.mathematics.kit.comparison import exact_edge_for
    from pitboss.mathematics.kit.edge import edges_at
    from pitboss.mathematics.kit.every_edge import edges_kept

    edges = edges_kept(game, rules)
    if kernel.stake is not None:
        edges = edges_at(game, rules, edges, kernel.stake)
    return {wager: exact_edge_for(kernel, wager, edges) for wager in kernel.wagers}


def _record(found: "Estimate", known: "Edge | None", stake: Cents | None) -> dict[str, Any]:
    """What came out for one wager; a wager on several throws may not have been decided at all."""
    record = {"wager": found.wager, "rounds": found.rounds, "exact": "", "errors_apart": ""}
    if not found.rounds:
        return record | {"house_edge": "", "standard_error": "", "half_width": ""}
    record |= {"house_edge": f"{float(found.house_edge):.8f}", "standard_error": f"{found.standard_error:.8f}"}
    record["half_width"] = f"{found.half_width:.8f}"
    exact = None if known is None else known.house_edge if stake is None else _exactly_at(known, stake)
    if known is not None and exact is not None:
        apart = found.errors_from(exact, known.half_width)
        record |= {"exact": f"{float(exact):.8f}", "errors_apart": f"{apart:.2f}"}
    return record


def _exactly_at(known: "Edge", stake: Cents) -> "Fraction | None":
    return known.at_stake.house_edge if known.at_stake is not None and known.at_stake.stake == stake else None


def _sentence(record: dict[str, Any]) -> str:
    if not record["rounds"]:
        return f"{record['wager']}: not decided once"
    compared = f", exact {record['exact']} ({record['errors_apart']} standard errors apart)" if record["exact"] else ""
    return (
        f"{record['wager']}: house edge {record['house_edge']} ± {record['half_width']} (95 %) over {record['rounds']:,} "
        f"rounds{compared}"
    )


def _plot(file: Path, points: "list[Point]", known: "Edge | None", title: str, stake: Cents | None) -> None:
    from pitboss.paper.plots import convergence

    at = None if known is None or stake is None else _exactly_at(known, stake)
    firsts = [(point.rounds, point.estimates[0]) for point in points]
    way = [(many, float(first.house_edge), first.standard_error) for many, first in firsts if first.rounds]
    theory = None if known is None else float(known.house_edge if at is None else at)
    file.write_text(convergence(way, theory, f"{title}: {firsts[0][1].wager}"), encoding="utf-8")


@app.command()
def strategy(
    game: GameName,
    submission: Submission = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="A .txt, .pdf or .html file instead of here.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The chart as one JSON record.")] = False,
) -> None:
    """Print the best play of a game in which something is decided. For practice only."""
    import msgspec

    from pitboss.paper import strategy as paper

    check_suffix(out, ".json" if as_json else ".txt", *(() if as_json else (".pdf", ".html")))
    picked, rules = chosen(game, submission)
    with waiting_for(f"the best play of {picked.title}"):
        if out is not None and out.suffix.lower() in (".pdf", ".html"):
            write(paper.document_of(picked, rules), out)
            return
        found = paper.chart_of(picked, rules)
    put(msgspec.json.encode(found).decode() if as_json else paper.text(found), out)
