"""Tables of one house that share a progressive meter (688a.2(d), I-GEN-33)."""

from pathlib import Path
from typing import Any

import msgspec

from pitboss.chapters.ch688a_face_up_pai_gow_poker.paytables import ProgressivePaytable
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import Rules
from pitboss.events import MeterMoved
from pitboss.families.progressive import METER, RESERVE, opened
from pitboss.house.founding import Plan
from pitboss.house.host.linked_meters import LinkedMeters
from pitboss.house.host.sessions import Session
from pitboss.house.table.entries import Settings
from pitboss.house.table.recovery import rebuild
from pitboss.house.wire.view import view
from pitboss.meters import MICRO
from pitboss.procedure import SYSTEM, Answer, Election, Option
from tests.house.desk import Desk, fingerprint, run

GAME, MAIN = "face-up-pai-gow-poker", "face_up_pai_gow_poker"
PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=1_000_000)


def plan(name: str, group: str | None, table: str = "4") -> Plan:
    rules = Rules(
        progressive_payout=True, progressive_payout_paytable=ProgressivePaytable(table), progressive_link_group=group
    )
    return Plan(name, GAME, name, PRACTICE, rules)


PLANS = [plan("north-1", "north"), plan("north-2", "north"), plan("north-dollar", "north", "1"), plan("alone", None)]


async def locked_out(desk: Desk, name: str) -> tuple[int, int]:
    """One player wagers on the Progressive and betting closes: what the meter said before and after, in micro-cents."""
    session = await desk.sit(name)
    await desk.bet(name, session, MAIN, 1000)
    unit = desk.table(name).rules.progressive.unit  # type: ignore[attr-defined]
    await desk.bet(name, session, "progressive_payout", unit)
    await desk.do(name, session, do="ready")
    (moved,) = [event for event in desk.table(name).play.events if isinstance(event, MeterMoved)]
    return moved.before, moved.after


def test_688a_2_d_tables_of_a_group_share_one_meter(tmp_path: Path) -> None:
    """The second finds what the first put on, in the middle of its round; other paytables and tables do not."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            assert await locked_out(desk, "north-1") == (1_000_000 * MICRO, 1_000_005 * MICRO)
            assert desk.table("north-1").round is not None
            assert await locked_out(desk, "north-2") == (1_000_005 * MICRO, 1_000_010 * MICRO)
            assert await locked_out(desk, "north-dollar") == (1_000_000 * MICRO, 1_000_028 * MICRO)
            assert await locked_out(desk, "alone") == (1_000_000 * MICRO, 1_000_005 * MICRO)

    run(work)


def test_688a_2_d_shared_meter_survives_a_restart(tmp_path: Path) -> None:
    """It is in the tables' own records: a house opened again says the same, and every table replays."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await locked_out(desk, "north-1")
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            assert await locked_out(desk, "north-2") == (1_000_005 * MICRO, 1_000_010 * MICRO)
            for name in ("north-1", "north-2"):
                assert fingerprint(rebuild(desk.house.store, name)) == fingerprint(desk.table(name))

    run(work)


def test_688a_2_d_system_says_meter_and_reserve(tmp_path: Path) -> None:
    """Of the group, after what each of its tables has put there; what nobody links is as the table saw it last."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await locked_out(desk, "north-1")
            await locked_out(desk, "north-2")
            first, floor = desk.table("north-1"), LinkedMeters(desk.house.hosts)
            for what, amount in ((METER, 1_000_010 * MICRO), (RESERVE, 10 * MICRO)):
                option = Option(what, on="progressive_payout 4 north", least=0, most=1)
                asked = Election(SYSTEM, what, (option,), "688a.12(d)", option)
                for group, said in (("north", amount), ("south", 7)):
                    known = Answer(SYSTEM, what, on=f"progressive_payout 4 {group}", amount=7)
                    answer = floor.says(asked, known, desk.host("north-1"))
                    assert answer is not None
                    assert answer.amount == said
            meter = first.rules.meter  # type: ignore[attr-defined]
            assert first.state.felt.state.meter == opened(meter)  # the round is not over

    run(work)


# --- what the players see


def test_the_meter_is_shown_and_moves(tmp_path: Path) -> None:
    """The view tells what a meter shows, in cents, while the round is in progress and after it."""
    name = "pai-gow-poker"

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(name, name, "Pai Gow Poker", PRACTICE)]) as desk:
            player = await desk.sit(name, 1)
            await desk.decline_cuts(name, [player])

            def shown() -> dict[str, Any]:
                (meter,) = view(desk.host(name), Session()).meters
                return msgspec.structs.asdict(meter)

            before = shown()
            assert before["wager"] == "progressive_payout"
            assert before["title"]
            await desk.bet(name, player, "pai_gow_poker", 2_500)
            offer = next(o for o in desk.table(name).round.pending.menu.offers(1) if o.wager == "progressive_payout")  # type: ignore[union-attr]
            await desk.bet(name, player, "progressive_payout", offer.least)
            await desk.do(name, player, do="ready")
            await desk.decline_cuts(name, [player])
            moved = [event.after for event in desk.table(name).play.events if isinstance(event, MeterMoved)]
            assert moved[-1] > before["amount"] * MICRO
            assert shown()["amount"] == moved[-1] // MICRO

    run(work)


def test_a_game_without_a_meter_shows_none(tmp_path: Path) -> None:
    """Nothing is sold, nothing is shown."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan("r", "roulette", "Roulette", PRACTICE)]) as desk:
            assert view(desk.host("r"), Session()).meters == ()

    run(work)
