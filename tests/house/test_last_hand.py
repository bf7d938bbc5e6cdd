"""The last hand before a table closes: who announces it, whom it reaches, when it is refused, and that nothing closes by itself."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.people.demonstration import credential_of
from pitboss.house.records.words import BETWEEN_ROUNDS
from pitboss.house.table import entries
from pitboss.house.wire.view import view
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import Desk, run
from tests.house.sending import said
from tests.house.viewer import Onlooker

T = "one"
PLANS = [
    Plan(T, "go-fore-it", "Go Fore It", entries.Settings(betting_seconds=20, election_seconds=15, settled_seconds=5))
]
ANNOUNCE = {"do": "announce_last_hand"}
WORDS = "Last hand: one more round is dealt before this table closes."


async def refusal(desk: Desk, who: Session, **what: Any) -> Refused:
    """A refusal in one sentence, after which the record is as it was."""
    before = desk.table(T).journal.sequence
    with pytest.raises(Refused) as caught:
        await desk.do(T, who, **(what or ANNOUNCE))
    assert caught.value.sentence.count(".") == 1
    assert caught.value.sentence.endswith(".")
    assert desk.table(T).journal.sequence == before
    return caught.value


async def play_round(desk: Desk, player: Session) -> None:
    await desk.until_asked(T)
    await desk.bet(T, player, "front_9", 500)
    await desk.settle(T, 20)
    await desk.do(T, player, answer=said("fold"))
    assert desk.table(T).round is None


def test_everyone_at_the_table_is_told_and_the_record_says_by_whom(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            player = await desk.sit(T)
            everyone = [Onlooker(player), Onlooker(Session()), Onlooker(desk.role("floor", T))]
            desk.host(T).presence.viewers.update(everyone)
            assert not view(desk.host(T), player).last_hand
            await desk.do(T, desk.role("floor", T), **ANNOUNCE)
            assert [[one.sentence for one in viewer.notices] for viewer in everyone] == [[WORDS]] * 3
            assert all(view(desk.host(T), viewer.session).last_hand for viewer in everyone)
            made = [e for e in desk.house.store.entries(T) if e.kind == "announcement"]
            assert len(made) == 1
            said_so = msgspec.json.decode(made[0].payload, type=entries.Announcement)
            assert (said_so.by.credential, said_so.last_hand) == (credential_of(Role.PIT_MANAGER), True)
            assert BETWEEN_ROUNDS["announcement"](said_so) == f"announced: {WORDS}"
            desk.host(T).presence.viewers.difference_update(everyone)

    run(work)


def test_the_floor_announces_it_and_nobody_below(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            player, floorperson = await desk.sit(T), desk.person(Role.FLOORPERSON, T)
            desk.station(T, Role.DEALER)
            for who in (player, desk.person(Role.DEALER, T), desk.person(Role.MANAGER, T), floorperson):
                assert (await refusal(desk, who)).why == "wrong_role"
            desk.station(T, Role.FLOORPERSON)
            await desk.do(T, floorperson, **ANNOUNCE)

    run(work)


def test_it_is_announced_once_for_each_closing(tmp_path: Path) -> None:
    """Also where something else was announced since; a table that was opened again has another last hand."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            floor = desk.role("floor", T)
            await desk.do(T, floor, **ANNOUNCE)
            assert (await refusal(desk, floor)).why == "stale"
            await desk.do(T, floor, do="announce", words="Good evening.")
            assert (await refusal(desk, floor)).why == "stale"
            await desk.do(T, floor, do="close_table")
            assert not view(desk.host(T), floor).last_hand
            assert (await refusal(desk, floor)).why == "table_closed"
            await desk.do(T, floor, do="open_table")
            await desk.do(T, floor, **ANNOUNCE)

    run(work)


def test_where_no_other_hand_follows_it_is_refused(tmp_path: Path) -> None:
    """At a table that closes after this round, and at one that is retired."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            floor, player = desk.role("floor", T), await desk.sit(T)
            await desk.bet(T, player, "front_9", 500)
            await desk.do(T, floor, do="close_table")
            assert "closes after this round" in (await refusal(desk, floor)).sentence
            await desk.settle(T, 20)
            await desk.do(T, player, answer=said("fold"))
            await desk.do(T, desk.person(Role.MANAGER, T), do="retire_table", reason="sold")
            assert "retired" in (await refusal(desk, floor)).sentence

    run(work)


def test_the_floor_closes_the_table_and_a_restart_forgets_nothing(tmp_path: Path) -> None:
    """In the middle of a round, and from the snapshot after it; rounds go on until the floor closes."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            floor, player = desk.role("floor", T), await desk.sit(T)
            await desk.bet(T, player, "front_9", 500)
            await desk.do(T, floor, **ANNOUNCE)
            desk.host(T).recover()
            assert desk.table(T).state.standing.last_hand
            await desk.settle(T, 20)
            await desk.do(T, player, answer=said("fold"))
            await play_round(desk, player)
            await desk.until_asked(T)
            assert desk.table(T).state.standing.open
            assert desk.table(T).state.felt.number == 3
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            floor = desk.role("floor", T)
            assert view(desk.host(T), floor).last_hand
            assert (await refusal(desk, floor)).why == "stale"
            await desk.do(T, floor, do="close_table")
            assert not desk.table(T).state.standing.open

    run(work)
