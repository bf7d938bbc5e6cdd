"""Taking and paying by hand: where the chapter orders it, no other round opens before somebody has said that it is done."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import catalogue, law
from pitboss.events import Collected, Returned
from pitboss.house.founding import Plan
from pitboss.house.host import readiness, settling
from pitboss.house.host.sessions import Session
from pitboss.house.table import entries, snapshot
from pitboss.house.table.entries import Settings
from pitboss.house.table.verify import verify_entries
from pitboss.house.wire.view import view
from pitboss.procedure import Refused
from pitboss.roles import AT_A_TABLE, Role
from pitboss.shown import shown_of
from tests.house.desk import Desk, fingerprint, run
from tests.house.live import BY_HAND
from tests.house.sending import leave_table
from tests.house.test_dealt_by_persons import act

PERSON = Settings(dealer="person", betting_seconds=0, election_seconds=0, settled_seconds=0)
# Chapters that settle player by player, and name no moment at which all wagers have to be settled.
INFORMS_ONLY = {"pai-gow", "pai-gow-poker", "six-card-fortune-pai-gow-poker", "face-up-pai-gow-poker"}
TOGETHER = {"dj-wild-stud-poker": ("ante", "blind")}  # wagers that do not stand alone
R = "roulette-by-hand"
PLANS = (Plan(R, "roulette", "Roulette", BY_HAND),)


def declared(game: str) -> str:
    return shown_of(catalogue.games()[game]).take_and_pay


def test_the_provision_is_of_the_chapter() -> None:
    """A citation that no register has, or that of another chapter, is a slip."""
    assert {game for game in catalogue.games() if not declared(game)} == INFORMS_ONLY
    for name, game in catalogue.games().items():
        cite = declared(name)
        assert not cite or law.known(cite), (name, cite)
        assert not cite or cite.partition(".")[0] == game.chapter, (name, cite)


async def one_round(desk: Desk, player: Session, pick: random.Random) -> None:
    """Until a round is over in which chips were won or lost."""
    for _ in range(400):
        table = desk.table("t")
        if table.round is None and table.state.felt.unpaid:
            return
        if readiness.is_betting(table) and not table.state.felt.up:
            for wager in TOGETHER.get(table.game.name, ()):
                await desk.bet("t", player, wager, 500)
        await act(desk, player, pick)
    raise AssertionError("no round ends")


@pytest.mark.parametrize("game", sorted(catalogue.games()))
def test_the_next_round_waits_where_the_text_orders_it(tmp_path: Path, game: str) -> None:
    async def work() -> None:
        patient = msgspec.structs.replace(PERSON, settled_seconds=5)  # so that a round is seen to be over
        async with Desk(tmp_path / "house.db", [Plan("t", game, game, patient)]) as desk:
            for role in AT_A_TABLE:
                desk.station("t", role)
            await desk.open_by_hand("t")
            player, pick = await desk.sit("t", 1), random.Random(game)
            await one_round(desk, player, pick)
            table, number = desk.table("t"), desk.table("t").state.felt.number
            dealer = desk.person(table.game.dealt_by[0], "t")
            assert settling.due(table) == declared(game)
            assert view(desk.host("t"), dealer).pay == declared(game)
            for _ in range(3):
                await desk.settle("t", 100)
            if game in INFORMS_ONLY:
                assert table.state.felt.number == number + 1
                assert table.state.felt.unpaid == []
                with pytest.raises(Refused, match="No round waits"):
                    await desk.do("t", dealer, do="take_and_pay", round=number)
                return
            assert (table.round, table.state.felt.number) == (None, number)
            with pytest.raises(Refused, match=f"takes and pays round {number}") as refused:
                await desk.do("t", player, answer={"says": "wager", "wager": "x", "amount": 100})
            assert refused.value.cite == declared(game)
            assert view(desk.host("t"), player).waits == settling.words(table)
            assert view(desk.host("t"), player).pay == ""  # of no concern to players
            await desk.do("t", dealer, do="take_and_pay", round=number)
            await desk.settle("t", 10)
            await desk.sign_all("t")
            await desk.settle("t", 10)
            assert table.state.felt.number == number + 1
            made = [entry for entry in desk.house.store.entries("t") if entry.kind == "taken_and_paid"][-1]
            said = msgspec.json.decode(made.payload, type=entries.TakenAndPaid)
            assert (said.round, said.by.role) == (number, table.game.dealt_by[0])
            assert said.by.credential.startswith("DEMO-")

    run(work)


async def settled(desk: Desk, wager: str = "red", outcome: str = "17") -> Session:
    """A round of roulette is over: red lost."""
    await desk.open_by_hand(R)
    player = await desk.sit(R)
    await spun(desk, player, wager, outcome)
    return player


async def spun(desk: Desk, player: Session, wager: str = "red", outcome: str = "17") -> None:
    dealer = desk.role("dealer", R)
    await desk.bet(R, player, wager, 500)
    await desk.do(R, dealer, do="no_more_bets")
    await desk.do(R, dealer, answer={"says": outcome, "by": "chance"})
    await desk.do(R, dealer, answer={"says": "valid_spin", "by": "dealer"})


async def confirm(desk: Desk, session: Session, round: int = 1) -> None:
    await desk.do(R, session, do="take_and_pay", round=round)


def test_it_is_confirmed_once_for_the_last_round_and_by_whoever_may(tmp_path: Path) -> None:
    """Before a round is over, for another one, twice, or by a player it is refused, and nothing is entered."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await desk.open_by_hand(R)
            player, dealer = await desk.sit(R), desk.role("dealer", R)
            with pytest.raises(Refused, match="No round waits"):
                await confirm(desk, dealer)
            await desk.bet(R, player, "red", 500)
            await desk.do(R, dealer, do="no_more_bets")
            with pytest.raises(Refused, match="No round waits"):
                await confirm(desk, dealer)
            await desk.do(R, dealer, answer={"says": "17", "by": "chance"})
            await desk.do(R, dealer, do="correct")  # what was entered can be taken back as before
            await desk.do(R, dealer, answer={"says": "20", "by": "chance"})
            await desk.do(R, dealer, answer={"says": "valid_spin", "by": "dealer"})
            sequence = desk.table(R).journal.sequence
            for who in (player, desk.role("staff", R), desk.role("audit", R)):
                with pytest.raises(Refused, match="Only a dealer or a floorperson or above"):
                    await confirm(desk, who)
            with pytest.raises(Refused, match="meant for round 2; round 1 is to be taken and paid"):
                await confirm(desk, dealer, 2)
            assert desk.table(R).journal.sequence == sequence
            await confirm(desk, dealer)
            assert desk.table(R).state.felt.number == 2
            with pytest.raises(Refused, match="No round waits"):
                await confirm(desk, dealer)
            replayed = verify_entries(list(desk.house.store.entries(R)))
            assert [one.round for one in replayed.rounds] == [1]

    run(work)


