"""Command: what decisions are judged with is compiled beforehand, so that nobody waits for it at a table."""

import json
import time
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.app import app
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.game import Game

MOST_ROUNDS = 500  # a tie at Casino War comes once in thirteen


@app.command()
def warm(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name; every game if none is named.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON record to a line.")] = False,
) -> None:
    """Compile what judges decisions, once for each version: the first question at a table is then answered without waiting."""
    from pitboss import catalogue
    from pitboss.mathematics.kit import judging

    named = [catalogue.game(game)] if game else list(catalogue.games().values())
    judged = [one for one in named if judging.is_judged(one)]
    if not judged:
        words = f"In {named[0].title} nobody decides anything after betting closes: there is nothing to compile."
        raise Refused(Refusal.NOT_OFFERED, words, named[0].closed)
    for one in judged:
        begun = time.perf_counter()
        _judge_one(one)
        seconds = round(time.perf_counter() - begun, 2)
        record = {"game": one.name, "seconds": seconds}
        typer.echo(json.dumps(record) if as_json else f"{one.title}: ready after {seconds} seconds")


def _judge_one(game: "Game") -> None:
    """Play practice rounds up to a question that is judged, and judge it."""
    from pitboss.drivers.taking_part import amount_on, base_wagers
    from pitboss.library.judging import judge
    from pitboss.library.tables import Table, wager
    from pitboss.procedure import Window

    table = Table(game, seed=1)
    for _ in range(MOST_ROUNDS):
        play = table.begin()
        waiting = [wager(of.kind.name, amount_on(of, table.rules), of.on) for of in base_wagers(game, table.rules)]
        while not play.closed:
            if any(one.to == 1 for one in play.elections()) and judge(play) is not None:
                return
            tender = isinstance(play.pending, Window) and waiting
            table.answer(play, waiting.pop(0) if tender else None)
        table.end(play)
