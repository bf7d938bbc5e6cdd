"""Environments: steps for each second of CPU with a player who takes any lawful action, beside OpenSpiel's and RLCard's Blackjack.

A step is one decision, with what the player sees before it and what it won after it. The others are measured where they are
installed, turn by turn with ours, in an environment of their own (``peers``; RLCard only where PITBOSS_BENCH_PEERS names an
interpreter that has it). Their Blackjack has no wagers, doubles, splits or Insurance; ours has all of them, and whole cents.
"""

import random
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from bench import peers
from bench.measure import Measured
from pitboss.environments import BettingVectorEnv, SeatEnv, TableEnv
from pitboss.environments.blackjack import BlackjackVectorEnv

SECONDS, REPEATS = 0.5, 5
MANY = 4096
AT_ONCE = ("roulette", "big-six-wheel", "sic-bo")
ONE = ("blackjack", "roulette", "sic-bo", "craps", "minibaccarat", "pai-gow-poker")
THEIRS = """
import random, sys, time
source, seconds = random.Random(1), float(sys.argv[2])

def open_spiel():
    import pyspiel
    game = pyspiel.load_game("blackjack")
    def play():
        steps, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(source.choices(outcomes, chances)[0])
            else:
                state.observation_tensor()
                state.apply_action(source.choice(state.legal_actions()))
                steps += 1
        state.returns()
        return steps
    return play

def rlcard():
    import rlcard
    env = rlcard.make("blackjack")
    def play():
        steps, (state, player) = 0, env.reset()
        while not env.is_over():
            state, player = env.step(source.choice(list(state["legal_actions"])))
            steps += 1
        env.get_payoffs()
        return steps
    return play

try:
    play = {"open_spiel": open_spiel, "rlcard": rlcard}[sys.argv[1]]()
except ImportError:
    raise SystemExit(0)
play()
steps, begun = 0, time.process_time()
while time.process_time() - begun < seconds:
    steps += play()
print(steps / (time.process_time() - begun))
"""


def rate(play: Callable[[], int]) -> float:
    steps, begun = 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        steps += play()
    return steps / (time.process_time() - begun)


def theirs(peer: str) -> float | None:
    """The rate of one of the others, in a process of its own; None where it is not installed."""
    interpreter = peers.interpreter() or sys.executable
    found = subprocess.run(
        [interpreter, "-c", THEIRS, peer, str(SECONDS)], capture_output=True, text=True, check=True, timeout=120
    )
    return float(found.stdout) if found.stdout.strip() else None


def many_seats(seats: int) -> Callable[[], int]:
    env, source = BlackjackVectorEnv(seats, copy=False), np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    lots = source.random((64, seats, env.single_action_space.n), np.float32)  # type: ignore[attr-defined]
    now = {"mask": infos["action_mask"], "turn": 0}

    def play() -> int:
        now["turn"] += 1
        *_, told = env.step((lots[now["turn"] % len(lots)] * now["mask"]).argmax(1))
        now["mask"] = told["action_mask"]
        return seats

    return play


def many_bettors(game: str, seats: int) -> Callable[[], int]:
    """Seats that wager; which of the lawful actions each takes was drawn before."""
    env, source = BettingVectorEnv(game, seats, copy=False), np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    lots = source.random((16, seats, len(env.action_names)), np.float32)
    now = {"mask": infos["action_mask"], "turn": 0}

    def play() -> int:
        now["turn"] += 1
        *_, told = env.step((lots[now["turn"] % len(lots)] * now["mask"]).argmax(1))
        now["mask"] = told["action_mask"]
        return seats

    return play


def one_seat(game: str) -> Callable[[], int]:
    env, source = SeatEnv(game), random.Random(1)
    env.reset(seed=1)

    def play() -> int:
        _, info = env.reset()
        steps, over = 0, False
        while not over:
            _, _, over, _, info = env.step(source.choice(np.flatnonzero(info["action_mask"]).tolist()))
            steps += 1
        return steps

    return play


def table(game: str, seats: int) -> Callable[[], int]:
    env, source = TableEnv(game, seats=seats), random.Random(1)
    env.reset(seed=1)

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            _, _, over, _, info = env.last()
            env.step(None if over else source.choice(np.flatnonzero(info["action_mask"]).tolist()))
            steps += not over
        return steps

    return play


def run() -> dict[str, float | str]:
    ours = {
        f"Blackjack steps/s, {MANY:,} seats at once": many_seats(MANY),
        "Blackjack steps/s, one seat of the compiled form": many_seats(1),
        "Blackjack steps/s, a table of five": table("blackjack", 5),
        **{f"{game} steps/s, {MANY:,} seats at once": many_bettors(game, MANY) for game in AT_ONCE},
        **{f"{game} steps/s, one seat": one_seat(game) for game in ONE},
    }
    rates: dict[str, list[float]] = {}
    for play in ours.values():
        play()
    for _ in range(REPEATS):
        for what, play in ours.items():
            rates.setdefault(what, []).append(rate(play))
        for peer in ("open_spiel", "rlcard"):
            told = theirs(peer)
            if told is not None:
                rates.setdefault(f"{peer} Blackjack steps/s", []).append(told)
    found: dict[str, float | str] = {what: Measured(all_) for what, all_ in rates.items()}
    for peer in ("open_spiel", "rlcard"):
        found.setdefault(
            f"{peer} Blackjack steps/s", f"not installed (name an interpreter that has it in {peers.PEERS})"
        )
    return found
