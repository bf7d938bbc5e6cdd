"""One patron on several betting areas where the dealer speaks for the seats: as many as the chapter and the filing allow."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.house.host.sessions import Session
from pitboss.house.table import entries
from pitboss.house.wire.view import view
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import Desk, run
from tests.house.test_patrons import FOLLOWED, plan

Work = Callable[[Desk, Session], Awaitable[None]]
APPROVED = msgspec.structs.replace(FOLLOWED, sale_approval=100_000_000)


def at_a_followed_table(tmp_path: Path, game: str, work: Work, **choices: Any) -> None:
    async def main() -> None:
        async with Desk(tmp_path / "house.db", [plan(game, APPROVED, **choices)]) as desk:
            await desk.open_by_hand("T")
            desk.station("T", Role.FLOORPERSON)
            dealer = desk.person(Role.DEALER, "T")
            await desk.do("T", dealer, do="seat_patron", seat=3, amount=100_000, card="C-12")
            await desk.sign_all("T")
            await work(desk, dealer)

    run(main)


AREAS = [
    ("blackjack", "blackjack", "633a.6(f)", 3),
    ("casino-war", "initial", "651a.7(e)", 3),
    ("over-under", "ante", "686a.6(f)", 3),
    ("dj-wild-stud-poker", "ante", "687a.7(e)", 3),
    ("pai-gow", "pai_gow", "621a.5(d)", 2),
    ("pai-gow-poker", "pai_gow_poker", "645a.7(f)", 2),
    ("six-card-fortune-pai-gow-poker", "six_card_fortune_pai_gow_poker", "670a.7(f)", 2),
    ("face-up-pai-gow-poker", "face_up_pai_gow_poker", "688a.7(f)", 2),
]


@pytest.mark.parametrize(("game", "wager", "cite", "most"), AREAS, ids=[area[0] for area in AREAS])
def test_areas_of_a_patron_for_whom_the_dealer_speaks(
    game: str, wager: str, cite: str, most: int, tmp_path: Path
) -> None:
    """A second seat is refused and a further box given; the wagers there are theirs, out of the one rack; one box more, or
    one apart, is refused with the provision."""

    async def work(desk: Desk, dealer: Session) -> None:
        table: Any = desk.table("T")
        with pytest.raises(Refused, match="further box") as refused:
            await desk.do("T", dealer, do="seat_patron", seat=4, amount=0, card="C-12")
        assert refused.value.cite == cite
        with pytest.raises(Refused, match="not beside") as refused:
            await desk.do("T", dealer, do="give_box", seat=3, box=1)
        assert refused.value.cite == cite
        for box in range(4, 3 + most):
            await desk.do("T", dealer, do="give_box", seat=3, box=box, patron=1)
        with pytest.raises(Refused) as refused:
            await desk.do("T", dealer, do="give_box", seat=3)
        assert (refused.value.code, refused.value.cite) == ("one_position", cite)
        await desk.until_asked("T")
        await _until_betting(desk, dealer)
        offered = view(desk.host("T"), dealer).you.offers_at
        assert sorted(map(int, offered)) == list(range(3, 3 + most))
        least = next(o.least for o in offered["4"] if o.wager == wager)
        for seat in (3, 4):
            answer = {"says": "wager", "wager": wager, "amount": least, "by": seat, "patron": 1}
            await desk.do("T", dealer, answer=answer)
        assert table.state.ledger.chips(3) == 100_000 - 2 * least
        assert {answer.player for answer in table.round.history if answer.says == "wager"} == {"p1"}

    at_a_followed_table(tmp_path, game, work, adjacent_boxes=most)


async def _until_betting(desk: Desk, dealer: Session) -> None:
    """What is asked or drawn before betting opens is answered as usual."""
    table = desk.table("T")
    for _ in range(2000):
        play = table.round
        assert play is not None
        asked: Any = play.pending
        if hasattr(asked, "menu"):
            return
        if hasattr(asked, "weights"):
            says = next(outcome for outcome, weight in asked.weights.items() if weight)
            await desk.do("T", dealer, answer={"says": says, "by": "chance"})
            continue
        election = play.elections()[0]
        answer = (election.default or election.options[0]).answer(election.to)
        by = desk.person(Role.FLOORPERSON, "T") if election.to == "floor" else dealer
        await desk.say("T", by, answer)
    raise AssertionError("betting does not open")


@pytest.mark.parametrize("game", ["go-fore-it", "baccarat", "roulette"])
def test_where_a_player_has_one_area_no_box_is_given(game: str, tmp_path: Path) -> None:
    async def work(desk: Desk, dealer: Session) -> None:
        posted = desk.table("T").rules.posted
        with pytest.raises(Refused, match="one box") as refused:
            await desk.do("T", dealer, do="give_box", seat=3, box=4)
        assert refused.value.cite == (posted.boxes_cite or desk.table("T").game.closed)

    at_a_followed_table(tmp_path, game, work)


def test_a_box_is_given_up_and_its_entries_say_who_did_it(tmp_path: Path) -> None:
    """Not while chips lie there that stay, nor the middle one of three; and a stranger may have it then."""

    async def work(desk: Desk, dealer: Session) -> None:
        floor, table = desk.person(Role.FLOORPERSON, "T"), desk.table("T")
        for box in (4, 5):
            await desk.do("T", dealer, do="give_box", seat=3, box=box)
        with pytest.raises(Refused, match="between other boxes"):
            await desk.do("T", dealer, do="free_seat", seat=4)
        with pytest.raises(Refused, match="patron 1 has it now"):
            await desk.do("T", dealer, do="free_seat", seat=5, patron=2)
        with pytest.raises(Refused, match="further boxes"):
            await desk.do("T", floor, do="move_seat", seat=3, to_seat=1)
        await desk.do("T", dealer, do="free_seat", seat=5)
        with pytest.raises(Refused, match="Say why"):
            await desk.do("T", desk.person(Role.PIT_MANAGER, "T"), do="free_seat", seat=4)
        await desk.do("T", desk.person(Role.PIT_MANAGER, "T"), do="free_seat", seat=4, reason="one box only")
        assert (set(table.state.seats.players), set(table.state.seats.boxes)) == ({3}, set())
        await desk.do("T", dealer, do="seat_patron", seat=4, amount=0)
        assert table.state.seats.patron(4) == 2
        record = [e for e in desk.house.store.entries("T") if "boxed" in e.kind]
        made: list[Any] = [entries.DECODERS[e.kind].decode(e.payload) for e in record]
        assert [(one.seat, one.patron, one.actor.role, getattr(one, "reason", "")) for one in made] == [
            (4, 1, "dealer", ""),
            (5, 1, "dealer", ""),
            (5, 1, "dealer", ""),
            (4, 1, "pit_manager", "one box only"),
        ]

    at_a_followed_table(tmp_path, "blackjack", work, adjacent_boxes=3)


def test_only_whoever_speaks_for_the_seats_gives_a_box(tmp_path: Path) -> None:
    async def work(desk: Desk, dealer: Session) -> None:
        for role in (Role.SECURITY, Role.BOARD, Role.MANAGER):
            with pytest.raises(Refused) as refused:
                await desk.do("T", desk.person(role, "T"), do="give_box", seat=3, box=4)
            assert refused.value.code == "wrong_role"
        with pytest.raises(Refused, match="patron 1 has it now"):
            await desk.do("T", dealer, do="give_box", seat=3, box=4, patron=7)

    at_a_followed_table(tmp_path, "blackjack", work, adjacent_boxes=2)