def test_a_house_that_starts_again_still_has_the_list(tmp_path: Path) -> None:
    """What is to be taken and paid outlives the process; whoever is above the dealer can confirm it, too."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await settled(desk)
            shown = view(desk.host(R), desk.role("dealer", R))
            before = fingerprint(desk.table(R))
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            desk.keys = iter(range(1000, 2000))
            assert fingerprint(desk.table(R)) == before
            again = view(desk.host(R), desk.role("dealer", R))
            assert (again.pay, again.settled_round, again.settlements) == ("617a.5(e)", 1, shown.settlements)
            assert [type(event) for event in again.settlements] == [Collected]
            await desk.settle(R, 100)
            assert desk.table(R).round is None
            await confirm(desk, desk.role("floor", R))
            assert desk.table(R).state.felt.number == 2

    run(work)


def test_a_database_from_before_waits_for_nothing(tmp_path: Path) -> None:
    """A snapshot that does not know of it yet belongs to a round that was settled by the rules of its time."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await settled(desk)
            table = desk.table(R)
            kept = msgspec.json.decode(snapshot.take(table))
            assert kept.pop("unpaid")
            old = snapshot.restore(R, msgspec.json.encode(kept), {})
            assert (settling.due(old), old.play.settlements) == ("", [])

    run(work)


