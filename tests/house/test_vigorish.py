"""Vigorish that was marked is collected before its player leaves the table (I-627a-08)."""

from pathlib import Path

import msgspec
import pytest

from pitboss.chapters.ch627a_minibaccarat.rules import Rules
from pitboss.events import Charged
from pitboss.families.baccarat.rules import VigorishCollection
from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.table import equipment
from pitboss.ledger import INVENTORY
from pitboss.procedure import Refused
from tests.house.desk import Desk, check, run
from tests.house.live import PRACTICE
from tests.house.sending import leave_table

NAME = "minibaccarat-deferred"
DEFERRED = Rules(vigorish_collection=VigorishCollection.DEFERRED)
PLANS = (Plan(NAME, "minibaccarat", "Minibaccarat", PRACTICE, DEFERRED),)


STAKE = 1_000
DUE = STAKE // 20  # 5 percent of what a wager on the Banker's Hand won
MARKER = "vigorish 9"  # seat 1 has position 9


async def until_vigorish_is_marked(desk: Desk) -> Session:
    """Seat 1 wagers on the Banker's Hand until it has won and vigorish is marked, which nobody has collected yet."""
    player = await desk.sit(NAME, 1)
    for _ in range(200):
        table = desk.table(NAME)
        if table.round is None and table.state.felt.state.won:
            return player
        if table.round is None:
            await desk.do(NAME, player, do="ready")
        await desk.decline_cut(NAME, player)
        await desk.bet(NAME, player, "bankers_hand", STAKE)
        await desk.do(NAME, player, do="ready")
    raise AssertionError("The Banker's Hand never won.")


def test_player_pays_what_is_marked_before_leaving(tmp_path: Path) -> None:
    """The player's rack is charged, the marker taken away, and only the rest is cashed."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            player = await until_vigorish_is_marked(desk)
            table = desk.table(NAME)
            rack, inventory = table.state.ledger.chips(1), table.state.ledger.balance(INVENTORY)
            assert table.play.paid == 2 * STAKE, "what is marked has not been taken yet"
            assert MARKER in table.state.felt.markers
            assert charges(desk) == []
            left = await leave_table(desk.host(NAME), player, desk.key())
            assert left == {"seat": 1, "cashed": rack - DUE}
            assert table.state.ledger.balance(INVENTORY) == inventory + DUE
            assert [event.amount for event in table.play.events if isinstance(event, Charged)] == [DUE]
            assert table.play.paid == -DUE
            assert MARKER not in table.state.felt.markers
            assert charges(desk) == [DUE]
            check(table)

    run(work)


def charges(desk: Desk) -> list[int]:
    """All vigorish that the record says was collected."""
    entries = desk.house.store.entries(NAME)
    steps = [msgspec.json.decode(entry.payload) for entry in entries if entry.kind == "step"]
    return [event["amount"] for step in steps for event in step.get("events", ()) if event["event"] == "charged"]


def test_a_duty_does_not_undo_what_was_collected(tmp_path: Path) -> None:
    """The round in which the player paid is finished before the cards are changed, and nobody pays a second time."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            host = desk.host(NAME)
            await leave_table(host, await until_vigorish_is_marked(desk), desk.key())
            number = host.require_table().state.felt.number
            assert charges(desk) == [DUE]
            floor = desk.role("floor", NAME)
            with pytest.raises(Refused, match="this round is over"):
                await desk.do(NAME, floor, do="duty", name=equipment.duties(host.require_table())[0].name)
            await desk.settle(NAME, 25 * 3600)
            await desk.settle(NAME, 60)
            assert not host.require_table().state.felt.state.won
            player = await desk.sit(NAME, 1)
            for _ in range(3):
                if host.require_table().round is None:
                    await desk.do(NAME, player, do="ready")
                await desk.decline_cut(NAME, player)
                await desk.bet(NAME, player, "players_hand", 1_000)
                await desk.do(NAME, player, do="ready")
            assert host.require_table().state.felt.number > number
            assert charges(desk) == [DUE]
            kinds = [entry.kind for entry in desk.house.store.entries(NAME)]
            assert "unplayed" not in kinds
            assert kinds.count("duty") == len(equipment.duties(host.require_table()))
            check(host.require_table())

    run(work)
