"""The queue: what waits for whom, derived from state. Doing the offered tasks in order opens, continues or decides."""

import random
from pathlib import Path

import pytest

from pitboss import catalogue
from soak import shift
from tests.house.desk import run
from tests.house.shift import Shift


@pytest.mark.parametrize("game", sorted(catalogue.games()))
def test_doing_the_offered_tasks_in_order_opens_a_closed_table(tmp_path: Path, game: str) -> None:
    """Nobody is assigned and nothing signed; whoever has a task does the first one."""

    async def work() -> None:
        async with Shift(tmp_path, [game], random.Random(game)) as worked:
            assert not worked.is_open("T-1")
            await worked.finish(200)
            assert worked.is_open("T-1")
            assert worked.done["assign"]
            assert worked.check_signatures()

    run(work)


def test_a_shift_is_worked_through_the_queue_alone(tmp_path: Path) -> None:
    games = ["blackjack", "roulette", "craps", "minibaccarat"]

    async def work() -> None:
        async with Shift(tmp_path, games, random.Random(7)) as worked:
            await worked.run(700)
            await worked.finish()
            assert worked.check_signatures() > 10
            assert {"assign", "signature", "open", "close_bets", "outcome", "close", "alarm", "filing"} <= set(
                worked.done
            )

    run(work)


def test_a_task_that_cannot_be_done_is_noticed() -> None:
    """The control: a house that offers in the middle of a round what is done only between rounds."""
    assert "wait until this round is over" in shift.control()
