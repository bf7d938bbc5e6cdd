"""Equipment ages from when it is put in use, and a table has only what somebody received (I-GEN-15, I-GEN-39)."""

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec

from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.host import readiness
from pitboss.house.house import House
from pitboss.house.people import entries as house_entries
from pitboss.house.storage.store import Store
from pitboss.house.table import equipment
from pitboss.house.table.entries import Settings
from pitboss.roles import Role
from tests.house.desk import Desk, HandClock, run
from tests.house.live import BY_HAND

BJ = "BJ-1"
HOUR = 3600
PLANS = [Plan(BJ, "blackjack", "Blackjack", BY_HAND)]


def due(desk: Desk) -> list[str]:
    return [one.name for one in readiness.duties_due(desk.host(BJ), desk.table(BJ))]


def test_633a_3_d_cards_age_from_the_first_opening_of_a_new_table(tmp_path: Path) -> None:
    """Founded on Monday, opened on Tuesday: nothing is due; 24 hours later the cards are, below and at the hour."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            desk.clock.pass_by(25 * HOUR)
            await desk.open_by_hand(BJ)
            assert not readiness.blocked(desk.host(BJ))
            desk.clock.pass_by(24 * HOUR - 1)
            assert "deck_change" not in due(desk)
            desk.host(BJ).recover()
            assert "deck_change" not in due(desk)
            desk.clock.pass_by(1)
            assert "deck_change" in due(desk)

    run(work)


def test_633a_3_d_cards_that_somebody_put_in_use_age_from_then_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await desk.open_by_hand(BJ)
            await desk.do(BJ, desk.role("floor", BJ), do="close_table")
            other = next(
                t.id
                for t in desk.table(BJ).state.equipment.things.values()
                if t.kind == "cards" and t.state == "reserve"
            )
            desk.clock.pass_by(HOUR)
            await desk.do(BJ, desk.person(Role.PIT_MANAGER, BJ), do="duty", name="deck_change", thing=other)
            desk.clock.pass_by(24 * HOUR)
            assert "deck_change" in due(desk)

    run(work)


def test_i_gen_39_a_demonstration_says_who_received_what_its_tables_have(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            received = desk.house.register.things
            assert {thing.id for thing in desk.table(BJ).state.equipment.things.values()} <= received.keys()
            made = [e for e in desk.house.store.entries("house") if e.kind == "thing_received"]
            received_by = [msgspec.json.decode(e.payload, type=house_entries.ThingReceived).by for e in made]
            assert {str(by and by.credential) for by in received_by} == {"DEMO-pit-manager"}
            brought = [e for e in desk.house.store.entries(BJ) if e.kind == "thing_brought"]
            assert len(brought) == len(made)
            assert all(b"DEMO-pit-manager" in bytes(e.payload) for e in brought)

    run(work)


def test_i_gen_39_another_house_founds_its_tables_with_nothing(tmp_path: Path) -> None:
    """A table that persons deal with real cards says what is missing; one with a generator needs nothing."""
    generator = Settings(dealer="person", betting_seconds=0, election_seconds=0, settled_seconds=0)

    async def work() -> None:
        plans = [*PLANS, Plan("BJ-2", "blackjack", "Blackjack", generator)]
        house = House(Store(tmp_path / "house.db"), Opening(plans), clock=HandClock())
        await house.open()
        try:
            real, made = (house.hosts[name].require_table() for name in (BJ, "BJ-2"))
            assert not real.state.equipment.things
            assert not made.state.equipment.things
            assert "cards" in {kind.name for kind in equipment.missing(real)}
            assert readiness.not_ready(house.hosts[BJ], real).startswith("Still missing: receive decks of cards (")
            assert not equipment.missing(made)
            assert not house.register.things
        finally:
            await house.close()

    run(work)


def test_633a_2_f_the_reader_is_inspected_when_each_gaming_day_begins(tmp_path: Path) -> None:
    """Opened at 17:13, due at 06:00 where the house is, and not a second before; on the day of a clock change too."""
    zone = ZoneInfo("America/New_York")

    def at(text: str) -> float:
        return datetime.fromisoformat(text).replace(tzinfo=zone).timestamp()

    async def work() -> None:
        for opened, before, then in (
            ("2023-11-14T17:13:00", "2023-11-15T05:59:59", "2023-11-15T06:00:00"),
            ("2023-11-15T05:30:00", "2023-11-15T05:59:59", "2023-11-15T06:00:00"),
            ("2024-11-02T17:13:00", "2024-11-03T05:59:59", "2024-11-03T06:00:00"),  # the clocks are set back
            ("2024-03-09T17:13:00", "2024-03-10T05:59:59", "2024-03-10T06:00:00"),  # and forward
        ):
            file = tmp_path / f"{opened[:13]}.db"
            async with Desk(file, PLANS, clock=HandClock(at(opened))) as desk:
                await desk.open_by_hand(BJ)
                desk.clock.pass_by(at(before) - at(opened))
                assert "card_reader_inspection" not in due(desk)
                desk.clock.pass_by(1)
                assert desk.clock.seconds() == at(then)
                assert "card_reader_inspection" in due(desk)
                assert "a gaming day has begun [633a.2(f)]" in readiness.blocked(desk.host(BJ))
                desk.station(BJ, Role.FLOORPERSON)
                await desk.do(BJ, desk.person(Role.FLOORPERSON, BJ), do="duty", name="card_reader_inspection")
                assert "card_reader_inspection" not in due(desk)

    run(work)
