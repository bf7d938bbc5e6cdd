"""A patron is a person: what the text gives to a player stays with them, and goes to nobody who takes their seat."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import catalogue
from pitboss.house.founding import Plan
from pitboss.house.host.seats import Chips
from pitboss.house.host.sessions import Session
from pitboss.house.people.demonstration import credential_of
from pitboss.house.table.entries import Settings
from pitboss.procedure import Answer, Refused, Window
from pitboss.roles import Role
from pitboss.submission import submit
from tests.house.desk import Desk, run
from tests.house.sending import leave_table, seat_wish, take_seat

UNHURRIED = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=200_000)
FOLLOWED = Settings(
    dealer="person", chance="entered", follow=True, betting_seconds=0, election_seconds=0, settled_seconds=0
)


def plan(game: str, settings: Settings = UNHURRIED, **choices: Any) -> Plan:
    found = catalogue.game(game)
    return Plan("T", game, "T", settings, submit(found.rules, found.example().chosen | choices))


class Room:
    """One table, and its players by the names that the test gives them."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.sessions: dict[str, Session] = {}

    @property
    def table(self) -> Any:
        return self.desk.table("T")

    async def sits(self, name: str, seat: int) -> None:
        self.sessions[name] = await self.desk.sit("T", seat)

    async def leaves(self, name: str) -> None:
        await leave_table(self.desk.host("T"), self.sessions.pop(name), self.desk.key())

    async def moved(self, name: str, seat: int) -> None:
        """The floor moves them; their page finds the new seat when it comes back."""
        session = self.sessions[name]
        floor = self.desk.person(Role.PIT_MANAGER, "T")
        await self.desk.do("T", floor, do="move_seat", seat=session.seat, to_seat=seat)
        self.sessions[name] = msgspec.structs.replace(session, seat=seat)

    async def says(self, name: str, says: str, **more: Any) -> None:
        session = self.sessions[name]
        await self.desk.say("T", session, Answer(session.seat, says, **more))

    async def bets(self, name: str, wager: str, amount: int = 2500) -> None:
        await self.until_betting()
        await self.desk.bet("T", self.sessions[name], wager, amount)

    async def until_betting(self) -> None:
        """Let whatever is asked before betting opens pass."""
        for _ in range(100):
            play = self.table.round
            if play is None:
                await self.desk.do("T", next(iter(self.sessions.values())), do="ready")
            elif isinstance(play.pending, Window):
                return
            else:
                await self._answer()

    async def _answer(self) -> None:
        election = self.table.round.elections()[0]
        by_seat = {session.seat: session for session in self.sessions.values()}
        option = election.default or election.options[0]
        await self.desk.say("T", by_seat[election.to], option.answer(election.to))

    async def plays_out(self) -> None:
        """Everybody is ready, and what is asked is answered as usual, until the round is over."""
        number = self.table.state.felt.number
        for session in self.sessions.values():
            if self.table.round is not None and isinstance(self.table.round.pending, Window):
                await self.desk.do("T", session, do="ready")
        for _ in range(200):
            play = self.table.round
            if play is None or self.table.state.felt.number != number or isinstance(play.pending, Window):
                return
            await self._answer()
        raise AssertionError("the round does not end")

    def rack(self, name: str) -> int:
        return int(self.table.state.ledger.chips(self.sessions[name].seat))


def in_a_room(tmp_path: Path, found: Plan, work: Any) -> None:
    async def main() -> None:
        async with Desk(tmp_path / "house.db", [found]) as desk:
            await work(Room(desk))

    run(main)


MID_SHOE = [("blackjack", "blackjack", "633a.6(b)"), ("over-under", "ante", "686a.6(b)")]


