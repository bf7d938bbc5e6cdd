"""The Board's console has every round settled again in a process of its own; what differs is found, and one runs at a time."""

import asyncio
from pathlib import Path

import pytest

from pitboss.house.protocol.board import SettledAgain
from pitboss.procedure import Refused
from tests.house.live import Live
from tests.house.recorded import a_house, play
from tests.house.test_log import board

GAMES = ("roulette", "casino-war")
ROUNDS = 3


def test_a_house_settles_its_record_again_beside_play(tmp_path: Path) -> None:
    async def work() -> SettledAgain:
        async with a_house(tmp_path / "house.db", GAMES) as desk:
            for game in GAMES:
                await play(desk, f"{game}-1", ROUNDS, game)
            second = desk.house.record.second
            second.begin()
            with pytest.raises(Refused, match="already"):
                second.begin()
            await second.run(desk.house.workers)
            return second.state

    found = asyncio.run(work())
    assert (found.state, found.rounds, found.unsettled) == ("done", len(GAMES) * ROUNDS, 0), found
    assert found.settlements == found.agreeing > 0
    assert (found.differing, found.done, found.differences) == (0, 1.0, ())


def test_who_oversees_begins_it_and_reads_what_was_found(tmp_path: Path) -> None:
    with Live(tmp_path / "house.db") as live:
        assert board(live, "/api/board/settled-again").json().get("state", "none") == "none"
        assert board(live, "/api/board/settled-again", "POST").status_code == 202
        state = {"state": "running"}
        while state.get("state", "running") == "running":  # also while it is asked too often
            state = board(live, "/api/board/settled-again").json()
        assert state["state"] == "done", state
        assert "settlements settled again" in state["sentence"]
