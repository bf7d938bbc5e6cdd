"""The win of a table and shift held against chance: 2,000 wagers, every line and the whole, as a page asks for them."""

import random
import time

from bench.measure import Measured
from pitboss import catalogue
from pitboss.events import Collected, Paid
from pitboss.mathematics.kit.edge import edges_for
from pitboss.mathematics.kit.table_win import Expectations, SettledRound, table_win

ROUNDS, WAGERS, REPEATS = 400, 5, 9
CHIPS = (500, 1_000, 1_500, 2_500, 5_000, 10_000)
GAMES = ("roulette", "sic-bo", "baccarat", "big-six-wheel")


def run() -> dict[str, float | str]:
    found: dict[str, float | str] = {}
    for name in GAMES:
        game = catalogue.game(name)
        known = Expectations(game, game.example(), edges_for(game, game.example()))
        first, *others = (_milliseconds(known, shift(known)) for _ in range(REPEATS + 1))
        found[f"tails of {ROUNDS * WAGERS:,} wagers, {name}, first, ms"] = first
        found[f"tails of {ROUNDS * WAGERS:,} wagers, {name}, warm, CPU ms"] = Measured(others)
    return found


def shift(known: Expectations) -> list[SettledRound]:
    """Honest rounds by the exact draw, on every spot there is."""
    pick, together, rounds = random.Random(37), known.together, []
    for number in range(1, ROUNDS + 1):
        drawn = pick.choices(range(len(together.weights)), together.weights)[0]
        events = []
        for seat in range(1, WAGERS + 1):
            spot, stake = pick.choice(list(together.results)), pick.choice(CHIPS)
            net = together.nets(spot, stake)[drawn]
            events.append((Paid if net > 0 else Collected)(seat, *spot, stake, stake + net, cite=""))
        rounds.append(SettledRound(number, tuple(events)))
    return rounds


def _milliseconds(known: Expectations, rounds: list[SettledRound]) -> float:
    begun = time.process_time()
    table_win(known, rounds)
    return 1000 * (time.process_time() - begun)
