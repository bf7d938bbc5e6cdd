"""A common meter when a table of its group is missing, when two hit it at once, and when the house is killed (promises 30-33)."""

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pitboss.chapters.ch688a_face_up_pai_gow_poker.paytables import ProgressivePaytable
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import Rules
from pitboss.events import MeterMoved
from pitboss.families.progressive import AWARD
from pitboss.house.founding import Plan
from pitboss.house.host import linked_meters, meters
from pitboss.house.host.sessions import Session
from pitboss.house.storage.store import StorageFailed
from pitboss.house.wire.view import view
from pitboss.meters import MICRO
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role
from pitboss.submission import submit
from soak.linked import (
    GAME,
    MAIN,
    PRACTICE,
    PROGRESSIVE,
    Judge,
    Wrong,
    kills,
    last_word,
    plans,
    race,
    races,
    rigged,
    same_for_all,
    seated,
    to_the_last_word,
)
from tests.house import live
from tests.house.desk import Desk, run
from tests.house.sending import said
from tests.house.viewer import Onlooker

SEED = 1_000_000  # cents
UNIT, RATE = 500, 5  # cents: the wager, and what goes to the meter


def group(*names: str, link: str | None = "north", paytable: str = "4") -> list[Plan]:
    rules = Rules(
        progressive_payout=True,
        progressive_payout_paytable=ProgressivePaytable(paytable),
        progressive_link_group=link,
    )
    return [Plan(name, GAME, name, PRACTICE, rules) for name in names]


async def until(desk: Desk, name: str, closed: bool) -> None:
    """Until the table has noticed that the link is lost, or is back; that takes a turn of the loop or two."""
    await live.until(lambda: bool(desk.host(name).link_lost) is closed)
    await desk.quiet(name)


def shown(desk: Desk, name: str) -> int:
    (meter,) = view(desk.host(name), Session()).meters
    return meter.amount


@pytest.fixture(autouse=True)
def _cards() -> Iterator[None]:
    """Chance deals at every table, unless a test says who wins."""
    with rigged(set()):
        yield


async def wagered(desk: Desk, name: str) -> Session:
    player = await seated(desk, name)
    await to_the_last_word(desk, name, player)
    return player


# --- the link


