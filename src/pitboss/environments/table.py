"""A whole table as a PettingZoo environment: its seats are the agents, each asked when the procedure asks it."""

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

from pitboss.environments.sight import Observation
from pitboss.environments.sitting import Sitting
from pitboss.environments.spaces import observation_space
from pitboss.environments.table_setup import Options, Setup
from pitboss.game import Game
from pitboss.money import Cents
from pitboss.submission import RulesSubmission


class TableEnv(AECEnv):  # type: ignore[misc]
    """Some seats of one table. Each sees its own cards; ``infos`` and rewards are as in ``SeatEnv``."""

    def __init__(
        self,
        game: str | Game,
        rules: RulesSubmission | None = None,
        *,
        seats: int | Sequence[int] = 2,
        render_mode: str | None = None,
        **options: Unpack[Options],
    ) -> None:
        super().__init__()
        taken = tuple(range(1, seats + 1)) if isinstance(seats, int) else tuple(seats)
        self.setup = Setup(game, rules, taken, **options)
        self.metadata = {
            "render_modes": ["ansi"], "name": f"pitboss_{self.setup.game.name}_v1", "is_parallelizable": False
        }  # fmt: skip
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in taken]
        self.agents: list[str] = []
        self._seat = dict(zip(self.possible_agents, taken, strict=True))
        seen = observation_space(self.setup)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(len(self.setup.actions)) for agent in self.possible_agents}
        self.action_names = self.setup.actions.names
        self._random, _ = seeding.np_random()
        self._sitting: Sitting | None = None
        self._rewarded: dict[str, Cents] = {}  # what has been rewarded so far

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A freshly opened table."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        sitting = self._sitting = self.setup.sitting(int(self._random.integers(1 << 62)), options)
        self.agents = list(self.possible_agents)
        self._rewarded = dict.fromkeys(self.agents, 0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info(agent) for agent in self.agents}
        self.agent_selection = f"seat_{sitting.turn}"

    def observe(self, agent: str) -> Observation:
        return self.setup.observation(self._table(), self._seat[agent])

    def step(self, action: int | None) -> None:
        agent, sitting = self.agent_selection, self._table()
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        assert action is not None, "An agent whose episode is not over acts."
        refused = sitting.act(int(action))
        worth = {one: sitting.worth(self._seat[one]) for one in self.agents}
        self.rewards = {one: (worth[one] - self._rewarded[one]) / self.setup.unit for one in self.agents}
        self._rewarded = worth
        self._accumulate_rewards()
        self.infos = {one: self._info(one, refused if one == agent else "") for one in self.agents}
        if sitting.turn is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self.agent_selection = f"seat_{sitting.turn}"

    def action_mask(self, agent: str) -> NDArray[np.int8]:
        """The lawful actions of an agent; the same as ``infos[agent]["action_mask"]``."""
        return self._table().mask(self._seat[agent])

    def meaning(self, action: int) -> str:
        """What an action says now, with the cards that a setting of the hand would lay."""
        return self._table().meaning(action)

    def render(self) -> str | None:
        """The round so far, as the seat sees it whose turn it is."""
        if self.render_mode != "ansi":
            return None
        return self.setup.transcript(self._table(), self._seat[self.agent_selection])

    def close(self) -> None:
        self._sitting = None

    def _table(self) -> Sitting:
        if self._sitting is None:
            raise RuntimeError("Reset the environment before its first step.")
        return self._sitting

    def _info(self, agent: str, refused: str = "") -> dict[str, Any]:
        sitting, seat = self._table(), self._seat[agent]
        info: dict[str, Any] = {"action_mask": sitting.mask(seat), "net": sitting.worth(seat)}
        return info | {"refused": refused} if refused else info
