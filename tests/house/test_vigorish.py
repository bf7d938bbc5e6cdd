"""Vigorish that was marked is collected before its player leaves the table (I-627a-08)."""

from pathlib import Path

from pitboss.chapters.ch627a_minibaccarat import Rules
from pitboss.families.baccarat.rules import VigorishCollection
from pitboss.house.house import Plan
from pitboss.ledger import INVENTORY
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
        if host.here.round is None and host.here.state.won:
            break
        if host.here.round is None:
            await desk.do(NAME, player, do="ready")
        await desk.bet(NAME, player, "bankers_hand", 1_000)
        await desk.do(NAME, player, do="ready")
    (owed,) = host.here.state.won
    rack, house = host.here.rack(1), host.here.ledger.balance(INVENTORY)
    due = owed[1] // 20
    left = await host.leave(player, desk.key())
    assert left == {"seat": 1, "cashed": rack - due}
    assert host.here.ledger.balance(INVENTORY) == house + due
    assert [e.amount for e in host.here.events if type(e).__name__ == "Charged"] == [due]
    assert "vigorish 9" not in host.here.markers
    check(host.here)


def test_player_pays_what_is_marked_before_he_leaves(tmp_path: Path) -> None:
    """His rack is charged, his marker taken away, and only the rest is cashed."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await until_he_owes(desk)

    run(work)
