"""Vigorish that was marked is collected before its player leaves the table (I-627a-08)."""

from pathlib import Path

import msgspec
import pytest

from pitboss.chapters.ch627a_minibaccarat import Rules
from pitboss.families.baccarat.rules import VigorishCollection
from pitboss.house.house import Plan
from pitboss.ledger import INVENTORY
from pitboss.procedure import Refused
from tests.house.desk import Desk, check, run
from tests.house.live import PRACTICE

NAME = "minibaccarat-deferred"
DEFERRED = Rules(vigorish_collection=VigorishCollection.DEFERRED)
PLANS = (Plan(NAME, "minibaccarat", "Minibaccarat", PRACTICE, DEFERRED),)


async def until_he_owes(desk: Desk) -> None:
    """Seat 1 wagers on the Banker's Hand until it has won and vigorish is marked for him."""
    host = desk.host(NAME)
    player = await desk.sit(NAME, 1)
    for _ in range(200):
        if host.require_table().round is None and host.require_table().state.won:
            break
        if host.require_table().round is None:
            await desk.do(NAME, player, do="ready")
        await desk.decline_cut(NAME, player)
        await desk.bet(NAME, player, "bankers_hand", 1_000)
        await desk.do(NAME, player, do="ready")
    (owed,) = host.require_table().state.won
    rack, house = host.require_table().rack(1), host.require_table().ledger.balance(INVENTORY)
    due = owed[1] // 20
    assert host.require_table().paid == 2_000, "what is marked has not been taken yet"
    left = await host.leave(player, desk.key())
    assert left == {"seat": 1, "cashed": rack - due}
    assert host.require_table().ledger.balance(INVENTORY) == house + due
    assert [e.amount for e in host.require_table().events if type(e).__name__ == "Charged"] == [due]
    assert host.require_table().paid == -due
    assert "vigorish 9" not in host.require_table().markers
    check(host.require_table())


def test_player_pays_what_is_marked_before_he_leaves(tmp_path: Path) -> None:
    """His rack is charged, his marker taken away, and only the rest is cashed."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await until_he_owes(desk)

    run(work)


def charges(desk: Desk) -> list[int]:
    """All vigorish that the record says was collected."""
    entries = desk.house.store.entries(NAME)
    steps = [msgspec.json.decode(entry.payload) for entry in entries if entry.kind == "step"]
    return [event["amount"] for step in steps for event in step.get("events", ()) if event["event"] == "charged"]


def test_a_duty_does_not_undo_what_was_collected(tmp_path: Path) -> None:
    """The round in which he paid is finished before the cards are changed, and nobody pays a second time."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await until_he_owes(desk)
            host = desk.host(NAME)
            number, (paid,) = host.require_table().number, charges(desk)
            floor = desk.role("floor", NAME)
            with pytest.raises(Refused, match="after this round"):
                await desk.do(NAME, floor, do="duty", name=host.require_table().duties[0].name, by="F")
            await desk.settle(NAME, 25 * 3600)
            await desk.settle(NAME, 60)
            assert not host.require_table().state.won
            player = await desk.sit(NAME, 1)
            for _ in range(3):
                if host.require_table().round is None:
                    await desk.do(NAME, player, do="ready")
                await desk.decline_cut(NAME, player)
                await desk.bet(NAME, player, "players_hand", 1_000)
                await desk.do(NAME, player, do="ready")
            assert host.require_table().number > number
            assert charges(desk) == [paid]
            kinds = [entry.kind for entry in desk.house.store.entries(NAME)]
            assert "unplayed" not in kinds
            assert kinds.count("duty") == len(host.require_table().duties)
            check(host.require_table())

    run(work)
