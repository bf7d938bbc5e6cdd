"""The queue: what waits for whom, derived from state. Doing the offered tasks in order opens, continues or decides."""

import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from pitboss import catalogue
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import Session
from pitboss.house.host.task import StaffTask
from pitboss.house.house import House
from pitboss.house.people.demonstration import credential_of
from pitboss.house.people.entries import Binding, FilingDecided, FilingFiled, PersonEnded
from pitboss.house.protocol.tasks import TaskLine
from pitboss.house.storage.store import Store
from pitboss.house.tasks import at_table
from pitboss.house.tasks.queue import Tasks
from pitboss.procedure import Refused
from pitboss.roles import Role
from soak import shift
from tests.house.desk import HandClock, run
from tests.house.live import Live
from tests.house.sending import seat_wish, take_seat
from tests.house.shift import FOLLOWED, MANY, Shift, plans_of


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


@pytest.mark.parametrize("seed", [2, 13, 36])
def test_a_shift_is_worked_through_the_queue_alone(tmp_path: Path, seed: int) -> None:
    """Filings at random; tables dealt by persons, with a generator, for patrons without a device, and automatic ones."""
    pick = random.Random(seed)
    games = ["blackjack", "minibaccarat", pick.choice(sorted(catalogue.games()))]

    async def work() -> None:
        async with Shift(tmp_path, plans_of(games, pick), pick) as worked:
            await worked.run(500)
            await worked.finish()
            assert worked.check_signatures() > 5
            assert {"assign", "signature", "open", "close_bets", "answer"} <= set(worked.done)
            assert len(worked.troubles) > 5

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


async def approve(worked: Shift, binding: Binding) -> str:
    """The Board approves other rules for a table on conditions; the id of the filing."""
    register = worked.desk.house.register
    await worked._draft("T-1")
    id = next(reversed(register.filings.known))
    by, board = (register.person(credential_of(role)).acting(role) for role in (Role.MANAGER, Role.BOARD))
    filed, decided = FilingFiled(id, id, "2023-11-01", by), FilingDecided(id, True, "2023-11-01", board, "", binding)
    await register.enter(filed, decided)
    return id


@pytest.mark.parametrize(
    ("binding", "expected"),
    [
        (Binding(tables=("T-2",)), [("", ["T-2"])]),
        (Binding(since="2099-01-01"), [("It may come into force on 2099-01-01, or later.", [])]),
        (Binding(until="2023-11-02"), []),
    ],
)
def test_601a_2_a_filing_is_offered_where_and_when_the_board_approved_it(
    tmp_path: Path, binding: Binding, expected: list[object]
) -> None:
    async def work() -> None:
        async with Shift(tmp_path, ["roulette", "roulette"], random.Random(1)) as worked:
            await approve(worked, binding)
            found = lines_of(worked, Role.MANAGER, "in_force")
            offered = [
                (one.waits_for, [choice.words for choice in one.act.choices] if one.act else []) for one in found
            ]
            assert offered == expected

    run(work)


def test_i_gen_32_one_person_is_not_both_sides_of_a_list(tmp_path: Path) -> None:
    """Whoever signed as the dealer is the only floorperson at the table: another one is to be assigned."""

    async def work() -> None:
        async with Shift(tmp_path, ["blackjack"], random.Random(1)) as worked:
            both = next(one for one in worked.staff if one.roles == MANY)
            pit = Session(person=credential_of(Role.PIT_MANAGER))
            for role in ("dealer", "floorperson"):
                await worked.desk.do("T-1", pit, do="assign", person=both.credential, role=role)
            worked.tasks.look()
            first = next(one for one in worked.own(both) if one.id.endswith("opening 1"))
            await worked.do(both, first)
            (assign,) = lines_of(worked, Role.PIT_MANAGER, "assign")
            assert (assign.title, assign.yours) == ("Assign a floorperson", True)
            assert assign.act is not None
            assert both.credential not in [choice.fields["person"] for choice in assign.act.choices]
            items = [one.cite for one in first.act.items] if first.act is not None else []
            with pytest.raises(Refused, match="has already signed"):
                await worked.desk.do(
                    "T-1", Session(person=both.credential), do="sign", checklist="opening", items=items
                )
            await worked.finish(100)

    run(work)