def test_605a_8_wager_is_closed_at_every_table_while_one_is_missing(tmp_path: Path) -> None:
    """D7: refused with a sentence, offered no more, told to the seats, handed back where it lay; and back with the same amount."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", group("north-1", "north-2", "north-3", "alone")) as desk:
            player = await seated(desk, "north-3")
            seat = Onlooker(player)
            desk.host("north-3").presence.join(seat)
            await desk.decline_cut("north-3", player)
            rack = desk.table("north-3").state.ledger.chips(1)
            await desk.bet("north-3", player, PROGRESSIVE, UNIT)
            await wagered(desk, "north-1")
            assert shown(desk, "north-3") == SEED + RATE

            desk.host("north-1").suspend("This table is suspended: its record is not in order.")
            await until(desk, "north-3", closed=True)
            sentence = seat.notices[-1].sentence
            assert "north-1 of its group cannot be reached" in sentence
            assert desk.table("north-3").state.ledger.chips(1) == rack  # what lay there was handed back
            assert desk.table("north-3").state.standing.announced.words == seat.notices[0].sentence  # type: ignore[union-attr]
            with pytest.raises(Refused) as refused:
                await desk.bet("north-3", player, PROGRESSIVE, UNIT)
            assert (refused.value.why, refused.value.sentence) == (Refusal.UNAVAILABLE, sentence)
            seen = view(desk.host("north-3"), player)
            assert PROGRESSIVE not in {offer.wager for offer in seen.you.offers}
            assert MAIN in {offer.wager for offer in seen.you.offers}
            assert seen.meters[0].closed == sentence
            assert seen.meters[0].amount == SEED + RATE

            await desk.bet("north-3", player, MAIN, 1000)  # the game goes on without it
            await desk.do("north-3", player, do="ready")
            await last_word(desk, "north-3", player)
            assert desk.table("north-3").state.felt.number == 1

            desk.host("north-1").recover()
            await until(desk, "north-3", closed=False)
            assert seat.notices[-1].sentence == meters.RESTORED
            assert shown(desk, "north-3") == SEED + RATE
            await wagered(desk, "north-3")
            assert shown(desk, "north-1") == SEED + 2 * RATE

    run(work)


def test_605a_8_closed_and_retired_tables_are_not_missing(tmp_path: Path) -> None:
    """What they moved is known and stays on the meter; other groups and tables without a link are not concerned."""

    async def work() -> None:
        plans = [*group("north-1", "north-2"), *group("south-1", link="south"), *group("alone", link=None)]
        async with Desk(tmp_path / "house.db", plans) as desk:
            player = await wagered(desk, "north-1")
            await last_word(desk, "north-1", player)
            floor = desk.role("floor", "north-1")
            await desk.do("north-1", floor, do="close_table")
            assert desk.host("north-2").house.meters.lost(desk.table("north-2")) == ""
            manager = desk.person(Role.MANAGER, "north-1")
            await desk.do("north-1", manager, do="retire_table", reason="worn")
            assert desk.table("north-1").state.standing.retired
            assert desk.host("north-2").house.meters.lost(desk.table("north-2")) == ""
            assert shown(desk, "north-2") == SEED + RATE
            desk.host("north-2").suspend("This table is suspended.")
            assert desk.host("south-1").house.meters.lost(desk.table("south-1")) == ""
            assert desk.host("alone").house.meters.lost(desk.table("alone")) == ""

    run(work)


def test_605a_8_a_table_that_cannot_be_read_closes_the_wager_from_the_start(tmp_path: Path) -> None:
    """Its record was damaged while the house was closed: what it moved is not known, and nobody plays for less."""
    database = tmp_path / "house.db"

    async def before() -> None:
        async with Desk(database, group("north-1", "north-2")) as desk:
            await last_word(desk, "north-1", await wagered(desk, "north-1"))

    async def after(closed: bool) -> None:
        async with Desk(database, group("north-1", "north-2")) as desk:
            player = await seated(desk, "north-2")
            assert (desk.host("north-1").table is None) is closed
            if not closed:
                assert shown(desk, "north-2") == SEED + RATE
                return
            await until(desk, "north-2", closed=True)
            await desk.decline_cut("north-2", player)
            with pytest.raises(Refused, match=r"north-1 of its group cannot be reached"):
                await desk.bet("north-2", player, PROGRESSIVE, UNIT)

    def tail(sql: str, *values: Any) -> Any:
        with closing(sqlite3.connect(database)) as raw, raw:
            return raw.execute(sql, values).fetchone()

    run(before)
    (mark,) = tail("SELECT mark FROM tails WHERE journal = 'north-1'")
    tail("UPDATE tails SET mark = ? WHERE journal = 'north-1'", b"forged")
    tail("DELETE FROM snapshots WHERE table_id = 'north-1'")
    run(lambda: after(closed=True))
    tail("UPDATE tails SET mark = ? WHERE journal = 'north-1'", mark)
    run(lambda: after(closed=False))


def test_605a_8_an_award_waits_for_a_table_whose_movements_are_not_known(tmp_path: Path) -> None:
    """A jackpot was hit and another table is lost before it is paid: the round waits, and then pays the whole meter."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", group("north-1", "north-2")) as desk:
            await wagered(desk, "north-1")
            with rigged({"north-2"}):
                winner = await wagered(desk, "north-2")
                desk.host("north-1").suspend("This table is suspended: its record is not in order.")
                settling = asyncio.create_task(last_word(desk, "north-2", winner))
                await live.until(lambda: meters.awaits_system(desk.table("north-2")))
                assert not [
                    e for e in desk.table("north-2").play.events if isinstance(e, MeterMoved) and e.why == AWARD
                ]
                meter = "progressive_payout 4 north"
                for role in ("floor", "dealer"):  # nobody speaks for the system
                    with pytest.raises(Refused):
                        await desk.do("north-2", desk.role(role, "north-2"), answer=said("meter", "", meter, 7))
                desk.host("north-1").recover()
                await asyncio.wait_for(settling, live.PATIENCE)
            (award,) = [e for e in desk.table("north-2").play.events if isinstance(e, MeterMoved) and e.why == AWARD]
            assert award.before == (SEED + 2 * RATE) * MICRO
            assert award.after == 0

    run(work)


