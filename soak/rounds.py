"""Millions of random rounds of every game: chips conserved after each, replay identical for one in a hundred."""

import random

import msgspec

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.game import RoundStart
from pitboss.journal import step
from pitboss.ledger import Ledger
from pitboss.procedure import Answer
from pitboss.testkit.random_play import play_out
from pitboss.testkit.replay import replay

ROUNDS = 5_000_000


def campaign(rounds: int, seed: int = 58) -> int:
    """Play so many rounds in all, dealt out evenly among the games; any break stops it."""
    source, games, played = random.Random(seed), list(catalogue.games().values()), 0
    for game in games:
        rules = game.example()
        state, ledger = game.open(rules), Ledger()
        for number in range(1, rounds // len(games) + 1):
            play = Round(game, rules, state, RoundStart(number))
            events = play_out(
                play, lambda n: source.randrange(n) if n > 0 else 0, seats=game.seats, wagers=source.randrange(8)
            )
            ledger.fold(events)
            ledger.check()
            if number % 100 == 0:
                again = Round(game, rules, state, RoundStart(number))
                given = [answer for answer in play.history if isinstance(answer, Answer)]
                list(replay(again, [step(given, events)]))
                assert msgspec.json.encode(again.result) == msgspec.json.encode(play.result)
            state = play.result
            played += 1
    return played


def main() -> None:
    print(f"{campaign(ROUNDS):,} rounds, 0 breaks")
