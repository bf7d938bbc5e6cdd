"""Things and people at a table between the rounds: what an attacker tried, and what must hold."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import pytest

from pitboss.game import When
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.house import House
from pitboss.house.people.entries import PersonAdded, PersonEnded, ThingReceived
from pitboss.house.storage.store import Store
from pitboss.house.table import entries, equipment, rounds
from pitboss.house.table.entries import Settings
from pitboss.house.table.table import Table
from pitboss.journal import Actor
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import Desk, run
from tests.house.sending import leave_table, seat_wish, take_seat

PERSON = Settings(dealer="person", betting_seconds=0, election_seconds=0, settled_seconds=5)
PLANS = (
    Plan("one", "go-fore-it", "One", PERSON),
    Plan("two", "go-fore-it", "Two", PERSON),
    Plan("jack", "blackjack", "Blackjack", PERSON),
)
BOSS = Actor("A", "A", "administrator")


async def refused(doing: Awaitable[object]) -> str:
    with pytest.raises(Refused) as caught:
        await doing
    return caught.value.sentence


def test_two_at_once_receive_a_thing_and_one_is_refused(tmp_path: Path) -> None:
    """What is there already is looked at when it is written: the house opens again after a double click."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            made = ThingReceived("X-1", "cards", "one deck")
            added = PersonAdded("P-1", "Pia", (Role.DEALER,))
            done = await asyncio.gather(
                *(desk.house.register.enter(one) for one in (made, made, added, added)), return_exceptions=True
            )
            assert sum(isinstance(one, Refused) for one in done) == 2
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            assert desk.house.register.things["X-1"].description == "one deck"

    run(work)


def test_what_is_sealed_stays_so_wherever_it_goes(tmp_path: Path) -> None:
    """Sealed by two, taken away, brought to another table: refused; one half-signed is not put in use; one removed is gone."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            floor, security = desk.role("floor", "one"), desk.person(Role.SECURITY, "one")
            spare = "one:cards-2"
            await desk.open_by_hand("one")
            await desk.do("one", floor, do="close_table")
            await desk.do("one", floor, do="seal_thing", thing=spare, reason="marked")
            assert "has begun to seal" in await refused(desk.do("one", floor, do="use_thing", thing=spare))
            await desk.do("one", security, do="seal_thing", thing=spare)
            await desk.do("one", security, do="take_thing", thing=spare)
            there = desk.role("floor", "two")
            assert "was sealed" in await refused(desk.do("two", there, do="bring_thing", thing=spare))
            await desk.do("one", floor, do="take_thing", thing="one:cards-1")
            await desk.do("two", there, do="bring_thing", thing="one:cards-1")
            assert desk.table("two").state.equipment.things["one:cards-1"].since, "as old as it is"
            assert "is at two" in await refused(desk.do("one", floor, do="bring_thing", thing="one:cards-1"))

    run(work)


def test_a_device_out_of_order_is_not_forgotten_with_its_round(tmp_path: Path) -> None:
    """633a.14(k): a round in which a device was reported is not canceled; rules and room agree after closing and opening."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await desk.open_by_hand("jack")
            player = await desk.sit("jack", 1)
            await desk.decline_cut("jack", player)
            table, floor = desk.table("jack"), desk.role("floor", "jack")
            while table.round is not None and table.round.elections():
                asked = table.round.elections()[0]
                who = desk.role("dealer", "jack") if asked.to == "dealer" else player
                await desk.say("jack", who, (asked.default or asked.options[0]).answer(asked.to))
            await desk.do("jack", desk.role("dealer", "jack"), do="report", report={"kind": "card_reader_malfunction"})
            assert rounds.is_bound(table)
            await desk.do("jack", floor, do="close_table")
            assert (table.state.standing.open, table.play.closing) == (True, True), "the round is finished first"
            reader = next(thing for thing in table.state.equipment.things.values() if "reader" in thing.kind)
            assert reader.state == "out_of_order"

    run(work)


def test_who_left_the_house_deals_no_more_and_who_plays_does_not_deal(tmp_path: Path) -> None:
    """A dealer who was ended leaves the table without one; a player who sits here is not assigned here."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            floor = desk.role("floor", "one")
            await desk.sign_all("one")
            await desk.house.register.enter(PersonEnded("DEMO-dealer", BOSS))
            assert "assign a dealer" in await refused(desk.do("one", floor, do="open_table"))
            await desk.house.register.enter(PersonAdded("B-1", "Bo", (Role.PLAYER, Role.DEALER)))
            desk.table("one").enter(entries.Seated(3, "Bo", 1000, person="B-1"))
            sits = desk.do("one", floor, do="assign", person="B-1", role="dealer")
            assert "plays at this table" in await refused(sits)

    run(work)


@pytest.mark.parametrize(
    "forged",
    [
        entries.Opened(Actor("F", "F", "floorperson")),
        entries.Signed("opening", Actor("D", "D", "dealer"), "dealer", (), number=7),
        entries.ThingMoved("one:cards-1", "in_use"),
    ],
)
def test_a_record_that_claims_what_cannot_be_is_refused(tmp_path: Path, forged: entries.Opened) -> None:
    """Opened before it was inspected, a signature that the list has not, a set put in use that is in use."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            copy = Table("one")
            for entry in desk.house.store.entries("one"):
                copy.replay(entry)
            with pytest.raises(Refused, match="cannot be applied"):
                copy.replay(desk.table("one").journal.append(entries.NAMES[type(forged)], forged, entry.time))

    run(work)


def test_a_house_whose_own_record_was_changed_does_not_open(tmp_path: Path) -> None:
    """It says so in one sentence."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS[:1]) as desk:
            store = desk.house.store
            store._writer.execute("DROP TRIGGER journal_unchanged")
            store._writer.execute("UPDATE journal SET hash = 'x' WHERE table_id = 'house' AND sequence = 2")

    run(work)
    with pytest.raises(Refused, match="own record is not in order"):
        House(Store(tmp_path / "house.db"), Opening(PLANS[:1]))


def test_676a_5_f_idle_cards_are_shown_when_somebody_comes(tmp_path: Path) -> None:
    """The list is due when a player comes to a table that everybody had left, and cannot be signed before."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS[:1]) as desk:
            await desk.open_by_hand("one")
            first, table, host = await desk.sit("one", 1), desk.table("one"), desk.host("one")
            await leave_table(host, first, desk.key())
            assert table.state.standing.idle
            idle = next(one for one in table.checklists if one.when is When.IDLE)
            assert "somebody has come" in await refused(desk.sign("one", idle))
            await take_seat(host, seat_wish(desk.key(), 2))
            assert [one.name for one in equipment.lists_due(table)] == ["idle"]
            await desk.sign("one", idle)
            assert not table.state.standing.idle
            await desk.settle("one", 6)
            assert table.round is not None

    run(work)


@pytest.mark.parametrize("game", ["midibaccarat", "baccarat"])
def test_629a_5_b_631a_5_b_the_first_player_is_offered_the_cut(tmp_path: Path, game: str) -> None:
    """Nothing is shuffled before somebody has come, at an opening too."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", (Plan("t", game, game, Settings()),)) as desk:
            await desk.quiet("t")
            assert desk.table("t").round is None
            await desk.sit("t", 2)
            play = desk.table("t").round
            assert play is not None
            assert [(asked.to, asked.kind) for asked in play.elections()] == [(2, "cut")]

    run(work)