def test_a_round_that_is_void_holds_nobody_up(tmp_path: Path) -> None:
    """Chips go back to those who put them down: nothing is taken and nothing paid."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan("t", "go-fore-it", "Go Fore It", PERSON)]) as desk:
            await desk.open_by_hand("t")
            player, dealer = await desk.sit("t", 1), desk.role("dealer", "t")
            await desk.until_asked("t")
            await desk.decline_cut("t", player)
            await desk.bet("t", player, "front_9", 500)
            await desk.do("t", dealer, do="no_more_bets")
            await desk.do("t", dealer, do="report", kind="dealer_card_exposed")
            table = desk.table("t")
            assert [type(event) for event in table.play.settlements] == [Returned]
            assert (table.state.felt.unpaid, settling.due(table)) == ([], "")
            await desk.settle("t", 10)
            assert table.state.felt.number == 2

    run(work)


def test_a_table_is_never_stuck(tmp_path: Path) -> None:
    """The dealer is released, everybody leaves, the table closes and opens: the list waits, and can be confirmed."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            player, floor = await settled(desk), desk.role("floor", R)
            dealer = desk.role("dealer", R).person
            await desk.do(R, floor, do="release", person=dealer, role="dealer")
            with pytest.raises(Refused, match="not assigned to this table"):
                await confirm(desk, desk.role("dealer", R))
            await leave_table(desk.host(R), player, desk.key())
            desk.station(R, Role.DEALER)  # who relieves the one before
            await close(desk)
            assert settling.due(desk.table(R))
            await desk.open_by_hand(R)
            assert desk.table(R).round is None
            await confirm(desk, desk.role("dealer", R))
            await desk.until_asked(R)
            assert desk.table(R).state.felt.number == 2
            await spun(desk, await desk.sit(R))
            await close(desk)
            await confirm(desk, floor, 2)  # at the closed table
            assert settling.due(desk.table(R)) == ""
            await desk.open_by_hand(R)
            assert desk.table(R).state.felt.number == 3

    run(work)


async def close(desk: Desk) -> None:
    table = desk.table(R)
    for checklist in table.checklists:
        if checklist.when == "closing":
            await desk.sign(R, checklist)
    await desk.do(R, desk.role("floor", R), do="close_table")
    assert not table.state.standing.open


def test_a_settled_round_can_be_corrected_before_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await settled(desk)
            floor: Any = desk.role("floor", R)
            lines = ({"seat": 1, "amount": 500},)
            await desk.do(R, floor, do="propose_correction", rounds=(1,), lines=lines, reason="misread")
            assert settling.due(desk.table(R))
            await confirm(desk, floor)

    run(work)


def test_an_automatic_table_takes_and_pays_by_itself(tmp_path: Path) -> None:
    async def work() -> None:
        plan = Plan("a", "roulette", "Roulette", Settings(betting_seconds=1, settled_seconds=1))
        async with Desk(tmp_path / "house.db", [plan]) as desk:
            player = await desk.sit("a")
            await desk.until_asked("a")
            await desk.bet("a", player, "red", 500)
            await desk.settle("a", 2)
            assert desk.table("a").state.felt.results
            assert desk.table("a").state.felt.unpaid == []
            with pytest.raises(Refused, match="No round waits"):
                await desk.do("a", desk.role("floor", "a"), do="take_and_pay", round=1)
            await desk.settle("a", 2)
            assert desk.table("a").state.felt.number == 2

    run(work)
