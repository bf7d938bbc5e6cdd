"""Chain heads of random rounds of every game, which ``make golden`` writes. Read the diff before keeping it.

The rounds of one game are one record: answers, events with their citations, the state that each round leaves, and the
balances in the end. Whatever makes a round faster must leave every head as it is.
"""

import itertools
import json
import random
from collections.abc import Collection, Iterator
from pathlib import Path

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.game import Game, RoundStart
from pitboss.journal import Journal, step
from pitboss.ledger import Ledger
from pitboss.testkit.random_play import play_out

KEPT = Path(__file__).parent / "chains.json"
ROUNDS, EVERY, SEED = 200, 50, 19  # a head is kept after every so many rounds


def played(game: Game) -> Iterator[Round]:
    """Seeded rounds of one table, with dealers who change, seats that fill and empty, and a table that reopens."""
    rules, source = game.example(), random.Random(SEED)
    seats, state = rules.posted.seats, game.open(rules)
    for number in range(1, ROUNDS + 1):
        seated = tuple(source.sample(range(1, seats + 1), source.randrange(seats + 1)))
        start = RoundStart(
            number, new_dealer=source.random() < 0.1, seated=seated, reopened=number > 1 and source.random() < 0.02
        )
        play = Round(game, rules, state, start)
        play.events = play_out(play, lambda n: source.randrange(n) if n > 0 else 0, seats=seats, wagers=number % 9)
        yield play
        state = play.result


def heads(game: Game, rounds: int = ROUNDS) -> list[str]:
    """The head of the chain after every ``EVERY`` of so many rounds."""
    journal, ledger, found = Journal(game.name), Ledger(), []
    for play in itertools.islice(played(game), rounds):
        ledger.fold(play.events)
        ledger.check()
        journal.append("step", step(play.history, play.events))  # type: ignore[arg-type]  # nothing is reported here
        journal.append("state", play.result)
        if play.start.number % EVERY == 0:
            journal.append("balances", ledger.balances)
            found.append(journal.head)
    return found


def write(names: Collection[str]) -> bool:
    """Keep the heads of these games, or of all where none is named; whether anything is different."""
    before = json.loads(KEPT.read_text())
    games = catalogue.games().items()
    found = {name: before[name] if names and name in {*before} - {*names} else heads(game) for name, game in games}
    KEPT.write_text(json.dumps(found, indent=1) + "\n")
    return bool(found != before)