def test_a_round_goes_on_when_the_last_dealer_was_ended(tmp_path: Path) -> None:
    async def work() -> None:
        async with Shift(tmp_path, ["roulette"], random.Random(1)) as worked:
            desk = worked.desk
            await worked.finish(200)
            reply = await take_seat(desk.host("T-1"), seat_wish(desk.key(), 1))
            await desk.bet("T-1", desk.house.sessions.of(reply["token"], "T-1"), "red", 500)
            dealing = next(one for one in desk.table("T-1").state.standing.assigned if one.role is Role.DEALER)
            by = desk.house.register.person(credential_of(Role.ADMINISTRATOR)).acting(Role.ADMINISTRATOR)
            await desk.house.register.enter(PersonEnded(dealing.person, by))
            await worked.finish(200)
            assert worked.done["pay"]

    run(work)


def test_i_gen_15_cards_that_would_have_to_be_changed_at_once_are_not_offered(tmp_path: Path) -> None:
    """Both sets were in use for a day: another one has to come, and the duty waits for it."""

    async def work() -> None:
        async with Shift(tmp_path, ["minibaccarat"], random.Random(1)) as worked:
            desk = worked.desk
            await worked.finish(200)
            for _ in range(3):
                desk.clock.pass_by(25 * 3600)
                await desk.settle("T-1")
                await worked.finish(200)
            assert worked.done["duty"] == 3
            assert worked.done["equipment"]

    run(work)


def test_i_gen_39_whoever_cuts_says_where(tmp_path: Path) -> None:
    """Nothing states a position for the dealer, nor an amount for a player for whom the dealer speaks."""

    async def work() -> None:
        async with Shift(tmp_path, [Plan("T-1", "blackjack", "T-1", FOLLOWED)], random.Random(1)) as worked:
            asked = set()
            for _ in range(300):
                worked.tasks.look()
                for person in worked.staff:
                    for line in worked.own(person):
                        for choice in line.act.choices if line.act is not None and line.kind == "answer" else ():
                            if choice.asks:
                                assert "amount" not in choice.fields
                                asked.add((choice.words, choice.asks[0].money))
                if not await worked.work() or worked.pick.random() < 0.5:
                    await worked.play("T-1")
            assert not worked.refused
            assert {("Cover card", False), ("Double down", True)} <= asked

    run(work)


def test_what_waits_is_derived_again_only_where_something_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    derived: list[str] = []
    tasks = at_table.tasks

    def counted(host: Host) -> Iterator[StaffTask]:
        derived.append(host.name)
        return tasks(host)

    monkeypatch.setattr(at_table, "tasks", counted)

    async def work() -> None:
        async with Shift(tmp_path, ["roulette", "roulette", "big-six-wheel"], random.Random(1)) as worked:
            worked.tasks.look()
            derived.clear()
            worked.tasks.look()
            assert derived == []
            pit = Session(person=credential_of(Role.PIT_MANAGER))
            await worked.desk.do("T-2", pit, do="announce", words="Welcome.")
            worked.tasks.look()
            assert derived == ["T-2"]
            await worked.desk.do("T-2", pit, do="assign", person=credential_of(Role.DEALER), role="dealer")
            worked.tasks.look()
            assert derived == ["T-2", "T-1", "T-2", "T-3"]  # who is free for them
            worked.desk.clock.pass_by(60)
            worked.tasks.look()
            assert len(derived) == 7

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
            assert seen.since == list(desk.house.store.entries("T-1"))[-1].time
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
        assert queues[Role.BOARD] == ["filing", "verification", "name witness"]
        assert queues[Role.MANAGER] == ["draft"]
        assert queues[Role.DEALER] == ["signature", "tray"]
        assert queues[Role.ADMINISTRATOR] == ["backup"]
        assert queues[Role.AUDITOR] == ["difference note", "verification"]
        assert queues[Role.SECURITY] == ["void", "signature"]
        assert queues[Role.CAGE_CASHIER] == ["slip"]
        assert queues[Role.COUNT_TEAM] == ["count"]
        for role in (Role.FLOORPERSON, Role.PIT_MANAGER, Role.SHIFT_MANAGER):
            assert {"signature"} <= set(queues[role])
        assert "difference note" in queues[Role.SHIFT_MANAGER]

    run(work)


def test_the_queue_is_for_whoever_is_signed_in_and_looking_keeps_nobody_signed_in(tmp_path: Path) -> None:
    with Live(tmp_path / "house.db") as live:
        assert live.get("/api/tasks").status_code == 401
        assert live.get("/api/tasks", live.cookie(Role.PLAYER)).json()["tasks"] == []
        found = live.get("/api/tasks", live.cookie(Role.BOARD)).json()
        assert [line["kind"] for line in found["tasks"]] == ["verification", "name witness"]
        assert live.get("/api/tasks?table=nowhere", live.cookie(Role.BOARD)).status_code == 404