def test_every_table_shows_within_a_second_what_was_moved_at_another(tmp_path: Path) -> None:
    """Nothing happens at the second table; its viewers are woken all the same, and see the new amount."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", group("north-1", "north-2")) as desk:
            seat = Onlooker(await seated(desk, "north-2"))
            desk.host("north-2").presence.join(seat)
            await desk.quiet("north-2")
            before = seat.woken
            await wagered(desk, "north-1")
            await live.until(lambda: seat.woken > before and shown(desk, "north-2") == SEED + RATE)

    assert linked_meters.DISPLAY_SECONDS < 1
    run(work)


# --- what is not on the disk


def test_the_meter_is_stated_only_from_what_is_on_the_disk(tmp_path: Path) -> None:
    """Another table moved it and that is not written yet: whoever plays for it waits; what failed is not in the amount."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", group("north-1", "north-2")) as desk:
            first, second = await seated(desk, "north-1"), await seated(desk, "north-2")
            for name, player in (("north-1", first), ("north-2", second)):
                await desk.decline_cut(name, player)
                await desk.bet(name, player, MAIN, 1000)
                await desk.bet(name, player, PROGRESSIVE, UNIT)
            store, commit = desk.house.store, desk.house.store.commit
            stuck = asyncio.get_running_loop().create_future()
            store.commit = lambda writes: stuck  # type: ignore[method-assign]
            slow = asyncio.create_task(desk.do("north-1", first, do="ready"))
            await live.until(lambda: desk.host("north-1").moving)
            store.commit = commit  # type: ignore[method-assign]
            await desk.do("north-2", second, do="ready")
            assert meters.awaits_system(desk.table("north-2"))
            stuck.set_exception(StorageFailed("The record could not be written."))
            with pytest.raises(Refused, match="could not be written"):
                await slow
            await live.until(lambda: not meters.awaits_system(desk.table("north-2")))
            (moved,) = [event for event in desk.table("north-2").play.events if isinstance(event, MeterMoved)]
            assert moved.before == SEED * MICRO

    run(work)


# --- parameters


def test_a_table_that_moved_a_common_meter_stays_in_its_group(tmp_path: Path) -> None:
    """After a jackpot at this table its movements are less than nothing: without them the meter would rise by all of it."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", group("north-1", "north-2")) as desk:
            with rigged({"north-1"}):
                await last_word(desk, "north-1", await wagered(desk, "north-1"))
            table = desk.table("north-1")
            for choices in (
                {"progressive_payout": False},
                {"progressive_payout": True, "progressive_payout_paytable": "4"},
                {"progressive_payout": True, "progressive_payout_paytable": "4", "progressive_link_group": "south"},
                {"progressive_payout": True, "progressive_payout_paytable": "1", "progressive_link_group": "north"},
            ):
                with pytest.raises(Refused, match="has moved the meter"):
                    meters.check_kept(table, submit(Rules, choices))
                meters.check_kept(desk.table("north-2"), submit(Rules, choices))  # which has moved nothing

    run(work)


def test_rates_and_seed_of_a_meter_change_only_when_it_has_just_been_won(tmp_path: Path) -> None:
    """Every other paytable for a meter with money on it is refused, a thousand times; after the award it is not."""
    other = [submit(Rules, {"progressive_payout": True, "progressive_payout_paytable": n}) for n in "123567"]

    async def work() -> None:
        async with Desk(tmp_path / "house.db", group("alone", link=None)) as desk:
            for rules in other:
                meters.check_kept(desk.table("alone"), rules)  # nothing was wagered on it yet
            await last_word(desk, "alone", await wagered(desk, "alone"))
            refusals = 0
            for rules in other * 167:
                with pytest.raises(Refused, match="change only when it has just been won"):
                    meters.check_kept(desk.table("alone"), rules)
                refusals += 1
            assert refusals > 1000
            with rigged({"alone"}):
                await last_word(desk, "alone", await wagered(desk, "alone"))
            for rules in other:
                meters.check_kept(desk.table("alone"), rules)

    run(work)


# --- races and kills


def test_near_simultaneous_hits_are_ordered_and_paid_by_rule(tmp_path: Path) -> None:
    """Races over eight linked tables with real jackpots; ten thousand in ``python -m soak linked``."""
    judge = asyncio.run(races(tmp_path / "house.db", 15, seed=2))
    assert judge.hits > 15
    assert judge.together > 3
    assert judge.moves > 120


def test_a_system_that_says_the_same_to_all_is_found_out(tmp_path: Path) -> None:
    """Control: two winners would each be paid the whole meter."""
    with same_for_all(), pytest.raises(Wrong):
        asyncio.run(races(tmp_path / "house.db", 10, seed=2))


def test_the_meter_is_exact_after_every_kill(tmp_path: Path) -> None:
    """kill -9 while eight tables race; five hundred times in ``python -m soak linked``."""
    judge = kills(tmp_path / "house.db", 3, seed=3)
    assert judge.moves >= 8


def test_a_group_without_one_of_its_tables_is_found_out(tmp_path: Path) -> None:
    """Control: the old sum, over the tables that are there."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", plans(3)) as desk:
            players = {name: await seated(desk, name) for name in desk.house.hosts}
            await race(desk, players, random.Random(1))
            Judge().look(desk.house)
            with pytest.raises(Wrong):
                Judge().look(desk.house, blind="north-2")

    run(work)