@pytest.mark.parametrize(("game", "wager", "cite"), MID_SHOE)
def test_mid_shoe_entry_is_of_the_player(game: str, wager: str, cite: str, tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        await room.sits("A", 3)
        await room.sits("B", 5)
        await room.bets("A", wager)
        await room.bets("B", wager)
        await room.plays_out()
        await room.leaves("A")
        await room.sits("C", 3)
        await room.moved("B", 6)
        with pytest.raises(Refused) as refused:
            await room.bets("C", wager)
        assert refused.value.cite == cite
        await room.bets("B", wager)

    in_a_room(tmp_path, plan(game, no_mid_shoe_entry=True), work)


@pytest.mark.parametrize(("game", "wager", "cite"), MID_SHOE)
def test_permission_to_wager_is_of_the_player(game: str, wager: str, cite: str, tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        await room.sits("A", 3)
        await room.bets("A", wager)
        await room.plays_out()
        await room.sits("C", 4)
        await room.until_betting()
        floor = room.desk.person(Role.PIT_MANAGER, "T")
        await room.desk.do("T", floor, do="report", kind="wagering_permitted", seat=4)
        await room.leaves("C")
        await room.sits("D", 4)
        with pytest.raises(Refused) as refused:
            await room.bets("D", wager)
        assert refused.value.cite == cite

    in_a_room(tmp_path, plan(game, no_mid_shoe_entry=True), work)


BANKS = [("pai-gow-poker", "pai_gow_poker", "645a.12(d)(1)"), ("pai-gow", "pai_gow", "621a.9(d)(1)")]


@pytest.mark.parametrize(("game", "wager", "cite"), BANKS)
def test_the_right_to_bank_is_of_the_player(game: str, wager: str, cite: str, tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        await room.sits("A", 1)
        await room.sits("B", 2)
        await room.bets("A", wager)
        await room.bets("B", wager)
        await room.plays_out()
        await room.leaves("B")
        await room.sits("C", 2)
        await room.until_betting()
        with pytest.raises(Refused) as refused:
            await room.says("C", "bank")
        assert refused.value.cite == cite
        await room.moved("A", 4)
        await room.says("A", "bank")

    in_a_room(tmp_path, plan(game, player_bank=True), work)


@pytest.mark.parametrize(("game", "wager", "cite"), BANKS)
def test_an_accepted_bank_is_not_for_who_takes_the_seat(game: str, wager: str, cite: str, tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        await room.sits("A", 1)
        await room.sits("B", 2)
        await room.bets("A", wager)
        await room.bets("B", wager)
        await room.plays_out()
        await room.until_betting()
        await room.says("B", "bank")
        await room.leaves("B")
        await room.sits("C", 2)
        await room.bets("A", wager)
        await room.plays_out()
        assert not [e for e in room.table.play.events if getattr(e, "wager", "") == "bank"]

    in_a_room(tmp_path, plan(game, player_bank=True), work)


@pytest.mark.parametrize(("game", "wager", "cite"), BANKS)
def test_who_accepted_the_bank_and_left_while_another_is_asked_does_not_bank(
    game: str, wager: str, cite: str, tmp_path: Path
) -> None:
    async def work(room: Room) -> None:
        for name, seat in (("A", 1), ("B", 2), ("C", 3)):
            await room.sits(name, seat)
        for name in "ABC":
            await room.bets(name, wager)
        await room.plays_out()
        await room.until_betting()
        await room.says("C", "bank")  # asked first: from the dealer's right
        await room.says("B", "bank")
        await room.bets("A", wager)
        await room.desk.do("T", room.sessions["A"], do="ready")
        assert [e.to for e in room.table.round.elections()] == [3]
        await room.leaves("B")
        await room.sits("D", 2)
        await room.says("C", "pass_bank")
        await room.plays_out()
        assert not [e for e in room.table.play.events if getattr(e, "wager", "") == "bank"]
        assert room.rack("D") == 200_000

    in_a_room(tmp_path, plan(game, player_bank=True), work)


@pytest.mark.parametrize(("game", "wager", "cite"), BANKS)
def test_an_accepted_bank_goes_where_its_player_is_moved(game: str, wager: str, cite: str, tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        await room.sits("A", 1)
        await room.sits("B", 2)
        await room.bets("A", wager)
        await room.bets("B", wager)
        await room.plays_out()
        await room.until_betting()
        await room.says("B", "bank")
        await room.moved("B", 5)
        await room.bets("A", wager)
        await room.plays_out()
        banked = [e for e in room.table.play.events if getattr(e, "marker", "") == "bank" and e.at]
        assert [e.seat for e in banked] == [5]

    in_a_room(tmp_path, plan(game, player_bank=True), work)


async def _point_is_on(room: Room) -> None:
    """A and B throw until there is a point, A with a Don't Pass Bet that may come down."""
    for _ in range(40):
        if room.table.state.felt.state.point and room.table.state.felt.state.shooter == room.sessions["A"].seat:
            return
        await room.until_betting()
        up = {(seat, wager) for seat, wager, *_ in room.table.state.felt.up}
        for name, wager in (("A", "dont_pass_bet"), ("B", "pass_bet")):
            if (room.sessions[name].seat, wager) not in up and not room.table.state.felt.state.point:
                await room.bets(name, wager)
        for session in room.sessions.values():
            if isinstance(room.table.round.pending, Window):
                await room.desk.do("T", session, do="ready")
    raise AssertionError("no point with A as the shooter")


def test_623a_10_c_a_shooter_who_leaves_gives_up_the_dice(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        await room.sits("A", 3)
        await room.sits("B", 5)
        await _point_is_on(room)
        await room.until_betting()
        await room.says("A", "remove", wager="dont_pass_bet")
        await room.leaves("A")
        await room.sits("C", 3)
        menu = room.table.round.pending.menu
        assert "pass_dice" not in {offer.says for offer in menu.offers(3, room.table.state.seats.player(3))}
        assert menu.offered, "the dice are on offer to the others"
        await room.desk.do("T", room.sessions["B"], do="ready")
        await room.desk.do("T", room.sessions["C"], do="ready")
        assert room.table.state.felt.before["dice"] == 5, "and go to the next, not to who took the seat"

    in_a_room(tmp_path, plan("craps"), work)


def test_623a_10_a_shooter_who_is_moved_keeps_dice_and_wagers(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        await room.sits("A", 3)
        await room.sits("B", 5)
        await _point_is_on(room)
        await room.until_betting()
        before, chips = dict(room.table.state.felt.up), room.rack("A")
        await room.moved("A", 7)
        seats = room.table.state.seats
        assert seats.moves, "wagers are up: the move waits for the end of the throw"
        room.sessions["A"] = msgspec.structs.replace(room.sessions["A"], seat=3)
        with pytest.raises(Refused):
            await room.sits("D", 7)
        for session in room.sessions.values():
            if room.table.round is not None and isinstance(room.table.round.pending, Window):
                await room.desk.do("T", session, do="ready")
        assert seats.players.keys() >= {5, 7}
        room.sessions["A"] = msgspec.structs.replace(room.sessions["A"], seat=7)
        await room.until_betting()
        state = room.table.state
        assert {spot[0] for spot in state.felt.up} <= {5, 7}
        assert state.felt.state.begins(room.table.round.start).shooter in (7, 5)
        total = sum(state.felt.up.values()) + sum(state.ledger.chips(seat) for seat in (5, 7))
        assert total <= sum(before.values()) + chips + 200_000 * 2

    in_a_room(tmp_path, plan("craps"), work)


@pytest.mark.parametrize("game", ["go-fore-it", "pai-gow-poker", "blackjack", "baccarat", "roulette", "craps"])
def test_one_patron_has_one_seat(game: str, tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        host, who = room.desk.host("T"), credential_of(Role.PLAYER)
        await take_seat(host, seat_wish(room.desk.key(), 1), who)
        with pytest.raises(Refused) as refused:
            await take_seat(host, seat_wish(room.desk.key(), 2), who)
        assert refused.value.code == "one_position"
        posted = room.table.rules.posted
        assert refused.value.cite == (posted.boxes_cite or posted.seated)
        assert ("further box" in refused.value.sentence) is (posted.boxes > 1)

    in_a_room(tmp_path, plan(game), work)


def test_one_visitor_has_one_seat_and_keeps_their_number(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        host, chips = room.desk.host("T"), Chips("visitor-1", "key-1", 100_000)
        first = await take_seat(host, seat_wish(room.desk.key(), 1), chips=chips)
        seats = room.table.state.seats
        number = seats.patron(1)
        with pytest.raises(Refused):
            await take_seat(host, seat_wish(room.desk.key(), 2), chips=chips)
        session = room.desk.house.sessions.of(first["token"], "T")
        await leave_table(host, session, room.desk.key())
        await room.sits("B", 1)
        assert seats.patron(1) != number
        await take_seat(host, seat_wish(room.desk.key(), 4), chips=Chips("visitor-1", "key-2", 100_000))
        assert seats.patron(4) == number, "who sits down again is who they were"

    in_a_room(tmp_path, plan("roulette"), work)


def test_an_unknown_patron_is_identified_later(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        desk, player = room.desk, credential_of(Role.PLAYER)
        await desk.open_by_hand("T")
        dealer, floor = desk.person(Role.DEALER, "T"), desk.person(Role.FLOORPERSON, "T")
        desk.station("T", Role.FLOORPERSON)
        await desk.do("T", dealer, do="seat_patron", seat=2, amount=10_000)
        seats = room.table.state.seats
        number = seats.patron(2)
        assert seats.players[2] == f"Unknown patron {number}"
        with pytest.raises(Refused):
            await desk.do("T", dealer, do="identify_patron", patron=number, card=player)
        with pytest.raises(Refused):
            await desk.do("T", floor, do="identify_patron", patron=number + 1, card=player)
        with pytest.raises(Refused, match="works here"):
            await desk.do("T", floor, do="identify_patron", patron=number, card=credential_of(Role.DEALER))
        await desk.do("T", floor, do="identify_patron", patron=number, card=player)
        assert seats.persons[2] == player
        assert seats.patrons[number].name == desk.house.register.people[player].name
        assert seats.players[2] == f"Unknown patron {number}", "others at the table read no name"
        with pytest.raises(Refused) as refused:
            await desk.do("T", dealer, do="seat_patron", seat=3, amount=10_000, card=player)
        assert refused.value.code == "one_position"
        with pytest.raises(Refused) as refused:
            await desk.do("T", floor, do="identify_patron", patron=number, card="other")
        assert refused.value.code == "locked"

    in_a_room(tmp_path, plan("roulette", FOLLOWED), work)
