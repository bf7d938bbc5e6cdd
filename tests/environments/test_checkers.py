"""Every game passes the checkers of Gymnasium and PettingZoo; more of the same is marked slow."""

import warnings
from collections.abc import Iterator

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from pitboss import catalogue
from pitboss.environments import BlackjackVectorEnv, SeatEnv, TableEnv, register

GAMES = list(catalogue.games())
by_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(autouse=True)
def _advice_is_not_wanted() -> Iterator[None]:
    """Both checkers advise arrays where dictionaries say more, and a spec where an environment was made by hand."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@by_game
def test_a_seat_passes_gymnasiums_checker(game: str) -> None:
    """Spaces, seeds, types and determinism, for what is usual and where wagers are chosen."""
    check_env(SeatEnv(game), skip_render_check=True)
    check_env(SeatEnv(game, wagers="choose", acts=("remove",), rounds=2, reward="units"), skip_render_check=True)


@by_game
def test_a_table_passes_pettingzoos_tests(game: str) -> None:
    """The turns of several agents, their rewards and their ends; and the same again from the same seed."""
    api_test(TableEnv(game, seats=3), num_cycles=20)
    seed_test(lambda: TableEnv(game, seats=2), num_cycles=10)


def test_masks_are_where_trainers_look() -> None:
    """In info, as a method, and in the observation under the names that were asked for: the same everywhere."""
    seat = SeatEnv("blackjack", masked="observation")
    check_env(seat, skip_render_check=True)
    seen, info = seat.reset(seed=4)
    assert set(seen) == {"observation", "action_mask"}
    assert seat.observation_space.contains(seen)
    assert np.array_equal(seen["action_mask"], info["action_mask"])
    assert np.array_equal(seat.action_masks(), info["action_mask"] == 1)
    assert 0 < seat.action_masks().sum() < len(seat.action_names)
    table = TableEnv("over-under", seats=2, masked="observations")
    api_test(table, num_cycles=20)
    table.reset(seed=1)
    turn = table.agent_selection
    assert np.array_equal(table.observe(turn)["action_mask"], table.infos[turn]["action_mask"])
    assert np.array_equal(table.action_mask(turn), table.infos[turn]["action_mask"])
    many = BlackjackVectorEnv(5)
    _, infos = many.reset(seed=1)
    assert np.array_equal(many.action_masks(), infos["action_mask"] == 1)


@pytest.mark.slow
@by_game
def test_a_table_passes_pettingzoos_tests_for_long(game: str) -> None:
    """The same for hundreds of turns, with wagers chosen, over several rounds."""
    api_test(TableEnv(game, seats=4, wagers="choose", rounds=20), num_cycles=300)
    seed_test(lambda: TableEnv(game, seats=3, rounds=10), num_cycles=100)


def test_every_game_is_known_to_gymnasium_make() -> None:
    """``gymnasium.make`` takes the game and whatever else ``SeatEnv`` takes, and its own checker finds no fault."""
    register()
    register()  # a second time does nothing
    env = gymnasium.make("pitboss/blackjack-v1", render_mode="ansi", reward="units")
    check_env(env.unwrapped)
    env.reset(seed=1)
    assert "Blackjack Wager" in str(env.render())
    assert {f"pitboss/{game}-v1" for game in GAMES} <= set(gymnasium.registry)
