"""Games that one outcome decides (a spin, a shake), for many seats at once: a Gymnasium vector environment.

Nothing of such a game is written here. Its own procedure is played once for each outcome, with every spot of the layout wagered on,
and what each wager won or lost there is kept in a table; a step is a look-up in it. That holds where each wager is settled by
itself, whatever else is up: the sum of what is kept has to be what the ledger says, in every round that is played for it.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from pitboss import catalogue
from pitboss.environments.actions import Actions, Stake
from pitboss.environments.shape import Shape
from pitboss.environments.sitting import Sitting, twin
from pitboss.environments.table_setup import CENTS, UNITS
from pitboss.events import Settlement
from pitboss.game import Game
from pitboss.money import Cents
from pitboss.procedure import Answer, Draw, Menu, Refused, Window
from pitboss.submission import RulesSubmission
from pitboss.wagers import Book, close_betting

SEAT = 1
ONE_OUTCOME = "is played by SeatEnv only: more than one outcome may decide a wager, or more than its limits refuse it"


class SettledTable(msgspec.Struct, frozen=True):
    """What each wager comes to with each outcome, as the procedure settles it."""

    outcomes: tuple[str, ...]
    weights: NDArray[np.int64]
    nets: NDArray[np.int64]  # by outcome, spot, and how often an action put chips there, in cents
    lawful: NDArray[np.int8]  # by spot and how often that was done: whether it may be done once more


class BettingVectorEnv(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """Seats that wager at a table of their own, a round each: what ``SeatEnv`` plays with ``wagers="choose"``, many at once.

    Actions and rewards are those of ``SeatEnv``; an observation is the seat's chips on each spot, in cents. The next round begins
    in the step in which one ends. The arrays that ``step`` returns are written over by the next step unless ``copy`` is True.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1024,
        rules: RulesSubmission | None = None,
        *,
        stake: Cents | None = None,
        most_wagers: int = 8,
        reward: str = CENTS,
        copy: bool = True,
    ) -> None:
        of = catalogue.game(game) if isinstance(game, str) else game
        self.rules = rules if rules is not None else of.example()
        if not isinstance(self.rules, of.rules):
            raise ValueError(f"Expected rules of {of.title}, not of another game.")
        if num_envs < 1:
            raise ValueError(f"Expected one seat or more, not {num_envs}.")
        if most_wagers < 1:
            raise ValueError(f"Expected one wager or more in a round, not {most_wagers}.")
        if reward not in (CENTS, UNITS):
            raise ValueError(f"Expected rewards in {CENTS} or {UNITS}, not {reward!r}.")
        actions = Actions(of, self.rules, choose=True, stake=stake)
        self.settled = settled(of, self.rules, actions, most_wagers)
        self.num_envs, self.action_names, self.most_wagers, self._copy = num_envs, actions.names, most_wagers, copy
        self._done, self._first = actions.done, actions.done + 1
        self._amounts = np.array([actions.tender(one, SEAT).amount for one in actions.all[self._first :]], np.int64)
        self._unit = 1 if reward == CENTS else stake or self.rules.chip
        self._limits = np.cumsum(self.settled.weights)
        self.single_action_space = spaces.Discrete(len(actions))
        self.single_observation_space = spaces.Box(0, np.iinfo(np.int64).max, (len(self._amounts),), np.int64)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._seats, self._never = np.arange(num_envs), np.zeros(num_envs, np.bool_)
        self._counts = np.zeros((num_envs, len(self._amounts)), np.int64)
        self._chips, self._end = np.zeros_like(self._counts), np.zeros_like(self._counts)
        self._mask = np.zeros((num_envs, len(actions)), np.int8)
        self._tendered = np.zeros(num_envs, np.int64)
        self._untouched = np.zeros(len(actions), np.int8)
        self._untouched[self._done], self._untouched[self._first :] = 1, self.settled.lawful[:, 0]
        self._laid: NDArray[np.int64] | None = None  # the outcomes of the next rounds to end, by seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """A new round at every seat. ``options["outcomes"]`` says for each seat with which outcome every round of it ends, by its
        place in ``settled.outcomes``."""
        super().reset(seed=seed)
        laid = (options or {}).get("outcomes")
        self._laid = None if laid is None else np.asarray(laid, np.int64)
        self._begin(self._seats)
        return self._given(self._chips), {"action_mask": self._given(self._mask)}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One action of every seat; one that is not lawful does nothing, and is marked in ``infos["refused"]``."""
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"Expected {self.num_envs} actions, one for each seat, not an array of {chosen.shape}.")
        known = (chosen >= 0) & (chosen < self._mask.shape[1])
        lawful = known & (self._mask[self._seats, np.where(known, chosen, 0)] == 1)
        over = lawful & (chosen == self._done)
        self._put(np.flatnonzero(lawful & ~over), chosen)
        won = np.zeros(self.num_envs)
        if len(ended := np.flatnonzero(over)):
            won[ended] = self._settle(ended) / self._unit
            self._begin(ended)
        infos = {
            "action_mask": self._given(self._mask), "refused": ~lawful, "final_obs": self._end, "_final_obs": over,
        }  # fmt: skip
        return self._given(self._chips), won, over, self._never, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The lawful actions of every seat, a row each, as sb3-contrib asks for them."""
        return self._mask.astype(np.bool_)

    def _begin(self, seats: NDArray[np.int64]) -> None:
        self._counts[seats], self._chips[seats], self._tendered[seats] = 0, 0, 0
        self._mask[seats] = self._untouched

    def _put(self, seats: NDArray[np.int64], chosen: NDArray[np.int64]) -> None:
        """Chips of these seats on the spot that each chose."""
        spots = chosen[seats] - self._first
        self._counts[seats, spots] += 1
        self._chips[seats, spots] += self._amounts[spots]
        self._tendered[seats] += 1
        self._mask[seats, spots + self._first] = self.settled.lawful[spots, self._counts[seats, spots]]
        self._mask[seats[self._tendered[seats] >= self.most_wagers], self._first :] = 0

    def _settle(self, seats: NDArray[np.int64]) -> NDArray[np.int64]:
        """What these seats win or lose."""
        if self._laid is not None:
            outcomes = self._laid[seats]
        else:
            drawn = self.np_random.integers(int(self._limits[-1]), size=len(seats))
            outcomes = np.searchsorted(self._limits, drawn, "right")
        up, spots = np.nonzero(self._counts[seats])
        nets = self.settled.nets[outcomes[up], spots, self._counts[seats[up], spots]]
        found = np.zeros(len(seats), np.int64)
        np.add.at(found, up, nets)
        return found

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def close_extras(self, **kwargs: Any) -> None:
        """There is nothing to close."""


def settled(game: Game, rules: RulesSubmission, actions: Actions, most: int) -> SettledTable:
    """Play the game once for each outcome and for each number of chips that may come to lie on a spot."""
    tenders = [actions.tender(one, SEAT) for one in actions.all[actions.done + 1 :]]
    played, shape = Actions(game, rules, choose=False), Shape(game, rules, (SEAT,))
    asked, window = _questions(game, actions, shape)
    lawful = _lawful(window.menu, tenders, most)
    nets = np.zeros((len(asked.weights), len(tenders), most + 1), np.int64)
    for count in range(1, most + 1):
        up = [n for n in range(len(tenders)) if lawful[n, :count].all()]
        plan = [Stake(tenders[n].wager, tenders[n].on, count * tenders[n].amount) for n in up]
        for number, outcome in enumerate(asked.weights) if plan else ():
            found = _round(game, played, shape, plan, outcome)
            nets[number, up, count] = [found.get((one.wager, one.on), 0) for one in plan]
    return SettledTable(tuple(asked.weights), np.array([*asked.weights.values()], np.int64), nets, lawful)


def _lawful(menu: Menu, tenders: list[Answer], most: int) -> NDArray[np.int8]:
    """By spot and how often chips were put there, whether they may be put there once more. No wager may need another."""
    found = np.zeros((len(tenders), most + 1), np.int8)
    for n, tender in enumerate(tenders):
        layout = twin(menu)
        for count in range(most):
            try:
                layout.take(tender)
            except Refused:
                break
            layout.check(close_betting())
            found[n, count] = 1
    return found


def _questions(game: Game, actions: Actions, shape: Shape) -> tuple[Draw, Window]:
    """The one draw of a round, and the window before it. Refused where there are several draws, or where more than what is up
    on a spot can refuse a wager there."""
    asked: list[Draw] = []

    def first(question: Draw) -> str:
        asked.append(question)
        return next(iter(question.weights))

    sitting = Sitting(actions, shape, first)
    window = sitting.question
    if isinstance(window, Window) and type(window.menu) is Book and window.menu.only_limits and not asked:
        sitting.act(actions.done)
        if sitting.turn is None and sitting.played == len(asked) == 1 and asked[0].independent:
            return asked[0], window
    raise ValueError(f"{game.title} {ONE_OUTCOME}.")


def _round(
    game: Game, played: Actions, shape: Shape, plan: list[Stake], outcome: str
) -> Mapping[tuple[str, str], Cents]:
    """What each of these wagers won or lost in a round with this outcome."""
    drawn: list[Draw] = []

    def says(question: Draw) -> str:
        drawn.append(question)
        return outcome

    sitting, found = Sitting(played, shape, says, plan=plan), dict[tuple[str, str], Cents]()
    for event in sitting.round_events:
        if isinstance(event, Settlement):
            spot = event.wager, event.on
            found[spot] = found.get(spot, 0) + event.returned - event.taken - event.stake
    if len(drawn) != 1 or sitting.played != 1 or sum(found.values()) != sitting.worth(SEAT):
        raise ValueError(f"{game.title} {ONE_OUTCOME}.")
    return found
