"""The Board's console settles recorded rounds under another reading, in a process of its own; a control with other odds differs."""

import asyncio
from pathlib import Path

import pytest

from pitboss.chapters.ch617a_roulette.rules import FLOORS
from pitboss.house.otherwise_settlement import other_readings
from pitboss.house.protocol.board import OtherwiseState, SettleOtherwise
from pitboss.interchange.gathering import Wanted
from pitboss.interchange.sources import rounds_of
from pitboss.procedure import Refused
from tests.house.live import Live
from tests.house.recorded import a_house, play
from tests.house.test_log import board

TABLE, GAME, ROUNDS, SPINS = "over-under-1", "over-under", 4, 12
EDITION = SettleOtherwise(("edition=2019-proposed",))
FLOORS_AND_ONE = ", ".join(f'{wager} = "{odds.win + 1} to {odds.stake}"' for wager, odds in FLOORS.items())
CONTROL = SettleOtherwise((f"payouts={{ {FLOORS_AND_ONE} }}",))


def test_two_editions_settle_alike_and_other_odds_do_not(tmp_path: Path) -> None:
    """I-686a-10: both texts pay the same. A control that pays one more on everything differs wherever somebody won."""

    async def work() -> list[OtherwiseState]:
        async with a_house(tmp_path / "house.db", (GAME, "roulette")) as desk:
            await play(desk, TABLE, ROUNDS, GAME)
            await play(desk, "roulette-1", SPINS, "roulette")
            asked, found = desk.house.record.otherwise, list[OtherwiseState]()
            for each in (EDITION, CONTROL, SettleOtherwise(("no_such=1",))):
                asked.begin(each)
                with pytest.raises(Refused, match="already"):
                    asked.begin(each)
                found.append(await asked.done())
            return found

    alike, dearer, unknown = asyncio.run(work())
    assert (alike.state, alike.rounds, alike.changed, alike.more) == ("done", ROUNDS, 0, 0), alike
    assert alike.settlements > 0
    rounds = rounds_of(tmp_path / "house.db", Wanted(tables=("roulette-1",)))
    won = [one for played in rounds for one in played.settlements if one.returned > one.stake]
    assert (dearer.state, dearer.rounds, dearer.changed) == ("done", SPINS, len(won)), dearer
    assert dearer.more == sum(one.after - one.before for one in dearer.changes) == sum(dearer.patrons.values())
    assert all(one.after > one.before for one in dearer.changes)
    assert {(one.cite_before, one.cite_after) for one in dearer.changes} <= {("617a.4(a)", "617a.4(a)")}
    assert unknown.state == "failed"
    assert "no_such" in unknown.sentence


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with Live(tmp_path / "house.db") as live:
        known = board(live, "/api/board/otherwise").json()["readings"]
        assert {"I-688a-03", "2019-proposed"} <= {one["reading"] for one in known}
        unread: list[dict[str, object]] = [
            {"chosen": []},
            {"chosen": ["edition"]},
            {"chosen": ["a=b"], "day": "tomorrow"},
        ]
        for wrong in unread:
            assert board(live, "/api/board/otherwise", "POST", json=wrong).status_code in (400, 422), wrong
        assert board(live, "/api/board/otherwise", "POST", json={"chosen": ["wheel=triple"]}).status_code == 202
        assert board(live, "/api/board/otherwise/stop", "POST").status_code == 202


def test_every_reading_that_can_be_filed_is_offered() -> None:
    """As it is written in a submission, with what it says and costs."""
    offered = other_readings()
    assert len({(one.chapter, one.written) for one in offered}) == len(offered)
    assert all(one.says and "=" in one.written for one in offered)
