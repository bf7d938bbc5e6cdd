"""Episodes played with any lawful action."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from pitboss.environments import SeatEnv, TableEnv
from pitboss.environments.sitting import Sitting
from pitboss.procedure import Draw


def lawful(info: dict[str, Any], source: random.Random) -> int:
    """Any lawful action."""
    return source.choice(np.flatnonzero(info["action_mask"]).tolist())


def in_order(cards: str) -> Callable[[Draw], str]:
    """Chance that shows these cards, the burn card first."""
    left = cards.split()
    return lambda question: left.pop(0)


def steps(env: SeatEnv, source: random.Random, seed: int) -> Iterator[tuple[int, float, dict[str, Any]]]:
    """One episode: each action with its reward and what was told afterwards."""
    _, info = env.reset(seed=seed)
    over = False
    while not over:
        action = lawful(info, source)
        _, reward, over, _, info = env.step(action)
        yield action, reward, info


def table_rewards(env: TableEnv, source: random.Random, seed: int) -> dict[str, float]:
    """One episode of a table: what each agent was rewarded in all."""
    env.reset(seed=seed)
    sums = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, _, info = env.last()
        sums[agent] += reward
        env.step(None if over else lawful(info, source))
    return sums


def sitting_of(env: SeatEnv) -> Sitting:
    assert env.sitting is not None
    return env.sitting
