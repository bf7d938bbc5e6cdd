"""Blackjack for many seats at once: a Gymnasium vector environment, compiled."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from pitboss import catalogue
from pitboss.chapters.ch633a_blackjack.rules import BLACKJACK, Rules
from pitboss.drivers.taking_part import amount_on
from pitboss.environments.actions import Actions
from pitboss.environments.sight import Observation
from pitboss.environments.table_setup import CENTS, UNITS
from pitboss.equipment.cards import Card
from pitboss.mathematics.blackjack import seats_kernel as kernel
from pitboss.mathematics.blackjack.strategy import plain
from pitboss.mathematics.kit.philox import stream
from pitboss.money import Cents

SEEN = ("asked", "total", "soft", "up", "pair", "cards")  # the columns of an observation
MOST_SEEN = [3, 32, 2, 11, 11, 32]
POINTS = "A23456789T"  # an ace is 1, whatever counts 10 is 10


class BlackjackVectorEnv(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """Seats that play alone, each from a full shoe, with the Blackjack Wager alone: what ``SeatEnv`` plays, many at once.

    Actions and rewards are those of ``SeatEnv``; an observation is what decides: the columns ``SEEN`` (an ace is 1, a ten 10;
    all 0 where the round was decided as dealt). The next round begins in the step in which one ends. The arrays that
    ``step`` returns are written over by the next step unless ``copy`` is True.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int = 1024,
        rules: Rules | None = None,
        *,
        stake: Cents | None = None,
        reward: str = CENTS,
        copy: bool = True,
    ) -> None:
        game = catalogue.game(BLACKJACK)
        filed = rules if rules is not None else game.example()
        if not isinstance(filed, Rules):
            raise ValueError("Expected rules of Blackjack, not of another game.")
        self.rules = filed
        if self.rules.blackjack_switch or self.rules.dealt_from_hand:
            raise ValueError("Blackjack Switch and cards dealt from the hand are played by SeatEnv only.")
        if 2 + max(self.rules.max_resplits, self.rules.max_ace_resplits) > kernel.MOST_HANDS:
            raise ValueError(f"Expected at most {kernel.MOST_HANDS} hands of one seat; file fewer resplits.")
        if num_envs < 1:
            raise ValueError(f"Expected one seat or more, not {num_envs}.")
        if reward not in (CENTS, UNITS):
            raise ValueError(f"Expected rewards in {CENTS} or {UNITS}, not {reward!r}.")
        self.stake = amount_on(self.rules.spots[BLACKJACK, ""], self.rules, stake)
        self.num_envs, self._copy = num_envs, copy
        self.action_names = Actions(game, self.rules, choose=False).names
        self.single_action_space = spaces.Discrete(kernel.ACTIONS)
        self.single_observation_space = spaces.MultiDiscrete(MOST_SEEN, np.int8)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._facts, self._nets = kernel.facts_of(self.rules, self.stake)
        self._unit = 1 if reward == CENTS else self.stake
        self._now = kernel.many(num_envs)
        self._words = stream(0, 0)
        self._never = np.zeros(num_envs, np.bool_)
        self._end = np.zeros((num_envs, kernel.SEEN), np.int8)  # what is seen when a round is over

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """A new round at every seat. ``options["cards"]`` lays cards ready, a row of places in the shoe for each seat."""
        super().reset(seed=seed)
        self._words = stream(int(self.np_random.integers(1 << 62)), 0)
        laid = (options or {}).get("cards")
        self._now.rows[:, kernel.AHEAD] = 0
        if laid is not None:
            laid = np.asarray(laid, np.int16)
            self._now.deals[:, : laid.shape[1]] = laid
            self._now.rows[:, kernel.AHEAD] = laid.shape[1]
        kernel.begin_all(self._now, self._facts, self._words)
        return self._given(self._now.seen), {"action_mask": self._given(self._now.mask)}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One action of every seat; one that is not lawful does nothing, and is marked in ``infos["refused"]``."""
        now = self._now
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"Expected {self.num_envs} actions, one for each seat, not an array of {chosen.shape}.")
        kernel.step_all(now, self._facts, self._nets, self._words, chosen)
        over = self._given(now.over)
        infos = {
            "action_mask": self._given(now.mask), "refused": self._given(now.refused), "final_obs": self._end,
            "_final_obs": over,
        }  # fmt: skip
        return self._given(now.seen), now.won / self._unit, over, self._never, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The lawful actions of every seat, a row each, as sb3-contrib asks for them."""
        return self._now.mask.astype(np.bool_)

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def close_extras(self, **kwargs: Any) -> None:
        """There is nothing to close."""


def compact(seen: Observation, faces: tuple[Card, ...]) -> tuple[int, ...]:
    """What ``SeatEnv`` shows at Blackjack in the columns of ``SEEN``; ``faces`` are those of its cards."""
    asked = int(seen["asked"])
    if not asked:
        return (0,) * len(SEEN)
    hand = int(seen["hand"])
    held = [face for face, count in zip(faces, seen["cards"][hand], strict=True) for _ in range(count)]
    dealer = len(seen["cards"]) - 2
    up = next(face for face, count in zip(faces, seen["cards"][dealer], strict=True) if count)
    points = [POINTS.index(plain(card)) + 1 for card in held]
    pair = points[0] if len(points) == 2 and points[0] == points[1] else 0
    soft = int(seen["totals"][hand]) != sum(points)
    return asked - 2, int(seen["totals"][hand]), int(soft), POINTS.index(plain(up)) + 1, pair, len(held)
