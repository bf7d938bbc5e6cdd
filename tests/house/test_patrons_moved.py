"""Moves while a round is in progress: what is a patron's goes along at once, or the move waits for the end of the round."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.events import Charged
from pitboss.procedure import Answer, Refused
from pitboss_audit import Report, audit, rounds
from tests.house.test_patrons import Room, in_a_room, plan

BACCARAT = ["minibaccarat", "midibaccarat", "baccarat"]


async def _owing(room: Room) -> int:
    """A, in seat 1, has won on the Banker's Hand, and Z sits in seat 5; so much vigorish is marked for A."""
    await room.sits("A", 1)
    await room.sits("Z", 5)
    for _ in range(30):
        await room.bets("A", "bankers_hand", 10_000)
        await room.plays_out()
        if room.table.state.felt.state.won:
            await room.until_betting()
            return 500
    raise AssertionError("the Banker's Hand never wins")


def _charged(room: Room) -> list[tuple[int, int]]:
    return [(event.seat, event.amount) for event in room.table.play.events if isinstance(event, Charged)]


def _deferred(game: str) -> Any:
    return plan(game, vigorish_collection="deferred")


@pytest.mark.parametrize("game", BACCARAT)
def test_627a_12_d_629a_12_d_631a_13_d_who_is_moved_and_leaves_pays_what_is_marked(game: str, tmp_path: Path) -> None:
    """While betting is open the floor moves somebody who owes vigorish: it is collected from them, and not from who sits
    down in the seat they had."""

    async def work(room: Room) -> None:
        owed = await _owing(room)
        await room.moved("A", 4)
        await room.leaves("A")
        assert _charged(room) == [(4, owed)]
        await room.sits("B", 1)
        await room.bets("Z", "tie", 10_000)
        await room.plays_out()
        await room.until_betting()
        assert (room.rack("B"), _charged(room)) == (200_000, [])
        audited = Report()
        for one in audit(rounds(msgspec.json.encode(entry) for entry in room.desk.house.store.entries("T"))):
            audited.add(one)
        assert audited.agrees, audited.facts()  # the independent engine, too, hears of the move

    in_a_room(tmp_path, _deferred(game), work)


async def _curator(room: Room) -> None:
    """A, in seat 3, has the shoe, and betting is open."""
    await room.sits("A", 3)
    await room.sits("B", 7)
    for _ in range(100):
        play = room.table.round
        if play is None:
            await room.desk.do("T", room.sessions["A"], do="ready")
            continue
        asked = play.elections() if not hasattr(play.pending, "menu") else []
        if not asked:
            break
        option = asked[0].default or asked[0].options[0]
        if asked[0].kind == "dealing shoe":
            says = "accept_shoe" if asked[0].to == 3 else "decline_shoe"
            option = next(one for one in asked[0].options if one.says == says)
        by = {session.seat: session for session in room.sessions.values()}[asked[0].to]
        await room.desk.say("T", by, option.answer(asked[0].to))


def test_631a_14_a_once_betting_is_closed_a_move_waits_for_the_end_of_the_round(tmp_path: Path) -> None:
    """Also of somebody with nothing up, who may yet be asked: the curator of the shoe."""

    async def work(room: Room) -> None:
        await _curator(room)
        await room.bets("B", "bankers_hand", 10_000)  # so that B is asked to turn its cards
        for session in room.sessions.values():
            await room.desk.do("T", session, do="ready")
        session = room.sessions["A"]
        await room.moved("A", 5)
        seats = room.table.state.seats
        assert seats.players.keys() == {3, 7}
        assert seats.moves[3][0] == 5
        room.sessions["A"] = session
        while room.table.round is not None:
            await room._answer()
        assert seats.players.keys() == {5, 7}

    in_a_room(tmp_path, plan("baccarat"), work)


def test_three_seats_are_exchanged_through_a_fourth(tmp_path: Path) -> None:
    """A and B swap, while betting is open and between rounds: each may bank who could before, under their own name."""

    async def work(room: Room) -> None:
        await room.sits("A", 1)
        await room.sits("B", 2)
        await room.bets("A", "pai_gow_poker", 2500)
        await room.bets("B", "pai_gow_poker", 5000)
        await room.plays_out()
        await room.sits("C", 3)
        await room.until_betting()
        await room.says("B", "bank")
        await room.moved("A", 6)
        await room.moved("B", 1)
        await room.moved("C", 2)
        await room.moved("A", 3)
        menu = room.table.round.pending.menu
        assert menu.accepted == {1: "bank"}
        assert menu.bankers[1].amount == 5000
        with pytest.raises(Refused):
            await room.says("C", "bank")
        await room.says("A", "bank")
        assert [menu.bankers[seat].amount for seat in (1, 3)] == [5000, 2500]
        await room.desk.say("T", room.sessions["B"], Answer(1, "pass_bank"))
        assert menu.accepted == {3: "bank"}

    in_a_room(tmp_path, plan("pai-gow-poker", player_bank=True), work)
