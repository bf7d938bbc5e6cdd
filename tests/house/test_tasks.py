"""The queue: what waits for whom, derived from state. Doing the offered tasks in order opens, continues or decides."""

import random
from contextlib import suppress
from pathlib import Path

import pytest

from pitboss import catalogue
from pitboss.house.floor import Opening
from pitboss.house.host.sessions import Session
from pitboss.house.house import House
from pitboss.house.people.demonstration import credential_of
from pitboss.house.protocol.tasks import TaskLine
from pitboss.house.storage.store import Store
from pitboss.house.tasks.queue import Tasks
from pitboss.procedure import Refused
from pitboss.roles import Role
from soak import shift
from tests.house.desk import HandClock, run
from tests.house.live import Live
from tests.house.sending import seat_wish, take_seat
from tests.house.shift import Shift


@pytest.mark.parametrize("game", sorted(catalogue.games()))
def test_doing_the_offered_tasks_in_order_opens_a_closed_table(tmp_path: Path, game: str) -> None:
    """Nobody is assigned and nothing signed; whoever has a task does the first one."""

    async def work() -> None:
        async with Shift(tmp_path, [game], random.Random(game)) as worked:
            assert not worked.is_open("T-1")
            await worked.finish(200)
            assert worked.is_open("T-1")
            assert worked.done["assign"]
            assert worked.check_signatures()

    run(work)


def test_a_shift_is_worked_through_the_queue_alone(tmp_path: Path) -> None:
    games = ["blackjack", "roulette", "craps", "minibaccarat"]

    async def work() -> None:
        async with Shift(tmp_path, games, random.Random(7)) as worked:
            await worked.run(700)
            await worked.finish()
            assert worked.check_signatures() > 10
            assert {"assign", "signature", "open", "close_bets", "outcome", "close", "alarm", "filing"} <= set(
                worked.done
            )

    run(work)


def test_a_task_that_cannot_be_done_is_noticed() -> None:
    """The control: a house that offers in the middle of a round what is done only between rounds."""
    assert "wait until this round is over" in shift.control()


def lines_of(worked: Shift, role: Role, kind: str) -> list[TaskLine]:
    worked.tasks.look()
    person = worked.desk.house.register.person(credential_of(role))
    return [line for line in worked.tasks.queue(person).tasks if line.kind == kind]


def test_i_gen_40_a_correction_waits_for_a_second_person(tmp_path: Path) -> None:
    """Whoever proposed it sees that it waits, and is not offered to decide on it."""

    async def work() -> None:
        async with Shift(tmp_path, ["roulette"], random.Random(1)) as worked:
            desk = worked.desk
            await worked.finish(200)
            reply = await take_seat(desk.host("T-1"), seat_wish(desk.key(), 1))
            await desk.bet("T-1", desk.house.sessions.of(reply["token"], "T-1"), "red", 500)
            for _ in range(50):
                if desk.table("T-1").state.felt.number > 1:
                    break
                await worked.work()
            pit = Session(person=credential_of(Role.PIT_MANAGER))
            lines = [{"seat": 1, "amount": 500}]
            await desk.do("T-1", pit, do="propose_correction", rounds=[1], lines=lines, reason="paid too little")
            (own,) = lines_of(worked, Role.PIT_MANAGER, "correction")
            (other,) = lines_of(worked, Role.SHIFT_MANAGER, "correction")
            assert (own.yours, own.act, other.yours) == (False, None, True)
            assert other.act is not None
            assert [choice.words for choice in other.act.choices] == ["Agree", "Drop it"]
            assert "seat 1 +$5.00" in other.changes

    run(work)


def test_what_could_be_shown_is_offered_only_to_whoever_enters_it(tmp_path: Path) -> None:
    """The cards that are left are nobody's to see but the dealer's, whose task it is to enter the next one."""

    async def work() -> None:
        async with Shift(tmp_path, ["minibaccarat"], random.Random(1)) as worked:
            desk = worked.desk
            await worked.finish(200)
            reply = await take_seat(desk.host("T-1"), seat_wish(desk.key(), 1))
            player = desk.house.sessions.of(reply["token"], "T-1")
            worked.players["T-1"][1] = player
            for _ in range(200):
                found = lines_of(worked, Role.SHIFT_MANAGER, "outcome")
                if found and found[0].cite:
                    break
                await worked.work()
                await worked.answer("T-1")
                if desk.table("T-1").round is not None and not desk.table("T-1").state.felt.up:
                    with suppress(Refused):
                        await desk.bet("T-1", player, "player", 500)
            (seen,) = lines_of(worked, Role.SHIFT_MANAGER, "outcome")
            assert (seen.yours, seen.act) == (False, None)
            dealing = desk.table("T-1").state.standing.assigned[0].person
            dealer = desk.house.register.person(dealing)
            (mine,) = [line for line in worked.tasks.queue(dealer).tasks if line.kind == "outcome"]
            assert mine.act is not None
            assert len(mine.act.choices) == 52

    run(work)


def test_a_refusal_to_open_or_close_names_all_that_is_missing_and_who_does_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with Shift(tmp_path, ["blackjack"], random.Random(1)) as worked:
            pit = Session(person=credential_of(Role.PIT_MANAGER))
            with pytest.raises(Refused) as refused:
                await worked.desk.do("T-1", pit, do="open_table")
            for words in ("assign a dealer (a floorperson or above)", "verify and sign: Opening of the table"):
                assert words in refused.value.sentence
            (waiting,) = lines_of(worked, Role.PIT_MANAGER, "open")
            assert (waiting.yours, waiting.waits_for) == (False, refused.value.sentence)

    run(work)


def test_the_demonstration_opens_with_work_for_everybody_whose_work_exists(tmp_path: Path) -> None:
    async def work() -> None:
        house = House(Store(tmp_path / "house.db"), Opening(None, demonstration=True), clock=HandClock())
        await house.open()
        try:
            tasks = Tasks(house)
            tasks.look()
            queues = {
                person.roles[0]: [line.kind for line in tasks.queue(person).tasks if line.yours]
                for person in house.register.people.values()
                if person.credential in {credential_of(role) for role in Role}
            }
        finally:
            await house.close()
        assert queues[Role.BOARD] == ["filing", "verification"]
        assert queues[Role.MANAGER] == ["draft"]
        assert queues[Role.DEALER] == ["signature"]
        assert queues[Role.ADMINISTRATOR] == ["backup"]
        assert queues[Role.AUDITOR] == ["verification"]
        assert queues[Role.SECURITY] == ["signature"]
        for role in (Role.FLOORPERSON, Role.PIT_MANAGER, Role.SHIFT_MANAGER):
            assert {"signature"} <= set(queues[role])

    run(work)


def test_the_queue_is_for_whoever_is_signed_in_and_looking_keeps_nobody_signed_in(tmp_path: Path) -> None:
    with Live(tmp_path / "house.db") as live:
        assert live.get("/api/tasks").status_code == 401
        assert live.get("/api/tasks", live.cookie(Role.PLAYER)).json()["tasks"] == []
        found = live.get("/api/tasks", live.cookie(Role.BOARD)).json()
        assert [line["kind"] for line in found["tasks"]] == ["verification"]
        assert live.get("/api/tasks?table=nowhere", live.cookie(Role.BOARD)).status_code == 404
