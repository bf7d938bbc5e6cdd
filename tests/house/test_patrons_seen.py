"""Who sees of a patron what; moves that wait and are taken back; one person at several tables."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.house.cage.entries import ChipsOut
from pitboss.house.cage.purses import OPENING
from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.people.demonstration import credential_of
from pitboss.house.people.entries import HouseNamed
from pitboss.house.protocol.pit import PitTable
from pitboss.house.protocol.views import PatronLine
from pitboss.house.wire.pit import PitConsole
from pitboss.house.wire.view import view
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import Desk, run
from tests.house.live import BY_HAND, PRACTICE
from tests.house.purses import ME, PLANS, YOU, A, B, balance, leave, sit
from tests.house.sending import seat_wish

F, OTHER = "RL-F", "RL-G"
FOLLOWED = msgspec.structs.replace(BY_HAND, follow=True, accounts=False)
FLOOR = (Plan(F, "roulette", "Roulette", FOLLOWED), Plan(OTHER, "roulette", "Roulette", FOLLOWED))
PLAYER = credential_of(Role.PLAYER)
ONE_TABLE = HouseNamed("Keystone Casino", several_tables=False)


async def at_pit(desk: Desk, role: Role = Role.PIT_MANAGER) -> dict[str, PitTable]:
    lines = await PitConsole(desk.house).tables(desk.house.register.person(credential_of(role)))
    return {line.number: line for line in lines}


def patron_at(lines: tuple[PatronLine, ...], seat: int) -> PatronLine:
    return next(one for one in lines if one.seat == seat)


def patrons(desk: Desk, table: str, session: Session) -> tuple[PatronLine, ...]:
    return view(desk.host(table), session).patrons


async def both_open(desk: Desk) -> tuple[Session, Session]:
    """Two followed tables that are open: their dealer and their floorperson, who stand at both."""
    for table in (F, OTHER):
        await desk.open_by_hand(table)
        desk.station(table, Role.DEALER)
        desk.station(table, Role.FLOORPERSON)
    return desk.person(Role.DEALER, F), desk.person(Role.FLOORPERSON, F)


def test_the_pit_shows_patrons_and_where_else_they_sit(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", FLOOR) as desk:
            dealer, floor = await both_open(desk)
            await desk.do(F, dealer, do="seat_patron", seat=2, amount=10_000)
            await desk.do(F, dealer, do="seat_patron", seat=3, name="Ann", amount=10_000, card="C-12")
            await desk.do(OTHER, dealer, do="seat_patron", seat=1, amount=10_000, card=PLAYER)
            line = (await at_pit(desk))[F]
            unknown, ann = patron_at(line.patrons, 2), patron_at(line.patrons, 3)
            assert (unknown.number, unknown.name, unknown.known_by) == (1, "Unknown patron 1", "nothing")
            assert (ann.number, ann.name, ann.known_by, ann.card) == (2, "Ann", "card", "C-12")
            assert "" < unknown.since <= ann.since
            assert not unknown.tables
            await desk.do(F, floor, do="identify_patron", patron=1, card=PLAYER)
            found = await at_pit(desk)
            joined = patron_at(found[F].patrons, 2)
            assert (joined.known_by, joined.tables) == ("account", (OTHER,))
            assert joined.account == desk.house.register.people[PLAYER].name
            assert patron_at(found[OTHER].patrons, 1).tables == (F,)
            assert patron_at(found[F].patrons, 3).tables == ()

    run(work)


def test_one_who_left_unknown_is_identified_afterwards(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", FLOOR) as desk:
            dealer, floor = await both_open(desk)
            await desk.do(F, dealer, do="seat_patron", seat=2, amount=0)
            await desk.do(F, dealer, do="free_seat", seat=2, reason="The patron left.")
            (gone,) = patrons(desk, F, floor)
            assert (gone.number, gone.seat, gone.known_by) == (1, 0, "nothing")
            await desk.do(F, floor, do="identify_patron", patron=1, card=PLAYER)
            assert patrons(desk, F, floor) == ()

    run(work)


def test_account_and_card_are_for_those_who_may_know(tmp_path: Path) -> None:
    """At a followed table the dealer takes cards; elsewhere only the floor knows whose account it is; players see a name."""

    async def work() -> None:
        plans = (*FLOOR, Plan("RL-H", "roulette", "Roulette", BY_HAND))
        async with Desk(tmp_path / "house.db", plans) as desk:
            dealer, floor = await both_open(desk)
            await desk.do(F, dealer, do="seat_patron", seat=3, name="Ann", amount=0, card=PLAYER)
            real = desk.house.register.people[PLAYER].name
            for session in (dealer, floor):
                assert patron_at(patrons(desk, F, session), 3).account == real
            assert patrons(desk, F, Session()) == ()
            assert view(desk.host(F), Session()).names == {"3": "Ann"}
            managed = patron_at((await at_pit(desk, Role.MANAGER))[F].patrons, 3)
            assert (managed.name, managed.known_by, managed.account, managed.card) == ("Ann", "account", "", "")
            await desk.house.cashier.sit_down(
                desk.host("RL-H"), seat_wish(desk.key(), 1, name="Bob"), PLAYER, lambda: PLAYER
            )
            at_h = desk.person(Role.DEALER, "RL-H")
            desk.station("RL-H", Role.DEALER)
            bob = patron_at(patrons(desk, "RL-H", at_h), 1)
            assert (bob.name, bob.known_by, bob.account) == ("Bob", "account", "")
            assert patron_at(patrons(desk, "RL-H", desk.person(Role.PIT_MANAGER, "RL-H")), 1).account == real

    run(work)


def test_a_move_that_waits_is_seen_and_taken_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan("T", "roulette", "Roulette", PRACTICE)]) as desk:
            player, floor = await desk.sit("T", 1), desk.person(Role.PIT_MANAGER, "T")

            async def move(to: int) -> str:
                reply: dict[str, Any] = await desk.do("T", floor, do="move_seat", seat=1, to_seat=to)
                return str(reply["words"])

            await desk.bet("T", player, "red", 500)
            assert await move(6) == "Seat 1 moves to seat 6 after this round."
            assert view(desk.host("T"), player).moves == {"1": 6}
            assert (await at_pit(desk))["T"].moves == {"1": 6}
            assert await move(1) == "Seat 1 stays where it is."
            assert view(desk.host("T"), player).moves == {}
            with pytest.raises(Refused, match="No move of seat 1 waits"):
                await move(1)
            await desk.do("T", player, do="ready")
            assert list(desk.table("T").state.seats.players) == [1]
            assert await move(6) == "Moved from seat 1 to seat 6, with their chips."
            assert list(desk.table("T").state.seats.players) == [6]

    run(work)


# --- one person at several tables


def test_several_tables_are_allowed_unless_the_house_says_otherwise(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            first = await sit(desk, A)
            second = await sit(desk, B)
            assert patron_at((await at_pit(desk))[A].patrons, first.seat).tables == (B,)
            await leave(desk, B, second)
            await desk.house.register.enter(ONE_TABLE)
            before = balance(desk)
            with pytest.raises(Refused, match=f"You sit at table {A}; in this house one person plays at one table"):
                await sit(desk, B)
            assert balance(desk) == before
            await sit(desk, B, purse=YOU)
            await leave(desk, A, first)
            await sit(desk, B)

    run(work)


def test_whose_chips_are_on_the_way_to_one_table_sits_at_no_other(tmp_path: Path) -> None:
    """Also where another process sends them just now: what was sent first counts, and the rest is returned."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            cage = desk.house.cage
            await desk.house.register.enter(ONE_TABLE)
            sent = await cage.send(ME, A, 500)
            with pytest.raises(Refused, match=f"You sit at table {A}"):
                await sit(desk, B)
            await cage.take_back(sent.key)
            send = cage.send

            async def sends_after_another(purse: str, table: str, amount: int) -> ChipsOut:
                await send(purse, A, 500)
                return await send(purse, table, amount)

            cage.send = sends_after_another  # type: ignore[method-assign, assignment]
            with pytest.raises(Refused, match=f"You sit at table {A}"):
                await sit(desk, B)
            assert [one.table for one in cage.out.values()] == [A]
            assert balance(desk) == OPENING - 500

    run(work)


def test_a_card_counts_at_followed_tables_too(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", FLOOR) as desk:
            dealer, _ = await both_open(desk)
            await desk.house.register.enter(ONE_TABLE)
            await desk.do(F, dealer, do="seat_patron", seat=2, amount=0, card="C-12")
            with pytest.raises(Refused, match=f"You sit at table {F}"):
                await desk.do(OTHER, dealer, do="seat_patron", seat=2, amount=0, card="C-12")
            await desk.do(OTHER, dealer, do="seat_patron", seat=2, amount=0)

    run(work)
