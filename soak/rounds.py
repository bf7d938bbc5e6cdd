"""Millions of random rounds of every game: chips conserved after each, replay identical for one in a hundred."""

import random

import msgspec

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import encode
from pitboss.game import RoundStart
from pitboss.ledger import Ledger
from pitboss.testkit.random_play import play_out

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
                play,
                lambda n: source.randrange(n) if n > 0 else 0,
                seats=rules.posted.seats,
                wagers=source.randrange(8),
            )
            ledger.fold(events)
            ledger.check()
            if number % 100 == 0:
                again = Round(game, rules, state, RoundStart(number))
                assert encode([*again.events, *again.feed(play.history)]) == encode(events)
                assert msgspec.json.encode(again.result) == msgspec.json.encode(play.result)
            state = play.result
            played += 1
    return played


def main() -> None:
    print(f"{campaign(ROUNDS):,} rounds, 0 breaks")
