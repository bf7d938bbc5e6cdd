"""What somebody may try with seats, moves and cards so that one patron counts as two, or gets what is another's."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.authority import answerers
from pitboss.house.host.sessions import Session
from pitboss.house.people.demonstration import credential_of
from pitboss.house.people.entries import HouseNamed
from pitboss.house.table import entries
from pitboss.house.table.entries import Settings
from pitboss.house.table.seats import REMEMBERED
from pitboss.house.wire.view import view
from pitboss.procedure import Answer, Draw, Refused, Window
from pitboss.roles import AT_A_TABLE, Role
from pitboss.testkit.rigged import Rigged
from tests.house.desk import Desk, run
from tests.house.sending import leave_table, seat_wish, take_box, take_seat
from tests.house.test_patrons import FOLLOWED, Room, in_a_room, plan

PLAYER = credential_of(Role.PLAYER)
BY_HAND = Settings(
    dealer="person", chance="entered", betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=500_000
)


async def _ordered(room: Room, name: str, to: int) -> None:
    """The floor orders a move, which waits for the end of the round."""
    seat = room.sessions[name].seat
    await room.moved(name, to)
    assert room.table.state.seats.moves[seat][0] == to
    room.sessions[name] = msgspec.structs.replace(room.sessions[name], seat=seat)


def test_no_box_is_left_behind_by_who_is_moved(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        await room.sits("A", 3)
        await room.bets("A", "blackjack")
        await _ordered(room, "A", 1)
        with pytest.raises(Refused) as refused:
            await take_box(room.desk.host("T"), room.sessions["A"], seat_wish(room.desk.key(), 4))
        assert refused.value.code == "locked"
        await room.plays_out()
        seats = room.table.state.seats
        assert (set(seats.players), seats.boxes) == ({1}, {})

    in_a_room(tmp_path, plan("blackjack"), work)


def test_a_move_does_not_wait_for_a_round_that_was_taken_back(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        await room.sits("A", 3)
        await room.bets("A", "red")
        await _ordered(room, "A", 7)
        await room.says("A", "remove", wager="red")
        await room.desk.do("T", room.desk.person(Role.PIT_MANAGER, "T"), do="close_table")
        seats = room.table.state.seats
        assert room.table.round is None
        assert (set(seats.players), seats.moves) == ({7}, {})

    in_a_room(tmp_path, plan("roulette"), work)


def test_the_dice_lie_before_who_was_moved_though_the_round_is_taken_back(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        await room.sits("A", 3)
        await room.sits("B", 5)
        felt = room.table.state.felt
        for _ in range(60):
            await room.until_betting()
            if not felt.up and "dice" in felt.before:
                break
            for name, session in room.sessions.items():
                if not felt.stakes(session.seat):
                    await room.bets(name, "pass_bet")
            await room.plays_out()
        shooter = next(name for name, one in room.sessions.items() if one.seat == felt.before["dice"])
        await room.moved(shooter, 9)
        await room.desk.do("T", room.desk.person(Role.PIT_MANAGER, "T"), do="close_table")
        assert room.table.round is None
        assert felt.before["dice"] == 9

    in_a_room(tmp_path, plan("craps"), work)


def test_a_seat_is_taken_or_refused_whoever_added_a_word_there_before(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        desk, host, seats = room.desk, room.desk.host("T"), room.table.state.seats
        await room.sits("B", 8)
        first = await take_seat(host, seat_wish(desk.key(), 3, word="one"))
        await leave_table(host, desk.house.sessions.of(first["token"], "T"), desk.key())
        await take_seat(host, seat_wish(desk.key(), 3, word="two"))
        assert room.table.state.chance.contributed == {3}, "the word of who sits there now"
        with pytest.raises(Refused):
            await take_seat(host, seat_wish(desk.key(), 5, word="bell \x07"))
        assert set(seats.players) == {3, 8}, "nobody sits who was refused"

    in_a_room(tmp_path, plan("roulette"), work)


def test_a_word_is_of_who_added_it_where_they_are_moved(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        await room.sits("A", 3)
        await room.desk.do("T", room.sessions["A"], do="contribute", words="one")
        await room.moved("A", 5)
        with pytest.raises(Refused):
            await room.desk.do("T", room.sessions["A"], do="contribute", words="two")
        await room.sits("B", 3)
        await room.desk.do("T", room.sessions["B"], do="contribute", words="three")

    in_a_room(tmp_path, plan("roulette"), work)


# --- cards and accounts at a followed table


def at_a_followed_table(tmp_path: Path, work: Callable[[Desk, Any, Any], Any]) -> None:
    async def prepared(room: Room) -> None:
        await room.desk.open_by_hand("T")
        room.desk.station("T", Role.FLOORPERSON)
        dealer, floor = room.desk.person(Role.DEALER, "T"), room.desk.person(Role.FLOORPERSON, "T")

        async def seat(seat: int, card: str) -> int:
            await room.desk.do("T", dealer, do="seat_patron", seat=seat, amount=10_000, card=card)
            return int(room.table.state.seats.patron(seat))

        async def floor_does(do: str, **what: Any) -> None:
            await room.desk.do("T", floor, do=do, **what)

        await work(room.desk, seat, floor_does)

    in_a_room(tmp_path, plan("roulette", FOLLOWED), prepared)


def test_a_card_is_still_known_after_its_holder_was_identified(tmp_path: Path) -> None:
    async def work(desk: Desk, seat: Any, floor: Any) -> None:
        number = await seat(2, "C1")
        await floor("identify_patron", patron=number, card=PLAYER)
        for card in ("C1", PLAYER):
            with pytest.raises(Refused) as refused:
                await seat(3, card)
            assert refused.value.code == "one_position"
        await floor("free_seat", seat=2, reason="gone")
        assert await seat(4, "C1") == number
        assert desk.table("T").state.seats.persons[4] == PLAYER, "who comes back with the card is the account"
        with pytest.raises(Refused):
            await seat(3, PLAYER)

    at_a_followed_table(tmp_path, work)


def test_a_card_is_not_exchanged_for_another(tmp_path: Path) -> None:
    async def work(desk: Desk, seat: Any, floor: Any) -> None:
        number = await seat(2, "C1")
        with pytest.raises(Refused) as refused:
            await floor("identify_patron", patron=number, card="C2")
        assert refused.value.code == "locked"

    at_a_followed_table(tmp_path, work)


def test_who_was_found_to_be_two_comes_back_as_who_they_were_last(tmp_path: Path) -> None:
    async def work(desk: Desk, seat: Any, floor: Any) -> None:
        unknown = await seat(2, "")
        await floor("free_seat", seat=2, reason="gone")
        number = await seat(3, PLAYER)
        await floor("identify_patron", patron=unknown, card=PLAYER)
        await floor("free_seat", seat=3, reason="gone")
        assert await seat(3, PLAYER) == number

    at_a_followed_table(tmp_path, work)


def test_no_member_of_the_staff_is_seated_as_a_patron(tmp_path: Path) -> None:
    async def work(desk: Desk, seat: Any, floor: Any) -> None:
        for role in (Role.DEALER, Role.FLOORPERSON, Role.BOARD):
            with pytest.raises(Refused) as refused:
                await seat(2, credential_of(role))
            assert refused.value.code == "wrong_role"

    at_a_followed_table(tmp_path, work)


@pytest.mark.parametrize("card", ["C1 ", " C1", "C\x1b[31m1", "C1\n", "\u202eC1"])
def test_a_card_has_one_number(card: str, tmp_path: Path) -> None:
    async def work(desk: Desk, seat: Any, floor: Any) -> None:
        number = await seat(2, "")
        for tried in (seat(3, card), floor("identify_patron", patron=number, card=card)):
            with pytest.raises(Refused) as refused:
                await tried
            assert refused.value.code == "malformed"

    at_a_followed_table(tmp_path, work)


def test_who_sat_down_under_an_earlier_version_has_one_seat(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        host = room.desk.host("T")
        reply = await take_seat(host, seat_wish(room.desk.key(), 1), PLAYER)
        seats, ledger = room.table.state.seats, room.table.state.ledger
        number = seats.sitters.pop(1)  # as a record without patrons is folded
        del seats.patrons[number]
        ledger.move(ledger.owners.pop(1), "rack 1", 200_000)
        with pytest.raises(Refused) as refused:
            await take_seat(host, seat_wish(room.desk.key(), 2), PLAYER)
        assert refused.value.code == "one_position"
        session = msgspec.structs.replace(room.desk.house.sessions.of(reply["token"], "T"), person=PLAYER)
        await leave_table(host, session, room.desk.key())
        await take_seat(host, seat_wish(room.desk.key(), 2), PLAYER)
        room.desk.folds = False  # this record was not made by the table

    in_a_room(tmp_path, plan("roulette"), work)


# --- an Envy Bonus is paid when the player's own wagers are settled


async def _act(room: Room, rigged: Rigged, hand: list[str]) -> None:
    """The next thing at a table that a dealer deals by hand; the last five cards that are turned are ``hand``."""
    desk, play = room.desk, room.table.round
    if isinstance(play.pending, Draw):
        turned = play.pending.place in {f"?{n}" for n in range(1, 6)}
        answer = Answer("chance", hand.pop(0)) if turned else rigged._dealt(play, play.pending)
        await desk.say("T", desk.person(Role.DEALER, "T"), answer)
        return
    election = play.elections()[0]
    if isinstance(election.to, int):
        by = next(one for one in room.sessions.values() if one.seat == election.to)
        await desk.say("T", by, rigged._answer(election))
    else:
        who = answerers(room.table.game, election.to, election.kind)[0]
        answer = (election.default or election.options[0]).answer(election.to)
        await desk.say("T", desk.person(who, "T"), answer)


def test_687a_12_c_an_envy_bonus_is_of_who_made_the_wager(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        desk, table, hand = room.desk, room.table, ["AS", "KS", "QS", "JS", "TS"]
        for role in AT_A_TABLE:
            desk.station("T", role)
        await desk.open_by_hand("T")
        await room.sits("A", 5)
        await room.sits("B", 2)
        await desk.sign_all("T")
        await desk.until_asked("T")
        for name in ("A", "B"):
            for wager, amount in (("ante", 1000), ("blind", 1000), ("progressive_bonus", 100)):
                await desk.bet("T", room.sessions[name], wager, amount)
        await desk.do("T", desk.person(Role.DEALER, "T"), do="no_more_bets")
        rigged, number, tried = Rigged({2: [*hand]}, random.Random(3), {"raise": "raise"}), table.state.felt.number, 0
        while table.round is not None and table.state.felt.number == number:
            if isinstance(table.round.pending, Window):
                break
            if not table.state.felt.stakes(5) and not table.round.questions(5):
                with pytest.raises(Refused) as refused:
                    await leave_table(desk.host("T"), room.sessions["A"], desk.key())
                assert "Envy Bonus" in refused.value.sentence
                tried += 1
            await _act(room, rigged, hand)
        assert tried
        assert room.rack("A") > 600_000 - 5_000, "with the Envy Bonus of $1,000"

    progressive = {"progressive_bonus": True, "progressive_bonus_paytable": "1"}
    in_a_room(tmp_path, plan("dj-wild-stud-poker", BY_HAND, **progressive), work)


# --- who a patron is, said twice, said of the wrong one, and read by those who may not


def test_a_patron_whom_the_table_has_forgotten_is_identified_once(tmp_path: Path) -> None:
    """The record says who they are, however many have left since."""

    async def work(desk: Desk, seat: Any, floor: Any) -> None:
        joined, unknown, carded = [await seat(number, card) for number, card in ((2, ""), (3, ""), (4, "C1"))]
        for number in (2, 3, 4):
            await floor("free_seat", seat=number, reason="gone")
        await floor("identify_patron", patron=joined, card=PLAYER)
        for _ in range(REMEMBERED):
            await seat(2, "")
            await floor("free_seat", seat=2, reason="gone")
        assert not {joined, unknown, carded} & desk.table("T").state.seats.patrons.keys()
        for patron, card in ((joined, "C2"), (carded, "C2")):
            with pytest.raises(Refused, match="known already"):
                await floor("identify_patron", patron=patron, card=card)
        await floor("identify_patron", patron=carded, card=PLAYER)
        await floor("identify_patron", patron=unknown, card="C2")
        with pytest.raises(Refused, match="known already"):
            await floor("identify_patron", patron=unknown, card="C3")

    at_a_followed_table(tmp_path, work)


def test_who_plays_on_a_device_is_not_identified_by_the_floor(tmp_path: Path) -> None:
    """They would be somebody else than who sits there with the device, and lose the seat."""

    async def work(room: Room) -> None:
        await room.sits("A", 3)
        with pytest.raises(Refused, match="signs in there"):
            await room.desk.do(
                "T", room.desk.person(Role.PIT_MANAGER, "T"), do="identify_patron", patron=1, card=PLAYER
            )
        await room.bets("A", "red")

    in_a_room(tmp_path, plan("roulette"), work)


def test_nobody_but_staff_reads_the_name_of_an_account_that_a_card_bears(tmp_path: Path) -> None:
    async def work(desk: Desk, seat: Any, floor: Any) -> None:
        number, name = await seat(2, PLAYER), desk.house.register.people[PLAYER].name
        assert name not in repr(view(desk.host("T"), Session()))
        assert view(desk.host("T"), Session()).names == {"2": f"Patron {number}"}
        assert desk.table("T").state.seats.patrons[number].name == name
        (line,) = view(desk.host("T"), desk.person(Role.DEALER, "T")).patrons
        assert (line.name, line.account) == (f"Patron {number}", name)
        await floor("free_seat", seat=2, reason="gone")
        assert await seat(5, PLAYER) == number
        assert name not in repr(view(desk.host("T"), Session()))

    at_a_followed_table(tmp_path, work)


def test_every_entry_about_a_seat_names_its_patron(tmp_path: Path) -> None:
    """A word, and a wager that was handed back, too; by number, and never by a secret."""
    about_seats = [kind for kind in entries.NAMES if "seat" in kind.__struct_fields__]
    assert [kind.__name__ for kind in about_seats if "patron" not in kind.__struct_fields__] == []

    async def work(room: Room) -> None:
        await room.sits("B", 2)
        await room.sits("A", 3)
        await room.moved("B", 5)
        await room.desk.do("T", room.sessions["A"], do="contribute", words="one")
        await room.until_betting()
        await room.desk.bet("T", room.sessions["A"], "straight", 200, "17")
        await room.bets("B", "red")
        room.desk.host("T").presence.out_of_reach[3] = float("-inf")
        await room.desk.do("T", room.sessions["B"], do="ready")
        made: list[tuple[str, Any]]
        made = [(e.kind, entries.DECODERS[e.kind].decode(e.payload)) for e in room.desk.house.store.entries("T")]
        named = {kind: one.patron for kind, one in made if kind in ("contributed", "handed_back")}
        assert named == {"contributed": 2, "handed_back": 2}

    in_a_room(tmp_path, plan("roulette", inside_total_minimum=500), work)


def test_who_is_found_to_sit_at_another_table_is_not_joined_where_one_is_allowed(tmp_path: Path) -> None:
    async def work() -> None:
        plans = [msgspec.structs.replace(plan("roulette", FOLLOWED), name=name) for name in ("T", "U")]
        async with Desk(tmp_path / "house.db", plans) as desk:
            for name in ("T", "U"):
                await desk.open_by_hand(name)
                desk.station(name, Role.FLOORPERSON)
            await desk.house.register.enter(HouseNamed("Keystone Casino", several_tables=False))
            await desk.do("T", desk.person(Role.DEALER, "T"), do="seat_patron", seat=2, amount=0, card=PLAYER)
            await desk.do("U", desk.person(Role.DEALER, "U"), do="seat_patron", seat=2, amount=0)
            floor = desk.person(Role.FLOORPERSON, "U")
            with pytest.raises(Refused, match="You sit at table T"):
                await desk.do("U", floor, do="identify_patron", patron=1, card=PLAYER)
            await desk.do("U", floor, do="free_seat", seat=2, reason="plays at T")
            await desk.do("U", floor, do="identify_patron", patron=1, card=PLAYER)

    run(work)


# --- presses for somebody who is not there any more


def test_a_press_of_staff_for_somebody_who_left_does_not_hit_who_took_the_seat(tmp_path: Path) -> None:
    """Within one round, by any command about a seat; meant for who is there now it is carried out."""

    async def work(desk: Desk, seat: Any, floor: Any) -> None:
        table, dealer = desk.table("T"), desk.person(Role.DEALER, "T")
        await seat(6, "")
        gone = await seat(2, "")
        await desk.until_asked("T")
        number = table.state.felt.number
        await floor("free_seat", seat=2, reason="gone")
        now = await seat(2, "")
        presses: list[dict[str, Any]] = [
            {"answer": {"says": "wager", "wager": "red", "amount": 500, "by": 2}},
            {"do": "sell_chips", "seat": 2, "amount": 1000},
            {"do": "undo_sale", "seat": 2},
            {"do": "move_seat", "seat": 2, "to_seat": 4},
            {"do": "free_seat", "seat": 2, "reason": "gone"},
            {"do": "report", "kind": "ball_left_wheel", "seat": 2},
        ]
        rack = table.state.ledger.chips(2)
        for press in presses:
            for sent in (dealer, desk.person(Role.FLOORPERSON, "T")):
                with pytest.raises(Refused) as refused:
                    await desk.do("T", sent, **_meant(press, gone))
                if refused.value.code != "wrong_role":
                    break
            assert (refused.value.code, refused.value.cite) == ("stale", "I-GEN-39"), press
            assert f"patron {now} has it now" in refused.value.sentence
        assert (table.state.ledger.chips(2), set(table.state.seats.players)) == (rack, {2, 6})
        for press in (presses[1], presses[2], presses[0]):
            await desk.do("T", dealer, **_meant(press, now))
        assert table.state.felt.number == number, "in the same round"
        assert table.state.felt.stakes(2) == 500

    at_a_followed_table(tmp_path, work)


def _meant(press: dict[str, Any], patron: int) -> dict[str, Any]:
    answer = press.get("answer")
    return {"answer": answer | {"patron": patron}} if answer is not None else press | {"patron": patron}
