"""One seat of a table as a Gymnasium environment."""

from typing import Any, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pitboss import catalogue
from pitboss.environments.sight import Observation
from pitboss.environments.sitting import Sitting
from pitboss.environments.spaces import observation_space
from pitboss.environments.table_setup import Options, Setup
from pitboss.game import Game
from pitboss.money import Cents
from pitboss.submission import RulesSubmission

VERSION = 1


class SeatEnv(gymnasium.Env[Observation, int]):
    """A player at a table of one's own; ``docs/environments.md`` tells what is seen, done and rewarded.

    ``info["action_mask"]`` marks the lawful actions, ``info["net"]`` is what was won or lost so far, in cents. An action that
    is not lawful does nothing, and ``info["refused"]`` says why.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str | Game,
        rules: RulesSubmission | None = None,
        *,
        seat: int = 1,
        player: str = "",
        render_mode: str | None = None,
        **options: Unpack[Options],
    ) -> None:
        if player:
            options["players"] = {seat: player}
        self.setup = Setup(game, rules, (seat,), **options)
        self.seat, self.render_mode = seat, render_mode
        self.observation_space = observation_space(self.setup)
        self.action_space = spaces.Discrete(len(self.setup.actions))  # type: ignore[assignment]
        self.action_names = self.setup.actions.names
        self.sitting: Sitting | None = None
        self._rewarded: Cents = 0  # what has been rewarded so far

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A freshly opened table."""
        super().reset(seed=seed)
        self.sitting, self._rewarded = self.setup.sitting(int(self.np_random.integers(1 << 62)), options), 0
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        sitting = self._sitting()
        refused = sitting.act(int(action))
        won, self._rewarded = sitting.worth(self.seat) - self._rewarded, sitting.worth(self.seat)
        return self._seen(), won / self.setup.unit, sitting.turn is None, False, self._info(refused)

    def action_masks(self) -> NDArray[np.bool_]:
        """The lawful actions, as sb3-contrib asks for them; the same as ``info["action_mask"]``."""
        return self._sitting().mask(self.seat).astype(np.bool_)

    def meaning(self, action: int) -> str:
        """What an action says now, with the cards that a setting of the hand would lay."""
        return self._sitting().meaning(action)

    def render(self) -> str | None:
        """The round so far, as the seat sees it."""
        return self.setup.transcript(self._sitting(), self.seat) if self.render_mode == "ansi" else None

    def _sitting(self) -> Sitting:
        if self.sitting is None:
            raise gymnasium.error.ResetNeeded("Reset the environment before its first step.")
        return self.sitting

    def _seen(self) -> Observation:
        return self.setup.observation(self._sitting(), self.seat)

    def _info(self, refused: str = "") -> dict[str, Any]:
        sitting = self._sitting()
        info: dict[str, Any] = {"action_mask": sitting.mask(self.seat), "net": sitting.worth(self.seat)}
        return info | {"refused": refused} if refused else info


def register() -> None:
    """Make every game known to ``gymnasium.make``, as ``pitboss/<game>-v1``."""
    for name in catalogue.games():
        known = f"pitboss/{name}-v{VERSION}"
        if known not in gymnasium.registry:
            gymnasium.register(known, "pitboss.environments.seat:SeatEnv", kwargs={"game": name})
